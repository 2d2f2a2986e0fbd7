#pragma once
// The figures that the paper prints (Tables 1 and 2), to stand beside one's own. They are in the program: assets/paper_tables.json; the
// colours of Table 1 in paper_colours.cpp.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/shift/shift.h"

namespace sispde {

enum class PaperMetric { Auroc, DetAcc, Fpr95 };
inline constexpr PaperMetric allPaperMetrics[] = {PaperMetric::Auroc, PaperMetric::DetAcc,
                                                  PaperMetric::Fpr95};
inline constexpr ShiftKind paperShifts[] = {ShiftKind::Label, ShiftKind::Structure, ShiftKind::Feature};

// Percent, over 5 seeds.
struct PaperFigure {
  double mean = 0, std = 0;
  friend bool operator==(const PaperFigure&, const PaperFigure&) = default;
};

// A data set is known by its name without case, '-', '_' and spaces; a method by its name without case ("sispde-rbf"). Nothing for
// what the paper does not have: other names, and the local shift.
std::optional<PaperFigure> paperFigure(std::string_view dataset, std::string_view method, ShiftKind shift,
                                       PaperMetric metric);

// The methods that a column of Table 1 shows in the colours of the best and the second best, right or not.
struct PaperColours {
  std::string_view best, second;
};
// The data set by the name that paperDatasets has for it; nothing for others and for the local shift.
std::optional<PaperColours> paperColours(std::string_view dataset, ShiftKind shift, PaperMetric metric);

// Whether a data set of this name is one of the paper's eight.
bool isPaperData(std::string_view dataset);
// The name as the paper writes it ("SISPDE-RBF"); empty for a method that it does not compare.
std::string paperMethod(std::string_view method);

// All rows and blocks of Table 1, in its order.
std::vector<std::string> paperMethods();
std::vector<std::string> paperDatasets();
// The paper's own division: Cora, Citeseer and Pubmed are its data sets of high label informativeness.
bool isHighInformativeness(std::string_view dataset);

// Table 2: the GCN under label shift, percent, metrics in the order of allPaperMetrics.
struct PaperRewiring {
  double without[3] = {}, with[3] = {};
  double informativenessFactor = 0;
};
// Nothing for a data set that is not in Table 2.
std::optional<PaperRewiring> paperRewiring(std::string_view dataset);

}  // namespace sispde
