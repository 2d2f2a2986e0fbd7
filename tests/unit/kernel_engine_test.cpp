// The live engine against exact eigenpairs: what a slider shows is within the bound it shows.

#include <algorithm>
#include <cmath>
#include <future>
#include <thread>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/kernel/kernel_engine.h"
#include "core/kernel/node_order.h"
#include "core/noise/fields.h"
#include "core/shift/generators.h"
#include "tests/unit/small_graphs.h"
#include "tests/unit/spectrum_of.h"

namespace sispde {
namespace {

using testing::spectrumOf;
using testing::unevenGraph;

KernelSpec sliderSpec(Random& random, LaplacianKind kind) {
  KernelSpec spec;
  spec.laplacian = kind;
  spec.nu = 0.1 * std::pow(500, random.uniform());
  spec.kappa = 0.25 * std::pow(80, random.uniform());
  return spec;
}

double distance(std::span<const float> a, std::span<const double> b) {
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::pow(static_cast<double>(a[i]) - b[i], 2);
    size += b[i] * b[i];
  }
  return std::sqrt(sum / size);
}

// K^power from eigenpairs, trace-normalised.
struct Exact {
  Exact(const Laplacian& laplacian, const KernelSpec& spec, double power)
      : spectrum(spectrumOf(laplacian)), shape(spec, power, laplacian.lambdaMax()) {
    const KernelFunction covariance(spec, 1, laplacian.lambdaMax());
    factor = std::exp(shape.logScale(laplacian.nodeCount(), spectrum.trace(covariance)));
  }
  std::vector<double> row(NodeId u) const {
    std::vector<double> values = spectrum.row(u, shape);
    for (double& x : values) x *= factor;
    return values;
  }
  Spectrum spectrum;
  KernelFunction shape;
  double factor = 1;
};

struct Case {
  const char* name;
  Graph graph;
};
std::vector<Case> cases() {
  return {{"uneven", unevenGraph()},
          {"grid", generateDataset("grid:14x11", 1)->graph},
          {"karate", generateDataset("karate", 1)->graph}};
}

TEST(KernelEngineTest, RowsAgreeWithExactOnesOverThreeHundredRandomKernels) {
  for (const Case& each : cases())
    for (const LaplacianKind kind : {LaplacianKind::Symmetric, LaplacianKind::Combinatorial}) {
      const Laplacian laplacian(each.graph, kind);
      const Spectrum spectrum = spectrumOf(laplacian);
      const auto engine = KernelEngine::make(laplacian).value();
      const std::vector<NodeId> nodes{0, 1, laplacian.nodeCount() / 2, laplacian.nodeCount() - 1};
      ASSERT_TRUE(engine->prepareRows(nodes).has_value());
      ASSERT_TRUE(engine->prepareDiagonal().has_value());
      Random random(7);
      std::vector<float> row(static_cast<std::size_t>(laplacian.nodeCount()));
      double worst = 0;
      for (int i = 0; i < 300; ++i) {
        const KernelSpec spec = sliderSpec(random, kind);
        const double power = i % 2 == 0 ? 1 : 0.5;
        const KernelFunction shape(spec, power, laplacian.lambdaMax()),
            covariance(spec, 1, laplacian.lambdaMax());
        const double factor = std::exp(shape.logScale(laplacian.nodeCount(), spectrum.trace(covariance)));
        const NodeId node = nodes[static_cast<std::size_t>(i) % nodes.size()];
        const LiveInfo info = engine->row(node, spec, row, power).value();
        std::vector<double> exact = spectrum.row(node, shape);
        for (double& x : exact) x *= factor;
        const double error = distance(row, exact);
        EXPECT_TRUE(info.ready);
        EXPECT_LE(error, info.bound) << each.name << " nu " << spec.nu << " kappa " << spec.kappa << " power "
                                     << power;
        worst = std::max(worst, info.bound);
      }
      EXPECT_LE(worst, 1e-3) << each.name;  // small rows of hubs have the largest relative bounds
    }
}

TEST(KernelEngineTest, TheBasisHasTheRankThatThePapersOfTheFamilyPromise) {
  EXPECT_LE(ReducedBasis::make(2)->rank(), 26);
  EXPECT_LE(ReducedBasis::make(170)->rank(), 40);
  EXPECT_LE(ReducedBasis::make(2, {.tolerance = 1e-3})->rank(), 16);
}

TEST(KernelEngineTest, TheProjectionErrorHoldsBetweenThePointsOfItsGrid) {
  const ReducedBasis basis = ReducedBasis::make(12).value();
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    const KernelSpec spec = sliderSpec(random, LaplacianKind::Combinatorial);
    const KernelFunction shape(spec, i % 2 == 0 ? 1 : 0.5, 12);
    const auto projection = basis.project(shape);
    for (int k = 0; k <= 200; ++k) {
      const double lambda = 12 * std::pow(random.uniform(), 4);
      const std::vector<double> g = basis.at(lambda);
      double sum = 0;
      for (std::size_t j = 0; j < g.size(); ++j) sum += projection.weights[j] * g[j];
      EXPECT_LE(std::abs(sum - shape(lambda)), projection.error)
          << spec.nu << " " << spec.kappa << " " << lambda;
    }
  }
}

TEST(KernelEngineTest, FewerFunctionsGiveALargerBound) {
  const ReducedBasis basis = ReducedBasis::make(2).value();
  const KernelFunction shape({.nu = 0.3, .kappa = 15}, 1, 2);
  EXPECT_GT(basis.project(shape, 8).error, 10 * basis.project(shape, 16).error);
  EXPECT_GT(basis.project(shape, 16).error, basis.project(shape).error);
}

TEST(KernelEngineTest, DiagonalTraceAndPairsAreExactOnSmallGraphs) {
  const Laplacian laplacian(unevenGraph(), LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian).value();
  const std::vector<Edge> pairs{{0, 5}, {3, 3}, {170, 171}, {0, 171}, {209, 1}, {150, 20}};
  ASSERT_TRUE(engine->prepareDiagonal().has_value());
  ASSERT_TRUE(engine->preparePairs(pairs).has_value());
  KernelSpec spec{.nu = 2, .kappa = 3, .sigma = 1.5};
  const Exact exact(laplacian, spec, 1);
  std::vector<float> diagonal(210), values(pairs.size()), correlations(pairs.size());
  const LiveInfo info = engine->diagonal(spec, diagonal).value();
  ASSERT_TRUE(engine->pairs(spec, false, values).has_value());
  ASSERT_TRUE(engine->pairs(spec, true, correlations).has_value());
  for (NodeId u = 0; u < 210; ++u)
    EXPECT_NEAR(diagonal[u], exact.row(u)[u], 1e-5 * exact.row(u)[u] + info.bound * 2.25);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double k = exact.row(pairs[i].u)[pairs[i].v];
    EXPECT_NEAR(values[i], k, 1e-5);
    EXPECT_NEAR(correlations[i],
                k / std::sqrt(exact.row(pairs[i].u)[pairs[i].u] * exact.row(pairs[i].v)[pairs[i].v]), 1e-5);
  }
  EXPECT_NEAR(engine->trace(spec)->value, 210 * 2.25, 1e-3);
  spec.normalisation = Normalisation::None;
  const KernelFunction covariance(spec, 1, 2);
  EXPECT_NEAR(engine->trace(spec)->value /
                  (spectrumOf(laplacian).trace(covariance) * std::exp(covariance.logScale(210, 1))),
              1, 1e-5);
}

TEST(KernelEngineTest, EigenpairsGiveTheSameVariancesAsUnitVectors) {
  const Laplacian laplacian(unevenGraph(), LaplacianKind::Combinatorial);
  const auto plain = KernelEngine::make(laplacian).value(), informed = KernelEngine::make(laplacian).value();
  ASSERT_TRUE(informed->setSpectrum(std::make_shared<const Spectrum>(spectrumOf(laplacian))).has_value());
  std::vector<float> direct(210), a(210), b(210);
  const KernelSpec spec{.nu = 0.7, .kappa = 2, .laplacian = LaplacianKind::Combinatorial};
  ASSERT_TRUE(informed->diagonal(spec, direct).has_value());  // no preparation needed
  ASSERT_TRUE(plain->prepareDiagonal().has_value());
  ASSERT_TRUE(informed->prepareDiagonal().has_value());
  ASSERT_TRUE(plain->diagonal(spec, a).has_value());
  ASSERT_TRUE(informed->diagonal(spec, b).has_value());
  for (std::size_t u = 0; u < 210; ++u) {
    EXPECT_NEAR(a[u], direct[u], 2e-5);
    EXPECT_NEAR(b[u], direct[u], 2e-5);
  }
}

TEST(KernelEngineTest, TheImageIsTheMeanOfTheBins) {
  const Laplacian laplacian(unevenGraph(), LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian).value();
  const auto order = orderNodes(laplacian, {}, NodeOrder::Degree).value();
  ASSERT_TRUE(engine->prepareDiagonal().has_value());  // the normalisation
  const KernelSpec spec{.nu = 1.5, .kappa = 4};
  const Exact exact(laplacian, spec, 1);
  for (const int bins : {1, 7, 64, 210, 1000}) {
    ASSERT_TRUE(engine->prepareImage(order, bins).has_value());
    const auto p = static_cast<std::size_t>(engine->imageBins());
    EXPECT_EQ(p, std::min<std::size_t>(static_cast<std::size_t>(bins), 210));
    std::vector<float> image(p * p);
    const LiveInfo info = engine->image(spec, false, image).value();
    std::vector<double> sums(p * p, 0), counts(p * p, 0);
    for (std::size_t i = 0; i < 210; ++i) {
      const std::vector<double> row = exact.row(order[i]);
      for (std::size_t j = 0; j < 210; ++j) {
        sums[i * p / 210 * p + j * p / 210] += row[order[j]];
        counts[i * p / 210 * p + j * p / 210] += 1;
      }
    }
    for (std::size_t i = 0; i < p * p; ++i)
      ASSERT_NEAR(image[i], sums[i] / counts[i], info.bound + 2e-6) << bins << " " << i;
  }
}

TEST(KernelEngineTest, ACorrelationImageOfSingleNodesHasOnesOnItsDiagonal) {
  const Laplacian laplacian(generateDataset("grid:9x8", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian).value();
  ASSERT_TRUE(engine->prepareDiagonal().has_value());
  ASSERT_TRUE(engine->prepareImage(orderNodes(laplacian, {}, NodeOrder::File).value(), 72).has_value());
  std::vector<float> image(72 * 72);
  ASSERT_TRUE(engine->image({.nu = 3, .kappa = 5}, true, image).has_value());
  for (std::size_t i = 0; i < 72; ++i) {
    EXPECT_NEAR(image[i * 72 + i], 1, 1e-4);
    for (std::size_t j = 0; j < 72; ++j) EXPECT_EQ(image[i * 72 + j], image[j * 72 + i]);
  }
}

TEST(KernelEngineTest, FieldsAreThoseOfTheSampler) {
  const Laplacian laplacian(unevenGraph(), LaplacianKind::Combinatorial);
  const auto engine = KernelEngine::make(laplacian).value();
  ASSERT_TRUE(engine->prepareDiagonal().has_value());
  ASSERT_TRUE(engine->prepareFields(11, 20).has_value());
  for (const KernelKind kind :
       {KernelKind::Matern, KernelKind::Heat, KernelKind::White, KernelKind::Laplacian}) {
    const KernelSpec spec{.kind = kind, .nu = 2, .kappa = 1.5, .laplacian = LaplacianKind::Combinatorial};
    std::vector<float> fields(20 * 210);
    const LiveInfo info = engine->fields(spec, fields).value();
    const Fields sampled = sampleFields(laplacian, {.spec = spec, .seed = 11, .columns = 20}).value();
    const std::vector<double> exact(sampled.values.begin(), sampled.values.end());
    EXPECT_LE(distance(fields, exact), info.bound + 3e-6) << kernelName(kind);
  }
}

TEST(KernelEngineTest, WhatIsNotPreparedIsAPartialSumWithItsBound) {
  const Laplacian laplacian(generateDataset("grid:30x30", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian).value();
  // Exact normalisation.
  ASSERT_TRUE(engine->setSpectrum(std::make_shared<const Spectrum>(spectrumOf(laplacian))).has_value());
  const KernelSpec spec{.nu = 1, .kappa = 12};
  const Exact exact(laplacian, spec, 1);
  std::vector<float> row(900);
  double before = std::numeric_limits<double>::infinity();
  for (const int degree : {5, 15, 40, 70, 100}) {
    const LiveInfo info = engine->row(450, spec, row, 1, degree).value();
    EXPECT_FALSE(info.ready);
    EXPECT_LE(distance(row, exact.row(450)), info.bound) << degree;
    EXPECT_LE(info.bound, before);
    before = info.bound;
  }
  EXPECT_LT(before, 1e-3);
}

TEST(KernelEngineTest, AboveTheExactSizeVariancesHaveAStandardError) {
  const Laplacian laplacian(generateDataset("grid:80x80", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian, {.tolerance = 1e-4}).value();
  ASSERT_TRUE(engine->prepareDiagonal().has_value());
  const KernelSpec spec{.nu = 2, .kappa = 3};
  std::vector<float> diagonal(6400);
  const LiveInfo info = engine->diagonal(spec, diagonal).value();
  const std::vector<double> exact = exactDiagonal(laplacian, KernelFunction(spec, 1, 2), 1e-6).value();
  double mean = 0, squares = 0;
  for (const double x : exact) mean += x / 6400;
  for (std::size_t u = 0; u < 6400; ++u) squares += std::pow(diagonal[u] - exact[u] / mean, 2) / 6400;
  EXPECT_GT(info.standardError, 0);
  EXPECT_NEAR(std::sqrt(squares) / info.standardError, 1, 0.25);
}

TEST(KernelEngineTest, AnUnnormalisedTraceHasTheErrorOfItsProbes) {
  const Laplacian laplacian(generateDataset("grid:80x80", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian, {.tolerance = 1e-4}).value();
  ASSERT_TRUE(engine->prepareDiagonal().has_value());
  const KernelSpec spec{.nu = 2, .kappa = 3, .normalisation = Normalisation::None};
  const KernelEngine::Trace trace = engine->trace(spec).value();
  const KernelFunction shape(spec, 1, 2);
  const double exact =
      shapeTrace(laplacian, shape, {.maxWork = 1e300}).value().value * std::exp(shape.logScale(6400, 1));
  EXPECT_GT(trace.standardError, 0);
  EXPECT_LE(std::abs(trace.value - exact), 4 * trace.standardError + trace.bound);
}

TEST(KernelEngineTest, CorrelationsDoNotUnderflowWithTinyVariances) {
  const Laplacian laplacian(generateDataset("karate", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian).value();
  ASSERT_TRUE(engine->prepareDiagonal().has_value());
  ASSERT_TRUE(engine->preparePairs(std::vector<Edge>{{0, 1}, {3, 3}}).has_value());
  std::vector<float> tiny(2), normal(2);
  KernelSpec spec{.nu = 15, .kappa = 1, .normalisation = Normalisation::None};  // variances of 1e-23
  ASSERT_TRUE(engine->pairs(spec, true, tiny).has_value());
  spec.normalisation = Normalisation::Trace;
  ASSERT_TRUE(engine->pairs(spec, true, normal).has_value());
  EXPECT_NEAR(tiny[0], normal[0], 1e-5);
  EXPECT_NEAR(tiny[1], 1, 1e-5);
}

TEST(KernelEngineTest, EigenpairsOfAnotherGraphAreRefused) {
  const Laplacian laplacian(generateDataset("karate", 1)->graph, LaplacianKind::Symmetric);
  const Laplacian other(generateDataset("ring:50", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian).value();
  EXPECT_FALSE(engine->setSpectrum(std::make_shared<const Spectrum>(spectrumOf(other))).has_value());
}

TEST(KernelEngineTest, RowsThatDoNotFitTogetherAreRefused) {
  const Laplacian laplacian(generateDataset("grid:30x30", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian, {.tolerance = 1e-4, .maxBytes = 4 << 20}).value();
  EXPECT_EQ(engine->prepareRows(orderNodes(laplacian, {}, NodeOrder::File).value()).error().kind,
            ErrorKind::Usage);
}

TEST(KernelEngineTest, OneRowNeedsTheRoomOfOne) {
  const Laplacian laplacian(generateDataset("grid:30x30", 1)->graph, LaplacianKind::Symmetric);
  const int rank = KernelEngine::make(laplacian).value()->basis().rank();
  const std::size_t stride = BasisBlock::padded(900);
  const std::size_t ring = 16 * 4 * stride, tile = 2 * 4 * sizeof(double) * 900;
  const std::size_t room =
      RecurrenceMatrix<double>::bytesFor(laplacian) + BasisBlock::bytesFor(stride, rank, false) + ring + tile;
  const auto engine = KernelEngine::make(laplacian, {.maxBytes = room}).value();
  const std::vector<NodeId> one{7}, four{7, 8, 9, 10};
  EXPECT_TRUE(engine->prepareRows(one).has_value());
  EXPECT_TRUE(engine->prepareRows(one).has_value());
  EXPECT_FALSE(engine->prepareRows(four).has_value());
  EXPECT_TRUE(engine->hasRow(7));
}

TEST(KernelEngineTest, HalfStorageIsNearAndSmaller) {
  const Laplacian laplacian(generateDataset("grid:30x30", 1)->graph, LaplacianKind::Symmetric);
  const auto full = KernelEngine::make(laplacian).value(),
             half = KernelEngine::make(laplacian, {.half = true}).value();
  const NodeId node = 77;
  for (const auto& engine : {full, half}) ASSERT_TRUE(engine->prepareRows({&node, 1}).has_value());
  std::vector<float> a(900), b(900);
  const KernelSpec spec{.nu = 1, .kappa = 3};
  ASSERT_TRUE(full->row(node, spec, a).has_value());
  const LiveInfo info = half->row(node, spec, b).value();
  EXPECT_LE(distance(b, std::vector<double>(a.begin(), a.end())), 5e-4);
  EXPECT_GE(info.bound, 5e-4);
  EXPECT_EQ(half->bytes() * 2, full->bytes());
}

TEST(KernelEngineTest, ThreadsChangeNothing) {
  const Laplacian laplacian(unevenGraph(), LaplacianKind::Symmetric);
  const KernelSpec spec{.nu = 1.2, .kappa = 6};
  std::vector<std::vector<float>> results;
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    const auto engine = KernelEngine::make(laplacian).value();
    const std::vector<NodeId> nodes{0, 9, 100};
    ASSERT_TRUE(engine->prepareRows(nodes).has_value());
    ASSERT_TRUE(engine->prepareDiagonal().has_value());
    ASSERT_TRUE(engine->prepareFields(3, 40).has_value());
    std::vector<float> all(210 * 44);
    ASSERT_TRUE(engine->rows(nodes, spec, std::span(all).first(630)).has_value());
    ASSERT_TRUE(engine->diagonal(spec, std::span(all).subspan(630, 210)).has_value());
    ASSERT_TRUE(engine->fields(spec, std::span(all).subspan(840)).has_value());
    results.push_back(all);
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(KernelEngineTest, RowsAreDroppedFirstWhenMemoryIsShort) {
  const Laplacian laplacian(generateDataset("grid:30x30", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian, {.tolerance = 1e-4, .maxBytes = 4 << 20}).value();
  ASSERT_TRUE(engine->prepareImage(orderNodes(laplacian, {}, NodeOrder::File).value(), 32).has_value());
  for (NodeId u = 0; u < 120; u += 4) {
    const std::vector<NodeId> nodes{u, u + 1, u + 2, u + 3};
    ASSERT_TRUE(engine->prepareRows(nodes).has_value());
    EXPECT_LE(engine->bytes(), std::size_t{4} << 20);
  }
  EXPECT_FALSE(engine->hasRow(0));
  EXPECT_TRUE(engine->hasRow(119));
  EXPECT_EQ(engine->imageBins(), 32);
  const Result<void> refused = engine->prepareFields(1, 400);
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().sentence().find("memory cap"), std::string::npos);
}

TEST(KernelEngineTest, BadRequestsGetASentence) {
  const Laplacian laplacian(generateDataset("karate", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian).value();
  std::vector<float> row(34), wrong(33);
  const auto usage = [](const auto& result) { return !result && result.error().kind == ErrorKind::Usage; };
  EXPECT_TRUE(usage(engine->row(34, {}, row)));
  EXPECT_TRUE(usage(engine->row(-1, {}, row)));
  EXPECT_TRUE(usage(engine->row(0, {}, wrong)));
  EXPECT_TRUE(usage(engine->row(0, {.nu = -1}, row)));
  EXPECT_TRUE(usage(engine->row(0, {.kappa = std::nan("")}, row)));
  EXPECT_TRUE(usage(engine->row(0, {.laplacian = LaplacianKind::Combinatorial}, row)));
  EXPECT_TRUE(usage(engine->diagonal({}, row)));
  EXPECT_TRUE(usage(engine->image({}, false, row)));
  EXPECT_TRUE(usage(engine->pairs({}, false, row)));
  EXPECT_TRUE(usage(engine->fields({}, row)));
  EXPECT_TRUE(usage(engine->preparePairs(std::vector<Edge>{{0, 99}})));
  EXPECT_TRUE(usage(engine->prepareImage(std::vector<NodeId>(34, 0), 8)));
  EXPECT_TRUE(usage(KernelEngine::make(laplacian, {.tolerance = 0})));
}

TEST(KernelEngineTest, EveryPreparationCanBeCancelled) {
  const Laplacian laplacian(generateDataset("sbm:60000,degree=8", 1)->graph, LaplacianKind::Combinatorial);
  const auto engine = KernelEngine::make(laplacian).value();
  const std::vector<NodeId> order = orderNodes(laplacian, {}, NodeOrder::File).value(), some{1, 2, 3, 4};
  const std::vector<Edge> pairs{{1, 2}, {3, 4}};
  const std::vector<std::function<Result<void>(const Progress&)>> works{
      [&](const Progress& p) { return engine->prepareRows(some, p); },
      [&](const Progress& p) { return engine->prepareDiagonal(p); },
      [&](const Progress& p) { return engine->prepareImage(order, 128, p); },
      [&](const Progress& p) { return engine->preparePairs(pairs, p); },
      [&](const Progress& p) { return engine->prepareFields(1, 8, p); }};
  for (const auto& work : works) {
    std::stop_source stop;
    std::jthread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      stop.request_stop();
    });
    const Result<void> result = work({stop.get_token(), {}});
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().kind, ErrorKind::Cancelled);
  }
  EXPECT_EQ(engine->bytes(), 0u);
}

// Whenever the stop comes, nothing half-made is kept.
TEST(KernelEngineTest, AStopAtAnyReportKeepsNothingUnfinished) {
  const Laplacian laplacian(generateDataset("grid:12x12", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian, {.tolerance = 1e-3}).value();
  const NodeId node = 5;
  const auto prepare = [&](std::size_t stopAt) {
    std::stop_source stop;
    std::size_t reports = 0;
    const Progress progress{stop.get_token(), [&](double, std::string_view) {
                              if (++reports == stopAt) stop.request_stop();
                            }};
    const Result<void> result = engine->prepareRows({&node, 1}, progress);
    return std::pair(result.has_value(), reports);
  };
  std::size_t all = 0;
  for (std::size_t stopAt = 1; all == 0; ++stopAt) {
    const auto [whole, reports] = prepare(stopAt);
    if (whole) {
      all = reports;
    } else {
      EXPECT_FALSE(engine->hasRow(node)) << stopAt;
      EXPECT_EQ(engine->bytes(), 0u) << stopAt;
    }
  }
  EXPECT_GT(all, 3u);
}

TEST(KernelEngineTest, AnswersWhileItPrepares) {
  const Laplacian laplacian(generateDataset("grid:60x60", 1)->graph, LaplacianKind::Symmetric);
  const auto engine = KernelEngine::make(laplacian, {.tolerance = 1e-4}).value();
  std::jthread worker([&] {
    for (NodeId u = 0; u < 40; u += 4) (void)engine->prepareRows(std::vector<NodeId>{u, u + 1, u + 2, u + 3});
    (void)engine->prepareDiagonal();
  });
  std::vector<float> row(3600);
  Random random(1);
  for (int i = 0; i < 60; ++i) {
    const Result<LiveInfo> info = engine->row(i % 40, sliderSpec(random, LaplacianKind::Symmetric), row);
    ASSERT_TRUE(info.has_value());
    EXPECT_TRUE(std::isfinite(info->bound));
  }
}

}  // namespace
}  // namespace sispde
