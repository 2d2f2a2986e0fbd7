#pragma once
// A Detector that trains a Network by Adam on the mean NLL of the training nodes, and scores by its logits. Hooks add a term to the
// loss and scores to the list.

#include "core/detect/detector.h"
#include "core/detect/detector_options.h"
#include "core/detect/post_hoc.h"
#include "core/detect/training_term.h"
#include "core/model/adam.h"
#include "core/model/network.h"

namespace sispde {

// What a network detector is judged by.
struct DetectionNodes {
  std::vector<std::int32_t> labels;               // of the training graph
  std::vector<NodeId> train, validation, idTest;  // with a label
  // Nodes that are scored together (post_hoc.h): of the training graph, and where the OOD nodes are.
  std::vector<NodeId> idAsked, oodAsked;
};

// Each may be null.
struct NetworkHooks {
  std::unique_ptr<PostHoc> postHoc;
  std::unique_ptr<TrainingTerm> term;
};

class NetworkDetector final : public Detector {
 public:
  // `test` is the graph of the OOD nodes; null where that is the training graph.
  NetworkDetector(std::unique_ptr<Network> network, std::shared_ptr<const NetworkGraph> training,
                  std::shared_ptr<const NetworkGraph> test, DetectionNodes nodes,
                  const DetectorOptions& options, std::uint64_t seed, NetworkHooks hooks = {});

  int epochCount() const override { return options_.epochs; }
  bool takesLastEpoch() const override { return lastEpoch_; }
  Result<void> prepare(const Progress& progress) override;
  Result<EpochReport> epoch(int number, const Progress& progress) override;
  Result<Evaluation> evaluate(const std::vector<NodeId>& watched, const Progress& progress) override;
  ModelState weights() const override;
  ModelState optimiser() const override;
  Result<void> setWeights(const ModelState& state) override;
  Result<void> setOptimiser(const ModelState& state) override;
  std::optional<KernelSpec> kernel() const override { return network_->kernel(); }
  Result<void> setKernel(const KernelSpec& spec, const Progress& progress) override;
  PhaseTimes takeTimes() override;

 private:
  std::vector<NamedTensor> weightTensors() const;
  Result<EpochReport> trainAndValidate(int number, const Progress& progress);
  Result<Evaluation> evaluateAll(const std::vector<NodeId>& watched, const Progress& progress);

  std::unique_ptr<Network> network_;
  NetworkHooks hooks_;
  std::shared_ptr<const NetworkGraph> training_, test_;
  DetectionNodes nodes_;
  DetectorOptions options_;
  std::uint64_t seed_;
  bool lastEpoch_ = false;
  Adam adam_;
  at::Tensor trainTargets_;
  std::vector<std::int32_t> trainLabels_, validationLabels_;
  PhaseTimes times_;
};

}  // namespace sispde
