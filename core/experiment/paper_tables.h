#pragma once
// The figures that the paper prints (Table 1), to stand beside one's own. They are in the program: assets/paper_tables.json.

#include <optional>
#include <string>
#include <string_view>

#include "core/shift/shift.h"

namespace sispde {

enum class PaperMetric { Auroc, DetAcc, Fpr95 };

// Percent, over 5 seeds.
struct PaperFigure {
  double mean = 0, std = 0;
  friend bool operator==(const PaperFigure&, const PaperFigure&) = default;
};

// A data set is known by its name without case, '-', '_' and spaces; a method by its name without case ("sispde-rbf"). Nothing for
// what the paper does not have: other names, and the local shift.
std::optional<PaperFigure> paperFigure(std::string_view dataset, std::string_view method, ShiftKind shift,
                                       PaperMetric metric);

// Whether a data set of this name is one of the paper's eight.
bool isPaperData(std::string_view dataset);
// The name as the paper writes it ("SISPDE-RBF"); empty for a method that it does not compare.
std::string paperMethod(std::string_view method);

}  // namespace sispde
