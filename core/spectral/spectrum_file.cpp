#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/spectral/spectrum.h"

namespace sispde {
namespace {

// The file: this text, the SHA-256 of what follows, then values and vectors of every block as float64.
constexpr std::string_view signature = "SISPDE spectrum 1\n";
constexpr std::size_t digestSize = 64;

constexpr std::size_t part = std::size_t{1} << 20;  // numbers between two looks at whether to stop

// The digest of `items`, part by part.
void add(Digest& digest, std::span<const double> items, const Progress& progress) {
  for (std::size_t at = 0; at < items.size() && !progress.stopped(); at += part)
    digest.values(items.subspan(at, std::min(part, items.size() - at)));
}

std::size_t numbers(const Spectrum& spectrum) {
  std::size_t count = 0;
  for (const auto& block : spectrum.blocks) count += block.values.size() + block.vectors.size();
  return count;
}

// ‖Δu − λu‖ of some pairs of every large block, and finite numbers everywhere.
bool plausible(const Spectrum& spectrum, const Laplacian& laplacian, const Progress& progress) {
  std::vector<double> x(static_cast<std::size_t>(laplacian.nodeCount())), y(x.size());
  for (const Spectrum::Block& block : spectrum.blocks) {
    const std::size_t n = block.nodes.size();
    const auto finite = [](double value) { return std::isfinite(value); };
    if (!std::all_of(block.values.begin(), block.values.end(), finite) ||
        !std::all_of(block.vectors.begin(), block.vectors.end(), finite))
      return false;
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
  SISPDE_CHECK(makeFolder(folder));
  AtomicFile file(spectrumFile(folder, laplacian));
  {
    std::ofstream out(file.temporaryPath(), std::ios::binary);
    const auto put = [&](const std::vector<double>& items) {
      for (std::size_t at = 0; at < items.size() && !progress.stopped(); at += part)
        out.write(reinterpret_cast<const char*>(items.data() + at),
                  static_cast<std::streamsize>(8 * std::min(part, items.size() - at)));
    };
    Digest digest;
    for (const Spectrum::Block& block : spectrum.blocks) {
      add(digest, block.values, progress);
      add(digest, block.vectors, progress);
    }
    const std::string head = std::string(signature) + digest.hex();
    out.write(head.data(), static_cast<std::streamsize>(head.size()));
    for (const Spectrum::Block& block : spectrum.blocks) {
      put(block.values);
      put(block.vectors);
    }
    if (progress.stopped()) return cancelled();
    if (!out.flush()) return failure({spectrumFile(folder, laplacian)}, "The file cannot be written");
  }
  return file.commit();
}

Result<Spectrum> readSpectrum(const Laplacian& laplacian, const std::string& folder,
                              const Progress& progress) {
  const std::string path = spectrumFile(folder, laplacian);
  SISPDE_TRY(const std::uint64_t size, fileSize(path));
  if (size != signature.size() + digestSize + spectrumBytes(laplacian.graph()) -
                  12 * laplacian.degrees().size() + 8 * laplacian.degrees().size())
    return inputError({path}, "The file is not as long as the eigenpairs of this graph");
  Spectrum spectrum = emptySpectrum(laplacian.graph());
  SISPDE_TRY(const std::string bytes, readFile(path));
  constexpr std::size_t head = signature.size() + digestSize;
  if (!bytes.starts_with(signature) || bytes.size() != head + 8 * numbers(spectrum))
    return inputError({path}, "The file does not hold eigenpairs");
  const char* from = bytes.data() + head;
  Digest digest;
  for (std::size_t at = head; at < bytes.size() && !progress.stopped(); at += 8 * part)
    digest.bytes(bytes.data() + at, std::min(8 * part, bytes.size() - at));
  if (progress.stopped()) return cancelled();
  if (digest.hex() != bytes.substr(signature.size(), digestSize))
    return inputError({path}, "The file is damaged: its checksum differs");
  const auto get = [&](std::vector<double>& items) {
    std::memcpy(items.data(), from, 8 * items.size());
    from += 8 * items.size();
  };
  for (Spectrum::Block& block : spectrum.blocks) {
    get(block.values);
    get(block.vectors);
  }
  const bool right = plausible(spectrum, laplacian, progress);
  if (progress.stopped()) return cancelled();
  if (!right) return inputError({path}, "The eigenpairs in the file are not those of this graph");
  return spectrum;
}

}  // namespace sispde
