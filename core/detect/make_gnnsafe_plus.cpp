#include "core/detect/energy_margins.h"

namespace sispde {

Result<std::unique_ptr<Detector>> makeGnnsafePlus(DetectorParts parts) {
  auto network = gcnNetwork(parts);
  NetworkHooks hooks;
  if (parts.data != nullptr) {
    SISPDE_TRY(ExposedGraph exposed, exposedGraph(parts));
    hooks.term = std::make_unique<EnergyMarginTerm>(*network, parts.task.graph->graph, parts.task.train,
                                                    std::move(exposed), parts.request.options);
  }
  return networkDetector(std::move(parts), std::move(network), std::move(hooks));
}

}  // namespace sispde
