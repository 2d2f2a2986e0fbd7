#include "core/base/text.h"

#include <charconv>

namespace sispde {

// Well-formed UTF-8 after table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
bool isUtf8(std::string_view text) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* end = p + text.size();
  const auto tail = [&](std::ptrdiff_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return end - p > i && p[i] >= low && p[i] <= high;
  };
  while (p < end) {
    const unsigned c = *p;
    if (c < 0x80) {
      p += 1;
    } else if (c >= 0xC2 && c <= 0xDF && tail(1)) {
      p += 2;
    } else if (c >= 0xE0 && c <= 0xEF && tail(1, c == 0xE0 ? 0xA0 : 0x80, c == 0xED ? 0x9F : 0xBF) &&
               tail(2)) {
      p += 3;
    } else if (c >= 0xF0 && c <= 0xF4 && tail(1, c == 0xF0 ? 0x90 : 0x80, c == 0xF4 ? 0x8F : 0xBF) &&
               tail(2) && tail(3)) {
      p += 4;
    } else {
      return false;
    }
  }
  return true;
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

template <class T>
static std::optional<T> parseNumber(std::string_view text) {
  T value{};
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parseInteger(std::string_view text) {
  return parseNumber<std::int64_t>(text);
}

std::optional<double> parseReal(std::string_view text) {
  return parseNumber<double>(text);
}

std::string inQuotes(std::string_view text) {
  constexpr std::size_t limit = 40;
  const bool cut = text.size() > limit;
  if (cut) {
    text = text.substr(0, limit);
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.remove_suffix(1);
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0) text.remove_suffix(1);
  }
  const bool readable = isUtf8(text);
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7F || (byte >= 0x80 && !readable) ? '?' : c;
  }
  return out + (cut ? "…\"" : "\"");
}

}  // namespace sispde
