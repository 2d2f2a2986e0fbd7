#pragma once
// The single methods behind applyShape.

#include <mutex>
#include <optional>

#include "core/kernel/apply.h"
#include "core/spectral/chebyshev_series.h"
#include "core/spectral/sparse_cholesky.h"

namespace sispde {

struct ApplyContext {
  ApplyContext(const Laplacian& l, const KernelFunction& s, const ApplyRequest& r, const Progress& p);

  const Laplacian& laplacian;
  const KernelFunction& shape;
  const ApplyRequest& request;
  const Progress& progress;
  std::size_t nodes;
  double
      tolerance;  // of the method; the rest of what was asked for is for storing as float32 and for the normalisation
  std::optional<ChebyshevSeries> series;  // where the shape is smooth

  // Hands a column of the result on; `error` bounds its absolute error. From several threads.
  void deliver(std::size_t column, std::span<double> values, double error) const;
  // The largest relative error of the columns delivered since the last call. A column no larger than its error has none: infinite.
  double worstBound() const;

 private:
  mutable std::mutex mutex_;
  mutable double worst_ = 0;
};

// The degree that the tolerance asks for.
int chebyshevDegree(const ApplyContext& context);

// A polynomial in Chebyshev form on [0, λ_max], in float64; `error` is its absolute error for ‖b‖ = 1. Returns the largest relative one.
Result<double> applyPolynomial(const ApplyContext& context, std::span<const double> coefficients,
                               double error);

Result<ApplyReport> applyEigen(const ApplyContext& context);
Result<ApplyReport> applyChebyshev(const ApplyContext& context);
Result<ApplyReport> applyLanczos(const ApplyContext& context, int maxSteps);
// Through the reduced basis of the live engine, built for this kernel's tolerance; the degree reported is its rank.
Result<ApplyReport> applyBasis(const ApplyContext& context);
inline constexpr double factorEntryBytes = 12;  // of L: a number and its row
Result<ApplyReport> applyCholesky(const ApplyContext& context,
                                  std::shared_ptr<const CholeskyPattern> pattern);

}  // namespace sispde
