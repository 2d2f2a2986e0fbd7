// The peer Eigen, compiled for this machine and with its own threads.

#include <Eigen/SparseCore>

#include "tests/bench/bench_common.h"

namespace sispde::bench {

Result<double> eigenApply(const PeerProblem& problem, int threads, int repeat, std::vector<float>& result) {
  using Sparse = Eigen::SparseMatrix<float, Eigen::RowMajor, int>;
  using Dense = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::setNbThreads(threads);
  const Graph& graph = problem.graph;
  const Eigen::Index n = graph.nodeCount(), columns = static_cast<Eigen::Index>(problem.columns);
  std::vector<float> values = peerValues(graph);
  std::vector<int> rows(graph.offsets().begin(), graph.offsets().end());
  std::vector<int> targets(graph.targets().begin(), graph.targets().end());
  const Sparse x = Eigen::Map<const Sparse>(n, n, static_cast<Eigen::Index>(values.size()), rows.data(),
                                            targets.data(), values.data());
  const Dense b = Eigen::Map<const Dense>(problem.block->data(), n, columns);
  Dense before(n, columns), now(n, columns), next(n, columns), sum(n, columns);
  const auto& c = problem.coefficients;
  SISPDE_TRY(const double ms, shortest(repeat, [&]() -> Result<void> {
               before = b;
               now.noalias() = x * b;
               sum = static_cast<float>(c[0]) * before + static_cast<float>(c[1]) * now;
               for (std::size_t k = 2; k < c.size(); ++k) {
                 next.noalias() = x * now;
                 next = 2.0f * next - before;
                 sum += static_cast<float>(c[k]) * next;
                 before.swap(now);
                 now.swap(next);
               }
               return {};
             }));
  result.assign(sum.data(), sum.data() + sum.size());
  return ms;
}

}  // namespace sispde::bench
