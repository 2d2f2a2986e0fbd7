// Which figures the paper's Table 1 prints in the colours of the best and the second best.

#include <algorithm>

#include "core/experiment/paper_tables.h"

namespace sispde {
namespace {

constexpr std::string_view odin = "ODIN", mahalanobis = "Mahalanobis", gnnsafe = "GNNSafe", gnsd = "GNSD",
                           msp = "MSP", oe = "OE", sispde = "SISPDE";

struct Coloured {
  std::string_view dataset;
  ShiftKind shift;
  PaperColours columns[3];  // in the order of allPaperMetrics
};

constexpr Coloured printed[] = {
    {"cora", ShiftKind::Label, {{sispde, gnsd}, {sispde, gnsd}, {sispde, gnsd}}},
    {"cora", ShiftKind::Structure, {{sispde, gnsd}, {sispde, gnsd}, {sispde, gnsd}}},
    {"cora", ShiftKind::Feature, {{sispde, gnsd}, {sispde, gnsd}, {sispde, gnsd}}},
    {"pubmed", ShiftKind::Label, {{sispde, gnsd}, {sispde, gnsd}, {sispde, mahalanobis}}},
    {"pubmed", ShiftKind::Structure, {{gnsd, sispde}, {sispde, gnsd}, {sispde, gnsd}}},
    {"pubmed", ShiftKind::Feature, {{sispde, gnsd}, {sispde, gnsd}, {sispde, gnsd}}},
    {"citeseer", ShiftKind::Label, {{sispde, gnsd}, {sispde, gnsd}, {sispde, gnsd}}},
    {"citeseer", ShiftKind::Structure, {{sispde, gnsd}, {sispde, gnsd}, {sispde, gnsd}}},
    {"citeseer", ShiftKind::Feature, {{sispde, gnsd}, {sispde, gnsd}, {sispde, gnsd}}},
    {"roman-empire", ShiftKind::Label, {{sispde, msp}, {sispde, msp}, {msp, sispde}}},
    {"roman-empire", ShiftKind::Structure, {{sispde, gnsd}, {sispde, gnnsafe}, {sispde, gnnsafe}}},
    {"roman-empire", ShiftKind::Feature, {{sispde, gnsd}, {odin, sispde}, {mahalanobis, odin}}},
    {"minesweeper", ShiftKind::Label, {{oe, sispde}, {sispde, oe}, {oe, sispde}}},
    {"minesweeper", ShiftKind::Structure, {{sispde, gnnsafe}, {sispde, gnnsafe}, {sispde, gnnsafe}}},
    {"minesweeper", ShiftKind::Feature, {{gnnsafe, sispde}, {gnnsafe, sispde}, {gnnsafe, sispde}}},
    {"questions", ShiftKind::Label, {{sispde, oe}, {sispde, odin}, {oe, sispde}}},
    {"questions", ShiftKind::Structure, {{sispde, oe}, {sispde, oe}, {sispde, mahalanobis}}},
    {"questions", ShiftKind::Feature, {{sispde, odin}, {odin, sispde}, {mahalanobis, sispde}}},
    {"tolokers", ShiftKind::Label, {{oe, sispde}, {oe, sispde}, {oe, sispde}}},
    {"tolokers", ShiftKind::Structure, {{gnnsafe, sispde}, {gnnsafe, sispde}, {gnnsafe, sispde}}},
    {"tolokers", ShiftKind::Feature, {{sispde, gnnsafe}, {sispde, gnnsafe}, {sispde, gnnsafe}}},
    {"amazon-ratings", ShiftKind::Label, {{sispde, gnsd}, {sispde, gnsd}, {sispde, gnsd}}},
    {"amazon-ratings", ShiftKind::Structure, {{sispde, oe}, {sispde, gnsd}, {sispde, oe}}},
    {"amazon-ratings",
     ShiftKind::Feature,
     {{mahalanobis, sispde}, {sispde, mahalanobis}, {mahalanobis, sispde}}},
};

}  // namespace

std::optional<PaperColours> paperColours(std::string_view dataset, ShiftKind shift, PaperMetric metric) {
  const auto* found = std::ranges::find_if(
      printed, [&](const Coloured& row) { return row.dataset == dataset && row.shift == shift; });
  if (found == std::end(printed)) return std::nullopt;
  return found->columns[std::ranges::find(allPaperMetrics, metric) - std::begin(allPaperMetrics)];
}

}  // namespace sispde
