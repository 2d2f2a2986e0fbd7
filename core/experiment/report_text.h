#pragma once
// Words and numbers as the report prints them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/experiment/paper_tables.h"
#include "core/experiment/report_document.h"
#include "core/experiment/statistics_summary.h"

namespace sispde {

std::string metricName(PaperMetric metric);  // "AUROC"
std::string metricKey(PaperMetric metric);   // "auroc", as in the cells
inline bool higherIsBetter(PaperMetric metric) {
  return metric != PaperMetric::Fpr95;
}

// A fraction in percent, or a number of percent: "91.43"; a negative one with a true minus sign.
std::string percent(double fraction);
// "91.43 ± 0.23"; without the spread for one seed; "–" for none. Fractions.
std::string percentOf(const Summary& summary);
// "+0.41 ± 1.10" in points; "–" where there are fewer than two pairs.
std::string pointsOf(const PairedInterval& interval);
// The reason for a "–" of pointsOf, or how many seeds there were: "5 seeds".
std::string pairsOf(const PairedInterval& interval);
// "1 cell", "3 cells".
template <class Integer>
std::string counted(Integer count, const std::string& one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}
// "a, b and c".
std::string enumerated(const std::vector<std::string>& words);
// Three significant digits without an exponent: "0.0000870".
std::string plainDigits(double value);
// All digits that a double has; empty for nothing. For CSV.
std::string exact(double value);
std::string exact(const std::optional<double>& value);
// Keys shortened: cora-{label,feature}-msp-default-{0,1,2}; several such words where they differ in more.
std::vector<std::string> compactKeys(const std::vector<std::string>& keys);
std::string joined(const std::vector<std::string>& words, const std::string& between);

}  // namespace sispde
