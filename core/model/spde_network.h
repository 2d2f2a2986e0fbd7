#pragma once
// The paper's model: encoder H(0) = BN(Â X W_e + b_e), the SPDE's way to H(T) (spde_integrator.h), decoder H(T) W_o + b_o. Only rows that
// reach the training nodes are computed in training, and likewise for the validation nodes.

#include "core/model/functions.h"
#include "core/model/network.h"
#include "core/model/noise_supply.h"

namespace sispde {

struct SpdeNetworkOptions {
  SpdeShape shape;  // its samples are those of training
  std::size_t validationSamples = 2, testSamples = 10;
  double dropout = 0;
  bool batchNorm = true;
  KernelSpec kernel;
  SupplyOptions noise;
};

class SpdeNetwork final : public Network {
 public:
  SpdeNetwork(NetworkTask task, const SpdeNetworkOptions& options);
  std::vector<NamedTensor> parameters() const override;
  std::vector<NamedTensor> buffers() const override;
  Result<void> prepare(const Progress& progress) override;
  Result<at::Tensor> trainingLogits(int epoch, const Progress& progress) override;
  void keep() override { norm_.keep(); }
  Result<at::Tensor> validationLogits(int epoch, const Progress& progress) override;
  Result<at::Tensor> testLogits(const NetworkGraph& graph, std::vector<WatchedPath>* watched,
                                const Progress& progress) override;
  std::optional<KernelSpec> kernel() const override { return options_.kernel; }
  Result<void> setKernel(const KernelSpec& spec, const Progress& progress) override;
  double takeNoiseSeconds() override;

 private:
  // Some nodes that logits are wanted of.
  struct Asked {
    std::shared_ptr<const NodeView> view;
    std::shared_ptr<SpdeIntegrator> integrator;
    at::Tensor rows;  // nodes of the rows that reach them
  };
  Asked ask(const std::vector<NodeId>& nodes, const SpdeShape& shape) const;
  SpdeShape shapeOf(std::size_t samples) const;
  // epoch 0: not in training.
  at::Tensor encode(const NetworkGraph& graph, int epoch, const Progress& progress);
  at::Tensor decode(const at::Tensor& h) const;  // nodes × samples × hidden to samples × nodes × classes
  SpdeParameters field() const { return {field_, fieldBias_, convolution_, convolutionBias_}; }
  Result<const NoiseSupply*> supplyOf(const NetworkGraph& graph, const Progress& progress);
  // Samples first, first + 1, … of the watched nodes' paths; seen[k − 1] is H(t_k), watched × shape.samples × hidden.
  void addPaths(const at::Tensor& initial, const SpdeShape& shape, std::size_t samples, std::size_t first,
                const std::vector<std::vector<float>>& seen, std::vector<WatchedPath>& watched) const;

  NetworkTask task_;
  SpdeNetworkOptions options_;
  at::Tensor encoder_, encoderBias_, field_, fieldBias_, convolution_, convolutionBias_, decoder_,
      decoderBias_;
  BatchNorm norm_;
  Asked training_, validation_;
  NoiseSupply supply_;
  // The kernel on the graph that was tested last, where that is another one.
  Graph otherGraph_;
  std::unique_ptr<NoiseSupply> other_;
  double noiseSeconds_ = 0;
};

}  // namespace sispde
