#pragma once
// A KernelEngine answers for one Laplacian and any kernel at slider speed. Heavy work is done once, in the background, by the prepare
// functions: they apply the reduced basis (reduced_basis.h) to what a view needs, and can be cancelled. From then on rows, variances,
// pictures, pairs and fields are short linear combinations in one pass over memory, for every kernel of the family.
//
//   prepare…   from one background thread at a time; they publish what they made when it is whole
//   row, …     from any thread at any time; where nothing is prepared, a row is a Chebyshev partial sum with the bound it has
//
// A first look prepares variances, the picture, pairs or fields with the first terms of the recurrence alone, in a small part of the time:
// answers are partial sums with their bounds, not `ready`, until the whole preparation takes their place.
//
// Memory: every prepare plans what it will take before it takes it, and keeps the total below options.maxBytes. What is dropped first,
// when room is needed: rows of nodes that were not asked for longest, then pairs, then fields, then the picture, then a first look at the
// variances. Whole variances are never dropped. A request that does not fit alone is refused with a sentence.

#include <algorithm>
#include <list>
#include <memory>
#include <mutex>
#include <span>

#include "core/kernel/basis_block.h"
#include "core/kernel/reduced_basis.h"
#include "core/kernel/rows.h"
#include "core/spectral/recurrence.h"

namespace sispde {

template <class T>
struct FillPlan;  // basis_fill.h

struct EngineOptions {
  double tolerance = 1e-6;  // of the reduced basis; 1e-3 is enough for a first picture
  std::size_t maxBytes = std::size_t{4}
                         << 30;  // of all that is prepared, with the matrix and the memory of preparing
  bool half = false;             // keep rows and fields as fp16, for pictures of very large graphs
  int probes = 64;               // for variances and traces above exactNodes; even
  std::uint64_t probeSeed = 0;
};

enum class Depth { FirstLook, Full };

// What a live answer is worth.
struct LiveInfo {
  bool ready = false;  // from prepared data; otherwise a partial sum
  double bound =
      0;  // row, field: error relative to the norm; diagonal, image, pairs: error relative to the mean variance
  double standardError = 0;  // of variances and of the normalisation, relative, where they were probed
  int terms = 0;             // functions combined, or degree of the partial sum
  double scale = 0;  // with Normalisation::None: log of what the numbers must still be multiplied by (rows.h)
};

class KernelEngine {
 public:
  static Result<std::shared_ptr<KernelEngine>> make(Laplacian laplacian, const EngineOptions& options = {},
                                                    const Progress& progress = {});

  const Laplacian& laplacian() const { return laplacian_; }
  const ReducedBasis& basis() const { return basis_; }
  std::size_t bytes() const;  // of what is prepared now

  // All eigenpairs make variances and traces exact and instant. An error for those of another graph.
  Result<void> setSpectrum(std::shared_ptr<const Spectrum> spectrum);

  Result<void> prepareRows(std::span<const NodeId> nodes, const Progress& progress = {});
  // Exact up to exactNodes nodes, above that by probing.
  Result<void> prepareDiagonal(const Progress& progress = {}, Depth depth = Depth::Full);
  // order[i] is the node at place i; P bins of consecutive places (P is cut to N).
  Result<void> prepareImage(std::span<const NodeId> order, int bins, const Progress& progress = {},
                            Depth depth = Depth::Full);
  Result<void> preparePairs(std::span<const Edge> pairs, const Progress& progress = {},
                            Depth depth = Depth::Full);
  // Fields (seed, step 0, column c) of normals.h, c < count.
  Result<void> prepareFields(std::uint64_t seed, int count, const Progress& progress = {},
                             Depth depth = Depth::Full);

  bool hasRow(NodeId node) const;

  // K^power at `node`: N numbers. `maxDegree` limits a partial sum (0: as many terms as some milliseconds allow).
  Result<LiveInfo> row(NodeId node, const KernelSpec& spec, std::span<float> out, double power = 1,
                       int maxDegree = 0) const;
  // Several rows one after the other; ready when all are.
  Result<LiveInfo> rows(std::span<const NodeId> nodes, const KernelSpec& spec, std::span<float> out,
                        double power = 1) const;
  // Variances K_uu. An error before prepareDiagonal, unless there are eigenpairs.
  Result<LiveInfo> diagonal(const KernelSpec& spec, std::span<float> out) const;
  // tr K, the standard error of probing, and a bound of what the reduced basis leaves out.
  struct Trace {
    double value = 0, standardError = 0, bound = 0;
    double scale = 0;  // with Normalisation::None: log of what the numbers must still be multiplied by
  };
  Result<Trace> trace(const KernelSpec& spec) const;
  int imageBins() const;
  // P × P: mean of K over the pairs of two bins; as correlation, divided by the roots of the bins' mean variances.
  Result<LiveInfo> image(const KernelSpec& spec, bool correlation, std::span<float> out) const;
  std::size_t pairCount() const;
  // K_uv of the prepared pairs; as correlation, divided by √(K_uu K_vv).
  Result<LiveInfo> pairs(const KernelSpec& spec, bool correlation, std::span<float> out) const;
  int fieldCount() const;
  // count × N.
  Result<LiveInfo> fields(const KernelSpec& spec, std::span<float> out) const;

 private:
  struct RowBlock {  // rows that were prepared together, and are dropped together
    std::vector<NodeId> nodes;
    std::size_t stride = 0;
    std::shared_ptr<const BasisBlock> block;
  };
  struct DiagonalBlock {
    BasisBlock block;
    Depth depth = Depth::Full;
    bool probed = false;         // two halves of probes, then their traces; else exact
    bool fromSpectrum = false;   // without a recurrence
    std::size_t stride = 0;      // entries of a half
    std::vector<double> traces;  // exact: tr g_j(Δ)
  };
  struct ImageBlock {
    BasisBlock block;
    Depth depth = Depth::Full;
    int bins = 0;
    std::vector<std::int32_t> binOf;  // per node
    std::vector<double> binSize;
    std::vector<std::size_t> offsets;  // of every tile of 32 columns, rows 0 … last column of the tile
    std::size_t bytes() const { return block.bytes() + binOf.size() * sizeof(std::int32_t); }
  };
  struct PairBlock {
    BasisBlock block;
    Depth depth = Depth::Full;
    std::vector<Edge> pairs;
    std::vector<std::size_t> places;  // where each pair lies in the block
    std::size_t bytes() const {
      return block.bytes() + pairs.size() * sizeof(Edge) + places.size() * sizeof(std::size_t);
    }
  };
  struct FieldBlock {
    BasisBlock block;
    Depth depth = Depth::Full;
    std::uint64_t seed = 0;
    int count = 0;
    std::size_t stride = 0;
    double largestNorm = 0;  // of the white noise
  };

  KernelEngine(Laplacian laplacian, EngineOptions options, ReducedBasis basis);

  template <class T>
  Result<const RecurrenceMatrix<T>*> matrix(std::unique_ptr<const RecurrenceMatrix<T>>& kept,
                                            const Progress& progress) const;
  // What the steps of the recurrence add at most to a kernel that the basis holds to `error`, and whether float32 would show beside the
  // tolerance.
  double recurrenceRounding(const KernelFunction& shape, double error, double roundoff,
                            Depth depth = Depth::Full) const;
  const ReducedBasis& basisOf(Depth depth) const { return depth == Depth::Full ? basis_ : firstTerms_; }
  bool needsDouble() const;
  // run(matrix) in float32 or float64, as the tolerance asks.
  template <class Run>
  Result<void> withPrecision(const Run& run, const Progress& progress) const {
    return withPrecision(run, progress, inDouble_);
  }
  template <class Run>
  Result<void> withPrecision(const Run& run, const Progress& progress, bool wide) const {
    if (wide) {
      SISPDE_TRY(const auto* x, matrix(doubleMatrix_, progress));
      return run(*x);
    }
    SISPDE_TRY(const auto* x, matrix(floatMatrix_, progress));
    return run(*x);
  }
  // Makes room for a block and the memory of making it, or says that there is none.
  Result<void> plan(std::size_t block, std::size_t work, const char* what);
  // Plans and fills a block; `half` as fp16 where the options ask for it.
  template <class T>
  Result<void> fillBlock(const RecurrenceMatrix<T>& x, const FillPlan<T>& filling, std::size_t items,
                         const char* what, BasisBlock& block, bool half, const Progress& progress,
                         Depth depth = Depth::Full);
  template <class Block>
  void publish(std::shared_ptr<const Block>& place, std::shared_ptr<const Block> made) {
    const std::lock_guard lock(mutex_);
    place.swap(made);  // an older one is freed after the lock
  }
  std::size_t usedLocked() const;
  std::size_t fixedLocked() const;  // of what is never dropped
  Result<void> measureQuickTrace(const Progress& progress);

  // A kernel as the live answers need it: weights of the basis functions with the factor of K^power in them.
  struct Live {
    std::vector<float> weights;
    double error = 0;        // of the shape
    double factorError = 0;  // of the factor, relative: what the basis leaves of the trace
    double halfError = 0;    // what fp16 storage adds to it
    double factor = 1;       // K^power / shape
    double meanVariance = 1;
    double standardError = 0, scale = 0;
  };
  Result<Live> liveOf(const KernelSpec& spec, double power, Depth depth = Depth::Full) const;
  // What a combination of a block of that depth is worth, its bound left to the caller.
  static LiveInfo infoOf(const Live& live, Depth depth) {
    const int count = static_cast<int>(live.weights.size());
    const int terms = depth == Depth::Full ? count : std::max(count - 1, 0);
    return {depth == Depth::Full, 0, live.standardError, terms, live.scale};
  }
  // Absolute error of covariances that are divided by variances of this worth.
  static double sharedError(const Live& live, const LiveInfo& variances);
  Result<Trace> shapeTraceOf(const KernelSpec& spec) const;
  Result<LiveInfo> partialRow(NodeId node, const KernelSpec& spec, std::span<float> out, double power,
                              int maxDegree) const;

  Laplacian laplacian_;
  EngineOptions options_;
  ReducedBasis basis_, firstTerms_;
  double stepError_;  // recurrence.h
  bool inDouble_;
  std::size_t matrixBytes_;
  mutable std::mutex matrixMutex_;  // held while the one matrix that is needed is made
  mutable std::unique_ptr<const RecurrenceMatrix<float>> floatMatrix_;
  mutable std::unique_ptr<const RecurrenceMatrix<double>> doubleMatrix_;

  std::vector<std::vector<double>>
      quickMoments_;  // zᵀT_k(X)z / N of a few probes, until variances are prepared

  mutable std::mutex mutex_;          // held for pointer swaps alone
  mutable std::list<RowBlock> rows_;  // the one asked for last comes first
  std::shared_ptr<const DiagonalBlock> diagonal_;
  std::shared_ptr<const ImageBlock> image_;
  std::shared_ptr<const PairBlock> pairs_;
  std::shared_ptr<const FieldBlock> fields_;
  std::shared_ptr<const Spectrum> spectrum_;
};

}  // namespace sispde
