// The leading eigenpairs on disk, named by Laplacian::hash() and their number.

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/spectral/leading_eigen.h"
#include "core/spectral/numbers_file.h"

namespace sispde {
namespace {

// The numbers: the values, then the vectors.
constexpr std::string_view signature = "SISPDE leading eigenpairs 1\n";
constexpr std::size_t mostNumbers = 32'000'000;

std::size_t numbersOf(const Laplacian& laplacian, int count) {
  return static_cast<std::size_t>(count) * (static_cast<std::size_t>(laplacian.nodeCount()) + 1);
}

Result<void> write(const std::string& path, const LeadingPairs& pairs, const Progress& progress) {
  std::vector<std::span<const double>> parts{pairs.values};
  parts.insert(parts.end(), pairs.vectors.begin(), pairs.vectors.end());
  return writeNumbers(path, signature, parts, progress);
}

bool hasUnitNorm(const std::vector<double>& vector) {
  return std::abs(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0) - 1) < 1e-9;
}

Result<LeadingPairs> read(const std::string& path, const Laplacian& laplacian, int count, double tolerance,
                          const Progress& progress) {
  SISPDE_TRY(const std::vector<double> numbers, readNumbers(path, signature, numbersOf(laplacian, count),
                                                            "the first eigenpairs of this graph", progress));
  LeadingPairs pairs;
  auto from = numbers.begin() + count;
  pairs.values.assign(numbers.begin(), from);
  for (int k = 0; k < count && !progress.stopped(); ++k, from += laplacian.nodeCount())
    pairs.vectors.emplace_back(from, from + laplacian.nodeCount());
  pairs.residual = largestResidual(pairs, laplacian, progress);
  if (progress.stopped()) return cancelled();
  if (!std::is_sorted(pairs.values.begin(), pairs.values.end()) ||
      !std::all_of(pairs.vectors.begin(), pairs.vectors.end(), hasUnitNorm) ||
      pairs.residual > tolerance * laplacian.lambdaMax())
    return inputError({path}, "The eigenpairs in the file are not those of this graph, or not as exact");
  return pairs;
}

}  // namespace

Result<LeadingPairs> leadingEigenpairs(const Laplacian& laplacian, int count, double tolerance,
                                       const std::string& cacheFolder, const Progress& progress) {
  count = std::min<int>(count, laplacian.nodeCount());
  if (cacheFolder.empty() || count < 1 || numbersOf(laplacian, count) > mostNumbers)
    return leadingEigenpairs(laplacian, count, tolerance, progress);
  const std::string path = fmt::format("{}/{}.leading-{}", cacheFolder, laplacian.hash(progress), count);
  if (progress.stopped()) return cancelled();
  if (Result<LeadingPairs> kept = read(path, laplacian, count, tolerance, progress)) return kept;
  SISPDE_TRY(LeadingPairs pairs, leadingEigenpairs(laplacian, count, tolerance, progress));
  (void)write(path, pairs, progress);  // what was computed is there all the same
  return pairs;
}

}  // namespace sispde
