// What all detectors with hooks owe: who is asked with whom, and that weights carry all that scores need.

#include <cmath>

#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/detect/post_hoc.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::detectorOf;
using testing::quickOptions;
using testing::sameScores;
using testing::scoreOf;
using testing::shiftedData;
using testing::trained;

constexpr const char* hooked[] = {"odin", "mahalanobis", "oe", "gnnsafe++"};

// Every node's value tells how many nodes were asked about, and of which graph.
struct Counting final : PostHoc {
  Result<ScoreList> scores(const NetworkGraph& graph, const std::vector<NodeId>& asked,
                           const Progress&) override {
    const auto n = static_cast<std::size_t>(graph.graph.nodeCount());
    return ScoreList{{"count", std::vector<double>(n, static_cast<double>(100 * n + asked.size()))}};
  }
};

TEST(PostHocTorch, OodNodesAreAskedAboutTogetherAndAllOthersWithTheIdTestNodes) {
  const Dataset data = generateDataset("sbm:40", 3).value(), other = generateDataset("sbm:60", 3).value();
  const NetworkGraph training(data.graph, data.features), test(other.graph, other.features);
  const std::vector<NodeId> id{1, 2, 3}, ood{7, 9};
  Counting counting;
  const NamedScore one = postHocScores(counting, {&training, nullptr, &id, &ood}, {}).value()[0];
  for (NodeId u = 0; u < 40; ++u) EXPECT_EQ(one.id[u], u == 7 || u == 9 ? 4002 : 4003);
  EXPECT_EQ(one.id, one.ood);
  const NamedScore two = postHocScores(counting, {&training, &test, &id, &ood}, {}).value()[0];
  EXPECT_EQ(two.id, std::vector<double>(40, 4003));
  EXPECT_EQ(two.ood, std::vector<double>(60, 6002));
}

TEST(PostHocTorch, ASetStateGoesOnAsIfItHadNeverStopped) {
  for (const std::string which : hooked)
    for (const ShiftKind kind : {ShiftKind::Label, ShiftKind::Structure}) {
      SCOPED_TRACE(which);
      const ShiftedData data = shiftedData("sbm:80", kind);
      DetectorOptions options = quickOptions(which);
      options.dropout = 0.3;
      const auto whole = detectorOf(which, options, data), late = detectorOf(which, options, data);
      trained(*whole, 1, 3);
      ASSERT_TRUE(late->setWeights(whole->weights()).has_value());
      ASSERT_TRUE(late->setOptimiser(whole->optimiser()).has_value());
      EXPECT_TRUE(sameScores(whole->evaluate({}, {}).value(), late->evaluate({}, {}).value()));
      EXPECT_EQ(trained(*whole, 4, 6), trained(*late, 4, 6));
      EXPECT_EQ(whole->weights(), late->weights());
    }
}

TEST(PostHocTorch, AScoringChangesNothing) {
  for (const std::string which : hooked) {
    SCOPED_TRACE(which);
    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Feature);
    const auto asked = detectorOf(which, quickOptions(which), data),
               left = detectorOf(which, quickOptions(which), data);
    for (int epoch = 1; epoch <= 3; ++epoch) {
      ASSERT_TRUE(asked->evaluate({}, {}).has_value());
      EXPECT_EQ(trained(*asked, epoch, epoch), trained(*left, epoch, epoch));
    }
    EXPECT_EQ(asked->weights(), left->weights());
  }
}

TEST(PostHocTorch, NumbersDoNotDependOnTheNumberOfThreads) {
  const ShiftedData data = shiftedData("sbm:1500,degree=6", ShiftKind::Structure);
  for (const std::string which : hooked) {
    SCOPED_TRACE(which);
    ModelState weights;
    Evaluation evaluation;
    for (const int threads : {1, 4}) {
      const ThreadLimit limit(threads);
      const auto detector = detectorOf(which, quickOptions(which), data);
      trained(*detector, 1, 2);
      const Evaluation seen = detector->evaluate({}, {}).value();
      if (threads == 1) {
        weights = detector->weights();
        evaluation = seen;
      }
      EXPECT_EQ(detector->weights(), weights);
      EXPECT_TRUE(sameScores(seen, evaluation));
    }
  }
}

TEST(PostHocTorch, DataWithoutFeaturesAreTrainedOnUnderEveryShiftThatTheyAllow) {
  for (const std::string which : hooked)
    for (const ShiftKind kind : {ShiftKind::Label, ShiftKind::Structure, ShiftKind::None}) {
      SCOPED_TRACE(which);
      Dataset data = generateDataset("sbm:60", 3).value();
      data.features = {};
      const ShiftedData shifted = applyShift(data, {.kind = kind, .seed = 1}).value();
      const auto detector = detectorOf(which, quickOptions(which), shifted);
      trained(*detector, 1, 2);
      const auto evaluation = detector->evaluate({}, {});
      ASSERT_TRUE(evaluation.has_value()) << evaluation.error().sentence();
      EXPECT_NE(scoreOf(*evaluation, evaluation->primary), nullptr);
    }
}

TEST(PostHocTorch, AScoreOfAnotherDetectorCannotBePrimary) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  for (const std::string which : {"msp", "odin", "sispde"}) {
    DetectorOptions options = quickOptions(which);
    options.primary = "mahalanobis";
    std::vector<std::string> notes;
    const auto refused = makeDetector({which, options, 1}, data, notes);
    ASSERT_FALSE(refused.has_value());
    EXPECT_TRUE(testing::contains(refused.error().message, "that of the detector mahalanobis"));
  }
}

TEST(PostHocTorch, AWeightThatIsNotANumberFailsTheEpochWithASentence) {
  const auto detector =
      detectorOf("mahalanobis", quickOptions("mahalanobis"), shiftedData("sbm:80", ShiftKind::Label));
  trained(*detector, 1, 2);
  const ModelState good = detector->weights();
  for (const float bad : {NAN, INFINITY, 3e38f}) {
    ModelState broken = good;
    broken[0].values[0] = bad;
    ASSERT_TRUE(detector->setWeights(broken).has_value());
    const auto report = detector->epoch(3, {});
    if (report) continue;
    EXPECT_TRUE(testing::contains(report.error().message, "epoch 3")) << report.error().message;
  }
}

}  // namespace
}  // namespace sispde
