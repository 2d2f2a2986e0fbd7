#pragma once
// The text that asks for a generated data set: NAME, NAME:SIZE, NAME:KEY=VALUE,… or NAME:SIZE,KEY=VALUE,…; a
// size is a number of nodes or WIDTHxHEIGHT. What a generator takes is described once, in its GeneratorInfo;
// parsing, checks, error sentences and lists for people are made from that description.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/graph.h"

namespace sispde {

// Limits of what is generated, checked before memory is taken.
inline constexpr std::int64_t maxGeneratedNodes = 20'000'000;
inline constexpr std::int64_t maxGeneratedEdges = 200'000'000;

// One KEY=VALUE; min ≤ value ≤ max.
struct GeneratorOption {
  std::string name, meaning;
  double min = 0, max = 1, fallback = 0;
  bool whole = false;  // whole numbers alone
};

struct GeneratorInfo {
  enum class Size { None, Nodes, Grid };

  std::string name;
  std::string syntax;       // "grid[:WxH][,torus=0|1][,diagonal=0|1]"
  std::string description;  // one sentence
  std::string example;
  Size size = Size::Nodes;
  std::int64_t smallest = 1;           // nodes, or each side of a grid
  std::int64_t width = 1, height = 1;  // default size; Nodes uses the width alone
  std::vector<GeneratorOption> options;
};

// A request that was understood: every size and value is within its range, options that were not given have
// their default.
struct GeneratorSpec {
  std::string text;  // as the user wrote it
  NodeId width = 1, height = 1;
  std::vector<std::pair<std::string, double>> values;
  Progress progress;  // of who waits; a generator that is stopped gives something of no use, soon

  NodeId nodeCount() const { return width * height; }
  double value(std::string_view option) const;  // the option must be one of the generator's
  std::int32_t whole(std::string_view option) const { return static_cast<std::int32_t>(value(option)); }
  bool flag(std::string_view option) const { return value(option) != 0; }
};

// The part of a text before the first colon.
std::string_view generatorName(std::string_view text);

// `text` must start with the generator's name.
Result<GeneratorSpec> parseGeneratorSpec(const std::string& text, const GeneratorInfo& info);

// An error when so many edges are more than maxGeneratedEdges.
Result<void> checkEdgeCount(double edges, const GeneratorSpec& spec);

}  // namespace sispde
