#include "core/detect/assembly.h"
#include "core/detect/gebm.h"

namespace sispde {

Result<std::unique_ptr<Detector>> makeGebm(DetectorParts parts) {
  DetectorRequest request = parts.request;
  request.options = withGebmBackbone(request.options);
  if (request.options != parts.request.options)
    parts.notes.push_back(
        fmt::format("With gebm.backbone=shared the network is trained as that of msp: batch_norm is {}, "
                    "dropout {:g}, lr {:g}, "
                    "weight_decay {:g}, and there are {} epochs.",
                    request.options.batchNorm ? "on" : "off", request.options.dropout,
                    request.options.learningRate, request.options.weightDecay, request.options.epochs));
  GebmTask task;
  task.graph = parts.task.graph;
  task.train = parts.task.train;
  for (const NodeId u : task.train) task.labels.push_back(parts.nodes.labels[u]);
  task.classes = parts.task.classes;
  task.hidden = request.options.hidden;
  task.seed = request.seed;
  DetectorParts own{.request = request,
                    .task = std::move(parts.task),
                    .test = std::move(parts.test),
                    .nodes = std::move(parts.nodes),
                    .data = parts.data,
                    .notes = parts.notes,
                    .progress = parts.progress};
  auto network = gcnNetwork(own);
  NetworkHooks hooks;
  hooks.postHoc = std::make_unique<Gebm>(*network, std::move(task), request.options.gebm);
  return networkDetector(std::move(own), std::move(network), std::move(hooks));
}

}  // namespace sispde
