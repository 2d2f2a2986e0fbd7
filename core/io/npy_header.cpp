#include "core/io/npy_header.h"

#include <charconv>

#include "core/base/text.h"

namespace sispde {
namespace {

// Reads the few forms that NumPy writes: 'key': 'text' | True | False | (int, …).
class DictionaryReader {
 public:
  DictionaryReader(std::string_view text, const Place& place) : text_(text), place_(place) {}

  Result<NpyHeader> read() {
    NpyHeader header;
    if (!take('{')) return bad();
    bool haveDescr = false, haveOrder = false, haveShape = false;
    while (!take('}')) {
      const auto key = string();
      if (!key || !take(':')) return bad();
      if (*key == "descr" && !haveDescr) {
        haveDescr = true;
        if (!peek('\'') && !peek('"')) return inputError(place_, "Arrays of records are not supported");
        const auto descr = string();
        if (!descr) return bad();
        SISPDE_CHECK(setType(*descr, header));
      } else if (*key == "fortran_order" && !haveOrder) {
        haveOrder = true;
        if (word("True"))
          header.fortranOrder = true;
        else if (!word("False"))
          return bad();
      } else if (*key == "shape" && !haveShape) {
        haveShape = true;
        if (!shape(header)) return bad();
      } else {
        return bad();
      }
      take(',');
    }
    if (!haveDescr || !haveOrder || !haveShape || !trim(rest()).empty()) return bad();
    return header;
  }

 private:
  Unexpected bad() const { return inputError(place_, "The array's header is not one that NumPy writes"); }
  std::string_view rest() {
    auto left = text_.substr(at_);
    while (!left.empty() && (left.back() == '\n' || left.back() == ' ' || left.back() == '\0'))
      left.remove_suffix(1);
    return left;
  }
  void space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool peek(char c) {
    space();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool take(char c) {
    if (!peek(c)) return false;
    ++at_;
    return true;
  }
  bool word(std::string_view w) {
    space();
    if (text_.substr(at_, w.size()) != w) return false;
    at_ += w.size();
    return true;
  }
  std::optional<std::string_view> string() {
    const char mark = peek('\'') ? '\'' : '"';
    if (!take(mark)) return std::nullopt;
    const auto end = text_.find(mark, at_);
    if (end == std::string_view::npos) return std::nullopt;
    const auto value = text_.substr(at_, end - at_);
    at_ = end + 1;
    return value;
  }
  bool shape(NpyHeader& header) {
    if (!take('(')) return false;
    while (!take(')')) {
      space();
      std::int64_t extent = 0;
      const auto [end, code] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), extent);
      if (code != std::errc{} || extent < 0 || header.shape.size() == 8) return false;
      at_ = static_cast<std::size_t>(end - text_.data());
      take('L');  // Python 2 wrote long integers so
      header.shape.push_back(extent);
      if (!take(',') && !peek(')')) return false;
    }
    return true;
  }

  Result<void> setType(std::string_view descr, NpyHeader& header) {
    const char order = descr.empty() ? '?' : descr[0];
    if (descr.size() > 1 && descr[1] == 'O')
      return inputError(place_, "The array holds pickled Python objects, which are never read");
    const std::int64_t size = descr.size() > 2 ? parseInteger(descr.substr(2)).value_or(-1) : -1;
    if (std::string_view("<>|=").find(order) == std::string_view::npos || size < 0)
      return inputError(place_, "The array has the unknown type {}", inQuotes(descr));
    header.kind = descr[1];
    const bool ok = header.kind == 'i' || header.kind == 'u'
                        ? size == 1 || size == 2 || size == 4 || size == 8
                    : header.kind == 'f'                       ? size == 4 || size == 8
                    : header.kind == 'b'                       ? size == 1
                    : header.kind == 'U' || header.kind == 'S' ? size < (1 << 20)
                                                               : false;
    if (!ok) return inputError(place_, "Arrays of type {} are not supported", inQuotes(descr));
    header.itemSize = static_cast<int>(size) * (header.kind == 'U' ? 4 : 1);
    header.bigEndian = order == '>' && header.kind != 'S' && header.kind != 'b';
    return {};
  }

  std::string_view text_;
  const Place& place_;
  std::size_t at_ = 0;
};

}  // namespace

Result<NpyHeader> parseNpyHeader(std::string_view bytes, const Place& place) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i]));
  };
  if (bytes.size() < 10 || bytes.substr(0, 6) != "\x93NUMPY")
    return inputError(place, "This is not a NumPy array");
  const std::size_t version = byte(6);
  if (version < 1 || version > 3)
    return inputError(place, "NumPy array format {} is not supported (1 to 3 are)", version);
  const std::size_t prefix = version == 1 ? 10 : 12;
  if (bytes.size() < prefix) return inputError(place, "The array ends inside its header");
  const std::size_t length =
      version == 1 ? byte(8) | byte(9) << 8 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
  if (length > bytes.size() - prefix) return inputError(place, "The array ends inside its header");

  SISPDE_TRY(NpyHeader header, DictionaryReader(bytes.substr(prefix, length), place).read());
  header.dataOffset = prefix + length;
  const auto available = static_cast<std::int64_t>(bytes.size() - header.dataOffset);
  header.count = 1;
  bool empty = false, tooLarge = false;
  for (const std::int64_t extent : header.shape) {
    empty = empty || extent == 0;
    // Elements of size 0 (empty text) would allow any count; count the header's bytes against them.
    tooLarge = tooLarge || __builtin_mul_overflow(header.count, extent, &header.count) ||
               header.count > available / std::max(header.itemSize, 1) + 1;
    if (empty) header.count = 0;
  }
  if (empty)
    header.count = 0;
  else if (tooLarge)
    return inputError(place,
                      "The header announces [{}] elements, more than the {} bytes that follow can hold",
                      fmt::join(header.shape, ", "), available);
  if (header.count * header.itemSize != available)
    return inputError(place, "The header announces {} bytes of elements, but {} bytes follow",
                      header.count * header.itemSize, available);
  return header;
}

}  // namespace sispde
