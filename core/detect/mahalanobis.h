#pragma once
// Mahalanobis (Lee et al., 2018), the score `mahalanobis`: S = ½ min_c (h − μ_c)ᵀ P (h − μ_c), where h are the hidden activations of a node,
// μ_c their mean over the training nodes of class c (classes without one have no mean), Σ the covariance about these means, one for all
// classes with divisor N, and P its inverse or pseudo-inverse. With ε > 0 the features move first against the gradient of the mean score of the
// nodes that are scored together (input_step.h).

#include "core/detect/mahalanobis_options.h"
#include "core/detect/post_hoc.h"
#include "core/model/gcn_network.h"

namespace sispde {

// W with Wᵀ W = P, so that a distance is ‖W (h − μ)‖² and never negative. The pseudo-inverse takes eigenvalues of Σ below
// d · 2^−52 times the largest for 0, as scikit-learn's does: Σ is summed in float64, whatever the activations are. A Σ that is not finite gives such a W. Σ and W are float64.
at::Tensor whiteningOf(const at::Tensor& covariance, Precision precision);

// What it is fitted to.
struct MahalanobisTask {
  std::shared_ptr<const NetworkGraph> graph;
  std::vector<NodeId> train;
  std::vector<std::int32_t> labels;  // of the training nodes
  std::int64_t classes = 0, hidden = 0;
};

class MahalanobisScore final : public PostHoc {
 public:
  MahalanobisScore(GcnNetwork& network, MahalanobisTask task, const MahalanobisOptions& options);
  std::vector<NamedTensor> state() const override;
  Result<void> fit(const Progress& progress) override;
  // All 0 before the first fit.
  Result<ScoreList> scores(const NetworkGraph& graph, const std::vector<NodeId>& asked,
                           const Progress& progress) override;

  // ½ min_c of the distances of the rows of `hidden`, in float64.
  at::Tensor distances(const at::Tensor& hidden) const;

 private:
  GcnNetwork& network_;
  MahalanobisTask task_;
  MahalanobisOptions options_;
  at::Tensor means_, present_, whitening_;  // present_: 1 for classes with training nodes
};

}  // namespace sispde
