#pragma once
// The graph convolutional network of the GNNSafe code: logits = Â relu(BN(Â X W_1 + b_1)) W_2 + b_2, one sample, dropout before the second
// layer, batch normalisation where it is asked for.

#include "core/model/network.h"

namespace sispde {

struct GcnOptions {
  std::int64_t hidden = 64;
  double dropout = 0;
  bool batchNorm = true;
};

// How a graph goes through the network.
struct GcnPassOptions {
  int epoch = 0;          // whose dropout; 0: not in training, with the running statistics
  bool further = false;   // in training, after trainingLogits of the same epoch
  bool structure = true;  // false: Â replaced by I, so that every node stands alone
  at::Tensor
      features{};  // dense, nodes × columns, for gradients with respect to them; undefined: the graph's
};

struct GcnPass {
  at::Tensor hidden;  // nodes × hidden: relu(BN(Â X W_1 + b_1)), with dropout in training
  at::Tensor logits;  // nodes × classes
};

class GcnNetwork final : public Network {
 public:
  GcnNetwork(NetworkTask task, const GcnOptions& options);
  std::vector<NamedTensor> parameters() const override;
  std::vector<NamedTensor> buffers() const override;
  Result<at::Tensor> trainingLogits(int epoch, const Progress& progress) override;
  void keep() override;
  Result<at::Tensor> validationLogits(int epoch, const Progress& progress) override;
  Result<at::Tensor> testLogits(const NetworkGraph& graph, std::vector<WatchedPath>* watched,
                                const Progress& progress) override;

  // All nodes of the training graph as trainingLogits saw them last; none after keep().
  const GcnPass& trainingPass() const { return trainingPass_; }
  // All nodes of a graph. A progress that is stopped leaves numbers of no use; the caller asks it.
  GcnPass pass(const NetworkGraph& graph, const GcnPassOptions& options = {}, const Progress& progress = {});
  // Logits of given hidden activations, nodes × hidden: Â H W_2 + b_2.
  at::Tensor lastLayer(const NetworkGraph& graph, const at::Tensor& hidden,
                       const Progress& progress = {}) const;

 private:
  NetworkTask task_;
  GcnOptions options_;
  at::Tensor first_, firstBias_, second_, secondBias_;
  BatchNorm norm_;
  GcnPass trainingPass_;
};

}  // namespace sispde
