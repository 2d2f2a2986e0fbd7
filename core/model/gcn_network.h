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

class GcnNetwork final : public Network {
 public:
  GcnNetwork(NetworkTask task, const GcnOptions& options);
  std::vector<NamedTensor> parameters() const override;
  std::vector<NamedTensor> buffers() const override;
  Result<at::Tensor> trainingLogits(int epoch, const Progress& progress) override;
  void keep() override { norm_.keep(); }
  Result<at::Tensor> validationLogits(int epoch, const Progress& progress) override;
  Result<at::Tensor> testLogits(const NetworkGraph& graph, std::vector<WatchedPath>* watched,
                                const Progress& progress) override;

 private:
  // epoch 0: not in training.
  at::Tensor logits(const NetworkGraph& graph, int epoch, const Progress& progress);

  NetworkTask task_;
  GcnOptions options_;
  at::Tensor first_, firstBias_, second_, secondBias_;
  BatchNorm norm_;
};

}  // namespace sispde
