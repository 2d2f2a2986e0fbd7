#include "core/detect/gold_score.h"

#include <ATen/core/grad_mode.h>

#include "core/detect/gold_losses.h"
#include "core/detect/named_scores.h"
#include "core/detect/tensor_logits.h"

namespace sispde {
namespace {

Mlp energyDetector(const GoldOptions& options, std::uint64_t seed) {
  Random random(seed, networkStream(NetworkStream::EnergyDetectorWeights));
  return Mlp("detector", {1, options.detectorHidden, 2, options.detectorLayers}, random);
}

// −log Σ exp(logits) of each row, propagated; in double.
std::vector<double> smoothEnergy(const at::Tensor& logits, const Graph& graph,
                                 const PropagationOptions& options) {
  return propagateEnergy(valuesOf(energyOf(logits.to(at::kDouble))), graph, options);
}

}  // namespace

GoldScore::GoldScore(GcnNetwork& network, const DetectorOptions& options, std::uint64_t seed)
    : network_(network),
      propagation_(gnnsafePropagation(options)),
      detector_(energyDetector(options.gold, seed)) {}

std::vector<NamedTensor> GoldScore::state() const {
  std::vector<NamedTensor> all = detector_.parameters();
  for (NamedTensor& each : detector_.buffers()) all.push_back(std::move(each));
  return all;
}

Result<ScoreList> GoldScore::scores(const NetworkGraph& graph, const std::vector<NodeId>&,
                                    const Progress& progress) {
  const at::NoGradGuard none;
  const at::Tensor logits = network_.pass(graph, {}, progress).logits;
  if (progress.stopped()) return cancelled();
  std::vector<double> energy = smoothEnergy(logits, graph.graph, propagation_);
  const at::Tensor column =
      at::from_blob(energy.data(), {static_cast<std::int64_t>(energy.size()), 1}, at::kDouble).to(at::kFloat);
  const at::Tensor judged = detector_.apply(column, {}, progress);
  if (progress.stopped()) return cancelled();
  return ScoreList{{"gold", smoothEnergy(judged, graph.graph, propagation_)}};
}

}  // namespace sispde
