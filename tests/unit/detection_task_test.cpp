// Who calibrates and who is tested, on data where the truth is known; the table of the result.

#include <algorithm>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/detect/detection_task.h"
#include "core/shift/calibration_split.h"
#include "core/shift/generators.h"
#include "core/train/detection_csv.h"

namespace sispde {
namespace {

Dataset planted() {
  return generateDataset("planted:400", 1).value();
}

struct Prepared {
  ShiftedData data;
  DetectionTask task;
  Split before;
};

Prepared prepared(const Dataset& data, ShiftOptions options, double alpha = 0.1) {
  if (data.splits.empty()) options.randomSplit = SplitShares{};
  Prepared made;
  made.data = applyShift(data, options).value();
  made.before = made.data.training.splits.front();
  const Mask calibration = holdOutCalibration(made.data, alpha, options.seed);
  made.task = detectionTask(made.data, options.kind, calibration);
  return made;
}

// Truth plus noise: OOD nodes score higher by `gain`.
NamedScore madeUpScore(const Prepared& made, double gain, std::uint64_t seed) {
  Random random(seed, 77);
  NamedScore score{"made up", {}, {}};
  for (NodeId u = 0; u < made.data.training.nodeCount(); ++u)
    score.id.push_back(random.normal() + (!made.data.wholeGraph && made.data.oodTest[u] != 0 ? gain : 0));
  for (NodeId u = 0; u < made.data.test.nodeCount(); ++u)
    score.ood.push_back(made.data.wholeGraph ? random.normal() + (made.data.oodTest[u] != 0 ? gain : 0)
                                             : score.id[u]);
  return score;
}

TEST(DetectionTaskTest, EveryRealNodeTrainsSelectsCalibratesOrIsTested) {
  Dataset data = planted();
  data.placeholders.assign(400, 0);
  data.placeholders[7] = 1;
  data.labels[11] = -1;
  data.ood.assign(400, 0);
  for (NodeId u = 100; u < 140; ++u) data.ood[u] = 1;
  for (const ShiftKind kind : {ShiftKind::Label, ShiftKind::Local, ShiftKind::Given, ShiftKind::None}) {
    SCOPED_TRACE(std::string(shiftName(kind)));
    const auto [shifted, task, before] = prepared(data, {.kind = kind, .seed = 3});
    const Split& split = shifted.training.splits.front();
    std::vector<int> seen(400, 0);
    for (const NodeId u : members(split.train)) ++seen[u];
    for (const NodeId u : members(split.validation)) ++seen[u];
    for (const NodeId u : task.calibration) {
      ++seen[u];
      EXPECT_TRUE(before.validation[u] != 0 && shifted.oodTest[u] == 0);
    }
    for (const NodeId u : task.tested) ++seen[u];
    for (NodeId u = 0; u < 400; ++u) EXPECT_EQ(seen[u], u == 7 ? 0 : 1) << u;
    EXPECT_TRUE(task.elsewhere.empty());
    EXPECT_GT(task.calibration.size(), 5u);
    // OOD nodes are all tested, and truth says which they are.
    if (kind == ShiftKind::None) {
      EXPECT_TRUE(task.truth.empty() && task.heldOutByLabel);
      for (const NodeId u : task.heldOut) EXPECT_TRUE(shifted.idTest[u] != 0 && data.labels[u] >= 0);
    } else {
      ASSERT_EQ(task.truth.size(), task.tested.size());
      EXPECT_EQ(std::count(task.truth.begin(), task.truth.end(), 1), count(shifted.oodTest));
      for (std::size_t i = 0; i < task.tested.size(); ++i)
        EXPECT_EQ(task.truth[i] == 1, shifted.oodTest[task.tested[i]] != 0);
    }
  }
}

TEST(DetectionTaskTest, UnderALabelShiftNothingIsKnownOfNodesWithoutALabel) {
  Dataset data = planted();
  data.splits.clear();
  data.labels[11] = -1;
  const Prepared made = prepared(data, {.kind = ShiftKind::Label});
  const auto at = std::find(made.task.tested.begin(), made.task.tested.end(), 11) - made.task.tested.begin();
  EXPECT_EQ(made.task.truth.at(static_cast<std::size_t>(at)), -1);
}

TEST(DetectionTaskTest, AWholeGraphShiftTestsItsOodNodesOnTheirGraph) {
  const Prepared made = prepared(planted(), {.kind = ShiftKind::Feature});
  EXPECT_EQ(made.task.elsewhere.size(), 400u);
  EXPECT_EQ(made.task.truth.size(), made.task.testedCount());
  EXPECT_EQ(std::count(made.task.truth.begin(), made.task.truth.end(), 1), 400);
  const TaskDetection found = detectNodes(made.task, madeUpScore(made, 9, 1), {.alpha = 0.2}).value();
  EXPECT_EQ(found.achieved->ood, 400);
  EXPECT_GT(*found.achieved->power, 0.95);
}

TEST(DetectionTaskTest, ATrainedModelIsCalibratedOnTestNodesWithALabel) {
  Dataset data = planted();
  for (NodeId u = 0; u < 400; u += 3) data.labels[u] = -1;
  const ShiftedData shifted =
      applyShift(data, {.kind = ShiftKind::None, .randomSplit = SplitShares{}}).value();
  const Mask calibration = calibrationOfTest(shifted, 0.1, 4);
  EXPECT_GT(count(calibration), 20);
  for (NodeId u = 0; u < 400; ++u)
    if (calibration[u] != 0) EXPECT_TRUE(shifted.idTest[u] != 0 && data.labels[u] >= 0);
}

// The promise on data where the truth is known: scores of nodes in distribution are exchangeable here by making.
TEST(DetectionTaskTest, TheFalseDiscoveryRateIsKeptWhereScoresAreExchangeable) {
  double share = 0, power = 0;
  constexpr int draws = 120;
  int warned = 0;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const Prepared made = prepared(planted(), {.kind = ShiftKind::Label, .seed = seed}, 0.2);
    const TaskDetection found = detectNodes(made.task, madeUpScore(made, 4, seed), {.alpha = 0.2}).value();
    share += found.achieved->falseDiscoveryShare / draws;
    power += *found.achieved->power / draws;
    warned += !found.heldOut.passes();
  }
  EXPECT_LT(share, 0.2);
  EXPECT_GT(power, 0.8);
  EXPECT_LE(warned, 9);  // two checks at 1 % of 120 draws
}

TEST(DetectionTaskTest, ScoresThatDependOnWhoCalibratesAreFoundOut) {
  const Prepared made = prepared(planted(), {.kind = ShiftKind::Label, .seed = 1});
  NamedScore score = madeUpScore(made, 3, 1);
  for (const NodeId u : made.task.calibration) score.id[u] -= 2;  // as if the training had seen them
  const TaskDetection found = detectNodes(made.task, score, {.alpha = 0.1}).value();
  EXPECT_TRUE(found.heldOut.tooManyAlarms);
  bool said = false;
  for (const std::string& note : found.detection.notes)
    said = said || note.find("Exchangeability does not hold") != std::string::npos;
  EXPECT_TRUE(said);
}

TEST(DetectionCsvTest, OneLinePerTestedNodeTheMostOodFirst) {
  Dataset data = planted();
  data.nodeNames.assign(400, "n");
  data.nodeNames[3] = "a,\"b\"";
  const Prepared made = prepared(data, {.kind = ShiftKind::Label, .seed = 2});
  const TaskDetection found = detectNodes(made.task, madeUpScore(made, 3, 2), {.alpha = 0.2}).value();
  const std::vector<std::int32_t> prediction(400, 1);
  std::istringstream text(detectionCsv(made.task, found, made.data, prediction));
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, "node,name,score,p,q,flagged,degree,prediction,ood,graph");
  std::size_t lines = 0;
  for (; std::getline(text, line); ++lines)
    if (line.starts_with("3,")) EXPECT_TRUE(line.starts_with("3,\"a,\"\"b\"\"\",")) << line;
  EXPECT_EQ(lines, made.task.testedCount());
}

}  // namespace
}  // namespace sispde
