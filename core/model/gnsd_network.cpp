#include "core/model/gnsd_network.h"

#include "core/base/parallel.h"
#include "core/model/attend.h"
#include "core/model/diffusion_step.h"
#include "core/model/functions.h"
#include "core/model/stopwatch.h"

namespace sispde {
namespace {

KernelSpec kernelOf(GnsdNoise noise) {
  KernelSpec spec;
  spec.kind = noise == GnsdNoise::Laplacian ? KernelKind::Laplacian : KernelKind::White;
  spec.laplacian = LaplacianKind::Combinatorial;
  spec.normalisation = Normalisation::None;
  return spec;
}

// ξ of one step, nodes × samples × hidden.
at::Tensor noiseTensor(const NoiseRows& noise, int step, std::int64_t nodes, const SpdeShape& shape) {
  at::Tensor xi = at::empty(
      {nodes, static_cast<std::int64_t>(shape.samples), static_cast<std::int64_t>(shape.hidden)}, at::kFloat);
  float* values = xi.data_ptr<float>();
  parallelBlocks(static_cast<std::size_t>(nodes), 64, [&](std::size_t begin, std::size_t end) {
    noise(step, begin, end, nullptr, values + begin * shape.samples * shape.hidden);
  });
  return xi;
}

}  // namespace

GnsdNetwork::GnsdNetwork(NetworkTask task, const GnsdNetworkOptions& options)
    : task_(std::move(task)),
      options_(options),
      norm_(hidden()),
      pattern_(attentionPattern(task_.graph->adjacency.forward)),
      supply_(task_.graph->graph, options.supply, options.shape, shapeOf(options.validationSamples)) {
  Random random(task_.seed, networkStream(NetworkStream::Weights));
  const auto columns = static_cast<std::int64_t>(task_.graph->features.forward->width);
  encoder_ = uniformBy({columns, hidden()}, columns, random);
  encoderBias_ = uniformBy({hidden()}, columns, random);
  drift_ = gat(random);
  diffusion_ = gat(random);
  decoder_ = uniformBy({hidden(), task_.classes}, hidden(), random);
  decoderBias_ = uniformBy({task_.classes}, hidden(), random);
}

GnsdNetwork::Gat GnsdNetwork::gat(Random& random) const {
  Gat gat;
  gat.weight = glorot(hidden(), hidden(), random);
  gat.source = glorot(1, hidden(), random);
  gat.target = glorot(1, hidden(), random);
  gat.bias = at::zeros({hidden()}).set_requires_grad(true);
  return gat;
}

SpdeShape GnsdNetwork::shapeOf(std::size_t samples) const {
  SpdeShape shape = options_.shape;
  shape.samples = samples;
  return shape;
}

std::vector<NamedTensor> GnsdNetwork::parameters() const {
  std::vector<NamedTensor> all{{"encoder.weight", encoder_}, {"encoder.bias", encoderBias_}};
  const auto add = [&](const std::string& name, const Gat& gat) {
    all.push_back({name + ".weight", gat.weight});
    all.push_back({name + ".source", gat.source});
    all.push_back({name + ".target", gat.target});
    all.push_back({name + ".bias", gat.bias});
  };
  add("drift", drift_);
  add("diffusion", diffusion_);
  all.push_back({"decoder.weight", decoder_});
  all.push_back({"decoder.bias", decoderBias_});
  if (options_.batchNorm) norm_.addParameters(all);
  return all;
}

std::vector<NamedTensor> GnsdNetwork::buffers() const {
  return options_.batchNorm ? norm_.buffers() : std::vector<NamedTensor>();
}

Result<void> GnsdNetwork::prepare(const Progress& progress) {
  const Stopwatch watch(noiseSeconds_);
  return supply_.setKernel(kernelOf(options_.noise), progress);
}

double GnsdNetwork::takeNoiseSeconds() {
  return std::exchange(noiseSeconds_, 0.0);
}

at::Tensor GnsdNetwork::encode(const NetworkGraph& graph, int epoch, const Progress& progress) {
  const bool training = epoch > 0;
  const SparsePair features = training ? withDropout(graph.features, options_.dropout, task_.seed,
                                                     networkStream(NetworkStream::InputDropout, epoch))
                                       : graph.features;
  const at::Tensor h = sparseProduct(features, encoder_, progress) + encoderBias_;
  if (!options_.batchNorm) return h;
  return training ? norm_.train(h) : norm_.apply(h);
}

Result<std::vector<at::Tensor>> GnsdNetwork::paths(const std::shared_ptr<const AttentionPattern>& pattern,
                                                   const at::Tensor& initial, const SpdeShape& shape,
                                                   const NoiseRows& noise, const Progress& progress) {
  // The scores are linear in H too, so one product gives the values and scores of both: H [W_f | W_g | W a_s | W a_t].
  std::vector<const Gat*> gats{&drift_};
  if (noise) gats.push_back(&diffusion_);
  std::vector<at::Tensor> parts;
  for (const Gat* gat : gats) parts.push_back(gat->weight);
  for (const Gat* gat : gats) parts.push_back(at::mm(gat->weight, gat->source.t()));
  for (const Gat* gat : gats) parts.push_back(at::mm(gat->weight, gat->target.t()));
  const at::Tensor projection = at::cat(parts, 1);
  const auto heads = static_cast<std::int64_t>(gats.size());
  const double dt = shape.dt();

  std::vector<at::Tensor> states(shape.samples, initial);
  for (int step = 0; step < shape.steps; ++step) {
    at::Tensor xi;
    if (noise) {
      const Stopwatch watch(noiseSeconds_);
      xi = noiseTensor(noise, step, initial.size(0), shape);
    }
    for (std::size_t s = 0; s < states.size(); ++s) {
      at::Tensor& h = states[s];
      const at::Tensor seen = attend(pattern, at::mm(h, projection), heads, progress);
      if (progress.stopped()) return cancelled();
      h = noise ? diffusionStep(h, seen, drift_.bias, diffusion_.bias,
                                xi.select(1, static_cast<std::int64_t>(s)), dt)
                : at::add(h, seen + drift_.bias - h, dt);
    }
  }
  return states;
}

at::Tensor GnsdNetwork::decode(const std::vector<at::Tensor>& ends, const std::vector<NodeId>* nodes) const {
  std::vector<at::Tensor> logits;
  for (const at::Tensor& end : ends) {
    const at::Tensor h = nodes == nullptr ? end : end.index_select(0, indexOf(*nodes));
    logits.push_back(at::mm(at::tanh(h), decoder_) + decoderBias_);
  }
  return at::stack(logits);
}

Result<at::Tensor> GnsdNetwork::trainingLogits(int epoch, const Progress& progress) {
  {
    const Stopwatch watch(noiseSeconds_);
    SISPDE_CHECK(supply_.advance(epoch, progress));
  }
  SISPDE_TRY(const auto ends, paths(pattern_, encode(*task_.graph, epoch, progress), options_.shape,
                                    supply_.training(epoch, {}), progress));
  return decode(ends, &task_.train);
}

Result<at::Tensor> GnsdNetwork::validationLogits(int epoch, const Progress& progress) {
  SISPDE_CHECK(supply_.advance(epoch, progress));
  SISPDE_TRY(const auto ends,
             paths(pattern_, encode(*task_.graph, 0, progress), shapeOf(options_.validationSamples),
                   supply_.validation(epoch, {}), progress));
  return decode(ends, &task_.validation);
}

Result<at::Tensor> GnsdNetwork::testLogits(const NetworkGraph& graph, std::vector<WatchedPath>* watched,
                                           const Progress& progress) {
  if (watched != nullptr) watched->clear();
  const bool same = graph.graph.offsets().data() == task_.graph->graph.offsets().data();
  std::optional<NoiseSupply> other;
  if (!same) {
    other.emplace(graph.graph, options_.supply, shapeOf(0), shapeOf(0));
    SISPDE_CHECK(other->setKernel(kernelOf(options_.noise), progress));
  }
  const NoiseSupply& supply = same ? supply_ : *other;
  const auto pattern = same ? pattern_ : attentionPattern(graph.adjacency.forward);
  const at::Tensor initial = encode(graph, 0, progress);
  std::vector<at::Tensor> logits;
  // Without noise every path is the same.
  const std::size_t samples = supply.silent() ? 1 : options_.testSamples;
  for (std::size_t s = 0; s < samples; ++s) {
    SISPDE_TRY(const auto noise, supply.test(shapeOf(1), s, progress));
    SISPDE_TRY(const auto ends, paths(pattern, initial, shapeOf(1), noise->rows, progress));
    logits.push_back(decode(ends, nullptr));
  }
  return at::cat(logits, 0);
}

}  // namespace sispde
