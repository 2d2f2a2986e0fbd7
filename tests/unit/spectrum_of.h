#pragma once
// All eigenpairs of a small Laplacian without LibTorch, and from them K^p by the definition, in log space.

#include <cmath>

#include <Eigen/Eigenvalues>

#include "core/kernel/kernel_spec.h"
#include "core/spectral/spectrum.h"

namespace sispde::testing {

inline Spectrum spectrumOf(const Laplacian& laplacian) {
  const std::vector<double> dense = laplacian.dense();
  const auto total = static_cast<std::size_t>(laplacian.nodeCount());
  Spectrum spectrum = emptySpectrum(laplacian.graph());
  for (Spectrum::Block& block : spectrum.blocks) {
    const auto n = static_cast<Eigen::Index>(block.nodes.size());
    Eigen::MatrixXd matrix(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) matrix(i, j) = dense[block.nodes[i] * total + block.nodes[j]];
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
    for (Eigen::Index k = 0; k < n; ++k) {
      block.values[k] = k == 0 ? 0 : std::max(solver.eigenvalues()[k], 0.0);
      for (Eigen::Index i = 0; i < n; ++i) block.vectors[i * n + k] = solver.eigenvectors()(i, k);
    }
  }
  return spectrum;
}

inline std::shared_ptr<const Spectrum> sharedSpectrumOf(const Laplacian& laplacian) {
  return std::make_shared<const Spectrum>(spectrumOf(laplacian));
}

// log φ(λ) as kernel_spec.h defines it, without any rescaling.
inline double logDensity(const KernelSpec& spec, double lambda) {
  switch (spec.kind) {
    case KernelKind::Matern: return -spec.nu * std::log(2 * spec.nu / (spec.kappa * spec.kappa) + lambda);
    case KernelKind::Heat: return -spec.kappa * spec.kappa * lambda / 2;
    case KernelKind::Laplacian: return std::log(lambda);
    case KernelKind::White: break;
  }
  return 0;
}

// log of the factor that makes φ into K: 2 log σ and, where the trace is normalised, log(N / Σ φ(λ_k)).
inline double logFactor(const Spectrum& spectrum, const KernelSpec& spec) {
  const double variance = 2 * std::log(spec.sigma);
  if (spec.normalisation == Normalisation::None) return variance;
  const std::vector<double> values = spectrum.values();
  double largest = -HUGE_VAL, sum = 0;
  for (const double value : values) largest = std::max(largest, logDensity(spec, value));
  for (const double value : values) sum += std::exp(logDensity(spec, value) - largest);
  return variance + std::log(static_cast<double>(values.size())) - largest - std::log(sum);
}

// Row u of exp(−logUnit) K^power.
inline std::vector<double> exactRow(const Spectrum& spectrum, const KernelSpec& spec, double power, NodeId u,
                                    double logUnit = 0) {
  const double factor = logFactor(spectrum, spec);
  return spectrum.row(
      u, [&](double lambda) { return std::exp(power * (logDensity(spec, lambda) + factor) - logUnit); });
}

// exactRow for all nodes.
inline Eigen::MatrixXd exactKernel(const Spectrum& spectrum, const KernelSpec& spec, double power) {
  const Eigen::Index n = spectrum.nodeCount();
  Eigen::MatrixXd kernel(n, n);
  for (Eigen::Index u = 0; u < n; ++u) {
    const std::vector<double> row = exactRow(spectrum, spec, power, static_cast<NodeId>(u));
    for (Eigen::Index v = 0; v < n; ++v) kernel(u, v) = row[v];
  }
  return kernel;
}

}  // namespace sispde::testing
