#include "core/model/spde_plain.h"

namespace sispde {

at::Tensor csrTensor(const SparseMatrix& matrix) {
  const auto copy = [](const auto& items, at::ScalarType type) {
    return at::from_blob(const_cast<void*>(static_cast<const void*>(items.data())),
                         {static_cast<std::int64_t>(items.size())}, type)
        .clone();
  };
  const std::vector<std::int32_t> offsets(matrix.offsets.begin(), matrix.offsets.end());
  return at::sparse_csr_tensor(
      copy(offsets, at::kInt), copy(matrix.columns, at::kInt), copy(matrix.values, at::kFloat),
      {static_cast<std::int64_t>(matrix.rows()), static_cast<std::int64_t>(matrix.width)},
      at::TensorOptions().dtype(at::kFloat).layout(at::kSparseCsr));
}

// Ψ(H, ξ) with H nodes × samples × hidden.
static at::Tensor psi(const at::Tensor& adjacency, const at::Tensor& h, const SpdeParameters& p,
                      const at::Tensor& xi) {
  const std::int64_t nodes = h.size(0), samples = h.size(1), hidden = h.size(2);
  const at::Tensor fields = at::tanh(at::matmul(h, p.field) + p.fieldBias);
  at::Tensor mixed = fields.narrow(2, 0, hidden);
  if (xi.defined()) mixed = mixed + fields.narrow(2, hidden, hidden) * xi;
  const at::Tensor spread =
      at::mm(adjacency, mixed.reshape({nodes, samples * hidden})).reshape({nodes, samples, hidden});
  return at::matmul(spread, p.convolution) + p.convolutionBias;
}

at::Tensor plainSpdePath(const at::Tensor& adjacency, const at::Tensor& initial,
                         const SpdeParameters& parameters, const std::vector<at::Tensor>& noise,
                         const SpdeShape& shape) {
  at::Tensor h = initial.unsqueeze(1).expand(
      {initial.size(0), static_cast<std::int64_t>(shape.samples), initial.size(1)});
  const double dt = shape.dt();
  for (int k = 0; k < shape.steps; ++k) {
    const at::Tensor xi = noise.empty() ? at::Tensor() : noise[k];
    const auto field = [&](const at::Tensor& at) { return psi(adjacency, at, parameters, xi); };
    if (shape.solver == Solver::Euler) {
      h = h + dt * field(h);
      continue;
    }
    const at::Tensor p1 = field(h), p2 = field(h + dt / 2 * p1), p3 = field(h + dt / 2 * p2),
                     p4 = field(h + dt * p3);
    h = h + dt / 6 * (p1 + 2 * p2 + 2 * p3 + p4);
  }
  return h;
}

}  // namespace sispde
