#pragma once
// The noise of one graph for a model: from a bank while it trains and is validated, freshly drawn when it is tested, and white noise
// straight from its place. What an epoch or a test sees depends on the seed and the epoch alone.

#include "core/model/model_noise.h"
#include "core/noise/sampler_store.h"

namespace sispde {

struct SupplyOptions {
  bool on = true;
  NoiseMode mode = NoiseMode::Increments;
  double tolerance = 1e-3;   // of a column, relative
  int order = 0;             // of the polynomial; 0: from the tolerance
  bool literalRoot = false;  // φ(Δ) in place of its root on graphs above exactNodes
  double bankEpochs = 8;     // epochs' worth of columns that are kept; below 1: every epoch draws all anew
  double renewed = 0.0625;   // share of an epoch's columns that is drawn anew per epoch
  std::uint64_t seed = 0;
  std::size_t maxBytes = std::size_t{384}
                         << 20;  // of the bank; it keeps fewer epochs' worth where they would take more
  std::shared_ptr<SamplerStore> samplers;  // shared with other trainings; null: one's own
};

class NoiseSupply {
 public:
  // `training` and `validation` say what an epoch takes; their samples may be 0.
  // The bank stands in `order`, that of the training's rows (empty: the nodes' own).
  NoiseSupply(const Graph& graph, const SupplyOptions& options, const SpdeShape& training,
              const SpdeShape& validation, std::vector<NodeId> order = {});

  // The kernel from now on; the bank is filled when an epoch asks for it.
  Result<void> setKernel(const KernelSpec& spec, const Progress& progress);
  const KernelSpec& kernel() const { return spec_; }
  // Whether there is any noise.
  bool silent() const;

  // To be called before the two below.
  Result<void> advance(int epoch, const Progress& progress);
  // `order` must outlive what is returned, and so must this object; advance and setKernel end its use. Empty for no noise.
  NoiseRows training(int epoch, std::span<const NodeId> order) const;
  NoiseRows validation(int epoch, std::span<const NodeId> order) const;

  // Fresh noise for samples first … first + shape.samples − 1, rows in the order of the graph.
  struct Test {
    Buffer<float> values;
    ChunkChoice choice;
    NoiseRows rows;
  };
  Result<std::unique_ptr<Test>> test(const SpdeShape& shape, std::size_t first,
                                     const Progress& progress) const;
  // As many samples as are best drawn together.
  std::size_t testGroup(const SpdeShape& shape) const;

 private:
  bool banked() const { return !silent() && spec_.kind != KernelKind::White; }
  NoiseRows rowsOf(NormalSet set, const SpdeShape& shape, std::size_t skipped, int epoch,
                   std::span<const NodeId> order) const;

  Graph graph_;
  SupplyOptions options_;
  SpdeShape training_, validation_;
  std::vector<NodeId> order_;
  KernelSpec spec_;
  std::shared_ptr<const Laplacian> laplacian_;
  std::shared_ptr<const FieldSampler> sampler_;
  std::unique_ptr<NoiseBank> bank_;
};

}  // namespace sispde
