#pragma once
// Outlier exposure (Hendrycks et al., 2019): the loss gets λ times the mean cross-entropy of the uniform distribution with the class
// probabilities of exposure nodes. The score `oe` is S = −max_c z_c, of the logits themselves as in the GNNSafe code.

#include "core/detect/exposed_graph.h"

namespace sispde {

// Mean over the rows of log Σ_c exp(z_c) − mean_c z_c; log C where all logits of a row are equal.
at::Tensor uniformCrossEntropy(const at::Tensor& logits);

class ExposureTerm final : public TrainingTerm {
 public:
  ExposureTerm(GcnNetwork& network, ExposedGraph exposed, const ExposureOptions& options)
      : network_(network), exposed_(std::move(exposed)), options_(options) {}
  Result<at::Tensor> loss(int epoch, const Progress& progress) override;

 private:
  GcnNetwork& network_;
  ExposedGraph exposed_;
  ExposureOptions options_;
};

class MaxLogitScore final : public PostHoc {
 public:
  explicit MaxLogitScore(GcnNetwork& network) : network_(network) {}
  Result<ScoreList> scores(const NetworkGraph& graph, const std::vector<NodeId>& asked,
                           const Progress& progress) override;

 private:
  GcnNetwork& network_;
};

}  // namespace sispde
