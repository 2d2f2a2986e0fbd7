#include "app/studio/workspace/training_choice.h"

#include <algorithm>

#include "core/base/option_table.h"
#include "core/detect/presets.h"

namespace sispde::studio {

bool sameKind(const TrainingChoice& a, const TrainingChoice& b) {
  TrainingChoice alike = a;
  alike.seed = b.seed;
  alike.repeats = b.repeats;
  return alike == b;
}

TrainingChoice calibratedFor(TrainingChoice choice, double alpha) {
  const double usual = TrainingChoice{}.calibrationAlpha;
  choice.calibrationAlpha = choice.calibrate ? std::min(usual, alpha) : usual;
  return choice;
}

bool hasNoise(const TrainingChoice& choice) {
  const auto all = detectors();
  return std::any_of(all.begin(), all.end(),
                     [&](const DetectorInfo& info) { return info.name == choice.detector && info.hasNoise; });
}

Result<DetectorOptions> optionsOf(const TrainingChoice& choice) {
  SISPDE_TRY(DetectorOptions options, withPreset(choice.detector, choice.preset));
  for (const auto& [key, value] : choice.set)
    SISPDE_CHECK(setOption(options, detectorOptionTable(), key, value));
  return options;
}

Result<DetectorOptions> optionsOf(const TrainingChoice& choice, const KernelSpec& kernel) {
  SISPDE_TRY(DetectorOptions options, optionsOf(choice));
  if (!choice.followKernel || !hasNoise(choice)) return options;
  if (choice.detector != "sispde-rbf") options.kernel = kernel.kind;
  options.nu = kernel.nu;
  options.kappa = kernel.kappa;
  options.kappaAuto = false;
  options.sigma = kernel.sigma;
  options.laplacian = kernel.laplacian == LaplacianKind::Combinatorial ? LaplacianChoice::Combinatorial
                                                                       : LaplacianChoice::Symmetric;
  options.normalisation = kernel.normalisation;
  return options;
}

std::string nameOf(const TrainingChoice& choice) {
  return fmt::format("{} · {} shift · seed {}", choice.detector, shiftName(choice.shift), choice.seed);
}

}  // namespace sispde::studio
