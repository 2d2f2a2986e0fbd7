#include <algorithm>
#include <cmath>

#include "core/base/file.h"
#include "core/spectral/numbers_file.h"
#include "core/spectral/spectrum.h"

namespace sispde {
namespace {

// The numbers: values and vectors of every block.
constexpr std::string_view signature = "SISPDE spectrum 1\n";

std::size_t countOf(const Spectrum& spectrum) {
  std::size_t count = 0;
  for (const auto& block : spectrum.blocks) count += block.values.size() + block.vectors.size();
  return count;
}

// ‖Δu − λu‖ of some pairs of every block.
bool plausible(const Spectrum& spectrum, const Laplacian& laplacian, const Progress& progress) {
  std::vector<double> x(static_cast<std::size_t>(laplacian.nodeCount())), y(x.size());
  for (const Spectrum::Block& block : spectrum.blocks) {
    const std::size_t n = block.nodes.size();
    for (std::size_t k = 0; k < n && !progress.stopped(); k += std::max<std::size_t>(n / 4, 1)) {
      std::fill(x.begin(), x.end(), 0);
      double norm = 0;
      for (std::size_t i = 0; i < n; ++i) {
        x[block.nodes[i]] = block.vectors[i * n + k];
        norm += x[block.nodes[i]] * x[block.nodes[i]];
      }
      laplacian.multiply(x, y);
      double residual = 0;
      for (const NodeId u : block.nodes) residual += std::pow(y[u] - block.values[k] * x[u], 2);
      if (!(std::abs(norm - 1) < 1e-9) ||
          !(std::sqrt(residual) <= 1e-9 * std::max(laplacian.lambdaMax(), 1.0)))
        return false;
    }
  }
  return true;
}

}  // namespace

std::string spectrumFile(const std::string& folder, const Laplacian& laplacian) {
  return folder + "/" + laplacian.hash() + ".spectrum";
}

Result<void> writeSpectrum(const Spectrum& spectrum, const Laplacian& laplacian, const std::string& folder,
                           const Progress& progress) {
  std::vector<std::span<const double>> parts;
  for (const Spectrum::Block& block : spectrum.blocks) {
    parts.emplace_back(block.values);
    parts.emplace_back(block.vectors);
  }
  return writeNumbers(spectrumFile(folder, laplacian), signature, parts, progress);
}

Result<Spectrum> readSpectrum(const Laplacian& laplacian, const std::string& folder,
                              const Progress& progress) {
  const std::string path = spectrumFile(folder, laplacian);
  SISPDE_CHECK(fileSize(path));  // where nothing was kept nothing need be made
  Spectrum spectrum = emptySpectrum(laplacian.graph());
  SISPDE_TRY(const std::vector<double> numbers,
             readNumbers(path, signature, countOf(spectrum), "the eigenpairs of this graph", progress));
  auto from = numbers.begin();
  for (Spectrum::Block& block : spectrum.blocks)
    for (std::vector<double>* items : {&block.values, &block.vectors}) {
      std::copy_n(from, items->size(), items->begin());
      from += static_cast<std::ptrdiff_t>(items->size());
    }
  const bool right = plausible(spectrum, laplacian, progress);
  if (progress.stopped()) return cancelled();
  if (!right) return inputError({path}, "The eigenpairs in the file are not those of this graph");
  return spectrum;
}

}  // namespace sispde
