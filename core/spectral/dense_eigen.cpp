#include "core/spectral/dense_eigen.h"

#include <algorithm>
#include <cmath>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

namespace sispde {

static std::vector<double> copy(const at::Tensor& tensor) {
  const at::Tensor packed = tensor.contiguous();
  const double* data = packed.const_data_ptr<double>();
  return {data, data + packed.numel()};
}

Result<DenseEigen> symmetricEigen(std::span<const double> matrix, std::int64_t n) {
  if (n < 0 || matrix.size() != static_cast<std::size_t>(n * n))
    return usageError("A matrix of {} entries is not {} × {}", matrix.size(), n, n);
  if (!std::all_of(matrix.begin(), matrix.end(), [](double x) { return std::isfinite(x); }))
    return usageError("The matrix holds entries that are not finite");
  try {
    at::set_num_threads(1);
    const at::Tensor input = at::from_blob(const_cast<double*>(matrix.data()), {n, n}, at::kDouble);
    const auto [values, vectors] = at::linalg_eigh(input);
    return DenseEigen{copy(values), copy(vectors)};
  } catch (const c10::Error& error) {
    return failure({}, "The eigenpairs could not be computed ({})", error.what_without_backtrace());
  }
}

}  // namespace sispde
