#include "core/model/gcn_network.h"

#include "core/model/functions.h"

namespace sispde {

GcnNetwork::GcnNetwork(NetworkTask task, const GcnOptions& options)
    : task_(std::move(task)), options_(options), norm_(options.hidden) {
  Random random(task_.seed, networkStream(NetworkStream::Weights));
  const auto columns = static_cast<std::int64_t>(task_.graph->features.forward->width);
  first_ = glorot(columns, options.hidden, random);
  firstBias_ = at::zeros({options.hidden}).set_requires_grad(true);
  second_ = glorot(options.hidden, task_.classes, random);
  secondBias_ = at::zeros({task_.classes}).set_requires_grad(true);
}

std::vector<NamedTensor> GcnNetwork::parameters() const {
  std::vector<NamedTensor> all{{"first.weight", first_},
                               {"first.bias", firstBias_},
                               {"second.weight", second_},
                               {"second.bias", secondBias_}};
  if (options_.batchNorm) {
    all.push_back({"norm.weight", norm_.weight});
    all.push_back({"norm.bias", norm_.bias});
  }
  return all;
}

std::vector<NamedTensor> GcnNetwork::buffers() const {
  if (!options_.batchNorm) return {};
  return {{"norm.mean", norm_.mean}, {"norm.variance", norm_.variance}};
}

at::Tensor GcnNetwork::logits(const NetworkGraph& graph, int epoch, const Progress& progress) {
  const bool training = epoch > 0;
  at::Tensor h =
      sparseProduct(graph.adjacency, sparseProduct(graph.features, first_, progress), progress) + firstBias_;
  if (options_.batchNorm) h = training ? norm_.train(h) : norm_.apply(h);
  h = at::relu(h);
  if (training)
    h = dropout(h, options_.dropout, task_.seed, networkStream(NetworkStream::HiddenDropout, epoch));
  return (sparseProduct(graph.adjacency, at::mm(h, second_), progress) + secondBias_).unsqueeze(0);
}

static at::Tensor rowsOf(const at::Tensor& logits, const std::vector<NodeId>& nodes) {
  return logits.index_select(1, at::tensor(std::vector<std::int64_t>(nodes.begin(), nodes.end()), at::kLong));
}

Result<at::Tensor> GcnNetwork::trainingLogits(int epoch, const Progress& progress) {
  at::Tensor all = logits(*task_.graph, epoch, progress);
  if (progress.stopped()) return cancelled();
  return rowsOf(all, task_.train);
}

Result<at::Tensor> GcnNetwork::validationLogits(int, const Progress& progress) {
  at::Tensor all = logits(*task_.graph, 0, progress);
  if (progress.stopped()) return cancelled();
  return rowsOf(all, task_.validation);
}

Result<at::Tensor> GcnNetwork::testLogits(const NetworkGraph& graph, std::vector<WatchedPath>* watched,
                                          const Progress& progress) {
  if (watched != nullptr) watched->clear();
  at::Tensor all = logits(graph, 0, progress);
  if (progress.stopped()) return cancelled();
  return all;
}

}  // namespace sispde
