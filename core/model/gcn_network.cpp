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
  if (options_.batchNorm) norm_.addParameters(all);
  return all;
}

std::vector<NamedTensor> GcnNetwork::buffers() const {
  return options_.batchNorm ? norm_.buffers() : std::vector<NamedTensor>();
}

GcnPass GcnNetwork::pass(const NetworkGraph& graph, const GcnPassOptions& options, const Progress& progress) {
  const bool training = options.epoch > 0;
  const auto convolved = [&](const at::Tensor& x) {
    return options.structure ? sparseProduct(graph.adjacency, x, progress) : x;
  };
  GcnPass result;
  at::Tensor& h = result.hidden;
  h = options.features.defined() ? at::mm(options.features, first_)
                                 : sparseProduct(graph.features, first_, progress);
  h = convolved(h) + firstBias_;
  if (options_.batchNorm) h = training ? norm_.train(h, options.further) : norm_.apply(h);
  h = at::relu(h);
  if (training)
    h = dropout(h, options_.dropout, task_.seed, networkStream(NetworkStream::HiddenDropout, options.epoch));
  result.logits = convolved(at::mm(h, second_)) + secondBias_;
  return result;
}

at::Tensor GcnNetwork::lastLayer(const NetworkGraph& graph, const at::Tensor& hidden,
                                 const Progress& progress) const {
  return sparseProduct(graph.adjacency, at::mm(hidden, second_), progress) + secondBias_;
}

void GcnNetwork::keep() {
  norm_.keep();
  trainingPass_ = {};
}

// 1 × nodes × classes.
static at::Tensor rowsOf(const at::Tensor& logits, const std::vector<NodeId>& nodes) {
  return logits.index_select(0, indexOf(nodes)).unsqueeze(0);
}

Result<at::Tensor> GcnNetwork::trainingLogits(int epoch, const Progress& progress) {
  trainingPass_ = {};
  GcnPassOptions options;
  options.epoch = epoch;
  GcnPass all = pass(*task_.graph, options, progress);
  if (progress.stopped()) return cancelled();
  trainingPass_ = std::move(all);
  return rowsOf(trainingPass_.logits, task_.train);
}

Result<at::Tensor> GcnNetwork::validationLogits(int, const Progress& progress) {
  const at::Tensor all = pass(*task_.graph, {}, progress).logits;
  if (progress.stopped()) return cancelled();
  return rowsOf(all, task_.validation);
}

Result<at::Tensor> GcnNetwork::testLogits(const NetworkGraph& graph, std::vector<WatchedPath>* watched,
                                          const Progress& progress) {
  if (watched != nullptr) watched->clear();
  const at::Tensor all = pass(graph, {}, progress).logits;
  if (progress.stopped()) return cancelled();
  return all.unsqueeze(0);
}

}  // namespace sispde
