// OOD marks of the user's own data, and data about which nothing is known.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/shift/calibration_split.h"
#include "core/shift/generators.h"
#include "core/shift/shift.h"

namespace sispde {
namespace {

// A path whose node u has class u mod `classes`.
Dataset pathData(NodeId nodes, std::int32_t classes) {
  Dataset data = generateDataset("ring:" + std::to_string(nodes), 1).value();
  data.labels.resize(static_cast<std::size_t>(nodes));
  for (NodeId u = 0; u < nodes; ++u) data.labels[u] = u % classes;
  data.splits.clear();
  return data;
}

Mask maskOf(NodeId nodes, const std::vector<NodeId>& members) {
  Mask mask(static_cast<std::size_t>(nodes), 0);
  for (const NodeId u : members) mask[u] = 1;
  return mask;
}

bool disjoint(const Mask& a, const Mask& b) {
  for (std::size_t u = 0; u < a.size(); ++u)
    if (a[u] != 0 && b[u] != 0) return false;
  return true;
}

bool saysSo(const std::vector<std::string>& notes, const std::string& part) {
  for (const std::string& note : notes)
    if (note.find(part) != std::string::npos) return true;
  return false;
}

TEST(GivenShiftTest, TheMaskOfTheDataIsTheOodSetAndIsInNoOtherMask) {
  Dataset data = pathData(200, 4);
  data.ood = maskOf(200, {3, 4, 5, 50, 199});
  const ShiftedData shifted = applyShift(data, {.kind = ShiftKind::Given, .seed = 2}).value();
  EXPECT_EQ(shifted.oodTest, data.ood);
  EXPECT_FALSE(shifted.wholeGraph);
  const Split& split = shifted.training.splits.at(0);
  for (const Mask* mask : {&split.train, &split.validation, &split.test, &shifted.idTest})
    EXPECT_TRUE(disjoint(*mask, data.ood));
  EXPECT_EQ(count(split.train) + count(split.validation) + count(split.test), 195);
  EXPECT_FALSE(saysSo(shifted.notes, "is not used"));
}

TEST(GivenShiftTest, MarksOfTheUserReplaceThoseOfTheData) {
  Dataset data = pathData(60, 3);
  data.ood = maskOf(60, {1});
  const ShiftedData byNode = applyShift(data, {.kind = ShiftKind::Given, .oodNodes = {7, 7, 0}}).value();
  EXPECT_EQ(byNode.oodTest, maskOf(60, {0, 7}));
  const ShiftedData both =
      applyShift(data, {.kind = ShiftKind::Given, .oodNodes = {1}, .oodClasses = {2}}).value();
  EXPECT_EQ(count(both.oodTest), 21);
  for (NodeId u = 0; u < 60; ++u) EXPECT_EQ(both.oodTest[u] != 0, u == 1 || u % 3 == 2);
}

TEST(GivenShiftTest, AMarkedClassIsALabelShiftWithThatClass) {
  const Dataset data = pathData(120, 4);
  const ShiftedData given =
      applyShift(data, {.kind = ShiftKind::Given, .seed = 5, .oodClasses = {1}}).value();
  const ShiftedData label =
      applyShift(data, {.kind = ShiftKind::Label, .seed = 5, .oodClasses = {1}}).value();
  EXPECT_EQ(given.oodTest, label.oodTest);
  EXPECT_EQ(given.idTest, label.idTest);
  EXPECT_EQ(given.training.splits[0].train, label.training.splits[0].train);
}

TEST(GivenShiftTest, PlaceholdersAreNeverOod) {
  Dataset data = pathData(40, 2);
  data.placeholders = maskOf(40, {4, 6});
  data.ood = maskOf(40, {4, 5});
  EXPECT_EQ(applyShift(data, {.kind = ShiftKind::Given}).value().oodTest, maskOf(40, {5}));
  EXPECT_EQ(applyShift(data, {.kind = ShiftKind::Given, .oodNodes = {6, 9}}).value().oodTest,
            maskOf(40, {9}));
}

TEST(GivenShiftTest, WithoutMarksAndWithWrongOnesItIsRefused) {
  const Dataset data = pathData(30, 3);
  const auto none = applyShift(data, {.kind = ShiftKind::Given});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::Usage);
  EXPECT_NE(none.error().message.find("Nothing is marked"), std::string::npos);
  for (const NodeId wrong : {-1, 30})
    EXPECT_FALSE(applyShift(data, {.kind = ShiftKind::Given, .oodNodes = {wrong}}));
  for (const std::int32_t wrong : {-1, 3})
    EXPECT_FALSE(applyShift(data, {.kind = ShiftKind::Given, .oodClasses = {wrong}}));
}

TEST(NoShiftTest, NothingIsOodAndAllLabelledNodesMayTrain) {
  Dataset data = pathData(100, 2);
  data.labels[17] = -1;
  data.ood = maskOf(100, {2, 3});
  const ShiftedData shifted = applyShift(data, {.kind = ShiftKind::None, .seed = 1}).value();
  EXPECT_EQ(shifted.oodTest, Mask(100, 0));
  const Split& split = shifted.training.splits.at(0);
  EXPECT_EQ(split.train[17] + split.validation[17], 0);
  EXPECT_GE(count(split.train) + count(split.validation) + count(split.test), 99);
  EXPECT_TRUE(saysSo(shifted.notes, "No node is known to be OOD"));
  EXPECT_TRUE(saysSo(shifted.notes, "is not used"));
}

// ---- Calibration nodes

TEST(CalibrationSplitTest, CountsFollowTheRule) {
  EXPECT_EQ(calibrationCount(0, 0.05), 0);
  EXPECT_EQ(calibrationCount(1, 0.05), 0);
  EXPECT_EQ(calibrationCount(2, 0.05), 1);
  EXPECT_EQ(calibrationCount(500, 0.05), 250);  // half
  EXPECT_EQ(calibrationCount(501, 0.05), 251);
  EXPECT_EQ(calibrationCount(30, 0.05), 19);  // what α = 0.05 needs: 1/α − 1
  EXPECT_EQ(calibrationCount(20, 0.05), 16);  // a fifth is left for the epoch's choice
  EXPECT_EQ(calibrationCount(15, 0.1), 9);
  EXPECT_EQ(calibrationCount(1000, 0.001), 800);
}

RC_GTEST_PROP(CalibrationSplitTest, HalvesAreDisjointCompleteAndGivenByTheSeed, (std::uint64_t seed)) {
  const NodeId nodes = *rc::gen::inRange(8, 300);
  Dataset data = pathData(nodes, 2);
  ShiftedData shifted = applyShift(data, {.kind = ShiftKind::None, .seed = seed}).value();
  const Split before = shifted.training.splits[0];
  ShiftedData again = shifted;
  const Mask calibration = holdOutCalibration(shifted, 0.1, seed);
  const Split& after = shifted.training.splits[0];
  RC_ASSERT(after.train == before.train && after.test == before.test);
  RC_ASSERT(disjoint(after.validation, calibration));
  for (std::size_t u = 0; u < calibration.size(); ++u)
    RC_ASSERT(before.validation[u] == after.validation[u] + calibration[u]);
  RC_ASSERT(count(calibration) == calibrationCount(count(before.validation), 0.1));
  RC_ASSERT(count(after.validation) >= 1 || count(before.validation) == 0);
  RC_ASSERT(holdOutCalibration(again, 0.1, seed) == calibration);
}

TEST(CalibrationSplitTest, AnotherSeedChoosesOthers) {
  const Mask mask(200, 1);
  EXPECT_NE(chosenForCalibration(mask, 100, 1), chosenForCalibration(mask, 100, 2));
}

}  // namespace
}  // namespace sispde
