#include "core/detect/mahalanobis.h"

#include <cmath>
#include <limits>

#include "core/detect/input_step.h"
#include "core/detect/tensor_logits.h"
#include "core/model/functions.h"

namespace sispde {

at::Tensor whiteningOf(const at::Tensor& covariance, Precision precision) {
  const std::int64_t d = covariance.size(0);
  const at::Tensor identity = at::eye(d, covariance.options());
  const double scale = covariance.trace().item<double>() / static_cast<double>(d);
  if (scale == 0) return identity;  // nothing varies, and no direction is better than another
  if (!std::isfinite(scale)) return identity * scale;
  if (precision == Precision::Ridge)
    return at::linalg_solve_triangular(at::linalg_cholesky(covariance + 0.01 * scale * identity), identity,
                                       false);
  const auto [values, vectors] = at::linalg_eigh(covariance);
  const double rounding = static_cast<double>(d) * std::numeric_limits<double>::epsilon();
  const at::Tensor kept = values > rounding * values.max();
  return (at::where(kept, values, 1).rsqrt() * kept).unsqueeze(1) * vectors.t();
}

MahalanobisScore::MahalanobisScore(GcnNetwork& network, MahalanobisTask task,
                                   const MahalanobisOptions& options)
    : network_(network),
      task_(std::move(task)),
      options_(options),
      means_(at::zeros({task_.classes, task_.hidden})),
      present_(at::zeros({task_.classes})),
      whitening_(at::zeros({task_.hidden, task_.hidden})) {}

std::vector<NamedTensor> MahalanobisScore::state() const {
  return {{"mahalanobis.means", means_},
          {"mahalanobis.present", present_},
          {"mahalanobis.whitening", whitening_}};
}

Result<void> MahalanobisScore::fit(const Progress& progress) {
  const at::Tensor all = network_.pass(*task_.graph, {}, progress).hidden;
  if (progress.stopped()) return cancelled();
  const at::Tensor hidden = all.index_select(0, indexOf(task_.train)).to(at::kDouble);
  const at::Tensor labels = indexOf(task_.labels);
  const at::Tensor counts = at::bincount(labels, {}, task_.classes).to(at::kDouble);
  const at::Tensor sums = at::zeros({task_.classes, task_.hidden}, at::kDouble).index_add(0, labels, hidden);
  const at::Tensor means = sums / counts.clamp_min(1).unsqueeze(1);
  const at::Tensor centred = hidden - means.index_select(0, labels);
  const at::Tensor covariance = at::mm(centred.t(), centred) / static_cast<double>(hidden.size(0));
  means_.copy_(means);
  present_.copy_(counts > 0);
  whitening_.copy_(whiteningOf(covariance, options_.precision));
  return {};
}

at::Tensor MahalanobisScore::distances(const at::Tensor& hidden) const {
  const at::Tensor whitening = whitening_.to(at::kDouble).t();
  const at::Tensor rows = at::mm(hidden.to(at::kDouble), whitening);
  const at::Tensor centres = at::mm(means_.to(at::kDouble), whitening);
  at::Tensor least;
  for (std::int64_t c = 0; c < task_.classes; ++c) {
    if (present_[c].item<float>() == 0) continue;
    const at::Tensor distance = (rows - centres[c]).square().sum(1);
    least = least.defined() ? at::minimum(least, distance) : distance;
  }
  return least.defined() ? 0.5 * least : rows.sum(1);
}

Result<ScoreList> MahalanobisScore::scores(const NetworkGraph& graph, const std::vector<NodeId>& asked,
                                           const Progress& progress) {
  const auto loss = [&](const GcnPass& pass) {
    return distances(pass.hidden.index_select(0, indexOf(asked))).mean();
  };
  SISPDE_TRY(const GcnPass pass, passAfterStep(network_, graph, options_.epsilon, loss, progress));
  const double sign = options_.sign == ScoreSign::Repository ? -1 : 1;
  return ScoreList{{"mahalanobis", valuesOf(sign * distances(pass.hidden))}};
}

}  // namespace sispde
