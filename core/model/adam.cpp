#include "core/model/adam.h"

#include <torch/csrc/api/include/torch/optim/adam.h>

namespace sispde {
namespace {

std::vector<at::Tensor> tensorsOf(const std::vector<NamedTensor>& named) {
  std::vector<at::Tensor> tensors;
  for (const NamedTensor& each : named) tensors.push_back(each.tensor);
  return tensors;
}

}  // namespace

struct Adam::Implementation {
  Implementation(const std::vector<NamedTensor>& parameters, double learningRate, double weightDecay)
      : adam(tensorsOf(parameters), torch::optim::AdamOptions(learningRate).weight_decay(weightDecay)) {}
  torch::optim::Adam adam;
};

Adam::Adam(std::vector<NamedTensor> parameters, double learningRate, double weightDecay)
    : parameters_(std::move(parameters)),
      implementation_(std::make_unique<Implementation>(parameters_, learningRate, weightDecay)) {}
Adam::~Adam() = default;

void Adam::step() {
  implementation_->adam.step();
}

std::vector<NamedTensor> Adam::state() const {
  std::vector<NamedTensor> found;
  auto& states = implementation_->adam.state();
  for (const NamedTensor& each : parameters_) {
    const auto place = states.find(each.tensor.unsafeGetTensorImpl());
    // Before the first step all moments are 0.
    if (place == states.end()) {
      found.push_back({each.name + ".first", at::zeros_like(each.tensor).detach()});
      found.push_back({each.name + ".second", at::zeros_like(each.tensor).detach()});
      found.push_back({each.name + ".steps", at::zeros({1})});
      continue;
    }
    const auto& state = static_cast<const torch::optim::AdamParamState&>(*place->second);
    found.push_back({each.name + ".first", state.exp_avg()});
    found.push_back({each.name + ".second", state.exp_avg_sq()});
    found.push_back({each.name + ".steps", at::full({1}, static_cast<float>(state.step()))});
  }
  return found;
}

void Adam::setState(const std::vector<NamedTensor>& given) {
  auto& states = implementation_->adam.state();
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    auto state = std::make_unique<torch::optim::AdamParamState>();
    state->exp_avg(given[3 * i].tensor.detach().clone());
    state->exp_avg_sq(given[3 * i + 1].tensor.detach().clone());
    state->step(static_cast<std::int64_t>(given[3 * i + 2].tensor.item<float>()));
    states[parameters_[i].tensor.unsafeGetTensorImpl()] = std::move(state);
  }
}

}  // namespace sispde
