#include "core/detect/gold_options.h"

#include "core/base/option_table.h"
#include "core/base/text.h"
#include "core/detect/gold_note.h"

namespace sispde {
namespace {

using Options = GoldOptions;

struct Published {
  int warmup, iterations, skipRound, steps, denoiserHidden, denoiserLayers;
  double marginIn, marginOut;
  double weightReg, weightDetector, weightGap;
};

// The commands and tables of the GOLD code.
constexpr Published coraLabel{50, 5, 5, 800, 512, 3, -4, -2, 1, 1, 1};
constexpr Published coraStructure{100, 8, 5, 600, 256, 2, -5, -3, 1, 1, 1};
constexpr Published coraFeature{100, 15, 2, 600, 512, 2, -5, -3, 1, 1, 1};

const Published* publishedFor(const GoldCase& which) {
  if (lower(which.dataset) != "cora" || which.classes != 7) return nullptr;
  switch (which.shift) {
    case ShiftKind::Label: return &coraLabel;
    case ShiftKind::Structure: return &coraStructure;
    case ShiftKind::Feature: return &coraFeature;
    default: return nullptr;
  }
}

// For data that nothing was published for. Energies of two classes are small, and sets beyond some thousand nodes had
// smaller weights.
Published usual(const GoldCase& which, int rounds) {
  constexpr std::int64_t large = 5000;
  const double weight = which.nodes > large ? 0.1 : 1;
  return {100, 5, rounds, 600, 512, 2, -5, which.classes <= 2 ? -1.0 : -3.0, weight, 1, weight};
}

}  // namespace

std::vector<OptionField<Options>> goldFields() {
  return {
      integerOption("gold.warmup", "", "Steps of the network alone, before all else; 0 as published",
                    &Options::warmup, {0, 100'000}),
      leading(integerOption("gold.rounds", "", "Adversarial rounds", &Options::rounds, {1, 1000})),
      integerOption("gold.iterations", "", "Joint steps of network and detector in a round; 0 as published",
                    &Options::iterations, {0, 10'000}),
      integerOption("gold.skip_round", "",
                    "Round after which the denoiser is not trained again; 0 as published",
                    &Options::skipRound, {0, 1000}),
      integerOption("gold.steps", "T", "Time steps of the diffusion; 0 as published", &Options::steps,
                    {0, 10'000}),
      integerOption("gold.denoiser_hidden", "", "Width of the denoiser's hidden layers; 0 as published",
                    &Options::denoiserHidden, {0, 4096}),
      integerOption("gold.denoiser_layers", "", "Linear maps of the denoiser; 0 as published",
                    &Options::denoiserLayers, {0, 16}),
      integerOption("gold.denoiser_updates", "", "Full-batch updates of the denoiser whenever it is trained",
                    &Options::denoiserUpdates, {0, 100'000}),
      realOption("gold.denoiser_lr", "", "Learning rate of the denoiser", &Options::denoiserRate,
                 {0, 1, true}),
      integerOption("gold.detector_hidden", "", "Width of the hidden layers of the detector of energies",
                    &Options::detectorHidden, {1, 4096}),
      integerOption("gold.detector_layers", "", "Linear maps of the detector of energies",
                    &Options::detectorLayers, {1, 16}),
      realOption("gold.detector_lr", "", "Learning rate of the detector of energies", &Options::detectorRate,
                 {0, 1, true}),
      realOption("gold.margin_in", "m_in", "Energy that ID nodes are pushed below; 0 as published",
                 &Options::marginIn, {-100, 0}),
      realOption("gold.margin_out", "m_out", "Energy that drawn nodes are pushed above; 0 as published",
                 &Options::marginOut, {-100, 0}),
      realOption("gold.weight_reg", "", "Weight of the margins in the joint loss; −1 as published",
                 &Options::weightReg, {-1, 1000}),
      realOption("gold.weight_detector", "",
                 "Weight of the detector's cross entropy in the joint loss; −1 as published",
                 &Options::weightDetector, {-1, 1000}),
      realOption("gold.weight_gap", "",
                 "Weight of the gap between the detector's energy and the network's; −1 as published",
                 &Options::weightGap, {-1, 1000}),
  };
}

GoldOptions resolvedGold(const GoldOptions& options, const GoldCase& which, std::vector<std::string>& notes) {
  const Published* published = publishedFor(which);
  const Published taken = published != nullptr ? *published : usual(which, options.rounds);
  GoldOptions gold = options;
  const auto fillZero = [](auto& field, auto value) {
    if (field == 0) field = value;
  };
  const auto fillWeight = [](double& field, double value) {
    if (field < 0) field = value;
  };
  fillZero(gold.warmup, taken.warmup);
  fillZero(gold.iterations, taken.iterations);
  fillZero(gold.skipRound, taken.skipRound);
  fillZero(gold.steps, taken.steps);
  fillZero(gold.denoiserHidden, taken.denoiserHidden);
  fillZero(gold.denoiserLayers, taken.denoiserLayers);
  fillZero(gold.marginIn, taken.marginIn);
  fillZero(gold.marginOut, taken.marginOut);
  fillWeight(gold.weightReg, taken.weightReg);
  fillWeight(gold.weightDetector, taken.weightDetector);
  fillWeight(gold.weightGap, taken.weightGap);
  const std::string from =
      published != nullptr
          ? fmt::format("GOLD takes the published settings for Cora's {} shift", shiftName(which.shift))
          : fmt::format("{} and takes defaults; its margins are {}", goldUnpublished,
                        options.marginIn != 0 && options.marginOut != 0 ? "chosen" : "not searched");
  notes.push_back(fmt::format(
      "{}: warm-up {}, {} joint steps in each of {} rounds, {} diffusion steps, denoiser of {} layers of "
      "width {}, "
      "margins {:g} and {:g}, weights {:g} (margins), {:g} (detector) and {:g} (gap).",
      from, gold.warmup, gold.iterations, gold.rounds, gold.steps, gold.denoiserLayers, gold.denoiserHidden,
      gold.marginIn, gold.marginOut, gold.weightReg, gold.weightDetector, gold.weightGap));
  return gold;
}

}  // namespace sispde
