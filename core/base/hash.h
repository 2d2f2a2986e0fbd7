#pragma once
// Digests: SHA-256 for content and downloads, the git blob id where a publisher gives nothing else.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace sispde {

class Digest {
 public:
  enum class Kind { Sha256, Sha1 };
  explicit Digest(Kind kind = Kind::Sha256);
  ~Digest();
  Digest(Digest&&) noexcept;
  Digest& operator=(Digest&&) noexcept;

  Digest& bytes(const void* data, std::size_t size);
  Digest& text(std::string_view value) { return bytes(value.data(), value.size()); }

  // Numbers as they lie in memory (little-endian on every platform this runs on).
  template <class T>
  Digest& values(std::span<const T> items) {
    static_assert(std::is_arithmetic_v<T>);
    return bytes(items.data(), items.size_bytes());
  }
  // The same of many, megabyte by megabyte; the rest is left out when progress is stopped.
  template <class T>
  Digest& values(std::span<const T> items, const Progress& progress) {
    constexpr std::size_t part = (std::size_t{1} << 20) / sizeof(T);
    for (; !items.empty() && !progress.stopped(); items = items.subspan(std::min(part, items.size())))
      values(items.first(std::min(part, items.size())));
    return *this;
  }
  template <class T>
  Digest& value(T item) {
    return values(std::span<const T>(&item, 1));
  }

  // Lower-case hexadecimal digest; the object is spent afterwards.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Result<std::string> sha256OfFile(const std::string& path);
// What `git hash-object` prints: SHA-1 of "blob <size>\0" and the bytes.
Result<std::string> gitBlobOfFile(const std::string& path);

}  // namespace sispde
