#include "core/shift/generator_spec.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/text.h"

namespace sispde {
namespace {

std::vector<std::string_view> pieces(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

Result<NodeId> parseSide(std::string_view text, std::string_view what, const GeneratorInfo& info) {
  const std::optional<std::int64_t> side = parseInteger(text);
  if (!side || *side < info.smallest || *side > maxGeneratedNodes)
    return usageError("The {} of {} is {}; it must be a whole number from {} to {} (syntax: {})", what,
                      info.name, inQuotes(text), info.smallest, maxGeneratedNodes, info.syntax);
  return static_cast<NodeId>(*side);
}

Result<void> parseSize(std::string_view text, const GeneratorInfo& info, GeneratorSpec& spec) {
  if (info.size == GeneratorInfo::Size::None)
    return usageError("{} takes no size, but {} was given (syntax: {})", info.name, inQuotes(text),
                      info.syntax);
  if (info.size == GeneratorInfo::Size::Nodes) {
    SISPDE_TRY(spec.width, parseSide(text, "number of nodes", info));
    return {};
  }
  const auto sides = pieces(text, 'x');
  if (sides.size() != 2)
    return usageError("The size of {} is {}; it must be WIDTHxHEIGHT, such as {}x{} (syntax: {})", info.name,
                      inQuotes(text), info.width, info.height, info.syntax);
  SISPDE_TRY(spec.width, parseSide(sides[0], "width", info));
  SISPDE_TRY(spec.height, parseSide(sides[1], "height", info));
  const std::int64_t nodes = static_cast<std::int64_t>(spec.width) * spec.height;
  if (nodes > maxGeneratedNodes)
    return usageError("The size {} of {} means {} nodes; at most {} are generated", inQuotes(text), info.name,
                      nodes, maxGeneratedNodes);
  return {};
}

std::string optionNames(const GeneratorInfo& info) {
  if (info.options.empty()) return "it has none";
  std::string names = "it has";
  for (const GeneratorOption& option : info.options) {
    names += &option == info.options.data() ? " " : ", ";
    names += option.name;
  }
  return names;
}

Result<void> parseOption(std::string_view key, std::string_view text, const GeneratorInfo& info,
                         GeneratorSpec& spec, std::vector<std::string_view>& seen) {
  const auto option =
      std::find_if(info.options.begin(), info.options.end(), [&](const auto& o) { return o.name == key; });
  if (option == info.options.end())
    return usageError("{} has no option {}; {} (syntax: {})", info.name, inQuotes(key), optionNames(info),
                      info.syntax);
  if (std::find(seen.begin(), seen.end(), key) != seen.end())
    return usageError("The option {} of {} is given twice", key, info.name);
  seen.push_back(key);
  const std::optional<double> value = parseReal(text);
  // The comparisons are false for "nan".
  const bool inRange = value && *value >= option->min && *value <= option->max;
  if (!inRange || (option->whole && *value != std::floor(*value)))
    return usageError("The option {} of {} is {}; it must be a {} from {} to {}: {} (syntax: {})", key,
                      info.name, inQuotes(text), option->whole ? "whole number" : "number", option->min,
                      option->max, option->meaning, info.syntax);
  spec.values[option - info.options.begin()].second = *value;
  return {};
}

}  // namespace

double GeneratorSpec::value(std::string_view option) const {
  return std::find_if(values.begin(), values.end(), [&](const auto& entry) { return entry.first == option; })
      ->second;
}

std::string_view generatorName(std::string_view text) {
  return text.substr(0, text.find(':'));
}

Result<GeneratorSpec> parseGeneratorSpec(const std::string& text, const GeneratorInfo& info) {
  GeneratorSpec spec{text, static_cast<NodeId>(info.width), static_cast<NodeId>(info.height), {}};
  for (const GeneratorOption& option : info.options) spec.values.emplace_back(option.name, option.fallback);
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return spec;
  std::vector<std::string_view> seen;
  const auto parts = pieces(std::string_view(text).substr(colon + 1), ',');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals != std::string_view::npos) {
      SISPDE_CHECK(parseOption(parts[i].substr(0, equals), parts[i].substr(equals + 1), info, spec, seen));
    } else if (i == 0) {
      SISPDE_CHECK(parseSize(parts[i], info, spec));
    } else {
      return usageError("{} is not KEY=VALUE; {} is asked for by {}", inQuotes(parts[i]), info.name,
                        info.syntax);
    }
  }
  return spec;
}

Result<void> checkEdgeCount(double edges, const GeneratorSpec& spec) {
  if (edges <= static_cast<double>(maxGeneratedEdges)) return {};
  return usageError("{} means about {:.0f} edges; at most {} are generated", inQuotes(spec.text), edges,
                    maxGeneratedEdges);
}

}  // namespace sispde
