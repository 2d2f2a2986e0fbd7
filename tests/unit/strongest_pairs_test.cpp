// Streaming over all pairs and correlations of given pairs, against the dense matrix.

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/io/open.h"
#include "core/rewire/apply_rewiring.h"
#include "core/rewire/correlations.h"
#include "core/rewire/rewire.h"
#include "core/rewire/rewire_report.h"
#include "core/rewire/strongest_pairs.h"
#include "core/rewire/top_pairs.h"
#include "core/shift/generators.h"
#include "tests/unit/real_data.h"
#include "tests/unit/small_graphs.h"
#include "tests/unit/spectrum_of.h"

namespace sispde {
namespace {

using testing::bothLaplacians;

// Correlations of all pairs by the definition, in float64.
class Dense {
 public:
  Dense(const Laplacian& laplacian, const KernelSpec& spec)
      : kernel_(testing::exactKernel(testing::spectrumOf(laplacian), spec, 1)) {}
  double at(NodeId u, NodeId v) const {
    const double variance = kernel_(u, u) * kernel_(v, v);
    return variance > 0 ? kernel_(u, v) / std::sqrt(variance) : 0;
  }

 private:
  Eigen::MatrixXd kernel_;
};

// The dense route: all pairs that are no edge, the strongest first.
std::vector<double> denseOrder(const Graph& graph, const Dense& dense) {
  std::vector<double> values;
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    for (NodeId v = u + 1; v < graph.nodeCount(); ++v)
      if (!graph.hasEdge(u, v)) values.push_back(dense.at(u, v));
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

// The same set as the dense route but for pairs within 1e-6 of its threshold, in the right order, with the right numbers.
void expectDenseSet(const Graph& graph, const KernelSpec& spec, std::int64_t wanted) {
  const Laplacian laplacian(graph, spec.laplacian);
  const Dense dense(laplacian, spec);
  const std::vector<double> order = denseOrder(graph, dense);
  const StrongestPairs found = strongestPairs(laplacian, spec, wanted).value();
  ASSERT_EQ(found.candidates.total, static_cast<std::int64_t>(order.size()));
  const auto count = std::min(static_cast<std::size_t>(wanted), order.size());
  ASSERT_EQ(found.candidates.pairs.size(), count);
  ASSERT_EQ(found.correlations.size(), count);
  EXPECT_LE(found.report.error, 1e-6);
  if (count == 0) return;
  const double threshold = order[count - 1];
  std::size_t above = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Edge pair = found.candidates.pairs[i];
    ASSERT_LT(pair.u, pair.v);
    ASSERT_FALSE(graph.hasEdge(pair.u, pair.v));
    const double exact = dense.at(pair.u, pair.v);
    ASSERT_NEAR(static_cast<double>(found.correlations[i]), exact, 1e-6);
    ASSERT_GE(exact, threshold - 1e-6);
    if (exact > threshold + 1e-6) ++above;
    if (i == 0) continue;
    ASSERT_TRUE(isStronger({found.correlations[i - 1], found.candidates.pairs[i - 1]},
                           {found.correlations[i], pair}));
  }
  // None that is clearly above is missing.
  EXPECT_EQ(above, static_cast<std::size_t>(std::count_if(order.begin(), order.begin() + count,
                                                          [&](double c) { return c > threshold + 1e-6; })));
  const std::vector<Edge> edges = graph.edges();
  ASSERT_EQ(found.edgeCorrelations.size(), edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    ASSERT_NEAR(static_cast<double>(found.edgeCorrelations[i]), dense.at(edges[i].u, edges[i].v), 1e-6);
}

KernelSpec matern(double nu, double kappa, LaplacianKind kind) {
  return {.nu = nu, .kappa = kappa, .laplacian = kind};
}

TEST(StrongestPairsTest, AreThoseOfTheDenseRouteOnSmallGraphs) {
  const Graph karate = generateDataset("karate", 0).value().graph;
  for (const LaplacianKind kind : bothLaplacians)
    for (const KernelSpec spec : {matern(1, 1, kind), matern(0.5, 10, kind), matern(10, 4.4721, kind)}) {
      for (const std::int64_t wanted : {0, 1, 7, 100, 1'000'000}) expectDenseSet(karate, spec, wanted);
      expectDenseSet(testing::randomGraph(60, 70, 3, 10), spec, 200);  // several components, isolated nodes
    }
}

TEST(StrongestPairsTest, AreThoseOfTheDenseRouteOverSeveralRounds) {
  for (const LaplacianKind kind : bothLaplacians) {
    expectDenseSet(generateDataset("sbm:300", 1).value().graph, matern(1.5, 5, kind), 900);
    expectDenseSet(testing::gridGraph(25, 24), matern(1, 2, kind), 5000);
    expectDenseSet(testing::gridGraph(25, 24), {.kind = KernelKind::Heat, .kappa = 3, .laplacian = kind},
                   3000);
  }
}

TEST(StrongestPairsTest, SingularAndIndependentKernelsHaveTheirZeros) {
  for (const LaplacianKind kind : bothLaplacians) {
    expectDenseSet(testing::randomGraph(40, 50, 5, 6), {.kind = KernelKind::Laplacian, .laplacian = kind},
                   30);
    expectDenseSet(testing::randomGraph(40, 50, 5, 6), {.kind = KernelKind::White, .laplacian = kind}, 30);
  }
  // All are equal: the smallest node ids win.
  const Laplacian path(testing::gridGraph(30, 1), LaplacianKind::Symmetric);
  const StrongestPairs found = strongestPairs(path, {.kind = KernelKind::White}, 3).value();
  EXPECT_EQ(found.candidates.pairs, (std::vector<Edge>{{0, 2}, {0, 3}, {0, 4}}));
  const Laplacian empty(buildGraph(5, std::span<const Edge>()).graph, LaplacianKind::Symmetric);
  EXPECT_EQ(strongestPairs(empty, {}, 4).value().correlations, std::vector<float>(4, 0));
  EXPECT_TRUE(
      strongestPairs(Laplacian(Graph(), LaplacianKind::Symmetric), {}, 4).value().correlations.empty());
}

TEST(StrongestPairsTest, DoNotDependOnThreads) {
  const Laplacian laplacian(testing::randomGraph(900, 2500, 4), LaplacianKind::Symmetric);
  const auto with = [&](int threads) {
    const ThreadLimit limit(threads);
    return strongestPairs(laplacian, matern(1, 3, LaplacianKind::Symmetric), 2000).value();
  };
  const StrongestPairs one = with(1), many = with(0);
  EXPECT_EQ(one.candidates.pairs, many.candidates.pairs);
  EXPECT_EQ(one.correlations, many.correlations);
  EXPECT_EQ(one.edgeCorrelations, many.edgeCorrelations);
}

TEST(StrongestPairsTest, GivenPairsHaveTheSameCorrelations) {
  for (const LaplacianKind kind : bothLaplacians) {
    const Laplacian laplacian(testing::randomGraph(500, 1500, 8), kind);
    const KernelSpec spec = matern(1.5, 5, kind);
    const StrongestPairs found = strongestPairs(laplacian, spec, 700).value();
    EXPECT_EQ(pairCorrelations(laplacian, spec, found.candidates.pairs).value().values, found.correlations);
    EXPECT_EQ(pairCorrelations(laplacian, spec, laplacian.graph().edges()).value().values,
              found.edgeCorrelations);
    // A few pairs need a few columns, and either direction will do.
    const Edge pair = found.candidates.pairs[5];
    EXPECT_EQ(pairCorrelations(laplacian, spec, std::vector<Edge>{{pair.v, pair.u}}).value().values[0],
              found.correlations[5]);
    EXPECT_FALSE(pairCorrelations(laplacian, spec, std::vector<Edge>{{0, 500}}).has_value());
    EXPECT_FALSE(pairCorrelations(laplacian, spec, std::vector<Edge>{{3, 3}}).has_value());
  }
}

TEST(StrongestPairsTest, AreThoseOfExactRowsOnCora) {
  SISPDE_REAL_DATA(file, "cora.npz");
  const Graph graph = openDataset(file).value().graph;
  // A third of Cora by node number, which the dense route does in a moment.
  std::vector<Edge> edges;
  for (const Edge e : graph.edges())
    if (e.u < 900 && e.v < 900) edges.push_back(e);
  for (const LaplacianKind kind : bothLaplacians)
    expectDenseSet(buildGraph(900, edges).graph, matern(1.5, 5, kind), 4000);
}

TEST(StrongestPairsTest, MemoryAndCancelAreHeeded) {
  const Laplacian laplacian(testing::randomGraph(500, 1500, 8), LaplacianKind::Symmetric);
  EXPECT_FALSE(strongestPairs(laplacian, {}, 100, {.maxBytes = 1000}).has_value());
  EXPECT_FALSE(strongestPairs(laplacian, {}, 100, {.tolerance = 1e-12}).has_value());
  std::stop_source stop;
  stop.request_stop();
  const auto result = strongestPairs(laplacian, {}, 100, {}, {stop.get_token(), {}});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, ErrorKind::Cancelled);
}

TEST(StrongestPairsTest, ABufferKeepsTheStrongestInAnyOrder) {
  std::vector<ScoredPair> all;
  Random random(9);
  for (NodeId u = 0; u < 150; ++u)
    for (NodeId v = u + 1; v < 150; ++v) all.push_back({static_cast<float>(random.below(50)), {u, v}});
  std::vector<ScoredPair> expected = all;
  std::sort(expected.begin(), expected.end(), isStronger);
  expected.resize(700);
  for (int turn = 0; turn < 3; ++turn) {
    random.shuffle(std::span(all));
    TopPairs top(700, static_cast<std::int64_t>(all.size()));
    for (std::size_t at = 0; at < all.size(); at += 97)
      top.add(std::span(all).subspan(at, std::min<std::size_t>(97, all.size() - at)));
    EXPECT_LE(top.threshold(), expected.back().correlation);
    const PairBuffer taken = top.take();
    EXPECT_EQ(taken.capacity(), 700u);  // the answer has the place of the rest
    ASSERT_EQ(taken.size(), expected.size());
    for (std::size_t i = 0; i < taken.size(); ++i) {
      EXPECT_EQ(taken[i].pair, expected[i].pair);
      EXPECT_EQ(taken[i].correlation, expected[i].correlation);
    }
  }
  EXPECT_EQ(TopPairs::bytesFor(5000, 1'000'000), 2 * 5000 * sizeof(ScoredPair));
}

TEST(RewireByKernelTest, NearAndAllPairsAgreeWhereAllAreNear) {
  const Laplacian laplacian(generateDataset("karate", 0).value().graph, LaplacianKind::Symmetric);
  for (const RewireOptions options : {RewireOptions{.dropShare = 0.2, .addShare = 0.3},
                                      RewireOptions{.dropPercentile = 10.0, .addPercentile = 95.0}}) {
    const RewireRequest near{matern(1, 1, LaplacianKind::Symmetric), options, 5, {}};
    RewireRequest all = near;
    all.hops = 0;
    const PlannedRewiring a = rewireByKernel(laplacian, near).value(),
                          b = rewireByKernel(laplacian, all).value();
    EXPECT_EQ(a.candidates, b.candidates);
    EXPECT_EQ(a.rewiring.added, b.rewiring.added);
    EXPECT_EQ(a.rewiring.dropped, b.rewiring.dropped);
    EXPECT_EQ(a.rewiring.thresholdAdd, b.rewiring.thresholdAdd);
    EXPECT_FALSE(a.rewiring.added.empty());
  }
}

}  // namespace
}  // namespace sispde
