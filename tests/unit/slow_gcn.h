#pragma once
// The graph convolutional network in plain loops and double, not in training: a judge for what core/model computes.

#include <algorithm>
#include <cmath>
#include <map>

#include "core/graph/dataset.h"
#include "core/model/gcn_network.h"

namespace sispde::testing {

using Matrix = std::vector<std::vector<double>>;

inline Matrix matrixOf(const at::Tensor& tensor) {
  const at::Tensor packed = tensor.detach().to(at::kDouble).reshape({tensor.size(0), -1}).contiguous();
  Matrix matrix(static_cast<std::size_t>(packed.size(0)));
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const double* row = packed.const_data_ptr<double>() + static_cast<std::int64_t>(i) * packed.size(1);
    matrix[i].assign(row, row + packed.size(1));
  }
  return matrix;
}

inline Matrix matrixOf(const Features& features) {
  Matrix matrix(static_cast<std::size_t>(features.rows()),
                std::vector<double>(static_cast<std::size_t>(features.columns()), 0));
  for (std::int64_t i = 0; i < features.rows(); ++i)
    features.forEachNonZero(i, [&](std::int32_t j, float x) { matrix[i][j] = x; });
  return matrix;
}

inline Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c(a.size(), std::vector<double>(b[0].size(), 0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k)
      for (std::size_t j = 0; j < b[0].size(); ++j) c[i][j] += a[i][k] * b[k][j];
  return c;
}

struct SlowGcn {
  std::map<std::string, Matrix> weights;
  bool batchNorm = false;

  explicit SlowGcn(const GcnNetwork& network) {
    for (const auto& tensors : {network.parameters(), network.buffers()})
      for (const NamedTensor& each : tensors) weights[each.name] = matrixOf(each.tensor);
    batchNorm = weights.contains("norm.mean");
  }

  // Â x, or x itself.
  static Matrix convolved(const Graph& graph, const Matrix& x, bool structure) {
    if (!structure) return x;
    Matrix y(x.size(), std::vector<double>(x[0].size(), 0));
    const auto add = [&](NodeId u, NodeId v) {
      const double weight = 1 / std::sqrt((1.0 + static_cast<double>(graph.degree(u))) *
                                          (1.0 + static_cast<double>(graph.degree(v))));
      for (std::size_t j = 0; j < x[0].size(); ++j) y[u][j] += weight * x[v][j];
    };
    for (NodeId u = 0; u < graph.nodeCount(); ++u) {
      add(u, u);
      for (const NodeId v : graph.neighbours(u)) add(u, v);
    }
    return y;
  }

  Matrix hidden(const Graph& graph, const Matrix& features, bool structure = true) const {
    Matrix h = convolved(graph, product(features, weights.at("first.weight")), structure);
    for (std::vector<double>& row : h)
      for (std::size_t j = 0; j < row.size(); ++j) {
        row[j] += weights.at("first.bias")[j][0];
        if (batchNorm)
          row[j] = (row[j] - weights.at("norm.mean")[j][0]) /
                       std::sqrt(weights.at("norm.variance")[j][0] + 1e-5) * weights.at("norm.weight")[j][0] +
                   weights.at("norm.bias")[j][0];
        row[j] = std::max(row[j], 0.0);
      }
    return h;
  }

  Matrix logits(const Graph& graph, const Matrix& features, bool structure = true) const {
    Matrix z =
        convolved(graph, product(hidden(graph, features, structure), weights.at("second.weight")), structure);
    for (std::vector<double>& row : z)
      for (std::size_t c = 0; c < row.size(); ++c) row[c] += weights.at("second.bias")[c][0];
    return z;
  }
};

// A network on a small graph, its weights and running statistics moved away from where they start.
struct SmallNetwork {
  Dataset data;
  std::shared_ptr<const NetworkGraph> graph;
  std::unique_ptr<GcnNetwork> network;
};

inline SmallNetwork smallNetwork(Dataset data, std::int64_t hidden = 6, std::uint64_t seed = 4) {
  SmallNetwork made;
  made.graph = std::make_shared<const NetworkGraph>(data.graph, data.features);
  NetworkTask task;
  task.graph = made.graph;
  task.classes = data.classCount();
  task.seed = seed;
  made.data = std::move(data);
  made.network = std::make_unique<GcnNetwork>(task, GcnOptions{hidden, 0, true});
  Random random(seed, 1);
  for (const auto& tensors : {made.network->parameters(), made.network->buffers()})
    for (const NamedTensor& each : tensors) {
      const at::Tensor values = each.tensor.detach();
      for (std::int64_t i = 0; i < values.numel(); ++i)
        values.data_ptr<float>()[i] += static_cast<float>(0.5 * random.uniform());
    }
  return made;
}

}  // namespace sispde::testing
