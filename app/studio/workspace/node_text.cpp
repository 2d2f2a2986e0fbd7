#include "app/studio/workspace/node_text.h"

#include <array>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "core/base/text.h"

namespace sispde::studio {
namespace {

struct Run {
  NodeId first = 0, last = 0;
};

std::optional<NodeId> nodeOf(std::string_view digits) {
  const auto number = parseInteger(digits);
  if (!number || *number < 0 || *number >= std::numeric_limits<NodeId>::max()) return std::nullopt;
  return static_cast<NodeId>(*number);
}

std::optional<Run> runOf(std::string_view word) {
  const std::size_t dash = word.find('-');
  const auto first = nodeOf(word.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : nodeOf(word.substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  return Run{*first, *last};
}

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> letterValues = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < letters.size(); ++i)
    values[static_cast<unsigned char>(letters[i])] = static_cast<std::int8_t>(i);
  return values;
}();

std::string base64(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) group = group << 8 | (j < count ? bytes[i + j] : 0U);
    for (std::size_t j = 0; j < 4; ++j) text += j <= count ? letters[group >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

std::optional<std::vector<std::uint8_t>> bytesOf(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const std::size_t missing = i + 4 == text.size() ? padding : 0;
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const int value = j < 4 - missing ? letterValues[static_cast<unsigned char>(text[i + j])] : 0;
      if (value < 0) return std::nullopt;
      group = group << 6 | static_cast<std::uint32_t>(value);
    }
    for (std::size_t j = 0; j < 3 - missing; ++j)
      bytes.push_back(static_cast<std::uint8_t>(group >> (16 - 8 * j)));
  }
  return bytes;
}

}  // namespace

std::string nodesText(std::span<const NodeId> nodes) {
  std::string text;
  for (std::size_t i = 0; i < nodes.size();) {
    std::size_t end = i + 1;
    while (end < nodes.size() && std::int64_t{nodes[end]} == std::int64_t{nodes[end - 1]} + 1) ++end;
    if (!text.empty()) text += ' ';
    text += fmt::format("{}", nodes[i]);
    if (end - i > 1) text += fmt::format("-{}", nodes[end - 1]);
    i = end;
  }
  return text;
}

std::optional<std::vector<NodeId>> nodesOf(std::string_view text, std::size_t most) {
  std::vector<NodeId> nodes;
  while (!(text = trim(text)).empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    const auto run = runOf(word);
    if (!run || static_cast<std::size_t>(run->last - run->first) >= most - nodes.size()) return std::nullopt;
    for (NodeId u = run->first; u <= run->last; ++u) nodes.push_back(u);
  }
  return nodes;
}

std::string positionsText(std::span<const Point> positions) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(8 * positions.size());
  for (const Point p : positions)
    for (const float number : {p.x, p.y})
      for (int shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::uint8_t>(std::bit_cast<std::uint32_t>(number) >> shift));
  return base64(bytes);
}

std::optional<std::vector<Point>> positionsOf(std::string_view text, std::size_t most) {
  if (text.size() > (8 * most + 2) / 3 * 4) return std::nullopt;
  const auto bytes = bytesOf(text);
  if (!bytes || bytes->size() % 8 != 0) return std::nullopt;
  const auto number = [&](std::size_t at) {
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 4; ++j) bits |= std::uint32_t{(*bytes)[at + j]} << (8 * j);
    return std::bit_cast<float>(bits);
  };
  std::vector<Point> positions(bytes->size() / 8);
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = {number(8 * i), number(8 * i + 4)};
  return positions;
}

}  // namespace sispde::studio
