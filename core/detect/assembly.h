#pragma once
// How the detectors of make_detector.h are put together: one function per system, each in a file make_NAME.cpp, listed in
// make_detector.cpp.

#include "core/detect/make_detector.h"
#include "core/detect/network_detector.h"
#include "core/model/gcn_network.h"

namespace sispde {

// What every system is made from; the data were checked.
struct DetectorParts {
  const DetectorRequest& request;
  NetworkTask task{};
  std::shared_ptr<const NetworkGraph> test{};  // of the OOD nodes; null where that is the graph of the task
  DetectionNodes nodes{};
  const ShiftedData* data = nullptr;  // null where nothing will be trained (makeScorer)
  std::vector<std::string>& notes;    // for sentences on what was assumed
  Progress progress{};
};

using Assemble = Result<std::unique_ptr<Detector>> (*)(DetectorParts parts);

Result<std::unique_ptr<Detector>> makeGcn(DetectorParts parts);  // gcn, msp, gnnsafe
Result<std::unique_ptr<Detector>> makeGebm(DetectorParts parts);
Result<std::unique_ptr<Detector>> makeGnnsafePlus(DetectorParts parts);
Result<std::unique_ptr<Detector>> makeGnsd(DetectorParts parts);
Result<std::unique_ptr<Detector>> makeGold(DetectorParts parts);
Result<std::unique_ptr<Detector>> makeMahalanobis(DetectorParts parts);
Result<std::unique_ptr<Detector>> makeOdin(DetectorParts parts);
Result<std::unique_ptr<Detector>> makeOe(DetectorParts parts);
Result<std::unique_ptr<Detector>> makeSispde(DetectorParts parts);  // sispde, sispde-rbf

// The sizes of a path in training.
SpdeShape pathShape(const DetectorOptions& options);

// The network of the GNNSafe code with the options of the request.
std::unique_ptr<GcnNetwork> gcnNetwork(const DetectorParts& parts);

// The detector that trains this network. Hooks refer to it.
std::unique_ptr<Detector> networkDetector(DetectorParts parts, std::unique_ptr<Network> network,
                                          NetworkHooks hooks = {});

}  // namespace sispde
