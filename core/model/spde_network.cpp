#include "core/model/spde_network.h"

#include "core/model/functions.h"
#include "core/model/stopwatch.h"

namespace sispde {

SpdeNetwork::SpdeNetwork(NetworkTask task, const SpdeNetworkOptions& options)
    : task_(std::move(task)),
      options_(options),
      norm_(static_cast<std::int64_t>(options.shape.hidden)),
      training_(ask(task_.train, options.shape)),
      validation_(ask(task_.validation, shapeOf(options.validationSamples))),
      supply_(task_.graph->graph, options.noise, options.shape, shapeOf(options.validationSamples),
              training_.view->order) {
  Random random(task_.seed, networkStream(NetworkStream::Weights));
  const auto columns = static_cast<std::int64_t>(task_.graph->features.forward->width);
  const auto h = static_cast<std::int64_t>(options.shape.hidden);
  encoder_ = glorot(columns, h, random);
  encoderBias_ = at::zeros({h}).set_requires_grad(true);
  field_ = uniformBy({h, 2 * h}, h, random);
  fieldBias_ = uniformBy({2 * h}, h, random);
  convolution_ = glorot(h, h, random);
  convolutionBias_ = at::zeros({h}).set_requires_grad(true);
  decoder_ = uniformBy({h, task_.classes}, h, random);
  decoderBias_ = uniformBy({task_.classes}, h, random);
}

SpdeShape SpdeNetwork::shapeOf(std::size_t samples) const {
  SpdeShape shape = options_.shape;
  shape.samples = samples;
  return shape;
}

SpdeNetwork::Asked SpdeNetwork::ask(const std::vector<NodeId>& nodes, const SpdeShape& shape) const {
  Asked asked;
  asked.view = std::make_shared<const NodeView>(viewOf(task_.graph->graph, nodes));
  asked.integrator = std::make_shared<SpdeIntegrator>(asked.view, shape);
  asked.rows = indexOf(std::span(asked.view->order).first(asked.integrator->rowsIn()));
  return asked;
}

std::vector<NamedTensor> SpdeNetwork::parameters() const {
  std::vector<NamedTensor> all{{"encoder.weight", encoder_},
                               {"encoder.bias", encoderBias_},
                               {"field.weight", field_},
                               {"field.bias", fieldBias_},
                               {"convolution.weight", convolution_},
                               {"convolution.bias", convolutionBias_},
                               {"decoder.weight", decoder_},
                               {"decoder.bias", decoderBias_}};
  if (options_.batchNorm) norm_.addParameters(all);
  return all;
}

std::vector<NamedTensor> SpdeNetwork::buffers() const {
  return options_.batchNorm ? norm_.buffers() : std::vector<NamedTensor>();
}

Result<void> SpdeNetwork::prepare(const Progress& progress) {
  return setKernel(options_.kernel, progress);
}

Result<void> SpdeNetwork::setKernel(const KernelSpec& spec, const Progress& progress) {
  const Stopwatch watch(noiseSeconds_);
  SISPDE_CHECK(supply_.setKernel(spec, progress));
  options_.kernel = spec;
  other_.reset();
  return {};
}

double SpdeNetwork::takeNoiseSeconds() {
  return std::exchange(noiseSeconds_, 0.0);
}

at::Tensor SpdeNetwork::encode(const NetworkGraph& graph, int epoch, const Progress& progress) {
  const bool training = epoch > 0;
  const SparsePair features = training ? withDropout(graph.features, options_.dropout, task_.seed,
                                                     networkStream(NetworkStream::InputDropout, epoch))
                                       : graph.features;
  const at::Tensor h =
      sparseProduct(graph.adjacency, sparseProduct(features, encoder_, progress), progress) + encoderBias_;
  if (!options_.batchNorm) return h;
  return training ? norm_.train(h) : norm_.apply(h);
}

at::Tensor SpdeNetwork::decode(const at::Tensor& h) const {
  return (at::matmul(h, decoder_) + decoderBias_).permute({1, 0, 2}).contiguous();
}

Result<at::Tensor> SpdeNetwork::trainingLogits(int epoch, const Progress& progress) {
  {
    const Stopwatch watch(noiseSeconds_);
    SISPDE_CHECK(supply_.advance(epoch, progress));
  }
  const at::Tensor initial = encode(*task_.graph, epoch, progress).index_select(0, training_.rows);
  at::Tensor h = spdePath(training_.integrator, initial, field(),
                          supply_.training(epoch, training_.view->order), progress);
  if (progress.stopped()) return cancelled();
  h = dropout(h, options_.dropout, task_.seed, networkStream(NetworkStream::HiddenDropout, epoch));
  return decode(h);
}

Result<at::Tensor> SpdeNetwork::validationLogits(int epoch, const Progress& progress) {
  SISPDE_CHECK(supply_.advance(epoch, progress));
  const at::Tensor initial = encode(*task_.graph, 0, progress).index_select(0, validation_.rows);
  const at::Tensor h = spdePath(validation_.integrator, initial, field(),
                                supply_.validation(epoch, validation_.view->order), progress);
  if (progress.stopped()) return cancelled();
  return decode(h);
}

Result<const NoiseSupply*> SpdeNetwork::supplyOf(const NetworkGraph& graph, const Progress& progress) {
  if (graph.graph.offsets().data() == task_.graph->graph.offsets().data()) return &supply_;
  if (!other_ || otherGraph_.offsets().data() != graph.graph.offsets().data()) {
    auto supply = std::make_unique<NoiseSupply>(graph.graph, options_.noise, shapeOf(0), shapeOf(0));
    SISPDE_CHECK(supply->setKernel(options_.kernel, progress));
    other_ = std::move(supply);
    otherGraph_ = graph.graph;
  }
  return other_.get();
}

Result<at::Tensor> SpdeNetwork::testLogits(const NetworkGraph& graph, std::vector<WatchedPath>* watched,
                                           const Progress& progress) {
  SISPDE_TRY(const NoiseSupply* supply, supplyOf(graph, progress));
  const at::Tensor initial = encode(graph, 0, progress).contiguous();
  const std::size_t hidden = options_.shape.hidden;
  std::vector<at::Tensor> groups;
  // Without noise every path is the same; one is enough for the scores.
  const std::size_t samples = supply->silent() ? 1 : options_.testSamples;
  const std::size_t group = std::min(samples, supply->testGroup(options_.shape));
  for (std::size_t first = 0; first < samples; first += group) {
    const SpdeShape shape = shapeOf(std::min(group, samples - first));
    SISPDE_TRY(const auto noise, supply->test(shape, first, progress));
    SpdeIntegrator integrator(graph.view, shape);
    at::Tensor h = at::empty({graph.graph.nodeCount(), static_cast<std::int64_t>(shape.samples),
                              static_cast<std::int64_t>(hidden)},
                             at::kFloat);
    std::vector<std::vector<float>> seen;  // per time, watched × samples × hidden
    SpdeVisit visit;
    if (watched != nullptr)
      for (const WatchedPath& path : *watched) visit.rows.push_back(static_cast<std::size_t>(path.node));
    visit.visit = [&](int, const float* now) {
      seen.emplace_back(now, now + visit.rows.size() * shape.samples * hidden);
    };
    const bool whole = integrator.forward(
        {field_.const_data_ptr<float>(), fieldBias_.const_data_ptr<float>(),
         convolution_.const_data_ptr<float>(), convolutionBias_.const_data_ptr<float>()},
        initial.const_data_ptr<float>(), noise->rows, h.data_ptr<float>(), false, progress, visit);
    if (!whole) return cancelled();
    if (!seen.empty()) addPaths(initial, shape, samples, first, seen, *watched);
    groups.push_back(decode(h));
  }
  return at::cat(groups, 0);
}

void SpdeNetwork::addPaths(const at::Tensor& initial, const SpdeShape& shape, std::size_t samples,
                           std::size_t first, const std::vector<std::vector<float>>& seen,
                           std::vector<WatchedPath>& watched) const {
  const std::size_t hidden = shape.hidden, times = seen.size() + 1;
  const auto classes = static_cast<std::size_t>(task_.classes);
  for (std::size_t w = 0; w < watched.size(); ++w) {
    WatchedPath& path = watched[w];
    path.samples = samples;
    path.times = times;
    path.width = hidden;
    path.classes = classes;
    path.hidden.resize(samples * times * hidden);
    path.probabilities.resize(samples * times * classes);
    const float* start = initial.const_data_ptr<float>() + static_cast<std::size_t>(path.node) * hidden;
    for (std::size_t s = 0; s < shape.samples; ++s) {
      float* to = path.hidden.data() + (first + s) * times * hidden;
      std::copy_n(start, hidden, to);
      for (std::size_t k = 1; k < times; ++k)
        std::copy_n(seen[k - 1].data() + (w * shape.samples + s) * hidden, hidden, to + k * hidden);
    }
    const auto rows = static_cast<std::int64_t>(shape.samples * times);
    const at::Tensor h = at::from_blob(path.hidden.data() + first * times * hidden,
                                       {rows, static_cast<std::int64_t>(hidden)}, at::kFloat);
    const at::Tensor p = at::softmax(at::mm(h, decoder_) + decoderBias_, 1).contiguous();
    std::copy_n(p.const_data_ptr<float>(), p.numel(), path.probabilities.data() + first * times * classes);
  }
}

}  // namespace sispde
