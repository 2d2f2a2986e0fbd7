#include "app/studio/live/node_report.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/unit/small_graphs.h"

namespace sispde::studio {
namespace {

// A grid whose nodes are training, validation, ID test, OOD test, exposure or none by turns, with random scores that have ties.
struct Scene {
  ShiftedData data;
  Scoring scoring;
  std::vector<double> chosen, shifted;
  WatchedPath path;

  static constexpr NodeId nodes = 48;
  static constexpr std::size_t classes = 3, samples = 4, times = 5;

  explicit Scene(std::uint64_t seed, bool wholeGraph = false) {
    Random random(seed);
    const auto draw = [&] { return std::floor(random.uniform() * 20) / 4 - 2; };
    data.training.graph = testing::gridGraph(8, 6);
    data.training.splits.resize(1);
    Split& split = data.training.splits[0];
    for (Mask* mask :
         {&split.train, &split.validation, &split.test, &data.idTest, &data.oodTest, &data.exposure})
      mask->assign(nodes, 0);
    data.wholeGraph = wholeGraph;
    Evaluation& e = scoring.evaluation;
    e.scores = {{"energy", {}, {}}, {"energy-prop", {}, {}}, {"energy-prop-shuffled", {}, {}}};
    for (NodeId u = 0; u < nodes; ++u) {
      Mask* const masks[] = {&split.train,  &split.validation, &data.idTest,
                             &data.oodTest, &data.exposure,    nullptr};
      if (Mask* mask = masks[random.below(6)]; mask != nullptr) (*mask)[u] = 1;
      if (wholeGraph) data.oodTest[u] = 1;
      data.training.labels.push_back(static_cast<std::int32_t>(random.below(classes)));
      e.prediction.push_back(static_cast<std::int32_t>(random.below(classes)));
      for (std::size_t c = 0; c < classes; ++c)
        e.probabilities.push_back(static_cast<float>(random.uniform()));
      for (NamedScore& score : e.scores) score.id.push_back(draw());
      chosen.push_back(draw());
      shifted.push_back(draw());
    }
    path = {7, samples, times, 0, classes, {}, {}};
    for (std::size_t i = 0; i < samples * times * classes; ++i)
      path.probabilities.push_back(static_cast<float>(random.uniform()));
  }

  NodeReport report(NodeId node, double threshold = 0.5, const WatchedPath* with = nullptr) const {
    return nodeReport({&data, nullptr, &scoring, "energy-prop", &chosen, &shifted, threshold, with}, node);
  }
};

TEST(NodeReport, CountsLowerScoresOneByOne) {
  const Scene scene(1);
  for (NodeId u = 0; u < Scene::nodes; ++u) {
    const NodeReport report = scene.report(u);
    const auto share = [&](const std::vector<double>& scores) {
      double below = 0, total = 0;
      for (NodeId v = 0; v < Scene::nodes; ++v)
        if (v != u && scene.data.idTest[v] != 0) {
          total += 1;
          below += scores[v] < scores[u] ? 1 : 0;
        }
      return below / total;
    };
    // The chosen one has the values that are shown, not those of the scoring; twins are left out.
    ASSERT_EQ(report.scores.size(), 2u);
    EXPECT_EQ(report.scores[0].name, "energy-prop");
    EXPECT_TRUE(report.scores[0].chosen);
    EXPECT_EQ(report.scores[0].value, scene.chosen[u]);
    EXPECT_DOUBLE_EQ(report.scores[0].above, share(scene.chosen));
    EXPECT_EQ(report.scores[1].name, "energy");
    EXPECT_EQ(report.scores[1].value, scene.scoring.evaluation.scores[0].id[u]);
    EXPECT_DOUBLE_EQ(report.scores[1].above, share(scene.scoring.evaluation.scores[0].id));
  }
}

TEST(NodeReport, FlagsTestNodesAloneAndCountsFlaggedNeighbours) {
  const Scene scene(2);
  const auto tested = [&](NodeId v) { return scene.data.idTest[v] != 0 || scene.data.oodTest[v] != 0; };
  for (NodeId u = 0; u < Scene::nodes; ++u) {
    const double threshold = scene.chosen[(u * 5) % Scene::nodes];
    const NodeReport report = scene.report(u, threshold);
    EXPECT_EQ(report.beyond, scene.chosen[u] >= threshold);
    EXPECT_EQ(report.flagged, tested(u) && scene.chosen[u] >= threshold);
    std::int64_t flagged = 0, testedOnes = 0, all = 0;
    for (NodeId v = 0; v < Scene::nodes; ++v) {
      const auto near = scene.data.training.graph.neighbours(u);
      if (std::find(near.begin(), near.end(), v) == near.end()) continue;
      ++all;
      testedOnes += tested(v);
      flagged += tested(v) && scene.chosen[v] >= threshold;
    }
    EXPECT_EQ(std::ssize(report.neighbours), all);
    EXPECT_EQ(report.degree, all);
    EXPECT_EQ(report.testedNeighbours, testedOnes);
    EXPECT_EQ(report.flaggedNeighbours, flagged);
    for (std::size_t i = 0; i < report.neighbours.size(); ++i) {
      const Neighbour& each = report.neighbours[i];
      EXPECT_EQ(each.score, scene.chosen[each.node]);
      EXPECT_EQ(each.label, scene.data.training.labels[each.node]);
      EXPECT_EQ(each.prediction, scene.scoring.evaluation.prediction[each.node]);
      if (i > 0) {
        EXPECT_GE(report.neighbours[i - 1].score, each.score);
      }
    }
    EXPECT_FALSE(report.shifted);
  }
}

TEST(NodeReport, KnowsTheSetOfEveryNode) {
  const Scene scene(3);
  const Split& split = scene.data.training.splits[0];
  for (NodeId u = 0; u < Scene::nodes; ++u) {
    const NodeSet wanted = split.train[u] != 0           ? NodeSet::Training
                           : split.validation[u] != 0    ? NodeSet::Validation
                           : scene.data.idTest[u] != 0   ? NodeSet::IdTest
                           : scene.data.oodTest[u] != 0  ? NodeSet::OodTest
                           : scene.data.exposure[u] != 0 ? NodeSet::Exposure
                                                         : NodeSet::None;
    EXPECT_EQ(scene.report(u).set, wanted);
  }
}

// Nodes of the exposure class are tested by detectors that do not train on them, and may then be flagged like any other.
TEST(NodeReport, AnExposureNodeThatIsTestedIsSo) {
  const Scene scene(3);
  DetectionTask task;
  int exposed = 0;
  for (NodeId u = 0; u < Scene::nodes; ++u)
    if (scene.report(u).set == NodeSet::Exposure && ++exposed % 2 == 0) task.tested.push_back(u);
  ASSERT_FALSE(task.tested.empty());
  for (NodeId u = 0; u < Scene::nodes; ++u)
    if (scene.report(u).set == NodeSet::Exposure)
      EXPECT_EQ(nodeSetOf(scene.data, &task, u),
                std::ranges::binary_search(task.tested, u) ? NodeSet::Unlisted : NodeSet::Exposure);
}

// All nodes are OOD in the copy; here they are what they are.
TEST(NodeReport, TellsTheShiftedCopyFromTheNode) {
  const Scene scene(4, true);
  for (NodeId u = 0; u < Scene::nodes; ++u) {
    const NodeReport report = scene.report(u);
    EXPECT_NE(report.set, NodeSet::OodTest);
    ASSERT_TRUE(report.shifted);
    EXPECT_EQ(*report.shifted, scene.shifted[u]);
    EXPECT_EQ(report.shiftedFlagged, scene.shifted[u] >= 0.5);
  }
}

TEST(NodeReport, TakesTheSpreadFromTheLastTimeOfThePaths) {
  const Scene scene(5);
  const NodeReport report = scene.report(7, 0.5, &scene.path);
  ASSERT_EQ(report.classes.size(), Scene::classes);
  double before = 2;
  for (const ClassShare& share : report.classes) {
    EXPECT_EQ(share.mean, scene.scoring.evaluation.probabilities[7 * Scene::classes + share.label]);
    EXPECT_LE(share.mean, before);
    before = share.mean;
    double low = 2, high = -1;
    for (std::size_t s = 0; s < Scene::samples; ++s) {
      const std::vector<double> way = probabilityPath(scene.path, s, share.label);
      ASSERT_EQ(way.size(), Scene::times);
      EXPECT_EQ(way[2], scene.path.probabilities[(s * Scene::times + 2) * Scene::classes + share.label]);
      low = std::min(low, way.back());
      high = std::max(high, way.back());
    }
    EXPECT_EQ(share.low, low);
    EXPECT_EQ(share.high, high);
    if (share.label == report.prediction) {
      EXPECT_EQ(report.probability, share.mean);
    }
  }
  EXPECT_FALSE(scene.report(7).classes[0].low);
}

TEST(NodeReport, FindsThePathOfANodeWhereThereIsOne) {
  Evaluation evaluation;
  evaluation.watched = {{3, 2, 5, 1, 1, {}, {}}, {4, 0, 0, 0, 0, {}, {}}};
  EXPECT_EQ(pathOf(evaluation, 3), &evaluation.watched[0]);
  EXPECT_EQ(pathOf(evaluation, 4), nullptr);  // of a detector without samples
  EXPECT_EQ(pathOf(evaluation, 5), nullptr);
}

TEST(NodeReport, RanksCorrelationsByStrength) {
  Random random(6);
  std::vector<float> row(40);
  for (float& each : row) each = static_cast<float>(std::floor(random.uniform() * 19) / 10 - 0.9);
  row[11] = 1;
  std::vector<NodeId> slow;
  for (NodeId v = 0; v < 40; ++v)
    if (v != 11) slow.push_back(v);
  std::stable_sort(slow.begin(), slow.end(),
                   [&](NodeId a, NodeId b) { return std::abs(row[a]) > std::abs(row[b]); });
  const auto found = mostCorrelated(row, 11, 10);
  ASSERT_EQ(found.size(), 10u);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].node, slow[i]);
    EXPECT_EQ(found[i].correlation, row[slow[i]]);
  }
  EXPECT_EQ(mostCorrelated(row, 11, 100).size(), 39u);
  EXPECT_TRUE(mostCorrelated(row, 12, 10).empty());  // this is the row of node 11
  EXPECT_TRUE(mostCorrelated(row, -1, 10).empty());
  EXPECT_TRUE(mostCorrelated({}, 0, 10).empty());
}

NodeReport worded(NodeSet set, double value, double above, bool flagged) {
  NodeReport report;
  report.set = set;
  report.scores = {{"matern-energy", value, above, true}};
  report.threshold = -4;
  report.flagged = flagged;
  report.neighbours.resize(6);
  report.testedNeighbours = 6;
  report.flaggedNeighbours = 4;
  return report;
}

TEST(NodeReport, SaysItInASentence) {
  NodeReport report = worded(NodeSet::OodTest, -3.21, 0.981, true);
  EXPECT_EQ(
      inWords(report),
      "Flagged: its Matérn energy −3.21 is higher than that of 98\u00a0% of the ID test nodes; 4 of its 6 "
      "neighbours are flagged too.");
  report.testedNeighbours = 5;
  report.flaggedNeighbours = 1;
  EXPECT_EQ(
      inWords(report),
      "Flagged: its Matérn energy −3.21 is higher than that of 98\u00a0% of the ID test nodes; 1 of its 5 "
      "tested neighbours is flagged too.");
  report = worded(NodeSet::IdTest, -6, 0.004, false);
  report.flaggedNeighbours = 0;
  EXPECT_EQ(
      inWords(report),
      "Not flagged: its Matérn energy −6 is below the threshold −4 and higher than that of 1\u00a0% of the "
      "ID test nodes; none of its 6 neighbours is flagged.");
  report.scores[0].value = -4.0004;
  EXPECT_TRUE(
      inWords(report).starts_with("Not flagged: its Matérn energy −4.0004 is below the threshold −4 and"));
  report.set = NodeSet::OodTest;
  EXPECT_TRUE(inWords(report).starts_with("Not flagged though it is OOD: its Matérn energy"));
  EXPECT_TRUE(inWords(worded(NodeSet::IdTest, -3, 0.9, true)).starts_with("Flagged though it is ID: its"));
  report = worded(NodeSet::Training, -1, 1, false);
  report.neighbours.resize(1);
  report.testedNeighbours = report.flaggedNeighbours = 1;
  EXPECT_EQ(inWords(report),
            "Not tested, since the model was trained on it: its Matérn energy −1 is higher than that of all "
            "ID test nodes; its neighbour is flagged.");
  report.neighbours.clear();
  EXPECT_TRUE(inWords(report).ends_with("; it has no neighbours."));
}

}  // namespace
}  // namespace sispde::studio
