#include "core/spectral/laplacian.h"

#include <algorithm>
#include <cmath>

#include "core/base/hash.h"
#include "core/base/parallel.h"
#include "core/spectral/lambda_max.h"

namespace sispde {
namespace {

constexpr std::size_t rowBlock = 8192;

std::vector<double> degreesOf(const Graph& graph, const std::vector<double>& weights) {
  std::vector<double> degrees(static_cast<std::size_t>(graph.nodeCount()));
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    if (weights.empty()) {
      degrees[u] = static_cast<double>(graph.degree(u));
      continue;
    }
    for (std::int64_t e = graph.offsets()[u]; e < graph.offsets()[u + 1]; ++e) degrees[u] += weights[e];
  }
  return degrees;
}

// Where the edge (v, u) is stored, given that (u, v) is an edge.
std::int64_t entryOf(const Graph& graph, NodeId v, NodeId u) {
  const auto row = graph.neighbours(v);
  return graph.offsets()[v] + (std::lower_bound(row.begin(), row.end(), u) - row.begin());
}

}  // namespace

const char* laplacianName(LaplacianKind kind) {
  return kind == LaplacianKind::Combinatorial ? "comb" : "sym";
}

Laplacian::Laplacian(Graph graph, LaplacianKind kind, const Progress& progress)
    : Laplacian(std::move(graph), kind, std::vector<double>(), progress) {}

Laplacian::Laplacian(Graph graph, LaplacianKind kind, std::vector<double> weights, const Progress& progress)
    : graph_(std::move(graph)), kind_(kind) {
  degrees_ = std::make_shared<const std::vector<double>>(degreesOf(graph_, weights));
  weights_ = std::make_shared<const std::vector<double>>(std::move(weights));
  std::vector<double> scale;
  if (kind == LaplacianKind::Symmetric)
    for (const double d : *degrees_) scale.push_back(d > 0 ? 1 / std::sqrt(d) : 0);
  scale_ = std::make_shared<const std::vector<double>>(std::move(scale));
  lambdaMax_ = lambdaUpperBound(*this, progress);
}

Result<Laplacian> Laplacian::weighted(Graph graph, LaplacianKind kind, std::vector<double> weights) {
  if (weights.size() != graph.targets().size())
    return usageError("{} weights were given for {} stored directions of edges", weights.size(),
                      graph.targets().size());
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    for (std::int64_t e = graph.offsets()[u]; e < graph.offsets()[u + 1]; ++e) {
      const NodeId v = graph.targets()[e];
      if (!std::isfinite(weights[e]) || weights[e] < 1e-290)
        return usageError("The weight of the edge {} – {} is {}; weights are finite and positive", u, v,
                          weights[e]);
      if (weights[e] != weights[entryOf(graph, v, u)])
        return usageError("The edge {} – {} has two different weights", u, v);
    }
  if (!weights.empty())
    if (const auto [least, most] = std::minmax_element(weights.begin(), weights.end()); *most / *least > 1e30)
      return usageError("The weights span {:g} to {:g}; float32 holds at most 30 orders of magnitude", *least,
                        *most);
  for (const double d : degreesOf(graph, weights))
    if (!(d < 1e300)) return usageError("The weights at a node add up to {}; take smaller ones", d);
  return Laplacian(std::move(graph), kind, std::move(weights), {});
}

void Laplacian::multiply(std::span<const double> x, std::span<double> y, const Progress& progress) const {
  const auto offsets = graph_.offsets();
  const NodeId* targets = graph_.targets().data();
  const double* weights = weights_->empty() ? nullptr : weights_->data();
  const double* scale = scale_->empty() ? nullptr : scale_->data();
  const double* degrees = degrees_->data();
  // The symmetric one gathers D^{-1/2}x, scaled once.
  std::vector<double> scaled;
  if (scale != nullptr) {
    scaled.resize(x.size());
    parallelBlocks(x.size(), rowBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t u = begin; u < end; ++u) scaled[u] = scale[u] * x[u];
    });
  }
  const double* from = scale != nullptr ? scaled.data() : x.data();
  parallelBlocks(static_cast<std::size_t>(nodeCount()), rowBlock, [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    for (std::size_t u = begin; u < end; ++u) {
      double sum = 0;
      for (std::int64_t e = offsets[u]; e < offsets[u + 1]; ++e)
        sum += (weights != nullptr ? weights[e] : 1.0) * from[targets[e]];
      y[u] = scale == nullptr ? degrees[u] * x[u] - sum : (degrees[u] > 0 ? x[u] - scale[u] * sum : 0);
    }
  });
}

std::vector<double> Laplacian::dense() const {
  const auto n = static_cast<std::size_t>(nodeCount());
  std::vector<double> matrix(n * n, 0);
  for (std::size_t u = 0; u < n; ++u) {
    matrix[u * n + u] = diagonal(static_cast<NodeId>(u));
    for (std::int64_t e = graph_.offsets()[u]; e < graph_.offsets()[u + 1]; ++e) {
      const auto v = static_cast<std::size_t>(graph_.targets()[e]);
      matrix[u * n + v] = -weight(e) * (scale_->empty() ? 1.0 : (*scale_)[u] * (*scale_)[v]);
    }
  }
  return matrix;
}

std::string Laplacian::hash(const Progress& progress) const {
  Digest digest;
  digest.text(laplacianName(kind_))
      .values(graph_.offsets(), progress)
      .values(graph_.targets(), progress)
      .values(weights(), progress);
  return digest.hex();
}

}  // namespace sispde
