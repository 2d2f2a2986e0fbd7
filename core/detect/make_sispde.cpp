#include "core/detect/assembly.h"
#include "core/model/spde_network.h"

namespace sispde {

static SpdeNetworkOptions spdeOptions(const DetectorOptions& options, NodeId nodes, std::uint64_t seed) {
  SpdeNetworkOptions spde;
  spde.shape.hidden = static_cast<std::size_t>(options.hidden);
  spde.shape.samples = static_cast<std::size_t>(options.trainSamples);
  spde.shape.steps = options.steps;
  spde.shape.time = options.time;
  spde.shape.solver = options.solver;
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
  return spde;
}

Result<std::unique_ptr<Detector>> makeSispde(DetectorParts parts) {
  const DetectorRequest& request = parts.request;
  auto network = std::make_unique<SpdeNetwork>(
      parts.task, spdeOptions(request.options, parts.task.graph->graph.nodeCount(), request.seed));
  return networkDetector(std::move(parts), std::move(network));
}

}  // namespace sispde
