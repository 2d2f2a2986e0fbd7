#include "core/experiment/report_data.h"

#include <algorithm>
#include <tuple>

#include "core/base/text.h"
#include "core/train/one_class_note.h"

namespace sispde {
namespace {

// Place in a list of names, past its end for others.
std::size_t placeIn(const std::vector<std::string>& names, const std::string& name) {
  const auto same = [&](const std::string& other) { return lower(other) == lower(name); };
  return static_cast<std::size_t>(std::find_if(names.begin(), names.end(), same) - names.begin());
}

std::vector<std::string> shiftOrder() {
  std::vector<std::string> names;
  for (const ShiftKind kind : allShiftKinds) names.emplace_back(shiftName(kind));
  return names;
}

// The paper's rows in its order; gnnsafe++ after gnnsafe; unknown detectors last; default before the other variants.
auto systemOrder(const ReportSystem& system) {
  static const std::vector<std::string> methods = paperMethods();
  const bool plus = system.detector == "gnnsafe++";
  return std::tuple(placeIn(methods, plus ? "gnnsafe" : system.detector), plus, system.detector,
                    system.variant != "default", system.variant);
}

// The control by lot comes after the other graphs of its detector.
auto groupOrder(const ReportGroup& group) {
  static const std::vector<std::string> datasets = paperDatasets(), shifts = shiftOrder();
  const auto system = systemOrder(group.system);
  const bool random = group.rewired() && group.cells.front()->rewiring->random;
  return std::tuple(placeIn(datasets, group.dataset), group.dataset, placeIn(shifts, group.shift),
                    group.shift, std::get<0>(system), std::get<1>(system), std::get<2>(system), random,
                    system);
}

template <class Value>
void addOnce(std::vector<Value>& list, const Value& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

using Protocol = std::map<std::string, std::string>;
using Column =
    std::tuple<std::string, std::string, std::uint64_t>;  // data set, shift, seed: splits may go with seeds

// Of each column the protocol that most cells have; of several such the one of MSP, or else the last by its words.
std::map<Column, Protocol> protocols(const Results& results) {
  std::map<Column, std::map<Protocol, std::pair<int, bool>>> counts;
  for (const ReportCell& cell : results.cells) {
    auto& [count, msp] = counts[{cell.dataset, cell.shift, cell.seed}][cell.protocol];
    ++count;
    msp = msp || ReportSystem{cell.detector, cell.variant} == mspSystem;
  }
  std::map<Column, Protocol> made;
  for (const auto& [column, found] : counts)
    made[column] = std::max_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
                     return a.second < b.second;
                   })->first;
  return made;
}

std::string difference(const Protocol& own, const Protocol& usual) {
  std::vector<std::string> words;
  const auto valueIn = [](const Protocol& protocol, const std::string& key) {
    const auto found = protocol.find(key);
    return found == protocol.end() ? std::string("not told") : found->second;
  };
  Protocol keys = own;
  keys.insert(usual.begin(), usual.end());
  for (const auto& [key, value] : keys)
    if (valueIn(own, key) != valueIn(usual, key))
      words.push_back(fmt::format("{} is {}, for most {}", key, valueIn(own, key), valueIn(usual, key)));
  return fmt::format("{}", fmt::join(words, "; "));
}

struct Grouped {
  std::vector<ReportGroup> groups;
  std::vector<ApartGroup> apart;
};

Grouped grouped(const Results& results) {
  // Of equal data set, shift, system, and of equal words about what differs from the protocol of most.
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>, ReportGroup> found;
  const std::map<Column, Protocol> usual = protocols(results);
  for (const ReportCell& cell : results.cells) {
    const std::string words = difference(cell.protocol, usual.at({cell.dataset, cell.shift, cell.seed}));
    ReportGroup& group = found[{cell.dataset, cell.shift, cell.detector, cell.variant, words}];
    group.dataset = cell.dataset;
    group.shift = cell.shift;
    group.system = {cell.detector, cell.variant};
    group.cells.push_back(&cell);
  }
  Grouped made;
  for (auto& [key, group] : found) {
    const std::string& words = std::get<4>(key);
    if (words.empty())
      made.groups.push_back(std::move(group));
    else
      made.apart.push_back({std::move(group), words});
  }
  std::sort(made.groups.begin(), made.groups.end(),
            [](const auto& a, const auto& b) { return groupOrder(a) < groupOrder(b); });
  std::stable_sort(made.apart.begin(), made.apart.end(),
                   [](const auto& a, const auto& b) { return groupOrder(a.group) < groupOrder(b.group); });
  return made;
}

std::vector<SearchTrial> trialsOf(const ReportGroup& group) {
  std::vector<SearchTrial> trials;  // in the order of the cells' names
  for (const ReportCell* cell : group.cells) {
    const std::string words = cell->searched ? searchedWords(*cell->searched) : "";
    auto same = std::ranges::find(trials, words, &SearchTrial::values);
    if (same == trials.end()) same = trials.insert(same, SearchTrial{words, {}, {}});
    same->cells.push_back(cell);
  }
  for (SearchTrial& trial : trials) {
    std::vector<double> values;
    for (const ReportCell* cell : trial.cells)
      if (cell->validationNll) values.push_back(*cell->validationNll);
    trial.nll = summaryOf(values);
  }
  return trials;
}

// Keeps the cells of the combination with the smallest mean validation NLL; combinations with fewer seeds than others wait until
// they are complete, for a mean over an easy seed would win.
void choose(ReportGroup& group, std::vector<SearchChoice>& searches) {
  std::vector<SearchTrial> trials = trialsOf(group);
  std::stable_sort(trials.begin(), trials.end(), [](const SearchTrial& a, const SearchTrial& b) {
    return std::tuple(-a.nll.count, a.nll.mean) < std::tuple(-b.nll.count, b.nll.mean);
  });
  group.cells = trials.front().cells;
  const bool searched = std::any_of(group.cells.begin(), group.cells.end(),
                                    [](const ReportCell* cell) { return cell->searched.has_value(); });
  if (searched) searches.push_back({group.dataset, group.shift, group.system, std::move(trials)});
}

}  // namespace

std::size_t SearchChoice::equallyGood() const {
  if (trials.front().nll.count == 0) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(trials, [&](const SearchTrial& trial) {
    return trial.nll.count == trials.front().nll.count && trial.nll.mean == trials.front().nll.mean;
  }));
}

std::string ReportSystem::name() const {
  if (*this == propagationControl) return "GCN + propagated energy";
  if (*this == noiseOffControl) return "SISPDE without noise";
  std::string made = paperMethod(detector);
  if (made.empty()) made = detector == "gnnsafe++" ? "GNNSafe++" : detector;
  return variant == "default" ? made : made + ", " + variant;
}

BySeed ReportGroup::values(PaperMetric metric) const {
  return values(metric, {});
}

BySeed ReportGroup::values(PaperMetric metric, const std::string& score) const {
  BySeed made;
  for (const ReportCell* cell : cells)
    if (const CellScore* found = cell->score(score.empty() ? cell->primary : score))
      if (const auto value = found->metric(metric)) made[cell->seed] = *value;
  return made;
}

BySeed ReportGroup::seconds(bool ofProcessor) const {
  BySeed made;
  for (const ReportCell* cell : cells)
    if (const auto& taken = ofProcessor ? cell->processorSeconds : cell->seconds) made[cell->seed] = *taken;
  return made;
}

bool ReportGroup::oneClass() const {
  return std::ranges::any_of(cells, [](const ReportCell* cell) {
    return std::ranges::any_of(cell->notes,
                               [](const std::string& note) { return note.starts_with(oneClassNote); });
  });
}

std::vector<std::string> ReportGroup::keys() const {
  std::vector<std::string> made;
  for (const ReportCell* cell : cells) made.push_back(cell->key);
  return made;
}

const ReportGroup* ReportData::find(const std::string& dataset, const std::string& shift,
                                    const ReportSystem& system) const {
  for (const ReportGroup& group : groups)
    if (group.dataset == dataset && group.shift == shift && group.system == system) return &group;
  return nullptr;
}

const ReportGroup* ReportData::unrewired(const ReportGroup& group) const {
  for (const char* variant : {"original", "default"})
    if (const ReportGroup* found = find(group.dataset, group.shift, {group.system.detector, variant}))
      if (!found->rewired()) return found;
  return nullptr;
}

ReportData arrange(const Results& results) {
  ReportData data;
  Grouped found = grouped(results);
  data.groups = std::move(found.groups);
  data.apart = std::move(found.apart);
  for (ReportGroup& group : data.groups) choose(group, data.searches);
  for (ApartGroup& apart : data.apart) choose(apart.group, data.searches);
  for (const ReportGroup& group : data.groups) {
    addOnce(data.datasets, group.dataset);
    addOnce(data.shifts, group.shift);
    for (const ReportCell* cell : group.cells)
      if (cell->informativeness) data.informativeness[group.dataset] = *cell->informativeness;
    if (!group.rewired() && !group.system.inSweep() && group.system.variant != "original")
      addOnce(data.systems, group.system);
  }
  const auto order = shiftOrder();
  std::stable_sort(data.shifts.begin(), data.shifts.end(), [&](const std::string& a, const std::string& b) {
    return placeIn(order, a) < placeIn(order, b);
  });
  std::stable_sort(data.systems.begin(), data.systems.end(),
                   [](const auto& a, const auto& b) { return systemOrder(a) < systemOrder(b); });
  return data;
}

}  // namespace sispde
