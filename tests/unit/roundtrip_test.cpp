#include <gtest/gtest.h>

#include "core/graph/dataset_hash.h"
#include "core/io/open.h"
#include "core/io/write.h"
#include "core/shift/generators.h"
#include "tests/unit/real_data.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::TemporaryFolder;

// A data set keeps its content hash through every format.
void expectSameThroughFiles(const Dataset& data) {
  const TemporaryFolder folder;
  for (const char* name : {"g.npz", "g.csv", "g.graphml"}) {
    SCOPED_TRACE(name);
    const auto written = writeDataset(data, folder.file(name));
    ASSERT_TRUE(written.has_value()) << written.error().sentence();
    const auto back = openDataset(folder.file(name));
    ASSERT_TRUE(back.has_value()) << back.error().sentence();
    EXPECT_EQ(contentHash(*back), contentHash(data));
    EXPECT_EQ(back->placeholders, data.placeholders);
    if (std::string(name) != "g.npz") EXPECT_EQ(back->nodeNames, data.nodeNames);
  }
}

TEST(RoundTripTest, GeneratedSetsKeepTheirHash) {
  for (const char* spec :
       {"karate", "grid:7x5", "ring:9", "sbm:60", "minesweeper:9x8", "citation:120", "planted:50"}) {
    SCOPED_TRACE(spec);
    expectSameThroughFiles(generateDataset(spec, 3).value());
  }
}

TEST(RoundTripTest, UnlabelledIsolatedFlaggedAndOddlyNamedNodesSurvive) {
  Dataset data = generateDataset("grid:4x4", 1).value();
  data.labels.clear();
  data.classNames.clear();
  data.splits.clear();
  data.ood.assign(16, 0);
  data.ood[3] = 1;
  data.placeholders = data.ood;
  for (int u = 0; u < 16; ++u)
    data.nodeNames.push_back(fmt::format("näme \"{}\", <&> {}", u, u % 2 == 0 ? "#" : "\t;"));
  expectSameThroughFiles(data);
}

TEST(RoundTripTest, PublishedSetsKeepTheirHash) {
  for (const char* name : {"citeseer.npz", "chameleon_filtered.npz", "minesweeper.npz"}) {
    SISPDE_REAL_DATA(path, name);
    SCOPED_TRACE(name);
    const auto data = openDataset(path);
    ASSERT_TRUE(data.has_value()) << data.error().sentence();
    expectSameThroughFiles(*data);
  }
}

TEST(WriteTest, AnUnknownEndingIsRefused) {
  const auto result = writeDataset(generateDataset("karate", 0).value(), "x.gml");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, ErrorKind::Usage);
}

TEST(WriteTest, InconsistentDataAreNotWritten) {
  const TemporaryFolder folder;
  Dataset data = generateDataset("karate", 0).value();
  data.labels.pop_back();
  EXPECT_FALSE(writeDataset(data, folder.file("x.npz")).has_value());
  EXPECT_EQ(folder.fileCount(), 0u);
}

TEST(OpenTest, WhatIsNoDatasetIsNamed) {
  const TemporaryFolder folder;
  const auto problem = [&](std::string_view bytes) {
    const auto data = openDataset(folder.write("f", bytes));
    EXPECT_TRUE(!data.has_value() && data.error().kind == ErrorKind::Input);
    return data ? std::string() : data.error().message;
  };
  EXPECT_NE(problem("").find("empty"), std::string::npos);
  EXPECT_NE(problem("   \n").find("empty"), std::string::npos);
  EXPECT_NE(problem("\x93NUMPY...").find("single NumPy array"), std::string::npos);
  EXPECT_NE(problem("\x80\x02(.").find("pickle"), std::string::npos);
  EXPECT_NE(problem("\xFD"
                    "7zXZ")
                .find("xz"),
            std::string::npos);
  EXPECT_NE(problem("\x1F\x8B").find("gunzip"), std::string::npos);
  EXPECT_NE(problem("PK\3\4 not really").find("zip archive"), std::string::npos);
  EXPECT_NE(problem(" <html/>").find("graphml"), std::string::npos);
  EXPECT_NE(problem(" {}").find("node-link"), std::string::npos);
  EXPECT_FALSE(openDataset(folder.file("absent")).has_value());
}

TEST(OpenTest, AFolderIsSearchedForOneDataset) {
  const TemporaryFolder folder;
  EXPECT_NE(openDataset(folder.path()).error().message.find("holds no data set"), std::string::npos);
  ASSERT_TRUE(writeDataset(generateDataset("karate", 0).value(), folder.file("a.npz")).has_value());
  EXPECT_EQ(openDataset(folder.path())->nodeCount(), 34);
  ASSERT_TRUE(writeDataset(generateDataset("karate", 0).value(), folder.file("b.npz")).has_value());
  EXPECT_FALSE(openDataset(folder.path()).has_value());
}

TEST(OpenTest, TheContentDecidesNotTheEnding) {
  const TemporaryFolder folder;
  ASSERT_TRUE(writeDataset(generateDataset("karate", 0).value(), folder.file("a.npz")).has_value());
  std::filesystem::rename(folder.file("a.npz"), folder.file("a.csv"));
  EXPECT_EQ(openDataset(folder.file("a.csv"))->graph.edgeCount(), 78);
}

}  // namespace
}  // namespace sispde
