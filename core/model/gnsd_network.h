#pragma once
// The network of the GNSD code (graph neural stochastic diffusion):
//   H(0) = BN(X W_e + b_e),   dH = (GAT_f(H) − H) dt + (H − GAT_g(H)) ⊙ dW,   logits = tanh(H(T)) W_o + b_o
// by Euler–Maruyama, each path on its own. GAT(H) = Σ_v α_uv (H W)_v + b with one head, α from the scores (H W)_v·a_s + (H W)_u·a_t (graph_attention.h).

#include "core/model/gnsd_noise.h"
#include "core/model/graph_attention.h"
#include "core/model/network.h"
#include "core/model/noise_supply.h"

namespace sispde {

struct GnsdNetworkOptions {
  SpdeShape shape{.steps = 10};  // its samples are those of training; Euler's scheme alone
  std::size_t validationSamples = 1, testSamples = 10;
  double dropout = 0;  // of the input
  bool batchNorm = true;
  GnsdNoise noise = GnsdNoise::Independent;
  SupplyOptions supply;
};

class GnsdNetwork final : public Network {
 public:
  GnsdNetwork(NetworkTask task, const GnsdNetworkOptions& options);
  std::vector<NamedTensor> parameters() const override;
  std::vector<NamedTensor> buffers() const override;
  Result<void> prepare(const Progress& progress) override;
  Result<at::Tensor> trainingLogits(int epoch, const Progress& progress) override;
  void keep() override { norm_.keep(); }
  Result<at::Tensor> validationLogits(int epoch, const Progress& progress) override;
  Result<at::Tensor> testLogits(const NetworkGraph& graph, std::vector<WatchedPath>* watched,
                                const Progress& progress) override;
  double takeNoiseSeconds() override;

 private:
  struct Gat {
    at::Tensor weight, source, target, bias;  // hidden × hidden, 1 × hidden each, hidden
  };
  Gat gat(Random& random) const;
  std::int64_t hidden() const { return static_cast<std::int64_t>(options_.shape.hidden); }
  SpdeShape shapeOf(std::size_t samples) const;
  // epoch 0: not in training.
  at::Tensor encode(const NetworkGraph& graph, int epoch, const Progress& progress);
  // H(T) of every sample, each nodes × hidden.
  Result<std::vector<at::Tensor>> paths(const std::shared_ptr<const AttentionPattern>& pattern,
                                        const at::Tensor& initial, const SpdeShape& shape,
                                        const NoiseRows& noise, const Progress& progress);
  // Samples × chosen nodes × classes; no nodes: all.
  at::Tensor decode(const std::vector<at::Tensor>& ends, const std::vector<NodeId>* nodes) const;

  NetworkTask task_;
  GnsdNetworkOptions options_;
  at::Tensor encoder_, encoderBias_, decoder_, decoderBias_;
  Gat drift_, diffusion_;
  BatchNorm norm_;
  std::shared_ptr<const AttentionPattern> pattern_;
  NoiseSupply supply_;
  double noiseSeconds_ = 0;
};

}  // namespace sispde
