#include "core/experiment/report_columns.h"

#include <algorithm>
#include <set>

#include "core/experiment/report_text.h"
#include "core/experiment/statistics_ranks.h"

namespace sispde {

const double* ComparedColumn::of(const std::string& method) const {
  for (const auto& [name, value] : values)
    if (name == method) return &value;
  return nullptr;
}

int ComparedColumn::fewestSeeds() const {
  int fewest = 0;
  for (const auto& [method, value] : values)
    if (const auto found = seeds.find(method); found != seeds.end())
      fewest = fewest == 0 ? found->second : std::min(fewest, found->second);
  return fewest;
}

bool ComparedColumn::better(double a, double b) const {
  return higherIsBetter(metric) ? a > b : a < b;
}

ComparedColumns publishedColumns() {
  ComparedColumns columns;
  for (const std::string& dataset : paperDatasets())
    for (const ShiftKind shift : paperShifts)
      for (const PaperMetric metric : allPaperMetrics) {
        ComparedColumn column{dataset, std::string(shiftName(shift)), metric, {}};
        for (const std::string& method : paperMethods())
          if (const auto figure = paperFigure(dataset, method, shift, metric))
            column.values.emplace_back(method, figure->mean);
        columns.push_back(std::move(column));
      }
  return columns;
}

ComparedColumns ownColumns(const ReportData& data) {
  ComparedColumns columns;
  for (const std::string& dataset : data.datasets)
    for (const ShiftKind shift : paperShifts)
      for (const PaperMetric metric : allPaperMetrics) {
        ComparedColumn column{dataset, std::string(shiftName(shift)), metric, {}};
        for (const ReportSystem& system : data.systems) {
          const std::string method = paperMethod(system.detector);
          const ReportGroup* group = data.find(dataset, column.shift, system);
          if (method.empty() || system.variant != "default" || group == nullptr) continue;
          if (const Summary summary = summaryOf(group->values(metric)); summary.count > 0) {
            column.seeds[method] = summary.count;
            column.cells[method] = group->keys();
            column.values.emplace_back(method, 100 * summary.mean);
          }
        }
        if (!column.values.empty()) columns.push_back(std::move(column));
      }
  return columns;
}

ComparedColumns only(const ComparedColumns& columns,
                     const std::function<bool(const ComparedColumn&)>& wanted) {
  ComparedColumns made;
  std::copy_if(columns.begin(), columns.end(), std::back_inserter(made), wanted);
  return made;
}

ComparedColumns onlyWith(const ComparedColumns& columns, const std::vector<std::string>& methods) {
  return only(columns, [&](const ComparedColumn& column) {
    return std::all_of(methods.begin(), methods.end(),
                       [&](const std::string& method) { return column.of(method) != nullptr; });
  });
}

ComparedColumns onlyOf(const ComparedColumns& columns, const std::vector<std::string>& methods) {
  ComparedColumns made = onlyWith(columns, methods);
  for (ComparedColumn& column : made)
    std::erase_if(column.values, [&](const auto& entry) {
      return std::find(methods.begin(), methods.end(), entry.first) == methods.end();
    });
  return made;
}

std::vector<std::string> cellsBehind(const ComparedColumns& columns) {
  std::vector<std::string> keys;
  std::set<std::string> seen;
  for (const ComparedColumn& column : columns)
    for (const auto& [method, value] : column.values)
      if (const auto found = column.cells.find(method); found != column.cells.end())
        for (const std::string& key : found->second)
          if (seen.insert(key).second) keys.push_back(key);
  return keys;
}

ComparedColumns onlyInformativeness(const ComparedColumns& columns, bool high) {
  return only(columns, [=](const ComparedColumn& column) {
    return isPaperData(column.dataset) && isHighInformativeness(column.dataset) == high;
  });
}

ComparedColumns onlyCommonMethods(const ComparedColumns& columns) {
  ComparedColumns made = columns;
  for (ComparedColumn& column : made)
    std::erase_if(column.values, [&](const auto& entry) {
      return std::any_of(columns.begin(), columns.end(),
                         [&](const ComparedColumn& other) { return other.of(entry.first) == nullptr; });
    });
  return made;
}

Places placesOf(const ComparedColumns& columns, const std::string& method) {
  Places places;
  for (const ComparedColumn& column : columns) {
    const double* own = column.of(method);
    if (own == nullptr || column.values.size() < 2) continue;
    const auto above = std::count_if(column.values.begin(), column.values.end(),
                                     [&](const auto& entry) { return column.better(entry.second, *own); });
    ++places.columns;
    ++(above == 0 ? places.best : above == 1 ? places.second : places.lower);
  }
  return places;
}

Wins winsOf(const ComparedColumns& columns, const std::string& method, const std::string& other) {
  Wins wins;
  for (const ComparedColumn& column : columns) {
    const double *own = column.of(method), *theirs = column.of(other);
    if (own == nullptr || theirs == nullptr) continue;
    ++wins.columns;
    if (column.better(*own, *theirs))
      ++wins.won;
    else
      wins.lost.push_back(column.dataset + " " + column.shift + " " + metricName(column.metric));
  }
  return wins;
}

double meanRank(const ComparedColumns& columns, const std::string& method) {
  double sum = 0;
  int count = 0;
  for (const ComparedColumn& column : columns) {
    const double* own = column.of(method);
    if (own == nullptr) continue;
    std::vector<double> values;
    for (const auto& entry : column.values) values.push_back(entry.second);
    sum += ranksOf(values, higherIsBetter(column.metric))[static_cast<std::size_t>(
        std::find_if(column.values.begin(), column.values.end(),
                     [&](const auto& e) { return e.first == method; }) -
        column.values.begin())];
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

std::vector<std::pair<std::string, double>> meanRanks(const ComparedColumns& columns) {
  std::set<std::string> methods;
  for (const ComparedColumn& column : columns)
    for (const auto& entry : column.values) methods.insert(entry.first);
  std::vector<std::pair<std::string, double>> ranks;
  ranks.reserve(methods.size());
  for (const std::string& method : methods) ranks.emplace_back(method, meanRank(columns, method));
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const auto& a, const auto& b) { return a.second < b.second; });
  return ranks;
}

}  // namespace sispde
