// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/basis_block.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/parallel.h"
#include "core/kernel/basis_block.h"
#include "core/spectral/recurrence.h"

HWY_BEFORE_NAMESPACE();
namespace sispde::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::CappedTag<float, 32>;
constexpr int chunkItems = 32;
constexpr int chunkLanes = static_cast<int>(hn::MaxLanes(Wide()));
constexpr int chunkParts = chunkItems / chunkLanes;

HWY_INLINE hn::Vec<Wide> loadPart(const float* from) {
  return hn::LoadU(Wide(), from);
}
HWY_INLINE hn::Vec<Wide> loadPart(const hwy::float16_t* from) {
  return hn::PromoteTo(Wide(), hn::LoadU(hn::Rebind<hwy::float16_t, Wide>(), from));
}

template <class Item>
HWY_INLINE void combineOne(const Item* HWY_RESTRICT from, const float* HWY_RESTRICT weights, std::size_t used,
                           float* HWY_RESTRICT to) {
  const Wide d;
  hn::Vec<Wide> sums[chunkParts];
  for (int p = 0; p < chunkParts; ++p) sums[p] = hn::Zero(d);
  for (std::size_t j = 0; j < used; ++j) {
    const auto weight = hn::Set(d, weights[j]);
    for (int p = 0; p < chunkParts; ++p)
      sums[p] = hn::MulAdd(weight, loadPart(from + j * chunkItems + static_cast<std::size_t>(p * chunkLanes)),
                           sums[p]);
  }
  for (int p = 0; p < chunkParts; ++p) hn::StoreU(sums[p], d, to + p * chunkLanes);
}

// `count` entries; the last chunk may be shorter.
template <class Item>
void combineRun(const Item* from, std::size_t rank, const float* weights, std::size_t used, float* to,
                std::size_t count) {
  std::size_t i = 0;
  for (; i + chunkItems <= count; i += chunkItems) combineOne(from + i * rank, weights, used, to + i);
  if (i < count) {
    std::array<float, chunkItems> last;
    combineOne(from + i * rank, weights, used, last.data());
    std::copy_n(last.data(), count - i, to + i);
  }
}
void combineFloats(const float* from, std::size_t rank, const float* weights, std::size_t used, float* to,
                   std::size_t count) {
  combineRun(from, rank, weights, used, to, count);
}
void combineHalves(const std::uint16_t* from, std::size_t rank, const float* weights, std::size_t used,
                   float* to, std::size_t count) {
  combineRun(reinterpret_cast<const hwy::float16_t*>(from), rank, weights, used, to, count);
}

// kFunctions functions of one chunk at a time: their sums stay in registers while all moments pass. They start from zero and are added
// to what is stored at the end: far less rounding than one long sum.
template <int kFunctions>
HWY_INLINE void addFunctions(const float* const* moments, std::size_t count,
                             const float* HWY_RESTRICT coefficients, std::size_t rank, std::size_t at,
                             bool fresh, float* HWY_RESTRICT to) {
  const Wide d;
  hn::Vec<Wide> sums[kFunctions][chunkParts];
  for (int f = 0; f < kFunctions; ++f)
    for (int p = 0; p < chunkParts; ++p) sums[f][p] = hn::Zero(d);
  for (std::size_t k = 0; k < count; ++k)
    for (int p = 0; p < chunkParts; ++p) {
      const auto moment = hn::LoadU(d, moments[k] + at + static_cast<std::size_t>(p * chunkLanes));
      for (int f = 0; f < kFunctions; ++f)
        sums[f][p] =
            hn::MulAdd(hn::Set(d, coefficients[k * rank + static_cast<std::size_t>(f)]), moment, sums[f][p]);
    }
  for (int f = 0; f < kFunctions; ++f)
    for (int p = 0; p < chunkParts; ++p) {
      float* place = to + f * chunkItems + p * chunkLanes;
      hn::StoreU(fresh ? sums[f][p] : hn::Add(sums[f][p], hn::LoadU(d, place)), d, place);
    }
}

void addChunks(const float* const* moments, std::size_t count, const float* coefficients, std::size_t rank,
               bool fresh, float* to, std::size_t items) {
  for (std::size_t i = 0; i < items; i += chunkItems) {
    float* chunk = to + i * rank;
    std::size_t j = 0;
    for (; j + 4 <= rank; j += 4)
      addFunctions<4>(moments, count, coefficients + j, rank, i, fresh, chunk + j * chunkItems);
    for (; j < rank; ++j)
      addFunctions<1>(moments, count, coefficients + j, rank, i, fresh, chunk + j * chunkItems);
  }
}

double sumOfSquares(const float* from, std::size_t count) {
  const hn::CappedTag<double, 8> d;
  const hn::Rebind<float, decltype(d)> narrow;
  const std::size_t lanes = hn::Lanes(d);
  auto sums = hn::Zero(d), others = hn::Zero(d);
  std::size_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    const auto x = hn::PromoteTo(d, hn::LoadU(narrow, from + i)),
               y = hn::PromoteTo(d, hn::LoadU(narrow, from + i + lanes));
    sums = hn::MulAdd(x, x, sums);
    others = hn::MulAdd(y, y, others);
  }
  double total = hn::GetLane(hn::SumOfLanes(d, hn::Add(sums, others)));
  for (; i < count; ++i) total += static_cast<double>(from[i]) * static_cast<double>(from[i]);
  return total;
}

void floatsToHalves(const float* from, std::uint16_t* to, std::size_t count) {
  const hn::Rebind<hwy::float16_t, Wide> narrow;
  for (std::size_t i = 0; i < count; i += chunkLanes)
    hn::StoreU(hn::DemoteTo(narrow, hn::LoadU(Wide(), from + i)), narrow,
               reinterpret_cast<hwy::float16_t*>(to) + i);
}

}  // namespace sispde::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sispde {
HWY_EXPORT(combineFloats);
HWY_EXPORT(combineHalves);
HWY_EXPORT(addChunks);
HWY_EXPORT(floatsToHalves);
HWY_EXPORT(sumOfSquares);

namespace {
constexpr std::size_t combineBlock =
    16384;  // entries; below it a second thread's start costs more than it brings
}  // namespace

BasisBlock::BasisBlock(std::size_t items, int rank) : items_(padded(items)), rank_(rank) {
  floats_ = hugeBuffer<float>(items_ * static_cast<std::size_t>(rank));
}

void BasisBlock::add(std::span<const float* const> moments, const float* coefficients, std::size_t first,
                     std::size_t count, bool fresh) {
  const auto rank = static_cast<std::size_t>(rank_);
  HWY_DYNAMIC_DISPATCH(addChunks)
  (moments.data(), moments.size(), coefficients, rank, fresh, floats_.data() + first * rank, count);
}

void BasisBlock::makeHalf() {
  if (!halfStorageWorks()) return;
  halves_ = hugeBuffer<std::uint16_t>(floats_.size());
  HWY_DYNAMIC_DISPATCH(floatsToHalves)(floats_.data(), halves_.data(), floats_.size());
  floats_ = {};
}

void BasisBlock::combineRange(std::span<const float> weights, std::size_t first, std::span<float> out) const {
  const auto rank = static_cast<std::size_t>(rank_);
  if (half()) HWY_DYNAMIC_DISPATCH(combineHalves)
  (halves_.data() + first * rank, rank, weights.data(), weights.size(), out.data(), out.size());
  else HWY_DYNAMIC_DISPATCH(combineFloats)(floats_.data() + first * rank, rank, weights.data(),
                                           weights.size(), out.data(), out.size());
}

void BasisBlock::combine(std::span<const float> weights, std::size_t first, std::span<float> out) const {
  parallelBlocks(out.size(), combineBlock, [&](std::size_t begin, std::size_t end) {
    combineRange(weights, first + begin, out.subspan(begin, end - begin));
  });
}

double BasisBlock::combineAndMeasure(std::span<const float> weights, std::size_t first,
                                     std::span<float> out) const {
  std::vector<double> squares((out.size() + combineBlock - 1) / combineBlock, 0);
  parallelBlocks(out.size(), combineBlock, [&](std::size_t begin, std::size_t end) {
    const std::span<float> part = out.subspan(begin, end - begin);
    combineRange(weights, first + begin, part);
    squares[begin / combineBlock] = HWY_DYNAMIC_DISPATCH(sumOfSquares)(part.data(), part.size());
  });
  return std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
}

}  // namespace sispde
#endif
