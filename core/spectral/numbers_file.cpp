#include "core/spectral/numbers_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/base/hash.h"

namespace sispde {
namespace {

constexpr std::size_t digestSize = 64;
constexpr std::size_t part = std::size_t{1} << 20;  // numbers between two looks at whether to stop

// `use` of the numbers part by part, until it is false or the user cancels.
template <class T, class F>
void eachPart(std::span<T> items, const Progress& progress, const F& use) {
  for (std::size_t at = 0; at < items.size() && !progress.stopped(); at += part)
    if (!use(items.subspan(at, std::min(part, items.size() - at)))) return;
}

}  // namespace

Result<void> writeNumbers(const std::string& path, std::string_view signature,
                          const std::vector<std::span<const double>>& parts, const Progress& progress) {
  if (const std::string folder = std::filesystem::path(path).parent_path().string(); !folder.empty())
    SISPDE_CHECK(makeFolder(folder));
  AtomicFile file(path);
  {
    std::ofstream out(file.temporaryPath(), std::ios::binary);
    Digest digest;
    for (const std::span<const double> items : parts) digest.values(items, progress);
    const std::string head = std::string(signature) + digest.hex();
    out.write(head.data(), static_cast<std::streamsize>(head.size()));
    for (const std::span<const double> items : parts)
      eachPart(items, progress, [&](std::span<const double> some) {
        return !!out.write(reinterpret_cast<const char*>(some.data()),
                           static_cast<std::streamsize>(some.size_bytes()));
      });
    if (progress.stopped()) return cancelled();
    if (!out.flush()) return failure({path}, "The file cannot be written");
  }
  return file.commit();
}

Result<std::vector<double>> readNumbers(const std::string& path, std::string_view signature,
                                        std::size_t count, const char* what, const Progress& progress) {
  SISPDE_TRY(const std::uint64_t size, fileSize(path));
  if (size != signature.size() + digestSize + sizeof(double) * count)
    return inputError({path}, "The file is not as long as {}", what);
  std::ifstream in(path, std::ios::binary);
  std::string head(signature.size() + digestSize, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (!in || !head.starts_with(signature)) return inputError({path}, "The file does not hold {}", what);
  std::vector<double> numbers(count);
  Digest digest;
  bool finite = true;
  eachPart(std::span<double>(numbers), progress, [&](std::span<double> some) {
    if (!in.read(reinterpret_cast<char*>(some.data()), static_cast<std::streamsize>(some.size_bytes())))
      return false;
    digest.values(std::span<const double>(some));
    finite = finite && std::all_of(some.begin(), some.end(), [](double x) { return std::isfinite(x); });
    return true;
  });
  if (progress.stopped()) return cancelled();
  if (!in) return inputError({path}, "The file cannot be read");
  if (digest.hex() != head.substr(signature.size()))
    return inputError({path}, "The file is damaged: its checksum differs");
  if (!finite) return inputError({path}, "The file holds numbers that are not finite");
  return numbers;
}

}  // namespace sispde
