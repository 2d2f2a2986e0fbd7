// GNSD's network against the same formulas written out densely, and what its detector makes of them.

#include <cmath>

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include "core/kernel/incidence.h"
#include "core/model/functions.h"
#include "core/model/gnsd_network.h"
#include "core/ood/energy_propagation.h"
#include "tests/unit/random_tensor.h"
#include "tests/unit/small_graphs.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::detectorOf;
using testing::difference;
using testing::quickOptions;
using testing::scoreOf;
using testing::shiftedData;
using testing::trained;

constexpr std::int64_t hidden = 20;
constexpr int steps = 10;

// The standard normal numbers of one step of test path `sample`, nodes × hidden.
using Noise = std::function<at::Tensor(int sample, int step)>;

struct Problem {
  NetworkTask task;
  GnsdNetworkOptions options;

  explicit Problem(GnsdNoise noise, bool on = true) {
    const Dataset data = generateDataset("sbm:60,degree=4", 3).value();
    task.graph = std::make_shared<const NetworkGraph>(data.graph, data.features);
    task.train = {0, 5, 9, 30};
    task.validation = {1, 2};
    task.classes = 4;
    task.seed = 21;
    options.shape.hidden = hidden;
    options.shape.steps = steps;
    options.testSamples = 3;
    options.noise = noise;
    options.supply.on = on;
    options.supply.seed = 21;
  }
  const Graph& graph() const { return task.graph->graph; }
};

// dH = (GAT_f(H) − H) dt + (H − GAT_g(H)) ⊙ dW with every weight between every two nodes.
at::Tensor plainLogits(const Problem& problem, const GnsdNetwork& network, const Noise& noise, int samples) {
  std::map<std::string, at::Tensor> p;
  for (const NamedTensor& each : network.parameters()) p[each.name] = each.tensor.detach();
  for (const NamedTensor& each : network.buffers()) p[each.name] = each.tensor.detach();
  const std::int64_t n = problem.graph().nodeCount();
  at::Tensor seen = at::full({n, n}, -std::numeric_limits<float>::infinity());
  for (NodeId u = 0; u < n; ++u) {
    seen[u][u].fill_(0);
    for (const NodeId v : problem.graph().neighbours(u)) seen[u][v].fill_(0);
  }
  const auto gat = [&](const std::string& name, const at::Tensor& h) {
    const at::Tensor x = at::mm(h, p[name + ".weight"]);
    const at::Tensor s = at::mv(x, p[name + ".source"][0]), t = at::mv(x, p[name + ".target"][0]);
    const at::Tensor score = at::leaky_relu(t.unsqueeze(1) + s.unsqueeze(0), 0.2) + seen;
    return at::mm(at::softmax(score, 1), x) + p[name + ".bias"];
  };
  const at::Tensor encoded =
      at::mm(denseOf(*problem.task.graph->features.forward), p["encoder.weight"]) + p["encoder.bias"];
  const at::Tensor initial =
      (encoded - p["norm.mean"]) / at::sqrt(p["norm.variance"] + 1e-5) * p["norm.weight"] + p["norm.bias"];
  const double dt = 1.0 / steps;
  std::vector<at::Tensor> logits;
  for (int sample = 0; sample < samples; ++sample) {
    at::Tensor h = initial;
    for (int step = 0; step < steps; ++step) {
      at::Tensor next = h + dt * (gat("drift", h) - h);
      if (noise) next = next + (h - gat("diffusion", h)) * (std::sqrt(dt) * noise(sample, step));
      h = next;
    }
    logits.push_back(at::mm(at::tanh(h), p["decoder.weight"]) + p["decoder.bias"]);
  }
  return at::stack(logits);
}

at::Tensor testLogits(const Problem& problem, GnsdNetwork& network) {
  const at::NoGradGuard none;
  EXPECT_TRUE(network.prepare({}));
  return network.testLogits(*problem.task.graph, nullptr, {}).value();
}

TEST(GnsdTorch, PathsWithIndependentNoiseAreThoseOfTheFormula) {
  const Problem problem(GnsdNoise::Independent);
  GnsdNetwork network(problem.task, problem.options);
  const Noise noise = [&](int sample, int step) {
    at::Tensor z = at::empty({problem.graph().nodeCount(), hidden});
    normals({21, 0, static_cast<std::uint32_t>(sample * steps + step), NormalSet::Test}, 0,
            {z.data_ptr<float>(), static_cast<std::size_t>(z.numel())});
    return z;
  };
  const at::Tensor logits = testLogits(problem, network);
  EXPECT_LT(difference(logits, plainLogits(problem, network, noise, 3)), 1e-5);
  EXPECT_GT(difference(logits[0], logits[1]), 1e-3) << "paths differ";
}

TEST(GnsdTorch, PathsWithLaplacianNoiseAreThoseOfTheIncidenceMatrix) {
  const Problem problem(GnsdNoise::Laplacian);
  GnsdNetwork network(problem.task, problem.options);
  const Laplacian laplacian(problem.graph(), LaplacianKind::Combinatorial);
  const auto perSample = static_cast<std::uint32_t>(chunksOf(hidden) * NoiseBank::chunk);
  const Noise noise = [&](int sample, int step) {
    at::Tensor columns = at::empty({hidden, problem.graph().nodeCount()});
    for (std::uint32_t c = 0; c < hidden; ++c)
      incidenceField(laplacian,
                     {21, static_cast<std::uint32_t>(step),
                      static_cast<std::uint32_t>(sample) * perSample + c, NormalSet::Test},
                     1, {columns[c].data_ptr<float>(), static_cast<std::size_t>(columns.size(1))});
    return columns.t();
  };
  EXPECT_LT(difference(testLogits(problem, network), plainLogits(problem, network, noise, 3)), 1e-4);
}

TEST(GnsdTorch, WithoutNoiseItIsTheDeterministicOde) {
  const Problem problem(GnsdNoise::Independent, false);
  GnsdNetwork network(problem.task, problem.options);
  const at::Tensor logits = testLogits(problem, network);
  EXPECT_EQ(logits.size(0), 1);
  EXPECT_LT(difference(logits, plainLogits(problem, network, {}, 1)), 1e-5);
}

TEST(GnsdTorch, ADiffusionOfZeroIsTheDeterministicOdeOnEveryPath) {
  // Without neighbours GAT_g(H) = H W, which is H for W = I.
  Problem problem(GnsdNoise::Independent);
  const Dataset data = generateDataset("sbm:60,degree=4", 3).value();
  problem.task.graph =
      std::make_shared<const NetworkGraph>(buildGraph(60, std::vector<Edge>()).graph, data.features);
  GnsdNetwork network(problem.task, problem.options);
  for (const NamedTensor& each : network.parameters())
    if (each.name == "diffusion.weight") each.tensor.detach().copy_(at::eye(hidden));
  const at::Tensor logits = testLogits(problem, network);
  const at::Tensor ode = plainLogits(problem, network, {}, 1);
  for (int sample = 0; sample < 3; ++sample) EXPECT_LT(difference(logits[sample], ode[0]), 1e-5);
}

TEST(GnsdTorch, ThePropagatedEnergyIsTheMeanOverPathsWithSelfLoops) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions options = quickOptions("gnsd");
  const auto detector = detectorOf("gnsd", options, data);
  trained(*detector, 1, 3);
  const Evaluation evaluation = detector->evaluate({}, {}).value();
  EXPECT_EQ(evaluation.primary, "energy-prop");
  std::vector<double> energy = scoreOf(evaluation, "energy")->id;
  for (int k = 0; k < 4; ++k) {
    const std::vector<double> before = energy;
    for (NodeId u = 0; u < 80; ++u) {
      double sum = before[u];
      for (const NodeId v : data.training.graph.neighbours(u)) sum += before[v];
      const double mean = sum / static_cast<double>(data.training.graph.degree(u) + 1);
      energy[u] = 0.3 * before[u] + 0.7 * mean;
    }
  }
  for (NodeId u = 0; u < 80; ++u) EXPECT_NEAR(scoreOf(evaluation, "energy-prop")->id[u], energy[u], 1e-9);
}

TEST(GnsdTorch, OptionsThatItDoesNotHaveAreRefused) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  const auto refused = [&](const DetectorOptions& options) {
    std::vector<std::string> notes;
    const auto made = makeDetector({"gnsd", options}, data, notes);
    return !made && made.error().message.find("solver must be euler and sigma 1") != std::string::npos;
  };
  DetectorOptions options = quickOptions("gnsd");
  EXPECT_FALSE(refused(options));
  options.solver = Solver::Rk4;
  EXPECT_TRUE(refused(options));
  options = quickOptions("gnsd");
  options.sigma = 0.5;
  EXPECT_TRUE(refused(options));
}

TEST(GnsdTorch, TheKindOfNoiseMattersAndItTrainsWithBoth) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  std::vector<std::vector<EpochReport>> reports;
  for (const GnsdNoise noise : {GnsdNoise::Independent, GnsdNoise::Laplacian}) {
    DetectorOptions options = quickOptions("gnsd");
    options.gnsd.noise = noise;
    const auto detector = detectorOf("gnsd", options, data);
    reports.push_back(trained(*detector, 1, 60));
    const auto mean = [&](std::size_t first) {  // of ten epochs: every one has a path of its own
      double sum = 0;
      for (std::size_t i = first; i < first + 10; ++i) sum += reports.back()[i].trainNll / 10;
      return sum;
    };
    EXPECT_LT(mean(50), 0.9 * mean(0));
  }
  EXPECT_NE(reports[0], reports[1]);
}

}  // namespace
}  // namespace sispde
