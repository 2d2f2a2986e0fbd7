#include <algorithm>

#include <gtest/gtest.h>

#include "core/graph/graph_builder.h"
#include "core/io/open.h"
#include "core/shift/generators.h"
#include "core/shift/shift.h"
#include "tests/unit/real_data.h"

namespace sispde {
namespace {

// A path whose node u has label u mod classes; one split: first half training, then validation, then test.
Dataset path(NodeId n, std::int32_t classes, const std::string& name = "") {
  Dataset data;
  std::vector<Edge> edges;
  Split split = emptySplit(n);
  for (NodeId u = 0; u < n; ++u) {
    if (u + 1 < n) edges.push_back({u, u + 1});
    data.labels.push_back(u % classes);
    (u < n / 2 ? split.train : u < n * 3 / 4 ? split.validation : split.test)[u] = 1;
  }
  data.graph = buildGraph(n, edges).graph;
  data.splits = {split};
  data.name = name;
  return data;
}

std::vector<std::int32_t> classesOf(const Dataset& data, const Mask& mask) {
  std::vector<std::int32_t> classes;
  for (const NodeId u : members(mask)) classes.push_back(data.labels[u]);
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

using Classes = std::vector<std::int32_t>;

TEST(LabelShiftTest, CoraHasTheCountsOfTheProtocol) {
  SISPDE_REAL_DATA(file, "cora.npz");
  const Result<Dataset> cora = openDataset(file);
  ASSERT_TRUE(cora);
  const ShiftedData reference = applyShift(*cora, {.kind = ShiftKind::Label, .seed = 3}).value();
  EXPECT_EQ(count(reference.idTest), 316);
  EXPECT_EQ(count(reference.oodTest), 986);
  EXPECT_EQ(count(reference.exposure), 818);
  const ShiftedData paper = applyShift(*cora, {.classes = LabelClasses::Paper}).value();
  EXPECT_EQ(count(paper.idTest), 316);
  EXPECT_EQ(count(paper.oodTest), 1804);
}

TEST(LabelShiftTest, CiteseerPlaceholdersAreNotOod) {
  SISPDE_REAL_DATA(file, "citeseer.npz");
  const Result<Dataset> citeseer = openDataset(file);
  ASSERT_TRUE(citeseer);
  ASSERT_EQ(count(citeseer->placeholders), 15);
  const ShiftedData shifted = applyShift(*citeseer, {}).value();
  const auto labelled =
      std::count_if(citeseer->labels.begin(), citeseer->labels.end(), [](auto y) { return y < 2; });
  EXPECT_EQ(count(shifted.oodTest), labelled - 15);
}

TEST(LabelShiftTest, KnownSetsUseTheReferenceLists) {
  struct Case {
    std::string name;
    std::int32_t classes;
    Classes id, ood, exposure, paperOod;
  };
  const Case cases[] = {
      {"Cora", 7, {4, 5, 6}, {0, 1, 2}, {3}, {0, 1, 2, 3}},
      {"CiteSeer", 6, {3, 4, 5}, {0, 1}, {2}, {0, 1, 2}},
      {"pubmed", 3, {1, 2}, {0}, {}, {0}},
      {"Roman-Empire",
       18,
       {0, 1, 2, 3, 4, 5, 6, 7, 8},
       {10, 11, 12, 13, 14, 15, 16, 17},
       {9},
       {9, 10, 11, 12, 13, 14, 15, 16, 17}},
      {"amazon_ratings", 5, {0, 1, 2}, {4}, {3}, {3, 4}},
      {"tolokers", 2, {0}, {1}, {}, {1}},
      {"minesweeper", 2, {0}, {1}, {}, {1}},
      {"questions", 2, {0}, {1}, {}, {1}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Dataset data = path(180, c.classes, c.name);
    const ShiftedData shifted = applyShift(data, {}).value();
    EXPECT_EQ(classesOf(data, shifted.idTest), c.id);
    EXPECT_EQ(classesOf(data, shifted.oodTest), c.ood);
    EXPECT_EQ(classesOf(data, shifted.exposure), c.exposure);
    EXPECT_EQ(classesOf(data, applyShift(data, {.classes = LabelClasses::Paper}).value().oodTest),
              c.paperOod);
  }
}

TEST(LabelShiftTest, AKnownNameWithAnotherNumberOfClassesIsAnotherSet) {
  const Dataset data = path(60, 3, "cora");
  EXPECT_EQ(classesOf(data, applyShift(data, {}).value().oodTest), (Classes{0}));
}

TEST(LabelShiftTest, OtherSetsLeaveOutTheLowerHalfAndSaySo) {
  const Dataset data = path(50, 5);
  const ShiftedData shifted = applyShift(data, {}).value();
  EXPECT_EQ(classesOf(data, shifted.oodTest), (Classes{0, 1}));
  EXPECT_EQ(classesOf(data, shifted.idTest), (Classes{2, 3, 4}));
  EXPECT_TRUE(shifted.exposure.empty());
  EXPECT_NE(shifted.notes.front().find("lower half"), std::string::npos);
}

TEST(LabelShiftTest, ExplicitClassesReplaceTheTable) {
  const Dataset data = path(70, 7, "cora");
  const ShiftedData one = applyShift(data, {.oodClasses = {6}}).value();
  EXPECT_EQ(classesOf(data, one.oodTest), (Classes{6}));
  EXPECT_EQ(classesOf(data, one.idTest), (Classes{0, 1, 2, 3, 4, 5}));
  const ShiftedData two = applyShift(data, {.idClasses = {1, 2}, .exposureClass = 0}).value();
  EXPECT_EQ(classesOf(data, two.oodTest), (Classes{3, 4, 5, 6}));
  EXPECT_EQ(classesOf(data, two.exposure), (Classes{0}));
}

TEST(LabelShiftTest, ImpossibleClassesAreRefused) {
  const Dataset data = path(70, 7);
  EXPECT_FALSE(applyShift(data, {.oodClasses = {7}}));
  EXPECT_FALSE(applyShift(data, {.oodClasses = {-1}}));
  EXPECT_FALSE(applyShift(data, {.idClasses = {1}, .oodClasses = {1}}));
  EXPECT_FALSE(applyShift(data, {.oodClasses = {0, 1, 2, 3, 4, 5, 6}}));
  EXPECT_FALSE(applyShift(data, {.exposureClass = 1}));
  EXPECT_FALSE(applyShift(path(70, 1), {}));
}

TEST(LabelShiftTest, MasksAreTheStoredOnesRestrictedToTheIdClasses) {
  const Dataset data = path(40, 4);
  const ShiftedData shifted = applyShift(data, {}).value();
  ASSERT_EQ(shifted.training.splits.size(), 1u);
  const Split& split = shifted.training.splits[0];
  for (NodeId u = 0; u < 40; ++u) {
    const bool id = data.labels[u] >= 2;
    EXPECT_EQ(split.train[u] != 0, id && data.splits[0].train[u] != 0);
    EXPECT_EQ(split.validation[u] != 0, id && data.splits[0].validation[u] != 0);
    EXPECT_EQ(split.test[u] != 0, id && data.splits[0].test[u] != 0);
    EXPECT_EQ(shifted.oodTest[u] != 0, !id);  // whatever their mask
  }
  EXPECT_EQ(shifted.idTest, split.test);
  EXPECT_EQ(shifted.training.labels, data.labels);
}

TEST(LabelShiftTest, NodesWithoutALabelAndPlaceholdersAreInNoMask) {
  Dataset data = path(40, 4);
  data.labels[0] = data.labels[3] = -1;
  data.labels[39] = -1;
  data.placeholders.assign(40, 0);
  data.placeholders[4] = data.placeholders[6] = 1;
  const ShiftedData shifted = applyShift(data, {}).value();
  const Split& split = shifted.training.splits[0];
  for (const NodeId u : {0, 3, 4, 6, 39})
    EXPECT_EQ(shifted.oodTest[u] + split.train[u] + split.validation[u] + split.test[u], 0) << u;
}

TEST(LabelShiftTest, TheSeedChoosesTheStoredSplit) {
  const Dataset data = generateDataset("minesweeper:20x20", 1).value();
  const auto testNodes = [&](const ShiftOptions& options) {
    return applyShift(data, options).value().idTest;
  };
  EXPECT_EQ(testNodes({.seed = 13}), testNodes({.split = 3}));
  EXPECT_NE(testNodes({.seed = 13}), testNodes({.split = 4}));
  EXPECT_FALSE(applyShift(data, {.split = 10}));
  EXPECT_FALSE(applyShift(data, {.split = -1}));
}

TEST(LabelShiftTest, ASetWithoutSplitsIsDividedFromTheSeed) {
  const Dataset data = generateDataset("karate", 0).value();
  const ShiftedData shifted = applyShift(data, {.seed = 1}).value();
  const auto id = std::count_if(data.labels.begin(), data.labels.end(), [](auto y) { return y >= 2; });
  const Split& split = shifted.training.splits.at(0);
  EXPECT_EQ(count(split.train), (id + 1) / 2);
  EXPECT_EQ(count(split.train) + count(split.validation) + count(split.test), id);
  EXPECT_NE(shifted.idTest, applyShift(data, {.seed = 2}).value().idTest);
  EXPECT_FALSE(applyShift(data, {.split = 0}));
}

TEST(LabelShiftTest, ARandomSplitHasTheAskedShares) {
  const Dataset data = path(400, 4);
  const ShiftedData shifted = applyShift(data, {.randomSplit = SplitShares{0.1, 0.1}}).value();
  EXPECT_EQ(count(shifted.training.splits[0].train), 20);
  EXPECT_EQ(count(shifted.training.splits[0].validation), 20);
  EXPECT_EQ(count(shifted.idTest), 160);
  EXPECT_FALSE(applyShift(data, {.randomSplit = SplitShares{0.8, 0.3}}));
}

TEST(LabelShiftTest, TheOodDataSetCarriesMaskSplitAndNotes) {
  const ShiftedData shifted = applyShift(path(50, 5), {}).value();
  const Dataset written = oodDataset(shifted);
  EXPECT_TRUE(checkDataset(written));
  EXPECT_EQ(written.ood, shifted.oodTest);
  EXPECT_EQ(written.splits.at(0).test, shifted.idTest);
  EXPECT_EQ(written.notes, shifted.notes);
  EXPECT_TRUE(shifted.training.ood.empty());
}

TEST(ShiftKindTest, NamesAreReadBack) {
  for (const ShiftKind kind : allShiftKinds) EXPECT_EQ(parseShiftKind(shiftName(kind)).value(), kind);
  EXPECT_FALSE(parseShiftKind("labels"));
}

TEST(LabelShiftTest, ASetWithoutLabelsIsRefused) {
  Dataset data = generateDataset("ring:10", 1).value();
  data.labels.clear();
  const auto shifted = applyShift(data, {.kind = ShiftKind::Label});
  ASSERT_FALSE(shifted.has_value());
  EXPECT_NE(shifted.error().message.find("no labels"), std::string::npos);
}

}  // namespace
}  // namespace sispde
