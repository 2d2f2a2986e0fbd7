#pragma once
// The step on the input that ODIN and Mahalanobis take before they score: X' = X − ε sgn(∂loss/∂X). As in the GNNSafe code the
// gradient is taken with respect to the features of all nodes, and sgn(0) = 1, so that entries without influence move too.

#include <functional>

#include "core/model/gcn_network.h"

namespace sispde {

// The network's answer to X'; with ε = 0 that to X itself.
Result<GcnPass> passAfterStep(GcnNetwork& network, const NetworkGraph& graph, double epsilon,
                              const std::function<at::Tensor(const GcnPass&)>& loss,
                              const Progress& progress);

// ∂loss/∂X, nodes × columns.
at::Tensor featureGradient(GcnNetwork& network, const NetworkGraph& graph, const at::Tensor& features,
                           const std::function<at::Tensor(const GcnPass&)>& loss, const Progress& progress);

}  // namespace sispde
