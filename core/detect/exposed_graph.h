#pragma once
// Exposure nodes (core/shift/exposure.h) as a network sees them in training.

#include "core/detect/assembly.h"

namespace sispde {

struct ExposedGraph {
  std::shared_ptr<const NetworkGraph> graph;
  std::vector<NodeId> nodes;
  bool copy = false;  // not the graph that is trained on
};

// For parts with data. A note says that the detector sees OOD data in training, and which.
Result<ExposedGraph> exposedGraph(const DetectorParts& parts);

// Of all nodes of the exposed graph, in training; after the network's own trainingLogits. The running statistics take in both passes,
// as in the GNNSafe code.
Result<at::Tensor> exposedLogits(GcnNetwork& network, const ExposedGraph& exposed, int epoch,
                                 const Progress& progress);

}  // namespace sispde
