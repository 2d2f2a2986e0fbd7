#include <gtest/gtest.h>

#include "core/base/file.h"
#include "core/base/random.h"
#include "core/io/edge_list.h"
#include "core/io/formats.h"
#include "core/io/open.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::TemporaryFolder;
using Edges = std::vector<Edge>;
using Names = std::vector<std::string>;

Result<Dataset> load(const std::string& edges, const std::string& nodes = {}) {
  const TemporaryFolder folder;
  folder.write("g.csv", edges);
  if (!nodes.empty()) folder.write("g.nodes.csv", nodes);
  return openDataset(folder.file("g.csv"));
}

std::string problem(const std::string& edges, const std::string& nodes = {}) {
  const auto data = load(edges, nodes);
  EXPECT_TRUE(!data.has_value() && data.error().kind == ErrorKind::Input) << edges;
  return data ? "" : data.error().message;
}

TEST(EdgeListTest, PlainNumbersAreNodes) {
  const Dataset data = load("0,1\n1,2\n").value();
  EXPECT_EQ(data.graph.edges(), (Edges{{0, 1}, {1, 2}}));
  EXPECT_TRUE(data.nodeNames.empty());
  EXPECT_EQ(data.name, "g");
}

TEST(EdgeListTest, NumbersWithGapsKeepTheirOrderAndBecomeNames) {
  const Dataset data = load("10,3\n3,7\n").value();
  EXPECT_EQ(data.nodeNames, (Names{"3", "7", "10"}));
  EXPECT_EQ(data.graph.edges(), (Edges{{0, 1}, {0, 2}}));
  const Dataset far = load("2000000000 5\n").value();
  EXPECT_EQ(far.nodeNames, (Names{"5", "2000000000"}));
}

TEST(EdgeListTest, HeadersAreRecognised) {
  for (const char* text : {"source,target\n0,1\n", "From\tTo\n0\t1\n", "src;dst\n0;1", "anything,else\n0,1\n",
                           "\"u\",\"v\"\n\"0\",\"1\"\n"})
    EXPECT_EQ(load(text)->graph.edges(), (Edges{{0, 1}})) << text;
}

TEST(EdgeListTest, ColumnsAreFoundByName) {
  const Dataset data = load("weight,target,source\n0.5,1,0\n0.25,2,0\n").value();
  EXPECT_EQ(data.graph.edges(), (Edges{{0, 1}, {0, 2}}));
  ASSERT_EQ(data.notes.size(), 1u);
  EXPECT_NE(data.notes[0].find("not used"), std::string::npos);
}

TEST(EdgeListTest, TextIdsComeInOrderOfAppearance) {
  const Dataset data = load("ann,bob\nbob,\"carl, jr\"\n").value();
  EXPECT_EQ(data.nodeNames, (Names{"ann", "bob", "carl, jr"}));
  EXPECT_EQ(data.graph.edges(), (Edges{{0, 1}, {1, 2}}));
}

TEST(EdgeListTest, AWeightColumnIsLeftOutWithANote) {
  const Dataset data = load("0,1,2.5\n1,2,3.5\n").value();
  EXPECT_EQ(data.graph.edgeCount(), 2);
  EXPECT_EQ(data.notes.size(), 1u);
}

TEST(EdgeListTest, BadListsAreRefused) {
  EXPECT_NE(problem("lonely\n").find("at least two columns"), std::string::npos);
  EXPECT_NE(problem("0,\n").find("lacks"), std::string::npos);
  EXPECT_NE(problem("0,-3\n").find("must not be negative"), std::string::npos);
  EXPECT_NE(problem("0,1\n0,1,2\n").find("3 cells"), std::string::npos);
  EXPECT_NE(problem("source,target\n").find("no nodes"), std::string::npos);
  EXPECT_NE(problem("0,1\n\"1,2\n").find("never closed"), std::string::npos);
}

TEST(EdgeListTest, ANegativeNumberIsNamedWithItsLine) {
  const auto data = load("1,2\n-3,4\n");
  ASSERT_FALSE(data.has_value());
  EXPECT_NE(data.error().sentence().find("g.csv:2: -3: "), std::string::npos);
  EXPECT_EQ(load("a,-3\n")->nodeNames, (Names{"a", "-3"}));  // a text among texts
}

TEST(EdgeListTest, IdsThatBeginLikeAZipArchiveAreIds) {
  EXPECT_EQ(load("PKM2,TP53\nTP53,EGFR\n")->nodeCount(), 3);
}

TEST(EdgeListTest, ADecimalCommaDoesNotSeparate) {
  EXPECT_EQ(load("1;2;0,5\n2;3;1,5\n")->graph.edgeCount(), 2);
  EXPECT_EQ(load("Smith, J\tDoe, K\n")->nodeNames, (Names{"Smith, J", "Doe, K"}));
}

TEST(EdgeListTest, ALoneCarriageReturnIsRefused) {
  EXPECT_NE(problem("1,2\r3,4\r5,6\r").find("carriage return"), std::string::npos);
}

TEST(EdgeListTest, ALastLineWithoutEndIsRead) {
  EXPECT_EQ(load("0,1\r\n1,2")->graph.edgeCount(), 2);
  EXPECT_EQ(load("0 1\n\n1 2\r\n")->graph.edgeCount(), 2);
}

// The fast path against the general reader, on a file of several blocks.
TEST(EdgeListTest, TheFastPathEqualsTheGeneralReader) {
  Random random(1);
  const TemporaryFolder folder;
  for (const std::uint64_t nodes : {50u, 300000u}) {
    std::string text = "source,target\n";
    for (int i = 0; i < 1'500'000; ++i)
      text += fmt::format("{},{}\n", random.below(nodes) * 3, random.below(nodes) * 3);
    const std::string file = folder.write("g.csv", text);
    const auto fast = readNumericEdgeList(file, nullptr);
    ASSERT_TRUE(fast.has_value());
    const EdgeList slow = readGeneralEdgeList(text, file, nullptr).value();
    EXPECT_EQ(fast->nodeNames, slow.nodeNames);
    EXPECT_EQ(fast->built.graph.edges(), slow.built.graph.edges());
    EXPECT_EQ(fast->built.dropped.selfLoops, slow.built.dropped.selfLoops);
    EXPECT_EQ(fast->built.dropped.duplicates, slow.built.dropped.duplicates);
  }
}

TEST(EdgeListTest, TheFastPathGivesUpOnAnythingUnusual) {
  const TemporaryFolder folder;
  for (const char* text : {"a,b\n",
                           "\"0\",1\n",
                           "0,1\n0,x\n",
                           "0,1,\"q\"\n",
                           "0,1\n0,1,2\n",
                           "0,1\n01,2\n",
                           "0,1\n2147483647,1\n",
                           "0,99999999999\n",
                           "0,1,3\n0,1\n",
                           "0  1\n",
                           "0,1\n0\n",
                           "0,1\n0, 1\n",
                           "target,source\n0,1\n",
                           "u\tv\tw\n0\t1\n",
                           "u,v\n0\t1\n",
                           "0,0,u,v\n1,2,3,4\n",
                           "u,v,w\r0\n0,0,1\n",
                           "1,0,1\n1,2\r0,0\n",
                           "0,0,2\r,2",
                           "#\xF5\n2 3\n",
                           "",
                           "0\n",
                           "source,target"})
    EXPECT_FALSE(readNumericEdgeList(folder.write("g.csv", text), nullptr).has_value()) << text;
  EXPECT_FALSE(readNumericEdgeList(folder.file("absent"), nullptr).has_value());
}

TEST(EdgeListTest, ALineLongerThanABlockGoesToTheGeneralReader) {
  const TemporaryFolder folder;
  const std::string file = folder.write("g.csv", "0,1," + std::string(20u << 20, 'x') + "\n");
  EXPECT_FALSE(readNumericEdgeList(file, nullptr).has_value());
  EXPECT_EQ(openDataset(file)->graph.edgeCount(), 1);
}

TEST(EdgeListTest, AStopIsObeyed) {
  const TemporaryFolder folder;
  folder.write("g.csv", "0,1\n");
  folder.write("t.csv", "a,b\n");
  folder.write("t.nodes.csv", "id\na\nb\n");
  std::stop_source source;
  source.request_stop();
  for (const char* name : {"g.csv", "t.csv"}) {
    const auto data = openDataset(folder.file(name), {.progress = {source.get_token(), {}}});
    ASSERT_FALSE(data.has_value());
    EXPECT_EQ(data.error().kind, ErrorKind::Cancelled);
  }
  EXPECT_EQ(readGeneralEdgeList("a,b\n", "t", nullptr, {source.get_token(), {}}).error().kind,
            ErrorKind::Cancelled);
}

TEST(NodeTableTest, ColumnsGetTheirMeaningFromTheirNames) {
  const Dataset data = load("a,b\n",
                            "id,age,class,split,ood,height,placeholder\na,3,red,train,0,1.5,0\nb,4,blue,val,"
                            "1,2.5,1\nc,5,,test,0,0,0\n")
                           .value();
  EXPECT_EQ(data.nodeNames, (Names{"a", "b", "c"}));
  EXPECT_EQ(data.classNames, (Names{"blue", "red"}));
  EXPECT_EQ(data.labels, (std::vector<std::int32_t>{1, 0, -1}));
  EXPECT_EQ(data.features.columns(), 2);
  EXPECT_EQ(data.features.denseRow(1)[1], 2.5f);
  EXPECT_EQ(data.splits[0].validation, (Mask{0, 1, 0}));
  EXPECT_EQ(data.ood, (Mask{0, 1, 0}));
  EXPECT_EQ(data.placeholders, (Mask{0, 1, 0}));
}

TEST(NodeTableTest, AnyColumnCanMarkTheOodNodes) {
  const TemporaryFolder folder;
  const std::string edges = folder.write("g.csv", "a,b\nb,c\n");
  folder.write("g.nodes.csv", "id,age,Fraud,ood,class\na,3,0,1,0\nb,4,1,0,1\nc,5,true,0,1\n");
  const Dataset data = openDataset(edges, {.oodColumn = "fraud"}).value();
  EXPECT_EQ(data.ood, (Mask{0, 1, 1}));
  EXPECT_EQ(data.features.columns(), 1);  // what marks is no feature, and neither is ood
  EXPECT_NE(data.notes.at(0).find("\"ood\" is not used"), std::string::npos) << data.notes[0];
  // Without the option it is a column of text, and ood marks.
  EXPECT_EQ(openDataset(edges)->ood, (Mask{1, 0, 0}));
  // A known name may be taken too.
  EXPECT_EQ(openDataset(edges, {.oodColumn = "class"})->ood, (Mask{0, 1, 1}));
  EXPECT_TRUE(openDataset(edges, {.oodColumn = "class"})->labels.empty());
  EXPECT_EQ(openDataset(edges, {.oodColumn = "ood"})->ood, (Mask{1, 0, 0}));
}

TEST(NodeTableTest, AColumnThatCannotMarkIsRefused) {
  const TemporaryFolder folder;
  const std::string edges = folder.write("g.csv", "a,b\n");
  const auto bare = openDataset(edges, {.oodColumn = "fraud"});
  ASSERT_FALSE(bare);
  EXPECT_EQ(bare.error().kind, ErrorKind::Usage);
  EXPECT_NE(bare.error().message.find("no node table"), std::string::npos);
  folder.write("g.nodes.csv", "id,age\na,3\nb,4\n");
  const auto absent = openDataset(edges, {.oodColumn = "fraud"});
  ASSERT_FALSE(absent);
  EXPECT_NE(absent.error().message.find("There is no column \"fraud\""), std::string::npos);
  EXPECT_NE(absent.error().message.find("\"age\""), std::string::npos);
  const auto numbers = openDataset(edges, {.oodColumn = "age"});
  ASSERT_FALSE(numbers);
  EXPECT_NE(numbers.error().message.find("not 0, 1"), std::string::npos);
}

TEST(NodeTableTest, AttributesOfGraphmlAndJsonMarkToo) {
  const TemporaryFolder folder;
  const std::string json = folder.write(
      "g.json",
      R"({"nodes": [{"id": 0, "odd": true}, {"id": 1, "odd": false}], "links": [{"source": 0, "target": 1}]})");
  EXPECT_EQ(openDataset(json, {.oodColumn = "odd"})->ood, (Mask{1, 0}));
  const std::string xml = folder.write("g.graphml",
                                       "<graphml><key id='k' for='node' attr.name='odd' "
                                       "attr.type='int'/><graph edgedefault='undirected'><node id='a'>"
                                       "<data key='k'>0</data></node><node id='b'><data "
                                       "key='k'>1</data></node><edge source='a' target='b'/></graph>"
                                       "</graphml>");
  EXPECT_EQ(openDataset(xml, {.oodColumn = "odd"})->ood, (Mask{0, 1}));
  EXPECT_FALSE(openDataset(xml, {.oodColumn = "even"}));
}

TEST(NodeTableTest, NumberClassesAreIds) {
  const Dataset data = load("0,1\n", "id,y\n0,2\n1,-1\n").value();
  EXPECT_EQ(data.labels, (std::vector<std::int32_t>{2, -1}));
  EXPECT_EQ(data.classCount(), 3);
}

TEST(NodeTableTest, ATableWithoutHeaderHoldsIdsAndClasses) {
  EXPECT_EQ(load("0,1\n", "0,1\n1,0\n")->labels, (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(load("0,1\n", "0\n1\n2\n")->nodeCount(), 3);
  EXPECT_NE(problem("0,1\n", "0,1,2\n").find("needs a header"), std::string::npos);
}

TEST(NodeTableTest, TheFirstClassNameWinsAndTheOthersAreNotUsed) {
  for (const char* header : {"id,class,target", "id,target,class"}) {
    const bool classFirst = std::string(header).find("class") < 5;
    const Dataset data = load("0,1\n", std::string(header) + "\n0,1,5\n1,0,6\n").value();
    EXPECT_EQ(data.labels[0], classFirst ? 1 : 5);
    EXPECT_TRUE(data.features.empty());
    EXPECT_NE(data.notes.back().find("\"target\""), std::string::npos);
  }
}

TEST(NodeTableTest, WholeNumbersWrittenAsRealsAreClassIds) {
  EXPECT_EQ(load("0,1\n", "id,class\n0,10.0\n1,2.0\n2,nan\n")->labels,
            (std::vector<std::int32_t>{10, 2, -1}));
  EXPECT_EQ(load("0,1\n", "id,class\n0,1.5\n1,2\n")->classNames, (Names{"1.5", "2"}));
}

TEST(NodeTableTest, CoordinatesAreFeaturesAndNoClass) {
  const Dataset data = load("0,1\n", "id,x,y,category\n0,1,7,a\n1,2,8,b\n").value();
  EXPECT_EQ(data.classNames, (Names{"a", "b"}));
  EXPECT_EQ(data.features.columns(), 1);
}

TEST(NodeTableTest, ARowOfTextsAboveTextsIsNoHeader) {
  const Dataset data = load("alice,bob\n", "alice,red\nbob,blue\ncarl,red\n").value();
  EXPECT_EQ(data.nodeCount(), 3);
  EXPECT_EQ(data.labels, (std::vector<std::int32_t>{1, 0, 1}));
}

TEST(NodeTableTest, AnIdCellIsAlwaysAHeader) {
  const Dataset data = load("a,b\n", "id,0\na,1\nb,2\n").value();
  EXPECT_EQ(data.nodeCount(), 2);
  EXPECT_EQ(data.features.columns(), 1);
}

TEST(NodeTableTest, ATextColumnMayBeginWithNan) {
  for (const char* rows : {"a,Nan\nb,Bob\n", "a,Bob\nb,Nan\n"})
    EXPECT_EQ(load("a,b\n", std::string("id,name\n") + rows)->features.columns(), 0) << rows;
}

TEST(NodeTableTest, SignsAndTinyNumbersAreFeatures) {
  const Dataset data = load("a,b\n", "id,f\na,+2\nb,1e-400\n").value();
  EXPECT_EQ(data.features.denseRow(0)[0], 2);
  EXPECT_EQ(data.features.denseRow(1)[0], 0);
}

TEST(NodeTableTest, ManyClassColumnsAreReadInLinearTime) {
  std::string header = "id", row = "a";
  for (int i = 0; i < 100000; ++i) {
    header += ",class";
    row += ",1";
  }
  EXPECT_EQ(load("a,a\n", header + "\n" + row + "\n")->labels, (std::vector<std::int32_t>{1}));
}

TEST(NodeTableTest, SparseFeaturesAreRead) {
  const Dataset data = load("a,b\n", "id,features[10],extra\na,3  7:0.5,1\nb,,2\n").value();
  EXPECT_EQ(data.features.columns(), 10);
  EXPECT_EQ(data.features.sparseRow(0).value(1), 0.5f);
  EXPECT_TRUE(data.features.sparseRow(1).columns.empty());
  EXPECT_NE(data.notes.back().find("beside the sparse"), std::string::npos);
}

TEST(NodeTableTest, TextColumnsAreLeftOutWithANote) {
  const Dataset data = load("a,b\n", "id,title,x\na,One,1\nb,2,2\n").value();
  EXPECT_EQ(data.features.columns(), 1);
  EXPECT_NE(data.notes[0].find("hold text: \"title\""), std::string::npos);
}

TEST(NodeTableTest, ALabelColumnOfDifferentTextsIsTakenForNames) {
  std::string table = "id,label\n";
  for (int i = 0; i < 20; ++i) table += fmt::format("{},name{}\n", i, i);
  const Dataset data = load("0,1\n", table).value();
  EXPECT_TRUE(data.labels.empty());
  EXPECT_NE(data.notes[0].find("taken for names"), std::string::npos);
}

TEST(NodeTableTest, BadTablesAreRefused) {
  EXPECT_NE(problem("a,z\n", "id\na\nb\n").find("node table does not have"), std::string::npos);
  EXPECT_NE(problem("0,5\n", "id\n0\n1\n").find("node table does not have"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id\na\na\nb\n").find("listed twice"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,x\na,1\n,2\n").find("no id"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,x\na,1\nb,\n").find("has no value"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,x\na,nan\nb,1\n").find("not a finite"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,x\na,1e99\nb,1\n").find("not a finite"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,split\na,tomorrow\nb,train\n").find("not train, val, test"),
            std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,ood\na,maybe\nb,0\n").find("not 0, 1"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,class\na,-2\nb,0\n").find("class -2"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,class\na,99999999\nb,0\n").find("class 99999999"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,features[4]\na,4\nb,1\n").find("below 4"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,features[4]\na,1:x\nb,1\n").find("id:value"), std::string::npos);
  EXPECT_NE(problem("a,b\n", "id,features[4]\na,1 1\nb,1\n").find("twice"), std::string::npos);
}

TEST(NodeTableTest, AFolderWithEdgesAndNodesIsAnDataset) {
  const TemporaryFolder folder;
  folder.write("club/edges.csv", "a,b\n");
  folder.write("club/nodes.csv", "id,class\nb,1\na,0\n");
  const Dataset data = openDataset(folder.file("club")).value();
  EXPECT_EQ(data.name, "club");
  EXPECT_EQ(data.nodeNames, (Names{"b", "a"}));
}

TEST(NodeTableTest, TheTableMayBeNamed) {
  const TemporaryFolder folder;
  folder.write("e.tsv", "0\t1\n");
  folder.write("people.csv", "id;class\n0;1\n1;1\n2;0\n");
  EXPECT_EQ(openDataset(folder.file("e.tsv"), {.nodes = folder.file("people.csv")})->nodeCount(), 3);
  EXPECT_FALSE(openDataset(folder.file("e.tsv"), {.nodes = folder.file("absent.csv")}).has_value());
}

}  // namespace
}  // namespace sispde
