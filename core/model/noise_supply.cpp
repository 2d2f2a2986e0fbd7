#include "core/model/noise_supply.h"

#include <algorithm>
#include <cmath>

namespace sispde {
namespace {

std::size_t chunksFor(const SpdeShape& shape) {
  return static_cast<std::size_t>(shape.steps) * shape.samples * chunksOf(shape.hidden);
}

}  // namespace

NoiseSupply::NoiseSupply(const Graph& graph, const SupplyOptions& options, const SpdeShape& training,
                         const SpdeShape& validation, std::vector<NodeId> order)
    : graph_(graph),
      options_(options),
      training_(training),
      validation_(validation),
      order_(std::move(order)) {}

bool NoiseSupply::silent() const {
  return !options_.on || !sampler_ || sampler_->isZero();
}

Result<void> NoiseSupply::setKernel(const KernelSpec& spec, const Progress& progress) {
  SISPDE_CHECK(checkKernel(spec));
  if (!options_.on || spec.sigma == 0) {  // nothing will be drawn
    spec_ = spec;
    sampler_.reset();
    bank_.reset();
    return {};
  }
  SamplerRequest request;
  request.spec = spec;
  request.tolerance = options_.tolerance;
  request.order = options_.order;
  if (options_.literalRoot && graph_.nodeCount() > exactNodes) request.power = 1;
  if (spec.kind == KernelKind::Laplacian || spec.kind == KernelKind::White) request.power = 0.5;
  if (options_.samplers) {
    SISPDE_TRY(sampler_, options_.samplers->get(graph_, request, progress));
  } else {
    std::shared_ptr<const Laplacian> laplacian = laplacian_;
    if (!laplacian || laplacian->kind() != spec.laplacian)
      laplacian = std::make_shared<const Laplacian>(graph_, spec.laplacian, progress);
    if (progress.stopped()) return cancelled();
    SISPDE_TRY(FieldSampler sampler, FieldSampler::make(laplacian, request, progress));
    laplacian_ = std::move(laplacian);
    sampler_ = std::make_shared<const FieldSampler>(std::move(sampler));
  }
  spec_ = spec;
  bank_.reset();
  return {};
}

Result<void> NoiseSupply::advance(int epoch, const Progress& progress) {
  if (!banked()) return {};
  const std::size_t needed = chunksFor(training_) + chunksFor(validation_);
  if (needed == 0) return {};
  const double perChunk = 4.0 * NoiseBank::chunk * graph_.nodeCount();
  const double most = std::floor(static_cast<double>(options_.maxBytes) / perChunk);
  // At least 40 columns for each channel, so that few epochs share one.
  const double worth = std::max(options_.bankEpochs * static_cast<double>(chunksFor(training_)),
                                40.0 * static_cast<double>(chunksOf(training_.hidden)));
  const double wanted = std::min(most, std::ceil(worth));
  const bool anew = options_.bankEpochs < 1;
  BankOptions bank;
  const std::size_t chunks = std::max(needed, anew ? needed : static_cast<std::size_t>(wanted));
  bank.columns = chunks * NoiseBank::chunk;
  const auto perEpoch = static_cast<double>(chunksFor(training_) * NoiseBank::chunk);
  bank.renewed = anew ? bank.columns : static_cast<std::size_t>(std::ceil(options_.renewed * perEpoch));
  bank.seed = options_.seed;
  bank.order = order_;
  if (!bank_) bank_ = std::make_unique<NoiseBank>(sampler_, bank);
  return bank_->advance(epoch, progress);
}

NoiseRows NoiseSupply::rowsOf(NormalSet set, const SpdeShape& shape, std::size_t skipped, int epoch,
                              std::span<const NodeId> order) const {
  if (silent()) return {};
  if (!banked())
    return whiteNoise(spec_.sigma, {options_.seed, static_cast<std::uint32_t>(epoch), 0, set}, shape,
                      options_.mode);
  std::vector<NodeId> stored;
  if (!std::equal(order.begin(), order.end(), order_.begin(), order_.end()))
    for (const NodeId u : order) stored.push_back(bank_->rows()[u]);
  const auto choice = std::make_shared<const ChunkChoice>(
      chooseChunks(bank_->chunks(), skipped, static_cast<std::size_t>(shape.steps), shape.samples,
                   shape.hidden, options_.seed, epoch));
  const NoiseRows rows =
      chunkNoise({bank_->values(), bank_->stride(), choice.get(), std::move(stored)}, shape, options_.mode);
  return [choice, rows](int step, std::size_t begin, std::size_t end, const float* before, float* xi) {
    rows(step, begin, end, before, xi);
  };
}

NoiseRows NoiseSupply::training(int epoch, std::span<const NodeId> order) const {
  return rowsOf(NormalSet::Training, training_, 0, epoch, order);
}

NoiseRows NoiseSupply::validation(int epoch, std::span<const NodeId> order) const {
  return rowsOf(NormalSet::Validation, validation_, chunksFor(training_), epoch, order);
}

std::size_t NoiseSupply::testGroup(const SpdeShape& shape) const {
  // Beside the noise a sample has its H, the stages and products.
  constexpr double most = 1.6e8, blocks = 7;
  const double columns = shape.steps * static_cast<double>(chunksOf(shape.hidden) * NoiseBank::chunk);
  const double one = 4.0 * (columns + blocks * static_cast<double>(shape.hidden)) * graph_.nodeCount();
  return static_cast<std::size_t>(std::clamp(std::floor(most / std::max(one, 1.0)), 1.0, 8.0));
}

Result<std::unique_ptr<NoiseSupply::Test>> NoiseSupply::test(const SpdeShape& shape, std::size_t first,
                                                             const Progress& progress) const {
  auto test = std::make_unique<Test>();
  if (silent()) return test;
  if (!banked()) {
    // Samples that are drawn together lie beside each other; the group is part of the place.
    const auto column = static_cast<std::uint32_t>(first * static_cast<std::size_t>(shape.steps));
    test->rows = whiteNoise(spec_.sigma, {options_.seed, 0, column, NormalSet::Test}, shape, options_.mode);
    return test;
  }
  test->choice = chunksInOrder(static_cast<std::size_t>(shape.steps), shape.samples, shape.hidden);
  const std::size_t perSample = chunksOf(shape.hidden) * NoiseBank::chunk;
  const std::size_t stride = chunksFor(shape) * NoiseBank::chunk;
  test->values = hugeBuffer<float>(static_cast<std::size_t>(graph_.nodeCount()) * stride);
  std::vector<NormalPlace> places;
  for (int k = 0; k < shape.steps; ++k)
    for (std::size_t c = 0; c < shape.samples * perSample; ++c)
      places.push_back({options_.seed, static_cast<std::uint32_t>(k),
                        static_cast<std::uint32_t>(first * perSample + c), NormalSet::Test});
  SISPDE_CHECK(sampler_->draw(places, {test->values.data(), stride, 0, {}}, progress));
  test->rows = chunkNoise({test->values.data(), stride, &test->choice, {}}, shape, options_.mode);
  return test;
}

}  // namespace sispde
