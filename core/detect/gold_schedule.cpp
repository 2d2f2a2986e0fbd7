#include "core/detect/gold_schedule.h"

#include <algorithm>

namespace sispde {

std::vector<GoldEpoch> goldSchedule(const GoldOptions& options) {
  using Kind = GoldEpoch::Kind;
  std::vector<GoldEpoch> epochs;
  const auto add = [&](Kind kind, int round, int total, int perEpoch) {
    for (int first = 0; first < total; first += perEpoch)
      epochs.push_back({kind, round, first, std::min(perEpoch, total - first)});
  };
  add(Kind::WarmUp, 0, options.warmup, 1);
  add(Kind::Denoising, 0, options.denoiserUpdates, denoiserUpdatesPerEpoch);
  for (int round = 1; round <= options.rounds; ++round) {
    add(Kind::Sampling, round, options.steps, samplingStepsPerEpoch);
    add(Kind::Joint, round, options.iterations, 1);
    if (round != options.skipRound && round != options.rounds)
      add(Kind::Denoising, round, options.denoiserUpdates, denoiserUpdatesPerEpoch);
  }
  return epochs;
}

}  // namespace sispde
