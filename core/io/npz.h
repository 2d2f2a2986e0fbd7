#pragma once
// A zip archive of .npy arrays, as numpy.savez writes it. Sizes in the archive are claims: memory is taken as the data
// arrive, and a claim that no compression could justify is refused before anything is read.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/io/npy.h"

namespace sispde {

class NpzReader {
 public:
  // Takes the bytes of the whole archive; `file` is the name used in errors. Reading an array ends where progress is stopped.
  static Result<NpzReader> open(std::string bytes, const std::string& file, const Progress& progress = {});
  ~NpzReader();
  NpzReader(NpzReader&&) noexcept;

  bool has(std::string_view array) const;
  const std::vector<std::string>& names() const;  // arrays, without ".npy"
  Result<NpyArray> read(const std::string& array) const;
  const Progress& progress() const;

 private:
  struct Archive;
  explicit NpzReader(std::unique_ptr<Archive> archive);
  std::unique_ptr<Archive> archive_;
};

struct NpzMember {
  std::string name;  // without ".npy"
  std::string npy;   // from npyBytes or npyText
};
// Writes a compressed archive, whole or not at all.
Result<void> writeNpz(const std::string& path, const std::vector<NpzMember>& members);

}  // namespace sispde
