#pragma once
// A NoiseBank keeps columns R z of one kernel, so that an epoch of training takes its noise from it instead of drawing all anew. In
// each epoch the columns that are used are all different ones, chosen by chance and with signs by chance: the noise of an epoch is
// exactly that of fresh draws. Between epochs some columns return, with other signs and in other places; the bank is renewed
// little by little. What it holds and what is chosen depends on (seed, epoch) alone, so an epoch can be done again, and a run that is
// resumed finds the same noise.

#include <memory>

#include "core/noise/field_sampler.h"

namespace sispde {

struct BankOptions {
  std::size_t columns = 0;  // kept; rounded up to whole chunks
  std::size_t renewed = 0;  // redrawn per epoch; rounded up to whole chunks
  std::uint64_t seed = 0;
  std::span<const NodeId>
      order;  // node of each stored row: the order in which they are read. Empty: the nodes' own
};

class NoiseBank {
 public:
  static constexpr std::size_t chunk = 16;  // columns that stay beside each other

  NoiseBank(std::shared_ptr<const FieldSampler> sampler, const BankOptions& options);

  std::size_t chunks() const { return generation_.size(); }
  std::size_t stride() const { return chunks() * chunk; }
  const float* values() const { return values_.data(); }  // N × stride
  std::span<const NodeId> rows() const { return rows_; }  // row of each node
  std::size_t bytes() const { return values_.size() * sizeof(float); }

  // Brings the columns to what they are in this epoch, 1 or later. Unchanged columns are left alone; after a cancel the next call goes on.
  Result<void> advance(int epoch, const Progress& progress = {});

 private:
  std::shared_ptr<const FieldSampler> sampler_;
  BankOptions options_;
  std::vector<NodeId> rows_;
  Buffer<float> values_;
  std::vector<std::int64_t> generation_;  // of each chunk; −1: not drawn yet
};

// Columns of a bank (or of any block N × stride) as the noise of some samples: channel block b of a sample in a step is a chunk with a
// sign for each column.
struct ChunkChoice {
  std::vector<std::uint32_t> chunks;  // steps × samples × chunksOf(hidden)
  std::vector<float> signs;           // steps × samples × hidden: ±1
};
inline std::size_t chunksOf(std::size_t hidden) {
  return (hidden + NoiseBank::chunk - 1) / NoiseBank::chunk;
}
// All chunks different, `skipped` others left out first: the chunks of one epoch are one order by chance of all that there are, of which
// training takes the first and validation the next. There must be enough of them.
ChunkChoice chooseChunks(std::size_t available, std::size_t skipped, std::size_t steps, std::size_t samples,
                         std::size_t hidden, std::uint64_t seed, int epoch);
// Chunk after chunk, all signs +1.
ChunkChoice chunksInOrder(std::size_t steps, std::size_t samples, std::size_t hidden);

}  // namespace sispde
