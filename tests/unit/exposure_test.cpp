#include <cmath>

#include <gtest/gtest.h>

#include "core/detect/detection_task.h"
#include "core/shift/exposure.h"
#include "core/shift/generators.h"

namespace sispde {
namespace {

ShiftedData shifted(ShiftOptions options) {
  options.seed = 1;
  return applyShift(generateDataset("sbm:80", 3).value(), options).value();
}

ShiftOptions withExposureClass() {
  ShiftOptions options;
  options.oodClasses = {0};
  options.exposureClass = 1;
  return options;
}

bool sameFeatures(const Dataset& a, const Dataset& b) {
  return std::equal(a.features.values().begin(), a.features.values().end(), b.features.values().begin(),
                    b.features.values().end());
}

bool sameGraph(const Dataset& a, const Dataset& b) {
  const auto x = a.graph.targets(), y = b.graph.targets();
  return std::equal(x.begin(), x.end(), y.begin(), y.end());
}

TEST(ExposureTest, UnderALabelShiftItIsTheClassThatIsKeptForIt) {
  const ShiftedData data = shifted(withExposureClass());
  const Exposure exposure = exposureOf(data.training, data, 7).value();
  EXPECT_FALSE(exposure.copy.has_value());
  ASSERT_FALSE(exposure.nodes.empty());
  for (const NodeId u : exposure.nodes) {
    EXPECT_EQ(data.training.labels[u], 1);
    EXPECT_EQ(data.oodTest[u], 0);
  }
}

TEST(ExposureTest, UnderAStructureShiftItIsASecondDrawOfTheGraph) {
  const ShiftedData data = shifted({.kind = ShiftKind::Structure});
  const Exposure exposure = exposureOf(data.training, data, 1).value();
  ASSERT_TRUE(exposure.copy.has_value());
  EXPECT_EQ(exposure.nodes.size(), 80u);
  EXPECT_TRUE(sameFeatures(*exposure.copy, data.training));
  EXPECT_FALSE(sameGraph(*exposure.copy, data.training));
  EXPECT_FALSE(sameGraph(*exposure.copy, data.test));
}

TEST(ExposureTest, UnderAFeatureShiftItIsASecondDrawOfTheFeatures) {
  for (const FeatureMode mode : {FeatureMode::Interpolation, FeatureMode::Gaussian}) {
    const ShiftedData data = shifted({.kind = ShiftKind::Feature, .featureMode = mode});
    const Exposure exposure = exposureOf(data.training, data, 1).value();
    ASSERT_TRUE(exposure.copy.has_value());
    EXPECT_EQ(exposure.nodes.size(), mode == FeatureMode::Gaussian ? 40u : 80u);
    EXPECT_TRUE(sameGraph(*exposure.copy, data.training));
    EXPECT_FALSE(sameFeatures(*exposure.copy, data.training));
    EXPECT_FALSE(sameFeatures(*exposure.copy, data.test));
  }
}

// Each row of the copy lies between two rows of the original: in a column where all others are 0 it is a share of one value.
TEST(ExposureTest, ElsewhereItIsACopyWithInterpolatedFeatures) {
  for (const ShiftKind kind : {ShiftKind::Label, ShiftKind::Local, ShiftKind::None}) {
    const ShiftedData data = shifted({.kind = kind});
    const Exposure exposure = exposureOf(data.training, data, 1).value();
    ASSERT_TRUE(exposure.copy.has_value());
    EXPECT_EQ(static_cast<std::int64_t>(exposure.nodes.size()), 80 - count(data.oodTest));
    for (const NodeId u : exposure.nodes) EXPECT_EQ(data.oodTest[u], 0);
    EXPECT_TRUE(sameGraph(*exposure.copy, data.training));
    EXPECT_FALSE(sameFeatures(*exposure.copy, data.training));
    for (std::int64_t j = 0; j < data.training.features.columns(); ++j) {
      float low = INFINITY, high = -INFINITY;
      for (const NodeId u : exposure.nodes) {  // no feature of an OOD test node is mixed in
        low = std::min(low, data.training.features.denseRow(u)[j]);
        high = std::max(high, data.training.features.denseRow(u)[j]);
      }
      for (const NodeId u : exposure.nodes) {
        EXPECT_GE(exposure.copy->features.denseRow(u)[j], low);
        EXPECT_LE(exposure.copy->features.denseRow(u)[j], high);
      }
    }
  }
}

TEST(ExposureTest, EqualSeedsDrawEqualNodesAndOthersDoNot) {
  for (const ShiftKind kind : {ShiftKind::Structure, ShiftKind::Feature, ShiftKind::Label}) {
    const ShiftedData data = shifted({.kind = kind});
    const auto copy = [&](std::uint64_t seed) { return *exposureOf(data.training, data, seed)->copy; };
    const auto same = [&](const Dataset& a, const Dataset& b) {
      return kind == ShiftKind::Structure ? sameGraph(a, b) : sameFeatures(a, b);
    };
    EXPECT_TRUE(same(copy(4), copy(4)));
    EXPECT_FALSE(same(copy(4), copy(5)));
  }
}

TEST(ExposureTest, DataWithoutFeaturesHaveNoInterpolatedCopy) {
  ShiftedData data = shifted({.kind = ShiftKind::None});
  data.training.features = {};
  const auto refused = exposureOf(data.training, data, 1);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("no features"), std::string::npos);
}

TEST(ExposureTest, ADetectorThatTrainedOnTheExposureClassIsNotTestedOnIt) {
  const ShiftedData data = shifted(withExposureClass());
  const Mask none(80, 0);
  const DetectionTask all = detectionTask(data, ShiftKind::Label, none),
                      without = detectionTask(data, ShiftKind::Label, none, true);
  EXPECT_EQ(all.tested.size(), without.tested.size() + static_cast<std::size_t>(count(data.exposure)));
  for (const NodeId u : without.tested) EXPECT_EQ(data.exposure[u], 0);
}

}  // namespace
}  // namespace sispde
