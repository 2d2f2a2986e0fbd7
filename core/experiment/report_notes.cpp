// What was run, and what has to be known before a number is read.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

std::set<std::uint64_t> seedsOf(const Results& results, const std::string& dataset) {
  std::set<std::uint64_t> seeds;
  for (const ReportCell& cell : results.cells)
    if (cell.dataset == dataset) seeds.insert(cell.seed);
  return seeds;
}

bool anyScore(const Results& results, const std::string& name) {
  return std::any_of(results.cells.begin(), results.cells.end(),
                     [&](const ReportCell& cell) { return cell.score(name) != nullptr; });
}

// Where a run says that there was one ID class, as "minesweeper/label".
std::vector<std::string> oneClassShifts(const ReportData& data) {
  std::vector<std::string> found;
  for (const ReportGroup& group : data.groups) {
    const std::string name = group.dataset + "/" + group.shift;
    if (group.oneClass() && std::ranges::find(found, name) == found.end()) found.push_back(name);
  }
  return found;
}

bool anyProtocol(const Results& results, const std::string& key, const std::string& value) {
  return std::ranges::any_of(results.cells, [&](const ReportCell& cell) {
    const auto found = cell.protocol.find(key);
    return found != cell.protocol.end() && found->second == value;
  });
}

// Where the runs follow the codes that the paper cites and its text says otherwise.
void addReadings(std::vector<std::string>& items, const Results& results) {
  if (anyProtocol(results, "feature_shift", "interpolation"))
    items.push_back(
        "The feature shift puts every node's features between those of two random nodes, as both codes that "
        "the paper cites do; its text speaks of Gaussian noise on a part of the nodes.");
  if (anyProtocol(results, "ood_classes", "reference"))
    items.push_back(
        "Under the label shift the class that outlier exposure trains on (Cora 3, Citeseer 2) is no test "
        "class for any system; the paper's lists have it among the OOD classes.");
}

// Whose code made the cells: programs of several commits may differ in more than their names.
std::string programWords(const Results& results) {
  std::map<std::string, std::size_t> programs;
  for (const ReportCell& cell : results.cells)
    if (!cell.program.empty()) ++programs[cell.program];
  if (programs.empty()) return "";
  std::vector<std::string> words;
  for (const auto& [program, cells] : programs)
    words.push_back(programs.size() == 1 ? program : fmt::format("{} ({})", program, counted(cells, "cell")));
  return " Program: " + enumerated(words) + ".";
}

void addCaveats(Report& report, const Results& results, const ReportData& data) {
  std::vector<std::string> items;
  std::vector<std::string> exposed;
  for (const ReportSystem& system : data.systems)
    if (system.seesOod()) exposed.push_back(system.name());
  if (!exposed.empty())
    items.push_back(enumerated(exposed) +
                    " (marked †) see OOD data in training; no other system does. Read their numbers apart.");
  if (anyScore(results, "energy-prop"))
    items.push_back(
        "`energy-prop` was made the primary score of SISPDE and of its controls after OOD results had been "
        "seen (its constants K = 4 "
        "and a = 0.3 are those of the GNSD code). In that respect the numbers of these systems are "
        "optimistic.");
  if (anyScore(results, "matern-energy"))
    items.push_back(
        "The defaults of `matern-energy` (ν = 5, κ = 4) were chosen after OOD results had been seen.");
  if (std::any_of(data.systems.begin(), data.systems.end(),
                  [](const ReportSystem& system) { return system.detector.starts_with("sispde"); }))
    items.push_back(
        "The default weight decay of SISPDE (1e-3) was adopted after comparing three values on OOD test "
        "metrics "
        "of Cora's label shift, so its figures there are mildly optimistic.");
  addReadings(items, results);
  if (const auto places = oneClassShifts(data); !places.empty())
    items.push_back(
        enumerated(places) +
        ": there is one ID class, so that classification is vacuous there. Accuracy and "
        "validation NLL say nothing, the weights of the last epoch are scored, and a search by NLL "
        "decides nothing.");
  items.push_back(
      "Epochs are chosen by validation data, which hold ID nodes alone; so are the options that a grid "
      "searches. Figures that were selected on test data would be higher; the paper does not say how its own "
      "search was decided.");
  report.list(std::move(items));
}

}  // namespace

void addWhatWasRun(Report& report, const Results& results, const ReportData& data) {
  if (!results.gridMeaning.empty()) report.paragraph(results.gridMeaning);
  std::string words = fmt::format("{} done, {} failed, {} missing", counted(results.cells.size(), "cell"),
                                  results.failed.size(), results.missing.size());
  if (!results.leftOut.empty())
    words += fmt::format(", {} left out", counted(results.leftOut.size(), "file"));
  words += results.failed.empty() && results.missing.empty() && results.leftOut.empty()
               ? "."
               : ": named at the end.";
  if (!results.cells.empty()) {
    std::vector<std::string> sets;
    for (const std::string& dataset : data.datasets) {
      const auto li = data.informativeness.find(dataset);
      sets.push_back(li == data.informativeness.end()
                         ? dataset
                         : fmt::format("{} (LI {}, {})", dataset, plainDigits(li->second),
                                       counted(seedsOf(results, dataset).size(), "seed")));
    }
    words += fmt::format(
        " Data sets, with their edge label informativeness and how many seeds have a cell at least: {}. "
        "Shifts: {}. The tables say how many seeds each system has.",
        enumerated(sets), enumerated(data.shifts));
  }
  words += programWords(results);
  report.paragraph(words);
  report.paragraph(
      "Every number names its cells: the last column of a table links to them, and so do the CSV files by "
      "their column `cells`. A cell holds the configuration, all scores and all metrics of one run.");
  addCaveats(report, results, data);
}

}  // namespace sispde
