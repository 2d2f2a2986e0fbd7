#pragma once
// The energy term of GNNSafe++ (Wu et al., 2023): λ (mean over training nodes of relu(E − m_in)² + mean over exposure nodes of
// relu(m_out − E)²), E = −log Σ_c exp(z_c) after propagation as the score `gnnsafe` has it.

#include "core/detect/exposed_graph.h"
#include "core/ood/energy_propagation.h"

namespace sispde {

at::Tensor marginLoss(const at::Tensor& inside, const at::Tensor& outside, const GnnsafePlusOptions& options);

// D^{-1}A, with 1 on the diagonal for nodes without neighbours where these keep their energy.
SparsePair neighbourMean(const Graph& graph, IsolatedNodes isolated);

// propagateEnergy without self loops, with its gradient; one energy per node.
at::Tensor propagated(const at::Tensor& energy, const SparsePair& neighbourMean,
                      const PropagationOptions& options, const Progress& progress = {});

class EnergyMarginTerm final : public TrainingTerm {
 public:
  // `training` are the training nodes of `graph`.
  EnergyMarginTerm(GcnNetwork& network, const Graph& graph, const std::vector<NodeId>& training,
                   ExposedGraph exposed, const DetectorOptions& options);
  Result<at::Tensor> loss(int epoch, const Progress& progress) override;

 private:
  at::Tensor energies(const at::Tensor& logits, const SparsePair& mean, const std::vector<NodeId>& nodes,
                      const Progress& progress) const;

  GcnNetwork& network_;
  std::vector<NodeId> training_;
  ExposedGraph exposed_;
  GnnsafePlusOptions options_;
  PropagationOptions propagation_;
  SparsePair trainingMean_, exposedMean_;
};

}  // namespace sispde
