#include "core/detect/assembly.h"
#include "core/model/spde_network.h"

namespace sispde {

SpdeShape pathShape(const DetectorOptions& options) {
  return {.hidden = static_cast<std::size_t>(options.hidden),
          .samples = static_cast<std::size_t>(options.trainSamples),
          .steps = options.steps,
          .time = options.time,
          .solver = options.solver};
}

static SpdeNetworkOptions spdeOptions(const DetectorOptions& options, NodeId nodes, std::uint64_t seed,
                                      std::shared_ptr<SamplerStore> samplers) {
  SpdeNetworkOptions spde;
  spde.shape = pathShape(options);
  spde.validationSamples = static_cast<std::size_t>(options.validationSamples);
  spde.testSamples = static_cast<std::size_t>(options.testSamples);
  spde.dropout = options.dropout;
  spde.batchNorm = options.batchNorm;
  spde.kernel = kernelSpecOf(options, nodes);
  spde.noise.on = options.noise;
  spde.noise.mode = options.noiseMode;
  spde.noise.tolerance = options.noiseTolerance;
  spde.noise.order = options.order;
  spde.noise.literalRoot = options.root == NoiseRoot::Literal;
  spde.noise.bankEpochs = options.noiseBank;
  spde.noise.renewed = options.noiseRefresh;
  spde.noise.seed = seed;
  spde.noise.samplers = std::move(samplers);
  return spde;
}

Result<std::unique_ptr<Detector>> makeSispde(DetectorParts parts) {
  const DetectorRequest& request = parts.request;
  auto network = std::make_unique<SpdeNetwork>(
      parts.task,
      spdeOptions(request.options, parts.task.graph->graph.nodeCount(), request.seed, request.samplers));
  return networkDetector(std::move(parts), std::move(network));
}

}  // namespace sispde
