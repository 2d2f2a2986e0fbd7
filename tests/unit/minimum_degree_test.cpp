#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include "core/spectral/minimum_degree.h"
#include "core/spectral/sparse_cholesky.h"
#include "tests/unit/small_graphs.h"

namespace sispde {
namespace {

using testing::gridGraph;
using testing::randomGraph;

// Entries below the diagonal of L, by eliminating on the graph itself: slow and plain.
std::size_t fillOf(const Graph& graph, std::span<const NodeId> order) {
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  std::vector<std::vector<char>> linked(n, std::vector<char>(n, 0));
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    for (const NodeId v : graph.neighbours(u)) linked[u][v] = 1;
  std::vector<char> gone(n, 0);
  std::size_t entries = 0;
  for (const NodeId pivot : order) {
    gone[pivot] = 1;
    std::vector<NodeId> around;
    for (NodeId v = 0; v < graph.nodeCount(); ++v)
      if (linked[pivot][v] && !gone[v]) around.push_back(v);
    entries += around.size();
    for (const NodeId a : around)
      for (const NodeId b : around) linked[a][b] = a != b;
  }
  return entries;
}

std::vector<NodeId> eigenOrder(const Graph& graph) {
  std::vector<Eigen::Triplet<double>> entries;
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    entries.emplace_back(u, u, 1);
    for (const NodeId v : graph.neighbours(u)) entries.emplace_back(u, v, 1);
  }
  Eigen::SparseMatrix<double> matrix(graph.nodeCount(), graph.nodeCount());
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(matrix, permutation);
  return {permutation.indices().begin(), permutation.indices().end()};
}

bool isPermutation(std::vector<NodeId> order, NodeId nodes) {
  std::sort(order.begin(), order.end());
  for (NodeId u = 0; u < nodes; ++u)
    if (order[u] != u) return false;
  return order.size() == static_cast<std::size_t>(nodes);
}

RC_GTEST_PROP(MinimumDegreeTest, IsAPermutationWhoseFillThePatternCounts, ()) {
  const Laplacian laplacian = testing::anyLaplacian(30);
  const std::vector<NodeId> order = minimumDegreeOrder(laplacian.graph()).value();
  RC_ASSERT(isPermutation(order, laplacian.nodeCount()));
  RC_ASSERT(static_cast<std::size_t>(CholeskyPattern::make(laplacian).value()->entries()) ==
            fillOf(laplacian.graph(), order));
}

TEST(MinimumDegreeTest, FillsHardlyMoreThanEigensOrder) {
  std::vector<Edge> hubs;  // a path of 400 nodes, all of it linked to three hubs
  for (NodeId u = 0; u < 400; ++u) {
    if (u > 0) hubs.push_back({u - 1, u});
    for (const NodeId hub : {400, 401, 402}) hubs.push_back({u, hub});
  }
  const Graph graphs[] = {gridGraph(20, 20),        gridGraph(3, 200),         randomGraph(300, 450, 1),
                          randomGraph(300, 900, 2), randomGraph(200, 3000, 3), buildGraph(403, hubs).graph};
  for (const Graph& graph : graphs) {
    const auto ours = static_cast<double>(fillOf(graph, minimumDegreeOrder(graph).value())),
               judge = static_cast<double>(fillOf(graph, eigenOrder(graph)));
    EXPECT_LE(ours, 1.15 * judge + 5) << graph.nodeCount() << " nodes";
  }
}

TEST(MinimumDegreeTest, TreesHaveNoFill) {
  std::vector<Edge> edges;
  Random random(4);
  for (NodeId v = 1; v < 500; ++v) edges.push_back({static_cast<NodeId>(random.below(v)), v});
  const Graph tree = buildGraph(500, edges).graph;
  EXPECT_EQ(fillOf(tree, minimumDegreeOrder(tree).value()), 499U);
}

// What the limit counts is the fill: it ends the order just where the factor would be too large.
TEST(MinimumDegreeTest, TheLimitIsTheFillOfTheFactor) {
  for (const Graph& graph : {gridGraph(30, 30), randomGraph(300, 900, 2), randomGraph(60, 1500, 4)}) {
    const auto fill = static_cast<double>(fillOf(graph, minimumDegreeOrder(graph).value()));
    EXPECT_TRUE(minimumDegreeOrder(graph, {}, {.entries = 1.001 * fill}));
    const auto refused = minimumDegreeOrder(graph, {}, {.entries = 0.999 * fill - 1});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::Usage);
    const double operations =
        CholeskyPattern::make({graph, LaplacianKind::Combinatorial}).value()->operations();
    EXPECT_TRUE(minimumDegreeOrder(graph, {}, {.operations = 1.01 * operations}));
    EXPECT_FALSE(minimumDegreeOrder(graph, {}, {.operations = 0.5 * operations}));
  }
}

TEST(MinimumDegreeTest, AStopCancels) {
  std::stop_source source;
  source.request_stop();
  const Graph graph = randomGraph(20'000, 700'000, 5);
  const auto order = minimumDegreeOrder(graph, {source.get_token(), {}});
  ASSERT_FALSE(order.has_value());
  EXPECT_EQ(order.error().kind, ErrorKind::Cancelled);
  const auto pattern = CholeskyPattern::make({graph, LaplacianKind::Combinatorial}, {source.get_token(), {}});
  ASSERT_FALSE(pattern.has_value());
  EXPECT_EQ(pattern.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sispde
