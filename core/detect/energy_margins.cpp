#include "core/detect/energy_margins.h"

#include <algorithm>

#include "core/detect/named_scores.h"
#include "core/model/functions.h"

namespace sispde {

at::Tensor marginLoss(const at::Tensor& inside, const at::Tensor& outside,
                      const GnnsafePlusOptions& options) {
  return options.weight * (at::relu(inside - options.marginIn).square().mean() +
                           at::relu(options.marginOut - outside).square().mean());
}

SparsePair neighbourMean(const Graph& graph, IsolatedNodes isolated) {
  SparseMatrix mean;
  mean.width = static_cast<std::size_t>(graph.nodeCount());
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    const auto neighbours = graph.neighbours(u);
    mean.columns.insert(mean.columns.end(), neighbours.begin(), neighbours.end());
    if (neighbours.empty() && isolated == IsolatedNodes::Keep) mean.columns.push_back(u);
    const std::size_t entries = std::max<std::size_t>(1, neighbours.size());
    mean.values.resize(mean.columns.size(), 1 / static_cast<float>(entries));
    mean.offsets.push_back(static_cast<std::int64_t>(mean.columns.size()));
  }
  return withTranspose(std::move(mean));
}

at::Tensor propagated(const at::Tensor& energy, const SparsePair& neighbourMean,
                      const PropagationOptions& options, const Progress& progress) {
  at::Tensor column = energy.unsqueeze(1);
  for (int step = 0; step < options.steps; ++step)
    column = options.keep * column + (1 - options.keep) * sparseProduct(neighbourMean, column, progress);
  return column.squeeze(1);
}

EnergyMarginTerm::EnergyMarginTerm(GcnNetwork& network, const Graph& graph,
                                   const std::vector<NodeId>& training, ExposedGraph exposed,
                                   const DetectorOptions& options)
    : network_(network),
      training_(training),
      exposed_(std::move(exposed)),
      options_(options.gnnsafePlus),
      propagation_(gnnsafePropagation(options)),
      trainingMean_(neighbourMean(graph, propagation_.isolated)),
      exposedMean_(exposed_.copy ? neighbourMean(exposed_.graph->graph, propagation_.isolated)
                                 : trainingMean_) {
  if (options_.nodes == MarginNodes::All) return;
  const std::size_t shorter = std::min(training_.size(), exposed_.nodes.size());
  training_.resize(shorter);
  exposed_.nodes.resize(shorter);
}

at::Tensor EnergyMarginTerm::energies(const at::Tensor& logits, const SparsePair& mean,
                                      const std::vector<NodeId>& nodes, const Progress& progress) const {
  return propagated(-at::logsumexp(logits, 1), mean, propagation_, progress).index_select(0, indexOf(nodes));
}

Result<at::Tensor> EnergyMarginTerm::loss(int epoch, const Progress& progress) {
  const at::Tensor own = network_.trainingPass().logits;
  SISPDE_TRY(const at::Tensor logits, exposedLogits(network_, exposed_, epoch, progress));
  at::Tensor loss = marginLoss(energies(own, trainingMean_, training_, progress),
                               energies(logits, exposedMean_, exposed_.nodes, progress), options_);
  if (progress.stopped()) return cancelled();
  return loss;
}

}  // namespace sispde
