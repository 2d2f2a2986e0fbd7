#pragma once
// All scores of a classifier by name (scores.h, energy_propagation.h, matern_energy.h):
//   total, aleatoric, epistemic, msp, energy      from the logits of the node alone (aleatoric and epistemic with several samples)
//   energy-prop, gnnsafe                          the energy propagated with the options' constants, and with GNNSafe's
//   energy-prop-plain                             where the options propagate with self loops: the same without them
//   matern-energy                                 the energy smoothed by a Matérn density
//   …-shuffled                                    the control of a smoothed score: energies shuffled over the nodes before they are smoothed

#include "core/base/progress.h"
#include "core/detect/detector.h"
#include "core/detect/detector_options.h"
#include "core/ood/energy_propagation.h"
#include "core/ood/scores.h"

namespace sispde {

// That of the score gnnsafe.
PropagationOptions gnnsafePropagation(const DetectorOptions& options);

struct GraphScores {
  SampleScores basic;
  std::vector<std::pair<std::string, std::vector<double>>> all;
};
Result<GraphScores> graphScores(const Logits& logits, const Graph& graph, const DetectorOptions& options,
                                std::uint64_t seed, const Progress& progress = {});

}  // namespace sispde
