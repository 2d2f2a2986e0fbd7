#include <algorithm>

#include "core/base/text.h"
#include "core/shift/shift_parts.h"

namespace sispde {
namespace {

using Classes = std::vector<std::int32_t>;

struct ClassLists {
  Classes id, ood;
  std::optional<std::int32_t> exposure;
};

// The lists of the paper. A data set is known by its name without case, '-', '_' and spaces, and by its
// number of classes.
struct KnownLists {
  std::string_view name;
  std::int32_t classes;
  std::int32_t firstId, lastId;
  std::int32_t firstOod, lastOod;  // with the exposure class
  std::int32_t exposure;           // −1: none
};
constexpr KnownLists known[] = {
    {"cora", 7, 4, 6, 0, 3, 3},          {"citeseer", 6, 3, 5, 0, 2, 2},      {"pubmed", 3, 1, 2, 0, 0, -1},
    {"romanempire", 18, 0, 8, 9, 17, 9}, {"amazonratings", 5, 0, 2, 3, 4, 3}, {"tolokers", 2, 0, 0, 1, 1, -1},
    {"minesweeper", 2, 0, 0, 1, 1, -1},  {"questions", 2, 0, 0, 1, 1, -1},
};

const KnownLists* findKnown(const Dataset& data) {
  std::string folded = lower(data.name);
  folded.erase(
      std::remove_if(folded.begin(), folded.end(), [](char c) { return c == '-' || c == '_' || c == ' '; }),
      folded.end());
  for (const KnownLists& entry : known)
    if (entry.name == folded && entry.classes == data.classCount()) return &entry;
  return nullptr;
}

bool contains(const Classes& classes, std::int32_t label) {
  return std::find(classes.begin(), classes.end(), label) != classes.end();
}

// The classes that have nodes (placeholders aside), ascending.
Classes occurringClasses(const Dataset& data) {
  Mask seen(static_cast<std::size_t>(data.classCount()), 0);
  for (NodeId u = 0; u < data.nodeCount(); ++u)
    if (data.labels[u] >= 0 && !data.isPlaceholder(u)) seen[data.labels[u]] = 1;
  return members(seen);
}

Classes range(std::int32_t first, std::int32_t last) {
  Classes classes;
  for (std::int32_t label = first; label <= last; ++label) classes.push_back(label);
  return classes;
}

ClassLists knownLists(const KnownLists& entry, LabelClasses kind, std::vector<std::string>& notes) {
  ClassLists lists{range(entry.firstId, entry.lastId), range(entry.firstOod, entry.lastOod), std::nullopt};
  if (entry.exposure < 0) return lists;
  lists.exposure = entry.exposure;
  if (kind == LabelClasses::Paper)
    notes.push_back("The exposure class is part of the OOD test set, as printed in the paper.");
  else
    lists.ood.erase(std::remove(lists.ood.begin(), lists.ood.end(), entry.exposure), lists.ood.end());
  return lists;
}

Result<ClassLists> explicitLists(const Classes& occurring, const ShiftOptions& options) {
  ClassLists lists{options.idClasses, options.oodClasses, options.exposureClass};
  Classes asked = lists.id;
  asked.insert(asked.end(), lists.ood.begin(), lists.ood.end());
  if (lists.exposure) asked.push_back(*lists.exposure);
  for (const std::int32_t label : asked) {
    if (!contains(occurring, label))
      return usageError("The class {} has no nodes; the classes of the data set are {}", label,
                        fmt::join(occurring, ", "));
    if (std::count(asked.begin(), asked.end(), label) > 1)
      return usageError("The class {} is given more than once in the lists of ID, OOD and exposure classes",
                        label);
  }
  Classes others;
  for (const std::int32_t label : occurring)
    if (!contains(asked, label)) others.push_back(label);
  if (lists.id.empty())
    lists.id = others;
  else if (lists.ood.empty())
    lists.ood = others;
  return lists;
}

Result<ClassLists> chooseLists(const Dataset& data, const ShiftOptions& options,
                               std::vector<std::string>& notes) {
  const Classes occurring = occurringClasses(data);
  if (occurring.size() < 2)
    return usageError("The label shift leaves classes out, but the data set has {}",
                      occurring.empty() ? "no labels" : "one class alone");
  if (!options.idClasses.empty() || !options.oodClasses.empty()) return explicitLists(occurring, options);
  if (options.exposureClass)
    return usageError("An exposure class needs a list of ID or OOD classes beside it");
  if (const KnownLists* entry = findKnown(data)) return knownLists(*entry, options.classes, notes);
  const auto half = static_cast<std::ptrdiff_t>(occurring.size() / 2);
  notes.push_back(
      "There are no published class lists for this data set: the lower half of its classes is OOD.");
  return ClassLists{{occurring.begin() + half, occurring.end()},
                    {occurring.begin(), occurring.begin() + half},
                    std::nullopt};
}

Mask nodesOf(const Dataset& data, const Classes& classes) {
  Mask wanted(static_cast<std::size_t>(data.classCount()), 0);
  for (const std::int32_t label : classes) wanted[label] = 1;
  Mask mask = realNodes(data);
  for (NodeId u = 0; u < data.nodeCount(); ++u)
    if (data.labels[u] < 0 || wanted[data.labels[u]] == 0) mask[u] = 0;
  return mask;
}

}  // namespace

// Graph and features of the OOD nodes stay visible in training; only their labels are not used. OOD test =
// all nodes of the OOD classes, whatever their mask.
Result<ShiftedData> shiftLabels(const Dataset& data, const ShiftOptions& options) {
  if (data.labels.empty())
    return usageError("The label shift leaves classes out, but the data set has no labels");
  std::vector<std::string> notes;
  SISPDE_TRY(const ClassLists lists, chooseLists(data, options, notes));
  if (lists.id.empty())
    return usageError("The OOD classes are all the classes there are; none is left in distribution");
  SISPDE_TRY(ShiftedData shifted, startShift(data, options, nodesOf(data, lists.id)));
  shifted.oodTest = nodesOf(data, lists.ood);
  notes.push_back(
      fmt::format("ID classes: {}; OOD classes: {}.", fmt::join(lists.id, ", "), fmt::join(lists.ood, ", ")));
  if (lists.exposure) {
    shifted.exposure = nodesOf(data, {*lists.exposure});
    notes.push_back(fmt::format("Exposure class: {}.", *lists.exposure));
  }
  shifted.notes.insert(shifted.notes.begin(), notes.begin(), notes.end());
  return shifted;
}

}  // namespace sispde
