#pragma once
// How far a training is, for the bar.

#include "core/base/progress.h"
#include "core/train/run_options.h"

namespace sispde::cli {

inline std::function<void(const Snapshot&)> epochProgress(const Progress& progress) {
  return [progress](const Snapshot& snapshot) {
    if (snapshot.state != RunState::Running || snapshot.epochCount == 0) return;
    const auto& epochs = snapshot.history->epochs;
    std::string what = fmt::format("epoch {} of {}", snapshot.epoch, snapshot.epochCount);
    if (!epochs.empty())
      what += fmt::format(", validation NLL {:.4f}, {:.0f} s left", epochs.back().validationNll,
                          snapshot.secondsPerEpoch * (snapshot.epochCount - snapshot.epoch));
    progress.report(static_cast<double>(snapshot.epoch) / snapshot.epochCount, what);
  };
}

}  // namespace sispde::cli
