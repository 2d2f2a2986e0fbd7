// Rewiring: our streaming route, the dense route of LibTorch as its peer, and the plan of a frame.

#include <algorithm>
#include <cmath>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include "core/base/parallel.h"
#include "core/kernel/kernel_spec.h"
#include "core/rewire/candidates.h"
#include "core/rewire/correlations.h"
#include "core/rewire/strongest_pairs.h"
#include "tests/bench/bench_common.h"

namespace sispde::bench {
namespace {

struct Problem {
  Laplacian laplacian;
  KernelSpec spec;
  std::int64_t wanted;
};

Result<Problem> problemOf(const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  KernelSpec spec;
  spec.nu = request.value("nu", 1.0);
  spec.kappa = request.value("kappa", 1.0);
  const auto wanted = std::llround(request.value("share", 0.01) * static_cast<double>(nonEdges(graph)));
  return Problem{Laplacian(graph, LaplacianKind::Symmetric), spec, wanted};
}

Result<Json> stream(const Json& request) {
  SISPDE_TRY(const Problem problem, problemOf(request));
  const ThreadLimit limit(request.value("threads", 2));
  StrongestPairs found;
  SISPDE_TRY(const double ms, shortest(request.value("repeat", 1), [&]() -> Result<void> {
               SISPDE_TRY(found, strongestPairs(problem.laplacian, problem.spec, problem.wanted));
               return {};
             }));
  return Json{{"ms", ms},
              {"result",
               {{"wanted", problem.wanted},
                {"threshold", found.correlations.empty() ? 0.0f : found.correlations.back()},
                {"degree", found.report.degree},
                {"error", found.report.error},
                {"single", found.report.single},
                {"nodes", problem.laplacian.nodeCount()}}}};
}

// All correlations through the eigenpairs: eigh, one product, a division; then the pairs that are no edge and their cut.
Result<Json> dense(const Json& request) {
  SISPDE_TRY(const Problem problem, problemOf(request));
  const Graph& graph = problem.laplacian.graph();
  const std::int64_t n = graph.nodeCount();
  at::set_num_threads(request.value("threads", 2));
  const auto start = Clock::now();
  at::Tensor correlations;
  {
    std::vector<double> matrix = problem.laplacian.dense();
    const auto [values, vectors] = at::linalg_eigh(at::from_blob(matrix.data(), {n, n}, at::kDouble));
    matrix = {};
    const double factor = problem.spec.kappa * problem.spec.kappa / (2 * problem.spec.nu);
    const at::Tensor density = values.clamp_min(0).mul(factor).add(1).pow(-problem.spec.nu);
    correlations = at::matmul(vectors * density, vectors.t());
  }
  const at::Tensor roots = correlations.diagonal().rsqrt();
  correlations.mul_(roots.unsqueeze(0)).mul_(roots.unsqueeze(1));
  const double* c = correlations.const_data_ptr<double>();
  std::vector<double> cut;
  cut.reserve(static_cast<std::size_t>(nonEdges(graph)));
  for (NodeId u = 0; u < n; ++u) {
    const auto around = graph.neighbours(u);
    auto next = std::upper_bound(around.begin(), around.end(), u);
    for (NodeId v = u + 1; v < n; ++v) {
      if (next != around.end() && *next == v)
        ++next;
      else
        cut.push_back(c[u * n + v]);
    }
  }
  const auto last = cut.begin() + problem.wanted - 1;
  std::nth_element(cut.begin(), last, cut.end(), std::greater<>());
  const double threshold = *last;
  const double ms = millisecondsSince(start);
  at::set_num_threads(1);

  // The two sets: what lies clearly above the threshold must be in ours, what lies clearly below must not.
  SISPDE_TRY(const StrongestPairs found, strongestPairs(problem.laplacian, problem.spec, problem.wanted));
  std::int64_t wrong = 0, aboveOurs = 0, above = 0;
  double worst = 0;
  for (std::size_t i = 0; i < found.correlations.size(); ++i) {
    const Edge pair = found.candidates.pairs[i];
    const double exact = c[pair.u * n + pair.v];
    worst = std::max(worst, std::abs(exact - static_cast<double>(found.correlations[i])));
    wrong += exact < threshold - 1e-6;
    aboveOurs += exact > threshold + 1e-6;
  }
  for (auto it = cut.begin(); it <= last; ++it) above += *it > threshold + 1e-6;
  return Json{
      {"ms", ms},
      {"result",
       {{"threshold", threshold}, {"wrong", wrong}, {"missing", above - aboveOurs}, {"worst", worst}}}};
}

// What a frame of the live panel does when the correlations have moved.
Result<Json> plan(const Json& request) {
  SISPDE_TRY(const Problem problem, problemOf(request));
  const Graph& graph = problem.laplacian.graph();
  SISPDE_TRY(Candidates candidates, candidatePairs(graph, request.value("hops", 3)));
  const std::int64_t pairs = candidates.total;
  SISPDE_TRY(const PairCorrelations edges, pairCorrelations(problem.laplacian, problem.spec, graph.edges()));
  SISPDE_TRY(const PairCorrelations near,
             pairCorrelations(problem.laplacian, problem.spec, candidates.pairs));
  const RewirePlanner planner(graph, std::move(candidates));
  std::size_t changes = 0;
  SISPDE_TRY(const double ms, shortest(request.value("repeat", 20), [&]() -> Result<void> {
               SISPDE_TRY(const Rewiring made, planner.plan(edges.values, near.values, {}));
               changes = made.dropped.size() + made.added.size();
               return {};
             }));
  return Json{{"ms", ms},
              {"result", {{"candidates", pairs}, {"edges", graph.edgeCount()}, {"changes", changes}}}};
}

}  // namespace

Result<Json> rewireOperation(const std::string& op, const Json& request) {
  if (op == "rewire_stream") return stream(request);
  if (op == "rewire_dense") return dense(request);
  if (op == "rewire_plan") return plan(request);
  return usageError("There is no operation {}", op);
}

}  // namespace sispde::bench
