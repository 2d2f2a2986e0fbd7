#include <gtest/gtest.h>

#include "core/io/formats.h"

namespace sispde {
namespace {

std::string problem(const std::string& text) {
  const auto data = readJsonGraph(text, "g.json");
  EXPECT_TRUE(!data.has_value() && data.error().kind == ErrorKind::Input) << text;
  return data ? "" : data.error().sentence();
}

TEST(JsonGraphTest, NodeLinkAsNetworkxWritesItIsRead) {
  const auto data = readJsonGraph(R"({"directed": false, "multigraph": false, "graph": {}, "name": "club",
      "nodes": [{"id": 0, "label": 1, "age": 3.5, "split": "train"}, {"id": 1, "label": 0, "age": 4, "split": "test"}],
      "links": [{"source": 0, "target": 1, "weight": 2}]})",
                                  "g");
  ASSERT_TRUE(data.has_value()) << data.error().sentence();
  EXPECT_EQ(data->name, "club");
  EXPECT_EQ(data->labels, (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(data->features.denseRow(0)[0], 3.5f);
  EXPECT_EQ(data->splits[0].test, (Mask{0, 1}));
  EXPECT_TRUE(data->nodeNames.empty());
}

TEST(JsonGraphTest, TextIdsFeatureVectorsAndEdgesKeyAreRead) {
  const auto data = readJsonGraph(
      "\xEF\xBB\xBF"
      R"({"directed": true, "nodes": [{"name": "a", "x": [1, 2], "flag": true, "none": null, "pos": {"x": 1}},
      {"name": "b", "x": [3, 4], "flag": false, "pos": {"x": 2}}], "edges": [{"source": "b", "target": "a"}]})",
      "g");
  ASSERT_TRUE(data.has_value()) << data.error().sentence();
  EXPECT_EQ(data->nodeNames, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(data->features.columns(), 3);  // x0, x1 and flag, in the order of their names
  EXPECT_EQ(data->graph.edgeCount(), 1);
  EXPECT_EQ(data->notes.size(), 2u);  // pos is not used, edges were directed
}

TEST(JsonGraphTest, NodesWithoutIdAreNumbered) {
  EXPECT_EQ(
      readJsonGraph(R"({"nodes": [{}, {}], "links": [{"source": 0, "target": 1}]})", "g")->graph.edgeCount(),
      1);
}

TEST(JsonGraphTest, AnAttributeThatIsAListSomewhereIsUsedNowhere) {
  const auto data = readJsonGraph(
      R"({"nodes": [{"id": 0, "split": "train", "t": []}, {"id": 1, "split": "val", "t": "test"}], "links": []})",
      "g");
  ASSERT_TRUE(data.has_value()) << data.error().sentence();
  EXPECT_EQ(data->splits[0].validation, (Mask{0, 1}));
  EXPECT_TRUE(
      readJsonGraph(R"({"nodes": [{"id": 0, "t": []}, {"id": 1, "t": 3}], "links": []})", "g").has_value());
  EXPECT_NE(
      problem(R"({"nodes": [{"id": 0, "a": 1, "t": []}, {"id": 1, "t": 7}, {"id": 2, "a": 3}], "links": []})")
          .find("no value"),
      std::string::npos);
}

TEST(JsonGraphTest, VectorsAndPlainAttributesDoNotMix) {
  EXPECT_EQ(
      readJsonGraph(R"({"nodes": [{"id": 0, "x": [1], "x0": 2}], "links": []})", "g")->features.columns(), 2);
  EXPECT_NE(problem(R"({"nodes": [{"id": 0, "x": [1], "features": [2]}, {"id": 1}], "links": []})")
                .find("no value"),
            std::string::npos);
  EXPECT_NE(problem(R"({"nodes": [{"id": 0, "x": [1], "x[0]": 2}], "links": []})").find("two values"),
            std::string::npos);
}

TEST(JsonGraphTest, LinksMayBePlacesInTheList) {
  const auto data = readJsonGraph(
      R"({"nodes": [{"name": "Myriel"}, {"name": "Valjean"}], "links": [{"source": 1, "target": 0}]})", "g");
  ASSERT_TRUE(data.has_value()) << data.error().sentence();
  EXPECT_EQ(data->graph.edgeCount(), 1);
  EXPECT_FALSE(
      readJsonGraph(R"({"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": 1, "target": 0}]})", "g")
          .has_value());
}

TEST(JsonGraphTest, ALateAttributeTakesNoMemoryForTheNodesBefore) {
  std::string text = R"({"nodes": [)";
  for (int i = 0; i < 20000; ++i) text += "{},";
  text += "{";
  for (int i = 0; i < 20000; ++i) text += (i > 0 ? ",\"a" : "\"a") + std::to_string(i) + "\":1";
  EXPECT_NE(problem(text + "}], \"links\": []}").find("no value"), std::string::npos);
}

TEST(JsonGraphTest, DamagedDocumentsAreRefused) {
  EXPECT_EQ(problem("{\n\"nodes\": [,]}"), "g.json:2: The JSON is not well formed.");
  EXPECT_NE(problem("[1]").find("not a node-link"), std::string::npos);
  EXPECT_NE(problem(R"({"nodes": []})").find("links"), std::string::npos);
  EXPECT_NE(problem(R"({"nodes": [], "links": []})").find("no nodes"), std::string::npos);
  EXPECT_NE(problem(R"({"nodes": [3], "links": []})").find("nodes[0]"), std::string::npos);
  EXPECT_NE(problem(R"({"nodes": [{"id": 1.5}], "links": []})").find("neither a text"), std::string::npos);
  EXPECT_NE(problem(R"({"nodes": [{"id": 1}, {"id": "1"}], "links": []})").find("listed twice"),
            std::string::npos);
  EXPECT_NE(problem(R"({"nodes": [{"id": 1}], "links": [3]})").find("links[0]"), std::string::npos);
  EXPECT_NE(problem(R"({"nodes": [{"id": 1}], "links": [{"source": 1}]})").find("no \"target\""),
            std::string::npos);
  EXPECT_NE(problem(R"({"nodes": [{"id": 1}], "links": [{"source": 1, "target": [2]}]})").find("not listed"),
            std::string::npos);
  EXPECT_NE(problem(R"({"nodes": [{"id": 1, "x": [1, "a"]}], "links": []})").find("not a number"),
            std::string::npos);
  EXPECT_NE(problem(R"({"nodes": [{"id": 1, "x": 1e999}], "links": []})").find("JSON"), std::string::npos);
  EXPECT_NE(problem("{\"nodes\": [{\"id\": \"\xFF\"}], \"links\": []}").find("not well formed"),
            std::string::npos);
}

TEST(JsonGraphTest, DeepNestingIsRefused) {
  EXPECT_NE(problem(std::string(100000, '[')), "");
  EXPECT_NE(problem("{\"nodes\": " + std::string(50, '[') + std::string(50, ']') + "}").find("nested deeper"),
            std::string::npos);
}

}  // namespace
}  // namespace sispde
