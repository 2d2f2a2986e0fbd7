// The live half of KernelEngine: what is answered in a frame.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/parallel.h"
#include "core/kernel/incidence.h"
#include "core/kernel/kernel_engine.h"
#include "core/spectral/chebyshev_apply.h"
#include "core/spectral/chebyshev_series.h"

namespace sispde {
namespace {

// ‖x‖ with sums over fixed blocks, four at a time.
double norm(std::span<const float> x) {
  constexpr std::size_t block = 65536;
  std::vector<double> parts((x.size() + block - 1) / block, 0);
  parallelBlocks(x.size(), block, [&](std::size_t begin, std::size_t end) {
    double sums[8] = {};
    std::size_t i = begin;
    for (; i + 8 <= end; i += 8)
      for (std::size_t l = 0; l < 8; ++l)
        sums[l] += static_cast<double>(x[i + l]) * static_cast<double>(x[i + l]);
    for (; i < end; ++i) sums[0] += static_cast<double>(x[i]) * static_cast<double>(x[i]);
    parts[begin / block] = std::accumulate(std::begin(sums), std::end(sums), 0.0);
  });
  return std::sqrt(std::accumulate(parts.begin(), parts.end(), 0.0));
}

double relative(double error, double size) {
  return error == 0 ? 0 : error < size ? error / (size - error) : std::numeric_limits<double>::infinity();
}

// Error of K_uv/√(K_uu K_vv) when all three are off by `error`; the factor of the normalisation cancels.
double correlationBound(double error, double leastVariance) {
  return leastVariance > error ? 2 * error / (leastVariance - error)
                               : std::numeric_limits<double>::infinity();
}

Result<void> checkSize(std::size_t have, std::size_t need) {
  if (have != need) return usageError("{} numbers are to be written, there is room for {}", need, have);
  return {};
}

}  // namespace

Result<LiveInfo> KernelEngine::partialRow(NodeId node, const KernelSpec& spec, std::span<float> out,
                                          double power, int maxDegree) const {
  SISPDE_TRY(const Live live, liveOf(spec, power));
  const KernelFunction shape(spec, power, laplacian_.lambdaMax());
  if (!shape.smooth())
    return usageError("Rows of the square root of the laplacian kernel have no polynomial");
  const ChebyshevSeries series([&](double lambda) { return shape(lambda); }, laplacian_.lambdaMax(), 20000);
  const auto work =
      static_cast<double>(laplacian_.degrees().size() * 2 + laplacian_.graph().targets().size());
  int degree = maxDegree > 0 ? maxDegree : std::max(1, static_cast<int>(8e6 / work));
  // The least norm looks at the whole graph: where so few terms leave more than the tolerance of any row, it need not be known.
  if (degree >= series.degree() || series.tail(degree) <= options_.tolerance / 2)
    degree = std::min(
        degree, series.degreeFor(options_.tolerance * leastRowNorm(laplacian_, shape, std::array{node}) / 2));
  const auto run = [&]<class T>(const RecurrenceMatrix<T>& x) -> Result<void> {
    BlockTask<T> task;
    task.columns = 1;
    task.fill = [&](const Tile<T>& tile) { tile.row(node)[0] = 1; };
    task.drain = [&](const Tile<const T>& tile) {
      for (std::size_t u = 0; u < tile.nodes; ++u)
        out[u] = static_cast<float>(static_cast<double>(tile.row(u)[0]) * live.factor);
    };
    return chebyshevApply(x, series.coefficients().first(degree + 1), task);
  };
  // Steep kernels beyond the slider range round more than the engine's own precision is chosen for.
  const bool wide = inDouble_ || series.rounding(degree, 0x1p-24, stepError_) > options_.tolerance / 2;
  SISPDE_CHECK(withPrecision(run, {}, wide));
  LiveInfo info;
  info.terms = degree;
  info.scale = live.scale;
  info.standardError = live.standardError;
  const double error = series.tail(degree) + series.rounding(degree, wide ? 0x1p-53 : 0x1p-24, stepError_);
  info.bound = live.factor == 0 ? 0 : relative(error * live.factor, norm(out)) + live.factorError + 0x1p-24;
  return info;
}

Result<LiveInfo> KernelEngine::row(NodeId node, const KernelSpec& spec, std::span<float> out, double power,
                                   int maxDegree) const {
  const auto n = static_cast<std::size_t>(laplacian_.nodeCount());
  SISPDE_CHECK(checkSize(out.size(), n));
  if (node < 0 || node >= laplacian_.nodeCount())
    return usageError("There is no node {}: the graph has nodes 0 to {}", node, laplacian_.nodeCount() - 1);
  RowBlock found;
  {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(rows_.begin(), rows_.end(), [&](const RowBlock& row) {
      return std::find(row.nodes.begin(), row.nodes.end(), node) != row.nodes.end();
    });
    if (at != rows_.end()) {
      rows_.splice(rows_.begin(), rows_, at);
      found = rows_.front();
    }
  }
  if (!found.block) return partialRow(node, spec, out, power, maxDegree);
  SISPDE_TRY(const Live live, liveOf(spec, power));
  // Beyond the slider range the basis may not hold the kernel; the series always does.
  if (live.weights.empty() || live.error > 100 * options_.tolerance)
    return partialRow(node, spec, out, power, maxDegree);
  const auto place =
      static_cast<std::size_t>(std::find(found.nodes.begin(), found.nodes.end(), node) - found.nodes.begin());
  const double size = found.block->combineAndMeasure(live.weights, place * found.stride, out);
  LiveInfo info{true, 0, live.standardError, static_cast<int>(live.weights.size()), live.scale};
  info.bound =
      live.factor == 0 ? 0 : relative((live.error + live.halfError) * live.factor, size) + live.factorError;
  return info;
}

Result<LiveInfo> KernelEngine::rows(std::span<const NodeId> nodes, const KernelSpec& spec,
                                    std::span<float> out, double power) const {
  const auto n = static_cast<std::size_t>(laplacian_.nodeCount());
  SISPDE_CHECK(checkSize(out.size(), n * nodes.size()));
  LiveInfo all;
  all.ready = true;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    SISPDE_TRY(const LiveInfo info, row(nodes[i], spec, out.subspan(i * n, n), power));
    all.ready = all.ready && info.ready;
    all.bound = std::max(all.bound, info.bound);
    all.terms = std::max(all.terms, info.terms);
    all.standardError = info.standardError;
    all.scale = info.scale;
  }
  return all;
}

Result<LiveInfo> KernelEngine::diagonal(const KernelSpec& spec, std::span<float> out) const {
  const auto n = static_cast<std::size_t>(laplacian_.nodeCount());
  SISPDE_CHECK(checkSize(out.size(), n));
  std::shared_ptr<const DiagonalBlock> diagonal;
  std::shared_ptr<const Spectrum> spectrum;
  {
    const std::lock_guard lock(mutex_);
    diagonal = diagonal_;
    spectrum = spectrum_;
  }
  if (spectrum && diagonal && diagonal->depth == Depth::FirstLook) diagonal = nullptr;
  const Depth depth = diagonal ? diagonal->depth : Depth::Full;
  SISPDE_TRY(const Live live, liveOf(spec, 1, depth));
  LiveInfo info = infoOf(live, depth);
  if (spec.kind == KernelKind::White || spec.kind == KernelKind::Laplacian) {
    const KernelFunction shape(spec, 1, laplacian_.lambdaMax());
    for (std::size_t u = 0; u < n; ++u)
      out[u] = static_cast<float>(live.factor * shape(laplacian_.diagonal(static_cast<NodeId>(u))));
    info.ready = true;
    return info;
  }
  if (!diagonal && spectrum) {
    const std::vector<double> values = spectrum->diagonal(KernelFunction(spec, 1, laplacian_.lambdaMax()));
    for (std::size_t u = 0; u < n; ++u) out[u] = static_cast<float>(values[u] * live.factor);
    return info;
  }
  if (!diagonal) return usageError("The variances are not prepared yet");
  diagonal->block.combine(live.weights, 0, out);
  const double mean = std::max(live.meanVariance, 1e-300);
  info.bound = (live.error + live.factorError) * live.factor / mean;  // the shape is at most 1
  if (diagonal->probed) {
    Buffer<float> other(n);
    diagonal->block.combine(
        live.weights, diagonal->stride + BasisBlock::padded(static_cast<std::size_t>(options_.probes) / 2),
        other);
    double spread = 0;
    for (std::size_t u = 0; u < n; ++u) {
      const float difference = (out[u] - other[u]) / 2;
      spread += static_cast<double>(difference) * static_cast<double>(difference);
      out[u] = (out[u] + other[u]) / 2;
    }
    info.standardError = std::sqrt(spread / static_cast<double>(n)) / mean;
  }
  return info;
}

// A first look at the variances may leave more than whole pairs do.
double KernelEngine::sharedError(const Live& live, const LiveInfo& variances) {
  const double error = live.error * live.factor;
  return variances.ready ? error : std::max(error, variances.bound * live.meanVariance);
}

int KernelEngine::imageBins() const {
  const std::lock_guard lock(mutex_);
  return image_ ? image_->bins : 0;
}

Result<LiveInfo> KernelEngine::image(const KernelSpec& spec, bool correlation, std::span<float> out) const {
  std::shared_ptr<const ImageBlock> image;
  {
    const std::lock_guard lock(mutex_);
    image = image_;
  }
  if (!image) return usageError("The picture is not prepared yet");
  const auto bins = static_cast<std::size_t>(image->bins);
  SISPDE_CHECK(checkSize(out.size(), bins * bins));
  SISPDE_TRY(const Live live, liveOf(spec, 1, image->depth));
  LiveInfo info = infoOf(live, image->depth);
  info.bound = (live.error + live.factorError) * live.factor / std::max(live.meanVariance, 1e-300);
  std::vector<float> root(bins, 1);
  if (correlation) {
    Buffer<float> variances(image->binOf.size());
    SISPDE_TRY(const LiveInfo known, diagonal(spec, variances));
    info.standardError = known.standardError;
    std::vector<double> sums(bins, 0);
    for (std::size_t u = 0; u < variances.size(); ++u)
      sums[image->binOf[u]] += static_cast<double>(variances[u]);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < bins; ++p) {
      root[p] = sums[p] > 0 ? static_cast<float>(1 / std::sqrt(sums[p] / image->binSize[p])) : 0.0f;
      least = std::min(least, sums[p] / image->binSize[p]);
    }
    info.ready = info.ready && known.ready;
    info.bound = correlationBound(sharedError(live, known), least);
  }
  constexpr std::size_t width = 32;
  parallelBlocks(image->offsets.size() - 1, 1, [&](std::size_t t, std::size_t) {
    // Rows above the tile's last column, 32 columns wide; the other half is the mirror image.
    const std::size_t last = std::min(bins, (t + 1) * width), used = last - t * width;
    std::array<float, width * width> block;
    for (std::size_t top = 0; top < last; top += width) {
      const std::size_t height = std::min(width, last - top);
      image->block.combine(live.weights, image->offsets[t] + top * width,
                           std::span(block).first(height * width));
      for (std::size_t p = 0; p < height; ++p)
        for (std::size_t q = 0; q < used; ++q) block[p * width + q] *= root[top + p] * root[t * width + q];
      for (std::size_t p = 0; p < height; ++p)
        std::copy_n(block.data() + p * width, used, out.data() + (top + p) * bins + t * width);
      if (top == t * width) continue;  // the diagonal tile is whole
      for (std::size_t q = 0; q < used; ++q)
        for (std::size_t p = 0; p < height; ++p) out[(t * width + q) * bins + top + p] = block[p * width + q];
    }
  });
  return info;
}

std::size_t KernelEngine::pairCount() const {
  const std::lock_guard lock(mutex_);
  return pairs_ ? pairs_->pairs.size() : 0;
}

Result<LiveInfo> KernelEngine::pairs(const KernelSpec& spec, bool correlation, std::span<float> out) const {
  std::shared_ptr<const PairBlock> prepared;
  {
    const std::lock_guard lock(mutex_);
    prepared = pairs_;
  }
  if (!prepared) return usageError("The pairs are not prepared yet");
  SISPDE_CHECK(checkSize(out.size(), prepared->pairs.size()));
  SISPDE_TRY(const Live live, liveOf(spec, 1, prepared->depth));
  LiveInfo info = infoOf(live, prepared->depth);
  info.bound = (live.error + live.factorError) * live.factor / std::max(live.meanVariance, 1e-300);
  Buffer<float> values(prepared->block.items());
  prepared->block.combine(live.weights, 0, values);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = values[prepared->places[i]];
  if (correlation) {
    Buffer<float> variances(static_cast<std::size_t>(laplacian_.nodeCount()));
    SISPDE_TRY(const LiveInfo known, diagonal(spec, variances));
    info.standardError = known.standardError;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto a = static_cast<double>(variances[prepared->pairs[i].u]),
                 b = static_cast<double>(variances[prepared->pairs[i].v]);
      out[i] = a > 0 && b > 0
                   ? static_cast<float>(static_cast<double>(out[i]) / (std::sqrt(a) * std::sqrt(b)))
                   : 0.0f;
      least = std::min({least, a, b});
    }
    info.ready = info.ready && known.ready;
    info.bound = correlationBound(sharedError(live, known), least);
  }
  return info;
}

int KernelEngine::fieldCount() const {
  const std::lock_guard lock(mutex_);
  return fields_ ? fields_->count : 0;
}

Result<LiveInfo> KernelEngine::fields(const KernelSpec& spec, std::span<float> out) const {
  std::shared_ptr<const FieldBlock> prepared;
  {
    const std::lock_guard lock(mutex_);
    prepared = fields_;
  }
  if (!prepared) return usageError("The fields are not prepared yet");
  const auto n = static_cast<std::size_t>(laplacian_.nodeCount());
  const auto count = static_cast<std::size_t>(prepared->count);
  SISPDE_CHECK(checkSize(out.size(), n * count));
  SISPDE_TRY(const Live live, liveOf(spec, 0.5, prepared->depth));
  LiveInfo info = infoOf(live, prepared->depth);
  if (spec.kind == KernelKind::Laplacian) {
    info.ready = true;
    const double factor = live.factor / std::sqrt(laplacian_.lambdaMax());
    parallelBlocks(count, 1, [&](std::size_t c, std::size_t) {
      incidenceField(laplacian_, {prepared->seed, 0, static_cast<std::uint32_t>(c), NormalSet::Edges}, factor,
                     out.subspan(c * n, n));
    });
    return info;
  }
  // ‖error‖ ≤ error·‖z‖; relative to the smallest field.
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < count; ++c)
    least = std::min(
        least, prepared->block.combineAndMeasure(live.weights, c * prepared->stride, out.subspan(c * n, n)));
  const double error = (live.error + live.halfError) * live.factor * prepared->largestNorm;
  info.bound = live.factor == 0 ? 0 : relative(error, least) + live.factorError;
  return info;
}

}  // namespace sispde
