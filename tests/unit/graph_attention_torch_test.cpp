// Graph attention against a plain twin and finite differences: values, gradients, hubs, threads, stops.

#include <gtest/gtest.h>

#include <torch/csrc/autograd/autograd.h>

#include "core/base/parallel.h"
#include "core/model/attend.h"
#include "core/model/diffusion_step.h"
#include "core/model/gemm.h"
#include "core/model/node_view.h"
#include "tests/unit/random_tensor.h"
#include "tests/unit/small_graphs.h"

namespace sispde {
namespace {

using testing::difference;
using testing::randomTensor;

struct Problem {
  std::shared_ptr<const AttentionPattern> pattern;
  at::Tensor seen;  // nodes × nodes: 0 where u looks at v, −∞ elsewhere
  at::Tensor rows;
  std::int64_t heads, width;

  Problem(const Graph& graph, std::int64_t h, std::int64_t w, double scale = 1) : heads(h), width(w) {
    holdTorchAtOneThread();
    auto matrix = std::make_shared<const SparseMatrix>(wholeView(graph).adjacency);
    const std::int64_t n = graph.nodeCount();
    seen = at::full({n, n}, -std::numeric_limits<float>::infinity());
    for (NodeId u = 0; u < n; ++u) {
      seen[u][u].fill_(0);
      for (const NodeId v : graph.neighbours(u)) seen[u][v].fill_(0);
    }
    pattern = attentionPattern(std::move(matrix));
    rows = (randomTensor({n, heads * width + 2 * heads}, 11, 1) * scale).set_requires_grad(true);
  }
  at::Tensor fast() const { return attend(pattern, rows, heads); }
  at::Tensor plain() const {
    std::vector<at::Tensor> parts;
    for (std::int64_t k = 0; k < heads; ++k) {
      const at::Tensor s = rows.select(1, heads * width + k), t = rows.select(1, heads * width + heads + k);
      const at::Tensor score = at::leaky_relu(t.unsqueeze(1) + s.unsqueeze(0), 0.2) + seen;
      parts.push_back(at::mm(at::softmax(score, 1), rows.narrow(1, k * width, width)));
    }
    return at::cat(parts, 1);
  }
};

void expectTwins(const Problem& problem) {
  const at::Tensor fast = problem.fast(), plain = problem.plain();
  EXPECT_LT(difference(fast, plain), 1e-5);
  const at::Tensor weight = randomTensor(plain.sizes(), 9, 1);
  const at::Tensor mine = torch::autograd::grad({(fast * weight).sum()}, {problem.rows})[0];
  const at::Tensor theirs = torch::autograd::grad({(plain * weight).sum()}, {problem.rows})[0];
  EXPECT_LT(difference(mine, theirs), 1e-5);
}

TEST(GraphAttentionTorch, EqualsThePlainTwinForEveryNumberOfHeadsAndWidth) {
  for (const std::int64_t heads : {1, 2, 3})
    for (const std::int64_t width : {1, 5, 16, 64, 77}) {
      SCOPED_TRACE(std::to_string(heads) + " heads, width " + std::to_string(width));
      expectTwins(Problem(testing::randomGraph(150, 400, 7, 5), heads, width));
    }
}

TEST(GraphAttentionTorch, EqualsThePlainTwinAtAHubAndWithScoresThatOverflowExp) {
  expectTwins(Problem(testing::starGraph(700), 2, 8));
  expectTwins(Problem(testing::starGraph(300), 1, 8, 60));
}

TEST(GraphAttentionTorch, TheGradientIsThatOfFiniteDifferences) {
  const Problem problem(testing::randomGraph(40, 90, 3, 2), 2, 6);
  const at::Tensor weight = randomTensor({40, 12}, 5, 1),
                   direction = randomTensor(problem.rows.sizes(), 6, 1);
  const at::Tensor grad = torch::autograd::grad({(problem.fast() * weight).sum()}, {problem.rows})[0];
  const double slope = (grad * direction).sum().item<double>();
  const at::NoGradGuard none;
  const auto along = [&](double step) {
    const at::Tensor moved = problem.rows + step * direction;
    return (attend(problem.pattern, moved, 2).to(at::kDouble) * weight).sum().item<double>();
  };
  constexpr double step = 1e-3;
  EXPECT_NEAR((along(step) - along(-step)) / (2 * step), slope, 2e-3 * std::abs(slope) + 1e-2);
}

TEST(DiffusionStepTorch, EqualsItsFormulaAndItsGradients) {
  holdTorchAtOneThread();
  for (const std::int64_t width : {1, 7, 64}) {
    std::vector<at::Tensor> leaves{randomTensor({150, width}, 1, 1), randomTensor({150, 2 * width}, 2, 1),
                                   randomTensor({width}, 3, 1), randomTensor({width}, 4, 1)};
    for (at::Tensor& each : leaves) each.set_requires_grad(true);
    const at::Tensor xi = randomTensor({150, width}, 5, 3), weight = randomTensor({150, width}, 6, 1);
    const at::Tensor &h = leaves[0], &seen = leaves[1];
    const at::Tensor fast = diffusionStep(h, seen, leaves[2], leaves[3], xi, 0.1);
    const at::Tensor plain = h + 0.1 * (seen.narrow(1, 0, width) + leaves[2] - h) +
                             0.1 * (h - seen.narrow(1, width, width) - leaves[3]) * xi;
    EXPECT_LT(difference(fast, plain), 1e-6);
    const auto mine = torch::autograd::grad({(fast * weight).sum()}, leaves);
    const auto theirs = torch::autograd::grad({(plain * weight).sum()}, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i) EXPECT_LT(difference(mine[i], theirs[i]), 1e-5) << i;
  }
}

TEST(GraphAttentionTorch, NumbersDoNotDependOnTheNumberOfThreads) {
  const Problem problem(testing::randomGraph(1500, 6000, 5), 2, 20);
  at::Tensor out, grad;
  for (const int threads : {1, 2, 5}) {
    const ThreadLimit limit(threads);
    const at::Tensor mine = problem.fast();
    const at::Tensor back = torch::autograd::grad({mine.square().sum()}, {problem.rows})[0];
    if (threads == 1) {
      out = mine;
      grad = back;
    }
    EXPECT_TRUE(at::equal(mine, out)) << threads;
    EXPECT_TRUE(at::equal(back, grad)) << threads;
  }
}

TEST(GraphAttentionTorch, AStopOnTheWayBackLeavesNothingToDo) {
  const Problem problem(testing::starGraph(20), 1, 4);
  std::stop_source source;
  const at::Tensor out = attend(problem.pattern, problem.rows, 1, {source.get_token(), {}});
  source.request_stop();
  EXPECT_FALSE(torch::autograd::grad({out.sum()}, {problem.rows}, {}, {}, false, true)[0].defined());
}

TEST(GraphAttentionTorch, TheMirrorOfAnEntryIsItsTranspose) {
  const Problem problem(testing::randomGraph(60, 200, 4, 3), 1, 1);
  const SparseMatrix& matrix = *problem.pattern->matrix;
  for (std::size_t row = 0; row < matrix.rows(); ++row)
    for (std::int64_t e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e) {
      const std::int64_t other = problem.pattern->mirror[e];
      EXPECT_EQ(matrix.columns[other], static_cast<std::int32_t>(row));
      EXPECT_GE(other, matrix.offsets[matrix.columns[e]]);
      EXPECT_LT(other, matrix.offsets[matrix.columns[e] + 1]);
    }
}

}  // namespace
}  // namespace sispde
