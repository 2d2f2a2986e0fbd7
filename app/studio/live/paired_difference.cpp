#include "app/studio/live/paired_difference.h"

#include <array>
#include <cmath>
#include <map>

namespace sispde::studio {

std::optional<double> finalAuroc(const TrainedRun& run) {
  const ScoredEpoch* last = run.latest();
  if (!run.finalScored || last == nullptr || !last->scoring) return std::nullopt;
  const ScoreMetrics* metrics = metricsOf(*last, last->scoring->evaluation.primary);
  return metrics != nullptr && metrics->error.empty() ? std::optional(metrics->metrics.auroc) : std::nullopt;
}

PairedDifference intervalOf(const std::vector<double>& differences) {
  // 97.5 % points of Student's t for 1 … 19 degrees of freedom.
  constexpr std::array student{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                               2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093};
  PairedDifference made;
  made.pairs = static_cast<int>(differences.size());
  if (differences.empty()) return made;
  const auto n = static_cast<double>(differences.size());
  for (const double d : differences) made.mean += d / n;
  if (differences.size() < 2) return made;
  double squares = 0;
  for (const double d : differences) squares += (d - made.mean) * (d - made.mean);
  const double t = student[std::min(differences.size() - 2, student.size() - 1)];
  made.half = t * std::sqrt(squares / (n - 1) / n);
  return made;
}

PairedDifference pairedDifference(const std::vector<const TrainedRun*>& before,
                                  const std::vector<const TrainedRun*>& after) {
  const auto bySeed = [](const std::vector<const TrainedRun*>& runs) {
    std::map<std::uint64_t, double> values;
    for (const TrainedRun* run : runs)
      if (const auto auroc = finalAuroc(*run)) values[run->choice.seed] = *auroc;
    return values;
  };
  const auto first = bySeed(before), second = bySeed(after);
  std::vector<double> differences;
  double sumBefore = 0, sumAfter = 0;
  for (const auto& [seed, value] : first)
    if (const auto other = second.find(seed); other != second.end()) {
      differences.push_back(other->second - value);
      sumBefore += value;
      sumAfter += other->second;
    }
  PairedDifference made = intervalOf(differences);
  if (made.pairs > 0) {
    made.before = sumBefore / made.pairs;
    made.after = sumAfter / made.pairs;
  }
  return made;
}

std::string wordsOf(const PairedDifference& difference) {
  if (difference.pairs == 0) return "no pair of runs is done yet";
  if (difference.pairs == 1)
    return fmt::format("{:+.1f} points with one seed, which says nothing: train more", 100 * difference.mean);
  return fmt::format("{:+.1f} ± {:.1f} points over {} seeds (95 %): {}", 100 * difference.mean,
                     100 * difference.half, difference.pairs,
                     difference.seen() ? "a difference is seen" : "no difference is seen");
}

}  // namespace sispde::studio
