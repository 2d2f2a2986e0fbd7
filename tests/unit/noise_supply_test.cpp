// The noise that a model trains with: FieldSampler, NoiseBank and NoiseSupply against sampleFields and the kernel itself.

#include <cmath>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "core/graph/components.h"
#include "core/model/noise_supply.h"
#include "tests/unit/small_graphs.h"

namespace sispde {
namespace {

using testing::randomGraph;
using testing::starGraph;

// Forty nodes: a random part, a path and one node without neighbours.
Graph fortyNodes() {
  std::vector<Edge> edges = randomGraph(25, 60, 4).edges();
  for (NodeId u = 25; u < 38; ++u) edges.push_back({u, u + 1});
  return buildGraph(40, edges).graph;
}

std::vector<NodeId> inOrder(NodeId count) {
  std::vector<NodeId> order;
  for (NodeId u = 0; u < count; ++u) order.push_back(u);
  return order;
}

std::shared_ptr<const FieldSampler> samplerOf(const Graph& graph, const KernelSpec& spec,
                                              double tolerance = 1e-5) {
  const auto laplacian = std::make_shared<const Laplacian>(graph, spec.laplacian);
  return std::make_shared<const FieldSampler>(
      FieldSampler::make(laplacian, {.spec = spec, .tolerance = tolerance}).value());
}

// K, row-major, by the rows that have tests of their own.
std::vector<double> covarianceOf(const Graph& graph, const KernelSpec& spec) {
  const KernelRows rows =
      kernelRows(Laplacian(graph, spec.laplacian), inOrder(graph.nodeCount()), {.spec = spec}).value();
  return {rows.values.begin(), rows.values.end()};
}

// Whether samples(u)[i], i < count, have the covariance factor · K within 1.5 times what so many independent ones are
// expected to miss, relative to the Frobenius norm.
template <class Samples>
void expectCovariance(const std::vector<double>& kernel, double factor, std::size_t count,
                      const Samples& samples, double allowed = 1.5) {
  const auto n = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(kernel.size()))));
  double trace = 0, square = 0, error = 0;
  for (std::size_t u = 0; u < n; ++u) {
    trace += kernel[u * n + u];
    for (std::size_t v = 0; v < n; ++v) {
      double sum = 0;
      for (std::size_t i = 0; i < count; ++i)
        sum += static_cast<double>(samples(u, i)) * static_cast<double>(samples(v, i));
      const double k = kernel[u * n + v];
      square += k * k;
      error += std::pow(sum / static_cast<double>(count) / factor - k, 2);
    }
  }
  const double expected = std::sqrt((1 + trace * trace / square) / static_cast<double>(count));
  EXPECT_LT(std::sqrt(error / square), allowed * expected);
}

struct Kernel {
  const char* name;
  KernelSpec spec;
};
constexpr LaplacianKind comb = LaplacianKind::Combinatorial;
const Kernel kernels[] = {
    {"maternSym", {.nu = 1.5, .kappa = 2, .sigma = 0.5}},
    {"maternComb", {.laplacian = comb}},
    {"maternFar", {.nu = 0.5, .kappa = 20, .sigma = 3, .laplacian = comb}},
    {"maternNone", {.nu = 2, .sigma = 2, .laplacian = comb, .normalisation = Normalisation::None}},
    {"heatSym", {.kind = KernelKind::Heat, .kappa = 2}},
    {"heatComb", {.kind = KernelKind::Heat, .kappa = 0.7, .laplacian = comb}},
    {"laplacianSym", {.kind = KernelKind::Laplacian, .sigma = 2}},
    {"laplacianComb", {.kind = KernelKind::Laplacian, .laplacian = comb}},
    {"white", {.kind = KernelKind::White, .sigma = 1.5}},
};

// The largest distance of a sampler's field from the one that sampleFields gives for the same numbers, relative to the
// root of the mean squared norm of all fields.
double distanceFromSampleFields(const Graph& graph, const KernelSpec& spec, double tolerance) {
  constexpr std::uint32_t steps = 2, columns = 19;
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  const Fields fields =
      sampleFields(Laplacian(graph, spec.laplacian),
                   {.spec = spec, .seed = 11, .firstStep = 3, .steps = steps, .columns = columns})
          .value();
  const double scale = trueScale(fields.scaling).value();
  const NormalSet set = spec.kind == KernelKind::Laplacian ? NormalSet::Edges : NormalSet::Nodes;
  std::vector<NormalPlace> places;
  for (std::uint32_t i = 0; i < steps * columns; ++i)
    places.push_back({11, 3 + i / columns, i % columns, set});
  constexpr std::size_t stride = steps * columns + 5, first = 2;
  std::vector<float> block(n * stride, 7);
  EXPECT_TRUE(samplerOf(graph, spec, tolerance)->draw(places, {block.data(), stride, first}).has_value());
  double worst = 0, square = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    double distance = 0;
    for (std::size_t u = 0; u < n; ++u) {
      const double exact = static_cast<double>(fields.values[i * n + u]) * scale;
      distance += std::pow(static_cast<double>(block[u * stride + first + i]) - exact, 2);
      square += exact * exact / static_cast<double>(places.size());
    }
    worst = std::max(worst, distance);
  }
  for (std::size_t u = 0; u < n; ++u)  // the places beside the block are left alone
    for (const std::size_t c : {std::size_t{0}, std::size_t{1}, stride - 3, stride - 1})
      EXPECT_EQ(block[u * stride + c], 7);
  return std::sqrt(worst / square);
}

TEST(NoiseSupplyTest, ASamplersFieldsAreThoseOfSampleFields) {
  for (const Kernel& each : kernels) {
    SCOPED_TRACE(each.name);

    EXPECT_LT(distanceFromSampleFields(fortyNodes(), each.spec, 1e-5), 2e-5);
  }
}

TEST(NoiseSupplyTest, ASamplerKeepsItsToleranceAroundAHub) {
  for (const KernelSpec& spec : std::vector<KernelSpec>{{.nu = 5, .kappa = 10, .laplacian = comb},
                                                        {.nu = 1000, .kappa = 0.01, .laplacian = comb},
                                                        {.nu = 1000, .kappa = 5},
                                                        {.nu = 3, .kappa = 100},
                                                        {.kind = KernelKind::Heat, .kappa = 20}}) {
    SCOPED_TRACE(::testing::Message() << "nu " << spec.nu << " kappa " << spec.kappa);
    EXPECT_LT(distanceFromSampleFields(starGraph(300), spec, 1e-3), 2e-3);
  }
}

TEST(NoiseSupplyTest, ASamplerKeepsItsToleranceWhereThePolynomialHasThousandsOfTerms) {
  const KernelSpec spec{.nu = 1, .kappa = 100, .laplacian = comb};
  EXPECT_LT(distanceFromSampleFields(starGraph(300), spec, 1e-3), 2e-3);
}

TEST(NoiseSupplyTest, ColumnsOfABankHaveTheCovarianceOfTheKernel) {
  for (const Kernel& each : kernels) {
    SCOPED_TRACE(each.name);

    constexpr std::size_t count = 50'000;
    NoiseBank bank(samplerOf(fortyNodes(), each.spec), {.columns = count, .seed = 3});
    ASSERT_TRUE(bank.advance(1).has_value());
    const float* values = bank.values();
    const std::size_t stride = bank.stride();
    expectCovariance(covarianceOf(fortyNodes(), each.spec), 1, count,
                     [&](std::size_t u, std::size_t i) { return values[u * stride + i]; });
  }
}

// What a supply gives for all steps: steps × nodes × (samples · hidden).
std::vector<float> valuesOf(const NoiseRows& rows, const SpdeShape& shape, std::size_t nodes) {
  const std::size_t perStep = nodes * shape.samples * shape.hidden;
  std::vector<float> values(static_cast<std::size_t>(shape.steps) * perStep);
  for (int k = 0; k < shape.steps; ++k) {
    float* now = values.data() + static_cast<std::size_t>(k) * perStep;
    rows(k, 0, nodes, k > 0 ? now - perStep : nullptr, now);
  }
  return values;
}

struct Supply {
  Graph graph;
  SpdeShape shape, validationShape;
  std::vector<NodeId> order;
  NoiseSupply supply;

  Supply(const Graph& g, const KernelSpec& spec, const SpdeShape& s, const SupplyOptions& options,
         std::size_t validationSamples = 2)
      : graph(g), shape(s), validationShape(s), order(inOrder(g.nodeCount())), supply(g, options, s, [&] {
          validationShape.samples = validationSamples;
          return validationShape;
        }()) {
    EXPECT_TRUE(supply.setKernel(spec, {}).has_value());
  }
  std::size_t nodes() const { return order.size(); }
  std::vector<float> training(int epoch) {
    EXPECT_TRUE(supply.advance(epoch, {}).has_value());
    return valuesOf(supply.training(epoch, order), shape, nodes());
  }
  std::vector<float> validation(int epoch) {
    EXPECT_TRUE(supply.advance(epoch, {}).has_value());
    return valuesOf(supply.validation(epoch, order), validationShape, nodes());
  }
  std::vector<float> test(std::size_t samples, std::size_t first = 0) const {
    SpdeShape wanted = shape;
    wanted.samples = samples;
    const auto drawn = supply.test(wanted, first, {});
    return valuesOf((*drawn)->rows, wanted, nodes());
  }
};

TEST(NoiseSupplyTest, AnEpochHasTheCovarianceThatItsModeAsksForInEveryStep) {
  for (const Kernel& each : kernels) {
    SCOPED_TRACE(each.name);

    const std::vector<double> kernel = covarianceOf(fortyNodes(), each.spec);
    const SpdeShape shape{.hidden = 40, .samples = 60, .steps = 3, .time = 2};
    const double dt = shape.dt();
    const std::size_t width = shape.samples * shape.hidden;
    for (const NoiseMode mode :
         {NoiseMode::Increments, NoiseMode::Path, NoiseMode::Literal, NoiseMode::Stationary}) {
      SCOPED_TRACE(static_cast<int>(mode));
      Supply supply(fortyNodes(), each.spec, shape, {.mode = mode, .bankEpochs = 1, .seed = 9}, 1);
      for (const bool tested : {false, true}) {
        const std::vector<float> values = tested ? supply.test(shape.samples) : supply.training(2);
        for (int k = 0; k < shape.steps; ++k) {
          const float* now = values.data() + static_cast<std::size_t>(k) * 40 * width;
          const double factor = mode == NoiseMode::Increments ? 1 / dt
                                : mode == NoiseMode::Path     ? (k + 1) * dt
                                : mode == NoiseMode::Literal  ? k * dt
                                                              : 1;
          if (factor == 0) {
            EXPECT_TRUE(std::all_of(now, now + 40 * width, [](float x) { return x == 0; }));
            continue;
          }
          expectCovariance(kernel, factor, width,
                           [&](std::size_t u, std::size_t i) { return now[u * width + i]; });
        }
      }
    }
  }
}

TEST(NoiseSupplyTest, StepsAreIndependentButForThePath) {
  const KernelSpec spec{.laplacian = comb};
  const SpdeShape shape{.hidden = 48, .samples = 50, .steps = 2, .time = 1};
  const std::size_t width = shape.samples * shape.hidden;
  for (const NoiseMode mode : {NoiseMode::Increments, NoiseMode::Path, NoiseMode::Stationary}) {
    Supply supply(fortyNodes(), spec, shape, {.mode = mode, .bankEpochs = 1, .seed = 2}, 1);
    const std::vector<float> values = supply.training(1);
    double both = 0, first = 0;
    for (std::size_t i = 0; i < 40 * width; ++i) {
      both += static_cast<double>(values[i]) * static_cast<double>(values[40 * width + i]);
      first += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    }
    EXPECT_NEAR(both / first, mode == NoiseMode::Path ? 1 : 0, 0.03);
  }
}

TEST(NoiseSupplyTest, MaternWithALargeNuIsHeatNoise) {
  const Graph graph = fortyNodes();
  const auto bankOf = [&](const KernelSpec& spec) {
    NoiseBank bank(samplerOf(graph, spec), {.columns = 64, .seed = 4});
    EXPECT_TRUE(bank.advance(1).has_value());
    return std::vector<double>(bank.values(), bank.values() + 40 * bank.stride());
  };
  for (const LaplacianKind kind : testing::bothLaplacians) {
    const std::vector<double> heat = bankOf({.kind = KernelKind::Heat, .kappa = 1.3, .laplacian = kind});
    const auto distance = [&](double nu) {
      return testing::relativeError(bankOf({.nu = nu, .kappa = 1.3, .laplacian = kind}), heat);
    };
    EXPECT_LT(distance(1000), 2e-3);
    EXPECT_GT(distance(1), 0.05);
    EXPECT_LT(distance(1000), distance(100));
  }
}

TEST(NoiseSupplyTest, LaplacianNoiseSumsToZeroOnEachComponent) {
  const Components components = connectedComponents(fortyNodes());
  const SpdeShape shape{.hidden = 5, .samples = 2, .steps = 3};
  Supply supply(fortyNodes(), {.kind = KernelKind::Laplacian, .laplacian = comb}, shape, {.seed = 8});
  const std::size_t width = shape.samples * shape.hidden;
  for (const std::vector<float>& values : {supply.training(3), supply.validation(3), supply.test(2)})
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t c = 0; c < width; ++c) {
        std::vector<double> sums(static_cast<std::size_t>(components.count), 0);
        double size = 0;
        for (std::size_t u = 0; u < 40; ++u) {
          const double x = values[(k * 40 + u) * width + c];
          sums[components.ofNode[u]] += x;
          size += std::abs(x);
        }
        EXPECT_GT(size, 1);
        for (const double sum : sums) EXPECT_LT(std::abs(sum), 1e-5 * size);
      }
}

struct Schedule {
  double bankEpochs, renewed;
};

TEST(NoiseSupplyTest, AnEpochsNoiseDependsOnSeedAndEpochAlone) {
  for (const Kernel& each : kernels) {
    SCOPED_TRACE(each.name);

    const SpdeShape shape{.hidden = 20, .samples = 2, .steps = 2};
    for (const Schedule& schedule : {Schedule{0, 0.5}, Schedule{1, 1}, Schedule{8, 0.125}, Schedule{3, 0}}) {
      SCOPED_TRACE(::testing::Message() << schedule.bankEpochs << " " << schedule.renewed);
      const SupplyOptions options{.bankEpochs = schedule.bankEpochs, .renewed = schedule.renewed, .seed = 21};
      Supply supply(fortyNodes(), each.spec, shape, options);
      std::vector<std::vector<float>> training{{}}, validation{{}};
      for (int epoch = 1; epoch <= 30; ++epoch) {
        training.push_back(supply.training(epoch));
        validation.push_back(supply.validation(epoch));
        EXPECT_NE(training[epoch], training[epoch - 1]);
      }
      for (const int epoch : {30, 1, 17, 17, 2, 29, 3}) {
        EXPECT_EQ(supply.validation(epoch), validation[epoch]) << epoch;
        EXPECT_EQ(supply.training(epoch), training[epoch]) << epoch;
        Supply fresh(fortyNodes(), each.spec, shape, options);
        EXPECT_EQ(fresh.training(epoch), training[epoch]) << epoch;
        EXPECT_EQ(fresh.validation(epoch), validation[epoch]) << epoch;
      }
      SupplyOptions other = options;
      other.seed = 22;
      EXPECT_NE(Supply(fortyNodes(), each.spec, shape, other).training(4), training[4]);
    }
  }
}

// Sizes of the numbers of one node: a column is known by them whatever its sign and place.
std::set<float> sizesAt(const std::vector<float>& values, std::size_t node, std::size_t width) {
  std::set<float> sizes;
  for (std::size_t at = 0; at < values.size(); at += 40 * width)
    for (std::size_t c = 0; c < width; ++c) sizes.insert(std::abs(values[at + node * width + c]));
  return sizes;
}

TEST(NoiseSupplyTest, NoColumnIsUsedTwiceInOneEpoch) {
  const SpdeShape shape{.hidden = 32, .samples = 3, .steps = 4};
  const std::size_t width = shape.samples * shape.hidden;
  Supply supply(fortyNodes(), {.laplacian = comb}, shape,
                {.mode = NoiseMode::Stationary, .bankEpochs = 1, .seed = 6}, 2);
  for (int epoch = 1; epoch <= 5; ++epoch) {
    std::set<float> seen = sizesAt(supply.training(epoch), 3, width);
    EXPECT_EQ(seen.size(), 4 * width);
    seen.merge(sizesAt(supply.validation(epoch), 3, 2 * shape.hidden));
    EXPECT_EQ(seen.size(), 4 * (width + 2 * shape.hidden));
  }
}

TEST(NoiseSupplyTest, WithoutABankNoColumnReturns) {
  const SpdeShape shape{.hidden = 32, .samples = 1, .steps = 2};
  Supply supply(fortyNodes(), {.laplacian = comb}, shape,
                {.mode = NoiseMode::Stationary, .bankEpochs = 0, .seed = 6});
  std::set<float> seen;
  for (int epoch = 1; epoch <= 6; ++epoch) seen.merge(sizesAt(supply.training(epoch), 3, 32));
  EXPECT_EQ(seen.size(), 6 * 64u);
}

TEST(NoiseSupplyTest, AColumnThatReturnsComesWithEitherSign) {
  const SpdeShape shape{.hidden = 16, .samples = 1, .steps = 1};
  Supply supply(fortyNodes(), {.laplacian = comb}, shape,
                {.mode = NoiseMode::Stationary,
                 .bankEpochs = 1,
                 .renewed = 0,
                 .seed = 6,
                 .maxBytes = 3 * 4 * 16 * 40});  // no more than are needed
  std::set<float> seen, sizes;
  for (int epoch = 1; epoch <= 60; ++epoch) {
    for (const float x : supply.training(epoch)) seen.insert(x);
    for (const float x : supply.training(epoch)) sizes.insert(std::abs(x));
  }
  EXPECT_EQ(sizes.size(), 40 * 16 * 3u);  // with the two chunks of the validation
  EXPECT_EQ(seen.size(), 2 * sizes.size());
}

TEST(NoiseSupplyTest, ChunksOfTrainingAndValidationAreAllDifferent) {
  std::set<std::vector<std::uint32_t>> orders;
  for (int epoch = 1; epoch <= 50; ++epoch) {
    const ChunkChoice training = chooseChunks(40, 0, 4, 2, 50, 7, epoch),
                      validation = chooseChunks(40, 32, 1, 2, 50, 7, epoch);
    ASSERT_EQ(training.chunks.size(), 32u);
    ASSERT_EQ(training.signs.size(), 400u);
    std::set<std::uint32_t> all(training.chunks.begin(), training.chunks.end());
    all.insert(validation.chunks.begin(), validation.chunks.end());
    EXPECT_EQ(all.size(), 40u);
    EXPECT_LT(*all.rbegin(), 40u);
    double sum = 0;
    for (const float sign : training.signs) {
      EXPECT_EQ(std::abs(sign), 1);
      sum += sign;
    }
    EXPECT_LT(std::abs(sum), 5 * std::sqrt(400));
    orders.insert(training.chunks);
  }
  EXPECT_EQ(orders.size(), 50u);
}

TEST(NoiseSupplyTest, ABankRenewsItsChunksInTurn) {
  NoiseBank bank(samplerOf(fortyNodes(), {.laplacian = comb}), {.columns = 80, .renewed = 20, .seed = 1});
  ASSERT_EQ(bank.chunks(), 5u);
  const auto now = [&](int epoch) {
    EXPECT_TRUE(bank.advance(epoch).has_value());
    return std::vector<float>(bank.values(), bank.values() + 40 * bank.stride());
  };
  const auto changed = [&](const std::vector<float>& a, const std::vector<float>& b) {
    std::set<std::size_t> chunks;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i] != b[i]) chunks.insert(i % bank.stride() / NoiseBank::chunk);
    return chunks.size();
  };
  const std::vector<float> first = now(1), second = now(2), third = now(3), fourth = now(4);
  EXPECT_EQ(changed(first, second), 2u);  // 20 columns are two chunks
  EXPECT_EQ(changed(first, third), 4u);
  EXPECT_EQ(changed(first, fourth), 5u);
  EXPECT_EQ(now(1), first);
}

TEST(NoiseSupplyTest, ACancelledAdvanceIsMadeUpForByTheNext) {
  const Graph graph = randomGraph(2000, 6000, 5, 10);
  const SpdeShape shape{.hidden = 32, .samples = 1, .steps = 2};
  for (const KernelSpec& spec :
       {KernelSpec{.kappa = 4, .laplacian = comb}, KernelSpec{.kind = KernelKind::Laplacian}}) {
    const SupplyOptions options{.bankEpochs = 4, .renewed = 1, .seed = 3};
    Supply calm(graph, spec, shape, options), troubled(graph, spec, shape, options);
    Random random(17);
    int cancelledOnes = 0;
    for (int epoch = 1; epoch <= 12; ++epoch) {
      std::stop_source source;
      if (epoch % 4 == 1) source.request_stop();
      const std::jthread other([&, wait = random.below(4000)] {
        std::this_thread::sleep_for(std::chrono::microseconds(wait));
        source.request_stop();
      });
      const auto done = troubled.supply.advance(epoch, {source.get_token(), {}});
      if (!done) {
        EXPECT_EQ(done.error().kind, ErrorKind::Cancelled);
        ++cancelledOnes;
      }
      if (epoch % 3 == 0) EXPECT_EQ(troubled.training(epoch), calm.training(epoch));
    }
    EXPECT_GT(cancelledOnes, 2);
  }
}

TEST(NoiseSupplyTest, AKernelThatIsSetBackGivesTheNoiseOfBefore) {
  const KernelSpec old{.laplacian = comb}, other{.kind = KernelKind::Heat, .kappa = 2};
  const SpdeShape shape{.hidden = 20, .samples = 1, .steps = 2};
  Supply supply(fortyNodes(), old, shape, {.seed = 3}), fresh(fortyNodes(), other, shape, {.seed = 3});
  const std::vector<float> before = supply.training(5), tested = supply.test(3);
  ASSERT_TRUE(supply.supply.setKernel(other, {}).has_value());
  EXPECT_EQ(supply.training(5), fresh.training(5));
  EXPECT_EQ(supply.test(3), fresh.test(3));
  EXPECT_NE(supply.test(3), tested);
  ASSERT_TRUE(supply.supply.setKernel(old, {}).has_value());
  EXPECT_EQ(supply.training(5), before);
  EXPECT_EQ(supply.test(3), tested);
}

TEST(NoiseSupplyTest, ARefusedOrCancelledKernelLeavesTheOldOne) {
  const KernelSpec old{.laplacian = comb};
  Supply supply(fortyNodes(), old, {.hidden = 20}, {.seed = 3});
  const std::vector<float> before = supply.training(5);
  EXPECT_EQ(supply.supply.setKernel({.nu = -1}, {}).error().kind, ErrorKind::Usage);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(supply.supply.setKernel({.kind = KernelKind::Heat}, {source.get_token(), {}}).error().kind,
            ErrorKind::Cancelled);
  EXPECT_EQ(supply.supply.kernel(), old);
  EXPECT_EQ(supply.training(5), before);
}

TEST(NoiseSupplyTest, TestSamplesDifferFromEachOtherAndFromTraining) {
  for (const Kernel& each : kernels) {
    SCOPED_TRACE(each.name);

    const SpdeShape shape{.hidden = 20, .samples = 2, .steps = 2};
    Supply supply(fortyNodes(), each.spec, shape, {.mode = NoiseMode::Stationary, .seed = 3});
    std::set<float> seen;
    // Node 3 has neighbours; groups of samples as a scoring asks for them.
    for (const std::size_t first : {0, 2, 4, 6}) seen.merge(sizesAt(supply.test(2, first), 3, 40));
    EXPECT_EQ(seen.size(), 4 * 80u);
    seen.merge(sizesAt(supply.training(1), 3, 40));
    seen.merge(sizesAt(supply.validation(1), 3, 40));
    EXPECT_EQ(seen.size(), 6 * 80u);
  }
}

TEST(NoiseSupplyTest, RowsInAnotherOrderAndInPartsAreTheSameNoise) {
  for (const Kernel& each : kernels) {
    SCOPED_TRACE(each.name);

    const SpdeShape shape{.hidden = 7, .samples = 3, .steps = 2};
    Supply supply(fortyNodes(), each.spec, shape, {.seed = 3});
    const std::vector<float> whole = supply.training(2);
    const NoiseRows rows = supply.supply.training(2, supply.order);
    std::vector<float> part(16 * 21);
    for (const std::size_t begin : {0, 8, 24}) {
      rows(0, begin, begin + 16, nullptr, part.data());
      EXPECT_TRUE(
          std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(begin * 21)));
    }
    if (each.spec.kind == KernelKind::White) continue;  // has one number per row, whatever its node
    std::vector<NodeId> order = supply.order;
    Random(3).shuffle(std::span(order));
    // The bank itself in yet another order.
    std::vector<NodeId> stored = supply.order;
    Random(4).shuffle(std::span(stored));
    NoiseSupply other(fortyNodes(), {.seed = 3}, shape, supply.validationShape, stored);
    ASSERT_TRUE(other.setKernel(each.spec, {}).has_value());
    ASSERT_TRUE(other.advance(2, {}).has_value());
    for (const auto& [rowsOf, of] :
         {std::pair{other.training(2, order), order}, {other.training(2, stored), stored}}) {
      const std::vector<float> found = valuesOf(rowsOf, shape, 40);
      for (std::size_t row = 0; row < 40; ++row)
        for (std::size_t c = 0; c < 21; ++c)
          ASSERT_EQ(found[row * 21 + c], whole[static_cast<std::size_t>(of[row]) * 21 + c]);
    }
    supply.order = order;
    const std::vector<float> shuffled = supply.training(2);
    for (std::size_t row = 0; row < 40; ++row)
      for (std::size_t c = 0; c < 21; ++c)
        ASSERT_EQ(shuffled[row * 21 + c], whole[static_cast<std::size_t>(order[row]) * 21 + c]);
  }
}

TEST(NoiseSupplyTest, WithoutNoiseThereAreNoRows) {
  for (const KernelKind kind : {KernelKind::Matern, KernelKind::Laplacian, KernelKind::White})
    for (const bool on : {true, false}) {
      Supply supply(fortyNodes(), {.kind = kind, .sigma = on ? 0.0 : 1.0}, {.hidden = 8}, {.on = on});
      EXPECT_TRUE(supply.supply.silent());
      EXPECT_TRUE(supply.supply.advance(1, {}).has_value());
      EXPECT_FALSE(supply.supply.training(1, supply.order));
      EXPECT_FALSE(supply.supply.validation(1, supply.order));
      EXPECT_FALSE((*supply.supply.test({.hidden = 8}, 0, {}))->rows);
    }
}

TEST(NoiseSupplyTest, ABankBeyondItsMemoryStillHoldsWhatAnEpochNeeds) {
  const SpdeShape shape{.hidden = 32, .samples = 1, .steps = 2};
  Supply supply(fortyNodes(), {.laplacian = comb}, shape,
                {.mode = NoiseMode::Stationary, .bankEpochs = 8, .renewed = 0.5, .seed = 3, .maxBytes = 1});
  std::set<float> seen = sizesAt(supply.training(4), 3, 32);
  seen.merge(sizesAt(supply.validation(4), 3, 64));
  EXPECT_EQ(seen.size(), 3 * 64u);
}

}  // namespace
}  // namespace sispde
