#pragma once
// All eigenpairs of a dense symmetric matrix, in float64. LibTorch does the work behind this one file; it always runs on
// one thread, so that the result does not depend on how many there are.

#include <span>
#include <vector>

#include "core/base/result.h"

namespace sispde {

struct DenseEigen {
  std::vector<double> values;   // ascending
  std::vector<double> vectors;  // row-major n × n; column k belongs to values[k]
};

// `matrix` is row-major n × n; its lower triangle is read.
Result<DenseEigen> symmetricEigen(std::span<const double> matrix, std::int64_t n);

}  // namespace sispde
