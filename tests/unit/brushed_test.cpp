// What the selection has in common in the noise and spectrum views, against sums written out.

#include "app/studio/live/brushed.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/shift/generators.h"
#include "tests/unit/spectrum_of.h"

namespace sispde::studio {
namespace {

TEST(BrushedTest, PathsHaveTheMeanAndSpreadOfTheSelected) {
  // Three times, four nodes.
  const std::vector<float> paths{0, 0, 0, 0, 1, 2, 3, 4, -1, 5, 7, 9};
  const std::vector<NodeId> selected{1, 3};
  const BrushedCurve curve = brushedPaths(paths, 4, selected);
  EXPECT_EQ(curve.x, (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(curve.mean, (std::vector<double>{0, 3, 7}));
  EXPECT_EQ(curve.deviation, (std::vector<double>{0, 1, 2}));
  EXPECT_TRUE(brushedPaths(paths, 4, {}).x.empty());
}

TEST(BrushedTest, HopsLeaveOutTheNodeItselfAndWhatIsOutOfReach) {
  const std::vector<float> correlations{1, 0.5f, 0.25f, 0.75f, 0, 0.125f};
  const std::vector<std::int32_t> hops{0, 1, 3, 1, -1, 9};
  const std::vector<NodeId> selected{0, 1, 2, 3, 4, 5};
  const BrushedCurve curve = brushedHops(correlations, hops, selected, 8);
  EXPECT_EQ(curve.x, (std::vector<double>{1, 3}));
  EXPECT_EQ(curve.mean, (std::vector<double>{0.625, 0.25}));
  EXPECT_EQ(curve.deviation, (std::vector<double>{0.125, 0}));
}

TEST(BrushedTest, HopsOfAnotherNodeGiveNothing) {
  const std::vector<float> correlations{1, 0.5f};
  const std::vector<NodeId> selected{0, 1};
  EXPECT_TRUE(brushedHops(correlations, {}, selected, 8).x.empty());
}

// A cycle is the same from every node, so that the part of any node is the whole spectrum: λ = 1 − cos(2πk/n), each n times 1/n.
TEST(BrushedTest, EveryNodeOfACycleHasTheWholeSpectrum) {
  const Graph graph = generateDataset("ring:24", 1).value().graph;
  const Spectrum spectrum = sispde::testing::spectrumOf(Laplacian(graph, LaplacianKind::Symmetric));
  constexpr int bins = 8;
  std::vector<double> whole(bins, 0);
  for (int k = 0; k < 24; ++k) {
    const double value = 1 - std::cos(2 * std::numbers::pi * k / 24);
    whole[static_cast<std::size_t>(std::min(static_cast<int>((value + 1e-9) / 2.0 * bins), bins - 1))] += 1;
  }
  const double highest = *std::max_element(whole.begin(), whole.end());
  const std::vector<NodeId> selected{3, 4, 17};
  const std::vector<double> part = brushedSpectrum(spectrum, selected, 2.0 - 2e-9, bins);
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(part[i], whole[i] / highest, 1e-6) << i;
}

// Σ_u K_uu of the selected is φ weighted by their part of the spectrum; with one bin for each eigenvalue that can be read off.
TEST(BrushedTest, TheirPartOfTheSpectrumGivesTheirVariance) {
  const Graph graph = generateDataset("karate", 1).value().graph;
  const Spectrum spectrum = sispde::testing::spectrumOf(Laplacian(graph, LaplacianKind::Symmetric));
  const std::vector<NodeId> selected{0, 5, 33};
  constexpr int bins = 200'000;
  const std::vector<double> part = brushedSpectrum(spectrum, selected, 2, bins);
  double total = 0, weighted = 0;
  const auto shape = [](double lambda) { return std::pow(0.5 + lambda, -1.5); };
  for (int i = 0; i < bins; ++i) {
    total += part[static_cast<std::size_t>(i)];
    weighted += part[static_cast<std::size_t>(i)] * shape(2.0 * (i + 0.5) / bins);
  }
  const std::vector<double> variances = spectrum.diagonal(shape);
  double sum = 0;
  for (const NodeId u : selected) sum += variances[static_cast<std::size_t>(u)];
  EXPECT_NEAR(weighted / total, sum / 3, 1e-4);
}

TEST(BrushedTest, TheSelectionsPartOfAHistogramCountsTestedNodesAlone) {
  const std::vector<double> scores{0.1, 0.9, 5, -5, 0.6};
  const std::vector<std::uint8_t> tested{1, 1, 1, 1, 0};
  const std::vector<NodeId> selected{0, 2, 3, 4};
  const std::vector<double> bars = brushedScores(scores, tested, selected, 2, 0, 1);
  EXPECT_EQ(bars, (std::vector<double>{0.5, 0.25}));  // far-off scores lie in the outermost bins
  EXPECT_EQ(brushedScores(scores, tested, {}, 2, 0, 1), (std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace sispde::studio
