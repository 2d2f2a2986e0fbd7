// The peer LibTorch with the MKL inside it: CSR times dense in a plain recurrence.

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include "tests/bench/bench_common.h"

namespace sispde::bench {

Result<double> torchApply(const PeerProblem& problem, int threads, int repeat, std::vector<float>& result) {
  at::set_num_threads(threads);
  const Graph& graph = problem.graph;
  const std::int64_t n = graph.nodeCount(), columns = static_cast<std::int64_t>(problem.columns);
  std::vector<float> values = peerValues(graph);
  std::vector<std::int32_t> rows(graph.offsets().begin(), graph.offsets().end());
  std::vector<std::int32_t> targets(graph.targets().begin(), graph.targets().end());
  const auto entries = static_cast<std::int64_t>(values.size());
  const at::Tensor x =
      at::sparse_csr_tensor(at::from_blob(rows.data(), {n + 1}, at::kInt).clone(),
                            at::from_blob(targets.data(), {entries}, at::kInt).clone(),
                            at::from_blob(values.data(), {entries}, at::kFloat).clone(), {n, n},
                            at::TensorOptions().dtype(at::kFloat).layout(at::kSparseCsr));
  const at::Tensor b =
      at::from_blob(const_cast<float*>(problem.block->data()), {n, columns}, at::kFloat).clone();
  at::Tensor sum;
  const auto& c = problem.coefficients;
  SISPDE_TRY(const double ms, shortest(repeat, [&]() -> Result<void> {
               at::Tensor before = b, now = at::mm(x, b);
               sum = b * c[0];
               sum.add_(now, c[1]);
               for (std::size_t k = 2; k < c.size(); ++k) {
                 at::Tensor next = at::addmm(before, x, now, -1, 2);
                 sum.add_(next, c[k]);
                 before = now;
                 now = next;
               }
               return {};
             }));
  const float* data = sum.contiguous().const_data_ptr<float>();
  result.assign(data, data + sum.numel());
  at::set_num_threads(1);
  return ms;
}

Result<double> torchEigh(const Laplacian& laplacian, int repeat) {
  std::vector<double> matrix = laplacian.dense();
  at::set_num_threads(2);
  const at::Tensor input =
      at::from_blob(matrix.data(), {laplacian.nodeCount(), laplacian.nodeCount()}, at::kDouble);
  SISPDE_TRY(const double ms, shortest(repeat, [&]() -> Result<void> {
               const auto [values, vectors] = at::linalg_eigh(input);
               return {};
             }));
  at::set_num_threads(1);
  return ms;
}

}  // namespace sispde::bench
