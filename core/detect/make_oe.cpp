#include "core/detect/oe.h"

namespace sispde {

Result<std::unique_ptr<Detector>> makeOe(DetectorParts parts) {
  auto network = gcnNetwork(parts);
  NetworkHooks hooks;
  hooks.postHoc = std::make_unique<MaxLogitScore>(*network);
  if (parts.data != nullptr) {
    SISPDE_TRY(ExposedGraph exposed, exposedGraph(parts));
    hooks.term = std::make_unique<ExposureTerm>(*network, std::move(exposed), parts.request.options.oe);
  }
  return networkDetector(std::move(parts), std::move(network), std::move(hooks));
}

}  // namespace sispde
