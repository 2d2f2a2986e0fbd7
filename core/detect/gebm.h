#pragma once
// GEBM, the graph energy-based model that is fitted to a trained network. Of each class c that has training nodes it keeps a Gaussian with diagonal
// covariance over the hidden activations h, and where the central 95 % of all nodes lie: their squared Mahalanobis distances d_c in [d_lo, d_hi], their
// logits l_c in [l_lo, l_hi]. Nodes are then scored by h and l without the graph's structure (Â = I):
//   e_c = l_c − γ [(d_c − d_lo)/(d_hi − d_lo) · (l_hi − l_lo) + l_lo]         evidence: the logit, less the distance on the scale of logits
//   gebm-independent  −lse_c(e)              of the node alone; lse = log Σ_c exp
//   gebm-local        −lse_c(diffuse(e))     of the evidence of its neighbourhood
//   gebm-group        diffuse(−lse_c(e))     of the energies there
//   gebm              the sum of the three
//   gebm-shuffled, gebm-local-shuffled, gebm-group-shuffled    the controls: the same of evidence that is shuffled over the nodes first
// diffuse is k steps of s ← a s + (1 − a) D̃^{-1}(A + I) s.

#include "core/detect/gebm_options.h"
#include "core/detect/post_hoc.h"
#include "core/model/gcn_network.h"

namespace sispde {

struct GebmTask {
  std::shared_ptr<const NetworkGraph> graph;  // that is trained on
  std::vector<NodeId> train;
  std::vector<std::int32_t> labels;  // of the training nodes
  std::int64_t classes = 0, hidden = 0;
  std::uint64_t seed = 0;  // of the control's shuffling
};

class Gebm final : public PostHoc {
 public:
  Gebm(GcnNetwork& network, GebmTask task, const GebmOptions& options);
  std::vector<NamedTensor> state() const override;
  Result<void> fit(const Progress& progress) override;
  Result<ScoreList> scores(const NetworkGraph& graph, const std::vector<NodeId>& asked,
                           const Progress& progress) override;

 private:
  // d_c of all rows of h, for one class.
  std::vector<double> distances(const at::Tensor& hidden, std::int64_t which, const Progress& progress) const;
  void fitGaussian(const at::Tensor& hidden, std::int64_t which);
  bool known(std::int64_t which) const { return known_[which].item<float>() != 0; }

  GcnNetwork& network_;
  GebmTask task_;
  GebmOptions options_;
  at::Tensor means_, variances_;  // classes × hidden
  at::Tensor ranges_;             // classes × 4: d_lo, d_hi, l_lo, l_hi
  at::Tensor known_;              // classes: 1 where a class has training nodes
};

}  // namespace sispde
