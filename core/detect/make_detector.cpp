#include "core/detect/make_detector.h"

#include <algorithm>
#include <set>

#include "core/base/machine.h"
#include "core/detect/network_detector.h"
#include "core/detect/network_features.h"
#include "core/detect/presets.h"
#include "core/detect/training_memory.h"
#include "core/model/gcn_network.h"
#include "core/model/gemm.h"
#include "core/model/spde_network.h"
#include "core/ood/matern_energy.h"

namespace sispde {
namespace {

SpdeNetworkOptions spdeOptions(const DetectorOptions& options, NodeId nodes, std::uint64_t seed) {
  SpdeNetworkOptions spde;
  spde.shape.hidden = static_cast<std::size_t>(options.hidden);
  spde.shape.samples = static_cast<std::size_t>(options.trainSamples);
  spde.shape.steps = options.steps;
  spde.shape.time = options.time;
  spde.shape.solver = options.solver;
  spde.validationSamples = static_cast<std::size_t>(options.validationSamples);
  spde.testSamples = static_cast<std::size_t>(options.testSamples);
  spde.dropout = options.dropout;
  spde.batchNorm = options.batchNorm;
  spde.kernel = kernelSpecOf(options, nodes);
  spde.noise.on = options.noise;
  spde.noise.mode = options.noiseMode;
  spde.noise.tolerance = options.noiseTolerance;
  spde.noise.order = options.order;
  spde.noise.literalRoot = options.root == NoiseRoot::Literal;
  spde.noise.bankEpochs = options.noiseBank;
  spde.noise.renewed = options.noiseRefresh;
  spde.noise.seed = seed;
  return spde;
}

Result<void> checkTask(const Dataset& data, const DetectionNodes& nodes) {
  if (data.labels.empty())
    return usageError("The data set {} has no labels, so there is nothing to learn", data.name);
  std::set<std::int32_t> classes;
  for (NodeId u = 0; u < data.nodeCount(); ++u)
    if (data.labels[u] >= 0 && !data.isPlaceholder(u)) classes.insert(data.labels[u]);
  if (classes.empty())
    return usageError("No node of the data set {} has a label, so there is nothing to learn", data.name);
  if (classes.size() < 2)
    return usageError("The data set {} has one class; a classifier needs at least two", data.name);
  if (nodes.train.empty())
    return usageError("No training node is in distribution and has a label; choose another shift or split");
  if (nodes.validation.empty())
    return usageError("No validation node is in distribution and has a label; choose another shift or split");
  return {};
}

bool isSpde(std::string_view name) {
  return std::any_of(detectors().begin(), detectors().end(),
                     [&](const DetectorInfo& info) { return info.name == name && info.hasNoise; });
}

Result<void> checkRequest(const DetectorRequest& request) {
  holdTorchAtOneThread();
  SISPDE_CHECK(checkOptions(request.options));
  const DetectorOptions& options = request.options;
  const bool one = !isSpde(request.name) || !options.noise || options.sigma == 0 || options.testSamples == 1;
  if (one && (options.primary == "aleatoric" || options.primary == "epistemic"))
    return usageError("The primary score {} needs several different samples, and this detector has one",
                      options.primary);
  if (const Result<DetectorOptions> known = defaultsOf(request.name); !known)
    return Unexpected(known.error());
  return {};
}

std::unique_ptr<Detector> assemble(const DetectorRequest& request, NetworkTask task,
                                   std::shared_ptr<const NetworkGraph> test, DetectionNodes nodes) {
  const DetectorOptions& options = request.options;
  const std::shared_ptr<const NetworkGraph> training = task.graph;
  std::unique_ptr<Network> network;
  if (isSpde(request.name))
    network = std::make_unique<SpdeNetwork>(std::move(task),
                                            spdeOptions(options, training->graph.nodeCount(), request.seed));
  else
    network = std::make_unique<GcnNetwork>(std::move(task),
                                           GcnOptions{options.hidden, options.dropout, options.batchNorm});
  return std::make_unique<NetworkDetector>(std::move(network), training, std::move(test), std::move(nodes),
                                           options, request.seed);
}

}  // namespace

Result<void> checkDetector(const DetectorRequest& request) {
  return checkRequest(request);
}

Result<std::unique_ptr<Detector>> makeDetector(const DetectorRequest& request, const ShiftedData& data,
                                               std::vector<std::string>& notes, const Progress& progress) {
  SISPDE_CHECK(checkRequest(request));
  DetectionNodes nodes;
  nodes.labels = data.training.labels;
  if (data.training.splits.empty()) return usageError("The data set {} has no split", data.training.name);
  nodes.train = members(data.training.splits[0].train);
  nodes.validation = members(data.training.splits[0].validation);
  for (const NodeId u : members(data.idTest))
    if (u < std::ssize(nodes.labels) && nodes.labels[u] >= 0) nodes.idTest.push_back(u);
  SISPDE_CHECK(checkTask(data.training, nodes));

  // Better told now than after all epochs.
  const MaternEnergyOptions matern{request.options.maternNu, request.options.maternKappa};
  const std::vector<double> none(static_cast<std::size_t>(data.training.nodeCount()), 0.0);
  if (const auto smooth = maternEnergy(none, data.training.graph, matern, progress); !smooth)
    return Unexpected(smooth.error());
  SISPDE_TRY(const Features features, featuresOrStandIns(data.training, notes, progress));
  const TrainingSize size{data.training.nodeCount(), data.training.graph.edgeCount(), features.storedCount(),
                          data.training.classCount()};
  SISPDE_CHECK(checkTrainingMemory(request.options, isSpde(request.name), size, freeMemory()));
  NetworkTask task;
  task.graph = std::make_shared<const NetworkGraph>(data.training.graph, features);
  task.train = nodes.train;
  task.validation = nodes.validation;
  task.classes = data.training.classCount();
  task.seed = request.seed;
  // With a whole-graph shift the OOD nodes are in another graph, or in this one with other features.
  std::shared_ptr<const NetworkGraph> test;
  if (data.wholeGraph) {
    std::vector<std::string> same;
    SISPDE_TRY(const Features shifted, featuresOrStandIns(data.test, same, progress));
    test = std::make_shared<const NetworkGraph>(data.test.graph, shifted);
  }
  return assemble(request, std::move(task), std::move(test), std::move(nodes));
}

Result<std::unique_ptr<Detector>> makeScorer(const DetectorRequest& request, const Dataset& data,
                                             std::int64_t classes, std::int64_t features,
                                             const std::vector<NodeId>& judged,
                                             std::vector<std::string>& notes, const Progress& progress) {
  SISPDE_CHECK(checkRequest(request));
  if (data.nodeCount() == 0) return usageError("The graph {} has no nodes", data.name);
  if (data.features.columns() != features)
    return usageError(
        "The model was trained on {}; {} has {}",
        features == 0 ? "a data set without features" : fmt::format("{} features per node", features),
        data.name, data.features.empty() ? "none" : fmt::format("{}", data.features.columns()));
  if (data.classCount() > classes)
    return usageError("The model knows {} classes; {} has {}", classes, data.name, data.classCount());
  SISPDE_TRY(const Features stored, featuresOrStandIns(data, notes, progress));
  const Features prepared =
      data.features.empty() ? stored : scaledFeatures(stored, request.options.featureScaling);
  NetworkTask task;
  task.graph = std::make_shared<const NetworkGraph>(data.graph, prepared);
  task.classes = classes;
  task.seed = request.seed;
  DetectionNodes nodes;
  nodes.labels = data.labels;
  for (const NodeId u : judged)
    if (!data.labels.empty() && data.labels[u] >= 0) nodes.idTest.push_back(u);
  return assemble(request, std::move(task), nullptr, std::move(nodes));
}

}  // namespace sispde
