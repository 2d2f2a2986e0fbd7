// KernelEngine: what it is made of, its memory, and how a kernel becomes weights of the basis.

#include "core/kernel/kernel_engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/parallel.h"
#include "core/kernel/incidence.h"
#include "core/spectral/chebyshev_apply.h"
#include "core/spectral/chebyshev_series.h"

namespace sispde {

static constexpr int firstLookDegree = 8;  // a few per cent of the steps of a whole preparation

KernelEngine::KernelEngine(Laplacian laplacian, EngineOptions options, ReducedBasis basis)
    : laplacian_(std::move(laplacian)),
      options_(options),
      basis_(std::move(basis)),
      firstTerms_(
          ReducedBasis::chebyshev(laplacian_.lambdaMax(), std::min(firstLookDegree, basis_.degree()))),
      stepError_(stepError(laplacian_)),
      inDouble_(needsDouble()),
      matrixBytes_(inDouble_ ? RecurrenceMatrix<double>::bytesFor(laplacian_)
                             : RecurrenceMatrix<float>::bytesFor(laplacian_)) {}

Result<std::shared_ptr<KernelEngine>> KernelEngine::make(Laplacian laplacian, const EngineOptions& options,
                                                         const Progress& progress) {
  if (options.probes != 16 && options.probes != 32 && options.probes != 64)
    return usageError("The number of probes is {}; it must be 16, 32 or 64", options.probes);
  if (!(options.tolerance >= smallestTolerance))
    return usageError("The tolerance is {:g}; rows are float32, which reach {:g}", options.tolerance,
                      smallestTolerance);
  BasisOptions basisOptions;
  basisOptions.tolerance = options.tolerance;
  SISPDE_TRY(ReducedBasis basis, ReducedBasis::make(laplacian.lambdaMax(), basisOptions, progress));
  std::shared_ptr<KernelEngine> engine(new KernelEngine(std::move(laplacian), options, std::move(basis)));
  SISPDE_CHECK(checkMemory("The matrix of the recurrence", static_cast<double>(engine->matrixBytes_),
                           options.maxBytes));
  SISPDE_CHECK(engine->measureQuickTrace(progress));
  return engine;
}

template <class T>
Result<const RecurrenceMatrix<T>*> KernelEngine::matrix(std::unique_ptr<const RecurrenceMatrix<T>>& kept,
                                                        const Progress& progress) const {
  const std::lock_guard lock(matrixMutex_);
  if (!kept) {
    auto made = std::make_unique<const RecurrenceMatrix<T>>(laplacian_, laplacian_.lambdaMax(), progress);
    if (progress.stopped()) return cancelled();
    kept = std::move(made);
  }
  return kept.get();
}
template Result<const RecurrenceMatrix<float>*> KernelEngine::matrix(
    std::unique_ptr<const RecurrenceMatrix<float>>&, const Progress&) const;
template Result<const RecurrenceMatrix<double>*> KernelEngine::matrix(
    std::unique_ptr<const RecurrenceMatrix<double>>&, const Progress&) const;

double KernelEngine::recurrenceRounding(const KernelFunction& shape, double error, double roundoff,
                                        Depth depth) const {
  const double rest = boundedRounding(basisOf(depth).degree(), error, roundoff, stepError_);
  if (shape.spec().kind == KernelKind::White || shape.spec().kind == KernelKind::Laplacian)
    return 2 * roundoff * stepError_ + rest;  // of degree 1
  return monotoneRounding(laplacian_.lambdaMax(), shape.slope(0), roundoff, stepError_) + rest;
}

bool KernelEngine::needsDouble() const {
  KernelSpec steepest;
  steepest.kind = KernelKind::Heat;
  steepest.kappa = BasisOptions().kappaHigh;
  return recurrenceRounding(KernelFunction(steepest, 1, laplacian_.lambdaMax()), options_.tolerance,
                            0x1p-24) > options_.tolerance / 2;
}

std::size_t KernelEngine::usedLocked() const {
  std::size_t total = 0;
  for (const RowBlock& row : rows_) total += row.block->bytes();
  if (diagonal_) total += diagonal_->block.bytes();
  if (image_) total += image_->bytes();
  if (pairs_) total += pairs_->bytes();
  if (fields_) total += fields_->block.bytes();
  return total;
}

std::size_t KernelEngine::fixedLocked() const {
  return matrixBytes_ + (diagonal_ && diagonal_->depth == Depth::Full ? diagonal_->block.bytes() : 0);
}

std::size_t KernelEngine::bytes() const {
  const std::lock_guard lock(mutex_);
  return usedLocked();
}

Result<void> KernelEngine::plan(std::size_t block, std::size_t work, const char* what) {
  const std::size_t needed = block + work;
  std::vector<std::shared_ptr<const void>> dropped;  // freed after the lock
  const std::lock_guard lock(mutex_);
  const std::size_t fixed = fixedLocked();
  if (needed + fixed > options_.maxBytes)
    return usageError("{} would need {} MB, more than the memory cap of {} MB leaves", what,
                      (needed >> 20) + 1, (options_.maxBytes - std::min(fixed, options_.maxBytes)) >> 20);
  while (matrixBytes_ + usedLocked() + needed > options_.maxBytes) {
    if (!rows_.empty()) {
      dropped.push_back(std::move(rows_.back().block));
      rows_.pop_back();
    } else if (pairs_) {
      dropped.push_back(std::exchange(pairs_, nullptr));
    } else if (fields_) {
      dropped.push_back(std::exchange(fields_, nullptr));
    } else if (image_) {
      dropped.push_back(std::exchange(image_, nullptr));
    } else {
      dropped.push_back(std::exchange(diagonal_, nullptr));  // a first look
    }
  }
  return {};
}

Result<void> KernelEngine::setSpectrum(std::shared_ptr<const Spectrum> spectrum) {
  SISPDE_CHECK(checkSpectrum(laplacian_, spectrum.get()));
  const std::lock_guard lock(mutex_);
  spectrum_.swap(spectrum);
  return {};
}

bool KernelEngine::hasRow(NodeId node) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(rows_.begin(), rows_.end(), [&](const RowBlock& row) {
    return std::find(row.nodes.begin(), row.nodes.end(), node) != row.nodes.end();
  });
}

Result<KernelEngine::Trace> KernelEngine::shapeTraceOf(const KernelSpec& spec) const {
  const KernelFunction shape(spec, 1, laplacian_.lambdaMax());
  const auto n = static_cast<double>(laplacian_.nodeCount());
  std::shared_ptr<const DiagonalBlock> diagonal;
  std::shared_ptr<const Spectrum> spectrum;
  {
    const std::lock_guard lock(mutex_);
    diagonal = diagonal_;
    spectrum = spectrum_;
  }
  if (diagonal && diagonal->depth == Depth::FirstLook) diagonal = nullptr;  // the quick moments go further
  if (spec.kind == KernelKind::White) return Trace{n, 0};
  if (spec.kind == KernelKind::Laplacian) {
    double sum = 0;
    for (NodeId u = 0; u < laplacian_.nodeCount(); ++u) sum += laplacian_.diagonal(u);
    return Trace{laplacian_.lambdaMax() > 0 ? sum / laplacian_.lambdaMax() : 0, 0};
  }
  if (spectrum) return Trace{spectrum->trace(shape), 0};
  std::vector<double> samples;
  double truncation = 0;
  if (diagonal) {
    const ReducedBasis::Projection projection = basis_.project(shape);
    truncation = projection.error + projection.rounding;
    if (!diagonal->fromSpectrum)
      truncation += recurrenceRounding(shape, projection.error, inDouble_ ? 0x1p-53 : 0x1p-24);
    if (!diagonal->probed) {
      double sum = 0;
      for (std::size_t j = 0; j < projection.weights.size(); ++j)
        sum += projection.weights[j] * diagonal->traces[j];
      // The mode of λ = 0 alone gives 1.
      return Trace{std::max(sum, 1.0), 0, n * truncation};
    }
    const std::size_t half = static_cast<std::size_t>(options_.probes) / 2;
    std::vector<float> means(half);
    for (std::size_t h = 0; h < 2; ++h) {
      diagonal->block.combine(std::vector<float>(projection.weights.begin(), projection.weights.end()),
                              h * (diagonal->stride + BasisBlock::padded(half)) + diagonal->stride, means);
      samples.insert(samples.end(), means.begin(), means.end());
    }
  } else {
    const ChebyshevSeries series([&](double lambda) { return shape(lambda); }, laplacian_.lambdaMax(),
                                 static_cast<int>(quickMoments_.size()) - 1);
    samples.assign(quickMoments_[0].size(), 0);
    for (int k = 0; k <= series.degree(); ++k)
      for (std::size_t c = 0; c < samples.size(); ++c)
        samples[c] += series.coefficients()[k] * quickMoments_[k][c];
    truncation = series.tail(series.degree()) +
                 series.rounding(series.degree(), inDouble_ ? 0x1p-53 : 0x1p-24, stepError_);
  }
  const auto count = static_cast<double>(samples.size());
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
  double variance = 0;
  for (const double sample : samples) variance += (sample - mean) * (sample - mean);
  // A coarse estimate may fall below what the modes of λ = 0 alone give.
  return Trace{n * std::max(mean, 1 / n), n * std::sqrt(variance / (count - 1) / count), n * truncation};
}

Result<KernelEngine::Trace> KernelEngine::trace(const KernelSpec& spec) const {
  SISPDE_TRY(const Live live, liveOf(spec, 1));
  if (spec.normalisation == Normalisation::None) {
    SISPDE_TRY(const Trace shape, shapeTraceOf(spec));
    return Trace{live.factor * shape.value, live.factor * shape.standardError, live.factor * shape.bound,
                 live.scale};
  }
  const double value = live.meanVariance * laplacian_.nodeCount();
  return Trace{value, value * live.standardError, value * live.factorError};
}

Result<KernelEngine::Live> KernelEngine::liveOf(const KernelSpec& spec, double power, Depth depth) const {
  SISPDE_CHECK(checkRequest(laplacian_, {spec, power}));
  const KernelFunction shape(spec, power, laplacian_.lambdaMax());
  Live live;
  SISPDE_TRY(const Trace trace, shapeTraceOf(spec));
  if (spec.sigma == 0) {
    live.factor = 0;
  } else if (const double log = shape.logScale(laplacian_.nodeCount(), trace.value); std::abs(log) <= 60) {
    live.factor = std::exp(log);
  } else {
    live.scale = log;
  }
  if (spec.normalisation == Normalisation::Trace) {
    live.standardError = power * trace.standardError / trace.value;
    live.factorError = trace.bound < trace.value ? power * trace.bound / (trace.value - trace.bound)
                                                 : std::numeric_limits<double>::infinity();
  }
  // Of K itself, whatever the power.
  live.meanVariance = std::pow(live.factor, 1 / power) * trace.value / laplacian_.nodeCount();
  if (!shape.smooth()) return live;  // fields alone, and those need no weights
  const ReducedBasis::Projection projection = basisOf(depth).project(shape);
  live.error = projection.error + projection.rounding;
  live.error += recurrenceRounding(shape, projection.error, inDouble_ ? 0x1p-53 : 0x1p-24, depth);
  if (options_.half) live.halfError = 2048 * projection.rounding;  // 2^−11 instead of 2^−22
  for (const double weight : projection.weights)
    live.weights.push_back(static_cast<float>(weight * live.factor));
  return live;
}

}  // namespace sispde
