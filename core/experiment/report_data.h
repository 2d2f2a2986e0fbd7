#pragma once
// The cells of a results folder in order: groups of equal data set, shift and system, one cell per seed. Where the grid searched, a
// group holds the combination with the smallest mean validation NLL over the seeds; OOD metrics have no part in that choice.

#include <map>
#include <string>
#include <vector>

#include "core/experiment/report_results.h"
#include "core/experiment/statistics_summary.h"

namespace sispde {

// A detector with its options: one row of a table.
struct ReportSystem {
  std::string detector, variant;
  std::string name() const;  // as tables print it: "SISPDE", "SISPDE without noise", "MSP, searched"
  bool seesOod() const { return detector == "oe" || detector == "gnnsafe++"; }  // OOD data in training
  std::string markedName() const { return name() + (seesOod() ? " †" : ""); }   // beside OOD metrics
  // A smoothness of the sweep: sispde with a variant named nu-….
  bool inSweep() const { return detector == "sispde" && variant.starts_with("nu-"); }
  friend bool operator==(const ReportSystem&, const ReportSystem&) = default;
};
// The systems that others are measured against.
inline const ReportSystem sispdeSystem{"sispde", "default"}, noiseOffControl{"sispde", "noise-off"},
    propagationControl{"msp", "prop"}, mspSystem{"msp", "default"};

struct ReportGroup {
  std::string dataset, shift;
  ReportSystem system;
  std::vector<const ReportCell*> cells;  // one per seed

  BySeed values(PaperMetric metric) const;  // of the primary score; seeds without a value are left out
  BySeed values(PaperMetric metric, const std::string& score) const;
  BySeed seconds(bool ofProcessor) const;
  bool rewired() const { return cells.front()->rewiring.has_value(); }
  // A run says that there was one ID class: accuracy and validation NLL say nothing.
  bool oneClass() const;
  std::vector<std::string> keys() const;
};

// What was tried for one group of a search.
struct SearchTrial {
  std::string values;  // "nu=0.3, lr=0.01"
  std::vector<const ReportCell*> cells;
  Summary nll;  // over the cells that have one; combinations with fewer are not chosen before others
};
struct SearchChoice {
  std::string dataset, shift;
  ReportSystem system;
  std::vector<SearchTrial> trials;  // the chosen one first
  // How many have the NLL of the chosen one, itself among them and before all others: more than one, and it decided nothing. 0 where
  // none has an NLL.
  std::size_t equallyGood() const;
};

// Cells whose data or metrics were made otherwise than those of most cells of their data set and shift: they stand in no column with them.
struct ApartGroup {
  ReportGroup group;
  std::string words;  // "det_grid is 10, for most 0"
};

struct ReportData {
  std::vector<std::string> datasets, shifts;
  std::vector<ReportSystem> systems;  // of Table 1, its rows first and variants after their detector
  std::vector<ReportGroup> groups;    // all of them: Table 1, sweep and rewiring
  std::vector<ApartGroup> apart;      // not among the groups
  std::vector<SearchChoice> searches;
  std::map<std::string, double> informativeness;  // by data set

  const ReportGroup* find(const std::string& dataset, const std::string& shift,
                          const ReportSystem& system) const;
  // The same detector on the graph as it was, variant original or else default; null where it was not run.
  const ReportGroup* unrewired(const ReportGroup& group) const;
};

// `results` must live as long as what is made.
ReportData arrange(const Results& results);

}  // namespace sispde
