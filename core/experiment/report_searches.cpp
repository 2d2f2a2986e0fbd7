// What was searched, how it was chosen, what of the search is missing, and what the authors of a system search and these runs do not.

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/detect/gold_note.h"
#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

// Keys of a search whose cells are not done.
struct Gaps {
  std::vector<std::string> missing, failed;
  std::size_t count() const { return missing.size() + failed.size(); }
};

class Plan {
 public:
  explicit Plan(const Results& results) : searches_(results.searches) {
    for (const ReportCell& cell : results.cells) done_.insert(cell.key);
    for (const ReportCell& cell : results.failed) failed_.insert(cell.key);
  }

  Gaps gapsOf(const PlannedTrial& trial) const {
    Gaps gaps;
    for (const std::string& key : trial.keys)
      if (!done_.contains(key)) (failed_.contains(key) ? gaps.failed : gaps.missing).push_back(key);
    return gaps;
  }
  Gaps gapsOf(const PlannedSearch& search) const {
    Gaps all;
    for (const PlannedTrial& trial : search.trials) {
      const Gaps gaps = gapsOf(trial);
      all.missing.insert(all.missing.end(), gaps.missing.begin(), gaps.missing.end());
      all.failed.insert(all.failed.end(), gaps.failed.begin(), gaps.failed.end());
    }
    return all;
  }
  // Null where the grid does not say.
  const PlannedSearch* of(const SearchChoice& choice) const {
    for (const PlannedSearch& search : searches_)
      if (search.dataset == choice.dataset && search.shift == choice.shift &&
          ReportSystem{search.detector, search.variant} == choice.system)
        return &search;
    return nullptr;
  }
  const std::vector<PlannedSearch>& searches() const { return searches_; }

 private:
  const std::vector<PlannedSearch>& searches_;
  std::set<std::string> done_, failed_;
};

std::string seedsOf(const SearchTrial& trial, const PlannedSearch* planned) {
  if (planned != nullptr)
    for (const PlannedTrial& each : planned->trials)
      if (each.values == trial.values) return fmt::format("{} of {}", trial.nll.count, each.keys.size());
  return std::to_string(trial.nll.count);
}

std::string verdict(const SearchChoice& choice, std::size_t place, bool whole) {
  if (place != 0) return place < choice.equallyGood() ? "equal NLL, not chosen" : "";
  const std::string chosen = whole ? "chosen" : "chosen so far";
  if (choice.trials.front().nll.count == 0) return chosen + ", first by name: none has an NLL";
  return choice.equallyGood() > 1
             ? fmt::format("{}, first of {} with equal NLL", chosen, choice.equallyGood())
             : chosen;
}

std::string nllWords(const Summary& nll) {
  return nll.count == 0 ? "–" : fmt::format("{:.4g} ± {:.2g}", nll.mean, nll.std);
}

std::string keysIn(const std::vector<std::string>& keys) {
  return "`" + joined(compactKeys(keys), "` `") + "`";
}

// Every search of the grid that is not whole.
void addGaps(Report& report, const Plan& plan) {
  std::vector<std::string> items;
  for (const PlannedSearch& search : plan.searches()) {
    const Gaps gaps = plan.gapsOf(search);
    if (gaps.count() == 0) continue;
    std::string item = fmt::format("{}, {} shift, {}: {} of {} are not done", search.dataset, search.shift,
                                   ReportSystem{search.detector, search.variant}.name(), gaps.count(),
                                   counted(search.cellCount(), "cell"));
    if (!gaps.failed.empty()) item += "; failed: " + keysIn(gaps.failed);
    if (!gaps.missing.empty()) item += "; not run: " + keysIn(gaps.missing);
    items.push_back(item + ".");
  }
  if (items.empty()) return;
  report.paragraph(
      "Not the whole search was run. What was chosen is chosen among the combinations with the most seeds so "
      "far, and may change with the cells that are missing:");
  report.list(std::move(items));
}

// GOLD's authors choose its margins by validation loss; a run says by its note that it had nothing published to go by.
void addFixedMargins(Report& report, const ReportData& data) {
  std::vector<std::string> where;
  for (const ReportGroup& group : data.groups) {
    if (group.system.detector != "gold") continue;
    const ReportCell& cell = *group.cells.front();
    const auto chosen = [&](const char* key) {
      return cell.settings.contains(key) || (cell.searched && cell.searched->contains(key));
    };
    const bool unpublished = std::ranges::any_of(
        cell.notes, [](const std::string& note) { return note.starts_with(goldUnpublished); });
    if (unpublished && !chosen("gold.margin_in") && !chosen("gold.margin_out"))
      where.push_back(fmt::format("{}/{}", group.dataset, group.shift));
  }
  if (where.empty()) return;
  report.paragraph(fmt::format(
      "GOLD's margins were not searched on {}. None are published there, and they are to be chosen by "
      "validation loss; here they stand at their defaults, which the notes of the cells name. The grid "
      "`gold-margins` searches them.",
      enumerated(where)));
}

void addTrials(Report& report, const Plan& plan, const ReportData& data) {
  ReportTable table{"Combinations and their validation NLL"};
  table.words = 4;
  table.columns = {"data set", "shift", "system", "combination", "seeds", "validation NLL", ""};
  CsvTable csv{"searches",
               {"dataset", "shift", "system", "combination", "seeds", "validation_nll_mean",
                "validation_nll_std", "chosen", "cells"},
               {}};
  for (const SearchChoice& choice : data.searches) {
    const PlannedSearch* planned = plan.of(choice);
    const bool whole = planned == nullptr || plan.gapsOf(*planned).count() == 0;
    for (std::size_t i = 0; i < choice.trials.size(); ++i) {
      const SearchTrial& trial = choice.trials[i];
      ReportRow row{{choice.dataset, choice.shift, choice.system.name(), trial.values,
                     seedsOf(trial, planned), nllWords(trial.nll), verdict(choice, i, whole)}};
      for (const ReportCell* cell : trial.cells) row.keys.push_back(cell->key);
      const bool known = trial.nll.count > 0;
      csv.rows.push_back({choice.dataset, choice.shift, choice.system.name(), trial.values,
                          std::to_string(trial.nll.count), known ? exact(trial.nll.mean) : "",
                          known ? exact(trial.nll.std) : "", i == 0 ? "yes" : "no", joined(row.keys, " ")});
      table.rows.push_back(std::move(row));
    }
  }
  report.blocks.emplace_back(std::move(table));
  report.tables.push_back(std::move(csv));
}

}  // namespace

void addSearches(Report& report, const Results& results, const ReportData& data) {
  const Plan plan(results);
  report.heading("What was searched");
  if (data.searches.empty()) {
    report.paragraph(plan.searches().empty()
                         ? "Nothing: every system was run with the options that its cells state."
                         : "Nothing so far, though the grid has a search.");
  } else {
    report.paragraph(
        "Of all combinations that were run for a data set, a shift and a system, the tables show the one "
        "with the smallest mean validation "
        "NLL over the seeds (among those with the most seeds). OOD metrics had no part in it.");
    addTrials(report, plan, data);
  }
  addGaps(report, plan);
  addFixedMargins(report, data);
  if (std::ranges::any_of(data.searches, [](const SearchChoice& choice) { return choice.equallyGood() > 1; }))
    report.paragraph(
        "Where several combinations have the same validation NLL it decides nothing: the options that differ "
        "have no part in training, or there is one ID class. The first of them by name is shown.");
}

}  // namespace sispde
