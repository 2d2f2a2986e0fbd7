#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/ood/scores.h"

namespace sispde {
namespace {

using Wide = long double;

struct Batch {
  std::vector<float> values;
  std::int64_t samples = 1, nodes = 0, classes = 0;
  Logits view() const { return {values, samples, nodes, classes}; }
  float at(std::int64_t s, std::int64_t u, std::int64_t c) const {
    return values[(s * nodes + u) * classes + c];
  }
};

Batch randomBatch(std::int64_t samples, std::int64_t nodes, std::int64_t classes, double scale) {
  Random random(static_cast<std::uint64_t>(samples * 1000 + classes));
  Batch batch{{}, samples, nodes, classes};
  for (std::int64_t i = 0; i < samples * nodes * classes; ++i)
    batch.values.push_back(static_cast<float>(scale * random.normal()));
  return batch;
}

// Node i has the logits 0 and −differences[i]; in each further sample the latter lies one lower.
Batch twoClasses(const std::vector<float>& differences, int samples = 1) {
  Batch batch{{}, samples, static_cast<std::int64_t>(differences.size()), 2};
  for (int s = 0; s < samples; ++s)
    for (const float d : differences)
      batch.values.insert(batch.values.end(), {0.0f, -d - static_cast<float>(s)});
  return batch;
}

std::vector<NodeId> allNodes(const Batch& batch) {
  std::vector<NodeId> nodes;
  for (NodeId u = 0; u < batch.nodes; ++u) nodes.push_back(u);
  return nodes;
}

// The definitions one by one, with a wider number that holds exp(±11000).
struct Slow {
  const Batch& batch;

  Wide logProbability(std::int64_t s, std::int64_t u, std::int64_t y) const {
    Wide sum = 0;
    for (std::int64_t c = 0; c < batch.classes; ++c)
      if (c != y) sum += std::exp(static_cast<Wide>(batch.at(s, u, c)) - batch.at(s, u, y));
    return -std::log1p(sum);
  }
  Wide mean(std::int64_t u, std::int64_t c) const {
    Wide sum = 0;
    for (std::int64_t s = 0; s < batch.samples; ++s) sum += std::exp(logProbability(s, u, c));
    return sum / static_cast<Wide>(batch.samples);
  }
  Wide others(std::int64_t u, std::int64_t y) const {
    Wide sum = 0;
    for (std::int64_t c = 0; c < batch.classes; ++c)
      if (c != y) sum += mean(u, c);
    return sum;
  }
  Wide minusLogMean(std::int64_t u, std::int64_t y) const {
    const Wide rest = others(u, y);
    return rest < 0.5L ? -std::log1p(-rest) : -std::log(mean(u, y));
  }
  Wide total(std::int64_t u) const {
    Wide sum = 0;
    for (std::int64_t c = 0; c < batch.classes; ++c) sum += mean(u, c) * minusLogMean(u, c);
    return sum;
  }
  Wide aleatoric(std::int64_t u) const {
    Wide sum = 0;
    for (std::int64_t s = 0; s < batch.samples; ++s)
      for (std::int64_t c = 0; c < batch.classes; ++c)
        sum -= std::exp(logProbability(s, u, c)) * logProbability(s, u, c);
    return sum / static_cast<Wide>(batch.samples);
  }
  Wide energy(std::int64_t u) const {
    Wide sum = 0;
    for (std::int64_t s = 0; s < batch.samples; ++s) {
      Wide z = 0;
      for (std::int64_t c = 0; c < batch.classes; ++c) z += std::exp(static_cast<Wide>(batch.at(s, u, c)));
      sum -= std::log(z);
    }
    return sum / static_cast<Wide>(batch.samples);
  }
  std::int64_t prediction(std::int64_t u) const {
    std::int64_t best = 0;
    for (std::int64_t c = 1; c < batch.classes; ++c)
      if (mean(u, c) > mean(u, best)) best = c;
    return best;
  }
};

void expectRelative(double value, Wide expected, double tolerance) {
  EXPECT_LE(std::abs(static_cast<Wide>(value) - expected), tolerance * std::abs(expected))
      << value << " and " << static_cast<double>(expected);
}

const Batch batches[] = {
    randomBatch(1, 20, 1, 1),  randomBatch(1, 20, 2, 1),  randomBatch(1, 20, 7, 10),
    randomBatch(3, 20, 2, 30), randomBatch(10, 20, 7, 1), randomBatch(10, 20, 3, 100),
};

TEST(ScoresTest, AgreeWithTheirDefinitionsInALongerFormat) {
  for (const Batch& batch : batches) {
    const SampleScores scores = sampleScores(batch.view());
    const Slow slow{batch};
    for (std::int64_t u = 0; u < batch.nodes; ++u) {
      SCOPED_TRACE(::testing::Message() << batch.samples << " × " << batch.classes << ", node " << u);
      const Wide total = slow.total(u), aleatoric = slow.aleatoric(u);
      expectRelative(scores.total[u], total, 1e-13);
      expectRelative(scores.aleatoric[u], aleatoric, 1e-13);
      EXPECT_NEAR(scores.epistemic[u], static_cast<double>(total - aleatoric),
                  1e-13 * static_cast<double>(total));
      expectRelative(scores.msp[u], slow.others(u, slow.prediction(u)), 1e-13);
      EXPECT_NEAR(scores.energy[u], static_cast<double>(slow.energy(u)), 1e-12);
      EXPECT_EQ(scores.prediction[u], slow.prediction(u));
      for (std::int64_t c = 0; c < batch.classes; ++c)
        EXPECT_NEAR(scores.probabilities[u * batch.classes + c], static_cast<double>(slow.mean(u, c)), 1e-7);
    }
  }
}

TEST(ScoresTest, SamplesThatHardlyDifferHaveNoNegativeEpistemicPart) {
  Batch batch = randomBatch(2, 2000, 5, 3);
  const std::size_t half = batch.values.size() / 2;
  for (std::size_t i = 0; i < half; ++i) batch.values[half + i] = std::nextafter(batch.values[i], 100.0f);
  for (const double value : sampleScores(batch.view()).epistemic)
    EXPECT_TRUE(!std::signbit(value) && value < 1e-14) << value;
}

TEST(ScoresTest, OneSampleHasNoEpistemicPart) {
  const SampleScores scores = sampleScores(randomBatch(1, 500, 5, 3).view());
  for (std::size_t u = 0; u < 500; ++u) {
    EXPECT_EQ(scores.epistemic[u], 0);
    EXPECT_EQ(scores.total[u], scores.aleatoric[u]);
  }
}

TEST(ScoresTest, EqualSamplesAreScoredAsOneToTheLastBit) {
  const Batch one = randomBatch(1, 500, 5, 3);
  Batch ten{{}, 10, one.nodes, one.classes};
  for (int s = 0; s < 10; ++s) ten.values.insert(ten.values.end(), one.values.begin(), one.values.end());
  const SampleScores a = sampleScores(one.view()), b = sampleScores(ten.view());
  EXPECT_EQ(a.total, b.total);
  EXPECT_EQ(a.epistemic, b.epistemic);
  EXPECT_EQ(a.msp, b.msp);
  EXPECT_EQ(a.energy, b.energy);
  EXPECT_EQ(a.probabilities, b.probabilities);
}

TEST(ScoresTest, SureSamplesThatDisagreeAreAllEpistemic) {
  const Batch batch{{0, 50, 50, 0}, 2, 1, 2};
  const SampleScores scores = sampleScores(batch.view());
  EXPECT_DOUBLE_EQ(scores.total[0], std::log(2.0));
  EXPECT_DOUBLE_EQ(scores.epistemic[0], std::log(2.0));
  EXPECT_LT(scores.aleatoric[0], 1e-19);
  EXPECT_DOUBLE_EQ(scores.msp[0], 0.5);
}

TEST(ScoresTest, SaturatedNodesDoNotTie) {
  const std::vector<float> differences{40, 79.5f, 80, 80.5f, 199.5f, 200, 200.5f};
  for (const int samples : {1, 2}) {
    const SampleScores scores = sampleScores(twoClasses(differences, samples).view());
    std::vector<const std::vector<double>*> lists{&scores.msp, &scores.total, &scores.aleatoric};
    if (samples > 1) lists.push_back(&scores.epistemic);
    for (const auto* list : lists) {
      for (const double value : *list) EXPECT_TRUE(std::isfinite(value) && value > 0) << value;
      for (std::size_t i = 1; i < list->size(); ++i) EXPECT_LT((*list)[i], (*list)[i - 1]);
    }
    const Wide share = samples == 1 ? 1 : (1 + std::exp(-1.0L)) / 2;
    for (std::size_t i = 0; i < differences.size(); ++i)
      expectRelative(scores.msp[i], share * std::exp(-static_cast<Wide>(differences[i])), 1e-15);
  }
}

TEST(ScoresTest, DifferencesBeyondTheRangeOfExpGivePlainZeros) {
  const float most = std::numeric_limits<float>::max();
  for (const Batch& batch : {twoClasses({1000, most}), Batch{{most, -most, most, -most}, 2, 1, 2},
                             Batch{{most, -most, 0, -most}, 2, 1, 2}, Batch{{0, 0}, 1, 2, 1}}) {
    const SampleScores scores = sampleScores(batch.view());
    for (const auto* list : {&scores.msp, &scores.total, &scores.aleatoric, &scores.epistemic})
      for (const double value : *list) EXPECT_TRUE(value == 0 && !std::signbit(value)) << value;
    for (const double value : scores.energy) EXPECT_TRUE(value <= 0 && std::isfinite(value)) << value;
  }
  EXPECT_FALSE(std::signbit(sampleScores(twoClasses({1000}).view()).energy[0]));
}

TEST(ScoresTest, EqualProbabilitiesPredictTheFirstClass) {
  const Batch batch{{1, 2, 2, 2}, 1, 1, 4};
  EXPECT_EQ(sampleScores(batch.view()).prediction[0], 1);
}

TEST(ScoresTest, ThePredictionFollowsTheMeanProbabilityAndNotTheMeanLogit) {
  const Batch batch{{100, 0, 0, 3, 0, 3}, 3, 1, 2};
  EXPECT_EQ(sampleScores(batch.view()).prediction[0], 1);
  const std::vector<std::int32_t> labels{1};
  EXPECT_EQ(fitOf(batch.view(), labels, allNodes(batch)).accuracy, 1);
}

TEST(ScoresTest, ALogitThatIsNotANumberShowsInTheScoresOfItsNodeAlone) {
  for (const int place : {0, 1, 2}) {
    Batch batch = randomBatch(2, 3, 3, 1);
    batch.values[3 + place] = std::nanf("");
    const SampleScores scores = sampleScores(batch.view());
    for (const auto* list :
         {&scores.total, &scores.aleatoric, &scores.epistemic, &scores.msp, &scores.energy}) {
      EXPECT_FALSE(std::isnan((*list)[0]));
      EXPECT_TRUE(std::isnan((*list)[1]));
      EXPECT_FALSE(std::isnan((*list)[2]));
    }
    EXPECT_TRUE(std::isnan(fitOf(batch.view(), std::vector<std::int32_t>(3, 0), allNodes(batch)).nll));
  }
}

TEST(ScoresTest, TheNumberOfThreadsChangesNothing) {
  const Batch batch = randomBatch(3, 5000, 4, 2);
  const std::vector<std::int32_t> labels(5000, 2);
  const SampleScores many = sampleScores(batch.view());
  const Fit fit = fitOf(batch.view(), labels, allNodes(batch));
  const ThreadLimit limit(1);
  const SampleScores one = sampleScores(batch.view());
  EXPECT_EQ(many.total, one.total);
  EXPECT_EQ(many.epistemic, one.epistemic);
  EXPECT_EQ(many.energy, one.energy);
  EXPECT_EQ(fit.nll, fitOf(batch.view(), labels, allNodes(batch)).nll);
}

TEST(FitTest, AgreesWithItsDefinitionInALongerFormat) {
  for (const Batch& batch : batches) {
    const Slow slow{batch};
    std::vector<std::int32_t> labels;
    Wide nll = 0, correct = 0;
    for (std::int64_t u = 0; u < batch.nodes; ++u) {
      const auto label = static_cast<std::int32_t>(u % batch.classes);
      labels.push_back(label);
      nll += slow.minusLogMean(u, label);
      correct += slow.prediction(u) == label;
      // One by one, so that large values do not hide small ones.
      const auto node = static_cast<NodeId>(u);
      expectRelative(fitOf(batch.view(), labels, {&node, 1}).nll, slow.minusLogMean(u, label), 1e-13);
    }
    const Fit fit = fitOf(batch.view(), labels, allNodes(batch));
    expectRelative(fit.nll, nll / static_cast<Wide>(batch.nodes), 1e-13);
    EXPECT_DOUBLE_EQ(fit.accuracy, static_cast<double>(correct / static_cast<Wide>(batch.nodes)));
  }
}

TEST(FitTest, TheNllOfSureAndRightClassifiersStillFalls) {
  for (const int samples : {1, 2}) {
    const Wide share = samples == 1 ? 1 : (1 + std::exp(-1.0L)) / 2;
    double before = 1;
    for (const float difference : {40.0f, 80.0f, 80.5f, 200.0f, 200.5f}) {
      const Batch batch = twoClasses({difference}, samples);
      const double nll = fitOf(batch.view(), std::vector<std::int32_t>{0}, allNodes(batch)).nll;
      expectRelative(nll, share * std::exp(-static_cast<Wide>(difference)), 1e-15);
      EXPECT_LT(nll, before);
      before = nll;
    }
  }
}

TEST(FitTest, TheNllOfSureAndWrongClassifiersIsTheDifference) {
  for (const float difference : {80.0f, 200.0f, 1000.0f, 1e30f}) {
    const Batch batch = twoClasses({difference});
    EXPECT_DOUBLE_EQ(fitOf(batch.view(), std::vector<std::int32_t>{1}, allNodes(batch)).nll, difference);
  }
}

TEST(FitTest, TheNllIsOfTheMeanProbabilityAndNotTheMeanOfNlls) {
  const std::vector<std::int32_t> labels{0};
  const Batch oneRight{{0, -200, 0, 200}, 2, 1, 2}, bothWrong{{0, 300, 0, 2000}, 2, 1, 2};
  EXPECT_DOUBLE_EQ(fitOf(oneRight.view(), labels, allNodes(oneRight)).nll, std::log(2.0));
  EXPECT_DOUBLE_EQ(fitOf(bothWrong.view(), labels, allNodes(bothWrong)).nll, 300 + std::log(2.0));
}

TEST(FitTest, AnNllOfZeroIsNotMinusZero) {
  const Batch batch = twoClasses({1000});
  const double nll = fitOf(batch.view(), std::vector<std::int32_t>{0}, allNodes(batch)).nll;
  EXPECT_TRUE(nll == 0 && !std::signbit(nll));
}

TEST(FitTest, OtherNodesMayHaveNoLabel) {
  const Batch batch = twoClasses({1, 2, 3});
  const std::vector<std::int32_t> labels{-1, 1, 77};
  const std::vector<NodeId> nodes{1};
  const Fit fit = fitOf(batch.view(), labels, nodes);
  EXPECT_DOUBLE_EQ(fit.nll, 2 + std::log1p(std::exp(-2.0)));
  EXPECT_EQ(fit.accuracy, 0);
}

TEST(FitTest, WithoutNodesItIsZero) {
  const Fit fit = fitOf(twoClasses({1}).view(), std::vector<std::int32_t>{0}, {});
  EXPECT_EQ(fit.nll, 0);
  EXPECT_EQ(fit.accuracy, 0);
}

}  // namespace
}  // namespace sispde
