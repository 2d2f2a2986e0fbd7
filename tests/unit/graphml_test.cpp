#include <gtest/gtest.h>

#include "core/io/formats.h"

namespace sispde {
namespace {

const std::string head = R"(<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="k0" for="node" attr.name="class" attr.type="int"><default>1</default></key>
<key id="k1" for="node" attr.name="height" attr.type="double"/>
<key id="k2" for="edge" attr.name="weight" attr.type="double"/>
)";

std::string document(const std::string& body, const std::string& keys = head) {
  return keys + "<graph id=\"club\" edgedefault=\"directed\">\n" + body + "</graph></graphml>";
}

std::string problem(const std::string& text) {
  const auto data = readGraphml(text, "g.graphml");
  EXPECT_TRUE(!data.has_value() && data.error().kind == ErrorKind::Input) << text;
  return data ? "" : data.error().sentence();
}

TEST(GraphmlTest, NodesDataDefaultsAndEdgesAreRead) {
  const auto data =
      readGraphml(document("<node id='a'><data key='k0'>0</data><data key='k1'>1.5</data></node>"
                           "<node id='b'><data key='k1'> 2 </data></node>"
                           "<edge source='a' target='b'><data key='k2'>3</data></edge>"),
                  "g");
  ASSERT_TRUE(data.has_value()) << data.error().sentence();
  EXPECT_EQ(data->name, "club");
  EXPECT_EQ(data->labels, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(data->features.denseRow(1)[0], 2);
  EXPECT_EQ(data->nodeNames, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(data->graph.edgeCount(), 1);
  EXPECT_NE(data->notes[0].find("directed"), std::string::npos);
}

TEST(GraphmlTest, StandardEntitiesAreRead) {
  const auto data = readGraphml(document("<node id='a&amp;b'><data key='k1'>1</data></node><node "
                                         "id='&#955;'><data key='k1'>1</data></node>"),
                                "g");
  EXPECT_EQ(data->nodeNames, (std::vector<std::string>{"a&b", "λ"}));
}

TEST(GraphmlTest, AnEdgeToAnUndeclaredNodeIsRefusedWithItsLine) {
  EXPECT_EQ(problem(document("<node id='a'><data key='k1'>1</data></node>\n<edge source='a' target='z'/>")),
            "g.graphml:8: <edge>: The edge names node \"z\", which is not declared.");
}

TEST(GraphmlTest, UndeclaredKeysAreRefused) {
  EXPECT_NE(problem(document("<node id='a'><data key='kx'>1</data></node>"))
                .find("Key \"kx\" is not declared for nodes"),
            std::string::npos);
  EXPECT_NE(problem(document("<node id='a'><data key='k2'>1</data></node>")).find("not declared for nodes"),
            std::string::npos);
}

TEST(GraphmlTest, EntityBombsAreRefusedAtOnce) {
  std::string bomb = "<?xml version=\"1.0\"?><!DOCTYPE g [<!ENTITY a \"aaaaaaaaaa\">";
  for (char c = 'b'; c < 'z'; ++c)
    bomb += std::string("<!ENTITY ") + c + " \"&" + static_cast<char>(c - 1) + ";&" +
            static_cast<char>(c - 1) + ";\">";
  EXPECT_NE(problem(bomb + "]><graphml><graph><node id='&y;'/></graph></graphml>").find("entities"),
            std::string::npos);
}

TEST(GraphmlTest, DamagedDocumentsAreRefused) {
  EXPECT_NE(problem("<graphml><graph>").find("not well formed"), std::string::npos);
  EXPECT_NE(problem("<svg/>").find("not <graphml>"), std::string::npos);
  EXPECT_NE(problem("<graphml/>").find("no <graph>"), std::string::npos);
  EXPECT_NE(problem("<graphml><graph/></graphml>").find("no nodes"), std::string::npos);
  EXPECT_NE(problem("<graphml>\xFF</graphml>").find("UTF-8"), std::string::npos);
  EXPECT_NE(problem("<graphml><graph><node id='a'/></graph><graph/></graphml>").find("more than one graph"),
            std::string::npos);
  EXPECT_NE(
      problem("<graphml><key for='node'/><graph><node id='a'/></graph></graphml>").find("key has no id"),
      std::string::npos);
  EXPECT_NE(problem("<graphml><key id='k'/><key id='k'/><graph><node id='a'/></graph></graphml>")
                .find("declared twice"),
            std::string::npos);
  EXPECT_NE(problem(document("<node/>")).find("node has no id"), std::string::npos);
  EXPECT_NE(problem(document("<node id='a'/><node id='a'/>", "<graphml>")).find("declared twice"),
            std::string::npos);
  EXPECT_NE(problem(document("<node id='a'><graph/></node>")).find("nested"), std::string::npos);
  EXPECT_NE(problem(document("<hyperedge/>")).find("Hyperedges"), std::string::npos);
  EXPECT_NE(problem(document("<node id='a'><data key='k1'>1</data><data key='k1'>2</data></node>"))
                .find("two values"),
            std::string::npos);
}

TEST(GraphmlTest, AWrongCellIsNamedWithItsLine) {
  EXPECT_NE(problem(document("<node id='a'>\n<data key='k1'>inf</data></node>"))
                .find("g.graphml:8: column \"height\""),
            std::string::npos);
  EXPECT_EQ(problem("<graphml>\n\xFF</graphml>"), "g.graphml:2: The text is not UTF-8.");
}

TEST(GraphmlTest, KeysWithoutDataCostNothing) {
  std::string keys = "<graphml>";
  for (int i = 0; i < 10000; ++i) keys += fmt::format("<key id='k{0}' for='node' attr.name='split{0}'/>", i);
  std::string nodes;
  for (int i = 0; i < 10000; ++i) nodes += fmt::format("<node id='{}'/>", i);
  EXPECT_TRUE(readGraphml(document(nodes, keys), "g")->splits.empty());
}

TEST(GraphmlTest, DefaultsThatMultiplyBeyondReasonAreRefused) {
  std::string keys = "<graphml>";
  for (int i = 0; i < 5000; ++i)
    keys += fmt::format("<key id='k{0}' for='node'><default>1</default></key>", i);
  std::string nodes;
  for (int i = 0; i < 5000; ++i) nodes += fmt::format("<node id='{}'/>", i);
  EXPECT_NE(problem(document(nodes, keys)).find("more than this reader"), std::string::npos);
}

TEST(GraphmlTest, DeepNestingDoesNotOverflow) {
  std::string deep;
  for (int i = 0; i < 200000; ++i) deep += "<a>";
  EXPECT_NE(problem(deep), "");
}

}  // namespace
}  // namespace sispde
