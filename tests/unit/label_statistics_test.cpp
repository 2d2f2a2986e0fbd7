#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/graph/components.h"
#include "core/graph/graph_builder.h"
#include "core/graph/label_statistics.h"
#include "core/io/open.h"
#include "tests/unit/real_data.h"

namespace sispde {
namespace {

using Json = nlohmann::json;

void expectValue(const std::optional<double>& value, const Json& expected, const char* name) {
  ASSERT_EQ(value.has_value(), !expected.is_null()) << name;
  if (value) EXPECT_NEAR(*value, expected.get<double>(), 1e-12) << name;
}

TEST(LabelStatisticsTest, SmallGraphsAgreeWithAnIndependentComputation) {
  std::ifstream file(SISPDE_SOURCE_DIR "/tests/reference/graph_stats.json");
  const Json graphs = Json::parse(file)["graphs"];
  ASSERT_GT(graphs.size(), 20u);
  for (const Json& g : graphs) {
    SCOPED_TRACE(g["name"].get<std::string>());
    std::vector<Edge> edges;
    for (const Json& e : g["edges"]) edges.push_back({e[0].get<NodeId>(), e[1].get<NodeId>()});
    const Graph graph = buildGraph(g["nodes"].get<NodeId>(), edges).graph;
    const auto labels = g["labels"].get<std::vector<std::int32_t>>();
    const LabelStatistics s = labelStatistics(graph, labels);
    expectValue(s.edgeHomophily, g["h_edge"], "h_edge");
    expectValue(s.nodeHomophily, g["h_node"], "h_node");
    expectValue(s.classHomophily, g["h_class"], "h_class");
    expectValue(s.adjustedHomophily, g["h_adj"], "h_adj");
    expectValue(s.edgeInformativeness, g["LI_edge"], "LI_edge");
    expectValue(s.nodeInformativeness, g["LI_node"], "LI_node");
    const DegreeStatistics degrees = degreeStatistics(graph);
    EXPECT_EQ(degrees.min, g["degree_min"].get<std::int64_t>());
    EXPECT_EQ(degrees.max, g["degree_max"].get<std::int64_t>());
    EXPECT_NEAR(degrees.mean, g["degree_mean"].get<double>(), 1e-12);
    EXPECT_EQ(degrees.isolated, g["isolated"].get<std::int64_t>());
    EXPECT_EQ(connectedComponents(graph).count, g["components"].get<std::int32_t>());
  }
}

TEST(LabelStatisticsTest, WithoutLabelsNothingIsDefined) {
  const Graph graph = buildGraph(2, std::vector<Edge>{{0, 1}}).graph;
  EXPECT_FALSE(labelStatistics(graph, {}).edgeHomophily.has_value());
  const std::vector<std::int32_t> unknown{-1, -1};
  EXPECT_FALSE(labelStatistics(graph, unknown).edgeHomophily.has_value());
}

TEST(LabelStatisticsTest, ManyClassesGiveWhatFewGive) {
  // The same labels, but one class id lies so high that the pairs are kept in a hash table.
  std::vector<Edge> edges;
  for (NodeId u = 0; u < 30; ++u)
    for (NodeId v = u + 1; v < 30; v += 1 + u % 3) edges.push_back({u, v});
  const Graph graph = buildGraph(30, edges).graph;
  std::vector<std::int32_t> few(30), many(30);
  for (NodeId u = 0; u < 30; ++u) {
    few[u] = u * 7 % 4;
    many[u] = few[u] == 3 ? 5000 : few[u];
  }
  const LabelStatistics a = labelStatistics(graph, few), b = labelStatistics(graph, many);
  EXPECT_NEAR(*a.edgeInformativeness, *b.edgeInformativeness, 1e-12);
  EXPECT_NEAR(*a.nodeInformativeness, *b.nodeInformativeness, 1e-12);
  EXPECT_NEAR(*a.adjustedHomophily, *b.adjustedHomophily, 1e-12);
}

// The table of the data collection's README, to four digits.
struct Published {
  const char* name;
  double edge, node, klass, adjusted, informativeEdge, informativeNode;
};

class PublishedStatisticsTest : public ::testing::TestWithParam<Published> {};

TEST_P(PublishedStatisticsTest, AgreeToFourDigits) {
  const Published& p = GetParam();
  SISPDE_REAL_DATA(path, std::string(p.name) + ".npz");
  const auto data = openDataset(path);
  ASSERT_TRUE(data.has_value()) << data.error().sentence();
  const LabelStatistics s = labelStatistics(data->graph, data->labels);
  EXPECT_NEAR(*s.edgeHomophily, p.edge, 5e-5);
  EXPECT_NEAR(*s.nodeHomophily, p.node, 5e-5);
  EXPECT_NEAR(*s.classHomophily, p.klass, 5e-5);
  EXPECT_NEAR(*s.adjustedHomophily, p.adjusted, 5e-5);
  EXPECT_NEAR(*s.edgeInformativeness, p.informativeEdge, 5e-5);
  EXPECT_NEAR(*s.nodeInformativeness, p.informativeNode, 5e-5);
}

INSTANTIATE_TEST_SUITE_P(
    TenSets, PublishedStatisticsTest,
    ::testing::Values(Published{"cora", .8100, .8252, .7657, .7711, .5904, .6138},
                      Published{"citeseer", .7355, .7166, .6267, .6707, .4508, .4457},
                      Published{"pubmed", .8024, .7924, .6641, .6860, .4093, .3954},
                      Published{"coauthor_physics", .9314, .9153, .8474, .8724, .7222, .7637},
                      Published{"amazon_computers", .7772, .8017, .7002, .6823, .5279, .6236},
                      Published{"actor", .2167, .2199, .0064, .0028, .0002, .0023},
                      Published{"minesweeper", .6828, .6829, .0094, .0094, .0001, .0001},
                      Published{"tolokers", .5945, .6344, .1801, .0926, .0066, .0180},
                      Published{"chameleon_filtered", .2361, .2441, .0444, .0295, .0139, .0367},
                      Published{"karate_club", .7308, .7966, .6161, .6087, .3893, .5031}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace sispde
