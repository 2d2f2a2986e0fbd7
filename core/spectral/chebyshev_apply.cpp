#include "core/spectral/chebyshev_apply.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "core/base/machine.h"
#include "core/base/parallel.h"
#include "core/spectral/workspace.h"

namespace sispde {
namespace {

// AMD's number of the processor's family: 25 is Zen 3 and 4, 26 Zen 5. 0: another maker's.
unsigned amdFamily() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__builtin_cpu_is("amd") == 0 || __get_cpuid(1, &a, &b, &c, &d) == 0) return 0;
  return (a >> 8 & 15) + (a >> 20 & 255);
#else
  return 0;
#endif
}

// Bytes of what is near a core: its own cache. On AMD's processors also a part of the third one, which a few cores share and which gives
// whole lines fast enough: on a Zen 4 two lines at a time are 1.27 times as fast as one on 1e4 nodes; on 2e4 they are no faster, and slower
// while others use that cache, but 4 % faster on a Zen 5. On a Xeon, whose third cache lies across the chip, they are slower on both.
std::size_t nearCache() {
  static const std::size_t bytes = [] {
    const unsigned family = amdFamily();
    const std::size_t own = cacheBytes(2), shared = family == 0 ? 0 : cacheBytes(3) / (family >= 26 ? 4 : 8);
    return own > 0 ? std::max(own, shared) : std::size_t{1} << 20;
  }();
  return bytes;
}

// Bytes of the last cache, which the threads share.
std::size_t lastCache() {
  static const std::size_t bytes = [] {
    const std::size_t shared = cacheBytes(3);
    return shared > 0 ? shared : std::size_t{8} << 20;
  }();
  return bytes;
}

// 32 columns where two vectors and the sum stay near the core, or where gathers are streams that only the memory holds and wide tiles read
// the matrix less often; otherwise 16, which is one cache line; fewer for few columns.
template <class T>
int chooseWidth(std::size_t nodes, bool local, std::size_t columns, int asked, int threads) {
  if (asked > 0) return asked;
  const std::size_t bytes = nodes * 32 * 3 * sizeof(T);
  if (local && bytes > 2 * lastCache() && columns >= 32) return 32;
  const int widest = bytes <= nearCache() ? 32 : 16;
  for (int width = widest; width >= 8; width /= 2)
    if (columns >= static_cast<std::size_t>(width) * static_cast<std::size_t>(std::max(threads, 1)))
      return width;
  return columns > 16 ? widest : columns > 8 ? 16 : columns > 4 ? 8 : 4;
}

// Whether all threads go over one tile together, with a meeting at every step. Where there are too few tiles to go round and enough work in
// each; and where the last cache, which the threads share, holds the two vectors of one tile but not those of all.
template <class T>
bool chooseSplit(const RecurrenceMatrix<T>& matrix, std::size_t tiles, int width, int threads, bool half) {
  const std::size_t all = static_cast<std::size_t>(threads);
  if (tiles < all)
    return (matrix.nodes + matrix.targets.size()) * static_cast<std::size_t>(width) > (1u << 19);
  const double two = 2.0 * static_cast<double>(matrix.nodes) * width * (half ? 2.0 : sizeof(T));
  const double room = 0.6 * static_cast<double>(lastCache());
  return all > 1 && two <= room && two * static_cast<double>(all) > room;
}

// Every node's entries times its factor, into the scaled space or out of it.
template <class T>
void scaleRows(const Tile<T>& tile, const Buffer<T>& factors) {
  for (std::size_t u = 0; u < factors.size(); ++u)
    for (T& entry : std::span(tile.row(u), static_cast<std::size_t>(tile.width))) entry *= factors[u];
}

template <class T>
class TileRun {
 public:
  TileRun(const RecurrenceMatrix<T>& matrix, std::span<const double> coefficients, const BlockTask<T>& task,
          const ApplyOptions& options, const Progress& progress, int width, bool splitRows)
      : matrix_(matrix),
        c_(coefficients),
        task_(task),
        half_(options.half),
        progress_(progress),
        width_(width),
        splitRows_(splitRows),
        nodes_(matrix.nodes) {
    // Beyond the near caches a gather waits; asking long before keeps more requests under way: on a Zen 5 1e7 edges take half the time with
    // 128 entries ahead that they take with 24. Near neighbours are there already.
    const std::size_t tileBytes = nodes_ * static_cast<std::size_t>(width) * (half_ ? 2 : sizeof(T));
    prefetch_ = tileBytes > (std::size_t{4} << 20) && !matrix.local ? 128 : 0;
  }

  bool run(Workspace& space, std::size_t first, int used) {
    const std::size_t items = nodes_ * static_cast<std::size_t>(width_);
    T* sum = reinterpret_cast<T*>(space.sum);
    T* input = half_ ? sum : reinterpret_cast<T*>(space.current);
    // Fresh memory may be slow to come: in pieces, so that a cancel is seen.
    constexpr std::size_t piece = std::size_t{1} << 21;
    const bool whole = task_.scaled && used == width_;
    for (std::size_t begin = 0; begin < items && !whole; begin += piece) {
      std::fill_n(input + begin, std::min(piece, items - begin), T{0});
      if (progress_.stopped()) return false;
    }
    const Tile<T> given{first, used, width_, input, nodes_, matrix_.rows.data()};
    task_.fill(given);
    if (progress_.stopped()) return false;
    if (!task_.scaled) scaleRows(given, matrix_.into);
    void *current = space.current, *previous = space.previous;
    if constexpr (std::is_same_v<T, float>)
      if (half_) toHalf(input, reinterpret_cast<std::uint16_t*>(current), items);
    const Tile<const T> shape{first, used, width_, nullptr, nodes_, matrix_.rows.data()};
    const auto visit = [&](int k, const void* data) {
      if (!task_.visit) return;
      Tile<const T> tile = shape;
      tile.data = static_cast<const T*>(data);
      task_.visit(k, tile);
    };
    visit(0, current);
    const int degree = static_cast<int>(c_.size()) - 1;
    if (degree == 0 && sum != nullptr) {
      if (half_)
        for (std::size_t i = 0; i < items; ++i) sum[i] *= static_cast<T>(c_[0]);
      else
        for (std::size_t i = 0; i < items; ++i) sum[i] = static_cast<T>(c_[0]) * input[i];
    }
    for (int k = 0; k < degree; ++k) {
      // Three terms at a time: the sum is read and written in every third step.
      StepArguments<T> step;
      step.matrix = &matrix_;
      step.width = width_;
      step.current = current;
      step.previous = previous;
      step.sum = sum;
      step.first = k == 0;
      step.half = half_;
      step.prefetch = prefetch_;
      step.accumulate = k % 3 == 0 || k + 1 == degree;
      const int summed = k == 0 ? -1 : (k - 1) / 3 * 3 + 1;  // the last term that is in the sum already
      step.a = k - 1 > summed ? static_cast<T>(c_[k - 1]) : T{0};
      step.b = k > summed ? static_cast<T>(c_[k]) : T{0};
      step.c = static_cast<T>(c_[k + 1]);
      if (!advance(step)) return false;
      std::swap(current, previous);
      visit(k + 1, current);
    }
    if (!task_.drain) return !progress_.stopped();  // a visit may have ended early
    const Tile<T> result{first, used, width_, sum, nodes_, matrix_.rows.data()};
    if (!task_.scaled) scaleRows(result, matrix_.out);
    task_.drain(Tile<const T>{first, used, width_, sum, nodes_, matrix_.rows.data()});
    return !progress_.stopped();
  }

 private:
  bool advance(StepArguments<T> step) {
    const std::size_t parts = matrix_.parts.size() - 1;
    if (splitRows_) {
      parallelBlocks(parts, 1, [&](std::size_t p, std::size_t) {
        if (progress_.stopped()) return;
        StepArguments<T> part = step;
        part.begin = matrix_.parts[p];
        part.end = matrix_.parts[p + 1];
        recurrenceStep(part);
      });
      return !progress_.stopped();
    }
    for (std::size_t p = 0; p < parts; ++p) {
      step.begin = matrix_.parts[p];
      step.end = matrix_.parts[p + 1];
      recurrenceStep(step);
      if (progress_.stopped()) return false;
    }
    return true;
  }

  const RecurrenceMatrix<T>& matrix_;
  std::span<const double> c_;
  const BlockTask<T>& task_;
  bool half_;
  const Progress& progress_;
  int width_;
  bool splitRows_;
  std::size_t nodes_;
  int prefetch_ = 0;
};

}  // namespace

template <class T>
std::size_t applyBytes(std::size_t nodes, std::size_t columns, const ApplyOptions& options) {
  // As if it were local: from above.
  const int threads = threadCount(), width = chooseWidth<T>(nodes, true, columns, options.width, threads);
  const std::size_t tiles = (columns + width - 1) / width;
  const std::size_t item = options.half ? sizeof(float) + 2 * sizeof(std::uint16_t) : 3 * sizeof(T);
  return std::min<std::size_t>(tiles, threads) * nodes * static_cast<std::size_t>(width) * item;
}

template <class T>
Result<void> chebyshevApply(const RecurrenceMatrix<T>& matrix, std::span<const double> coefficients,
                            const BlockTask<T>& task, const ApplyOptions& asked, const Progress& progress) {
  ApplyOptions options = asked;
  options.half = asked.half && halfStorageWorks();
  if (options.half && !task.drain) return usageError("fp16 storage is for sums");
  const std::size_t nodes = matrix.nodes;
  if (task.columns == 0 || nodes == 0) return {};
  if (coefficients.empty()) return usageError("A polynomial needs at least one coefficient");
  if (const int w = options.width; w != 0 && w != 4 && w != 8 && w != 16 && w != 32)
    return usageError("A tile has 4, 8, 16 or 32 columns, not {}", w);
  const int threads = threadCount(),
            width = chooseWidth<T>(nodes, matrix.local, task.columns, options.width, threads);
  const std::size_t tiles = (task.columns + width - 1) / width;
  // What visits the vectors has work of its own, which tiles do side by side.
  const bool splitRows = (tiles < static_cast<std::size_t>(threads) || !task.visit) &&
                         chooseSplit(matrix, tiles, width, threads, options.half);
  const std::size_t items = nodes * static_cast<std::size_t>(width);
  Workspaces spaces(items * (options.half ? sizeof(std::uint16_t) : sizeof(T)),
                    task.drain ? items * sizeof(T) : 0);
  std::atomic<bool> good{true};
  std::mutex mutex;
  std::size_t done = 0;
  const auto runTile = [&](std::size_t t) {
    if (!good || progress.stopped()) {
      good = false;
      return;
    }
    TileRun<T> run(matrix, coefficients, task, options, progress, width, splitRows);
    auto space = spaces.take();
    const std::size_t first = t * width;
    if (!run.run(*space, first, static_cast<int>(std::min<std::size_t>(width, task.columns - first))))
      good = false;
    spaces.give(std::move(space));
    const std::lock_guard lock(mutex);
    ++done;
    if (!task.what.empty())
      progress.report(static_cast<double>(done) / static_cast<double>(tiles), task.what);
  };
  if (splitRows)
    for (std::size_t t = 0; t < tiles; ++t) runTile(t);
  else
    parallelBlocks(tiles, 1, [&](std::size_t t, std::size_t) { runTile(t); });
  if (!good) return cancelled();
  return {};
}

Result<void> chebyshevApply(const RecurrenceMatrix<float>& matrix, std::span<const double> coefficients,
                            std::span<const float> block, std::size_t columns, std::span<float> result,
                            const ApplyOptions& options, const Progress& progress) {
  // Whole lines are copied by loops of a length that the compiler knows.
  const auto copy = [](const float* from, float* to, int count, const Buffer<float>& factors, std::size_t u) {
    const float factor = factors.empty() ? 1.0f : factors[u];
    const auto line = [&](int length) {
      for (int j = 0; j < length; ++j) to[j] = factor * from[j];
    };
    if (count == 32) return line(32);
    if (count == 16) return line(16);
    line(count);
  };
  BlockTask<float> task;
  task.columns = columns;
  task.scaled = true;
  task.fill = [&](const Tile<float>& tile) {
    for (std::size_t u = 0; u < tile.nodes; ++u)
      copy(block.data() + u * columns + tile.first, tile.row(u), tile.used, matrix.into, u);
  };
  task.drain = [&](const Tile<const float>& tile) {
    for (std::size_t u = 0; u < tile.nodes; ++u)
      copy(tile.row(u), result.data() + u * columns + tile.first, tile.used, matrix.out, u);
  };
  return chebyshevApply(matrix, coefficients, task, options, progress);
}

template std::size_t applyBytes<float>(std::size_t, std::size_t, const ApplyOptions&);
template std::size_t applyBytes<double>(std::size_t, std::size_t, const ApplyOptions&);
template Result<void> chebyshevApply(const RecurrenceMatrix<float>&, std::span<const double>,
                                     const BlockTask<float>&, const ApplyOptions&, const Progress&);
template Result<void> chebyshevApply(const RecurrenceMatrix<double>&, std::span<const double>,
                                     const BlockTask<double>&, const ApplyOptions&, const Progress&);

}  // namespace sispde
