#include "core/detect/input_step.h"

#include <torch/csrc/autograd/autograd.h>

#include <ATen/core/grad_mode.h>

#include "core/model/functions.h"

namespace sispde {

at::Tensor featureGradient(GcnNetwork& network, const NetworkGraph& graph, const at::Tensor& features,
                           const std::function<at::Tensor(const GcnPass&)>& loss, const Progress& progress) {
  const at::AutoGradMode grad(true);
  GcnPassOptions options;
  options.features = features.detach().set_requires_grad(true);
  const at::Tensor value = loss(network.pass(graph, options, progress));
  return torch::autograd::grad({value}, {options.features})[0];
}

Result<GcnPass> passAfterStep(GcnNetwork& network, const NetworkGraph& graph, double epsilon,
                              const std::function<at::Tensor(const GcnPass&)>& loss,
                              const Progress& progress) {
  GcnPassOptions options;
  if (epsilon > 0) {
    const at::Tensor features = denseOf(*graph.features.forward);
    const at::Tensor gradient = featureGradient(network, graph, features, loss, progress);
    if (progress.stopped()) return cancelled();
    options.features = features - epsilon * (2 * (gradient >= 0).to(at::kFloat) - 1);
  }
  GcnPass pass = network.pass(graph, options, progress);
  if (progress.stopped()) return cancelled();
  return pass;
}

}  // namespace sispde
