// GEBM's scores against the same formulas written out in plain loops, its two backbones, and the end of its training.

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "core/ood/energy_propagation.h"
#include "core/train/run.h"
#include "tests/unit/slow_gcn.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::detectorOf;
using testing::Matrix;
using testing::matrixOf;
using testing::quickOptions;
using testing::scoreOf;
using testing::shiftedData;
using testing::SlowGcn;
using testing::trained;

std::vector<double> column(const Matrix& m, std::size_t c) {
  std::vector<double> values;
  for (const std::vector<double>& row : m) values.push_back(row[c]);
  return values;
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - std::floor(place)) * (values[above] - values[below]);
}

struct ClassModel {
  std::vector<double> mean, variance;
  double distanceLow = 0, distanceHigh = 0, logitLow = 0, logitHigh = 0;
  double distance(const std::vector<double>& h) const {
    double sum = 0;
    for (std::size_t c = 0; c < h.size(); ++c) sum += (h[c] - mean[c]) * (h[c] - mean[c]) / variance[c];
    return sum;
  }
};

std::map<int, ClassModel> fitted(const SlowGcn& plain, const Dataset& data) {
  const Matrix features = matrixOf(data.features), hidden = plain.hidden(data.graph, features),
               logits = plain.logits(data.graph, features);
  std::map<int, std::vector<NodeId>> nodes;
  for (NodeId u = 0; u < data.nodeCount(); ++u)
    if (data.splits[0].train[u] != 0) nodes[data.labels[u]].push_back(u);
  std::map<int, ClassModel> models;
  for (const auto& [c, members] : nodes) {
    ClassModel& model = models[c];
    for (std::size_t k = 0; k < hidden[0].size(); ++k) {
      double mean = 0, square = 0;
      for (const NodeId u : members) mean += hidden[u][k] / static_cast<double>(members.size());
      for (const NodeId u : members) square += std::pow(hidden[u][k] - mean, 2);
      model.mean.push_back(mean);
      model.variance.push_back(members.size() > 1 ? square / static_cast<double>(members.size() - 1) : 0);
    }
    const double least = *std::min_element(model.variance.begin(), model.variance.end());
    double jitter = 0;
    for (int k = 0; least + jitter <= 1e-6; ++k) jitter = 1e-8 * std::pow(10.0, k);
    for (double& v : model.variance) v += jitter;
    std::vector<double> distances;
    for (const std::vector<double>& h : hidden) distances.push_back(model.distance(h));
    model.distanceLow = quantile(distances, 0.025);
    model.distanceHigh = quantile(distances, 0.975);
    model.logitLow = quantile(column(logits, static_cast<std::size_t>(c)), 0.025);
    model.logitHigh = quantile(column(logits, static_cast<std::size_t>(c)), 0.975);
  }
  return models;
}

// 10 times s ← s/2 + D̃^{-1}(A + I)s/2.
Matrix diffused(Matrix values, const Graph& graph) {
  for (int k = 0; k < 10; ++k) {
    const Matrix before = values;
    for (NodeId u = 0; u < graph.nodeCount(); ++u)
      for (std::size_t c = 0; c < values[u].size(); ++c) {
        double sum = before[u][c];
        for (const NodeId v : graph.neighbours(u)) sum += before[v][c];
        values[u][c] = 0.5 * before[u][c] + 0.5 * sum / (1 + static_cast<double>(graph.degree(u)));
      }
  }
  return values;
}

double energy(const std::vector<double>& evidence) {
  double sum = 0;
  const double most = *std::max_element(evidence.begin(), evidence.end());
  for (const double e : evidence) sum += std::exp(e - most);
  return -(most + std::log(sum));
}

// independent, local, group, one row per node.
Matrix terms(const SlowGcn& plain, const std::map<int, ClassModel>& models, const Dataset& data,
             const std::vector<std::size_t>& places = {}) {
  const Matrix features = matrixOf(data.features), hidden = plain.hidden(data.graph, features, false),
               logits = plain.logits(data.graph, features, false);
  Matrix evidence(hidden.size()), alone(hidden.size());
  for (std::size_t u = 0; u < hidden.size(); ++u) {
    for (const auto& [c, m] : models) {
      const double share = (m.distance(hidden[u]) - m.distanceLow) / (m.distanceHigh - m.distanceLow);
      evidence[u].push_back(logits[u][static_cast<std::size_t>(c)] -
                            (share * (m.logitHigh - m.logitLow) + m.logitLow));
    }
  }
  if (!places.empty()) {  // the evidence of other nodes
    const Matrix own = evidence;
    for (std::size_t u = 0; u < own.size(); ++u) evidence[u] = own[places[u]];
  }
  for (std::size_t u = 0; u < hidden.size(); ++u) alone[u] = {energy(evidence[u])};
  const Matrix local = diffused(evidence, data.graph), group = diffused(alone, data.graph);
  Matrix all(hidden.size());
  for (std::size_t u = 0; u < hidden.size(); ++u) all[u] = {alone[u][0], energy(local[u]), group[u][0]};
  return all;
}

void expectScores(const Evaluation& evaluation, const Matrix& expected, bool ood) {
  constexpr const char* names[] = {"gebm-independent", "gebm-local", "gebm-group"};
  for (std::size_t u = 0; u < expected.size(); ++u) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const NamedScore* score = scoreOf(evaluation, names[k]);
      ASSERT_NE(score, nullptr);
      const double value = ood ? score->ood[u] : score->id[u];
      EXPECT_NEAR(value, expected[u][k], 1e-3 * (1 + std::abs(expected[u][k]))) << names[k] << " of " << u;
      sum += value;
    }
    const NamedScore* whole = scoreOf(evaluation, "gebm");
    EXPECT_DOUBLE_EQ(ood ? whole->ood[u] : whole->id[u], sum);
  }
}

TEST(GebmTorch, TheThreeTermsAreThoseOfTheFormulaOnBothGraphs) {
  for (const ShiftKind kind : {ShiftKind::Label, ShiftKind::Structure, ShiftKind::Feature}) {
    const ShiftedData data = shiftedData("sbm:80", kind);
    DetectorOptions options = quickOptions("gebm");
    options.learningRate = 0.02;
    const auto detector = detectorOf("gebm", options, data);
    trained(*detector, 1, 6);
    const Evaluation evaluation = detector->evaluate({}, {}).value();
    EXPECT_EQ(evaluation.primary, "gebm");
    const SlowGcn plain(detector->weights());
    const auto models = fitted(plain, data.training);
    EXPECT_EQ(models.size() < 4, kind == ShiftKind::Label) << "classes that are left out have no Gaussian";
    expectScores(evaluation, terms(plain, models, data.training), false);
    if (data.wholeGraph) expectScores(evaluation, terms(plain, models, data.test), true);
  }
}

TEST(GebmTorch, TheControlIsTheScoreOfEvidenceThatIsShuffledFirst) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  const auto detector = detectorOf("gebm", quickOptions("gebm"), data);
  trained(*detector, 1, 6);
  const Evaluation evaluation = detector->evaluate({}, {}).value();
  const SlowGcn plain(detector->weights());
  std::vector<double> numbers(80);
  std::iota(numbers.begin(), numbers.end(), 0);
  const std::vector<double> drawn = shuffledOverNodes(numbers, 5);
  EXPECT_NE(drawn, numbers);
  const Matrix expected = terms(plain, fitted(plain, data.training), data.test,
                                std::vector<std::size_t>(drawn.begin(), drawn.end()));
  const NamedScore* control = scoreOf(evaluation, "gebm-shuffled");
  ASSERT_NE(control, nullptr);
  for (std::size_t u = 0; u < 80; ++u) {
    const double sum = expected[u][0] + expected[u][1] + expected[u][2];
    EXPECT_NEAR(control->ood[u], sum, 2e-3 * (1 + std::abs(sum))) << u;
    EXPECT_NEAR(scoreOf(evaluation, "gebm-local-shuffled")->ood[u], expected[u][1],
                2e-3 * (1 + std::abs(expected[u][1])));
    EXPECT_NEAR(scoreOf(evaluation, "gebm-group-shuffled")->ood[u], expected[u][2],
                2e-3 * (1 + std::abs(expected[u][2])));
  }
}

TEST(GebmTorch, AHiddenUnitThatIsNeverActiveGetsAJitterInPlaceOfItsVariance) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions options = quickOptions("gebm");
  options.weightDecay = 0;
  options.dropout = 0;
  const auto detector = detectorOf("gebm", options, data);
  ModelState state = detector->weights();
  for (NamedArray& array : state) {
    if (array.name == "first.weight")
      for (std::size_t i = 0; i < array.values.size(); i += 8) array.values[i] = 0;
    if (array.name == "first.bias") array.values[0] = -1;
  }
  ASSERT_TRUE(detector->setWeights(state));
  trained(*detector, 1, 3);
  const SlowGcn plain(detector->weights());
  const auto models = fitted(plain, data.training);
  for (const auto& [c, model] : models) EXPECT_NEAR(model.variance[0], 1e-5, 1e-12);
  expectScores(detector->evaluate({}, {}).value(), terms(plain, models, data.training), false);
}

TEST(GebmTorch, TheSharedBackboneIsTheNetworkOfMsp) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions options = quickOptions("gebm");
  options.gebm.backbone = GebmBackbone::Shared;
  std::vector<std::string> notes;
  const auto gebm = makeDetector({"gebm", options, 5}, data, notes).value();
  ASSERT_TRUE(gebm->prepare({}));
  EXPECT_TRUE(!notes.empty() && testing::contains(notes.back(), "gebm.backbone=shared"));
  const auto msp = detectorOf("msp", quickOptions("msp"), data);
  EXPECT_EQ(trained(*gebm, 1, 5), trained(*msp, 1, 5));
  const Evaluation one = gebm->evaluate({}, {}).value(), two = msp->evaluate({}, {}).value();
  EXPECT_EQ(one.probabilities, two.probabilities);
  EXPECT_EQ(scoreOf(one, "msp")->ood, scoreOf(two, "msp")->ood);
}

TEST(GebmTorch, AStateGoesOnAndScoresAsIfItHadNeverStopped) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  const DetectorOptions options = quickOptions("gebm");
  const auto whole = detectorOf("gebm", options, data), late = detectorOf("gebm", options, data);
  trained(*whole, 1, 3);
  ASSERT_TRUE(late->setWeights(whole->weights()));
  ASSERT_TRUE(late->setOptimiser(whole->optimiser()));
  EXPECT_TRUE(testing::sameScores(whole->evaluate({}, {}).value(), late->evaluate({}, {}).value()));
  EXPECT_EQ(trained(*whole, 4, 6), trained(*late, 4, 6));
  EXPECT_EQ(whole->weights(), late->weights());
}

TEST(GebmTorch, AStoredModelScoresItsGraphAsBefore) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  const DetectorOptions options = quickOptions("gebm");
  const auto detector = detectorOf("gebm", options, data);
  trained(*detector, 1, 4);
  std::vector<std::string> notes;
  const Dataset& graph = data.training;
  const auto scorer =
      makeScorer({"gebm", options, 5}, graph, graph.classCount(), graph.features.columns(), {}, notes)
          .value();
  ASSERT_TRUE(scorer->prepare({}));
  ASSERT_TRUE(scorer->setWeights(detector->weights()));
  EXPECT_EQ(scoreOf(scorer->evaluate({}, {}).value(), "gebm")->id,
            scoreOf(detector->evaluate({}, {}).value(), "gebm")->id);
}

TEST(GebmTorch, TrainingEndsWhenTheValidationLossDoesNotFallAnyMore) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions options = quickOptions("gebm");
  options.patience = 3;
  options.minDelta = 0.1;
  const auto detector = detectorOf("gebm", options, data);
  const auto doneAfter = [&](const std::vector<double>& nll) {
    std::vector<EpochReport> reports;
    for (const double x : nll) reports.push_back({.validationNll = x});
    return detector->isDone(reports);
  };
  EXPECT_FALSE(doneAfter({}));
  EXPECT_FALSE(doneAfter({1, 1, 1}));
  EXPECT_TRUE(doneAfter({1, 1, 1, 1}));
  EXPECT_TRUE(doneAfter({1, 0.95, 0.93, 0.91})) << "falls by less than min_delta do not count";
  EXPECT_FALSE(doneAfter({1, 1, 1, 0.8, 0.8, 0.8}));
  EXPECT_TRUE(doneAfter({1, 1, 1, 0.8, 0.8, 0.8, 0.8}));
  options.patience = 0;
  const auto patient = detectorOf("gebm", options, data);
  EXPECT_FALSE(patient->isDone(std::vector<EpochReport>(500)));
}

TEST(GebmTorch, ARunEndsEarlyAndScoresItsBestEpoch) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions options = quickOptions("gebm");
  options.epochs = 2000;
  options.patience = 5;
  options.learningRate = 0.05;
  std::vector<std::string> notes;
  RunOptions run;
  run.idTest = data.idTest;
  run.oodTest = data.oodTest;
  sispde::Run running(makeDetector({"gebm", options, 5}, data, notes).value(), run);
  const auto last = runToEnd(running);
  ASSERT_TRUE(last) << last.error().sentence();
  EXPECT_LT(last->epoch, 2000);
  EXPECT_EQ(last->epochCount, last->epoch);
  const auto& epochs = last->history->epochs;
  const auto least = std::min_element(epochs.begin(), epochs.end(), [](const auto& a, const auto& b) {
    return a.validationNll < b.validationNll;
  });
  EXPECT_EQ(last->scoring->epoch, least - epochs.begin() + 1);
}

}  // namespace
}  // namespace sispde
