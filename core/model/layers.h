#pragma once
// Parts that the networks share: parameters with their start values, batch normalisation, dropout. All randomness comes from the seed
// and a place, none from LibTorch's own generator.

#include <ATen/ATen.h>

#include "core/base/random.h"

namespace sispde {

struct NamedTensor {
  std::string name;
  at::Tensor tensor;
};

// U(−b, b), b = √(6/(rows + columns)): Glorot's, of graph convolutions.
at::Tensor glorot(std::int64_t rows, std::int64_t columns, Random& random);
// U(−1/√inputs, 1/√inputs), as LibTorch's Linear starts.
at::Tensor uniformBy(at::IntArrayRef sizes, std::int64_t inputs, Random& random);

// Over all rows; the running statistics of a training pass are taken over by keep() alone, so that a pass can be given up.
class BatchNorm {
 public:
  explicit BatchNorm(std::int64_t width);
  // `further`: after another pass of the same step, so that the running statistics take in both.
  at::Tensor train(const at::Tensor& x, bool further = false);
  at::Tensor apply(const at::Tensor& x) const;
  void keep();

  at::Tensor weight, bias, mean, variance;

 private:
  at::Tensor nextMean_, nextVariance_;
};

// Multiplies by 0 with probability p and by 1/(1 − p) otherwise.
at::Tensor dropout(const at::Tensor& x, double p, std::uint64_t seed, std::uint64_t stream);

}  // namespace sispde
