#include "core/base/text.h"

#include <charconv>
#include <cstdlib>

namespace sispde {

// Well-formed UTF-8 after table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
std::size_t utf8Prefix(std::string_view text) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const end = begin + text.size();
  const auto* p = begin;
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
      break;
    }
  }
  return static_cast<std::size_t>(p - begin);
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

std::optional<std::int64_t> parseInteger(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parseReal(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  if (code == std::errc::result_out_of_range) value = std::strtod(std::string(text).c_str(), nullptr);
  return value;
}

std::optional<bool> parseFlag(std::string_view text) {
  const std::string word = lower(text);
  if (word == "1" || word == "true") return true;
  if (word == "0" || word == "false") return false;
  return std::nullopt;
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
