#include "core/detect/gold_losses.h"

namespace sispde {

at::Tensor energyOf(const at::Tensor& logits) {
  return -at::logsumexp(logits, -1);
}

at::Tensor detectorLoss(const at::Tensor& logits) {
  const std::int64_t half = logits.size(0) / 2;
  const at::Tensor targets = at::cat({at::ones({half}, at::kLong), at::zeros({half}, at::kLong)});
  return at::nll_loss(at::log_softmax(logits, 1), targets);
}

at::Tensor gapLoss(const EnergyPair& network, const EnergyPair& detector) {
  return at::relu(detector.id - network.id).square().mean() +
         at::relu(network.drawn - detector.drawn).square().mean();
}

}  // namespace sispde
