#include <gtest/gtest.h>

#include "core/base/file.h"
#include "core/graph/dataset_hash.h"
#include "core/io/formats.h"
#include "core/io/npz.h"
#include "core/io/open.h"
#include "core/io/raw_features.h"
#include "tests/unit/real_data.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::TemporaryFolder;

template <class T>
NpzMember member(const std::string& name, std::vector<T> values, std::vector<std::int64_t> shape) {
  return {name, npyBytes(std::span<const T>(values), shape)};
}
using Ints = std::vector<std::int32_t>;
using Longs = std::vector<std::int64_t>;
using Floats = std::vector<float>;

// A path of three nodes in the uniform layout.
std::vector<NpzMember> uniform() {
  return {member("edges", Ints{0, 1, 1, 2}, {2, 2}),
          member("labels", Ints{0, 1, 0}, {3}),
          member("feature_indptr", Ints{0, 1, 1, 3}, {4}),
          member("feature_indices", Ints{4, 0, 2}, {3}),
          member("feature_shape", Longs{3, 5}, {2}),
          member("train_mask", Mask{1, 0, 0, 0, 0, 1}, {2, 3}),
          member("val_mask", Mask{0, 1, 0, 0, 0, 0}, {2, 3}),
          member("test_mask", Mask{0, 0, 1, 1, 0, 0}, {2, 3}),
          {"name", npyText("tiny")},
          {"source", npyText("made here")}};
}

void replace(std::vector<NpzMember>& members, NpzMember by) {
  for (NpzMember& m : members)
    if (m.name == by.name) {
      m = std::move(by);
      return;
    }
  members.push_back(std::move(by));
}

void without(std::vector<NpzMember>& members, const std::string& name) {
  std::erase_if(members, [&](const NpzMember& m) { return m.name == name; });
}

Result<Dataset> load(const std::vector<NpzMember>& members) {
  const TemporaryFolder folder;
  EXPECT_TRUE(writeNpz(folder.file("t.npz"), members).has_value());
  return readNpzDataset(readFile(folder.file("t.npz")).value(), "t.npz");
}

std::string problemWith(const NpzMember& by) {
  auto members = uniform();
  replace(members, by);
  const auto data = load(members);
  EXPECT_TRUE(!data.has_value() && data.error().kind == ErrorKind::Input);
  return data ? "" : data.error().sentence();
}

TEST(NpzDatasetTest, TheUniformLayoutIsRead) {
  const Dataset data = load(uniform()).value();
  EXPECT_EQ(data.graph.edges(), (std::vector<Edge>{{0, 1}, {1, 2}}));
  EXPECT_EQ(data.labels, (Ints{0, 1, 0}));
  EXPECT_EQ(data.features.columns(), 5);
  EXPECT_EQ(data.splits.size(), 2u);
  EXPECT_EQ(data.splits[1].train, (Mask{0, 0, 1}));
  EXPECT_EQ(data.name, "tiny");
  EXPECT_EQ(data.source, "made here");
}

TEST(NpzDatasetTest, DroppedEdgesAreCountedAndReported) {
  auto members = uniform();
  replace(members, member("edges", Ints{0, 1, 1, 0, 1, 2, 2, 2}, {4, 2}));
  const Dataset data = load(members).value();
  EXPECT_EQ(data.graph.edgeCount(), 2);
  EXPECT_EQ(data.dropped.selfLoops, 1);
  EXPECT_EQ(data.dropped.duplicates, 1);
  ASSERT_EQ(data.notes.size(), 2u);
  EXPECT_NE(data.notes[0].find("1 self-loop was dropped"), std::string::npos);
  EXPECT_NE(data.notes[1].find("1 edge was given more than once"), std::string::npos);
}

TEST(NpzDatasetTest, TheHeterophilousLayoutIsRead) {
  const Dataset data =
      load({member("node_features", Floats{1, 2, 3}, {3, 1}), member("node_labels", Longs{0, 1, 0}, {3}),
            member("edges", Longs{0, 1}, {1, 2}), member("train_masks", Mask{1, 0, 0}, {1, 3}),
            member("val_masks", Mask{0, 1, 0}, {1, 3}), member("test_masks", Mask{0, 0, 1}, {1, 3})})
          .value();
  EXPECT_EQ(data.features.denseRow(2)[0], 3);
  EXPECT_EQ(data.splits.size(), 1u);
}

TEST(NpzDatasetTest, TheGnnBenchmarkLayoutIsReadAndMadeUndirected) {
  std::vector<NpzMember> members{
      member("adj_indptr", Ints{0, 2, 2, 3}, {4}),  member("adj_indices", Ints{1, 2, 2}, {3}),
      member("adj_data", Floats{1, 1, 1}, {3}),     member("adj_shape", Longs{3, 3}, {2}),
      member("attr_indptr", Ints{0, 1, 1, 1}, {4}), member("attr_indices", Ints{1}, {1}),
      member("attr_data", Floats{2}, {1}),          member("attr_shape", Longs{3, 2}, {2}),
      member("labels", Longs{0, 0, 1}, {3})};
  Dataset data = load(members).value();
  EXPECT_EQ(data.graph.edges(), (std::vector<Edge>{{0, 1}, {0, 2}}));
  EXPECT_EQ(data.features.sparseRow(0).value(0), 2);
  replace(members, member("adj_shape", Longs{3, 4}, {2}));
  EXPECT_FALSE(load(members).has_value());
  replace(members, member("adj_shape", Longs{3, 3}, {2}));
  replace(members, member("attr_matrix", Floats{7, 8, 9}, {3, 1}));
  EXPECT_EQ(load(members)->features.denseRow(1)[0], 8);
}

TEST(NpzDatasetTest, MissingPartsAreAllowed) {
  auto members = uniform();
  for (const char* name : {"feature_indptr", "feature_indices", "feature_shape", "train_mask", "val_mask",
                           "test_mask", "name", "source"})
    without(members, name);
  const Dataset data = load(members).value();
  EXPECT_TRUE(data.features.empty());
  EXPECT_TRUE(data.splits.empty());
  auto trainOnly = uniform();
  without(trainOnly, "val_mask");
  without(trainOnly, "test_mask");
  EXPECT_EQ(load(trainOnly)->splits[0].test, (Mask{0, 0, 0}));
}

TEST(NpzDatasetTest, OneNodeWithoutEdgesIsAGraph) {
  const Dataset data = load({member("edges", Ints{}, {0, 2}), member("labels", Ints{0}, {1})}).value();
  EXPECT_EQ(data.nodeCount(), 1);
  EXPECT_EQ(data.graph.edgeCount(), 0);
}

TEST(NpzDatasetTest, AnEmptyGraphIsRefused) {
  const auto data = load({member("edges", Ints{}, {0, 2}), member("labels", Ints{}, {0})});
  ASSERT_FALSE(data.has_value());
  EXPECT_NE(data.error().message.find("no nodes"), std::string::npos);
}

TEST(NpzDatasetTest, UnknownLabelsAloneAreNoLabels) {
  auto members = uniform();
  replace(members, member("labels", Ints{-1, -1, -1}, {3}));
  EXPECT_TRUE(load(members)->labels.empty());
}

TEST(NpzDatasetTest, IdsOutOfRangeAreRefused) {
  EXPECT_EQ(problemWith(member("edges", Ints{0, 1, 1, 3}, {2, 2})),
            "t.npz: edges: Edge 1 names node 3, but nodes are 0 to 2.");
  EXPECT_EQ(problemWith(member("edges", Ints{0, -1}, {1, 2})),
            "t.npz: edges: Edge 0 names node -1, but nodes are 0 to 2.");
  EXPECT_NE(problemWith(member("edges", Longs{0, 1LL << 33}, {1, 2})).find("not a 32-bit integer"),
            std::string::npos);
}

TEST(NpzDatasetTest, WrongShapesAndKindsAreRefused) {
  EXPECT_NE(problemWith(member("edges", Ints{0, 1, 2}, {1, 3})).find("[edges, 2] was expected"),
            std::string::npos);
  EXPECT_NE(problemWith(member("edges", Floats{0, 1}, {1, 2})).find("float32"), std::string::npos);
  EXPECT_NE(problemWith(member("labels", Ints{0, 1, 0}, {3, 1})).find("[nodes] was expected"),
            std::string::npos);
  EXPECT_NE(problemWith(member("labels", Ints{0, -2, 0}, {3})).find("label -2"), std::string::npos);
  EXPECT_NE(problemWith(member("train_mask", Mask{1, 0}, {1, 2})).find("[splits, 3] was expected"),
            std::string::npos);
  EXPECT_NE(problemWith(member("train_mask", Mask{1, 0, 0}, {1, 3})).find("1, 2 and 2 splits"),
            std::string::npos);
  EXPECT_NE(problemWith(member("train_mask", Mask{1, 1, 0, 0, 0, 0}, {2, 3})).find("more than one mask"),
            std::string::npos);
  EXPECT_NE(problemWith(member("features", Floats{1, 2, 3}, {3, 1})).find("stored twice"), std::string::npos);
  EXPECT_NE(problemWith(member("ood_mask", Mask{0, 0, 0, 0, 0, 0}, {2, 3})).find("One mask"),
            std::string::npos);
  EXPECT_NE(problemWith(member("name", Ints{1}, {1})).find("one text was expected"), std::string::npos);
}

TEST(NpzDatasetTest, WrongSparseFeaturesAreRefused) {
  EXPECT_NE(problemWith(member("feature_indptr", Ints{0, 1, 1}, {3})).find("3 row pointers for 3 rows"),
            std::string::npos);
  EXPECT_NE(problemWith(member("feature_indptr", Ints{0, 2, 1, 3}, {4})).find("fall at row 1"),
            std::string::npos);
  EXPECT_NE(problemWith(member("feature_indptr", Ints{0, 1, 1, 2}, {4})).find("from 0 to 2"),
            std::string::npos);
  EXPECT_NE(problemWith(member("feature_indices", Ints{5, 0, 2}, {3})).find("names feature 5"),
            std::string::npos);
  EXPECT_NE(problemWith(member("feature_indices", Ints{-1, 0, 2}, {3})).find("names feature -1"),
            std::string::npos);
  EXPECT_NE(problemWith(member("feature_indices", Ints{4, 2, 2}, {3})).find("names feature 2 twice"),
            std::string::npos);
  EXPECT_NE(problemWith(member("feature_shape", Longs{4, 5}, {2})).find("[3, features] was expected"),
            std::string::npos);
  EXPECT_NE(problemWith(member("feature_shape", Longs{3, 1LL << 40}, {2})).find("not possible"),
            std::string::npos);
  EXPECT_NE(problemWith(member("feature_values", Floats{1, 2}, {2})).find("2 values for 3"),
            std::string::npos);
  EXPECT_NE(problemWith(member("feature_values", Floats{1, NAN, 2}, {3})).find("not a number"),
            std::string::npos);
  auto dense = uniform();
  for (const char* name : {"feature_indptr", "feature_indices", "feature_shape"}) without(dense, name);
  replace(dense, member("features", Floats{1, 2}, {2, 1}));
  EXPECT_NE(load(dense).error().message.find("[3, features] was expected"), std::string::npos);
}

TEST(RawFeaturesTest, AsManyValuesAsColumnIdsAreNeeded) {
  EXPECT_FALSE(checkedSparseFeatures(1, 2, {0, 2}, {0, 1}, {1}, {}).has_value());
}

TEST(NpzDatasetTest, UnsortedColumnsAreSortedWithTheirValues) {
  auto members = uniform();
  replace(members, member("feature_indices", Ints{4, 2, 0}, {3}));
  replace(members, member("feature_values", Floats{1, 20, 10}, {3}));
  const Dataset data = load(members).value();
  EXPECT_EQ(data.features.sparseRow(2).columns[0], 0);
  EXPECT_EQ(data.features.sparseRow(2).value(0), 10);
}

TEST(NpzDatasetTest, WidthsAndSplitsBeyondReasonAreRefused) {
  EXPECT_NE(problemWith(member("feature_shape", Longs{3, 2'000'000'000}, {2})).find("more than makes sense"),
            std::string::npos);
  EXPECT_NE(problemWith(member("train_mask", Mask(3 * 20000, 0), {20000, 3})).find("20000 splits"),
            std::string::npos);
}

TEST(NpzDatasetTest, AnArchiveWithoutAGraphIsRefused) {
  EXPECT_NE(load({member("other", Ints{1}, {1})}).error().message.find("holds no graph"), std::string::npos);
}

// --- damaged archives ---------------------------------------------------------------------------------------------------

std::string archive() {
  const TemporaryFolder folder;
  EXPECT_TRUE(writeNpz(folder.file("t.npz"), uniform()).has_value());
  return readFile(folder.file("t.npz")).value();
}

TEST(DamagedArchiveTest, EveryTruncationIsRefused) {
  const std::string whole = archive();
  for (std::size_t size = 0; size < whole.size(); size += 7)
    EXPECT_FALSE(readNpzDataset(whole.substr(0, size), "t.npz").has_value()) << size;
}

TEST(DamagedArchiveTest, EveryFlippedByteIsRefusedOrReadWithoutACrash) {
  const std::string whole = archive();
  int refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    refused += !readNpzDataset(std::move(damaged), "t.npz").has_value();
  }
  EXPECT_GT(refused, static_cast<int>(whole.size() / 2));  // most bytes are covered by a checksum
}

TEST(DamagedArchiveTest, AHugeClaimInASmallFileIsRefusedBeforeMemoryIsTaken) {
  std::string bytes = archive();
  // The sizes in the central directory (offset 24 of each "PK\1\2" record) become 10 GB.
  const std::string mark("PK\1\2", 4);
  int changed = 0;
  for (std::size_t at = bytes.find(mark); at != std::string::npos; at = bytes.find(mark, at + 4)) {
    const std::uint32_t claim = 0xF0000000u;
    bytes.replace(at + 24, 4, reinterpret_cast<const char*>(&claim), 4);
    ++changed;
  }
  ASSERT_EQ(changed, 10);
  const auto data = readNpzDataset(std::move(bytes), "t.npz");
  ASSERT_FALSE(data.has_value());
  EXPECT_EQ(data.error().kind, ErrorKind::Input);
}

TEST(DamagedArchiveTest, TwoArraysOfOneNameAreRefused) {
  auto members = uniform();
  members.push_back(member("labelz", Ints{0}, {1}));
  const TemporaryFolder folder;
  ASSERT_TRUE(writeNpz(folder.file("t.npz"), members).has_value());
  std::string bytes = readFile(folder.file("t.npz")).value();
  for (std::size_t at = bytes.find("labelz"); at != std::string::npos; at = bytes.find("labelz"))
    bytes[at + 5] = 's';
  const auto data = readNpzDataset(std::move(bytes), "t.npz");
  ASSERT_FALSE(data.has_value());
  EXPECT_EQ(data.error().kind, ErrorKind::Input);
}

TEST(NpzTest, ReadingAnArrayThatIsNotThereIsAnError) {
  const NpzReader npz = NpzReader::open(archive(), "t.npz").value();
  EXPECT_FALSE(npz.read("absent").has_value());
}

TEST(NpzTest, EqualContentsGiveEqualFiles) {
  EXPECT_EQ(archive(), archive());
}

TEST(NpzTest, AFolderThatIsNotThereIsReported) {
  const auto result = writeNpz("/nonexistent-folder/x.npz", uniform());
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, ErrorKind::Failed);
}

// --- the published sets -------------------------------------------------------------------------------------------------

class RawSetTest : public ::testing::TestWithParam<const char*> {};

TEST_P(RawSetTest, LoadsToTheHashOfItsUniformFile) {
  const std::string name = GetParam();
  SISPDE_REAL_DATA(uniformFile, name + ".npz");
  SISPDE_REAL_DATA(rawFolder, "raw/" + name);
  const TemporaryFolder copy;
  std::filesystem::copy(rawFolder, copy.file(name), std::filesystem::copy_options::recursive);
  for (const auto& entry : std::filesystem::directory_iterator(copy.file(name)))
    if (entry.path().extension() == ".xz") {
      std::filesystem::permissions(entry.path(), std::filesystem::perms::owner_all);
      ASSERT_FALSE(openDataset(copy.file(name)).has_value());  // says to unpack it
      ASSERT_EQ(std::system(("xz -d '" + entry.path().string() + "'").c_str()), 0);
    }
  const auto raw = openDataset(copy.file(name)), fromUniform = openDataset(uniformFile);
  ASSERT_TRUE(raw.has_value()) << raw.error().sentence();
  ASSERT_TRUE(fromUniform.has_value()) << fromUniform.error().sentence();
  EXPECT_EQ(contentHash(*raw), contentHash(*fromUniform));
  EXPECT_EQ(raw->placeholders, fromUniform->placeholders);
  EXPECT_EQ(count(raw->placeholders), name == "citeseer" ? 15 : 0);
}

INSTANTIATE_TEST_SUITE_P(FiveSets, RawSetTest,
                         ::testing::Values("cora", "citeseer", "pubmed", "minesweeper", "tolokers"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace sispde
