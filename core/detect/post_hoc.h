#pragma once
// Scores beside those of the logits (named_scores.h), fitted to a trained network. A PostHoc keeps a reference to the network that
// its detector owns.

#include <ATen/ATen.h>

#include "core/detect/detector.h"
#include "core/model/network.h"

namespace sispde {

using ScoreList = std::vector<std::pair<std::string, std::vector<double>>>;  // by name, one value per node

class PostHoc {
 public:
  virtual ~PostHoc() = default;
  // What fit() computes and scores() needs, float32. It is part of the detector's weights, so that a stored model scores other graphs:
  // names and shapes are fixed from the start, and the tensors are always the same.
  virtual std::vector<NamedTensor> state() const { return {}; }
  // After each epoch, with the weights as they are now, on the training graph and not in training.
  virtual Result<void> fit(const Progress&) { return {}; }
  // One value per node of `graph`, always the same scores in the same order. `asked` are the nodes that are scored together, where that
  // matters.
  virtual Result<ScoreList> scores(const NetworkGraph& graph, const std::vector<NodeId>& asked,
                                   const Progress& progress) = 0;
};

// Which nodes are scored together.
struct PostHocTask {
  const NetworkGraph* training = nullptr;
  const NetworkGraph* test = nullptr;  // the graph of the OOD nodes; null where that is the training graph
  const std::vector<NodeId>*id = nullptr, *ood = nullptr;
};

// The values of the OOD nodes come from a question about them, all others of the training graph from one about the ID test nodes. A
// score that is not finite is a failure.
Result<std::vector<NamedScore>> postHocScores(PostHoc& postHoc, const PostHocTask& task,
                                              const Progress& progress);

}  // namespace sispde
