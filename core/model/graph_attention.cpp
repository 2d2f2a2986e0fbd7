// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/model/graph_attention.cpp"
// clang-format off
// Highway's headers in this order.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/model/graph_attention.h"

HWY_BEFORE_NAMESPACE();
namespace sispde::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::CappedTag<float, 16>;
using OneLane = hn::CappedTag<float, 1>;

// values[i] = exp(values[i] − shift[i]); without `shift`, minus `common`.
void exponentials(float* HWY_RESTRICT values, const float* shift, float common, std::size_t count) {
  const auto one = [&](auto d, std::size_t i) HWY_ATTR {
    const auto by = shift != nullptr ? hn::LoadU(d, shift + i) : hn::Set(d, common);
    hn::StoreU(hn::Exp(d, hn::Sub(hn::LoadU(d, values + i), by)), d, values + i);
  };
  const Lanes d;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) one(d, i);
  for (; i < count; ++i) one(OneLane(), i);
}

// out[0 … vectors·lanes) = Σ_e weight[e] · in[nodes[e]·stride …]. With `against`, dots[e] += ⟨in of e, against⟩ on the way.
template <class D, int kVectors>
HWY_INLINE void gather(D d, std::span<const std::int32_t> nodes, const float* HWY_RESTRICT weight,
                       const float* in, std::size_t stride, float* HWY_RESTRICT out, const float* against,
                       float* HWY_RESTRICT dots) {
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<D> total[kVectors], other[kVectors];
  for (int i = 0; i < kVectors; ++i) {
    total[i] = hn::Zero(d);
    other[i] = against != nullptr ? hn::LoadU(d, against + i * lanes) : hn::Zero(d);
  }
  for (std::size_t e = 0; e < nodes.size(); ++e) {
    const float* HWY_RESTRICT from = in + static_cast<std::size_t>(nodes[e]) * stride;
    const auto factor = hn::Set(d, weight[e]);
    auto dot = hn::Zero(d);
    for (int i = 0; i < kVectors; ++i) {
      const auto x = hn::LoadU(d, from + i * lanes);
      total[i] = hn::MulAdd(factor, x, total[i]);
      if (against != nullptr) dot = hn::MulAdd(x, other[i], dot);
    }
    if (against != nullptr) dots[e] += hn::GetLane(hn::SumOfLanes(d, dot));
  }
  for (int i = 0; i < kVectors; ++i) hn::StoreU(total[i], d, out + i * lanes);
}

void gatherRow(std::span<const std::int32_t> nodes, const float* weight, const float* in, std::size_t stride,
               std::size_t width, float* out, const float* against, float* dots) {
  const Lanes d;
  const std::size_t lanes = hn::Lanes(d);
  const auto part = [&](std::size_t c) { return against == nullptr ? nullptr : against + c; };
  std::size_t c = 0;
  for (; c + 4 * lanes <= width; c += 4 * lanes)
    gather<Lanes, 4>(d, nodes, weight, in + c, stride, out + c, part(c), dots);
  for (; c + lanes <= width; c += lanes)
    gather<Lanes, 1>(d, nodes, weight, in + c, stride, out + c, part(c), dots);
  for (; c < width; ++c) gather<OneLane, 1>(OneLane(), nodes, weight, in + c, stride, out + c, part(c), dots);
}

}  // namespace sispde::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sispde {
HWY_EXPORT(exponentials);
HWY_EXPORT(gatherRow);

namespace {

// One number per entry of a row, kept from row to row.
struct Scratch {
  std::vector<float> weight, shift, slope, dots;
  void fit(std::size_t entries) {
    for (std::vector<float>* each : {&weight, &shift, &slope, &dots}) each->resize(entries);
  }
};

// Calls one(row, columns of its entries, scratch) for all rows.
template <class One>
void overRows(const Attention& task, const Progress& progress, const One& one) {
  const SparseMatrix& matrix = *task.pattern->matrix;
  const std::vector<std::size_t> cuts = evenRowCuts(matrix, matrix.rows(), task.heads * task.width);
  parallelBlocks(cuts.size() - 1, 1, [&](std::size_t b, std::size_t) {
    if (progress.stopped()) return;
    Scratch scratch;
    for (std::size_t row = cuts[b]; row < cuts[b + 1]; ++row) {
      const auto first = static_cast<std::size_t>(matrix.offsets[row]);
      const std::size_t entries = static_cast<std::size_t>(matrix.offsets[row + 1]) - first;
      scratch.fit(entries);
      one(row, std::span(matrix.columns).subspan(first, entries), scratch);
    }
  });
}

}  // namespace

std::shared_ptr<const AttentionPattern> attentionPattern(std::shared_ptr<const SparseMatrix> matrix) {
  auto pattern = std::make_shared<AttentionPattern>();
  pattern->mirror.resize(matrix->columns.size());
  // Rows ascend, so the entries of a column are met in the order in which its row has them.
  std::vector<std::int64_t> next(matrix->offsets.begin(), matrix->offsets.end() - 1);
  for (std::size_t e = 0; e < matrix->columns.size(); ++e) pattern->mirror[e] = next[matrix->columns[e]]++;
  pattern->matrix = std::move(matrix);
  return pattern;
}

void attentionForward(const Attention& task, float* out, float* normaliser, const Progress& progress) {
  overRows(task, progress, [&](std::size_t row, std::span<const std::int32_t> nodes, Scratch& scratch) {
    std::vector<float>& weight = scratch.weight;
    for (std::size_t k = 0; k < task.heads; ++k) {
      const std::size_t here = row * task.heads + k;
      float most = -std::numeric_limits<float>::infinity();
      for (std::size_t e = 0; e < nodes.size(); ++e) {
        const float score =
            task.source[static_cast<std::size_t>(nodes[e]) * task.heads + k] + task.target[here];
        weight[e] = score > 0 ? score : attentionSlope * score;
        most = std::max(most, weight[e]);
      }
      HWY_DYNAMIC_DISPATCH(exponentials)(weight.data(), nullptr, most, nodes.size());
      double sum = 0;
      for (const float w : weight) sum += static_cast<double>(w);
      const auto scale = static_cast<float>(1 / sum);
      for (float& w : weight) w *= scale;
      normaliser[here] = most + static_cast<float>(std::log(sum));
      HWY_DYNAMIC_DISPATCH(gatherRow)
      (nodes, weight.data(), task.values + k * task.width, task.stride, task.width, out + here * task.width,
       nullptr, nullptr);
    }
  });
}

// With c_u = ⟨∂out_u, out_u⟩: ∂x_v = Σ_u α_uv ∂out_u, and the score of (u, v) before LeakyReLU has the gradient
// α_uv (⟨∂out_u, x_v⟩ − c_u) LeakyReLU'. The pattern is symmetric: row v holds those that look at v.
void attentionBackward(const Attention& task, const AttentionGradient& gradient, const Progress& progress) {
  const SparseMatrix& matrix = *task.pattern->matrix;
  const std::size_t n = matrix.rows(), heads = task.heads, width = task.width;
  std::vector<float> centre(n * heads), scores(matrix.columns.size() * heads);
  parallelBlocks(n * heads, 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      double sum = 0;
      for (std::size_t c = i * width; c < (i + 1) * width; ++c)
        sum += static_cast<double>(gradient.out[c]) * static_cast<double>(gradient.gradOut[c]);
      centre[i] = static_cast<float>(sum);
    }
  });
  overRows(task, progress, [&](std::size_t row, std::span<const std::int32_t> nodes, Scratch& scratch) {
    const auto first = static_cast<std::size_t>(matrix.offsets[row]);
    auto& [weight, shift, slope, dots] = scratch;
    for (std::size_t k = 0; k < heads; ++k) {
      for (std::size_t e = 0; e < nodes.size(); ++e) {
        const std::size_t there = static_cast<std::size_t>(nodes[e]) * heads + k;
        const float score = task.source[row * heads + k] + task.target[there];
        slope[e] = score > 0 ? 1 : attentionSlope;
        weight[e] = slope[e] * score;
        shift[e] = gradient.normaliser[there];
        dots[e] = 0;
      }
      HWY_DYNAMIC_DISPATCH(exponentials)(weight.data(), shift.data(), 0, nodes.size());
      HWY_DYNAMIC_DISPATCH(gatherRow)
      (nodes, weight.data(), gradient.gradOut + k * width, heads * width, width,
       gradient.values + row * task.stride + k * width, task.values + row * task.stride + k * width,
       dots.data());
      double sum = 0;
      for (std::size_t e = 0; e < nodes.size(); ++e) {
        const float grad =
            weight[e] * (dots[e] - centre[static_cast<std::size_t>(nodes[e]) * heads + k]) * slope[e];
        scores[(first + e) * heads + k] = grad;
        sum += static_cast<double>(grad);
      }
      gradient.source[row * heads + k] = static_cast<float>(sum);
    }
  });
  overRows(task, progress, [&](std::size_t row, std::span<const std::int32_t> nodes, Scratch&) {
    const auto first = static_cast<std::size_t>(matrix.offsets[row]);
    for (std::size_t k = 0; k < heads; ++k) {
      double sum = 0;
      for (std::size_t e = first; e < first + nodes.size(); ++e)
        sum += static_cast<double>(scores[static_cast<std::size_t>(task.pattern->mirror[e]) * heads + k]);
      gradient.target[row * heads + k] = static_cast<float>(sum);
    }
  });
}

}  // namespace sispde
#endif
