// A training step of SISPDE, forward, backward and Adam, ours and in plain LibTorch operations: the same model from the same weights.
// {"op": "train", "data": …, "hidden": h, "steps": N, "samples": S, "kernel": "white" | "matern", "noise": true, "threads": t, "peer": false |
//  "sparse" | "dense", "repeat": r}

#include <map>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include "core/base/parallel.h"
#include "core/io/open.h"
#include "core/model/adam.h"
#include "core/model/spde_network.h"
#include "core/model/spde_plain.h"
#include "core/shift/generators.h"
#include "tests/bench/bench_common.h"

namespace sispde::bench {
namespace {

constexpr double learningRate = 0.01, weightDecay = 1e-3;

struct Problem {
  SpdeNetworkOptions options;
  NetworkTask task;
  at::Tensor targets;
};

Result<Problem> problemOf(const Json& request) {
  const std::string name = request.at("data");
  SISPDE_TRY(const Dataset data, isGeneratorSpec(name) ? generateDataset(name, 1) : openDataset(name));
  Problem problem;
  problem.options.shape.hidden = request.value("hidden", 64);
  problem.options.shape.steps = request.value("steps", 4);
  problem.options.shape.samples = request.value("samples", 3);
  problem.options.noise.on = request.value("noise", true);
  problem.options.kernel.kind =
      request.value("kernel", "white") == "white" ? KernelKind::White : KernelKind::Matern;
  problem.options.kernel.laplacian =
      request.value("laplacian", "comb") == "comb" ? LaplacianKind::Combinatorial : LaplacianKind::Symmetric;
  problem.task.graph = std::make_shared<const NetworkGraph>(data.graph, data.features);
  problem.task.train = members(data.splits.at(0).train);
  problem.task.validation = members(data.splits.at(0).validation);
  problem.task.classes = data.classCount();
  std::vector<std::int64_t> labels;
  for (const NodeId u : problem.task.train) labels.push_back(data.labels[u]);
  problem.targets = at::tensor(labels, at::kLong);
  return problem;
}

at::Tensor lossOf(const at::Tensor& logits, const at::Tensor& targets) {
  return at::nll_loss(at::log_softmax(logits, 2).flatten(0, 1), targets.repeat({logits.size(0)}));
}

// The model as a user of LibTorch would write it.
class Plain {
 public:
  Plain(const Problem& problem, const std::vector<NamedTensor>& weights, bool denseFeatures)
      : problem_(problem), adjacency_(csrTensor(problem.task.graph->view->adjacency)) {
    for (const NamedTensor& each : weights) {
      named_.push_back({each.name, each.tensor.detach().clone().set_requires_grad(true)});
      at_[each.name] = named_.back().tensor;
    }
    const at::Tensor x = csrTensor(*problem.task.graph->features.forward);
    features_ = denseFeatures ? x.to_dense() : x;
    const auto h = static_cast<std::int64_t>(problem.options.shape.hidden);
    mean_ = at::zeros({h});
    variance_ = at::ones({h});
    std::vector<std::int64_t> train(problem.task.train.begin(), problem.task.train.end());
    train_ = at::tensor(train, at::kLong);
    if (problem.options.kernel.kind != KernelKind::White) {
      const Laplacian laplacian(problem.task.graph->graph, problem.options.kernel.laplacian);
      SparseMatrix x2;  // X = 2Δ/λ_max − I
      x2.width = static_cast<std::size_t>(laplacian.nodeCount());
      const double b = laplacian.lambdaMax();
      for (NodeId u = 0; u < laplacian.nodeCount(); ++u) {
        bool own = false;
        const auto addOwn = [&] {
          x2.columns.push_back(u);
          x2.values.push_back(static_cast<float>(2 * laplacian.diagonal(u) / b - 1));
          own = true;
        };
        for (const NodeId v : laplacian.graph().neighbours(u)) {
          if (v > u && !own) addOwn();
          x2.columns.push_back(v);
          const double scale = laplacian.kind() == LaplacianKind::Symmetric
                                   ? std::sqrt(laplacian.degrees()[u] * laplacian.degrees()[v])
                                   : 1;
          x2.values.push_back(static_cast<float>(-2 / scale / b));
        }
        if (!own) addOwn();
        x2.offsets.push_back(static_cast<std::int64_t>(x2.columns.size()));
      }
      shifted_ = csrTensor(x2);
    }
  }

  std::vector<NamedTensor> parameters() const { return named_; }

  at::Tensor logits(std::span<const double> coefficients) {
    const SpdeShape& shape = problem_.options.shape;
    const auto n = static_cast<std::int64_t>(problem_.task.graph->graph.nodeCount());
    const auto s = static_cast<std::int64_t>(shape.samples), h = static_cast<std::int64_t>(shape.hidden);
    at::Tensor hidden =
        at::mm(adjacency_, at::mm(features_, at_.at("encoder.weight"))) + at_.at("encoder.bias");
    hidden = at::batch_norm(hidden, at_.at("norm.weight"), at_.at("norm.bias"), mean_, variance_, true, 0.1,
                            1e-5, false);
    std::vector<at::Tensor> noise;
    if (problem_.options.noise.on)
      for (int k = 0; k < shape.steps; ++k)
        noise.push_back(
            (field(at::randn({n, s * h}), coefficients) / std::sqrt(shape.dt())).reshape({n, s, h}));
    const SpdeParameters parameters{at_.at("field.weight"), at_.at("field.bias"),
                                    at_.at("convolution.weight"), at_.at("convolution.bias")};
    const at::Tensor end = plainSpdePath(adjacency_, hidden, parameters, noise, shape);
    return (at::matmul(end, at_.at("decoder.weight")) + at_.at("decoder.bias"))
        .index_select(0, train_)
        .permute({1, 0, 2});
  }

 private:
  // Chebyshev of φ^{1/2} on white noise.
  at::Tensor field(const at::Tensor& z, std::span<const double> c) const {
    if (!shifted_.defined()) return z;
    at::Tensor before = z, now = at::mm(shifted_, z), sum = c[0] * z;
    sum.add_(now, c[1]);
    for (std::size_t k = 2; k < c.size(); ++k) {
      at::Tensor next = at::addmm(before, shifted_, now, -1, 2);
      sum.add_(next, c[k]);
      before = now;
      now = next;
    }
    return sum;
  }

  const Problem& problem_;
  at::Tensor adjacency_, features_, shifted_, mean_, variance_, train_;
  std::vector<NamedTensor> named_;
  std::map<std::string, at::Tensor> at_;
};

// 1e9 operations of our own dense products in one step: forward h × 2h per row of a stage, shared by the samples in the first one, and
// h × h per target at the end; backward twice that. The products of weights with weights are left out.
double denseWork(const Problem& problem) {
  const SpdeShape& shape = problem.options.shape;
  const NodeView view = viewOf(problem.task.graph->graph, problem.task.train);
  const auto h = static_cast<double>(shape.hidden), s = static_cast<double>(shape.samples);
  double work = 6 * static_cast<double>(view.reach(0)) * h * h * s;
  for (std::size_t j = 0; j < shape.stages(); ++j)
    work += 6 * static_cast<double>(view.reach(shape.stages() - j)) * h * h * 2 * (j == 0 ? 1 : s);
  return work / 1e9;
}

}  // namespace

Result<Json> trainOperation(const Json& request) {
  SISPDE_TRY(const Problem problem, problemOf(request));
  const int threads = request.value("threads", 2), repeat = request.value("repeat", 3);
  const std::string peer = request.value("peer", "");
  const ThreadLimit limit(threads);
  at::set_num_threads(peer.empty() ? 1 : threads);
  SpdeNetwork network(problem.task, problem.options);
  SISPDE_CHECK(network.prepare({}));
  double loss = 0, ms = 0;
  int degree = 0;
  if (peer.empty()) {
    Adam adam(network.parameters(), learningRate, weightDecay);
    int epoch = 0;
    const auto step = [&]() -> Result<void> {
      for (const NamedTensor& each : network.parameters()) each.tensor.mutable_grad() = at::Tensor();
      SISPDE_TRY(const at::Tensor logits, network.trainingLogits(++epoch, {}));
      const at::Tensor value = lossOf(logits, problem.targets);
      if (epoch == 1) loss = value.item<double>();
      value.backward();
      adam.step();
      network.keep();
      return {};
    };
    SISPDE_CHECK(step());
    SISPDE_TRY(ms, shortest(repeat, step));
  } else {
    std::vector<double> coefficients;
    if (problem.options.kernel.kind != KernelKind::White) {
      SamplerRequest sampler;
      sampler.spec = problem.options.kernel;
      const auto laplacian =
          std::make_shared<const Laplacian>(problem.task.graph->graph, problem.options.kernel.laplacian);
      SISPDE_TRY(const FieldSampler made, FieldSampler::make(laplacian, sampler));
      coefficients.assign(made.coefficients().begin(), made.coefficients().end());
      degree = made.degree();
    }
    Plain plain(problem, network.parameters(), peer == "dense");
    Adam adam(plain.parameters(), learningRate, weightDecay);
    bool first = true;
    const auto step = [&]() -> Result<void> {
      for (const NamedTensor& each : plain.parameters()) each.tensor.mutable_grad() = at::Tensor();
      const at::Tensor value = lossOf(plain.logits(coefficients), problem.targets);
      if (std::exchange(first, false)) loss = value.item<double>();
      value.backward();
      adam.step();
      return {};
    };
    SISPDE_CHECK(step());
    SISPDE_TRY(ms, shortest(repeat, step));
  }
  at::set_num_threads(1);
  return Json{{"ms", ms},
              {"result",
               {{"loss", loss},
                {"degree", degree},
                {"gflop", denseWork(problem)},
                {"edges", problem.task.graph->graph.edgeCount()}}}};
}

// {"op": "gemm", "threads": t}: GFLOP/s of LibTorch's dense product, 2048 × 256 by 256 × 512.
Result<Json> gemmOperation(const Json& request) {
  at::set_num_threads(request.value("threads", 2));
  const at::Tensor a = at::rand({8192, 256}), b = at::rand({256, 512});
  at::Tensor c = at::empty({8192, 512});
  SISPDE_TRY(const double ms, shortest(5, [&]() -> Result<void> {
               at::mm_out(c, a, b);
               return {};
             }));
  at::set_num_threads(1);
  return Json{{"ms", ms}, {"result", {{"gflops", 2.0 * 8192 * 256 * 512 / ms / 1e6}}}};
}

}  // namespace sispde::bench
