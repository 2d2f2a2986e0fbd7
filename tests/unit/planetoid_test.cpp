#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/io/formats.h"
#include "core/io/open.h"
#include "core/io/pickle_arrays.h"
#include "tests/unit/planetoid_files.h"

namespace sispde {
namespace {

using namespace testing;

std::string problem(const std::string& pickle) {
  const auto document = PickleDocument::parse(pickle, "p");
  EXPECT_TRUE(document.has_value() || document.error().kind == ErrorKind::Input);
  return document ? "" : document.error().message;
}

TEST(PickleTest, OpcodesBeyondThePlanetoidOnesAreRefused) {
  // INST, OBJ, PERSID, EXT1, LONG, FLOAT, UNICODE, REDUCE on a plain value, frames of protocol 4
  for (const char opcode :
       {'i', 'o', 'P', '\x82', 'L', 'F', 'V', '\x95', '\x93', 'I', 'S', '0', '2', 'd', 'l'})
    EXPECT_NE(problem("\x80\x02" + std::string(1, opcode) + "1\n.").find("never run"), std::string::npos)
        << static_cast<int>(opcode);
}

TEST(PickleTest, ClassesBeyondThePlanetoidOnesAreRefused) {
  EXPECT_NE(problem("\x80\x02"
                    "cos\nsystem\n(U\2lstR.")
                .find("os.system"),
            std::string::npos);
  EXPECT_NE(problem("\x80\x02"
                    "c__builtin__\neval\n.")
                .find("never loaded"),
            std::string::npos);
}

TEST(PickleTest, BrokenProgramsAreRefused) {
  const std::string p = "\x80\x02";
  for (const std::string& body : {""s,       "K"s,
                                  "U\5ab"s,  "T\xff\xff\xff\x7f"s,
                                  "cnumpy"s, "cnumpy\nndarray"s,
                                  "t."s,     "\x86."s,
                                  "R."s,     "NNR."s,
                                  "b."s,     "NNb."s,
                                  "a."s,     "NNa."s,
                                  "e."s,     "(e."s,
                                  "N(e."s,   "s."s,
                                  "NNNs."s,  "u."s,
                                  "(u."s,    "}(Nu."s,
                                  "N(NNu."s, "q\0."s,
                                  "h\7."s,   "j\1\0\0\0."s,
                                  "."s,      "NN."s,
                                  "r\1"s})
    EXPECT_NE(problem(p + body), "") << inQuotes(body);
  EXPECT_NE(problem("\x80\x04N.").find("protocol 4"), std::string::npos);
}

TEST(PickleTest, ACycleNeitherHangsNorLeaks) {
  const auto document = PickleDocument::parse("\x80\x02]q\1h\1a.", "p");
  ASSERT_TRUE(document.has_value());
  EXPECT_FALSE(pickledAdjacency(*document).has_value());
  EXPECT_FALSE(pickledArray(*document, document->root()).has_value());
  EXPECT_FALSE(pickledCsr(*document, document->root()).has_value());
}

TEST(PickleTest, ShortFormsOfTuplesAndNumbersAreRead) {
  const auto document = PickleDocument::parse(
      "\x80\x02"
      "ccollections\ndefaultdict\nq\x01"
      "c__builtin__\nlist\nq\x02\x85Rq\x03(K\x00]q\x04(K\x01M\x02\x01"
      "eu."s,
      "p");
  ASSERT_TRUE(document.has_value()) << document.error().sentence();
  const auto rows = pickledAdjacency(*document);
  ASSERT_TRUE(rows.has_value());
  EXPECT_EQ(rows->at(0).second, (std::vector<std::int64_t>{1, 258}));
}

TEST(PickleArrayTest, FortranOrderIsRefused) {
  std::string body = pickleArray<std::int32_t>("i4", {1, 2, 3, 4}, {2, 2});
  body[body.rfind("\x89T")] = '\x88';
  const auto document = PickleDocument::parse(pickled(body), "p");
  ASSERT_TRUE(document.has_value());
  EXPECT_NE(pickledArray(*document, document->root()).error().message.find("Fortran"), std::string::npos);
}

TEST(PickleTest, AListRecalledForManyNodesIsRefused) {
  std::string body =
      "\x80\x02"
      "ccollections\ndefaultdict\n(c__builtin__\nlist\ntR(K\1](";
  for (int i = 0; i < 100; ++i) body += "K\2";
  body += "eq\1";
  for (int i = 0; i < 100; ++i) body += "K\3h\1";
  const auto document = PickleDocument::parse(body + "u.", "p");
  ASSERT_TRUE(document.has_value());
  EXPECT_FALSE(pickledAdjacency(*document).has_value());
}

TEST(PickleArrayTest, LyingArraysAreRefused) {
  const auto arrayOf = [](const std::string& body) {
    const auto document = PickleDocument::parse(pickled(body), "p");
    return document.has_value() && pickledArray(*document, document->root()).has_value();
  };
  EXPECT_TRUE(arrayOf(pickleArray<std::int32_t>("i4", {1, 2}, {2})));
  EXPECT_FALSE(arrayOf(pickleArray<std::int32_t>("i4", {1, 2}, {3})));
  EXPECT_FALSE(arrayOf(pickleArray<std::int32_t>("i4", {1, 2}, {-2})));
  EXPECT_FALSE(arrayOf(pickleArray<std::int32_t>("i4", {1, 2}, {2, 1, 1})));
  EXPECT_FALSE(arrayOf(pickleArray<std::int32_t>("c8", {1, 2}, {1})));
  EXPECT_FALSE(arrayOf(pickleArray<std::int32_t>("O8", {1, 2}, {1})));
  EXPECT_FALSE(arrayOf(pickleArray<char>("i4", {1, 2}, {1})));
  EXPECT_FALSE(arrayOf("N"));
  EXPECT_FALSE(arrayOf("cnumpy.core.multiarray\n_reconstruct\n)R"));
}

TEST(PickleArrayTest, EveryNumberTypeIsRead) {
  const auto numberOf = [](const std::string& body) {
    const auto document = PickleDocument::parse(pickled(body), "p");
    return pickledArray(*document, document->root())->number(1);
  };
  EXPECT_EQ(numberOf(pickleArray<std::int32_t>("i4", {1, 2}, {2})), 2);
  EXPECT_EQ(numberOf(pickleArray<std::int64_t>("i8", {1, 2}, {2})), 2);
  EXPECT_EQ(numberOf(pickleArray<float>("f4", {1, 2.5f}, {2})), 2.5);
  EXPECT_EQ(numberOf(pickleArray<double>("f8", {1, 2.5}, {2})), 2.5);
}

TEST(PlanetoidTest, TestRowsMoveToTheirIdsAndGapsAreFlagged) {
  const TemporaryFolder folder;
  SmallPlanetoid().write(folder);
  const auto data = openDataset(folder.path());
  ASSERT_TRUE(data.has_value()) << data.error().sentence();
  EXPECT_EQ(data->nodeCount(), 505);
  EXPECT_EQ(data->name, "small");
  EXPECT_EQ(data->graph.edges(), (std::vector<Edge>{{0, 1}, {0, 504}, {1, 502}, {2, 503}}));
  EXPECT_EQ(data->features.sparseRow(504).columns[0], 1);  // the first row of tx
  EXPECT_EQ(data->features.sparseRow(504).value(0), 0.5f);
  EXPECT_EQ(data->features.sparseRow(502).columns[0], 2);
  EXPECT_TRUE(data->features.sparseRow(503).columns.empty());
  EXPECT_EQ(data->labels[504], 1);
  EXPECT_EQ(data->labels[502], 0);
  EXPECT_EQ(members(data->placeholders), std::vector<NodeId>{503});
  EXPECT_EQ(members(data->splits[0].train), std::vector<NodeId>{0});
  EXPECT_EQ(count(data->splits[0].validation), 500);
  EXPECT_EQ(members(data->splits[0].test), (std::vector<NodeId>{502, 504}));
}

TEST(PlanetoidTest, PartsThatDoNotFitAreRefused) {
  const auto broken = [](const std::string& part, const std::string& bytes) {
    const TemporaryFolder folder;
    SmallPlanetoid().write(folder);
    folder.write("ind.small." + part, bytes);
    const auto data = openDataset(folder.path());
    EXPECT_TRUE(!data.has_value() && data.error().kind == ErrorKind::Input) << part;
    return data ? std::string() : data.error().sentence();
  };
  EXPECT_NE(broken("test.index", "").find("empty"), std::string::npos);
  EXPECT_NE(broken("test.index", "502\n502\n").find("listed twice"), std::string::npos);
  EXPECT_NE(broken("test.index", "1\n502\n").find("Test node 1"), std::string::npos);
  EXPECT_NE(broken("test.index", "502\n2000000000\n").find("far beyond"), std::string::npos);
  EXPECT_NE(broken("test.index", "502\nx\n").find("test.index:2"), std::string::npos);
  EXPECT_NE(broken("test.index", "502\n503\n504\n").find("do not fit"), std::string::npos);
  EXPECT_NE(broken("graph", pickled(pickleGraph({{505}}))).find("names a node beyond"), std::string::npos);
  EXPECT_NE(broken("graph", pickled("N")).find("does not map"), std::string::npos);
  EXPECT_NE(broken("graph", pickled("ccollections\ndefaultdict\n)R(K\1](Neu")).find("does not map"),
            std::string::npos);
  EXPECT_NE(broken("graph", pickled("ccollections\ndefaultdict\n)R(NK\1u")).find("does not map"),
            std::string::npos);
  EXPECT_NE(broken("y", pickled(pickleArray<std::int32_t>("i4", {1}, {1}))).find("One-hot"),
            std::string::npos);
  EXPECT_NE(broken("y", pickled(pickleArray("i4", SmallPlanetoid().ally, {502, 2}))).find("fewer than"),
            std::string::npos);
  EXPECT_NE(broken("y", pickled(pickleArray<std::int32_t>("i4", {}, {2147483647, 0}))).find("One-hot"),
            std::string::npos);
  EXPECT_NE(broken("x", "garbage").find("ind.small.x"), std::string::npos);
  EXPECT_NE(broken("x", pickled(pickleCsr(2, 3, {0, 1, 1}, {0}, {1}))).find("x has 2 rows"),
            std::string::npos);
  EXPECT_NE(broken("tx", pickled("N")).find("sparse matrix"), std::string::npos);
  EXPECT_NE(broken("tx", pickled("cscipy.sparse.csr\ncsr_matrix\n)\x81")).find("sparse matrix"),
            std::string::npos);
  EXPECT_NE(broken("tx", pickled("cscipy.sparse.csr\ncsr_matrix\n)\x81}b")).find("sparse matrix"),
            std::string::npos);
  EXPECT_NE(broken("tx", pickled(pickleCsr(2, 3, {0, 1, 9}, {1, 2}, {1, 1}))).find("row pointers"),
            std::string::npos);
}

TEST(PlanetoidTest, AMissingPartIsNamed) {
  const TemporaryFolder folder;
  SmallPlanetoid().write(folder);
  std::filesystem::rename(folder.file("ind.small.tx"), folder.file("ind.small.tx.xz"));
  EXPECT_NE(openDataset(folder.path()).error().sentence().find("xz -dk"), std::string::npos);
  std::filesystem::remove(folder.file("ind.small.tx.xz"));
  EXPECT_NE(openDataset(folder.path()).error().sentence().find("ind.small.tx"), std::string::npos);
}

TEST(PlanetoidTest, AFolderWithSeveralSetsAsksWhich) {
  const TemporaryFolder folder;
  SmallPlanetoid().write(folder);
  folder.write("ind.other.graph", "");
  EXPECT_NE(openDataset(folder.path()).error().message.find("small"), std::string::npos);
  EXPECT_EQ(openDataset(folder.file("ind.small.graph"))->nodeCount(), 505);
  EXPECT_EQ(openDataset(folder.file("ind.small.test.index"))->name, "small");
}

TEST(PlanetoidTest, AFolderWithoutOneIsRefused) {
  const TemporaryFolder folder;
  EXPECT_FALSE(readPlanetoid(folder.path()).has_value());
}

}  // namespace
}  // namespace sispde
