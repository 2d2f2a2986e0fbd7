// Louvain against networkx (reference/communities.json), and the orders of nodes made from it.

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/graph/components.h"
#include "core/graph/graph_builder.h"
#include "core/graph/louvain.h"
#include "core/kernel/node_order.h"
#include "core/shift/generators.h"
#include "core/spectral/leading_eigen.h"

namespace sispde {
namespace {

using Json = nlohmann::json;

Json references() {
  return Json::parse(readFile(SISPDE_SOURCE_DIR "/tests/reference/communities.json").value())["graphs"];
}

Graph graphOf(const Json& entry) {
  std::vector<Edge> edges;
  for (const Json& edge : entry["edges"]) edges.push_back({edge[0], edge[1]});
  return buildGraph(entry["nodes"], edges).graph;
}

Laplacian generated(const std::string& spec, LaplacianKind kind = LaplacianKind::Symmetric) {
  return {generateDataset(spec, 1)->graph, kind};
}

TEST(LouvainTest, ModularityAgreesWithNetworkx) {
  for (const Json& entry : references())
    EXPECT_NEAR(modularity(graphOf(entry), entry["partition"]), entry["partition_q"].get<double>(), 1e-11)
        << entry["name"];
}

TEST(LouvainTest, CommunitiesAreAsGoodAsThoseOfNetworkx) {
  for (const Json& entry : references()) {
    const Graph graph = graphOf(entry);
    double best = -1, sum = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Communities found = louvain(graph, seed).value();
      EXPECT_NEAR(found.modularity, modularity(graph, found.ofNode), 1e-12);
      best = std::max(best, found.modularity);
      sum += found.modularity;
    }
    EXPECT_GE(best, entry["best"].get<double>() - 0.01) << entry["name"];
    EXPECT_GE(sum / 10, entry["mean"].get<double>() - 0.02) << entry["name"];
  }
}

TEST(LouvainTest, NumbersGoFromZeroByTheSmallestNode) {
  const Communities found = louvain(generateDataset("karate", 1)->graph, 3).value();
  std::int32_t next = 0;
  for (const std::int32_t c : found.ofNode) {
    EXPECT_LE(c, next);
    next = std::max(next, c + 1);
  }
  EXPECT_EQ(next, found.count);
}

TEST(LouvainTest, EqualSeedsGiveEqualCommunitiesAndCancelStops) {
  const Graph graph = generateDataset("sbm:3000,degree=8", 1)->graph;
  EXPECT_EQ(louvain(graph, 5)->ofNode, louvain(graph, 5)->ofNode);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(louvain(graph, 5, {stop.get_token(), {}}).error().kind, ErrorKind::Cancelled);
}

TEST(LouvainTest, WithoutEdgesEveryNodeIsAlone) {
  const Communities found = louvain(buildGraph(4, std::vector<Edge>{}).graph).value();
  EXPECT_EQ(found.count, 4);
  EXPECT_EQ(found.modularity, 0);
}

TEST(NodeOrderTest, EveryOrderIsAPermutation) {
  const Dataset data = generateDataset("planted:300", 2).value();
  const Laplacian laplacian(data.graph, LaplacianKind::Symmetric);
  for (const NodeOrder order :
       {NodeOrder::File, NodeOrder::Class, NodeOrder::Community, NodeOrder::Spectral, NodeOrder::Degree}) {
    const std::vector<NodeId> nodes = orderNodes(laplacian, data.labels, order).value();
    EXPECT_EQ(std::set<NodeId>(nodes.begin(), nodes.end()).size(), 300u) << nodeOrderName(order);
  }
}

TEST(NodeOrderTest, ClassesStandTogetherAndUnknownOnesLast) {
  const Laplacian laplacian = generated("ring:6");
  const std::vector<std::int32_t> labels{1, -1, 0, 1, -1, 0};
  EXPECT_EQ(orderNodes(laplacian, labels, NodeOrder::Class).value(), (std::vector<NodeId>{2, 5, 0, 3, 1, 4}));
  EXPECT_EQ(orderNodes(laplacian, {}, NodeOrder::Class).value(), (std::vector<NodeId>{0, 1, 2, 3, 4, 5}));
}

TEST(NodeOrderTest, DegreesFall) {
  const Laplacian laplacian = generated("karate");
  const auto nodes = orderNodes(laplacian, {}, NodeOrder::Degree).value();
  for (std::size_t i = 1; i < nodes.size(); ++i)
    EXPECT_GE(laplacian.degrees()[nodes[i - 1]], laplacian.degrees()[nodes[i]]);
}

TEST(NodeOrderTest, TheSpectralOrderOfAPathIsThePath) {
  // A path whose nodes are numbered at random.
  std::vector<NodeId> path(200);
  for (NodeId i = 0; i < 200; ++i)
    path[i] = i * 77 % 200 == 0 && i != 0 ? i : static_cast<NodeId>(i * 77 % 200);
  ASSERT_EQ(std::set<NodeId>(path.begin(), path.end()).size(), 200u);
  std::vector<Edge> edges;
  for (std::size_t i = 1; i < path.size(); ++i) edges.push_back({path[i - 1], path[i]});
  const Laplacian laplacian(buildGraph(200, edges).graph, LaplacianKind::Combinatorial);
  std::vector<NodeId> order = orderNodes(laplacian, {}, NodeOrder::Spectral).value();
  if (order.front() != path.front()) std::reverse(order.begin(), order.end());
  EXPECT_EQ(order, path);
}

TEST(NodeOrderTest, TheSpectralOrderKeepsComponentsTogetherLargestFirst) {
  const std::vector<Edge> edges{{0, 1}, {2, 3}, {3, 4}, {4, 2}, {6, 7}};
  const Laplacian laplacian(buildGraph(8, edges).graph, LaplacianKind::Symmetric);
  const std::vector<NodeId> order = orderNodes(laplacian, {}, NodeOrder::Spectral).value();
  EXPECT_EQ(std::set<NodeId>(order.begin(), order.begin() + 3), (std::set<NodeId>{2, 3, 4}));
  EXPECT_EQ(order.back(), 5);
}

TEST(LeadingEigenTest, GridEigenvaluesAgreeWithTheClosedForm) {
  const Laplacian laplacian = generated("grid:20x13", LaplacianKind::Combinatorial);
  std::vector<double> exact;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 13; ++j)
      exact.push_back(4 - 2 * std::cos(M_PI * i / 20) - 2 * std::cos(M_PI * j / 13));
  std::sort(exact.begin(), exact.end());
  const LeadingPairs pairs = leadingEigenpairs(laplacian, 8).value();
  for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(pairs.values[k], exact[k], 1e-8) << k;
  EXPECT_LE(pairs.residual, 1e-6);
}

TEST(LeadingEigenTest, ZeroOccursOncePerComponent) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {3, 4}, {5, 6}};
  for (const LaplacianKind kind : {LaplacianKind::Combinatorial, LaplacianKind::Symmetric}) {
    const Laplacian laplacian(buildGraph(8, edges).graph, kind);
    const LeadingPairs pairs = leadingEigenpairs(laplacian, 8).value();
    EXPECT_EQ(std::count_if(pairs.values.begin(), pairs.values.end(), [](double x) { return x < 1e-12; }), 4);
    EXPECT_LE(pairs.residual, 1e-12);
  }
}

TEST(LeadingEigenTest, CancelStopsLanczos) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(leadingEigenpairs(generated("grid:40x40"), 3, 1e-7, {stop.get_token(), {}}).error().kind,
            ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sispde
