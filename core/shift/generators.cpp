#include "core/shift/generators.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/shift/generator_parts.h"

namespace sispde {
namespace {

using Size = GeneratorInfo::Size;
using Make = Result<Dataset> (*)(const GeneratorSpec&, std::uint64_t);

constexpr double maxDegree = 100'000;

const GeneratorOption signal{"signal", "length of the class means of the features, in units of the noise", 0,
                             1000, 1};

// One line each: name and syntax, description, example and sizes, options.
// clang-format off
std::vector<GeneratorInfo> makeTable() {
  return {
      {"karate", "karate",
       "Zachary's karate club: 34 members, 78 friendships, four communities; no features, no split.",
       "karate", Size::None, 34, 34, 1,
       {}},
      {"grid", "grid[:WxH][,torus=0|1][,diagonal=0|1]",
       "Rectangular grid with four neighbours, or eight with diagonal=1; labels are the left and the right "
       "half, features the coordinates.",
       "grid:30x30", Size::Grid, 2, 30, 30,
       {{"torus", "1 joins opposite borders", 0, 1, 0, true},
        {"diagonal", "1 adds the diagonals", 0, 1, 0, true}}},
      {"ring", "ring[:N]",
       "Cycle; labels are the four quarters, features cosine and sine of the angle.",
       "ring:100", Size::Nodes, 4, 100, 1,
       {}},
      {"sbm", "sbm[:N][,classes=C][,degree=D][,mixing=M][,signal=S]",
       "Planted partition: equal classes, independent edges, Gaussian features around a mean per class.",
       "sbm:1000,classes=4,degree=10,mixing=0.2", Size::Nodes, 4, 1000, 1,
       {{"classes", "number of classes", 2, 1000, 4, true},
        {"degree", "expected number of neighbours", 0, maxDegree, 10},
        {"mixing", "expected share of neighbours in other classes", 0, 1, 0.2},
        signal}},
      {"minesweeper", "minesweeper[:WxH][,mines=M][,unknown=U]",
       "The rules of the Minesweeper benchmark: find the mines of a king-move grid from the numbers of "
       "neighbouring mines, part of which are hidden; ten splits.",
       "minesweeper:100x100", Size::Grid, 2, 100, 100,
       {{"mines", "share of nodes that are mines", 0, 1, 0.2},
        {"unknown", "share of nodes flagged unknown", 0, 1, 0.5}}},
      {"citation", "citation[:N]",
       "Homophilous citation network with the class sizes, degrees and bag-of-words statistics of Cora; "
       "split of 20 nodes per class, 500 and 1000.",
       "citation:2708", Size::Nodes, 50, 2708, 1,
       {}},
      {"planted", "planted[:N][,li=L][,classes=C][,degree=D][,signal=S]",
       "Balanced classes with as many edges within and between classes as the asked edge label "
       "informativeness needs; Gaussian features around a mean per class.",
       "planted:5000,li=0.3", Size::Nodes, 4, 1000, 1,
       {{"li", "edge label informativeness", 0, 1, 0.3},
        {"classes", "number of classes", 2, 100, 5, true},
        {"degree", "mean number of neighbours", 0, maxDegree, 10},
        signal}},
  };
}
// clang-format on

// In the order of the table.
constexpr Make makers[] = {generateKarate,      generateGrid,     generateRing,   generateBlocks,
                           generateMinesweeper, generateCitation, generatePlanted};

}  // namespace

const std::vector<GeneratorInfo>& generators() {
  static const std::vector<GeneratorInfo> table = makeTable();
  return table;
}

bool isGeneratorSpec(std::string_view text) {
  const auto& table = generators();
  return std::any_of(table.begin(), table.end(),
                     [&](const auto& info) { return info.name == generatorName(text); });
}

Result<Dataset> generateDataset(const std::string& text, std::uint64_t seed, const Progress& progress) {
  const auto& table = generators();
  const auto info = std::find_if(table.begin(), table.end(),
                                 [&](const auto& entry) { return entry.name == generatorName(text); });
  if (info == table.end()) {
    std::string names;
    for (const GeneratorInfo& entry : table) names += (names.empty() ? "" : ", ") + entry.name;
    return usageError("There is no generator {}; there are {}", inQuotes(generatorName(text)), names);
  }
  SISPDE_TRY(GeneratorSpec spec, parseGeneratorSpec(text, *info));
  spec.progress = progress;
  SISPDE_TRY(Dataset data, makers[info - table.begin()](spec, seed));
  if (progress.stopped()) return cancelled();
  if (data.name.empty()) data.name = info->name;
  data.source = fmt::format("generated: {}, seed {}", text, seed);
  SISPDE_CHECK(checkDataset(data));
  return data;
}

}  // namespace sispde
