#include <cmath>

#include "core/base/parallel.h"
#include "core/shift/random_streams.h"
#include "core/shift/shift_parts.h"

namespace sispde {
namespace {

// Noise makes sparse features dense; beyond so many values (1.6 GB) the result is refused.
constexpr std::int64_t maxDenseValues = 400'000'000;

// Standard deviation of each column over the nodes that are no placeholders.
std::vector<double> columnDeviations(const Dataset& data) {
  const Features& features = data.features;
  const Mask real = realNodes(data);
  const auto nodes = static_cast<double>(count(real));
  const auto columns = static_cast<std::size_t>(features.columns());
  std::vector<double> mean(columns, 0), squares(columns, 0), nonZero(columns, 0);
  const auto visitAll = [&](auto&& visit) {
    for (NodeId u = 0; u < data.nodeCount(); ++u)
      if (real[u] != 0) features.forEachNonZero(u, visit);
  };
  visitAll([&](std::int32_t j, float x) {
    mean[j] += x / nodes;
    ++nonZero[j];
  });
  visitAll([&](std::int32_t j, float x) { squares[j] += (x - mean[j]) * (x - mean[j]); });
  for (std::size_t j = 0; j < columns; ++j)
    squares[j] = std::sqrt((squares[j] + (nodes - nonZero[j]) * mean[j] * mean[j]) / nodes);
  return squares;
}

Features addNoise(const Dataset& data, const Mask& chosen, const ShiftOptions& options) {
  const Features& features = data.features;
  const auto columns = static_cast<std::size_t>(features.columns());
  const std::vector<double> deviation = columnDeviations(data);
  std::vector<float> values(static_cast<std::size_t>(features.rows()) * columns, 0);
  parallelBlocks(static_cast<std::size_t>(features.rows()), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      float* row = values.data() + u * columns;
      features.forEachNonZero(static_cast<std::int64_t>(u), [&](std::int32_t j, float x) { row[j] = x; });
      if (chosen[u] == 0) continue;
      Random random = randomFor(options.seed, RandomStream::ShiftNoise, u);
      for (std::size_t j = 0; j < columns; ++j)
        row[j] = static_cast<float>(row[j] + options.gaussianSigma * deviation[j] * random.normal());
    }
  });
  return Features::dense(features.rows(), features.columns(), std::move(values));
}

Result<void> shiftByNoise(const Dataset& data, const ShiftOptions& options, ShiftedData& shifted) {
  const std::vector<NodeId> nodes = members(realNodes(data));
  const auto total = static_cast<std::int64_t>(nodes.size());
  if (data.features.rows() > maxDenseValues / data.features.columns())
    return usageError(
        "Gaussian noise on {} nodes with {} features needs more than {} numbers; take the interpolation",
        data.features.rows(), data.features.columns(), maxDenseValues);
  Random random = randomFor(options.seed, RandomStream::ShiftNodes);
  shifted.oodTest.assign(static_cast<std::size_t>(data.nodeCount()), 0);
  for (const NodeId u : randomSubset(nodes, shareOf(options.gaussianFraction, total), random))
    shifted.oodTest[u] = 1;
  shifted.wholeGraph = true;
  shifted.test.features = addNoise(data, shifted.oodTest, options);
  shifted.notes.push_back(fmt::format("Gaussian noise of {:g} standard deviations on {} of {} nodes.",
                                      options.gaussianSigma, count(shifted.oodTest), total));
  return {};
}

}  // namespace

Features interpolate(const Features& features, const Mask& chosen, Random& random,
                     const std::vector<NodeId>& sources) {
  const std::int64_t n = features.rows();
  const auto draw = [&]() -> std::int64_t {
    if (sources.empty()) return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n)));
    return sources[static_cast<std::size_t>(random.below(sources.size()))];
  };
  std::vector<RowMix> mixes(static_cast<std::size_t>(n));
  for (std::int64_t u = 0; u < n; ++u) {
    mixes[u] = {u, u, 1};
    if (chosen[u] == 0) continue;
    mixes[u].first = draw();
    mixes[u].second = draw();
    mixes[u].weight = static_cast<float>(random.uniform());
  }
  return mixRows(features, mixes);
}

Result<void> requireFeatures(const Dataset& data) {
  if (!data.features.empty()) return {};
  return usageError("The data set{} has no features, so they cannot be shifted",
                    data.name.empty() ? "" : " " + data.name);
}

Result<ShiftedData> shiftFeatures(const Dataset& data, const ShiftOptions& options) {
  SISPDE_CHECK(requireFeatures(data));
  SISPDE_TRY(ShiftedData shifted, startShift(data, options, realNodes(data)));
  if (options.featureMode == FeatureMode::Gaussian) {
    SISPDE_CHECK(shiftByNoise(data, options, shifted));
    return shifted;
  }
  Random random = randomFor(options.seed, RandomStream::ShiftMixes);
  shifted.oodTest = realNodes(data);
  shifted.wholeGraph = true;
  shifted.test.features = interpolate(data.features, shifted.oodTest, random);
  return shifted;
}

}  // namespace sispde
