#pragma once
// Columns of Table 1, the published ones or ours, in one form: what is counted in one is counted in the other by the same code.

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/experiment/report_data.h"

namespace sispde {

struct ComparedColumn {
  std::string dataset;
  std::string shift;
  PaperMetric metric = PaperMetric::Auroc;
  std::vector<std::pair<std::string, double>> values;  // method as the paper writes it, mean in percent
  std::map<std::string, int> seeds = {};               // of each value; empty where they are the paper's
  std::map<std::string, std::vector<std::string>> cells = {};  // keys behind each value; likewise

  const double* of(const std::string& method) const;  // null where it is not there
  int fewestSeeds() const;  // of the values that are there; 0 where they are the paper's
  bool better(double a, double b) const;
};
using ComparedColumns = std::vector<ComparedColumn>;

ComparedColumns publishedColumns();
// Of the paper's shifts and methods, each with its own options (variant default), as far as they were run.
ComparedColumns ownColumns(const ReportData& data);
ComparedColumns only(const ComparedColumns& columns,
                     const std::function<bool(const ComparedColumn&)>& wanted);
// Columns that have all of these methods.
ComparedColumns onlyWith(const ComparedColumns& columns, const std::vector<std::string>& methods);
// The same without other methods.
ComparedColumns onlyOf(const ComparedColumns& columns, const std::vector<std::string>& methods);
// Keys of the cells behind all values, once each; none for the paper's.
std::vector<std::string> cellsBehind(const ComparedColumns& columns);
ComparedColumns onlyInformativeness(const ComparedColumns& columns, bool high);

// In how many columns a method is best, second, or lower: its place is one more than the number of strictly better methods.
struct Places {
  int columns = 0, best = 0, second = 0, lower = 0;
};
Places placesOf(const ComparedColumns& columns, const std::string& method);

// In how many of the columns that have both the first is strictly better.
struct Wins {
  int columns = 0, won = 0;
  std::vector<std::string> lost;  // "pubmed structure AUROC"
};
Wins winsOf(const ComparedColumns& columns, const std::string& method, const std::string& other);

// Mean over the columns that have the method of its rank among the methods there, ties averaged; 0 without a column.
double meanRank(const ComparedColumns& columns, const std::string& method);
// The columns with the methods that all of them have: mean ranks over other columns could not be compared.
ComparedColumns onlyCommonMethods(const ComparedColumns& columns);
// The methods of any column in order of their mean rank.
std::vector<std::pair<std::string, double>> meanRanks(const ComparedColumns& columns);

// Published cells that cannot be right: a spread that no five values between 0 and 100 with that mean have, and a DET-ACC below what FPR95 or
// AUROC imply (DET ≥ (0.95 + 1 − FPR95)/2 and AUROC ≤ 1 − 2(1 − DET)², both of which survive averaging over runs; three tenths of a point are
// allowed for).
std::vector<std::string> impossibleSpreads();
std::vector<std::string> brokenBounds();
// Rows of Table 2 that break the second of these bounds, or the first.
std::vector<std::string> brokenRewiringBounds();
// Pairs of systems with the same mean and spread in one column, where these are not 0 or 100: a copy rather than chance.
std::vector<std::string> repeatedCells();

}  // namespace sispde
