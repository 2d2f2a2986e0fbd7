// The figures that the protocol must reach on Cora, Citeseer and Pubmed: mean AUROC over seeds 0–4 under the three shifts.

#include <gtest/gtest.h>

#include "core/detect/make_detector.h"
#include "core/detect/network_features.h"
#include "core/detect/presets.h"
#include "core/io/open.h"
#include "core/train/run.h"
#include "tests/unit/real_data.h"

namespace sispde {
namespace {

// Mean over five seeds, in percent, by score.
std::map<std::string, double> meanAuroc(const Dataset& data, const std::string& detector,
                                        const DetectorOptions& options, ShiftKind shift) {
  std::map<std::string, double> mean;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    ShiftOptions wanted;
    wanted.kind = shift;
    wanted.seed = seed;
    const ShiftedData shifted = shiftScaled(data, options.featureScaling, wanted).value();
    std::vector<std::string> notes;
    RunOptions run;
    run.idTest = shifted.idTest;
    run.oodTest = shifted.oodTest;
    Run training(makeDetector({detector, options, seed}, shifted, notes).value(), run);
    const Result<Snapshot> end = runToEnd(training);
    EXPECT_TRUE(end) << end.error().sentence();
    if (!end) return mean;
    for (const ScoreMetrics& each : end->scoring->metrics) mean[each.name] += 20 * each.metrics.auroc;
  }
  return mean;
}

std::map<std::string, double> meanAuroc(const Dataset& data, const std::string& detector,
                                        const std::string& preset, ShiftKind shift) {
  return meanAuroc(data, detector, withPreset(detector, preset).value(), shift);
}

constexpr ShiftKind shifts[] = {ShiftKind::Label, ShiftKind::Structure, ShiftKind::Feature};

struct ProtocolCheck {
  std::string set;
  int shift;
  double msp, gnnsafe, within;
};

std::string nameOf(const std::string& set, int shift) {
  return set + (shift == 0 ? "Label" : shift == 1 ? "Structure" : "Feature");
}

class Protocol : public ::testing::TestWithParam<ProtocolCheck> {};

TEST_P(Protocol, MspAndGnnsafeAgree) {
  const ProtocolCheck& check = GetParam();
  SISPDE_REAL_DATA(file, check.set + ".npz");
  const auto mean = meanAuroc(openDataset(file).value(), "msp", "recommended", shifts[check.shift]);
  EXPECT_NEAR(mean.at("msp"), check.msp, check.within);
  EXPECT_NEAR(mean.at("gnnsafe"), check.gnnsafe, check.within);
}

INSTANTIATE_TEST_SUITE_P(
    Figures, Protocol,
    ::testing::Values(ProtocolCheck{"cora", 0, 91.1, 92.6, 1.5}, ProtocolCheck{"cora", 1, 72.5, 86.8, 1.5},
                      ProtocolCheck{"cora", 2, 83.9, 91.7, 1.5}, ProtocolCheck{"citeseer", 0, 78.6, 80.9, 2},
                      ProtocolCheck{"citeseer", 1, 64.7, 77.7, 2},
                      ProtocolCheck{"citeseer", 2, 76.0, 81.8, 2}, ProtocolCheck{"pubmed", 0, 70.9, 76.9, 2},
                      ProtocolCheck{"pubmed", 1, 73.4, 93.3, 2}, ProtocolCheck{"pubmed", 2, 82.8, 95.4, 2}),
    [](const auto& check) { return nameOf(check.param.set, check.param.shift); });

TEST(Figures, OdinIsNearMspUnderCorasLabelShift) {
  SISPDE_REAL_DATA(file, "cora.npz");
  const auto mean = meanAuroc(openDataset(file).value(), "odin", "recommended", ShiftKind::Label);
  EXPECT_NEAR(mean.at("odin"), mean.at("msp"), 1.5);
}

TEST(Figures, MahalanobisWithARidgeUnderCorasLabelShift) {
  SISPDE_REAL_DATA(file, "cora.npz");
  const auto mean = meanAuroc(openDataset(file).value(), "mahalanobis", "recommended", ShiftKind::Label);
  EXPECT_NEAR(mean.at("mahalanobis"), 72.7, 4);
}

// Without self loops in the propagation, which is not gnsd's default: the figures seem to come from a prototype that had none. With the default the
// structure shift misses 89.3 by some seven points (81.8, mean of five seeds), so this is no check of the default there.
TEST(Figures, GnsdUnderCorasLabelAndStructureShift) {
  SISPDE_REAL_DATA(file, "cora.npz");
  DetectorOptions options = defaultsOf("gnsd").value();
  options.propSelfLoops = false;
  constexpr double expected[] = {92.9, 89.3};
  for (const int shift : {0, 1}) {
    const auto mean = meanAuroc(openDataset(file).value(), "gnsd", options, shifts[shift]);
    EXPECT_NEAR(mean.at("energy-prop"), expected[shift], 3) << shift;
  }
}

class Sispde : public ::testing::TestWithParam<int> {};

TEST_P(Sispde, ReachesItsPropagatedEnergy) {
  SISPDE_REAL_DATA(file, "cora.npz");
  constexpr double least[] = {94.0, 93.0, 96.5};
  const auto mean = meanAuroc(openDataset(file).value(), "sispde", "reference", shifts[GetParam()]);
  EXPECT_GE(mean.at("energy-prop"), least[GetParam()]);
}

INSTANTIATE_TEST_SUITE_P(Figures, Sispde, ::testing::Values(0, 1, 2),
                         [](const auto& shift) { return nameOf("cora", shift.param); });

}  // namespace
}  // namespace sispde
