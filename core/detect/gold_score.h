#pragma once
// The score of GOLD: with E the energies of the network's logits, propagated over the graph, and q the two logits that a
// detector, a multilayer perceptron, gives to each energy, S = −log Σ exp(q), propagated in the same way. Its control
// gold-shuffled begins with energies that are shuffled over the nodes.

#include "core/detect/detector_options.h"
#include "core/detect/post_hoc.h"
#include "core/model/gcn_network.h"
#include "core/model/mlp.h"
#include "core/ood/energy_propagation.h"

namespace sispde {

class GoldScore final : public PostHoc {
 public:
  GoldScore(GcnNetwork& network, const DetectorOptions& options, std::uint64_t seed);
  std::vector<NamedTensor> state() const override;  // the detector's
  Result<ScoreList> scores(const NetworkGraph& graph, const std::vector<NodeId>& asked,
                           const Progress& progress) override;

  Mlp& detector() { return detector_; }

 private:
  // S of these energies.
  Result<std::vector<double>> judged(const std::vector<double>& energy, const Graph& graph,
                                     const Progress& progress) const;

  GcnNetwork& network_;
  PropagationOptions propagation_;
  Mlp detector_;
  std::uint64_t seed_;  // of the control's shuffling
};

}  // namespace sispde
