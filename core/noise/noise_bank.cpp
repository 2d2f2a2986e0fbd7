#include "core/noise/noise_bank.h"

#include <numeric>

#include "core/base/random.h"

namespace sispde {

NoiseBank::NoiseBank(std::shared_ptr<const FieldSampler> sampler, const BankOptions& options)
    : sampler_(std::move(sampler)), options_(options), generation_(chunksOf(options.columns), -1) {
  rows_.resize(static_cast<std::size_t>(sampler_->laplacian().nodeCount()));
  std::iota(rows_.begin(), rows_.end(), 0);
  for (std::size_t row = 0; row < options.order.size(); ++row)
    rows_[options.order[row]] = static_cast<NodeId>(row);
  options_.order = {};
  values_ = hugeBuffer<float>(static_cast<std::size_t>(sampler_->laplacian().nodeCount()) * stride());
}

Result<void> NoiseBank::advance(int epoch, const Progress& progress) {
  // Chunks are renewed in turn; before epoch e, (e − 1)·renewed of them have been.
  const auto count = static_cast<std::int64_t>(chunks());
  const std::int64_t redrawn =
      std::int64_t{epoch - 1} * static_cast<std::int64_t>(chunksOf(options_.renewed));
  const auto wanted = [&](std::int64_t c) { return redrawn / count + (c < redrawn % count ? 1 : 0); };
  for (std::int64_t begin = 0; begin < count;) {
    if (generation_[begin] == wanted(begin)) {
      ++begin;
      continue;
    }
    // Neighbours that are due are drawn together.
    constexpr std::int64_t most = 64;
    std::int64_t end = begin;
    std::vector<NormalPlace> places;
    for (; end < count && end < begin + most && generation_[end] != wanted(end); ++end)
      for (std::size_t j = 0; j < chunk; ++j)
        places.push_back({options_.seed, static_cast<std::uint32_t>(wanted(end)),
                          static_cast<std::uint32_t>(static_cast<std::size_t>(end) * chunk + j),
                          NormalSet::Training});
    // Until all of them are there, none counts.
    std::fill(generation_.begin() + begin, generation_.begin() + end, -1);
    SISPDE_CHECK(sampler_->draw(
        places, {values_.data(), stride(), static_cast<std::size_t>(begin) * chunk, rows_}, progress));
    for (std::int64_t c = begin; c < end; ++c) generation_[c] = wanted(c);
    begin = end;
  }
  return {};
}

ChunkChoice chooseChunks(std::size_t available, std::size_t skipped, std::size_t steps, std::size_t samples,
                         std::size_t hidden, std::uint64_t seed, int epoch) {
  constexpr std::uint64_t stream = 0x6E6F697365ULL << 24;  // no other use of the seed has it
  Random random(seed, stream + static_cast<std::uint64_t>(epoch));
  std::vector<std::uint32_t> all(available);
  std::iota(all.begin(), all.end(), 0U);
  random.shuffle(std::span(all));
  const std::size_t wanted = steps * samples * chunksOf(hidden);
  ChunkChoice choice;
  choice.chunks.assign(all.begin() + static_cast<std::ptrdiff_t>(skipped),
                       all.begin() + static_cast<std::ptrdiff_t>(skipped + wanted));
  choice.signs.resize(steps * samples * hidden);
  Random signs(seed, stream + (std::uint64_t{1} << 32) + static_cast<std::uint64_t>(epoch) + (skipped << 40));
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < choice.signs.size(); ++i) {
    if (i % 64 == 0) bits = signs.bits();
    choice.signs[i] = (bits >> (i % 64) & 1) != 0 ? 1.0f : -1.0f;
  }
  return choice;
}

ChunkChoice chunksInOrder(std::size_t steps, std::size_t samples, std::size_t hidden) {
  ChunkChoice choice;
  choice.chunks.resize(steps * samples * chunksOf(hidden));
  std::iota(choice.chunks.begin(), choice.chunks.end(), 0U);
  choice.signs.assign(steps * samples * hidden, 1.0f);
  return choice;
}

}  // namespace sispde
