#pragma once
// GOLD's schedule as numbered epochs, so that a Run can pause, give up and resume between any two of them:
//   warm-up       one step of the network per epoch
//   denoising     some updates of the denoiser on the network's hidden activations, which stay as they are
//   sampling      some reverse steps of the diffusion, from noise to synthetic activations
//   joint         one step of network and detector
// First the warm-up and one training of the denoiser, then each round: sampling, joint steps, and the denoiser trained
// again. After the last round, whose denoiser would draw nothing more, that is left out.

#include "core/detect/gold_options.h"

namespace sispde {

struct GoldEpoch {
  enum class Kind { WarmUp, Denoising, Sampling, Joint };
  Kind kind = Kind::WarmUp;
  int round = 0;  // 1, 2, …; 0 before the first
  // Updates, reverse steps or joint steps first … first + count − 1 of this training or round, from 0.
  int first = 0, count = 1;
  friend bool operator==(const GoldEpoch&, const GoldEpoch&) = default;
};

// Few enough that an epoch which is given up costs seconds.
inline constexpr int denoiserUpdatesPerEpoch = 25, samplingStepsPerEpoch = 100;

// [e − 1] is epoch e; the options are resolved.
std::vector<GoldEpoch> goldSchedule(const GoldOptions& options);

}  // namespace sispde
