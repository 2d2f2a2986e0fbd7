#pragma once
// Our own loops as LibTorch's differentiable functions.

#include <memory>
#include <span>

#include <ATen/ATen.h>

#include "core/model/sparse_matrix.h"
#include "core/model/spde_integrator.h"

namespace sispde {

// M·dense. A progress that is stopped leaves numbers of no use; the caller asks it.
at::Tensor sparseProduct(const SparsePair& matrix, const at::Tensor& dense, const Progress& progress = {});

// Node ids or classes as LibTorch's functions take them.
at::Tensor indexOf(std::span<const std::int32_t> ids);

// The same matrix with its zeros.
at::Tensor denseOf(const SparseMatrix& matrix);

struct SpdeParameters {
  at::Tensor field, fieldBias;              // [W_F | W_G], hidden × 2·hidden, and its bias
  at::Tensor convolution, convolutionBias;  // W_P and b_P
};

// H(T) of the view's targets, targets × samples × hidden, from H(0) of the rows that reach them (rowsIn × hidden, in the view's order). The
// integrator keeps what the way back needs: one forward, then one backward.
at::Tensor spdePath(const std::shared_ptr<SpdeIntegrator>& integrator, const at::Tensor& initial,
                    const SpdeParameters& parameters, const NoiseRows& noise, const Progress& progress = {});

// x·weight + bias, differentiable in all three, with the products on several threads. A progress that is stopped leaves numbers of no
// use, on the way back too.
at::Tensor linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                  const Progress& progress = {});

}  // namespace sispde
