#pragma once
// The SPDE in plain LibTorch operations, for all nodes and one sample after the other: slow and obvious, the judge of SpdeIntegrator in
// the tests and its peer in the benchmark.

#include "core/model/functions.h"

namespace sispde {

// `adjacency` is Â as a sparse CSR tensor; `noise[k]` is ξ_k, nodes × samples × hidden, undefined for none. Gives H(T), nodes × samples × hidden.
at::Tensor plainSpdePath(const at::Tensor& adjacency, const at::Tensor& initial,
                         const SpdeParameters& parameters, const std::vector<at::Tensor>& noise,
                         const SpdeShape& shape);

// A sparse matrix as LibTorch has it.
at::Tensor csrTensor(const SparseMatrix& matrix);

}  // namespace sispde
