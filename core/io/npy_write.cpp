#include <algorithm>

#include "core/io/npy.h"

namespace sispde {
namespace {

template <class T>
constexpr std::string_view typeName() {
  if constexpr (std::is_same_v<T, std::int32_t>)
    return "<i4";
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return "<i8";
  else if constexpr (std::is_same_v<T, float>)
    return "<f4";
  else if constexpr (std::is_same_v<T, double>)
    return "<f8";
  else
    return "|b1";
}

std::string withHeader(std::string_view type, const std::vector<std::int64_t>& shape, const void* data,
                       std::size_t size) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  const std::size_t total =
      (10 + header.size() + 1 + 63) / 64 * 64;  // the elements begin at a multiple of 64
  header.resize(total - 11, ' ');
  header += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(header.size() & 0xFF);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  if (size > 0) out.append(static_cast<const char*>(data), size);
  return out;
}

}  // namespace

template <class T>
std::string npyBytes(std::span<const T> values, const std::vector<std::int64_t>& shape) {
  return withHeader(typeName<T>(), shape, values.data(), values.size_bytes());
}
template std::string npyBytes(std::span<const std::int32_t>, const std::vector<std::int64_t>&);
template std::string npyBytes(std::span<const std::int64_t>, const std::vector<std::int64_t>&);
template std::string npyBytes(std::span<const float>, const std::vector<std::int64_t>&);
template std::string npyBytes(std::span<const double>, const std::vector<std::int64_t>&);
template std::string npyBytes(std::span<const std::uint8_t>, const std::vector<std::int64_t>&);

std::string npyText(std::string_view utf8) {
  std::vector<std::uint32_t> characters;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto c = static_cast<unsigned char>(utf8[i]);
    const std::size_t length = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    std::uint32_t code = length == 1 ? c : c & (0x7Fu >> length);
    for (std::size_t t = 1; t < length && i + t < utf8.size(); ++t)
      code = code << 6 | (static_cast<unsigned char>(utf8[i + t]) & 0x3Fu);
    characters.push_back(code);
    i += length;
  }
  if (characters.empty()) characters.push_back(0);
  return withHeader(fmt::format("<U{}", characters.size()), {}, characters.data(), characters.size() * 4);
}

}  // namespace sispde
