#include "core/detect/assembly.h"
#include "core/detect/odin.h"

namespace sispde {

Result<std::unique_ptr<Detector>> makeOdin(DetectorParts parts) {
  auto network = gcnNetwork(parts);
  NetworkHooks hooks;
  hooks.postHoc = std::make_unique<OdinScore>(*network, parts.request.options.odin);
  return networkDetector(std::move(parts), std::move(network), std::move(hooks));
}

}  // namespace sispde
