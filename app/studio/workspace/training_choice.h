#pragma once
// A TrainingChoice is what the user set up to be trained: detector, shift, preset, seeds, and single options over the preset's. A plain
// value, part of the Workspace.

#include <array>
#include <map>
#include <string>

#include "app/studio/workspace/shared_value.h"
#include "core/detect/detector_options.h"

namespace sispde::studio {

struct TrainingChoice {
  std::string detector = "sispde", preset = "recommended";
  ShiftKind shift = ShiftKind::Label;
  std::uint64_t seed = 1;
  int repeats = 1;           // runs with seed, seed + 1, …, one after the other, 1 … mostRepeats
  bool followKernel = true;  // the noise has the kernel of the Kernel window, also while it trains
  // Some validation nodes are held out from the choice of the epoch: false alarms and discoveries are calibrated by them.
  bool calibrate = true;
  double calibrationAlpha =
      0.05;  // half of them, or as many as this level needs; above 0, at most mostCalibrationAlpha
  // Of the shift `given`: what is OOD; where both are empty, what the data mark.
  std::vector<std::int32_t> oodClasses;
  SharedValue<std::vector<NodeId>> oodNodes;  // ascending
  std::map<std::string, std::string>
      set;  // options by key over those of the preset, as the command line's --set

  static constexpr int mostRepeats = 20;
  static constexpr double mostCalibrationAlpha = 0.5;
  static constexpr std::size_t mostOptions = 64, largestValue = 64, mostClasses = 4096,
                               mostNodes = 20'000'000;
  friend bool operator==(const TrainingChoice&, const TrainingChoice&) = default;
};

// Equal but for the seed and the number of repeats: runs of one kind, whose spread is that of the seeds.
bool sameKind(const TrainingChoice& a, const TrainingChoice& b);

// The choice as a run takes it: with calibration nodes enough for the level that is looked at, and never fewer than for the usual one.
TrainingChoice calibratedFor(TrainingChoice choice, double alpha);

// Preset, then single options.
Result<DetectorOptions> optionsOf(const TrainingChoice& choice);
// The same with the noise of a kernel, where the choice follows it and the detector has noise. The heat kernel of sispde-rbf stays.
Result<DetectorOptions> optionsOf(const TrainingChoice& choice, const KernelSpec& kernel);
bool hasNoise(const TrainingChoice& choice);

// "sispde · label shift · seed 1".
std::string nameOf(const TrainingChoice& choice);

}  // namespace sispde::studio
