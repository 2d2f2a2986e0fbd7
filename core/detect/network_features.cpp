#include "core/detect/network_features.h"

#include <algorithm>
#include <cmath>

#include "core/graph/components.h"
#include "core/spectral/leading_eigen.h"

namespace sispde {
namespace {

constexpr int spectralCoordinates = 16;

// log(1 + degree), centred and scaled to variance 1, and on the largest component the first eigenvectors of the symmetric Laplacian that
// are not constant, times √N; 0 elsewhere and where there are fewer.
Result<Features> standIns(const Graph& graph, const Progress& progress) {
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  const Laplacian laplacian(graph, LaplacianKind::Symmetric, progress);
  const Components components = connectedComponents(graph);
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(components.count), 0);
  for (std::size_t u = 0; u < n; ++u) ++sizes[components.ofNode[u]];
  const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  std::vector<NodeId> nodes;
  for (std::size_t u = 0; u < n; ++u)
    if (components.ofNode[u] == largest) nodes.push_back(static_cast<NodeId>(u));
  SISPDE_TRY(const LeadingPairs pairs,
             leadingEigenpairs(restrictTo(laplacian, nodes), spectralCoordinates + 1, 1e-6, progress));
  const std::size_t columns = 1 + spectralCoordinates;
  std::vector<float> values(n * columns);
  double mean = 0, square = 0;
  std::vector<double> logs(n);
  for (std::size_t u = 0; u < n; ++u) {
    logs[u] = std::log1p(static_cast<double>(graph.degree(static_cast<NodeId>(u))));
    mean += logs[u] / static_cast<double>(n);
    square += logs[u] * logs[u] / static_cast<double>(n);
  }
  const double deviation = std::sqrt(std::max(square - mean * mean, 0.0));
  for (std::size_t u = 0; u < n; ++u) {
    values[u * columns] = static_cast<float>((logs[u] - mean) / (deviation > 1e-9 ? deviation : 1));
  }
  for (std::size_t k = 1; k < std::min(pairs.vectors.size(), columns); ++k)
    for (std::size_t i = 0; i < nodes.size(); ++i)
      values[static_cast<std::size_t>(nodes[i]) * columns + k] =
          static_cast<float>(pairs.vectors[k][i] * std::sqrt(static_cast<double>(nodes.size())));
  return Features::dense(graph.nodeCount(), static_cast<std::int64_t>(columns), std::move(values));
}

Features rowNormalised(const Features& features) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> indices;
  std::vector<float> values;
  for (std::int64_t row = 0; row < features.rows(); ++row) {
    double sum = 0;
    features.forEachNonZero(row,
                            [&](std::int32_t, float value) { sum += std::abs(static_cast<double>(value)); });
    features.forEachNonZero(row, [&](std::int32_t column, float value) {
      indices.push_back(column);
      values.push_back(static_cast<float>(value / sum));
    });
    offsets.push_back(static_cast<std::int64_t>(indices.size()));
  }
  return Features::sparse(features.rows(), features.columns(), std::move(offsets), std::move(indices),
                          std::move(values));
}

}  // namespace

FeatureScaling resolvedScaling(const Features& features, FeatureScaling scaling) {
  if (scaling != FeatureScaling::Auto) return scaling;
  const bool words = features.isSparse() && std::none_of(features.values().begin(), features.values().end(),
                                                         [](float x) { return x < 0; });
  return words ? FeatureScaling::RowL1 : FeatureScaling::Raw;
}

Features scaledFeatures(const Features& features, FeatureScaling scaling) {
  return resolvedScaling(features, scaling) == FeatureScaling::RowL1 ? rowNormalised(features) : features;
}

Result<ShiftedData> shiftScaled(const Dataset& data, FeatureScaling scaling, const ShiftOptions& options) {
  if (data.features.empty()) return applyShift(data, options);
  Dataset scaled = data;
  scaled.features = scaledFeatures(data.features, scaling);
  return applyShift(scaled, options);
}

Result<Features> featuresOrStandIns(const Dataset& data, std::vector<std::string>& notes,
                                    const Progress& progress) {
  if (!data.features.empty()) return data.features;
  notes.push_back(
      fmt::format("The data set has no features: degree and {} spectral coordinates stand in for them.",
                  spectralCoordinates));
  return standIns(data.graph, progress);
}

}  // namespace sispde
