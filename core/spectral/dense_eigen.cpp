#include "core/spectral/dense_eigen.h"

#include <algorithm>
#include <cmath>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/version.h>

namespace sispde {

namespace {

// LibTorch's pools are at two threads while it lives, and at one afterwards, as everywhere else in the program.
struct Threads {
  Threads() { at::set_num_threads(2); }
  ~Threads() { at::set_num_threads(1); }
};

std::vector<double> copy(const at::Tensor& tensor) {
  const at::Tensor packed = tensor.contiguous();
  const double* data = packed.const_data_ptr<double>();
  return {data, data + packed.numel()};
}

// Δ restricted to one component.
std::vector<double> denseBlock(const Laplacian& laplacian, const Spectrum& spectrum,
                               const Spectrum::Block& block) {
  const std::size_t n = block.nodes.size();
  const Graph& graph = laplacian.graph();
  std::vector<double> matrix(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const NodeId u = block.nodes[i];
    matrix[i * n + i] = laplacian.diagonal(u);
    for (std::int64_t e = graph.offsets()[u]; e < graph.offsets()[u + 1]; ++e) {
      const NodeId v = graph.targets()[e];
      const double scale = laplacian.kind() == LaplacianKind::Symmetric
                               ? std::sqrt(laplacian.degrees()[u]) * std::sqrt(laplacian.degrees()[v])
                               : 1;
      matrix[i * n + spectrum.placeOf[v]] = -laplacian.weight(e) / scale;
    }
  }
  return matrix;
}

}  // namespace

std::string torchVersion() {
  return TORCH_VERSION;
}

Result<DenseEigen> symmetricEigen(std::span<const double> matrix, std::int64_t n) {
  if (n < 0 || matrix.size() != static_cast<std::size_t>(n * n))
    return usageError("A matrix of {} entries is not {} × {}", matrix.size(), n, n);
  if (!std::all_of(matrix.begin(), matrix.end(), [](double x) { return std::isfinite(x); }))
    return usageError("The matrix holds entries that are not finite");
  try {
    const Threads threads;
    const at::Tensor input = at::from_blob(const_cast<double*>(matrix.data()), {n, n}, at::kDouble);
    const auto [values, vectors] = at::linalg_eigh(input);
    return DenseEigen{copy(values), copy(vectors)};
  } catch (const c10::Error& error) {
    return failure({}, "The eigenpairs could not be computed ({})", error.what_without_backtrace());
  }
}

Result<Spectrum> computeSpectrum(const Laplacian& laplacian, const std::string& cacheFolder,
                                 const Progress& progress) {
  if (laplacian.nodeCount() > exactNodes)
    return usageError("All eigenpairs of {} nodes would take too long: the exact method goes up to {} nodes",
                      laplacian.nodeCount(), exactNodes);
  if (!cacheFolder.empty())
    if (Result<Spectrum> kept = readSpectrum(laplacian, cacheFolder, progress)) return kept;
  Spectrum spectrum = emptySpectrum(laplacian.graph());
  double done = 0, total = 0;
  for (const auto& block : spectrum.blocks) total += std::pow(static_cast<double>(block.nodes.size()), 3);
  for (Spectrum::Block& block : spectrum.blocks) {
    if (progress.stopped()) return cancelled();
    progress.report(done / total, "computing eigenpairs");
    const auto n = static_cast<std::int64_t>(block.nodes.size());
    done += std::pow(static_cast<double>(n), 3);
    if (n == 1) {
      block.vectors[0] = 1;
      continue;
    }
    SISPDE_TRY(DenseEigen pairs, symmetricEigen(denseBlock(laplacian, spectrum, block), n));
    for (double& value : pairs.values) value = std::clamp(value, 0.0, laplacian.lambdaMax());
    pairs.values[0] = 0;  // one per component, and known
    block.values = std::move(pairs.values);
    block.vectors = std::move(pairs.vectors);
  }
  if (progress.stopped()) return cancelled();
  if (!cacheFolder.empty()) (void)writeSpectrum(spectrum, laplacian, cacheFolder, progress);
  return spectrum;
}

}  // namespace sispde
