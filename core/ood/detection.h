#pragma once
// A Detection is the whole answer for someone without OOD labels: p-values, flagged nodes, the threshold, and sentences
// about what is promised and what is not. A pure function of scores, fast enough to be made anew for every frame.

#include <optional>
#include <string>
#include <string_view>

#include "core/ood/conformal.h"

namespace sispde {

// FalseDiscovery: of the flagged nodes at most a share α is in distribution, on average (Benjamini–Hochberg).
// FalseAlarm: of the nodes in distribution at most a share α is flagged, on average.
enum class Control { FalseDiscovery, FalseAlarm };
std::string_view controlName(Control control);  // "fdr", "false-alarm"

struct DetectionOptions {
  double alpha = 0.05;  // 0 … 1, open at both ends
  Control control = Control::FalseDiscovery;
};

struct Detection {
  DetectionOptions options;
  std::int64_t calibration = 0, tested = 0;
  std::int64_t leastCalibration = 0;  // what alpha needs
  bool enough = false;                // calibration ≥ leastCalibration; otherwise nothing is flagged
  double smallestP = 1;               // 1/(n + 1)
  std::int64_t leastFlagged = 1;      // FalseDiscovery flags none or at least so many

  std::vector<double> p, q;           // one per tested node
  std::vector<std::uint8_t> flagged;  // the same
  std::int64_t flaggedCount = 0;
  // Flagged is exactly what scores above it; nothing where no node is flagged under FalseDiscovery, and where there are
  // too few calibration nodes.
  std::optional<double> threshold;
  // For a false-alarm rate of alpha, whatever the control, and how many tested nodes score above it.
  std::optional<double> alarmThreshold;
  std::int64_t alarms = 0;

  std::vector<std::string> notes;  // what is promised and what stands against it, one sentence each
};

inline constexpr std::string_view exchangeabilityAssumption =
    "The promise rests on one assumption: the scores of the calibration nodes and of the tested nodes in "
    "distribution are "
    "exchangeable, as if chance had decided which of them calibrate.";

// A usage error for an alpha outside its range.
Result<Detection> detectNodes(std::span<const double> calibration, std::span<const double> tested,
                              const DetectionOptions& options = {});

// What came of it where the truth is known: `isOod` has a 1 for every tested node that is OOD.
struct Achieved {
  std::int64_t ood = 0, falseDiscoveries = 0, discoveries = 0;  // discoveries: flagged and OOD
  double falseDiscoveryShare = 0;                               // of the flagged; 0 where none is
  std::optional<double> power;                                  // flagged share of the OOD nodes
  std::optional<double> falseAlarmRate;                         // flagged share of the ID nodes
};
Achieved achievedBy(std::span<const std::uint8_t> flagged, std::span<const std::uint8_t> isOod);

}  // namespace sispde
