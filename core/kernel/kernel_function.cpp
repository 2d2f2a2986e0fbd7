#include "core/kernel/kernel_function.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sispde {

KernelFunction::KernelFunction(const KernelSpec& spec, double power, double lambdaMax)
    : spec_(spec), power_(power), lambdaMax_(lambdaMax) {}

double KernelFunction::logShape(double lambda) const {
  switch (spec_.kind) {
    case KernelKind::Matern:
      return -power_ * spec_.nu * std::log1p(spec_.kappa * spec_.kappa * lambda / (2 * spec_.nu));
    case KernelKind::Heat: return -power_ * spec_.kappa * spec_.kappa * lambda / 2;
    case KernelKind::Laplacian:
      return lambda > 0 ? power_ * std::log(lambda / lambdaMax_) : -std::numeric_limits<double>::infinity();
    case KernelKind::White: break;
  }
  return 0;
}

double KernelFunction::operator()(double lambda) const {
  return std::exp(logShape(lambda));
}

double KernelFunction::logScale(double nodes, double shapeTrace) const {
  const double logVariance = 2 * std::log(spec_.sigma);
  if (spec_.normalisation == Normalisation::Trace)
    return power_ * (logVariance + std::log(nodes) - std::log(shapeTrace));
  double log = 0;
  if (spec_.kind == KernelKind::Matern)
    log = -spec_.nu * std::log(2 * spec_.nu / (spec_.kappa * spec_.kappa));
  if (spec_.kind == KernelKind::Laplacian) log = lambdaMax_ > 0 ? std::log(lambdaMax_) : 0;
  return power_ * (logVariance + log);
}

double KernelFunction::slope(double lambda) const {
  if (spec_.kind == KernelKind::White) return 0;
  if (spec_.kind == KernelKind::Laplacian) {
    const double at = std::max(lambda, 1e-16 * lambdaMax_);  // Ritz values are no finer than that
    return (*this)(at) / at;
  }
  return lambda > 0 ? -std::expm1(logShape(lambda)) / lambda : power_ * spec_.kappa * spec_.kappa / 2;
}

double KernelFunction::fallScale() const {
  const double square = spec_.kappa * spec_.kappa;
  if (spec_.kind == KernelKind::Matern) return 2 * spec_.nu / square;
  if (spec_.kind == KernelKind::Heat) return 2 / square;
  return lambdaMax_;
}

std::optional<double> kappaThrough(const KernelSpec& spec, double lambda, double share) {
  if (spec.kind != KernelKind::Matern && spec.kind != KernelKind::Heat) return std::nullopt;
  if (!(lambda > 0) || !std::isfinite(lambda) || std::isnan(share)) return std::nullopt;
  const double s = std::clamp(share, 1e-6, 1 - 1e-6);
  const double squared = spec.kind == KernelKind::Heat
                             ? -2 * std::log(s) / lambda
                             : 2 * spec.nu * std::expm1(-std::log(s) / spec.nu) / lambda;
  return std::clamp(std::sqrt(squared), smallestParameter, largestParameter);
}

}  // namespace sispde
