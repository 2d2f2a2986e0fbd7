#include <chrono>
#include <cstring>
#include <thread>

#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/spectral/chebyshev_apply.h"
#include "tests/unit/small_graphs.h"

namespace sispde {
namespace {

using testing::bothLaplacians;
using testing::randomGraph;
using testing::randomlyWeighted;

// p(Δ)B by dense matrices in float64; B and the result are N × columns, row-major.
std::vector<double> densePolynomial(const Laplacian& laplacian, double upper, std::span<const double> c,
                                    const std::vector<double>& block, std::size_t columns) {
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  std::vector<double> x = laplacian.dense();
  for (double& value : x) value *= 2 / upper;
  for (std::size_t u = 0; u < n; ++u) x[u * n + u] -= 1;
  const auto times = [&](const std::vector<double>& y) {
    std::vector<double> product(y.size(), 0);
    for (std::size_t u = 0; u < n; ++u)
      for (std::size_t v = 0; v < n; ++v)
        for (std::size_t j = 0; j < columns; ++j)
          product[u * columns + j] += x[u * n + v] * y[v * columns + j];
    return product;
  };
  std::vector<double> before = block, now = times(block), sum(block.size(), 0);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    sum[i] = c[0] * before[i];
    if (c.size() > 1) sum[i] += c[1] * now[i];
  }
  for (std::size_t k = 2; k < c.size(); ++k) {
    std::vector<double> next = times(now);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      next[i] = 2 * next[i] - before[i];
      sum[i] += c[k] * next[i];
    }
    before.swap(now);
    now.swap(next);
  }
  return sum;
}

// B with entries of both signs that float and half hold exactly.
std::vector<double> randomBlock(std::size_t items) {
  Random random(77);
  std::vector<double> block(items);
  for (double& value : block) value = (static_cast<double>(random.below(2049)) - 1024) / 1024;
  return block;
}

std::vector<double> randomCoefficients(int degree, double decay) {
  Random random(degree + 1);
  std::vector<double> c;
  for (int k = 0; k <= degree; ++k) c.push_back((2 * random.uniform() - 1) * std::pow(decay, k));
  return c;
}

template <class T>
std::vector<double> fusedPolynomial(const Laplacian& laplacian, double upper, std::span<const double> c,
                                    const std::vector<double>& block, std::size_t columns,
                                    const ApplyOptions& options) {
  const RecurrenceMatrix<T> matrix(laplacian, upper);
  std::vector<double> result(block.size(), -99);
  BlockTask<T> task;
  task.columns = columns;
  task.fill = [&](const Tile<T>& tile) {
    for (std::size_t u = 0; u < tile.nodes; ++u)
      for (int j = 0; j < tile.used; ++j)
        tile.row(u)[j] = static_cast<T>(block[u * columns + tile.first + j]);
  };
  task.drain = [&](const Tile<const T>& tile) {
    for (std::size_t u = 0; u < tile.nodes; ++u)
      for (int j = 0; j < tile.used; ++j)
        result[u * columns + tile.first + j] = static_cast<double>(tile.row(u)[j]);
  };
  EXPECT_TRUE(chebyshevApply(matrix, c, task, options).has_value());
  return result;
}

// The largest 2-norm error of a column, relative to the column of B.
double worstColumn(const std::vector<double>& a, const std::vector<double>& b,
                   const std::vector<double>& block, std::size_t columns) {
  double worst = 0;
  for (std::size_t j = 0; j < columns; ++j) {
    double difference = 0, size = 0;
    for (std::size_t i = j; i < a.size(); i += columns) {
      difference += (a[i] - b[i]) * (a[i] - b[i]);
      size += block[i] * block[i];
    }
    worst = std::max(worst, std::sqrt(difference / size));
  }
  return worst;
}

// What ChebyshevSeries::rounding promises for c, with four roundoffs a step.
double roundingBound(std::span<const double> c, double unit) {
  double sum = 0;
  for (std::size_t k = 0; k < c.size(); ++k)
    sum += std::abs(c[k]) * (static_cast<double>(k) + 1) * (static_cast<double>(k) + 2) / 2;
  return 4 * unit * sum;
}

class Recurrence : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(ChebyshevApplyTest, Recurrence, ::testing::Values(4, 8, 16, 32, 0));

TEST_P(Recurrence, EqualsADensePolynomial) {
  const Graph graph = randomGraph(37, 90, 3, /*isolated=*/2);
  for (const LaplacianKind kind : bothLaplacians)
    for (const bool weighted : {false, true}) {
      const Laplacian laplacian = weighted ? randomlyWeighted(graph, kind, 4) : Laplacian(graph, kind);
      const double upper = laplacian.lambdaMax();
      for (const int degree : {0, 1, 2, 3, 50})
        for (const std::size_t columns : {1, 2, 3, 4, 5, 8, 9, 17, 31, 32, 33, 70}) {
          const std::vector<double> block = randomBlock(37 * columns);
          const ApplyOptions options{.width = GetParam()};
          // A fast decay leaves bounds that a wrong term would exceed.
          const std::vector<double> c = randomCoefficients(degree, 0.5);
          const std::vector<double> slow = densePolynomial(laplacian, upper, c, block, columns);
          const auto error = [&](const std::vector<double>& fast) {
            return worstColumn(fast, slow, block, columns);
          };
          const std::string name = fmt::format("{} weighted {} degree {} columns {}", laplacianName(kind),
                                               weighted, degree, columns);
          EXPECT_LE(error(fusedPolynomial<float>(laplacian, upper, c, block, columns, options)),
                    roundingBound(c, 0x1p-24))
              << name;
          EXPECT_LE(error(fusedPolynomial<double>(laplacian, upper, c, block, columns, options)),
                    roundingBound(c, 0x1p-53))
              << name;
          EXPECT_LE(error(fusedPolynomial<float>(laplacian, upper, c, block, columns,
                                                 {.half = true, .width = GetParam()})),
                    roundingBound(c, 0x1p-11))
              << name;
        }
    }
}

TEST_P(Recurrence, OfAHighDegreeLosesNoMoreThanItsTermsTogether) {
  const Laplacian laplacian(randomGraph(50, 120, 9, 1), LaplacianKind::Combinatorial);
  const double upper = laplacian.lambdaMax();
  const std::vector<double> block = randomBlock(50 * 6), c = randomCoefficients(400, 0.99);
  const std::vector<double> slow = densePolynomial(laplacian, upper, c, block, 6);
  const ApplyOptions options{.width = GetParam()};
  double terms = 0;  // roundoffs add up over the steps: k of them have gone into T_k
  for (std::size_t k = 0; k < c.size(); ++k) terms += 4 * std::abs(c[k]) * (static_cast<double>(k) + 1);
  EXPECT_LE(worstColumn(fusedPolynomial<float>(laplacian, upper, c, block, 6, options), slow, block, 6),
            terms * 0x1p-24);
  EXPECT_LE(worstColumn(fusedPolynomial<double>(laplacian, upper, c, block, 6, options), slow, block, 6),
            terms * 0x1p-53);
}

TEST(ChebyshevApplyTest, WeightsOfAnySizeGiveTheSame) {
  const Graph graph = randomGraph(60, 150, 6, 2);
  const std::vector<double> weights = testing::randomWeights(graph, 1), block = randomBlock(60 * 3),
                            c = randomCoefficients(30, 0.9);
  for (const LaplacianKind kind : bothLaplacians) {
    const Laplacian plain = Laplacian::weighted(graph, kind, weights).value();
    const std::vector<double> expected = densePolynomial(plain, plain.lambdaMax(), c, block, 3);
    for (const double size : {1e-150, 1e-50, 1e50, 1e150}) {
      std::vector<double> scaled = weights;
      for (double& weight : scaled) weight *= size;
      const Laplacian laplacian = Laplacian::weighted(graph, kind, scaled).value();
      const double upper = kind == LaplacianKind::Symmetric ? 2 : plain.lambdaMax() * size;
      EXPECT_LE(worstColumn(fusedPolynomial<float>(laplacian, upper, c, block, 3, {}), expected, block, 3),
                1e-4);
      EXPECT_LE(worstColumn(fusedPolynomial<double>(laplacian, upper, c, block, 3, {}), expected, block, 3),
                1e-12);
    }
  }
}

TEST(ChebyshevApplyTest, TheNodeMajorFormEqualsADensePolynomial) {
  const Laplacian laplacian(randomGraph(40, 100, 6), LaplacianKind::Symmetric);
  const RecurrenceMatrix<float> matrix(laplacian, 2);
  const std::vector<double> block = randomBlock(40 * 11), c = randomCoefficients(12, 0.5);
  const std::vector<float> input(block.begin(), block.end());
  std::vector<float> result(input.size());
  ASSERT_TRUE(chebyshevApply(matrix, c, input, 11, result).has_value());
  const std::vector<double> wide(result.begin(), result.end());
  EXPECT_LE(worstColumn(wide, densePolynomial(laplacian, 2, c, block, 11), block, 11),
            roundingBound(c, 0x1p-24));
}

TEST(ChebyshevApplyTest, VisitsSeeTheChebyshevVectors) {
  const Laplacian laplacian(randomGraph(30, 70, 8, 1), LaplacianKind::Symmetric);
  const RecurrenceMatrix<double> matrix(laplacian, 2);
  const std::vector<double> block = randomBlock(30 * 5);
  const std::vector<double> c = randomCoefficients(7, 0.5);
  std::vector<std::vector<double>> seen(8, std::vector<double>(30 * 5));
  BlockTask<double> task;
  task.columns = 5;
  task.fill = [&](const Tile<double>& tile) {
    for (std::size_t u = 0; u < tile.nodes; ++u)
      for (int j = 0; j < tile.used; ++j) tile.row(u)[j] = block[u * 5 + tile.first + j];
  };
  task.visit = [&](int k, const Tile<const double>& tile) {
    for (std::size_t u = 0; u < tile.nodes; ++u)
      for (int j = 0; j < tile.used; ++j) seen[k][u * 5 + tile.first + j] = tile.row(u)[j] * matrix.out[u];
  };
  ASSERT_TRUE(chebyshevApply(matrix, c, task).has_value());
  for (std::size_t k = 0; k < seen.size(); ++k) {
    std::vector<double> unit(k + 1, 0);
    unit[k] = 1;
    EXPECT_LE(worstColumn(seen[k], densePolynomial(laplacian, 2, unit, block, 5), block, 5), 1e-14) << k;
  }
}

// Enough rows for them to be split among threads where there are few columns.
TEST(ChebyshevApplyTest, ThreadsAndTileWidthsDoNotChangeABit) {
  const Graph graph = randomGraph(20'000, 70'000, 12, 5);
  for (const LaplacianKind kind : bothLaplacians) {
    const Laplacian laplacian = randomlyWeighted(graph, kind, 2);
    const double upper = laplacian.lambdaMax();
    const std::vector<double> c = randomCoefficients(9, 0.8);
    for (const std::size_t columns : {1, 7, 70}) {
      const std::vector<double> block = randomBlock(20'000 * columns);
      for (const bool half : {false, true}) {
        std::vector<std::vector<double>> results;
        for (const int threads : {1, 2})
          for (const int width : {0, 4, 32}) {
            const ThreadLimit limit(threads);
            results.push_back(
                fusedPolynomial<float>(laplacian, upper, c, block, columns, {.half = half, .width = width}));
          }
        for (const auto& result : results) EXPECT_EQ(result, results[0]);
      }
      const auto wide = [&](int threads, int width) {
        const ThreadLimit limit(threads);
        return fusedPolynomial<double>(laplacian, upper, c, block, columns, {.width = width});
      };
      EXPECT_EQ(wide(1, 8), wide(2, 16));
    }
  }
}

TEST(RecurrenceTest, AskingAheadDoesNotChangeABit) {
  const Laplacian laplacian(randomGraph(90, 300, 1, 2), LaplacianKind::Combinatorial);
  const RecurrenceMatrix<float> matrix(laplacian, laplacian.lambdaMax());
  for (const int width : {4, 8, 16, 32}) {
    const std::vector<double> block = randomBlock(90 * width);
    const auto run = [&](int prefetch) {
      std::vector<float> current(block.begin(), block.end()), previous(block.rbegin(), block.rend()),
          sum(block.begin(), block.end());
      recurrenceStep(StepArguments<float>{.matrix = &matrix,
                                          .begin = 0,
                                          .end = matrix.runs.size(),
                                          .width = width,
                                          .current = current.data(),
                                          .previous = previous.data(),
                                          .sum = sum.data(),
                                          .a = 0.25f,
                                          .b = -0.5f,
                                          .prefetch = prefetch});
      previous.insert(previous.end(), sum.begin(), sum.end());
      return previous;
    };
    EXPECT_EQ(run(0), run(24));
  }
}

TEST(RecurrenceTest, AStepTouchesItsRowsAlone) {
  const Laplacian laplacian(testing::gridGraph(6, 5), LaplacianKind::Symmetric);
  const RecurrenceMatrix<double> matrix(laplacian, 2);
  const std::vector<double> current = randomBlock(30 * 8);
  std::vector<double> previous(30 * 8, 7), sum(30 * 8, 9);
  recurrenceStep(StepArguments<double>{.matrix = &matrix,
                                       .begin = 1,
                                       .end = 2,
                                       .width = 8,
                                       .current = current.data(),
                                       .previous = previous.data(),
                                       .sum = sum.data(),
                                       .a = 1,
                                       .b = 1});
  ASSERT_EQ(matrix.runs.size(), 3U);  // corners, sides, the inner nodes
  for (std::size_t i = 0; i < previous.size(); ++i) {
    const auto row = static_cast<NodeId>(i / 8);
    const bool inside = row >= matrix.runs[1].begin && row < matrix.runs[1].end;
    EXPECT_EQ(previous[i] != 7, inside) << i;
    EXPECT_EQ(sum[i] != 9, inside) << i;
  }
}

TEST(ChebyshevApplyTest, NoColumnsAndNoNodesAreNoWork) {
  const Laplacian laplacian(testing::gridGraph(3, 3), LaplacianKind::Symmetric);
  const std::vector<double> c{1, 2};
  EXPECT_TRUE(chebyshevApply(RecurrenceMatrix<float>(laplacian, 2), c, BlockTask<float>{}).has_value());
  BlockTask<float> task;
  task.columns = 3;
  const Laplacian nothing(Graph(), LaplacianKind::Symmetric);
  EXPECT_TRUE(chebyshevApply(RecurrenceMatrix<float>(nothing, 2), c, task).has_value());
}

Result<void> longRun(const Progress& progress, std::size_t columns) {
  const Laplacian laplacian(randomGraph(20'000, 70'000, 12), LaplacianKind::Symmetric);
  const RecurrenceMatrix<float> matrix(laplacian, 2);
  const std::vector<double> c(100'000, 1e-5);  // minutes of work
  const std::vector<float> block(20'000 * columns, 1);
  std::vector<float> result(block.size());
  return chebyshevApply(matrix, c, block, columns, result, {}, progress);
}

TEST(ChebyshevApplyTest, AStopBeforeTheStartCancels) {
  std::stop_source source;
  source.request_stop();
  for (const std::size_t columns : {1, 70}) {
    const auto result = longRun({source.get_token()}, columns);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().kind, ErrorKind::Cancelled);
  }
}

TEST(ChebyshevApplyTest, AStopFromAnotherThreadCancelsSoon) {
  using Clock = std::chrono::steady_clock;
  for (const std::size_t columns : {1, 70}) {
    std::stop_source source;
    Clock::time_point asked;
    std::jthread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      asked = Clock::now();
      source.request_stop();
    });
    const auto result = longRun({source.get_token()}, columns);
    const auto end = Clock::now();
    other.join();
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().kind, ErrorKind::Cancelled);
    EXPECT_LT(end - asked, std::chrono::seconds(2));  // some 10 ms on a machine that has nothing else to do
  }
}

// On both sides of what a shared cache holds: threads go over tiles of their own, or over one together.
TEST(ChebyshevApplyTest, LargeGraphsGiveTheSameNumbersInEveryTileAndOnOneThread) {
  for (const NodeId nodes : {30'000, 110'000}) {
    const Laplacian laplacian(randomGraph(nodes, 2 * nodes, 5), LaplacianKind::Symmetric);
    const RecurrenceMatrix<float> matrix(laplacian, 2);
    const std::vector<double> c = randomCoefficients(3, 0.5);
    constexpr std::size_t columns = 40;
    const std::vector<double> exact = randomBlock(static_cast<std::size_t>(nodes) * columns);
    const std::vector<float> block(exact.begin(), exact.end());
    std::vector<float> chosen(block.size()), narrow(block.size()), alone(block.size());
    ASSERT_TRUE(chebyshevApply(matrix, c, block, columns, chosen));
    ASSERT_TRUE(chebyshevApply(matrix, c, block, columns, narrow, {.width = 8}));
    const ThreadLimit limit(1);
    ASSERT_TRUE(chebyshevApply(matrix, c, block, columns, alone));
    EXPECT_EQ(chosen, narrow);
    EXPECT_EQ(chosen, alone);
  }
}

TEST(RecurrenceMatrixTest, KnowsWhetherNeighboursAreNear) {
  std::vector<Edge> near;  // a long ladder
  for (NodeId u = 0; u + 2 < 60'000; ++u) near.push_back({u, u + 2});
  const RecurrenceMatrix<float> ladder(Laplacian(buildGraph(60'000, near).graph, LaplacianKind::Symmetric),
                                       2);
  EXPECT_TRUE(ladder.local);
  const RecurrenceMatrix<float> random(Laplacian(randomGraph(60'000, 120'000, 3), LaplacianKind::Symmetric),
                                       2);
  EXPECT_FALSE(random.local);
}

TEST(ChebyshevApplyTest, MemoryIsThreeVectorsPerTileThatRuns) {
  const ThreadLimit limit(1);
  EXPECT_EQ(applyBytes<float>(1000, 1), 3 * 4 * 1000 * 4u);
  EXPECT_EQ(applyBytes<float>(1000, 320, {.width = 32}), 3 * 4 * 1000 * 32u);
  EXPECT_EQ(applyBytes<double>(1000, 320, {.width = 8}), 3 * 8 * 1000 * 8u);
  EXPECT_EQ(applyBytes<float>(1000, 32, {.half = true, .width = 32}), (4 + 2 * 2) * 1000 * 32u);
}

}  // namespace
}  // namespace sispde
