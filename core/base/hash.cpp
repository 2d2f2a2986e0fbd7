#include "core/base/hash.h"

#include <array>
#include <bit>
#include <fstream>

#include <openssl/evp.h>

#include "core/base/file.h"

namespace sispde {

static_assert(std::endian::native == std::endian::little, "hashes and files assume little-endian memory");

struct Digest::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

Digest::Digest(Kind kind) : state_(std::make_unique<State>()) {
  EVP_DigestInit_ex(state_->context, kind == Kind::Sha256 ? EVP_sha256() : EVP_sha1(), nullptr);
}
Digest::~Digest() = default;
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;

Digest& Digest::bytes(const void* data, std::size_t size) {
  if (size > 0) EVP_DigestUpdate(state_->context, data, size);
  return *this;
}

std::string Digest::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> raw{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(state_->context, raw.data(), &size);
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", raw[i]);
  return text;
}

static Result<std::string> digestOfFile(const std::string& path, Digest digest) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return inputError({path}, "The file cannot be opened");
  std::array<char, 1 << 16> buffer{};
  while (file.read(buffer.data(), buffer.size()) || file.gcount() > 0)
    digest.bytes(buffer.data(), static_cast<std::size_t>(file.gcount()));
  return digest.hex();
}

Result<std::string> sha256OfFile(const std::string& path) {
  return digestOfFile(path, Digest(Digest::Kind::Sha256));
}

Result<std::string> gitBlobOfFile(const std::string& path) {
  SISPDE_TRY(const std::uint64_t size, fileSize(path));
  Digest digest(Digest::Kind::Sha1);
  digest.text(fmt::format("blob {}", size)).value('\0');
  return digestOfFile(path, std::move(digest));
}

}  // namespace sispde
