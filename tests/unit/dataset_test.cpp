#include <cmath>

#include <gtest/gtest.h>

#include "core/graph/dataset.h"
#include "core/graph/dataset_hash.h"
#include "core/graph/graph_builder.h"
#include "core/graph/placeholders.h"

namespace sispde {
namespace {

Dataset triangle() {
  Dataset data;
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {0, 2}};
  data.graph = buildGraph(4, edges).graph;
  data.labels = {0, 1, 1, -1};
  data.features = Features::dense(4, 2, {1, 0, 0, 2, 0, 0, 1, 1});
  data.splits.push_back({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}});
  return data;
}

Features sparseCopy(const Features& dense) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> indices;
  std::vector<float> values;
  for (std::int64_t row = 0; row < dense.rows(); ++row) {
    dense.forEachNonZero(row, [&](std::int32_t column, float x) {
      indices.push_back(column);
      values.push_back(x);
    });
    offsets.push_back(static_cast<std::int64_t>(indices.size()));
  }
  return Features::sparse(dense.rows(), dense.columns(), offsets, indices, values);
}

std::string problem(const Dataset& data) {
  const auto result = checkDataset(data, "f");
  return result ? "" : result.error().sentence();
}

TEST(DatasetTest, AConsistentDatasetPasses) {
  EXPECT_EQ(problem(triangle()), "");
  EXPECT_EQ(triangle().classCount(), 2);
  EXPECT_EQ(Dataset{}.classCount(), 0);
}

TEST(DatasetTest, EachInconsistencyIsNamed) {
  Dataset data = triangle();
  data.labels.pop_back();
  EXPECT_EQ(problem(data), "f: labels: There are 3 labels for 4 nodes.");
  data = triangle();
  data.labels[2] = -2;
  EXPECT_NE(problem(data).find("Node 2 has label -2"), std::string::npos);
  data.labels[2] = maxClasses;
  EXPECT_NE(problem(data).find("more than 65536 classes"), std::string::npos);
  data = triangle();
  data.splits[0].test[0] = 1;
  EXPECT_NE(problem(data).find("Split 0 puts node 0 into more than one mask"), std::string::npos);
  for (Mask Split::*mask : {&Split::train, &Split::validation, &Split::test}) {
    data = triangle();
    (data.splits[0].*mask).pop_back();
    EXPECT_NE(problem(data).find("3 entries for 4 nodes"), std::string::npos);
  }
  data = triangle();
  data.ood = {1};
  EXPECT_NE(problem(data).find("ood_mask"), std::string::npos);
  data = triangle();
  data.placeholders = {1};
  EXPECT_NE(problem(data).find("placeholder_mask"), std::string::npos);
  data = triangle();
  data.features = Features::dense(1, 1, {1});
  EXPECT_NE(problem(data).find("1 feature rows for 4 nodes"), std::string::npos);
  data = triangle();
  data.nodeNames = {"a"};
  EXPECT_NE(problem(data).find("1 node names"), std::string::npos);
  EXPECT_NE(problem(Dataset{}).find("no nodes"), std::string::npos);
}

TEST(DatasetTest, FeaturesThatAreNotFiniteAreRefusedWithTheirNode) {
  Dataset data = triangle();
  data.features = Features::dense(4, 2, {1, 0, 0, 2, NAN, 0, 1, 1});
  EXPECT_NE(problem(data).find("Node 2 has a feature that is not a number"), std::string::npos);
  data.features = Features::sparse(4, 2, {0, 1, 1, 2, 3}, {0, 1, 0}, {1, INFINITY, 1});
  EXPECT_NE(problem(data).find("Node 2 has a feature that is infinite"), std::string::npos);
}

TEST(HashTest, DoesNotDependOnStorageOrNames) {
  Dataset a = triangle(), b = triangle();
  b.features = sparseCopy(b.features);
  b.name = "other";
  b.nodeNames = {"a", "b", "c", "d"};
  b.notes = {"note"};
  EXPECT_EQ(contentHash(a), contentHash(b));
}

TEST(HashTest, DependsOnEveryPartOfTheContent) {
  const std::string original = contentHash(triangle());
  Dataset data = triangle();
  data.labels[3] = 0;
  EXPECT_NE(contentHash(data), original);
  data = triangle();
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {0, 3}};
  data.graph = buildGraph(4, edges).graph;
  EXPECT_NE(contentHash(data), original);
  data = triangle();
  data.features = Features::dense(4, 2, {1, 0, 0, 2, 0, 0, 1, 3});
  EXPECT_NE(contentHash(data), original);
  data = triangle();
  std::swap(data.splits[0].train, data.splits[0].test);
  EXPECT_NE(contentHash(data), original);
  data = triangle();
  data.ood = {0, 0, 0, 1};
  EXPECT_NE(contentHash(data), original);
}

TEST(FeaturesTest, AllOnesAreNotStored) {
  EXPECT_TRUE(Features::sparse(1, 2, {0, 2}, {0, 1}, {1, 1}).values().empty());
  EXPECT_EQ(Features::sparse(1, 2, {0, 2}, {0, 1}, {1, 2}).values().size(), 2u);
}

TEST(FeaturesTest, MixedRowsAreEqualForDenseAndSparse) {
  const Features dense = Features::dense(3, 3, {1, 0, 2, 0, 3, 4, 0, 0, 0});
  const std::vector<RowMix> mixes{{0, 1, 0.25f}, {1, 2, 0.5f}, {2, 2, 0.1f}, {0, 0, 0.75f}};
  const Features a = mixRows(dense, mixes), b = mixRows(sparseCopy(dense), mixes);
  const std::vector<float> expected{0.25f, 2.25f, 3.5f, 0, 1.5f, 2, 0, 0, 0, 1, 0, 2};
  EXPECT_EQ(std::vector<float>(a.values().begin(), a.values().end()), expected);
  for (std::int64_t row = 0; row < 4; ++row) {
    std::vector<float> filled(3, 0);
    b.forEachNonZero(row, [&](std::int32_t column, float x) { filled[column] = x; });
    EXPECT_EQ(filled, std::vector<float>(expected.begin() + row * 3, expected.begin() + row * 3 + 3));
  }
}

// Nodes 0 train, 1 validation, 3 and 5 test; 2, 4 free.
Dataset planetoidLike() {
  Dataset data;
  data.graph = buildGraph(6, std::vector<Edge>{{0, 1}}).graph;
  data.labels = {1, 1, 1, 1, 0, 1};
  data.features = Features::dense(6, 1, {1, 1, 1, 1, 0, 1});
  data.splits.push_back({{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 0, 0, 1, 0, 1}});
  return data;
}

TEST(PlaceholdersTest, TheGapInTheTestRangeIsFound) {
  EXPECT_EQ(findPlaceholders(planetoidLike()), (Mask{0, 0, 0, 0, 1, 0}));
}

TEST(PlaceholdersTest, ANodeWithAFeatureOrALabelIsNone) {
  Dataset data = planetoidLike();
  data.labels[4] = 1;
  EXPECT_TRUE(findPlaceholders(data).empty());
  data = planetoidLike();
  data.features = Features::dense(6, 1, {1, 1, 1, 1, 2, 1});
  EXPECT_TRUE(findPlaceholders(data).empty());
}

TEST(PlaceholdersTest, SetsWithoutLabelsFeaturesOrOneSplitHaveNone) {
  Dataset data = planetoidLike();
  data.splits.push_back(data.splits[0]);
  EXPECT_TRUE(findPlaceholders(data).empty());
  data = planetoidLike();
  data.splits[0].train.clear();
  EXPECT_TRUE(findPlaceholders(data).empty());
  data = planetoidLike();
  data.splits[0].test.assign(6, 0);
  EXPECT_TRUE(findPlaceholders(data).empty());
  data = planetoidLike();
  data.labels.clear();
  EXPECT_TRUE(findPlaceholders(data).empty());
}

}  // namespace
}  // namespace sispde
