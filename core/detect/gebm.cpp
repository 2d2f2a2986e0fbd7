#include "core/detect/gebm.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/model/functions.h"
#include "core/ood/energy_propagation.h"

namespace sispde {
namespace {

// The value below which a share of the values lies, linear between two of them.
double quantile(std::vector<double>& values, double share) {
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(std::floor(place));
  std::nth_element(values.begin(), values.begin() + below, values.end());
  const double low = values[static_cast<std::size_t>(below)];
  if (below + 1 == std::ssize(values)) return low;
  const double high = *std::min_element(values.begin() + below + 1, values.end());
  return low + (place - static_cast<double>(below)) * (high - low);
}

// One class's column.
std::vector<double> columnOf(const at::Tensor& matrix, std::int64_t which) {
  const at::Tensor column = matrix.select(1, which).contiguous();
  const float* values = column.const_data_ptr<float>();
  return {values, values + column.numel()};
}

// −log Σ_c exp of the columns, node by node.
std::vector<double> energyOf(const std::vector<std::vector<double>>& columns) {
  std::vector<double> energy(columns[0].size());
  for (std::size_t u = 0; u < energy.size(); ++u) {
    double most = columns[0][u], sum = 0;
    for (const std::vector<double>& column : columns) most = std::max(most, column[u]);
    for (const std::vector<double>& column : columns) sum += std::exp(column[u] - most);
    energy[u] = -(most + std::log(sum));
  }
  return energy;
}

// The three terms of a score and their sum.
struct Terms {
  std::vector<double> independent, local, group, sum;
};
Terms termsOf(const std::vector<std::vector<double>>& evidence, const Graph& graph,
              const PropagationOptions& diffusion) {
  std::vector<std::vector<double>> diffused;
  diffused.reserve(evidence.size());
  for (const std::vector<double>& column : evidence)
    diffused.push_back(propagateEnergy(column, graph, diffusion));
  Terms terms{energyOf(evidence), energyOf(diffused), {}, {}};
  terms.group = propagateEnergy(terms.independent, graph, diffusion);
  terms.sum.resize(terms.independent.size());
  for (std::size_t u = 0; u < terms.sum.size(); ++u)
    terms.sum[u] = terms.independent[u] + terms.local[u] + terms.group[u];
  return terms;
}

// As in the published code: 1e-8, 1e-7, … on the diagonal until it exceeds 1e-6.
double jitterFor(double least) {
  double jitter = least > 1e-6 ? 0 : 1e-8;
  while (least + jitter <= 1e-6) jitter *= 10;
  return jitter;
}

}  // namespace

Gebm::Gebm(GcnNetwork& network, GebmTask task, const GebmOptions& options)
    : network_(network), task_(std::move(task)), options_(options) {
  means_ = at::zeros({task_.classes, task_.hidden});
  variances_ = at::ones({task_.classes, task_.hidden});
  ranges_ = at::tensor({0.0f, 1.0f, 0.0f, 1.0f}).repeat({task_.classes, 1});
  known_ = at::zeros({task_.classes});
  for (const std::int32_t label : task_.labels) known_[label].fill_(1);
}

std::vector<NamedTensor> Gebm::state() const {
  return {{"gebm.means", means_},
          {"gebm.variances", variances_},
          {"gebm.ranges", ranges_},
          {"gebm.classes", known_}};
}

std::vector<double> Gebm::distances(const at::Tensor& hidden, std::int64_t which,
                                    const Progress& progress) const {
  const auto n = static_cast<std::size_t>(hidden.size(0)), width = static_cast<std::size_t>(hidden.size(1));
  const float* h = hidden.const_data_ptr<float>();
  const at::Tensor mean = means_[which].contiguous(), variance = variances_[which].contiguous();
  const float *m = mean.const_data_ptr<float>(), *v = variance.const_data_ptr<float>();
  std::vector<double> found(n);
  parallelBlocks(n, 512, [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    for (std::size_t u = begin; u < end; ++u) {
      double sum = 0;
      for (std::size_t c = 0; c < width; ++c) {
        const double off = static_cast<double>(h[u * width + c]) - static_cast<double>(m[c]);
        sum += off * off / static_cast<double>(v[c]);
      }
      found[u] = sum;
    }
  });
  return found;
}

void Gebm::fitGaussian(const at::Tensor& hidden, std::int64_t which) {
  std::vector<NodeId> members;
  for (std::size_t i = 0; i < task_.train.size(); ++i)
    if (task_.labels[i] == which) members.push_back(task_.train[i]);
  const at::Tensor own = hidden.index_select(0, indexOf(members)).to(at::kDouble);
  const at::Tensor mean = own.mean(0);
  // Of one node alone there is no spread, and the jitter stands for it.
  const double divisor = std::max<double>(1, static_cast<double>(members.size()) - 1);
  const at::Tensor variance = (own - mean).square().sum(0) / divisor;
  means_[which].copy_(mean);
  variances_[which].copy_(variance + jitterFor(variance.min().item<double>()));
}

Result<void> Gebm::fit(const Progress& progress) {
  const GcnPass pass = network_.pass(*task_.graph, {}, progress);
  if (progress.stopped()) return cancelled();
  const at::Tensor hidden = pass.hidden.contiguous();
  for (std::int64_t c = 0; c < task_.classes; ++c) {
    if (!known(c)) continue;
    fitGaussian(hidden, c);
    std::vector<double> distance = distances(hidden, c, progress), logit = columnOf(pass.logits, c);
    if (progress.stopped()) return cancelled();
    ranges_[c].copy_(at::tensor({quantile(distance, 0.025), quantile(distance, 0.975), quantile(logit, 0.025),
                                 quantile(logit, 0.975)},
                                at::kDouble));
  }
  return {};
}

Result<ScoreList> Gebm::scores(const NetworkGraph& graph, const std::vector<NodeId>&,
                               const Progress& progress) {
  GcnPassOptions alone;
  alone.structure = false;
  const GcnPass pass = network_.pass(graph, alone, progress);
  if (progress.stopped()) return cancelled();
  const at::Tensor hidden = pass.hidden.contiguous();
  const PropagationOptions diffusion{options_.diffusionSteps, options_.diffusionKeep, true,
                                     IsolatedNodes::Keep};
  std::vector<std::vector<double>> evidence;
  for (std::int64_t c = 0; c < task_.classes; ++c) {
    if (!known(c)) continue;
    const at::Tensor range = ranges_[c].to(at::kDouble);
    const double *r = range.const_data_ptr<double>(), distanceRange = r[1] - r[0], logitRange = r[3] - r[2];
    std::vector<double> column = columnOf(pass.logits, c);
    const std::vector<double> distance = distances(hidden, c, progress);
    for (std::size_t u = 0; u < column.size(); ++u) {
      // Where all nodes lie equally far, distances say nothing.
      const double share = distanceRange > 0 ? (distance[u] - r[0]) / distanceRange : 0;
      column[u] -= options_.gamma * (share * logitRange + r[2]);
    }
    evidence.push_back(std::move(column));
    if (progress.stopped()) return cancelled();
  }
  if (evidence.empty()) return failure({}, "The stored model has no class to score by");
  Terms terms = termsOf(evidence, graph.graph, diffusion);
  if (progress.stopped()) return cancelled();
  for (std::vector<double>& column : evidence) column = shuffledOverNodes(column, task_.seed);
  Terms control = termsOf(evidence, graph.graph, diffusion);
  return ScoreList{{"gebm", std::move(terms.sum)},
                   {"gebm-independent", std::move(terms.independent)},
                   {"gebm-local", std::move(terms.local)},
                   {"gebm-group", std::move(terms.group)},
                   {"gebm-shuffled", std::move(control.sum)},
                   {"gebm-local-shuffled", std::move(control.local)},
                   {"gebm-group-shuffled", std::move(control.group)}};
}

}  // namespace sispde
