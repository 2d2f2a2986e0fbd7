// GOLD as a Run uses it: its score, and epochs that are resumed, given up or spread over threads.

#include <chrono>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/detect/gold_schedule.h"
#include "core/ood/energy_propagation.h"
#include "core/train/run.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::detectorOf;
using testing::quickOptions;
using testing::sameScores;
using testing::scoreOf;
using testing::shiftedData;
using testing::trained;

constexpr int epochCount = 15;

// Two epochs of each training of the denoiser, two of each drawing.
DetectorOptions smallGold() {
  DetectorOptions options = quickOptions("gold");
  options.gold.warmup = 3;
  options.gold.rounds = 2;
  options.gold.iterations = 2;
  options.gold.denoiserUpdates = denoiserUpdatesPerEpoch + 1;
  options.gold.denoiserHidden = 16;
  options.gold.denoiserLayers = 2;
  options.gold.detectorHidden = 16;
  options.gold.steps = samplingStepsPerEpoch + 5;
  return options;
}

const NamedArray& arrayOf(const ModelState& state, const std::string& name) {
  for (const NamedArray& array : state)
    if (array.name == name) return array;
  ADD_FAILURE() << name;
  return state.front();
}

using Rows = std::vector<std::vector<double>>;

// x W + b.
Rows mapped(const Rows& x, const NamedArray& weight, const NamedArray& bias) {
  Rows y;
  for (const auto& row : x) {
    y.emplace_back(bias.values.begin(), bias.values.end());
    for (std::size_t i = 0; i < row.size(); ++i)
      for (std::size_t j = 0; j < y.back().size(); ++j)
        y.back()[j] += row[i] * weight.values[i * y.back().size() + j];
  }
  return y;
}

std::vector<double> energies(const Rows& logits) {
  std::vector<double> all;
  for (const auto& row : logits) {
    double sum = 0;
    for (const double z : row) sum += std::exp(z);
    all.push_back(-std::log(sum));
  }
  return all;
}

// Two steps of E ← E/2 + D^{-1}A E/2; a node without neighbours keeps its half alone.
std::vector<double> propagatedTwice(std::vector<double> values, const Graph& graph) {
  for (int k = 0; k < 2; ++k) {
    const std::vector<double> before = values;
    for (NodeId u = 0; u < graph.nodeCount(); ++u) {
      double sum = 0;
      for (const NodeId v : graph.neighbours(u)) sum += before[v];
      values[u] =
          0.5 * before[u] + (graph.degree(u) > 0 ? 0.5 * sum / static_cast<double>(graph.degree(u)) : 0);
    }
  }
  return values;
}

std::vector<double> slowScore(const ModelState& state, const std::vector<double>& energy,
                              const Graph& graph) {
  Rows x;
  for (const double e : propagatedTwice(energy, graph)) x.push_back({e});
  for (const std::string layer : {"0", "1"}) {
    x = mapped(x, arrayOf(state, "detector." + layer + ".weight"),
               arrayOf(state, "detector." + layer + ".bias"));
    const auto norm = [&](const char* part) {
      return arrayOf(state, "detector.norm." + layer + "." + part).values;
    };
    const auto mean = norm("mean"), variance = norm("variance"), scale = norm("weight"), bias = norm("bias");
    for (auto& row : x)
      for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = (std::max(row[j], 0.0) - mean[j]) / std::sqrt(variance[j] + 1e-5) * scale[j] + bias[j];
  }
  x = mapped(x, arrayOf(state, "detector.2.weight"), arrayOf(state, "detector.2.bias"));
  return propagatedTwice(energies(x), graph);
}

TEST(GoldDetectorTorch, TheScoreIsTheDetectorsEnergyOfThePropagatedEnergy) {
  const ShiftedData data = shiftedData("sbm:60,degree=3", ShiftKind::Structure);
  const auto detector = detectorOf("gold", smallGold(), data);
  ASSERT_EQ(detector->epochCount(), epochCount);
  trained(*detector, 1, epochCount);
  const ModelState state = detector->weights();
  const Evaluation evaluation = detector->evaluate({}, {}).value();
  EXPECT_EQ(evaluation.primary, "gold");
  const NamedScore *gold = scoreOf(evaluation, "gold"), *control = scoreOf(evaluation, "gold-shuffled"),
                   *energy = scoreOf(evaluation, "energy");
  ASSERT_TRUE(gold != nullptr && control != nullptr && energy != nullptr);
  for (const bool shifted : {false, true}) {
    const Graph& graph = shifted ? data.test.graph : data.training.graph;
    const std::vector<double>& own = shifted ? energy->ood : energy->id;
    const std::vector<double> expected = slowScore(state, own, graph),
                              mixed = slowScore(state, shuffledOverNodes(own, 5), graph);
    for (std::size_t u = 0; u < expected.size(); ++u) {
      EXPECT_NEAR((shifted ? gold->ood : gold->id)[u], expected[u], 1e-3) << u;
      EXPECT_NEAR((shifted ? control->ood : control->id)[u], mixed[u], 1e-3) << u;
    }
  }
}

TEST(GoldDetectorTorch, TheJointStepsPullTheEnergiesOfDrawnNodesAndRealOnesApart) {
  const ShiftedData data = shiftedData("sbm:200,degree=6", ShiftKind::Structure);
  DetectorOptions options = smallGold();
  options.gold.warmup = 30;
  options.gold.rounds = 3;
  options.gold.iterations = 30;
  const auto detector = detectorOf("gold", options, data);
  trained(*detector, 1, 30);
  const auto meanEnergy = [&] {
    const Evaluation evaluation = detector->evaluate({}, {}).value();
    const std::vector<double>& all = scoreOf(evaluation, "gnnsafe")->id;
    double sum = 0;
    for (const NodeId u : members(data.training.splits[0].train)) sum += all[u];
    return sum / static_cast<double>(count(data.training.splits[0].train));
  };
  const double before = meanEnergy();
  trained(*detector, 31, detector->epochCount());
  EXPECT_LT(meanEnergy(), before);  // towards m_in = −5
}

TEST(GoldDetectorTorch, AResumedRunGoesOnAsIfItHadNeverStopped) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  DetectorOptions options = smallGold();
  options.dropout = 0.3;
  const auto whole = detectorOf("gold", options, data);
  trained(*whole, 1, 1);
  for (int next = 2; next <= epochCount; ++next) {
    SCOPED_TRACE(next);
    const auto late = detectorOf("gold", options, data);
    ASSERT_TRUE(late->setWeights(whole->weights()).has_value());
    ASSERT_TRUE(late->setOptimiser(whole->optimiser()).has_value());
    EXPECT_EQ(late->optimiser(), whole->optimiser());
    EXPECT_EQ(trained(*late, next, next), trained(*whole, next, next));
    ASSERT_EQ(late->weights(), whole->weights());
    ASSERT_EQ(late->optimiser(), whole->optimiser());
  }
}

TEST(GoldDetectorTorch, ACancelledEpochChangesNothingAndIsDoneAgainWithTheSameNumbers) {
  const ShiftedData data = shiftedData("sbm:1500,degree=6", ShiftKind::Structure);
  DetectorOptions options = smallGold();
  options.gold.denoiserHidden = 128;
  options.gold.denoiserLayers = 3;
  const auto calm = detectorOf("gold", options, data), troubled = detectorOf("gold", options, data);
  Random random(31);
  int inside = 0;
  for (int epoch = 1; epoch <= epochCount; ++epoch) {
    SCOPED_TRACE(epoch);
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<EpochReport> expected = trained(*calm, epoch, epoch);
    const std::chrono::duration<double> length = std::chrono::steady_clock::now() - begin;
    const ModelState weights = troubled->weights(), optimiser = troubled->optimiser();
    for (int attempt = 0; attempt < 4; ++attempt) {
      std::stop_source source;
      if (attempt == 0) source.request_stop();
      const std::jthread other([&, wait = random.uniform() * length] {
        std::this_thread::sleep_for(wait);
        source.request_stop();
      });
      const auto report = troubled->epoch(epoch, {source.get_token(), {}});
      if (report) {  // the stop came too late
        ASSERT_TRUE(troubled->setWeights(weights).has_value());
        ASSERT_TRUE(troubled->setOptimiser(optimiser).has_value());
        continue;
      }
      inside += attempt > 0 ? 1 : 0;
      EXPECT_EQ(report.error().kind, ErrorKind::Cancelled);
      ASSERT_EQ(troubled->weights(), weights);
      ASSERT_EQ(troubled->optimiser(), optimiser);
    }
    ASSERT_EQ(trained(*troubled, epoch, epoch), expected);
  }
  EXPECT_GT(inside, 5);
  EXPECT_EQ(troubled->weights(), calm->weights());
  EXPECT_EQ(troubled->optimiser(), calm->optimiser());
}

TEST(GoldDetectorTorch, NumbersDependOnTheSeedAndNotOnTheNumberOfThreads) {
  const ShiftedData data = shiftedData("sbm:1500,degree=6", ShiftKind::Label);
  std::vector<ModelState> seen;
  std::vector<Evaluation> evaluations;
  for (const int threads : {1, 4}) {
    const ThreadLimit limit(threads);
    const auto detector = detectorOf("gold", smallGold(), data);
    trained(*detector, 1, epochCount);
    seen.push_back(detector->weights());
    evaluations.push_back(detector->evaluate({}, {}).value());
  }
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_TRUE(sameScores(evaluations[0], evaluations[1]));
  const auto other = detectorOf("gold", smallGold(), data, 6);
  trained(*other, 1, epochCount);
  EXPECT_NE(other->weights(), seen[0]);
}

TEST(GoldDetectorTorch, AStateThatDoesNotFitIsRefusedAndNothingChanges) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  const auto detector = detectorOf("gold", smallGold(), data);
  trained(*detector, 1, 6);
  const ModelState weights = detector->weights(), optimiser = detector->optimiser();
  std::vector<ModelState> wrong{{}, weights, optimiser, optimiser, optimiser};
  wrong[2].pop_back();
  wrong[3].back().name = "nonsense";
  std::swap(wrong[4].front().values, wrong[4].back().values);
  for (const ModelState& state : wrong) {
    const auto given = detector->setOptimiser(state);
    ASSERT_FALSE(given.has_value());
    EXPECT_EQ(given.error().kind, ErrorKind::Usage);
    EXPECT_EQ(detector->optimiser(), optimiser);
  }
}

TEST(GoldDetectorTorch, TheLastEpochIsTakenAndNoOtherCanBeAskedFor) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  DetectorOptions options = smallGold();
  EXPECT_TRUE(detectorOf("gold", options, data)->takesLastEpoch());
  std::vector<std::string> notes;
  options.selection = Selection::MinValidationNll;
  EXPECT_FALSE(makeDetector({"gold", options, 5}, data, notes).has_value());
  options.selection = Selection::LastEpoch;
  options.patience = 5;
  EXPECT_FALSE(makeDetector({"gold", options, 5}, data, notes).has_value());
}

TEST(GoldDetectorTorch, AStoredModelScoresAGraphAsItsTrainingDid) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  const auto detector = detectorOf("gold", smallGold(), data);
  trained(*detector, 1, epochCount);
  const Evaluation expected = detector->evaluate({}, {}).value();
  std::vector<std::string> notes;
  const auto scorer = makeScorer({"gold", smallGold(), 5}, data.training, data.training.classCount(),
                                 data.training.features.columns(), {}, notes);
  ASSERT_TRUE(scorer.has_value()) << scorer.error().sentence();
  ASSERT_TRUE((*scorer)->setWeights(detector->weights()).has_value());
  EXPECT_EQ(scoreOf((*scorer)->evaluate({}, {}).value(), "gold")->id, scoreOf(expected, "gold")->id);
}

TEST(GoldDetectorTorch, AWeightThatIsNotANumberFailsTheEpochWithASentence) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  const auto detector = detectorOf("gold", smallGold(), data);
  trained(*detector, 1, 7);
  ModelState broken = detector->weights();
  broken[0].values[0] = std::nanf("");
  ASSERT_TRUE(detector->setWeights(broken).has_value());
  for (const int epoch : {8, 9, 10}) {
    const auto report = detector->epoch(epoch, {});
    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(report.error().kind, ErrorKind::Failed);
    EXPECT_TRUE(testing::contains(report.error().message, fmt::format("epoch {}", epoch)));
    EXPECT_TRUE(testing::contains(report.error().message, "learning rate"));
  }
  EXPECT_FALSE(detector->epoch(epochCount + 1, {}).has_value());
}

}  // namespace
}  // namespace sispde
