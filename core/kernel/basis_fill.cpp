#include "core/kernel/basis_fill.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "core/base/parallel.h"

namespace sispde {
namespace {

// The last moments of one tile, not folded in yet.
struct Ring {
  explicit Ring(std::size_t items) : items_(items), memory_(items * foldedMoments) {}
  float* slot(int k) {
    float* place = memory_.data() + static_cast<std::size_t>(k % foldedMoments) * items_;
    std::fill_n(place, items_, 0.0f);
    return place;
  }
  // Moments first … last, all in the ring. Piece by piece, so that a cancel is seen; on several threads where this is the only tile.
  void fold(int first, int last, const float* coefficients, BasisBlock& block, std::size_t offset, bool alone,
            const Progress& progress) {
    constexpr std::size_t piece = 1 << 16;
    const auto add = [&](std::size_t begin, std::size_t end) {
      if (progress.stopped()) return;
      std::vector<const float*> moments;
      for (int k = first; k <= last; ++k)
        moments.push_back(memory_.data() + static_cast<std::size_t>(k % foldedMoments) * items_ + begin);
      block.add(moments,
                coefficients + static_cast<std::size_t>(first) * static_cast<std::size_t>(block.rank()),
                offset + begin, end - begin, first == 0);
    };
    if (alone) return parallelBlocks(items_, piece, add);
    for (std::size_t begin = 0; begin < items_; begin += piece) add(begin, std::min(items_, begin + piece));
  }

 private:
  std::size_t items_;
  Buffer<float> memory_;
};

// Progress from several threads, one at a time.
class SharedProgress {
 public:
  SharedProgress(const Progress& progress, std::string what, double total)
      : progress_(progress), what_(std::move(what)), total_(total) {}
  void add(double work) {
    const std::lock_guard lock(mutex_);
    done_ += work;
    progress_.report(done_ / total_, what_);
  }

 private:
  const Progress& progress_;
  std::string what_;
  double total_, done_ = 0;
  std::mutex mutex_;
};

}  // namespace

template <class T>
std::size_t fillBytes(std::size_t nodes, const FillPlan<T>& plan) {
  const std::size_t tiles = (plan.columns + plan.width - 1) / plan.width;
  std::size_t most = 0;
  for (std::size_t t = 0; t < tiles; ++t) most = std::max(most, plan.count(t));
  const std::size_t together = std::min<std::size_t>(tiles, threadCount());
  return plan.held +
         together * (most * 4 * foldedMoments + 2 * nodes * static_cast<std::size_t>(plan.width) * sizeof(T));
}

template <class T>
Result<void> fillBasis(const RecurrenceMatrix<T>& matrix, const ReducedBasis& basis, const FillPlan<T>& plan,
                       BasisBlock& block, const Progress& progress) {
  const int degree = basis.degree();
  const std::vector<float> coefficients(basis.coefficients().begin(), basis.coefficients().end());
  const std::size_t tiles = (plan.columns + plan.width - 1) / plan.width;
  std::vector<std::unique_ptr<Ring>> rings(tiles);
  SharedProgress shared(progress, plan.what, static_cast<double>(tiles) * (degree + 1));
  Buffer<T> ones;
  if (matrix.out.empty()) ones.assign(matrix.nodes, T{1});
  const T* scale = matrix.out.empty() ? ones.data() : matrix.out.data();
  BlockTask<T> task;
  task.columns = plan.columns;
  task.fill = plan.fill;
  task.visit = [&](int k, const Tile<const T>& tile) {
    const std::size_t t = tile.first / static_cast<std::size_t>(plan.width);
    if (k == 0) rings[t] = std::make_unique<Ring>(plan.count(t));
    plan.take(tile, scale, rings[t]->slot(k));
    const int pending = k % foldedMoments + 1;
    if (pending == foldedMoments || k == degree) {
      rings[t]->fold(k + 1 - pending, k, coefficients.data(), block, plan.offset(t), tiles == 1, progress);
      shared.add(pending);
    }
    if (k == degree) rings[t].reset();
  };
  const std::vector<double> unused(static_cast<std::size_t>(degree) + 1, 0);
  return chebyshevApply(matrix, unused, task, {.width = plan.width}, progress);
}

template std::size_t fillBytes(std::size_t, const FillPlan<float>&);
template std::size_t fillBytes(std::size_t, const FillPlan<double>&);
template Result<void> fillBasis(const RecurrenceMatrix<float>&, const ReducedBasis&, const FillPlan<float>&,
                                BasisBlock&, const Progress&);
template Result<void> fillBasis(const RecurrenceMatrix<double>&, const ReducedBasis&, const FillPlan<double>&,
                                BasisBlock&, const Progress&);

}  // namespace sispde
