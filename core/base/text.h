#pragma once
// Small text work that several readers share.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sispde {

// Length of the longest beginning that is well-formed UTF-8.
std::size_t utf8Prefix(std::string_view text);
inline bool isUtf8(std::string_view text) {
  return utf8Prefix(text) == text.size();
}

std::string_view trim(std::string_view text);  // without spaces and tabs at both ends
std::string lower(std::string_view text);      // ASCII letters alone

// The whole text as a number, or nothing. No spaces, no hexadecimal.
std::optional<std::int64_t> parseInteger(std::string_view text);
// A leading '+' is allowed; numbers too large or too small become infinite or 0. Accepts "nan" and "inf" too; the caller
// decides whether they are welcome.
std::optional<double> parseReal(std::string_view text);

// true for "1" and "true", false for "0" and "false", whatever the case.
std::optional<bool> parseFlag(std::string_view text);

// The text in quotation marks for an error sentence: shortened, control characters and invalid UTF-8 replaced.
std::string inQuotes(std::string_view text);

}  // namespace sispde
