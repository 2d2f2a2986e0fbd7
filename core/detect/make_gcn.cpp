#include "core/detect/assembly.h"

namespace sispde {

std::unique_ptr<GcnNetwork> gcnNetwork(const DetectorParts& parts) {
  const DetectorOptions& options = parts.request.options;
  return std::make_unique<GcnNetwork>(parts.task,
                                      GcnOptions{options.hidden, options.dropout, options.batchNorm});
}

std::unique_ptr<Detector> networkDetector(DetectorParts parts, std::unique_ptr<Network> network,
                                          NetworkHooks hooks) {
  return std::make_unique<NetworkDetector>(std::move(network), std::move(parts.task.graph),
                                           std::move(parts.test), std::move(parts.nodes),
                                           parts.request.options, parts.request.seed, std::move(hooks));
}

Result<std::unique_ptr<Detector>> makeGcn(DetectorParts parts) {
  auto network = gcnNetwork(parts);
  return networkDetector(std::move(parts), std::move(network));
}

}  // namespace sispde
