#pragma once
// A Network is a classifier of nodes that a detector trains: weights, and logits for the training nodes, the validation nodes, and all
// nodes of a graph. Logits are samples × nodes × classes. A stopped progress gives Cancelled and leaves the weights as they are.

#include <optional>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/kernel/kernel_spec.h"
#include "core/model/layers.h"
#include "core/model/node_view.h"
#include "core/model/watched_path.h"

namespace sispde {

// A graph as a network sees it.
struct NetworkGraph {
  NetworkGraph(const Graph& graph, const Features& features);

  Graph graph;
  SparsePair features;                   // nodes × columns
  std::shared_ptr<const NodeView> view;  // all nodes in their order
  SparsePair adjacency;                  // Â, its own transpose
};

// What a network is trained on.
struct NetworkTask {
  std::shared_ptr<const NetworkGraph> graph;
  std::vector<NodeId> train, validation;
  std::int64_t classes = 0;
  std::uint64_t seed = 0;
};

// The streams of a seed that networks use, so that none shares its numbers with another.
enum class NetworkStream : std::uint64_t {
  Weights = 2001,
  InputDropout = 2002,
  HiddenDropout = 2003,
  DenoiserWeights = 2011,
  DiffusionTimes = 2012,
  EnergyDetectorWeights = 2013
};
inline std::uint64_t networkStream(NetworkStream use, int epoch = 0) {
  return static_cast<std::uint64_t>(use) + (static_cast<std::uint64_t>(epoch) << 32);
}

class Network {
 public:
  virtual ~Network() = default;
  virtual std::vector<NamedTensor> parameters() const = 0;  // trained
  virtual std::vector<NamedTensor> buffers() const = 0;     // running statistics

  virtual Result<void> prepare(const Progress&) { return {}; }
  // In training mode, for a gradient; keep() takes its running statistics over.
  virtual Result<at::Tensor> trainingLogits(int epoch, const Progress& progress) = 0;
  virtual void keep() = 0;
  virtual Result<at::Tensor> validationLogits(int epoch, const Progress& progress) = 0;
  // All nodes of this or another graph with the same features. Paths of watched nodes where asked for and there are any.
  virtual Result<at::Tensor> testLogits(const NetworkGraph& graph, std::vector<WatchedPath>* watched,
                                        const Progress& progress) = 0;

  virtual std::optional<KernelSpec> kernel() const { return std::nullopt; }
  virtual Result<void> setKernel(const KernelSpec&, const Progress&) {
    return usageError("This detector has no noise kernel");
  }
  // Seconds spent on noise since the last call.
  virtual double takeNoiseSeconds() { return 0; }
};

// X with entries dropped, where p > 0; deterministic in (seed, stream).
SparsePair withDropout(const SparsePair& features, double p, std::uint64_t seed, std::uint64_t stream);

}  // namespace sispde
