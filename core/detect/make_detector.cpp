#include "core/detect/make_detector.h"

#include <algorithm>

#include "core/base/machine.h"
#include "core/detect/assembly.h"
#include "core/detect/detector_mistakes.h"
#include "core/detect/network_features.h"
#include "core/detect/presets.h"
#include "core/detect/trainable.h"
#include "core/detect/training_memory.h"
#include "core/model/gemm.h"
#include "core/ood/matern_energy.h"

namespace sispde {
namespace {

// clang-format off
// One line for each.
constexpr std::pair<std::string_view, Assemble> assemblies[] = {
    {"gcn", makeGcn},
    {"gebm", makeGebm},
    {"gnnsafe", makeGcn},
    {"gnnsafe++", makeGnnsafePlus},
    {"gnsd", makeGnsd},
    {"gold", makeGold},
    {"mahalanobis", makeMahalanobis},
    {"msp", makeGcn},
    {"odin", makeOdin},
    {"oe", makeOe},
    {"sispde", makeSispde},
    {"sispde-rbf", makeSispde},
};
// clang-format on

NetworkKind networkOf(const DetectorInfo& info) {
  if (info.hasNoise) return NetworkKind::Spde;
  return info.name == "gnsd" ? NetworkKind::Diffusion : NetworkKind::Convolutions;
}

std::vector<std::string> conflicts(const DetectorInfo& info, const DetectorOptions& options) {
  std::vector<std::string> found;
  const NetworkKind network = networkOf(info);
  const bool one = network == NetworkKind::Convolutions || !options.noise || options.testSamples == 1 ||
                   (network == NetworkKind::Spde && options.sigma == 0);
  if (one && (options.primary == "aleatoric" || options.primary == "epistemic"))
    found.push_back(fmt::format(
        "The primary score {} needs several different samples, and this detector has one", options.primary));
  if (info.name == "gold" && (options.patience > 0 || (options.selection != Selection::Auto &&
                                                       options.selection != Selection::LastEpoch)))
    found.emplace_back(
        "GOLD takes the weights at the end of its schedule: select must be auto or last-epoch, and patience "
        "0");
  if (info.name == "gnsd" && (options.solver != Solver::Euler || options.sigma != 1))
    found.emplace_back(
        "GNSD steps by Euler and Maruyama and learns the size of its noise, as its published code does: "
        "solver must be euler and sigma 1; noise=off leaves its noise out");
  for (const DetectorInfo& other : detectors())
    if (other.ownScore == options.primary && other.name != info.name)
      found.push_back(fmt::format("The score {} is that of the detector {}; {} cannot stand for it",
                                  options.primary, other.name, info.name));
  // Whether its density can be smoothed with does not depend on the graph; the defaults can.
  const MaternEnergyOptions matern{options.maternNu, options.maternKappa}, usual;
  if (matern.nu != usual.nu || matern.kappa != usual.kappa)
    if (const auto smooth = maternEnergy({}, Graph(), matern); !smooth)
      found.push_back("matern-energy: " + smooth.error().message);
  return found;
}

Result<const DetectorInfo*> checkRequest(const DetectorRequest& request) {
  holdTorchAtOneThread();
  SISPDE_CHECK(checkOptions(request.options));
  SISPDE_TRY(const DetectorInfo* info, findDetector(request.name));
  const std::vector<std::string> found = conflicts(*info, request.options);
  if (!found.empty()) return usageError("{}", found.front());
  return info;
}

TrainingSize sizeOf(const DetectorRequest& request, const DetectorInfo& info, const Dataset& data,
                    const Features& features) {
  TrainingSize size{data.nodeCount(), data.graph.edgeCount(), features.storedCount(), data.classCount()};
  const bool steps = (info.ownScore == "odin" && request.options.odin.epsilon > 0) ||
                     (info.ownScore == "mahalanobis" && request.options.mahalanobis.epsilon > 0);
  if (steps) size.steppedEntries = features.rows() * features.columns();
  size.graphs = info.seesExposure ? 2 : 1;
  return size;
}

Result<std::unique_ptr<Detector>> assemble(DetectorParts parts) {
  for (const auto& [name, make] : assemblies)
    if (name == parts.request.name) return make(std::move(parts));
  return usageError("The detector {} cannot be made", parts.request.name);
}

}  // namespace

Result<void> checkDetector(const DetectorRequest& request) {
  if (const auto checked = checkRequest(request); !checked) return Unexpected(checked.error());
  return {};
}

std::vector<std::string> detectorMistakes(const DetectorRequest& request) {
  std::vector<std::string> mistakes;
  if (const auto good = checkOptions(request.options); !good) mistakes.push_back(good.error().message);
  const auto info = findDetector(request.name);
  if (!info) {
    mistakes.push_back(info.error().message);
    return mistakes;
  }
  for (std::string& each : conflicts(**info, request.options)) mistakes.push_back(std::move(each));
  return mistakes;
}

Result<std::unique_ptr<Detector>> makeDetector(const DetectorRequest& request, const ShiftedData& data,
                                               std::vector<std::string>& notes, const Progress& progress) {
  SISPDE_TRY(const DetectorInfo* info, checkRequest(request));
  SISPDE_CHECK(checkTrainable(data));
  DetectorParts parts{.request = request, .data = &data, .notes = notes, .progress = progress};
  DetectionNodes& nodes = parts.nodes;
  nodes.labels = data.training.labels;
  nodes.idAsked = members(data.idTest);
  nodes.oodAsked = members(data.oodTest);
  nodes.train = members(data.training.splits[0].train);
  nodes.validation = members(data.training.splits[0].validation);
  for (const NodeId u : nodes.idAsked)
    if (u < std::ssize(nodes.labels) && nodes.labels[u] >= 0) nodes.idTest.push_back(u);
  SISPDE_TRY(const Features features, featuresOrStandIns(data.training, notes, progress));
  SISPDE_CHECK(checkTrainingMemory(request.options, networkOf(*info),
                                   sizeOf(request, *info, data.training, features), freeMemory()));
  NetworkTask& task = parts.task;
  task.graph = std::make_shared<const NetworkGraph>(data.training.graph, features);
  task.train = nodes.train;
  task.validation = nodes.validation;
  task.classes = data.training.classCount();
  task.seed = request.seed;
  // With a whole-graph shift the OOD nodes are in another graph, or in this one with other features.
  if (data.wholeGraph) {
    std::vector<std::string> same;
    SISPDE_TRY(const Features shifted, featuresOrStandIns(data.test, same, progress));
    parts.test = std::make_shared<const NetworkGraph>(data.test.graph, shifted);
  }
  return assemble(std::move(parts));
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
  DetectorParts parts{.request = request, .notes = notes, .progress = progress};
  parts.task.graph = std::make_shared<const NetworkGraph>(data.graph, prepared);
  parts.task.classes = classes;
  parts.task.seed = request.seed;
  DetectionNodes& nodes = parts.nodes;
  nodes.labels = data.labels;
  nodes.idAsked = judged.empty() ? allNodes(data.nodeCount()) : judged;
  nodes.oodAsked = members(data.ood);
  for (const NodeId u : judged)
    if (!data.labels.empty() && data.labels[u] >= 0) nodes.idTest.push_back(u);
  return assemble(std::move(parts));
}

}  // namespace sispde
