#include "core/spectral/spectral_density.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/random.h"

namespace sispde {
namespace {

// Adds zᵀT_k(X)z/N, k = 0 … 2·half − 1; one product gives two moments by T_{2k} = 2T_k² − 1 and T_{2k+1} = 2T_{k+1}T_k − T_1.
void addMoments(const Laplacian& laplacian, const std::vector<double>& z, std::vector<double>& moments,
                const Progress& progress) {
  const std::size_t n = z.size(), half = moments.size() / 2;
  const double scale = 2 / laplacian.lambdaMax();
  std::vector<double> before = z, now(n), product(n);
  const auto shifted = [&](const std::vector<double>& x) {  // product = Xx
    laplacian.multiply(x, product, progress);
    for (std::size_t i = 0; i < n; ++i) product[i] = scale * product[i] - x[i];
  };
  const auto dot = [&](const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0) / static_cast<double>(n);
  };
  shifted(z);
  now = product;
  const double first = dot(z, now);
  moments[0] += 1;
  moments[1] += first;
  for (std::size_t k = 1; k < half && !progress.stopped(); ++k) {
    moments[2 * k] += 2 * dot(now, now) - 1;
    shifted(now);
    for (std::size_t i = 0; i < n; ++i) before[i] = 2 * product[i] - before[i];
    before.swap(now);
    moments[2 * k + 1] += 2 * dot(now, before) - first;
  }
}

}  // namespace

Result<std::vector<double>> spectralDensity(const Laplacian& laplacian, const SpectralDensityOptions& options,
                                            const Progress& progress) {
  if (options.bins < 1 || options.probes < 1 || options.moments < 2 || options.moments % 2 != 0)
    return usageError("A spectral density needs at least one bin, one probe and two moments");
  std::vector<double> shares(static_cast<std::size_t>(options.bins), 0);
  if (laplacian.nodeCount() == 0) return shares;
  if (laplacian.lambdaMax() == 0) {  // no edges: all eigenvalues are 0
    shares[0] = 1;
    return shares;
  }
  std::vector<double> moments(static_cast<std::size_t>(options.moments), 0);
  std::vector<double> z(static_cast<std::size_t>(laplacian.nodeCount()));
  for (int p = 0; p < options.probes; ++p) {
    Random random(options.seed, static_cast<std::uint64_t>(p));
    for (double& each : z) each = random.chance(0.5) ? 1 : -1;
    addMoments(laplacian, z, moments, progress);
    if (progress.stopped()) return cancelled();
    progress.report((p + 1.0) / options.probes, "spectrum");
  }
  const double count = options.moments, step = std::numbers::pi / (count + 1);
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const double j = static_cast<double>(k);
    const double jackson =
        ((count - j + 1) * std::cos(step * j) + std::sin(step * j) / std::tan(step)) / (count + 1);
    moments[k] *= jackson / options.probes;
  }
  // x = cos θ; the share below λ is (π − θ)/π − (2/π) Σ g_k μ_k sin(kθ)/k.
  double below = 0;
  for (std::size_t b = 0; b < shares.size(); ++b) {
    const double theta = std::acos(std::min(1.0, 2.0 * static_cast<double>(b + 1) / options.bins - 1));
    double sum = (std::numbers::pi - theta) * moments[0];
    for (std::size_t k = 1; k < moments.size(); ++k)
      sum -= 2 * moments[k] * std::sin(static_cast<double>(k) * theta) / static_cast<double>(k);
    sum /= std::numbers::pi;
    shares[b] = sum - below;
    below = sum;
  }
  return shares;
}

}  // namespace sispde
