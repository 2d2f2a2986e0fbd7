#include <set>

#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/graph/components.h"
#include "core/noise/noise.h"
#include "tests/unit/small_graphs.h"
#include "tests/unit/spectrum_of.h"

namespace sispde {
namespace {

using testing::bothLaplacians;
using testing::exactKernel;
using testing::randomGraph;
using testing::relativeError;
using testing::sharedSpectrumOf;

using FieldMatrix = Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

std::vector<float> draw(const NormalPlace& place, std::uint64_t first, std::size_t count) {
  std::vector<float> values(count);
  normals(place, first, values);
  return values;
}

struct Moments {
  double mean = 0, variance = 0, skewness = 0, kurtosis = 0;
};
Moments momentsOf(const std::vector<float>& values) {
  Moments m;
  const auto n = static_cast<double>(values.size());
  for (const float x : values) m.mean += x / n;
  double third = 0, fourth = 0;
  for (const float x : values) {
    const double d = x - m.mean;
    m.variance += d * d / n;
    third += d * d * d / n;
    fourth += d * d * d * d / n;
  }
  m.skewness = third / std::pow(m.variance, 1.5);
  m.kurtosis = fourth / (m.variance * m.variance);
  return m;
}

// Standard errors of the four are √(1/n), √(2/n), √(6/n) and √(24/n); five of them are allowed.
void expectStandardNormal(const std::vector<float>& values) {
  const Moments m = momentsOf(values);
  const double unit = 5 / std::sqrt(static_cast<double>(values.size()));
  EXPECT_NEAR(m.mean, 0, unit);
  EXPECT_NEAR(m.variance, 1, unit * std::sqrt(2));
  EXPECT_NEAR(m.skewness, 0, unit * std::sqrt(6));
  EXPECT_NEAR(m.kurtosis, 3, unit * std::sqrt(24));
}

TEST(NormalsTest, HaveTheMomentsOfTheNormalDistribution) {
  expectStandardNormal(draw({.seed = 1}, 0, 4'000'000));
  // The same along the other directions of the place.
  std::vector<float> columns, steps, seeds;
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    for (const float x : draw({.seed = 2, .column = i}, 0, 4)) columns.push_back(x);
    for (const float x : draw({.seed = 2, .step = i}, 0, 4)) steps.push_back(x);
    for (const float x : draw({.seed = i}, 0, 4)) seeds.push_back(x);
  }
  expectStandardNormal(columns);
  expectStandardNormal(steps);
  expectStandardNormal(seeds);
}

TEST(NormalsTest, HaveTheDistributionFunctionOfTheNormalDistribution) {
  std::vector<float> values = draw({.seed = 8}, 0, 1'000'000);
  std::sort(values.begin(), values.end());
  double distance = 0;  // Kolmogorov–Smirnov
  for (std::size_t i = 0; i < values.size(); ++i)
    distance = std::max(distance, std::abs(0.5 * std::erfc(-values[i] / std::sqrt(2.0)) -
                                           (static_cast<double>(i) + 0.5) / 1e6));
  EXPECT_LT(distance, 2.2 / 1000);  // exceeded once in 8000 seeds
  EXPECT_LT(values.front(), -4.3);
  EXPECT_GT(values.back(), 4.3);
}

TEST(NormalsTest, NeighbouringPlacesAreNotCorrelated) {
  constexpr std::size_t n = 400'000;
  const std::vector<float> here = draw({.seed = 3, .step = 1, .column = 1}, 0, n + 8);
  const auto correlation = [&](const std::vector<float>& other, std::size_t shift) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += here[i] * other[i + shift];
    return sum / n;
  };
  const double limit = 5 / std::sqrt(static_cast<double>(n));
  for (std::size_t shift = 1; shift <= 8; ++shift) EXPECT_NEAR(correlation(here, shift), 0, limit) << shift;
  for (const NormalPlace& other :
       {NormalPlace{.seed = 3, .step = 1, .column = 2}, NormalPlace{.seed = 3, .step = 2, .column = 1},
        NormalPlace{.seed = 4, .step = 1, .column = 1},
        NormalPlace{.seed = 3, .step = 1, .column = 1, .set = NormalSet::Edges},
        NormalPlace{.seed = 3 + (std::uint64_t{1} << 32), .step = 1, .column = 1}}) {
    const std::vector<float> values = draw(other, 0, n);
    EXPECT_NE(values[0], here[0]);
    EXPECT_NEAR(correlation(values, 0), 0, limit);
  }
}

TEST(NormalsTest, APartIsTheSameAsInTheWhole) {
  const NormalPlace place{.seed = 99, .step = 7, .column = 3};
  const std::vector<float> whole = draw(place, 0, 3000);
  for (const std::size_t first : {0, 4, 8, 252, 256, 260, 1000, 2048, 2996})
    for (const std::size_t count : {1, 2, 3, 4, 5, 255, 256, 257, 700}) {
      if (first + count > whole.size()) continue;
      const std::vector<float> part = draw(place, first, count);
      ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + first)) << first << " " << count;
    }
}

TEST(NormalsTest, PlacesBeyondThirtyTwoBitsDiffer) {
  std::set<float> seen;
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{1} << 34, std::uint64_t{1} << 35})
    seen.insert(draw({.seed = 5}, first, 1)[0]);
  EXPECT_EQ(seen.size(), 3u);
}

TEST(NormalsTest, NothingIsWrittenBehindTheEnd) {
  std::vector<float> values(600, 7);
  for (const std::size_t count : {1, 5, 255, 256, 257, 513}) {
    std::fill(values.begin(), values.end(), 7.0f);
    normals({.seed = 1}, 0, std::span(values).first(count));
    for (std::size_t i = count; i < values.size(); ++i) ASSERT_EQ(values[i], 7) << count;
  }
}

// Forty nodes, two components and one node without neighbours.
Graph fortyNodes() {
  std::vector<Edge> edges = randomGraph(25, 60, 4).edges();
  for (NodeId u = 25; u < 38; ++u) edges.push_back({u, u + 1});
  return buildGraph(40, edges).graph;
}

struct Kernel {
  const char* name;
  KernelSpec spec;
};
void PrintTo(const Kernel& kernel, std::ostream* out) {
  *out << kernel.name;
}
const Kernel kernels[] = {
    {"maternSym", {.nu = 1.5, .kappa = 2, .sigma = 0.5}},
    {"maternComb", {.nu = 1, .kappa = 1, .laplacian = LaplacianKind::Combinatorial}},
    {"maternFar", {.nu = 0.5, .kappa = 20, .sigma = 3, .laplacian = LaplacianKind::Combinatorial}},
    {"heatSym", {.kind = KernelKind::Heat, .kappa = 2}},
    {"heatComb", {.kind = KernelKind::Heat, .kappa = 0.7, .laplacian = LaplacianKind::Combinatorial}},
    {"laplacianSym", {.kind = KernelKind::Laplacian, .sigma = 2}},
    {"laplacianComb", {.kind = KernelKind::Laplacian, .laplacian = LaplacianKind::Combinatorial}},
    {"laplacianNone",
     {.kind = KernelKind::Laplacian,
      .laplacian = LaplacianKind::Combinatorial,
      .normalisation = Normalisation::None}},
    {"white", {.kind = KernelKind::White, .sigma = 1.5}},
};

class FieldsOf : public ::testing::TestWithParam<Kernel> {};
INSTANTIATE_TEST_SUITE_P(FieldsTest, FieldsOf, ::testing::ValuesIn(kernels),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(FieldsOf, AHundredThousandSamplesHaveTheCovarianceOfTheKernel) {
  constexpr std::uint32_t count = 100'000;
  const KernelSpec spec = GetParam().spec;
  const Laplacian laplacian(fortyNodes(), spec.laplacian);
  const Eigen::MatrixXd kernel = exactKernel(*sharedSpectrumOf(laplacian), spec, 1);
  const Fields fields = sampleFields(laplacian, {.spec = spec, .seed = 3, .columns = count}).value();
  const Eigen::MatrixXd x = FieldMatrix(fields.values.data(), count, 40).cast<double>();
  const Eigen::MatrixXd covariance = x.transpose() * x / count;
  // The expected error of n samples, relative to the Frobenius norm.
  const double expected =
      std::sqrt((1 + kernel.trace() * kernel.trace() / kernel.squaredNorm()) / double{count});
  EXPECT_LT((covariance - kernel).norm() / kernel.norm(), 1.5 * expected);
  // And no bias in the mean: its squared norm is tr K / n in expectation.
  EXPECT_LT(x.colwise().mean().norm(), 2 * std::sqrt(kernel.trace() / count));
}

TEST_P(FieldsOf, OneAndTwoThreadsGiveTheSameBits) {
  const Laplacian laplacian(fortyNodes(), GetParam().spec.laplacian);
  const auto run = [&](int threads) {
    const ThreadLimit limit(threads);
    return sampleFields(laplacian, {.spec = GetParam().spec, .seed = 3, .steps = 3, .columns = 21})
        .value()
        .values;
  };
  EXPECT_EQ(run(1), run(2));
}

TEST_P(FieldsOf, StepsAndColumnsAreFieldsOfTheirOwn) {
  const Laplacian laplacian(fortyNodes(), GetParam().spec.laplacian);
  FieldsRequest request{.spec = GetParam().spec, .seed = 3, .steps = 3, .columns = 4};
  const Fields whole = sampleFields(laplacian, request).value();
  ASSERT_EQ(whole.values.size(), 3 * 4 * 40u);
  request.firstStep = 2;
  request.steps = 1;
  const Fields last = sampleFields(laplacian, request).value();
  EXPECT_TRUE(std::equal(last.values.begin(), last.values.end(), whole.values.begin() + 2 * 4 * 40));
  std::set<float> first;
  for (std::size_t field = 0; field < 12; ++field) first.insert(whole.values[field * 40]);
  EXPECT_EQ(first.size(), 12u);
}

TEST_P(FieldsOf, AllMethodsGiveTheSameField) {
  const KernelSpec spec = GetParam().spec;
  const Laplacian laplacian(fortyNodes(), spec.laplacian);
  if (spec.kind == KernelKind::Laplacian) {  // sampled through the incidence matrix alone, and that is said
    EXPECT_EQ(sampleFields(laplacian, {.spec = spec, .method = Method::Chebyshev}).error().kind,
              ErrorKind::Usage);
    EXPECT_EQ(sampleFields(laplacian, {.spec = spec})->report.method, Method::Incidence);
    return;
  }
  const auto spectrum = sharedSpectrumOf(laplacian);
  const Eigen::MatrixXd root = exactKernel(*spectrum, spec, 0.5);
  for (const Method method :
       {Method::Auto, Method::Eigen, Method::Chebyshev, Method::Lanczos, Method::Cholesky}) {
    if (spec.kind == KernelKind::White && method == Method::Cholesky) continue;
    FieldsRequest request{.spec = spec, .seed = 11, .columns = 9, .method = method};
    if (method == Method::Eigen) request.spectrum = spectrum;
    const auto fields = sampleFields(laplacian, request);
    ASSERT_TRUE(fields.has_value()) << methodName(method) << fields.error().sentence();
    EXPECT_LE(fields->report.bound, 1e-6);
    for (std::uint32_t c = 0; c < 9; ++c) {
      const std::vector<float> z = draw({.seed = 11, .column = c}, 0, 40);
      const Eigen::VectorXd exact = root * Eigen::Map<const Eigen::VectorXf>(z.data(), 40).cast<double>();
      EXPECT_LE(relativeError(std::span(fields->values).subspan(c * 40, 40), std::span(exact.data(), 40)),
                fields->report.bound)
          << methodName(method);
    }
  }
}

TEST(FieldsTest, NoiseBeyondFloat32IsRefused) {
  // Unnormalised, ν = 50, κ = 100: the root of φ(0) is e^115.
  const Laplacian laplacian(fortyNodes(), LaplacianKind::Symmetric);
  const KernelSpec spec{.nu = 50, .kappa = 100, .normalisation = Normalisation::None};
  EXPECT_EQ(sampleNoise(laplacian, {.spec = spec}).error().kind, ErrorKind::Usage);
  EXPECT_EQ(sampleNoise(laplacian, {.spec = spec, .nodes = {1}}).error().kind, ErrorKind::Usage);
}

TEST(FieldsTest, LaplacianNoiseSumsToZeroOnEachComponent) {
  for (const LaplacianKind kind : bothLaplacians) {
    const Laplacian laplacian = testing::randomlyWeighted(fortyNodes(), kind, 6);
    const Components components = connectedComponents(laplacian.graph());
    const Fields fields =
        sampleFields(laplacian, {.spec = {.kind = KernelKind::Laplacian, .laplacian = kind}, .columns = 50})
            .value();
    for (std::size_t f = 0; f < 50; ++f) {
      std::vector<double> sums(components.count, 0), sizes(components.count, 0);
      for (NodeId u = 0; u < 40; ++u) {
        // Symmetric: the mode of λ = 0 is √d instead of a constant.
        const double mode = kind == LaplacianKind::Symmetric ? std::sqrt(laplacian.degrees()[u]) : 1;
        const double x = mode * static_cast<double>(fields.values[f * 40 + u]);
        sums[components.ofNode[u]] += x;
        sizes[components.ofNode[u]] += std::abs(x);
      }
      for (std::size_t c = 0; c < sums.size(); ++c) EXPECT_NEAR(sums[c], 0, 3e-7 * sizes[c]);
    }
    EXPECT_EQ(fields.values[39], 0);  // no neighbours, no noise
  }
}

TEST(FieldsTest, WeightedLaplacianNoiseHasTheCovarianceOfTheKernel) {
  constexpr std::uint32_t count = 100'000;
  for (const LaplacianKind kind : bothLaplacians) {
    const KernelSpec spec{.kind = KernelKind::Laplacian, .laplacian = kind};
    const Laplacian laplacian = testing::randomlyWeighted(fortyNodes(), kind, 6);
    const Eigen::MatrixXd kernel = exactKernel(*sharedSpectrumOf(laplacian), spec, 1);
    const Fields fields = sampleFields(laplacian, {.spec = spec, .columns = count}).value();
    const Eigen::MatrixXd x = FieldMatrix(fields.values.data(), count, 40).cast<double>();
    const double expected =
        std::sqrt((1 + kernel.trace() * kernel.trace() / kernel.squaredNorm()) / double{count});
    EXPECT_LT((x.transpose() * x / count - kernel).norm() / kernel.norm(), 1.5 * expected);
  }
}

TEST(FieldsTest, SigmaZeroGivesZeros) {
  const Laplacian laplacian(fortyNodes(), LaplacianKind::Symmetric);
  for (const KernelKind kind :
       {KernelKind::Matern, KernelKind::Heat, KernelKind::Laplacian, KernelKind::White}) {
    const Fields fields = sampleFields(laplacian, {.spec = {.kind = kind, .sigma = 0}, .columns = 3}).value();
    for (const float value : fields.values) ASSERT_EQ(value, 0);
  }
}

TEST(FieldsTest, TooLittleMemoryIsAnError) {
  const Laplacian laplacian(fortyNodes(), LaplacianKind::Symmetric);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{4 * 40 * 10 - 1}, std::size_t{4 * 40 * 10}}) {
    const auto fields = sampleFields(laplacian, {.columns = 10, .maxBytes = bytes});
    ASSERT_FALSE(fields.has_value()) << bytes;
    EXPECT_EQ(fields.error().kind, ErrorKind::Usage);
  }
}

TEST(FieldsTest, AStopBeforeTheStartCancels) {
  const Laplacian laplacian(fortyNodes(), LaplacianKind::Symmetric);
  std::stop_source source;
  source.request_stop();
  for (const KernelKind kind :
       {KernelKind::Matern, KernelKind::Heat, KernelKind::Laplacian, KernelKind::White}) {
    const auto fields =
        sampleFields(laplacian, {.spec = {.kind = kind}, .columns = 10}, {source.get_token()});
    ASSERT_FALSE(fields.has_value()) << kernelName(kind);
    EXPECT_EQ(fields.error().kind, ErrorKind::Cancelled);
  }
}

struct ModeCase {
  NoiseMode mode;
  double integral;  // variance of Σ dt ξ_k in units of K, for N = 4 and T = 1
};
constexpr ModeCase modes[] = {{NoiseMode::Increments, 1},
                              {NoiseMode::Path, 0.46875},
                              {NoiseMode::Literal, 0.09375},
                              {NoiseMode::Stationary, 0.25}};

// The integral is Σ a_k R Z_k with some a_k, found here by least squares; its variance is then Σ a_k² K, exactly.
TEST(NoiseTest, TheTimeIntegralHasTheVarianceOfItsMode) {
  const Laplacian laplacian(fortyNodes(), LaplacianKind::Symmetric);
  const KernelSpec spec{.nu = 1.5, .kappa = 2, .sigma = 0.7};
  const Fields fields = sampleFields(laplacian, {.spec = spec, .seed = 21, .steps = 4, .columns = 2}).value();
  for (const ModeCase& c : modes)
    for (const std::uint32_t column : {0u, 1u}) {
      const Noise noise =
          sampleNoise(laplacian, {.spec = spec, .seed = 21, .mode = c.mode, .steps = 4, .columns = 2})
              .value();
      Eigen::VectorXd integral = Eigen::VectorXd::Zero(40);
      Eigen::MatrixXd drawn(40, 4);
      for (std::uint32_t k = 0; k < 4; ++k)
        for (Eigen::Index u = 0; u < 40; ++u) {
          integral[u] += 0.25 * static_cast<double>(noise.at(k, column, 2)[u]);
          drawn(u, k) = static_cast<double>(fields.values[(k * 2 + column) * 40 + u]);
        }
      const Eigen::VectorXd a = drawn.colPivHouseholderQr().solve(integral);
      EXPECT_LE((drawn * a - integral).norm(), 1e-6 * integral.norm());
      EXPECT_NEAR(a.squaredNorm(), c.integral, 1e-5);
    }
}

TEST(NoiseTest, EveryStepIsWhatItsModeSays) {
  const Laplacian laplacian(fortyNodes(), LaplacianKind::Combinatorial);
  const KernelSpec spec{.nu = 0.5, .kappa = 3, .laplacian = LaplacianKind::Combinatorial};
  constexpr std::uint32_t steps = 5;
  constexpr double time = 2, dt = time / steps;
  const Fields fields = sampleFields(laplacian, {.spec = spec, .seed = 4, .steps = steps}).value();
  for (const ModeCase& c : modes) {
    const Noise noise =
        sampleNoise(laplacian, {.spec = spec, .seed = 4, .mode = c.mode, .steps = steps, .time = time})
            .value();
    std::vector<double> path(40, 0);
    for (std::uint32_t k = 0; k < steps; ++k)
      for (std::size_t u = 0; u < 40; ++u) {
        const double z = static_cast<double>(fields.values[k * 40 + u]);
        path[u] += std::sqrt(dt) * z;
        const double expected = c.mode == NoiseMode::Increments ? z / std::sqrt(dt)
                                : c.mode == NoiseMode::Path     ? path[u]
                                : c.mode == NoiseMode::Literal  ? std::sqrt(k * dt) * z
                                                                : z;
        EXPECT_NEAR(static_cast<double>(noise.at(k, 0, 1)[u]), expected, 1e-5);
      }
  }
}

TEST(NoiseTest, ChosenNodesAreThoseOfAllNodes) {
  const std::vector<NodeId> nodes{39, 0, 17, 17, 26};
  for (const Kernel& kernel : kernels)
    for (const ModeCase& c : modes) {
      const Laplacian laplacian(fortyNodes(), kernel.spec.laplacian);
      NoiseRequest request{.spec = kernel.spec, .seed = 8, .mode = c.mode, .steps = 3, .columns = 7};
      const Noise all = sampleNoise(laplacian, request).value();
      request.nodes = nodes;
      const Noise chosen = sampleNoise(laplacian, request).value();
      ASSERT_EQ(all.nodes, 40u);
      ASSERT_EQ(chosen.nodes, nodes.size());
      ASSERT_EQ(chosen.values.size(), 3 * 7 * nodes.size());
      for (std::uint32_t k = 0; k < 3; ++k)
        for (std::uint32_t column = 0; column < 7; ++column)
          for (std::size_t i = 0; i < nodes.size(); ++i)
            ASSERT_NEAR(chosen.at(k, column, 7)[i], all.at(k, column, 7)[nodes[i]], 3e-5f * kernel.spec.sigma)
                << kernel.name;
    }
}

TEST(NoiseTest, TheSameNumbersAreSeenThroughEveryKernel) {
  const Laplacian laplacian(fortyNodes(), LaplacianKind::Symmetric);
  const Noise white = sampleNoise(laplacian, {.spec = {.kind = KernelKind::White},
                                              .seed = 13,
                                              .mode = NoiseMode::Stationary,
                                              .steps = 2,
                                              .columns = 3})
                          .value();
  const KernelSpec spec{.nu = 2, .kappa = 1};
  const Noise matern =
      sampleNoise(laplacian,
                  {.spec = spec, .seed = 13, .mode = NoiseMode::Stationary, .steps = 2, .columns = 3})
          .value();
  const Eigen::MatrixXd root = exactKernel(*sharedSpectrumOf(laplacian), spec, 0.5);
  const Eigen::MatrixXd z = FieldMatrix(white.values.data(), 6, 40).cast<double>(),
                        x = FieldMatrix(matern.values.data(), 6, 40).cast<double>();
  EXPECT_LE((z * root - x).norm(), 2e-6 * x.norm());
}

TEST(NoiseTest, OneAndTwoThreadsGiveTheSameBits) {
  const Laplacian laplacian(fortyNodes(), LaplacianKind::Symmetric);
  for (const std::vector<NodeId>& nodes : {std::vector<NodeId>{}, std::vector<NodeId>{3, 1, 30}}) {
    const auto run = [&](int threads) {
      const ThreadLimit limit(threads);
      return sampleNoise(laplacian, {.seed = 2, .mode = NoiseMode::Path, .columns = 33, .nodes = nodes})
          .value()
          .values;
    };
    EXPECT_EQ(run(1), run(2));
  }
}

TEST(NoiseTest, WithoutNormalisationNoiseHasItsTrueSize) {
  const Laplacian laplacian(fortyNodes(), LaplacianKind::Symmetric);
  // nu 20: φ(0) = 40^−20 ≈ 1e-32, whose root float32 holds; nu 50: 100^−50 = 1e-100, whose root it does not.
  const auto largest = [&](double nu, std::vector<NodeId> nodes) {
    const Noise noise = sampleNoise(laplacian, {.spec = {.nu = nu, .normalisation = Normalisation::None},
                                                .mode = NoiseMode::Stationary,
                                                .columns = 20,
                                                .nodes = std::move(nodes)})
                            .value();
    float most = 0;
    for (const float value : noise.values) most = std::max(most, std::abs(value));
    return static_cast<double>(most);
  };
  for (const auto& nodes : {std::vector<NodeId>{}, std::vector<NodeId>{39}}) {
    EXPECT_GT(largest(20, nodes), 0.5 * std::pow(40.0, -10));
    EXPECT_LT(largest(20, nodes), 6 * std::pow(40.0, -10));
    EXPECT_EQ(largest(50, nodes), 0);
  }
}

TEST(NoiseTest, RequestsThatMakeNoSenseAreErrors) {
  const Laplacian laplacian(fortyNodes(), LaplacianKind::Symmetric);
  const NoiseRequest wrong[] = {
      {.steps = 0},         {.time = 0},
      {.time = -1},         {.time = std::nan("")},
      {.time = HUGE_VAL},   {.nodes = {40}},
      {.nodes = {-1}},      {.spec = {.kind = KernelKind::Laplacian}, .nodes = {40}},
      {.spec = {.nu = -1}}, {.spec = {.laplacian = LaplacianKind::Combinatorial}},
      {.tolerance = 1e-9}};
  for (const NoiseRequest& request : wrong) {
    const auto noise = sampleNoise(laplacian, request);
    ASSERT_FALSE(noise.has_value());
    EXPECT_EQ(noise.error().kind, ErrorKind::Usage);
  }
}

}  // namespace
}  // namespace sispde
