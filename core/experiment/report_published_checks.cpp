// What cannot be right in the published table.

#include <cmath>

#include <fmt/format.h>

#include "core/experiment/report_columns.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

constexpr double rounding = 0.005;  // of a printed number
// FPR95 belongs to the recall nearest to 95 %, which is not 95 % itself: with some 300 ID nodes the two differ by less than 0.2 points.
constexpr double slack = 0.3;

// The largest population standard deviation of five values in [0, 100] with this mean: as many as possible at the ends.
double largestSpread(double mean) {
  const double sum = 5 * mean, whole = std::floor(sum / 100), rest = sum - 100 * whole;
  return std::sqrt(std::max(0.0, (whole * 1e4 + rest * rest) / 5 - mean * mean));
}

// All in percent.
bool breaksBound(double auroc, double detAcc, double fpr95) {
  const double miss = 1 - (detAcc + slack) / 100;
  return detAcc + slack < (195 - fpr95) / 2 || auroc > 100 * (1 - 2 * miss * miss);
}

template <class Check>
std::vector<std::string> cellsWhere(const Check& check) {
  std::vector<std::string> found;
  for (const std::string& dataset : paperDatasets())
    for (const std::string& method : paperMethods())
      for (const ShiftKind shift : paperShifts) {
        const std::string name = fmt::format("{} {} {}", method, dataset, shiftName(shift));
        check(
            name, [&](PaperMetric metric) { return *paperFigure(dataset, method, shift, metric); }, found);
      }
  return found;
}

}  // namespace

std::vector<std::string> impossibleSpreads() {
  return cellsWhere([](const std::string& name, const auto& figure, std::vector<std::string>& found) {
    for (const PaperMetric metric : allPaperMetrics) {
      const auto [mean, std] = figure(metric);
      // The largest spread changes with the mean, which is rounded too.
      const double most = std::max(largestSpread(mean - rounding), largestSpread(mean + rounding)) + rounding;
      if (std > most)
        found.push_back(fmt::format("{} {} {:.2f} ± {:.2f} (at most ± {:.2f})", name, metricName(metric),
                                    mean, std, most));
    }
  });
}

std::vector<std::string> brokenBounds() {
  return cellsWhere([](const std::string& name, const auto& figure, std::vector<std::string>& found) {
    if (breaksBound(figure(PaperMetric::Auroc).mean, figure(PaperMetric::DetAcc).mean,
                    figure(PaperMetric::Fpr95).mean))
      found.push_back(name);
  });
}

std::vector<std::string> brokenRewiringBounds() {
  std::vector<std::string> found;
  for (const std::string& dataset : paperDatasets())
    if (const auto figure = paperRewiring(dataset))
      for (const auto& [row, how] : {std::pair(figure->without, "without"), std::pair(figure->with, "with")})
        if (breaksBound(row[0], row[1], row[2])) found.push_back(fmt::format("{} {} rewiring", dataset, how));
  return found;
}

std::vector<std::string> repeatedCells() {
  std::vector<std::string> found;
  const std::vector<std::string> methods = paperMethods();
  for (const std::string& dataset : paperDatasets())
    for (const ShiftKind shift : paperShifts)
      for (const PaperMetric metric : allPaperMetrics)
        for (std::size_t i = 0; i < methods.size(); ++i)
          for (std::size_t j = 0; j < i; ++j) {
            const PaperFigure a = *paperFigure(dataset, methods[j], shift, metric);
            if (a.mean > 0 && a.mean < 100 && a == *paperFigure(dataset, methods[i], shift, metric))
              found.push_back(fmt::format("{} and {} {} {} {} {:.2f} ± {:.2f}", methods[j], methods[i],
                                          dataset, shiftName(shift), metricName(metric), a.mean, a.std));
          }
  return found;
}

}  // namespace sispde
