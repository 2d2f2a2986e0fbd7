#pragma once
// Graphs and rows of tests/reference/kernels.json, which NumPy made, and the methods that are compared with them.

#include <fstream>
#include <map>

#include <nlohmann/json.hpp>

#include "core/kernel/rows.h"
#include "tests/unit/small_graphs.h"
#include "tests/unit/spectrum_of.h"

namespace sispde::testing {

using Json = nlohmann::json;

inline const Json& reference() {
  static const Json stored = [] {
    std::ifstream file(SISPDE_SOURCE_DIR "/tests/reference/kernels.json");
    return Json::parse(file);
  }();
  return stored;
}

inline constexpr Method allMethods[] = {Method::Auto,    Method::Eigen,    Method::Chebyshev,
                                        Method::Lanczos, Method::Cholesky, Method::Basis};

inline Laplacian laplacianOf(const Json& graph, LaplacianKind kind) {
  std::vector<Edge> edges;
  std::map<std::pair<NodeId, NodeId>, double> weightOf;
  for (std::size_t i = 0; i < graph["edges"].size(); ++i) {
    const auto [u, v] = graph["edges"][i].get<std::pair<NodeId, NodeId>>();
    edges.push_back({u, v});
    if (!graph["weights"].empty()) weightOf[{u, v}] = weightOf[{v, u}] = graph["weights"][i];
  }
  const Graph built = buildGraph(graph["nodes"], edges).graph;
  if (weightOf.empty()) return {built, kind};
  std::vector<double> weights;
  for (NodeId u = 0; u < built.nodeCount(); ++u)
    for (const NodeId v : built.neighbours(u)) weights.push_back(weightOf.at({u, v}));
  return Laplacian::weighted(built, kind, weights).value();
}

// The Laplacians of kernels.json with their eigenpairs.
struct Stored {
  Laplacian laplacian;
  std::shared_ptr<const Spectrum> spectrum;
};
inline const Stored& storedGraph(const std::string& name, const std::string& kind) {
  static const std::map<std::pair<std::string, std::string>, Stored> all = [] {
    std::map<std::pair<std::string, std::string>, Stored> made;
    for (const Json& graph : reference()["graphs"])
      for (const LaplacianKind k : bothLaplacians) {
        const Laplacian laplacian = laplacianOf(graph, k);
        made.insert({{graph["name"], laplacianName(k)}, {laplacian, sharedSpectrumOf(laplacian)}});
      }
    return made;
  }();
  return all.at({name, kind});
}

// What a method is not for: sparse factors of kernels that need none, and a polynomial in √λ.
inline bool declines(Method method, const KernelSpec& spec, double power) {
  if (method == Method::Cholesky) return spec.kind == KernelKind::Laplacian || spec.kind == KernelKind::White;
  return spec.kind == KernelKind::Laplacian && power != 1 &&
         (method == Method::Chebyshev || method == Method::Auto || method == Method::Basis);
}

}  // namespace sispde::testing
