// Whatever reads a data set says how far it is.

#include <gtest/gtest.h>

#include "core/base/atomic_file.h"
#include "core/io/formats.h"
#include "core/io/open.h"
#include "core/shift/generators.h"
#include "tests/unit/planetoid_files.h"

namespace sispde {
namespace {

using testing::SmallPlanetoid;
using testing::TemporaryFolder;

struct Heard {
  std::vector<double> fractions;
  std::vector<std::string> words;
};

// What was reported, which must rise from the beginning of the file to its end.
Heard heardWhileOpening(const std::string& path) {
  Heard heard;
  Progress progress;
  progress.listener = [&](double fraction, std::string_view what) {
    heard.fractions.push_back(fraction);
    heard.words.emplace_back(what);
  };
  const Result<Dataset> data = openDataset(path, {{}, progress, {}});
  EXPECT_TRUE(data.has_value()) << path;
  EXPECT_TRUE(std::is_sorted(heard.fractions.begin(), heard.fractions.end())) << path;
  for (const double fraction : heard.fractions) {
    EXPECT_GE(fraction, 0) << path;
    EXPECT_LE(fraction, 1) << path;
  }
  return heard;
}

class ReaderProgressTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(ReaderProgressTest, NpzByItsArrays) {
  ASSERT_TRUE(writeNpzDataset(generateDataset("sbm:3000", 1).value(), folder_.file("a.npz")));
  const Heard heard = heardWhileOpening(folder_.file("a.npz"));
  ASSERT_GE(heard.fractions.size(), 3u);
  EXPECT_GT(heard.fractions.back(), 0.9);
  EXPECT_NE(std::find(heard.words.begin(), heard.words.end(), "reading edges"), heard.words.end());
}

TEST_F(ReaderProgressTest, GraphmlAndJsonByNodesAndEdges) {
  const Dataset data = generateDataset("sbm:3000,degree=10", 1).value();
  ASSERT_TRUE(writeGraphml(data, folder_.file("a.graphml")));
  std::string json = R"({"nodes": [)", links;
  for (NodeId u = 0; u < data.nodeCount(); ++u) json += fmt::format("{}{{\"id\": {}}}", u == 0 ? "" : ",", u);
  for (const Edge e : data.graph.edges())
    links += fmt::format("{}{{\"source\": {}, \"target\": {}}}", links.empty() ? "" : ",", e.u, e.v);
  ASSERT_TRUE(writeFile(folder_.file("a.json"), json + "], \"links\": [" + links + "]}"));
  for (const char* name : {"a.graphml", "a.json"}) {
    const Heard heard = heardWhileOpening(folder_.file(name));
    ASSERT_GE(heard.fractions.size(), 5u) << name;
    EXPECT_GT(heard.fractions.back(), 0.8) << name;
    EXPECT_EQ(heard.words.front(), "reading nodes") << name;
    EXPECT_EQ(heard.words.back(), "reading edges") << name;
  }
}

TEST_F(ReaderProgressTest, NamedEdgesByTheirPlaceInTheFile) {
  std::string text;
  for (int i = 0; i < 60'000; ++i) text += fmt::format("node{},node{}\n", i, i + 1);
  const Heard heard = heardWhileOpening(folder_.write("named.csv", text));
  ASSERT_GE(heard.fractions.size(), 4u);
  EXPECT_GT(heard.fractions.back(), 0.7);
}

TEST_F(ReaderProgressTest, PlanetoidByItsParts) {
  SmallPlanetoid().write(folder_);
  EXPECT_EQ(heardWhileOpening(folder_.path()).fractions.size(), 8u);
}

}  // namespace
}  // namespace sispde
