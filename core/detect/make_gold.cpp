#include "core/base/machine.h"
#include "core/detect/assembly.h"
#include "core/detect/gold_detector.h"
#include "core/detect/gold_memory.h"

namespace sispde {

Result<std::unique_ptr<Detector>> makeGold(DetectorParts parts) {
  DetectorOptions options = parts.request.options;
  const Graph& graph = parts.task.graph->graph;
  auto network = gcnNetwork(parts);
  auto score = std::make_unique<GoldScore>(*network, options, parts.request.seed);
  // A score needs the network and the detector alone.
  if (parts.data == nullptr) {
    NetworkHooks hooks;
    hooks.postHoc = std::move(score);
    return networkDetector(std::move(parts), std::move(network), std::move(hooks));
  }
  const GoldCase which{parts.data->training.name, parts.data->options.kind, graph.nodeCount(),
                       parts.task.classes};
  options.gold = resolvedGold(options.gold, which, parts.notes);
  const TrainingSize size{graph.nodeCount(), graph.edgeCount(),
                          static_cast<std::int64_t>(parts.task.graph->features.forward->values.size()),
                          parts.task.classes};
  SISPDE_CHECK(checkGoldMemory(options, size, freeMemory()));
  return std::make_unique<GoldDetector>(GoldParts{std::move(network), std::move(score), parts.task.graph,
                                                  parts.test, std::move(parts.nodes), options,
                                                  parts.request.seed});
}

}  // namespace sispde
