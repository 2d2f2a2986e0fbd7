// A PNG is a signature and a row of chunks: length, type, data, CRC. The texts are read from them directly: all sizes
// are known before memory is taken, and the pixels need not be unpacked.

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string_view>

#include <zlib.h>

#include "app/studio/figure/png_text.h"
#include "core/base/file.h"
#include "core/base/text.h"

namespace sispde::studio {
namespace {

constexpr std::string_view signature{"\x89PNG\r\n\x1a\n", 8};

std::uint32_t bigEndian(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

std::uint32_t crcOf(std::uint32_t crc, std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32(crc, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

// The text up to the next NUL, which is taken away too; nothing where there is none.
std::optional<std::string_view> untilNul(std::string_view& rest) {
  const std::size_t end = rest.find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return part;
}

std::string fromLatin1(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto code = static_cast<std::uint8_t>(c);
    if (code < 0x80) {
      text.push_back(c);
    } else {
      text.push_back(static_cast<char>(0xC0 | code >> 6));
      text.push_back(static_cast<char>(0x80 | (code & 0x3F)));
    }
  }
  return text;
}

// Nothing where the stream is damaged or its content larger than largestPngText.
std::optional<std::string> unpack(std::string_view packed) {
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string text;
  std::array<char, 1 << 15> block;
  int state = Z_OK;
  while (state == Z_OK && text.size() <= largestPngText) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    state = ::inflate(&stream, Z_NO_FLUSH);
    text.append(block.data(), block.size() - stream.avail_out);
  }
  ::inflateEnd(&stream);
  if (state != Z_STREAM_END || text.size() > largestPngText) return std::nullopt;
  return text;
}

// The value of a text chunk behind its key and NUL.
std::optional<std::string> valueOf(std::string_view type, std::string_view rest) {
  if (type == "tEXt") return fromLatin1(rest);
  if (type == "zTXt") {
    if (rest.empty() || rest[0] != 0) return std::nullopt;
    const auto text = unpack(rest.substr(1));
    return text ? std::optional(fromLatin1(*text)) : std::nullopt;
  }
  if (rest.size() < 2 || rest[0] > 1 || (rest[0] == 1 && rest[1] != 0)) return std::nullopt;
  const bool packed = rest[0] == 1;
  rest.remove_prefix(2);
  if (!untilNul(rest) || !untilNul(rest)) return std::nullopt;  // language and translated key
  const auto text = packed ? unpack(rest) : std::optional<std::string>(rest);
  return text && isUtf8(*text) ? text : std::nullopt;
}

class ChunkReader {
 public:
  ChunkReader(const std::string& path, std::uint64_t size) : path_(path), rest_(size) {
    stream_.open(path, std::ios::binary);
  }

  Result<void> begin() {
    std::array<char, signature.size()> head{};
    if (!take(head.data(), head.size()) || std::string_view(head.data(), head.size()) != signature)
      return inputError({path_}, "This is not a PNG picture");
    return {};
  }

  // Reads the next chunk; `data` only where it is a text. Its type is then type().
  Result<void> next() {
    std::array<char, 8> head{};
    if (!take(head.data(), head.size())) return cutOff();
    const std::uint64_t length = bigEndian(head.data());
    type_.assign(head.data() + 4, 4);
    if (length + 4 > rest_) return cutOff();
    const bool isText = type_ == "tEXt" || type_ == "zTXt" || type_ == "iTXt";
    if (isText && length > largestPngText)
      return inputError({path_}, "The picture has a text of {} MB; at most {} are read", length >> 20,
                        largestPngText >> 20);
    data_.clear();
    std::uint32_t crc = crcOf(0, type_);
    std::array<char, 1 << 15> block;
    for (std::uint64_t done = 0; done < length;) {
      const std::size_t step = std::min<std::uint64_t>(block.size(), length - done);
      if (!take(block.data(), step)) return cutOff();
      crc = crcOf(crc, {block.data(), step});
      if (isText) data_.append(block.data(), step);
      done += step;
    }
    if (!take(head.data(), 4)) return cutOff();
    if (bigEndian(head.data()) != crc)
      return inputError({path_}, "The picture is damaged (the check sum of its part {} is wrong)",
                        inQuotes(type_));
    return {};
  }

  const std::string& type() const { return type_; }
  std::string_view text() const { return data_; }

 private:
  bool take(char* to, std::size_t count) {
    if (count > rest_ || !stream_.read(to, static_cast<std::streamsize>(count))) return false;
    rest_ -= count;
    return true;
  }
  Unexpected cutOff() const { return inputError({path_}, "The picture is cut off before its end"); }

  std::string path_, type_, data_;
  std::uint64_t rest_;  // bytes of the file not read yet
  std::ifstream stream_;
};

}  // namespace

Result<std::string> readPngText(const std::string& path, const std::string& key) {
  SISPDE_TRY(const std::uint64_t size, fileSize(path));
  ChunkReader reader(path, size);
  SISPDE_CHECK(reader.begin());
  std::optional<std::string> found;
  do {
    SISPDE_CHECK(reader.next());
    std::string_view rest = reader.text();
    if (found || rest.empty() || untilNul(rest) != key) continue;
    found = valueOf(reader.type(), rest);
    if (!found)
      return inputError({path}, "The text {} of the picture cannot be read: it is damaged or above {} MB",
                        inQuotes(key), largestPngText >> 20);
  } while (reader.type() != "IEND");
  if (!found) return inputError({path}, "The picture carries no text {}", inQuotes(key));
  return *found;
}

}  // namespace sispde::studio
