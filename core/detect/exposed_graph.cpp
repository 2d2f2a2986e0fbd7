#include "core/detect/exposed_graph.h"

#include "core/detect/network_features.h"
#include "core/shift/exposure.h"

namespace sispde {

Result<ExposedGraph> exposedGraph(const DetectorParts& parts) {
  Dataset data = parts.data->training;
  std::vector<std::string> said;  // what stands in for missing features was said before
  const bool ownFeatures = !data.features.empty();
  SISPDE_TRY(data.features, featuresOrStandIns(data, said, parts.progress));
  SISPDE_TRY(Exposure exposure, exposureOf(data, *parts.data, parts.request.seed));
  ExposedGraph exposed{parts.task.graph, std::move(exposure.nodes), exposure.copy.has_value()};
  if (exposure.copy) {
    Dataset& copy = *exposure.copy;
    // What stands in for features is made from the graph, and this is another one.
    if (!ownFeatures && parts.data->wholeGraph) {
      copy.features = {};
      SISPDE_TRY(copy.features, featuresOrStandIns(copy, said, parts.progress));
    }
    exposed.graph = std::make_shared<const NetworkGraph>(copy.graph, copy.features);
  }
  parts.notes.push_back(
      fmt::format("This detector sees OOD data in training, which most others do not: {} exposure nodes, {}.",
                  exposed.nodes.size(), exposure.origin));
  return exposed;
}

Result<at::Tensor> exposedLogits(GcnNetwork& network, const ExposedGraph& exposed, int epoch,
                                 const Progress& progress) {
  if (!exposed.copy) return network.trainingPass().logits;
  GcnPassOptions options;
  options.epoch = epoch;
  options.further = true;
  const at::Tensor logits = network.pass(*exposed.graph, options, progress).logits;
  if (progress.stopped()) return cancelled();
  return logits;
}

}  // namespace sispde
