#include <algorithm>

#include "core/kernel/apply_methods.h"
#include "core/kernel/reduced_basis.h"
#include "core/spectral/recurrence.h"

namespace sispde {

// With the kernel known, Σ_j a_j g_j(Δ) is one polynomial, and needs no block of all the g_j(Δ)B.
Result<ApplyReport> applyBasis(const ApplyContext& context) {
  const ApplyRequest& request = context.request;
  const KernelSpec& spec = context.shape.spec();
  if (!context.shape.smooth())
    return usageError("The square root of the laplacian kernel is in no reduced basis");
  BasisOptions options;
  options.tolerance = std::clamp(context.tolerance * request.leastGain / 2, 1e-10, 1e-2);
  options.maxRank = 64;
  options.nuLow = std::min(options.nuLow, spec.nu);
  options.nuHigh = std::max(options.nuHigh, spec.nu);
  options.kappaLow = std::min(options.kappaLow, spec.kappa);
  options.kappaHigh = std::max(options.kappaHigh, spec.kappa);
  SISPDE_TRY(const ReducedBasis basis,
             ReducedBasis::make(context.laplacian.lambdaMax(), options, context.progress));
  const ReducedBasis::Projection projection = basis.project(context.shape);
  std::vector<double> coefficients(static_cast<std::size_t>(basis.degree()) + 1, 0);
  for (std::size_t k = 0; k < coefficients.size(); ++k)
    for (std::size_t j = 0; j < projection.weights.size(); ++j)
      coefficients[k] += projection.weights[j] * basis.coefficients()[k * projection.weights.size() + j];
  const double rounding = polynomialRounding(coefficients, 0x1p-53, stepError(context.laplacian));
  SISPDE_TRY(const double bound, applyPolynomial(context, coefficients, projection.error + rounding));
  return ApplyReport{Method::Basis, basis.rank(), bound, false, {}, 0};
}

}  // namespace sispde
