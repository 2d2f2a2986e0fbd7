#include "core/kernel/kernel_spec.h"

#include <cmath>

namespace sispde {

const char* kernelName(KernelKind kind) {
  switch (kind) {
    case KernelKind::Matern: return "matern";
    case KernelKind::Heat: return "heat";
    case KernelKind::Laplacian: return "laplacian";
    case KernelKind::White: break;
  }
  return "white";
}

static Result<void> checkParameter(const char* name, double value) {
  if (!(value >= smallestParameter && value <= largestParameter))
    return usageError("{} is {:g}; it must lie between {:g} and {:g}", name, value, smallestParameter,
                      largestParameter);
  return {};
}

Result<void> checkKernel(const KernelSpec& spec) {
  if (spec.kind == KernelKind::Matern) SISPDE_CHECK(checkParameter("nu", spec.nu));
  if (spec.kind == KernelKind::Matern || spec.kind == KernelKind::Heat)
    SISPDE_CHECK(checkParameter("kappa", spec.kappa));
  if (!(spec.sigma >= 0) || !std::isfinite(spec.sigma))
    return usageError("sigma is {:g}; it must be finite and not negative", spec.sigma);
  return {};
}

}  // namespace sispde
