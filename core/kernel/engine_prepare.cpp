// The background half of KernelEngine: what is applied once.

#include <algorithm>
#include <cmath>

#include "core/base/normals.h"
#include "core/kernel/basis_fill.h"
#include "core/kernel/kernel_engine.h"
#include "core/kernel/tile_take.h"

namespace sispde {
namespace {

constexpr int tileWidth = 32;

std::size_t tilesOf(std::size_t columns, int width) {
  return (columns + static_cast<std::size_t>(width) - 1) / static_cast<std::size_t>(width);
}

// Whole columns, one after the other: entry u of column c at c · stride + u.
template <class T>
void takeColumns(const Tile<const T>& tile, const T* scale, std::size_t stride, float* out) {
  constexpr std::size_t block = 64;  // nodes at a time, so that the strided writes stay in the cache
  for (std::size_t begin = 0; begin < tile.nodes; begin += block)
    for (int j = 0; j < tile.used; ++j)
      for (std::size_t u = begin; u < std::min(begin + block, tile.nodes); ++u)
        out[static_cast<std::size_t>(j) * stride + u] = static_cast<float>(tile.row(u)[j] * scale[u]);
}

template <class T>
FillPlan<T> columnPlan(std::size_t columns, int width, std::size_t stride, std::string what) {
  FillPlan<T> plan;
  plan.columns = columns;
  plan.width = width;
  plan.offset = [=](std::size_t t) { return t * static_cast<std::size_t>(width) * stride; };
  plan.count = [=](std::size_t t) {
    return std::min<std::size_t>(width, columns - t * static_cast<std::size_t>(width)) * stride;
  };
  plan.take = [=](const Tile<const T>& tile, const T* scale, float* out) {
    takeColumns(tile, scale, stride, out);
  };
  plan.what = std::move(what);
  return plan;
}

}  // namespace

template <class T>
Result<void> KernelEngine::fillBlock(const RecurrenceMatrix<T>& x, const FillPlan<T>& filling,
                                     std::size_t items, const char* what, BasisBlock& block, bool half,
                                     const Progress& progress, Depth depth) {
  half = half && options_.half;
  const ReducedBasis& basis = basisOf(depth);
  const std::size_t copy = half ? BasisBlock::bytesFor(items, basis.rank(), true) : 0;
  SISPDE_CHECK(plan(BasisBlock::bytesFor(items, basis.rank(), false),
                    std::max(fillBytes(x.nodes, filling), copy), what));
  block = BasisBlock(items, basis.rank());
  SISPDE_CHECK(fillBasis(x, basis, filling, block, progress));
  if (half) block.makeHalf();
  return {};
}
template Result<void> KernelEngine::fillBlock(const RecurrenceMatrix<float>&, const FillPlan<float>&,
                                              std::size_t, const char*, BasisBlock&, bool, const Progress&,
                                              Depth);
template Result<void> KernelEngine::fillBlock(const RecurrenceMatrix<double>&, const FillPlan<double>&,
                                              std::size_t, const char*, BasisBlock&, bool, const Progress&,
                                              Depth);

Result<void> KernelEngine::prepareRows(std::span<const NodeId> nodes, const Progress& progress) {
  std::vector<NodeId> missing;
  for (const NodeId u : nodes) {
    if (u < 0 || u >= laplacian_.nodeCount())
      return usageError("There is no node {}: the graph has nodes 0 to {}", u, laplacian_.nodeCount() - 1);
    if (!hasRow(u) && std::find(missing.begin(), missing.end(), u) == missing.end()) missing.push_back(u);
  }
  if (missing.empty()) return {};
  const auto n = static_cast<std::size_t>(laplacian_.nodeCount());
  const std::size_t stride = BasisBlock::padded(n);
  constexpr std::size_t together = 4;  // four rows cost hardly more than one
  {
    const std::lock_guard lock(mutex_);
    const std::size_t fixed = fixedLocked();
    // Beside the rows before them the last ones are made: as float32, with the ring and the two vectors of a tile.
    const std::size_t last = stride * std::min(together, missing.size());
    const std::size_t work =
        4 * foldedMoments * last + 2 * together * n * (inDouble_ ? sizeof(double) : sizeof(float));
    const std::size_t making = (options_.half ? BasisBlock::bytesFor(last, basis_.rank(), false) : 0) + work;
    SISPDE_CHECK(checkMemory(
        fmt::format("The preparation of {} rows", nodes.size()),
        static_cast<double>(BasisBlock::bytesFor(stride * nodes.size(), basis_.rank(), options_.half) +
                            fixed + making),
        options_.maxBytes));
  }
  for (std::size_t at = 0; at < missing.size(); at += together) {
    const std::span<const NodeId> part =
        std::span(missing).subspan(at, std::min(together, missing.size() - at));
    const auto make = [&]<class T>(const RecurrenceMatrix<T>& x) -> Result<void> {
      FillPlan<T> filling = columnPlan<T>(part.size(), 4, stride, "preparing rows");
      filling.fill = [&](const Tile<T>& tile) {
        for (int j = 0; j < tile.used; ++j) tile.row(part[tile.first + j])[j] = 1;
      };
      auto whole = std::make_shared<BasisBlock>();
      SISPDE_CHECK(fillBlock(x, filling, stride * part.size(), "Rows", *whole, true, progress));
      const std::lock_guard lock(mutex_);
      rows_.push_front({{part.begin(), part.end()}, stride, std::move(whole)});
      return {};
    };
    SISPDE_CHECK(withPrecision(make, progress));
  }
  return {};
}

Result<void> KernelEngine::prepareImage(std::span<const NodeId> order, int bins, const Progress& progress,
                                        Depth depth) {
  const auto n = static_cast<std::size_t>(laplacian_.nodeCount());
  if (bins < 1) return usageError("A picture needs at least one bin");
  if (order.size() != n) return usageError("The order has {} nodes, the graph {}", order.size(), n);
  auto made = std::make_shared<ImageBlock>();
  made->depth = depth;
  made->bins = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(bins), n));
  SISPDE_CHECK(plan(0, sizeof(std::int32_t) * n, "The bins of the picture"));
  made->binOf.assign(n, -1);
  made->binSize.assign(static_cast<std::size_t>(made->bins), 0);
  std::vector<std::size_t> starts{0};  // places where the bins begin
  for (std::size_t i = 0; i < n; ++i) {
    const auto bin = static_cast<std::int32_t>(i * static_cast<std::size_t>(made->bins) / n);
    if (order[i] < 0 || static_cast<std::size_t>(order[i]) >= n || made->binOf[order[i]] >= 0)
      return usageError("The order is no permutation of the nodes");
    made->binOf[order[i]] = bin;
    made->binSize[bin] += 1;
    if (static_cast<std::size_t>(bin) == starts.size()) starts.push_back(i);
  }
  starts.push_back(n);
  const std::size_t tiles = tilesOf(static_cast<std::size_t>(made->bins), tileWidth);
  made->offsets.push_back(0);
  for (std::size_t t = 0; t < tiles; ++t)
    made->offsets.push_back(
        made->offsets.back() +
        tileWidth * std::min<std::size_t>(static_cast<std::size_t>(made->bins), (t + 1) * tileWidth));
  const auto make = [&]<class T>(const RecurrenceMatrix<T>& x) -> Result<void> {
    FillPlan<T> filling;
    filling.what = "preparing the picture";
    filling.held = sizeof(std::int32_t) * n;
    filling.columns = static_cast<std::size_t>(made->bins);
    filling.width = tileWidth;
    filling.fill = [&](const Tile<T>& tile) {
      for (int j = 0; j < tile.used; ++j)
        for (std::size_t i = starts[tile.first + j]; i < starts[tile.first + j + 1]; ++i)
          tile.row(order[i])[j] = static_cast<T>(1 / made->binSize[tile.first + j]);
    };
    filling.offset = [&](std::size_t t) { return made->offsets[t]; };
    filling.count = [&](std::size_t t) { return made->offsets[t + 1] - made->offsets[t]; };
    // Mean over the nodes of every bin up to the last column of the tile: the rest follows by symmetry.
    filling.take = [&](const Tile<const T>& tile, const T* scale, float* out) {
      const std::size_t last =
          std::min<std::size_t>(static_cast<std::size_t>(made->bins), tile.first + tileWidth);
      for (std::size_t p = 0; p < last; ++p)
        meanOfRows(tile.data, tile.rows, order.subspan(starts[p], starts[p + 1] - starts[p]), scale,
                   out + p * tileWidth);
    };
    return fillBlock(x, filling, made->offsets.back(), "The picture", made->block, false, progress, depth);
  };
  SISPDE_CHECK(withPrecision(make, progress));
  publish<ImageBlock>(image_, std::move(made));
  return {};
}

Result<void> KernelEngine::preparePairs(std::span<const Edge> pairs, const Progress& progress, Depth depth) {
  const auto n = static_cast<std::size_t>(laplacian_.nodeCount());
  // The pairs, their places, their order and what a tile takes; where each node's begin.
  const std::size_t lists = 32 * pairs.size() + 16 * n;
  SISPDE_CHECK(plan(0, lists, "The list of the pairs"));
  constexpr std::size_t part = std::size_t{1} << 20;  // pairs between two looks at `progress`
  const auto stopped = [&](std::size_t i) { return i % part == 0 && progress.stopped(); };
  auto made = std::make_shared<PairBlock>();
  made->depth = depth;
  made->pairs.reserve(pairs.size());
  std::vector<std::size_t> starts(n + 1, 0);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (stopped(i)) return cancelled();
    const Edge pair = pairs[i];
    if (std::min(pair.u, pair.v) < 0 || std::max(pair.u, pair.v) >= laplacian_.nodeCount())
      return usageError("The pair {} – {} is not in the graph, which has nodes 0 to {}", pair.u, pair.v,
                        laplacian_.nodeCount() - 1);
    made->pairs.push_back(pair);
    ++starts[static_cast<std::size_t>(pair.u) + 1];
  }
  std::vector<NodeId> columns;  // first nodes
  for (std::size_t u = 0; u < n; ++u) {
    if (starts[u + 1] > 0) columns.push_back(static_cast<NodeId>(u));
    starts[u + 1] += starts[u];
  }
  std::vector<std::size_t> order(pairs.size());  // by first node, then as they were given
  {
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (stopped(i)) return cancelled();
      order[next[static_cast<std::size_t>(pairs[i].u)]++] = i;
    }
  }
  // Tiles of columns, and the pairs that each tile serves, padded to whole chunks.
  struct Wanted {
    NodeId v;
    int column;
  };
  std::vector<Wanted> wanted(pairs.size());
  std::vector<std::size_t> firsts{0}, offsets{0};  // of a tile's pairs: in `wanted`, in the block
  made->places.resize(pairs.size());
  for (std::size_t t = 0; t < tilesOf(columns.size(), tileWidth); ++t) {
    if (progress.stopped()) return cancelled();
    std::size_t k = firsts[t];
    for (std::size_t c = t * tileWidth; c < std::min((t + 1) * tileWidth, columns.size()); ++c)
      for (; k < starts[static_cast<std::size_t>(columns[c]) + 1]; ++k) {
        made->places[order[k]] = offsets[t] + k - firsts[t];
        wanted[k] = {pairs[order[k]].v, static_cast<int>(c % tileWidth)};
      }
    offsets.push_back(offsets[t] + BasisBlock::padded(k - firsts[t]));
    firsts.push_back(k);
  }
  const auto make = [&]<class T>(const RecurrenceMatrix<T>& x) -> Result<void> {
    FillPlan<T> filling;
    filling.what = "preparing pairs";
    filling.held = lists;
    filling.columns = columns.size();
    filling.width = tileWidth;
    filling.fill = [&](const Tile<T>& tile) {
      for (int j = 0; j < tile.used; ++j) tile.row(columns[tile.first + j])[j] = 1;
    };
    filling.offset = [&](std::size_t t) { return offsets[t]; };
    filling.count = [&](std::size_t t) { return offsets[t + 1] - offsets[t]; };
    filling.take = [&](const Tile<const T>& tile, const T* scale, float* out) {
      const std::size_t t = tile.first / tileWidth;
      for (const Wanted& pair : std::span(wanted).subspan(firsts[t], firsts[t + 1] - firsts[t]))
        *out++ = static_cast<float>(tile.row(pair.v)[pair.column] * scale[pair.v]);
    };
    return fillBlock(x, filling, offsets.back(), "The pairs", made->block, false, progress, depth);
  };
  SISPDE_CHECK(withPrecision(make, progress));
  publish<PairBlock>(pairs_, std::move(made));
  return {};
}

Result<void> KernelEngine::prepareFields(std::uint64_t seed, int count, const Progress& progress,
                                         Depth depth) {
  if (count < 1) return usageError("At least one field must be asked for");
  const auto n = static_cast<std::size_t>(laplacian_.nodeCount());
  auto made = std::make_shared<FieldBlock>();
  made->depth = depth;
  std::vector<double> norms(static_cast<std::size_t>(count), 0);
  made->seed = seed;
  made->count = count;
  made->stride = BasisBlock::padded(n);
  const auto make = [&]<class T>(const RecurrenceMatrix<T>& x) -> Result<void> {
    const int width = count >= 32 ? 16 : count >= 16 ? 8 : 4;
    FillPlan<T> filling =
        columnPlan<T>(static_cast<std::size_t>(count), width, made->stride, "preparing fields");
    filling.fill = [&](const Tile<T>& tile) {
      Buffer<float> z(n);
      for (int j = 0; j < tile.used && !progress.stopped(); ++j) {
        normals({seed, 0, static_cast<std::uint32_t>(tile.first) + static_cast<std::uint32_t>(j),
                 NormalSet::Nodes},
                0, z);
        double square = 0;
        for (std::size_t u = 0; u < n; ++u) {
          tile.row(u)[j] = static_cast<T>(z[u]);
          square += static_cast<double>(z[u]) * static_cast<double>(z[u]);
        }
        norms[tile.first + j] = std::sqrt(square);
      }
    };
    return fillBlock(x, filling, made->stride * static_cast<std::size_t>(count), "The fields", made->block,
                     true, progress, depth);
  };
  SISPDE_CHECK(withPrecision(make, progress));
  made->largestNorm = *std::max_element(norms.begin(), norms.end());
  publish<FieldBlock>(fields_, std::move(made));
  return {};
}

}  // namespace sispde
