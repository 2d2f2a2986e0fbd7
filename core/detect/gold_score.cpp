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

// −log Σ exp(logits) of each row, in double.
std::vector<double> energies(const at::Tensor& logits) {
  return valuesOf(energyOf(logits.to(at::kDouble)));
}

}  // namespace

GoldScore::GoldScore(GcnNetwork& network, const DetectorOptions& options, std::uint64_t seed)
    : network_(network),
      propagation_(gnnsafePropagation(options)),
      detector_(energyDetector(options.gold, seed)),
      seed_(seed) {}

std::vector<NamedTensor> GoldScore::state() const {
  std::vector<NamedTensor> all = detector_.parameters();
  for (NamedTensor& each : detector_.buffers()) all.push_back(std::move(each));
  return all;
}

Result<std::vector<double>> GoldScore::judged(const std::vector<double>& energy, const Graph& graph,
                                              const Progress& progress) const {
  std::vector<double> smooth = propagateEnergy(energy, graph, propagation_);
  const at::Tensor column =
      at::from_blob(smooth.data(), {static_cast<std::int64_t>(smooth.size()), 1}, at::kDouble).to(at::kFloat);
  const at::Tensor logits = detector_.apply(column, {}, progress);
  if (progress.stopped()) return cancelled();
  return propagateEnergy(energies(logits), graph, propagation_);
}

Result<ScoreList> GoldScore::scores(const NetworkGraph& graph, const std::vector<NodeId>&,
                                    const Progress& progress) {
  const at::NoGradGuard none;
  const at::Tensor logits = network_.pass(graph, {}, progress).logits;
  if (progress.stopped()) return cancelled();
  const std::vector<double> energy = energies(logits);
  SISPDE_TRY(std::vector<double> own, judged(energy, graph.graph, progress));
  SISPDE_TRY(std::vector<double> control, judged(shuffledOverNodes(energy, seed_), graph.graph, progress));
  return ScoreList{{"gold", std::move(own)}, {"gold-shuffled", std::move(control)}};
}

}  // namespace sispde
