#pragma once
// ODIN (Liang et al., 2018) on a graph, the score `odin`: S = 1 − max_c softmax(z(X')/T)_c. X' moves the features against the gradient
// of the mean cross-entropy of z(X)/T with its own predictions over the nodes that are scored together (input_step.h). With ε = 0 and
// T = 1 it is the score msp.

#include "core/detect/odin_options.h"
#include "core/detect/post_hoc.h"
#include "core/model/gcn_network.h"

namespace sispde {

// Mean cross-entropy of z/T with argmax z over the rows `nodes` of the logits.
at::Tensor odinLoss(const at::Tensor& logits, const std::vector<NodeId>& nodes, double temperature);

class OdinScore final : public PostHoc {
 public:
  OdinScore(GcnNetwork& network, const OdinOptions& options) : network_(network), options_(options) {}
  Result<ScoreList> scores(const NetworkGraph& graph, const std::vector<NodeId>& asked,
                           const Progress& progress) override;

 private:
  GcnNetwork& network_;
  OdinOptions options_;
};

}  // namespace sispde
