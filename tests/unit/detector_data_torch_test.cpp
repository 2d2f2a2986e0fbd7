// Detectors on data of every kind: without features, edges, labels, splits; words and numbers; Cora.

#include <cmath>

#include <gtest/gtest.h>

#include "core/io/open.h"
#include "core/train/run.h"
#include "tests/unit/real_data.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::contains;
using testing::detectorOf;
using testing::quickOptions;
using testing::shiftedData;
using testing::trained;

Result<void> made(const std::string& name, const ShiftedData& data,
                  std::vector<std::string>* notes = nullptr) {
  std::vector<std::string> said;
  const auto detector = makeDetector({name, quickOptions(name), 1}, data, said);
  if (notes != nullptr) *notes = said;
  if (!detector) return Unexpected(detector.error());
  return {};
}

TEST(DetectorDataTorch, DataThatCannotBeTrainedOnAreRefused) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData good = shiftedData("sbm:80", ShiftKind::Structure);
    EXPECT_TRUE(made(which, good).has_value());
    const auto refused = [&](const auto& change, const std::string& part) {
      ShiftedData data = good;
      change(data.training);
      const auto result = made(which, data);
      ASSERT_FALSE(result.has_value()) << part;
      EXPECT_EQ(result.error().kind, ErrorKind::Usage);
      EXPECT_TRUE(contains(result.error().message, part)) << result.error().message;
    };
    const auto label = [](std::int32_t to) {
      return [to](Dataset& data) { std::fill(data.labels.begin(), data.labels.end(), to); };
    };
    const auto without = [](Mask Split::*mask) {
      return [mask](Dataset& data) {
        std::fill((data.splits[0].*mask).begin(), (data.splits[0].*mask).end(), 0);
      };
    };
    refused([](Dataset& data) { data.labels.clear(); }, "no labels");
    refused([](Dataset& data) { data.splits.clear(); }, "no split");
    refused(without(&Split::train), "training node");
    refused(without(&Split::validation), "validation node");
    refused(label(0), "one class");
    refused(label(1), "one class");
  }
}

TEST(DetectorDataTorch, OptionsOutOfRangeAndUnknownNamesAreRefused) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
    std::vector<std::string> notes;
    DetectorOptions options = quickOptions(which);
    options.hidden = 0;
    EXPECT_FALSE(makeDetector({which, options, 1}, data, notes).has_value());
    EXPECT_FALSE(makeDetector({which + "x", quickOptions(which), 1}, data, notes).has_value());
  }
}

TEST(DetectorDataTorch, WithoutFeaturesDegreeAndSpectralCoordinatesStandInAndItIsSaid) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    for (const std::string generator : {"karate", "ring:8", "grid:15x15"})
      for (const ShiftKind kind : {ShiftKind::Label, ShiftKind::Structure}) {
        Dataset data = generateDataset(generator, 3).value();
        data.features = {};
        const ShiftedData shifted = applyShift(data, {.kind = kind, .seed = 1}).value();
        std::vector<std::string> notes;
        ASSERT_TRUE(made(which, shifted, &notes).has_value());
        EXPECT_EQ(std::count_if(notes.begin(), notes.end(),
                                [](const std::string& note) { return contains(note, "no features"); }),
                  1);
        const auto detector = detectorOf(which, quickOptions(which), shifted);
        trained(*detector, 1, 3);
        const auto evaluation = detector->evaluate({}, {});
        ASSERT_TRUE(evaluation.has_value()) << evaluation.error().sentence();
        EXPECT_EQ(evaluation->scores[0].ood.size(), static_cast<std::size_t>(data.nodeCount()));
      }
  }
}

TEST(DetectorDataTorch, NodesWithoutNeighboursAndGraphsWithoutEdgesAreTrainedOn) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    for (const double degree : {0.0, 1.0}) {
      const ShiftedData data = shiftedData(fmt::format("sbm:60,degree={}", degree), ShiftKind::Structure);
      DetectorOptions options = quickOptions(which);
      options.dropout = 0;
      const auto detector = detectorOf(which, options, data);
      const std::vector<EpochReport> reports = trained(*detector, 1, 10);
      EXPECT_LT(reports.back().trainNll, reports.front().trainNll);
      const auto evaluation = detector->evaluate({0, 59}, {});
      ASSERT_TRUE(evaluation.has_value()) << evaluation.error().sentence();
      for (const NamedScore& score : evaluation->scores)
        for (const auto* values : {&score.id, &score.ood})
          for (const double x : *values) ASSERT_TRUE(std::isfinite(x)) << score.name;
    }
  }
}

TEST(DetectorDataTorch, AKernelWithoutAnythingToDrawFromIsRefusedWithASentence) {
  const ShiftedData data = shiftedData("sbm:60,degree=0", ShiftKind::Structure);
  DetectorOptions options = quickOptions("sispde");
  options.kernel = KernelKind::Laplacian;
  std::vector<std::string> notes;
  const auto detector = makeDetector({"sispde", options, 1}, data, notes).value();
  const auto prepared = detector->prepare({});
  ASSERT_FALSE(prepared.has_value());
  EXPECT_TRUE(contains(prepared.error().message, "without edges")) << prepared.error().message;
}

TEST(DetectorDataTorch, AccuracyIsThatOfTheTestNodesWhoseClassIsKnown) {
  ShiftedData data = shiftedData("sbm:200,signal=5", ShiftKind::Structure);
  bool first = true;
  for (std::size_t u = 0; u < 200; ++u)
    if (data.idTest[u] != 0) {
      if (!first) data.training.labels[u] = -1;
      first = false;
    }
  const auto detector = detectorOf("msp", quickOptions("msp"), data);
  trained(*detector, 1, 10);
  EXPECT_EQ(detector->evaluate({}, {})->idAccuracy, 1);
}

// Σ_j |x_j| of a row.
double rowSum(const Features& features, NodeId row) {
  double sum = 0;
  features.forEachNonZero(row,
                          [&](std::int32_t, float value) { sum += std::abs(static_cast<double>(value)); });
  return sum;
}

TEST(DetectorDataTorch, WordsAreDividedByTheSumOfTheirRowBeforeTheyAreShifted) {
  for (const FeatureScaling scaling : {FeatureScaling::Auto, FeatureScaling::RowL1, FeatureScaling::Raw}) {
    const ShiftedData data = shiftedData("citation:120", ShiftKind::Feature, 1, scaling);
    ASSERT_TRUE(data.training.features.isSparse());
    for (NodeId u = 0; u < 120; ++u)
      for (const Dataset* each : {&data.training, &data.test}) {
        if (scaling == FeatureScaling::Raw)
          EXPECT_GT(rowSum(each->features, u), 2);
        else
          EXPECT_NEAR(rowSum(each->features, u), 1, 1e-5);
      }
  }
}

TEST(DetectorDataTorch, FeaturesThatAreNoWordsStayAsTheyAre) {
  const Dataset data = generateDataset("sbm:80", 3).value();
  const ShiftedData shifted = shiftedData("sbm:80", ShiftKind::Label, 1, FeatureScaling::Auto);
  EXPECT_TRUE(std::equal(data.features.values().begin(), data.features.values().end(),
                         shifted.training.features.values().begin()));
}

// Scored by one of its scores after so many epochs of the reference preset, seed 0.
struct CoraRun {
  double accuracy = 0, auroc = 0;
};
void trainOnCora(const std::string& name, const std::string& score, int epochs, CoraRun& found) {
  SISPDE_REAL_DATA(path, "cora.npz");
  DetectorOptions options = withPreset(name, "reference").value();
  const ShiftedData data =
      shiftScaled(openDataset(path).value(), options.featureScaling, {.kind = ShiftKind::Label, .seed = 0})
          .value();
  options.epochs = epochs;
  std::vector<std::string> notes;
  RunOptions run;
  run.idTest = data.idTest;
  run.oodTest = data.oodTest;
  sispde::Run running(makeDetector({name, options, 0}, data, notes).value(), run);
  const auto last = runToEnd(running);
  ASSERT_TRUE(last.has_value()) << last.error().sentence();
  found.accuracy = last->scoring->evaluation.idAccuracy;
  for (const ScoreMetrics& each : last->scoring->metrics)
    if (each.name == score) found.auroc = each.metrics.auroc;
}

TEST(DetectorDataTorch, MspOnCoraAgreesWithThePublishedFigure) {
  CoraRun found;
  trainOnCora("msp", "msp", 200, found);
  if (IsSkipped() || HasFatalFailure()) return;
  EXPECT_GT(found.accuracy, 0.86);
  EXPECT_NEAR(found.auroc, 0.911, 0.02);
}

TEST(DetectorDataTorch, SispdeLearnsCoraInFortyEpochs) {
  CoraRun found;
  trainOnCora("sispde", "energy-prop", 40, found);
  if (IsSkipped() || HasFatalFailure()) return;
  EXPECT_GT(found.accuracy, 0.78);
  EXPECT_GT(found.auroc, 0.9);
}

}  // namespace
}  // namespace sispde
