// First looks of the live engine against exact eigenpairs: partial sums are within the bounds they show.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/base/normals.h"
#include "core/base/random.h"
#include "core/kernel/kernel_engine.h"
#include "core/shift/generators.h"
#include "tests/unit/small_graphs.h"
#include "tests/unit/spectrum_of.h"

namespace sispde {
namespace {

using testing::spectrumOf;
using testing::unevenGraph;

struct Looked {
  explicit Looked(const Laplacian& laplacian)
      : n(static_cast<std::size_t>(laplacian.nodeCount())),
        spectrum(spectrumOf(laplacian)),
        engine(KernelEngine::make(laplacian).value()) {
    for (std::size_t u = 0; u < n; ++u) order.push_back(static_cast<NodeId>((11 * u + 3) % n));  // 11 ∤ n
    pairs = laplacian.graph().edges();
    for (NodeId u = 0; u + 9 < laplacian.nodeCount(); u += 5) pairs.push_back({u, u + 9});
  }
  void prepare(Depth depth) const {
    ASSERT_TRUE(engine->prepareDiagonal({}, depth));
    ASSERT_TRUE(engine->prepareImage(order, bins, {}, depth));
    ASSERT_TRUE(engine->preparePairs(pairs, {}, depth));
    ASSERT_TRUE(engine->prepareFields(5, 3, {}, depth));
  }
  // K^power of the kernel's own scale, N × N.
  std::vector<double> exact(const KernelSpec& spec, double power) const {
    const KernelFunction shape(spec, power, engine->laplacian().lambdaMax());
    const double factor = std::exp(shape.logScale(engine->laplacian().nodeCount(), 1));
    std::vector<double> all;
    for (std::size_t u = 0; u < n; ++u)
      for (const double x : spectrum.row(static_cast<NodeId>(u), shape)) all.push_back(factor * x);
    return all;
  }
  static constexpr int bins = 17;
  std::size_t n;
  Spectrum spectrum;
  std::shared_ptr<KernelEngine> engine;
  std::vector<NodeId> order;
  std::vector<Edge> pairs;
};

// How many answers were worth comparing.
struct Count {
  int all = 0, tight = 0;
  void add(double bound) {
    ++all;
    if (bound < 0.05) ++tight;
  }
};

void compare(const Looked& at, const KernelSpec& spec, bool ready, Count& count) {
  SCOPED_TRACE(::testing::Message() << kernelName(spec.kind) << " nu " << spec.nu << " kappa " << spec.kappa);
  const std::vector<double> k = at.exact(spec, 1), root = at.exact(spec, 0.5);
  const std::size_t n = at.n;
  const double mean = at.engine->trace(spec)->value / static_cast<double>(n);
  const double slack = 1e-6;  // float32
  const bool simple = spec.kind == KernelKind::White;

  std::vector<float> diagonal(n);
  const LiveInfo variances = at.engine->diagonal(spec, diagonal).value();
  EXPECT_EQ(variances.ready, ready || simple);
  for (std::size_t u = 0; u < n; ++u)
    EXPECT_NEAR(static_cast<double>(diagonal[u]), k[u * n + u], (variances.bound + slack) * mean);
  count.add(variances.bound);

  std::vector<float> pairs(at.pairs.size());
  for (const bool correlation : {false, true}) {
    const LiveInfo info = at.engine->pairs(spec, correlation, pairs).value();
    EXPECT_EQ(info.ready, ready);
    count.add(info.bound);
    if (!std::isfinite(info.bound)) continue;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto u = static_cast<std::size_t>(at.pairs[i].u), v = static_cast<std::size_t>(at.pairs[i].v);
      const double truth = correlation ? k[u * n + v] / std::sqrt(k[u * n + u] * k[v * n + v]) : k[u * n + v];
      EXPECT_NEAR(static_cast<double>(pairs[i]), truth, (info.bound + slack) * (correlation ? 1 : mean));
    }
  }

  constexpr std::size_t side = Looked::bins;
  std::vector<float> image(side * side);
  const LiveInfo picture = at.engine->image(spec, false, image).value();
  EXPECT_EQ(picture.ready, ready);
  count.add(picture.bound);
  std::vector<double> sums(side * side, 0), counts(side * side, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t cell = i * side / n * side + j * side / n;
      sums[cell] += k[static_cast<std::size_t>(at.order[i]) * n + static_cast<std::size_t>(at.order[j])];
      counts[cell] += 1;
    }
  for (std::size_t c = 0; c < sums.size(); ++c)
    EXPECT_NEAR(static_cast<double>(image[c]), sums[c] / counts[c], (picture.bound + slack) * mean);

  std::vector<float> fields(3 * n), z(n);
  const LiveInfo info = at.engine->fields(spec, fields).value();
  EXPECT_EQ(info.ready, ready);
  count.add(info.bound);
  for (std::size_t c = 0; c < 3; ++c) {
    normals({5, 0, static_cast<std::uint32_t>(c), NormalSet::Nodes}, 0, z);
    double error = 0, size = 0;
    for (std::size_t u = 0; u < n; ++u) {
      double truth = 0;
      for (std::size_t v = 0; v < n; ++v) truth += root[u * n + v] * static_cast<double>(z[v]);
      error += std::pow(static_cast<double>(fields[c * n + u]) - truth, 2);
      size += truth * truth;
    }
    EXPECT_LE(std::sqrt(error / size), info.bound + slack);
  }
}

TEST(FirstLookTest, AnswersAreWithinTheirBoundsAndTheWholePreparationTakesTheirPlace) {
  Count first, whole;
  for (const Graph& graph : {unevenGraph(), generateDataset("grid:12x9", 1)->graph})
    for (const LaplacianKind kind : {LaplacianKind::Symmetric, LaplacianKind::Combinatorial}) {
      const Looked at(Laplacian(graph, kind));
      Random random(11);
      std::vector<KernelSpec> specs;
      for (int i = 0; i < 12; ++i) {
        KernelSpec spec;
        spec.laplacian = kind;
        spec.normalisation = Normalisation::None;  // whose factor does not rest on random vectors
        spec.nu = 0.2 * std::pow(20, random.uniform());
        spec.kappa = 0.5 * std::pow(10, random.uniform());
        if (i % 5 == 4) spec.kind = KernelKind::Heat;
        specs.push_back(spec);
      }
      specs.push_back({.kind = KernelKind::White, .laplacian = kind, .normalisation = Normalisation::None});
      at.prepare(Depth::FirstLook);
      for (const KernelSpec& spec : specs) compare(at, spec, false, first);
      at.prepare(Depth::Full);
      for (const KernelSpec& spec : specs) compare(at, spec, true, whole);
    }
  EXPECT_GE(first.tight, first.all / 5) << first.all;  // some bounds say something
  EXPECT_GE(whole.tight, 9 * whole.all / 10) << whole.all;
}

TEST(FirstLookTest, ALookTakesAPartOfTheMemory) {
  const Laplacian laplacian(generateDataset("grid:30x30", 1)->graph, LaplacianKind::Symmetric);
  const auto look = KernelEngine::make(laplacian).value(), whole = KernelEngine::make(laplacian).value();
  ASSERT_TRUE(look->prepareFields(1, 4, {}, Depth::FirstLook));
  ASSERT_TRUE(whole->prepareFields(1, 4));
  EXPECT_LT(2 * look->bytes(), whole->bytes());
}

TEST(FirstLookTest, ALookAtTheVariancesGivesWayToTheWholePreparation) {
  const Laplacian laplacian(generateDataset("grid:12x9", 1)->graph, LaplacianKind::Symmetric);
  const auto engineWithin = [&](std::size_t bytes) {
    return KernelEngine::make(laplacian, {.tolerance = 1e-3, .maxBytes = bytes});
  };
  const auto fits = [&](std::size_t bytes) {
    const auto engine = engineWithin(bytes);
    return engine && (*engine)->prepareDiagonal().has_value();
  };
  std::size_t tooLittle = 0, enough = std::size_t{1} << 26;
  ASSERT_TRUE(fits(enough));
  while (enough - tooLittle > 1) {
    const std::size_t middle = (tooLittle + enough) / 2;
    (fits(middle) ? enough : tooLittle) = middle;
  }
  const auto engine = engineWithin(enough).value();
  std::vector<float> variances(static_cast<std::size_t>(laplacian.nodeCount()));
  ASSERT_TRUE(engine->prepareDiagonal({}, Depth::FirstLook));
  EXPECT_FALSE(engine->diagonal({}, variances)->ready);
  ASSERT_TRUE(engine->prepareDiagonal());
  EXPECT_TRUE(engine->diagonal({}, variances)->ready);
}

}  // namespace
}  // namespace sispde
