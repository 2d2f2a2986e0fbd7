#include "core/detect/assembly.h"
#include "core/detect/mahalanobis.h"

namespace sispde {

Result<std::unique_ptr<Detector>> makeMahalanobis(DetectorParts parts) {
  const DetectorOptions& options = parts.request.options;
  MahalanobisTask task{parts.task.graph, parts.task.train, {}, parts.task.classes, options.hidden};
  for (const NodeId u : task.train) task.labels.push_back(parts.nodes.labels[u]);
  auto network = gcnNetwork(parts);
  NetworkHooks hooks;
  hooks.postHoc = std::make_unique<MahalanobisScore>(*network, std::move(task), options.mahalanobis);
  return networkDetector(std::move(parts), std::move(network), std::move(hooks));
}

}  // namespace sispde
