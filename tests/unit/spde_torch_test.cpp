// The fused SPDE against its plain twin: values, gradients, threads.

#include <gtest/gtest.h>

#include <torch/csrc/autograd/autograd.h>

#include "core/base/parallel.h"
#include "core/model/gemm.h"
#include "core/model/model_noise.h"
#include "core/model/spde_plain.h"
#include "tests/unit/random_tensor.h"
#include "tests/unit/small_graphs.h"

namespace sispde {
namespace {

using testing::difference;
using testing::randomGraph;
using testing::randomTensor;

struct Problem {
  Graph graph;
  std::shared_ptr<const NodeView> view;
  SpdeShape shape;
  at::Tensor initial;  // nodes × hidden, in the order of the graph
  SpdeParameters parameters;

  Problem(NodeId nodes, std::vector<NodeId> targets, SpdeShape s) : shape(s) {
    holdTorchAtOneThread();
    graph = randomGraph(nodes, static_cast<std::size_t>(nodes) * 3 / 2, 7, 3);
    view = std::make_shared<const NodeView>(targets.empty() ? wholeView(graph) : viewOf(graph, targets));
    const auto h = static_cast<std::int64_t>(shape.hidden);
    const double size = 1 / std::sqrt(static_cast<double>(h));
    initial = randomTensor({nodes, h}, 1, 1);
    parameters = {randomTensor({h, 2 * h}, 2, size), randomTensor({2 * h}, 3, 0.3),
                  randomTensor({h, h}, 4, size), randomTensor({h}, 5, 0.3)};
    for (at::Tensor* each : all()) each->set_requires_grad(true);
  }
  std::vector<at::Tensor*> all() {
    return {&initial, &parameters.field, &parameters.fieldBias, &parameters.convolution,
            &parameters.convolutionBias};
  }
  SpdeWeights weights() const {
    return {parameters.field.const_data_ptr<float>(), parameters.fieldBias.const_data_ptr<float>(),
            parameters.convolution.const_data_ptr<float>(),
            parameters.convolutionBias.const_data_ptr<float>()};
  }
  at::Tensor order() const {
    std::vector<std::int64_t> rows(view->order.begin(), view->order.end());
    return at::tensor(rows, at::kLong);
  }
  at::Tensor fused(const NoiseRows& noise) {
    const auto integrator = std::make_shared<SpdeIntegrator>(view, shape);
    const auto rows = static_cast<std::int64_t>(integrator->rowsIn());
    return spdePath(integrator, initial.index_select(0, order().narrow(0, 0, rows)), parameters, noise);
  }
  // The same noise, for all nodes in the order of the graph.
  std::vector<at::Tensor> noiseTensors(const NoiseRows& noise) const {
    if (!noise) return {};
    std::vector<at::Tensor> found;
    const auto n = static_cast<std::int64_t>(view->rows()), s = static_cast<std::int64_t>(shape.samples),
               h = static_cast<std::int64_t>(shape.hidden);
    at::Tensor before;
    for (int k = 0; k < shape.steps; ++k) {
      at::Tensor xi = at::empty({n, s, h}, at::kFloat);
      noise(k, 0, view->rows(), k > 0 ? before.data_ptr<float>() : nullptr, xi.data_ptr<float>());
      before = xi;
      found.push_back(at::empty_like(xi).index_copy(0, order(), xi));
    }
    return found;
  }
  at::Tensor plain(const NoiseRows& noise) {
    const at::Tensor all =
        plainSpdePath(csrTensor(wholeView(graph).adjacency), initial, parameters, noiseTensors(noise), shape);
    return all.index_select(0, order().narrow(0, 0, static_cast<std::int64_t>(view->reach(0))));
  }
};

void expectTwins(Problem& problem, const NoiseRows& noise) {
  const at::Tensor fused = problem.fused(noise), plain = problem.plain(noise);
  EXPECT_LT(difference(fused, plain), 1e-5);
  const at::Tensor weight = randomTensor(plain.sizes(), 9, 1);
  std::vector<at::Tensor> leaves;
  for (at::Tensor* each : problem.all()) leaves.push_back(*each);
  const auto mine = torch::autograd::grad({(fused * weight).sum()}, leaves);
  const auto theirs = torch::autograd::grad({(plain * weight).sum()}, leaves, {}, {}, false, true);
  for (std::size_t i = 0; i < mine.size(); ++i)
    EXPECT_LT(difference(mine[i], theirs[i]), 1e-5) << "gradient " << i;
}

NoiseRows white(const SpdeShape& shape, NoiseMode mode = NoiseMode::Increments) {
  return whiteNoise(1, {5, 1, 0, NormalSet::Training}, shape, mode);
}

TEST(SpdeTorch, EulerEqualsThePlainTwinForAllNodes) {
  Problem problem(700, {}, {.hidden = 32, .samples = 3, .steps = 4});
  expectTwins(problem, white(problem.shape));
}

TEST(SpdeTorch, EulerEqualsThePlainTwinForAFewTargets) {
  Problem problem(900, {5, 17, 400, 899}, {.hidden = 16, .samples = 2, .steps = 3});
  EXPECT_LT(problem.view->reach(1), problem.view->reach(3));
  expectTwins(problem, white(problem.shape));
}

TEST(SpdeTorch, RungeKuttaEqualsThePlainTwin) {
  Problem few(300, {1, 2, 3}, {.hidden = 16, .samples = 2, .steps = 2, .solver = Solver::Rk4});
  expectTwins(few, white(few.shape));
  Problem all(200, {}, {.hidden = 8, .samples = 3, .steps = 3, .solver = Solver::Rk4});
  expectTwins(all, white(all.shape));
}

TEST(SpdeTorch, ManyStepsEqualThePlainTwin) {
  Problem problem(1200, {3, 30, 300, 600, 1100}, {.hidden = 64, .samples = 3, .steps = 8});
  expectTwins(problem, white(problem.shape));
}

TEST(SpdeTorch, StatesOnTheWayEqualThePlainTwin) {
  for (const Solver solver : {Solver::Euler, Solver::Rk4}) {
    Problem problem(150, {}, {.hidden = 16, .samples = 2, .steps = 4, .solver = solver});
    const NoiseRows noise = white(problem.shape);
    const at::NoGradGuard none;
    const std::vector<std::int64_t> watched{140, 3};
    std::vector<at::Tensor> seen;
    const SpdeVisit visit{
        {140, 3}, [&](int step, const float* h) {
          EXPECT_EQ(step, static_cast<int>(seen.size()) + 1);
          seen.push_back(at::from_blob(const_cast<float*>(h), {2, 2, 16}, at::kFloat).clone());
        }};
    std::vector<float> out(150 * 2 * 16);
    SpdeIntegrator integrator(problem.view, problem.shape);
    ASSERT_TRUE(integrator.forward(problem.weights(), problem.initial.const_data_ptr<float>(), noise,
                                   out.data(), false, {}, visit));
    ASSERT_EQ(seen.size(), 4u);
    for (int k = 1; k <= 4; ++k) {
      SpdeShape shorter = problem.shape;
      shorter.steps = k;
      shorter.time = k * problem.shape.dt();
      const at::Tensor plain = plainSpdePath(csrTensor(problem.view->adjacency), problem.initial,
                                             problem.parameters, problem.noiseTensors(noise), shorter);
      EXPECT_LT(difference(seen[k - 1], plain.index_select(0, at::tensor(watched))), 1e-5) << k;
    }
  }
}

TEST(SpdeTorch, OddWidthsAndOneStepEqualThePlainTwin) {
  Problem problem(150, {}, {.hidden = 7, .samples = 1, .steps = 1, .time = 0.5});
  expectTwins(problem, white(problem.shape));
}

TEST(SpdeTorch, WithoutNoiseItEqualsThePlainTwin) {
  Problem problem(300, {4, 9}, {.hidden = 16, .samples = 2, .steps = 3});
  expectTwins(problem, {});
  const at::Tensor fused = problem.fused({});
  EXPECT_TRUE(at::equal(fused.select(1, 0), fused.select(1, 1)));  // every sample is the same
}

TEST(SpdeTorch, EveryNoiseModeEqualsThePlainTwin) {
  for (const NoiseMode mode : {NoiseMode::Path, NoiseMode::Literal, NoiseMode::Stationary}) {
    Problem problem(200, {7, 8}, {.hidden = 16, .samples = 2, .steps = 4});
    expectTwins(problem, white(problem.shape, mode));
  }
}

TEST(SpdeTorch, GradientsAgreeWithFiniteDifferences) {
  Problem problem(60, {0, 5, 9}, {.hidden = 6, .samples = 2, .steps = 3});
  const NoiseRows noise = white(problem.shape);
  const at::Tensor weight = randomTensor({3, 2, 6}, 9, 1);
  const auto loss = [&] { return (problem.fused(noise) * weight).sum(); };
  std::vector<at::Tensor> leaves;
  for (at::Tensor* each : problem.all()) leaves.push_back(*each);
  const auto gradients = torch::autograd::grad({loss()}, leaves);
  const at::NoGradGuard none;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    // Along a random direction, so that every entry counts.
    const at::Tensor direction = randomTensor(leaves[i].sizes(), 20 + i, 1), kept = leaves[i].clone();
    const double step = 2e-2;
    leaves[i].add_(direction, step);
    const double above = loss().item<double>();
    leaves[i].copy_(kept).add_(direction, -step);
    const double below = loss().item<double>();
    leaves[i].copy_(kept);
    const double expected = (gradients[i] * direction).sum().item<double>();
    EXPECT_NEAR((above - below) / (2 * step), expected, 0.02 * std::abs(expected) + 0.02) << i;
  }
}

TEST(SpdeTorch, ResultsDoNotDependOnThreads) {
  for (const Solver solver : {Solver::Euler, Solver::Rk4}) {
    std::vector<std::vector<at::Tensor>> found;  // the result and all gradients, per number of threads
    for (const int threads : {1, 2, 5}) {
      const ThreadLimit limit(threads);
      Problem problem(3000, {}, {.hidden = 16, .samples = 3, .steps = 3, .solver = solver});
      const at::Tensor out = problem.fused(white(problem.shape));
      std::vector<at::Tensor> leaves;
      for (at::Tensor* each : problem.all()) leaves.push_back(*each);
      found.push_back(torch::autograd::grad({out.square().sum()}, leaves));
      found.back().push_back(out);
    }
    for (std::size_t t = 1; t < found.size(); ++t)
      for (std::size_t i = 0; i < found[t].size(); ++i)
        EXPECT_TRUE(at::equal(found[t][i], found[0][i])) << t << ' ' << i;
  }
}

TEST(SpdeTorch, AStoppedWalkReturnsAtOnce) {
  Problem problem(3000, {}, {.hidden = 16, .samples = 3, .steps = 2});
  std::stop_source source;
  source.request_stop();
  SpdeIntegrator integrator(problem.view, problem.shape);
  std::vector<float> out(3000 * 48);
  const at::Tensor initial = problem.initial.detach();
  EXPECT_FALSE(integrator.forward(problem.weights(), initial.const_data_ptr<float>(), {}, out.data(), true,
                                  {source.get_token(), {}}));
}

}  // namespace
}  // namespace sispde
