// Variances and traces of KernelEngine: exact from eigenpairs or unit vectors, above exactNodes from random signs.

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/kernel/basis_fill.h"
#include "core/kernel/kernel_engine.h"
#include "core/kernel/probes.h"

namespace sispde {
namespace {

// The diagonal entry of every unit vector's image.
template <class T>
FillPlan<T> unitPlan(std::size_t nodes) {
  constexpr int width = 32;
  FillPlan<T> plan;
  plan.columns = nodes;
  plan.width = width;
  plan.fill = [](const Tile<T>& tile) {
    for (int j = 0; j < tile.used; ++j) tile.row(tile.first + j)[j] = 1;
  };
  plan.offset = [](std::size_t t) { return t * width; };
  plan.count = [](std::size_t) { return std::size_t{width}; };
  plan.take = [](const Tile<const T>& tile, const T* scale, float* out) {
    for (int j = 0; j < tile.used; ++j)
      out[j] = static_cast<float>(tile.row(tile.first + j)[j] * scale[tile.first + j]);
  };
  return plan;
}

// Two halves of random sign vectors: z ∘ g(Δ)z averages to the diagonal, the difference of the halves shows the error. Behind the N
// means of a half stand the traces of its single probes, divided by N so that float32 can hold them.
template <class T>
FillPlan<T> probePlan(std::size_t nodes, int probes, std::uint64_t seed, std::size_t stride,
                      const Progress& progress) {
  const int width = probes / 2;
  const std::size_t halfStride = stride + BasisBlock::padded(static_cast<std::size_t>(width));
  struct Words {
    std::once_flag made;
    std::vector<std::uint32_t> bits;  // bit j of word (half, u)
  };
  const auto words = std::make_shared<Words>();
  // Made by the first tile, when there is room for them.
  const auto wordsOf = [words, nodes, width, probes, seed, &progress](std::size_t first) {
    std::call_once(words->made, [&] {
      words->bits.assign(2 * nodes, 0);
      for (int c = 0; c < probes && !progress.stopped(); ++c) {
        Signs column(seed, static_cast<std::size_t>(c));
        std::uint32_t* half = words->bits.data() + static_cast<std::size_t>(c / width) * nodes;
        for (std::size_t u = 0; u < nodes; ++u)
          half[u] |= static_cast<std::uint32_t>(column.next()) << (c % width);
      }
    });
    return static_cast<const std::uint32_t*>(words->bits.data()) +
           first / static_cast<std::size_t>(width) * nodes;
  };
  FillPlan<T> plan;
  plan.held = 2 * nodes * sizeof(std::uint32_t);
  plan.columns = static_cast<std::size_t>(probes);
  plan.width = width;
  plan.fill = [wordsOf, &progress](const Tile<T>& tile) {
    const std::uint32_t* signs = wordsOf(tile.first);
    for (std::size_t u = 0; u < tile.nodes; ++u) {
      if (u % 65536 == 0 && progress.stopped()) return;
      for (int j = 0; j < tile.used; ++j) tile.row(u)[j] = (signs[u] >> j & 1) != 0 ? T{1} : T{-1};
    }
  };
  plan.offset = [halfStride](std::size_t t) { return t * halfStride; };
  plan.count = [halfStride](std::size_t) { return halfStride; };
  plan.take = [wordsOf, stride, &progress](const Tile<const T>& tile, const T* scale, float* out) {
    const std::uint32_t* signs = wordsOf(tile.first);
    std::vector<double> traces(static_cast<std::size_t>(tile.used), 0);
    for (std::size_t u = 0; u < tile.nodes; ++u) {
      if (u % 65536 == 0 && progress.stopped()) return;
      T sum = 0;
      for (int j = 0; j < tile.used; ++j) {
        const T value = tile.row(u)[j] * ((signs[u] >> j & 1) != 0 ? scale[u] : -scale[u]);
        sum += value;
        traces[j] += static_cast<double>(value);
      }
      out[u] = static_cast<float>(sum / static_cast<T>(tile.used));
    }
    for (int j = 0; j < tile.used; ++j)
      out[stride + j] = static_cast<float>(traces[j] / static_cast<double>(tile.nodes));
  };
  return plan;
}

// Σ_k U_uk² g_j(λ_k), sixteen pairs at a time.
Result<void> fillFromSpectrum(const Spectrum& spectrum, const ReducedBasis& basis, BasisBlock& block,
                              const Progress& progress) {
  bool fresh = true;
  for (const Spectrum::Block& part : spectrum.blocks) {
    const std::size_t n = part.nodes.size();
    for (std::size_t first = 0; first < n; first += foldedMoments) {
      if (progress.stopped()) return cancelled();
      const std::size_t count = std::min<std::size_t>(foldedMoments, n - first);
      std::vector<float> squares(count * block.items(), 0), coefficients;
      std::vector<const float*> moments;
      for (std::size_t k = 0; k < count; ++k) {
        float* column = squares.data() + k * block.items();
        for (std::size_t i = 0; i < n; ++i) {
          const double x = part.vectors[i * n + first + k];
          column[part.nodes[i]] = static_cast<float>(x * x);
        }
        moments.push_back(column);
        for (const double value : basis.at(part.values[first + k]))
          coefficients.push_back(static_cast<float>(value));
      }
      block.add(moments, coefficients.data(), 0, block.items(), fresh);
      fresh = false;
    }
  }
  return {};
}

}  // namespace

Result<void> KernelEngine::measureQuickTrace(const Progress& progress) {
  constexpr std::size_t probes = 4;
  const auto n = static_cast<std::size_t>(laplacian_.nodeCount());
  const double step = 4 * static_cast<double>(n + laplacian_.graph().targets().size());
  const int degree =
      std::min(basis_.degree(), static_cast<int>(std::clamp(2e8 / std::max(step, 1.0), 16.0, 100.0)));
  std::vector<std::vector<double>> moments(static_cast<std::size_t>(degree) + 1,
                                           std::vector<double>(probes, 0));
  const auto run = [&]<class T>(const RecurrenceMatrix<T>& x) -> Result<void> {
    BlockTask<T> task;
    task.columns = probes;
    task.fill = [&](const Tile<T>& tile) {
      for (int j = 0; j < tile.used && !progress.stopped(); ++j) {
        Signs signs(options_.probeSeed, tile.first + static_cast<std::size_t>(j));
        for (std::size_t u = 0; u < n; ++u) tile.row(u)[j] = signs.next() ? T{1} : T{-1};
      }
    };
    task.visit = [&](int k, const Tile<const T>& tile) {
      for (int j = 0; j < tile.used && !progress.stopped(); ++j) {
        Signs signs(options_.probeSeed, tile.first + static_cast<std::size_t>(j));
        double sum = 0;
        for (std::size_t u = 0; u < n; ++u) {
          const auto value = static_cast<double>(tile.row(u)[j] * (x.out.empty() ? T{1} : x.out[u]));
          sum += signs.next() ? value : -value;
        }
        moments[k][tile.first + j] = sum / static_cast<double>(n);
      }
    };
    const std::vector<double> unused(static_cast<std::size_t>(degree) + 1, 0);
    return chebyshevApply(x, unused, task, {.width = 4}, progress);
  };
  SISPDE_CHECK(withPrecision(run, progress));
  quickMoments_ = std::move(moments);
  return {};
}

Result<void> KernelEngine::prepareDiagonal(const Progress& progress, Depth depth) {
  const auto n = static_cast<std::size_t>(laplacian_.nodeCount());
  auto made = std::make_shared<DiagonalBlock>();
  made->stride = BasisBlock::padded(n);
  std::shared_ptr<const Spectrum> spectrum;
  bool prepared = false;
  {
    const std::lock_guard lock(mutex_);
    spectrum = spectrum_;
    prepared = diagonal_ && diagonal_->depth == Depth::Full;
  }
  if (depth == Depth::FirstLook && (spectrum || prepared)) return {};  // there is more already
  made->depth = depth;
  made->probed = laplacian_.nodeCount() > exactNodes && !spectrum;
  made->fromSpectrum = spectrum != nullptr;
  const auto make = [&]<class T>(const RecurrenceMatrix<T>& x) -> Result<void> {
    FillPlan<T> filling = made->probed
                              ? probePlan<T>(n, options_.probes, options_.probeSeed, made->stride, progress)
                              : unitPlan<T>(n);
    filling.what = "preparing variances";
    const std::size_t items =
        made->probed ? 2 * (made->stride + BasisBlock::padded(static_cast<std::size_t>(options_.probes) / 2))
                     : made->stride;
    if (!spectrum) return fillBlock(x, filling, items, "Variances", made->block, false, progress, depth);
    SISPDE_CHECK(plan(BasisBlock::bytesFor(items, basis_.rank(), false), 0, "Variances"));
    made->block = BasisBlock(items, basis_.rank());
    return fillFromSpectrum(*spectrum, basis_, made->block, progress);
  };
  SISPDE_CHECK(withPrecision(make, progress));
  if (!made->probed) {
    const auto rank = static_cast<std::size_t>(made->block.rank());
    Buffer<float> values(n);
    for (std::size_t j = 0; j < rank; ++j) {
      std::vector<float> unit(rank, 0);
      unit[j] = 1;
      made->block.combine(unit, 0, values);
      double sum = 0;
      for (const float value : values) sum += static_cast<double>(value);
      made->traces.push_back(sum);
    }
  }
  publish<DiagonalBlock>(diagonal_, std::move(made));
  return {};
}

}  // namespace sispde
