#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/graph/dataset_hash.h"
#include "core/shift/generators.h"
#include "core/shift/shift.h"

namespace sispde {
namespace {

Dataset generated(const std::string& spec) {
  return generateDataset(spec, 1).value();
}

// A ring whose only feature is the node's number, so that a mix tells its weight.
Dataset numbered(NodeId n) {
  Dataset data = generated(fmt::format("ring:{}", n));
  std::vector<float> values;
  for (NodeId u = 0; u < n; ++u) values.push_back(static_cast<float>(u));
  data.features = Features::dense(n, 1, values);
  return data;
}

TEST(FeatureShiftTest, InterpolatedRowsAreUniformMixesOfRandomRows) {
  // With numbers 0 … n − 1 a mix w·a + (1 − w)·b has mean (n − 1)/2 and variance E[w² + (1 − w)²]·n²/12 =
  // n²/18.
  const NodeId n = 40000;
  const ShiftedData shifted = applyShift(numbered(n), {.kind = ShiftKind::Feature, .seed = 2}).value();
  double sum = 0, squares = 0;
  for (const float x : shifted.test.features.values()) {
    ASSERT_GE(x, 0);
    ASSERT_LE(x, static_cast<float>(n - 1));
    sum += x / n;
    squares += std::pow((x - (n - 1) / 2.0) / n, 2) / n;
  }
  EXPECT_NEAR(sum, (n - 1) / 2.0, 5 * std::sqrt(1.0 / 18 / n) * n);
  EXPECT_NEAR(squares, 1.0 / 18,
              5 * std::sqrt(1.0 / 80 / n));  // the fourth moment is below that of U(−½, ½), 1/80
}

TEST(FeatureShiftTest, EdgesLabelsAndTrainingDataStay) {
  const Dataset data = generated("sbm:300");
  const ShiftedData shifted = applyShift(data, {.kind = ShiftKind::Feature}).value();
  EXPECT_EQ(contentHash(shifted.training), contentHash(data));
  EXPECT_EQ(contentHash(shifted.test.graph), contentHash(data.graph));
  EXPECT_EQ(shifted.test.labels, data.labels);
  EXPECT_EQ(count(shifted.oodTest), 300);
  EXPECT_EQ(shifted.idTest, data.splits[0].test);
}

TEST(FeatureShiftTest, SparseFeaturesStaySparse) {
  const ShiftedData shifted = applyShift(generated("citation:300"), {.kind = ShiftKind::Feature}).value();
  EXPECT_TRUE(shifted.test.features.isSparse());
  EXPECT_EQ(shifted.test.features.columns(), 1433);
}

TEST(FeatureShiftTest, SparseAndDenseStorageGiveTheSameMixes) {
  Dataset sparse = generated("citation:200"), dense = sparse;
  std::vector<float> values(200 * 1433, 0);
  for (NodeId u = 0; u < 200; ++u)
    sparse.features.forEachNonZero(u, [&](std::int32_t j, float x) { values[u * 1433 + j] = x; });
  dense.features = Features::dense(200, 1433, values);
  for (const FeatureMode mode : {FeatureMode::Interpolation, FeatureMode::Gaussian}) {
    const ShiftOptions options{.kind = ShiftKind::Feature, .seed = 4, .featureMode = mode};
    EXPECT_EQ(contentHash(applyShift(sparse, options).value().test),
              contentHash(applyShift(dense, options).value().test));
  }
}

TEST(FeatureShiftTest, PlaceholderRowsStayAndAreNotOod) {
  Dataset data = numbered(50);
  data.placeholders.assign(50, 0);
  data.placeholders[7] = 1;
  for (const FeatureMode mode : {FeatureMode::Interpolation, FeatureMode::Gaussian}) {
    const ShiftedData shifted =
        applyShift(data, {.kind = ShiftKind::Feature, .featureMode = mode, .gaussianFraction = 1}).value();
    EXPECT_EQ(shifted.test.features.denseRow(7)[0], 7);
    EXPECT_EQ(shifted.oodTest[7] + shifted.idTest[7], 0);
    EXPECT_EQ(count(shifted.oodTest), 49);
  }
}

TEST(FeatureShiftTest, GaussianNoiseHasTheSpreadOfEachColumn) {
  const NodeId n = 20000;
  const Dataset data = numbered(n);
  const ShiftedData shifted =
      applyShift(data, {.kind = ShiftKind::Feature, .featureMode = FeatureMode::Gaussian, .gaussianSigma = 2})
          .value();
  EXPECT_EQ(count(shifted.oodTest), n / 2);
  double squares = 0;
  for (NodeId u = 0; u < n; ++u) {
    const double noise = shifted.test.features.denseRow(u)[0] - data.features.denseRow(u)[0];
    if (shifted.oodTest[u] == 0) {
      EXPECT_EQ(noise, 0);
    }
    squares += noise * noise / (n / 2.0);
  }
  const double deviation = std::sqrt((static_cast<double>(n) * n - 1) / 12);
  EXPECT_NEAR(squares / std::pow(2 * deviation, 2), 1, 5 * std::sqrt(2 / (n / 2.0)));
}

TEST(FeatureShiftTest, NoiseDoesNotDependOnThreads) {
  const Dataset data = generated("sbm:2000");
  const ShiftOptions options{.kind = ShiftKind::Feature, .featureMode = FeatureMode::Gaussian};
  std::string one, two;
  {
    const ThreadLimit limit(1);
    one = contentHash(applyShift(data, options).value().test);
  }
  {
    const ThreadLimit limit(2);
    two = contentHash(applyShift(data, options).value().test);
  }
  EXPECT_EQ(one, two);
}

TEST(FeatureShiftTest, EverySeedGivesNewFeatures) {
  const Dataset data = generated("sbm:300");
  const auto features = [&](std::uint64_t seed) {
    return contentHash(applyShift(data, {.kind = ShiftKind::Feature, .seed = seed}).value().test);
  };
  EXPECT_EQ(features(1), features(1));
  EXPECT_NE(features(1), features(2));
}

TEST(FeatureShiftTest, ASetWithoutFeaturesIsRefused) {
  const Result<ShiftedData> shifted = applyShift(generated("karate"), {.kind = ShiftKind::Feature});
  ASSERT_FALSE(shifted);
  EXPECT_EQ(shifted.error().kind, ErrorKind::Usage);
  EXPECT_NE(shifted.error().message.find("no features"), std::string::npos);
}

TEST(FeatureShiftTest, OptionsOutOfRangeAreRefused) {
  const Dataset data = generated("ring:30");
  const auto gaussian = [&](double fraction, double sigma) {
    return applyShift(data,
                      {.kind = ShiftKind::Feature, .gaussianFraction = fraction, .gaussianSigma = sigma})
        .has_value();
  };
  EXPECT_TRUE(gaussian(0.5, 1));
  EXPECT_FALSE(gaussian(0, 1));
  EXPECT_FALSE(gaussian(1.5, 1));
  EXPECT_FALSE(gaussian(std::nan(""), 1));
  EXPECT_FALSE(gaussian(0.5, -1));
}

}  // namespace
}  // namespace sispde
