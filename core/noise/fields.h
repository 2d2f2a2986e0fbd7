#pragma once
// Gaussian fields on the nodes with covariance K: R z with R = K^{1/2}, z standard normal by place (normals.h), so that the same z is
// seen through every kernel and method. The laplacian kernel, which is singular, is sampled as B e with the signed incidence matrix B
// and one number e per edge: B Bᵀ = Δ.

#include "core/base/normals.h"
#include "core/kernel/rows.h"

namespace sispde {

struct FieldsRequest {
  KernelSpec spec;
  std::uint64_t seed = 0;
  std::uint32_t firstStep = 0, steps = 1;  // steps × columns fields
  std::uint32_t columns = 1;
  Method method = Method::Auto;
  double tolerance = 1e-6;
  std::size_t maxBytes = std::size_t{8} << 30;
  std::shared_ptr<const Spectrum> spectrum;
};

struct Fields {
  Buffer<float> values;  // steps × columns × N
  Scaling scaling;
  ApplyReport report;
};

Result<Fields> sampleFields(const Laplacian& laplacian, const FieldsRequest& request,
                            const Progress& progress = {});

// exp of a scaling's logarithmic rest. A model computes with true values: those far below float32 are 0, those above it are no noise
// at all, and an error.
Result<double> trueScale(const Scaling& scaling);

}  // namespace sispde
