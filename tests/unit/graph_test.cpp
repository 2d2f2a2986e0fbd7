#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/graph/components.h"
#include "core/graph/graph_builder.h"

namespace sispde {
namespace {

// The obvious way: sets of neighbours.
std::vector<std::set<NodeId>> slowRows(NodeId nodes, const std::vector<Edge>& edges) {
  std::vector<std::set<NodeId>> rows(nodes);
  for (const Edge e : edges)
    if (e.u != e.v) {
      rows[e.u].insert(e.v);
      rows[e.v].insert(e.u);
    }
  return rows;
}

std::vector<Edge> randomEdges(NodeId nodes, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Edge> edges(count);
  for (Edge& e : edges)
    e = {static_cast<NodeId>(random.below(nodes)), static_cast<NodeId>(random.below(nodes))};
  return edges;
}

RC_GTEST_PROP(GraphBuilderTest, EqualsSetsOfNeighbours, ()) {
  const auto nodes = *rc::gen::inRange<NodeId>(1, 30);
  const auto pairs = *rc::gen::container<std::vector<std::pair<NodeId, NodeId>>>(
      rc::gen::pair(rc::gen::inRange<NodeId>(0, nodes), rc::gen::inRange<NodeId>(0, nodes)));
  std::vector<Edge> edges;
  for (const auto& [u, v] : pairs) edges.push_back({u, v});
  const BuiltGraph built = buildGraph(nodes, edges);
  const auto rows = slowRows(nodes, edges);
  std::int64_t loops = 0;
  for (const Edge e : edges) loops += e.u == e.v;
  RC_ASSERT(built.dropped.selfLoops == loops);
  RC_ASSERT(built.graph.edgeCount() + built.dropped.duplicates + loops ==
            static_cast<std::int64_t>(edges.size()));
  for (NodeId u = 0; u < nodes; ++u) {
    const auto row = built.graph.neighbours(u);
    RC_ASSERT(std::vector<NodeId>(row.begin(), row.end()) ==
              std::vector<NodeId>(rows[u].begin(), rows[u].end()));
  }
}

TEST(GraphBuilderTest, LargeListsGiveTheSameGraphOnOneAndOnManyThreads) {
  const auto edges = randomEdges(20000, 800000, 1);  // above the size from which the work is shared
  const BuiltGraph many = buildGraph(20000, edges);
  const ThreadLimit limit(1);
  const BuiltGraph one = buildGraph(20000, edges);
  EXPECT_TRUE(std::equal(one.graph.targets().begin(), one.graph.targets().end(), many.graph.targets().begin(),
                         many.graph.targets().end()));
  const auto rows = slowRows(20000, edges);
  std::int64_t directed = 0;
  for (NodeId u = 0; u < 20000; ++u) {
    directed += static_cast<std::int64_t>(rows[u].size());
    const auto row = many.graph.neighbours(u);
    ASSERT_TRUE(std::equal(row.begin(), row.end(), rows[u].begin(), rows[u].end())) << u;
  }
  EXPECT_EQ(2 * many.graph.edgeCount(), directed);
}

TEST(GraphBuilderTest, RowsOfEveryLengthAreSortedAndFreedOfDuplicates) {
  // Stars with 1 to 60 leaves, given in falling order, with and without the last leaf twice.
  for (NodeId leaves = 1; leaves <= 60; ++leaves)
    for (const bool twice : {false, true}) {
      std::vector<Edge> edges;
      for (NodeId v = leaves; v >= 1; --v) edges.push_back({0, v});
      if (twice) edges.push_back({leaves, 0});
      const BuiltGraph built = buildGraph(leaves + 1, edges);
      const auto row = built.graph.neighbours(0);
      ASSERT_EQ(row.size(), static_cast<std::size_t>(leaves));
      ASSERT_TRUE(std::is_sorted(row.begin(), row.end()));
      ASSERT_EQ(built.dropped.duplicates, twice ? 1 : 0);
    }
}

TEST(GraphTest, EdgesAreListedOnceInOrder) {
  const std::vector<Edge> given{{2, 1}, {0, 2}, {1, 0}, {1, 2}};
  const Graph graph = buildGraph(4, given).graph;
  EXPECT_EQ(graph.edges(), (std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_TRUE(graph.hasEdge(2, 0));
  EXPECT_FALSE(graph.hasEdge(3, 0));
  EXPECT_EQ(graph.degree(3), 0);
  EXPECT_EQ(graph.bytes(), 5 * 8 + 6 * 4u);
}

TEST(GraphTest, ADefaultGraphHasNoNodes) {
  const Graph graph;
  EXPECT_EQ(graph.nodeCount(), 0);
  EXPECT_EQ(graph.edgeCount(), 0);
  EXPECT_EQ(degreeStatistics(graph).max, 0);
  EXPECT_EQ(connectedComponents(graph).count, 0);
}

TEST(ComponentsTest, AreNumberedByTheirSmallestNode) {
  const std::vector<Edge> edges{{0, 3}, {1, 4}};
  const Components components = connectedComponents(buildGraph(5, edges).graph);
  EXPECT_EQ(components.count, 3);
  EXPECT_EQ(components.ofNode, (std::vector<std::int32_t>{0, 1, 2, 0, 1}));
}

}  // namespace
}  // namespace sispde
