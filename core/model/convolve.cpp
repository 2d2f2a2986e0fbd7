// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/model/convolve.cpp"
// clang-format off
// Highway's headers in this order.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <vector>

#include "core/base/parallel.h"
#include "core/model/convolve.h"

HWY_BEFORE_NAMESPACE();
namespace sispde::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
// Sixteen lanes at most, so that every processor adds in the same order within a column: each column is a sum of its own.
using Lanes = hn::CappedTag<float, 16>;

// Columns [c, c + vectors·lanes) of one row.
template <int kVectors>
HWY_INLINE void convolveRow(const Convolution& task, std::size_t row, std::size_t c) {
  const Lanes d;
  const std::size_t lanes = hn::Lanes(d);
  const SparseMatrix& matrix = *task.matrix;
  hn::Vec<Lanes> total[kVectors];
  for (int i = 0; i < kVectors; ++i) total[i] = hn::Zero(d);
  for (std::int64_t e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e) {
    const auto v = static_cast<std::size_t>(matrix.columns[e]);
    if (v >= task.columns) break;
    const float* HWY_RESTRICT from = task.in + v * task.width + c;
    const auto value = hn::Set(d, matrix.values[e]);
    for (int i = 0; i < kVectors; ++i) total[i] = hn::MulAdd(value, hn::LoadU(d, from + i * lanes), total[i]);
  }
  const std::size_t at = row * task.width + c, shift = task.outFirst * task.width;
  for (int i = 0; i < kVectors; ++i) {
    const std::size_t place = at + i * lanes;
    // The old values are read before either result is written: they may be the same array.
    const auto base = task.base != nullptr ? hn::LoadU(d, task.base + place) : hn::Zero(d);
    const auto sumBase = task.sumBase != nullptr ? hn::LoadU(d, task.sumBase + place) : hn::Zero(d);
    if (task.out != nullptr)
      hn::StoreU(hn::MulAdd(hn::Set(d, task.factor), total[i], base), d, task.out + place - shift);
    if (task.sum != nullptr)
      hn::StoreU(hn::MulAdd(hn::Set(d, task.sumFactor), total[i], sumBase), d, task.sum + place);
  }
}

// One column: for widths that are no multiple of the lanes.
HWY_INLINE void convolveColumn(const Convolution& task, std::size_t row, std::size_t c) {
  const SparseMatrix& matrix = *task.matrix;
  const hn::CappedTag<float, 1> d;
  auto total = hn::Zero(d);
  for (std::int64_t e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e) {
    const auto v = static_cast<std::size_t>(matrix.columns[e]);
    if (v >= task.columns) break;
    total = hn::MulAdd(hn::Set(d, matrix.values[e]), hn::LoadU(d, task.in + v * task.width + c), total);
  }
  const std::size_t place = row * task.width + c, shift = task.outFirst * task.width;
  const auto base = task.base != nullptr ? hn::LoadU(d, task.base + place) : hn::Zero(d);
  const auto sumBase = task.sumBase != nullptr ? hn::LoadU(d, task.sumBase + place) : hn::Zero(d);
  if (task.out != nullptr)
    hn::StoreU(hn::MulAdd(hn::Set(d, task.factor), total, base), d, task.out + place - shift);
  if (task.sum != nullptr)
    hn::StoreU(hn::MulAdd(hn::Set(d, task.sumFactor), total, sumBase), d, task.sum + place);
}

void convolveRows(const Convolution& task, std::size_t begin, std::size_t end) {
  const std::size_t lanes = hn::Lanes(Lanes());
  for (std::size_t row = begin; row < end; ++row) {
    std::size_t c = 0;
    for (; c + 4 * lanes <= task.width; c += 4 * lanes) convolveRow<4>(task, row, c);
    for (; c + lanes <= task.width; c += lanes) convolveRow<1>(task, row, c);
    for (; c < task.width; ++c) convolveColumn(task, row, c);
  }
}

}  // namespace sispde::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sispde {
HWY_EXPORT(convolveRows);

void convolveBlock(const Convolution& task, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(convolveRows)(task, begin, end);
}

void convolve(const Convolution& task, const Progress& progress) {
  const std::vector<std::size_t> cuts = evenRowCuts(*task.matrix, task.rows, task.width);
  parallelBlocks(cuts.size() - 1, 1, [&](std::size_t b, std::size_t) {
    if (progress.stopped()) return;
    convolveBlock(task, cuts[b], cuts[b + 1]);
  });
}
}  // namespace sispde
#endif
