#include "core/ood/matern_energy.h"

#include <cmath>

#include "core/base/parallel.h"
#include "core/kernel/kernel_function.h"
#include "core/spectral/chebyshev_series.h"
#include "core/spectral/laplacian.h"

namespace sispde {
namespace {

constexpr std::size_t rowBlock = 8192;
constexpr double truncation = 1e-10;  // of φ, whose maximum is φ(0) = 1
constexpr int mostTerms = 8000;       // a step reads the whole graph

// What Σ_{k≤m} c_k T_k leaves out of φ, at most. φ is a mixture of decaying exponentials, so (−1)^k c_k ≥ 0,
// and the terms left out add up to φ(0) minus the sum at 0. Unlike a tail of coefficients this also sees a φ
// so steep that it fell between the points which the coefficients come from.
double leftOut(std::span<const double> c) {
  double sum = 0, sign = 1;
  for (const double value : c) {
    sum += sign * value;
    sign = -sign;
  }
  return 1 - sum;
}

// Σ_k c_k T_k(L_sym − I) v: the spectrum of L_sym lies in [0, 2], so that no scaling is needed.
Result<std::vector<double>> chebyshevSum(const Laplacian& laplacian, std::span<const double> c,
                                         std::vector<double> v, const Progress& progress) {
  const std::size_t n = v.size();
  std::vector<double> before(n, 0), now = std::move(v), next(n), sum(n);
  for (std::size_t u = 0; u < n; ++u) sum[u] = c[0] * now[u];
  for (std::size_t k = 1; k < c.size(); ++k) {
    laplacian.multiply(now, next, progress);
    if (progress.stopped()) return cancelled();
    const double factor = k == 1 ? 1 : 2;  // T_1 = x T_0, T_k = 2x T_{k−1} − T_{k−2}
    parallelBlocks(n, rowBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t u = begin; u < end; ++u) {
        next[u] = factor * (next[u] - now[u]) - before[u];
        sum[u] += c[k] * next[u];
      }
    });
    before.swap(now);
    now.swap(next);
    progress.report(static_cast<double>(k) / static_cast<double>(c.size() - 1), "smoothing the energy");
  }
  return sum;
}

}  // namespace

Result<std::vector<double>> maternEnergy(std::span<const double> energy, const Graph& graph,
                                         const MaternEnergyOptions& options, const Progress& progress) {
  const KernelSpec spec{.kind = KernelKind::Matern, .nu = options.nu, .kappa = options.kappa};
  SISPDE_CHECK(checkKernel(spec));
  if (energy.size() != static_cast<std::size_t>(graph.nodeCount()))
    return usageError("{} energies were given for {} nodes", energy.size(), graph.nodeCount());
  const KernelFunction phi(spec, 1, 2);
  const ChebyshevSeries series([&](double lambda) { return phi(lambda); }, 2, mostTerms);
  const auto terms = static_cast<std::size_t>(series.degreeFor(truncation / 2)) + 1;
  const auto coefficients = series.coefficients().first(terms);
  if (leftOut(coefficients) > truncation)
    return usageError("nu {:g} and kappa {:g} are too steep to smooth with in {} steps; take a smaller kappa",
                      options.nu, options.kappa, mostTerms);
  if (progress.stopped()) return cancelled();

  const Laplacian laplacian(graph, LaplacianKind::Symmetric, progress);
  const auto degrees = laplacian.degrees();
  std::vector<double> scaled(energy.size());
  for (std::size_t u = 0; u < energy.size(); ++u) scaled[u] = std::sqrt(degrees[u]) * energy[u];
  SISPDE_TRY(std::vector<double> smoothed,
             chebyshevSum(laplacian, coefficients, std::move(scaled), progress));
  const double alone = options.isolated == IsolatedNodes::Keep ? 1 : phi(1);
  for (std::size_t u = 0; u < energy.size(); ++u)
    smoothed[u] = degrees[u] > 0 ? smoothed[u] / std::sqrt(degrees[u]) : alone * energy[u];
  return smoothed;
}

}  // namespace sispde
