#include "core/detect/assembly.h"
#include "core/model/gnsd_network.h"

namespace sispde {

Result<std::unique_ptr<Detector>> makeGnsd(DetectorParts parts) {
  const DetectorOptions& options = parts.request.options;
  GnsdNetworkOptions gnsd;
  gnsd.shape = pathShape(options);
  gnsd.validationSamples = static_cast<std::size_t>(options.validationSamples);
  gnsd.testSamples = static_cast<std::size_t>(options.testSamples);
  gnsd.dropout = options.dropout;
  gnsd.batchNorm = options.batchNorm;
  gnsd.noise = options.gnsd.noise;
  gnsd.supply.on = options.noise;
  gnsd.supply.bankEpochs = options.noiseBank;
  gnsd.supply.renewed = options.noiseRefresh;
  gnsd.supply.seed = parts.request.seed;
  gnsd.supply.samplers = parts.request.samplers;
  auto network = std::make_unique<GnsdNetwork>(parts.task, gnsd);
  return networkDetector(std::move(parts), std::move(network));
}

}  // namespace sispde
