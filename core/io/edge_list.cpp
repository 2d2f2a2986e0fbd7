#include "core/io/edge_list.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/io/csv.h"

namespace sispde {

EdgeColumns edgeColumns(const std::vector<std::string_view>& firstRow) {
  constexpr std::array<std::string_view, 9> sources{"source", "src", "from", "u",   "node1",
                                                    "node_1", "id1", "id_1", "head"};
  constexpr std::array<std::string_view, 9> targets{"target", "dst", "to",   "v",   "node2",
                                                    "node_2", "id2", "id_2", "tail"};
  EdgeColumns columns;
  const auto find = [&](const auto& names) {
    return static_cast<std::size_t>(std::find_if(firstRow.begin(), firstRow.end(),
                                                 [&](std::string_view cell) {
                                                   return std::find(names.begin(), names.end(),
                                                                    lower(cell)) != names.end();
                                                 }) -
                                    firstRow.begin());
  };
  const std::size_t source = find(sources), target = find(targets);
  if (source < firstRow.size() && target < firstRow.size()) columns = {true, source, target};
  return columns;
}

std::string unusedColumnsNote(std::size_t columns) {
  return fmt::format("Columns beyond the two node ids ({} of {}) are not used.", columns - 2, columns);
}

namespace {

// Gives each distinct id its place.
class NodeIndex {
 public:
  NodeIndex(const DeclaredNodes* declared) : fixed_(declared != nullptr) {
    if (fixed_)
      for (const std::string& name : declared->names) ids_.emplace(name, static_cast<NodeId>(ids_.size()));
  }
  // Nothing for an id that was not declared.
  std::optional<NodeId> at(std::string_view name) {
    if (const auto found = ids_.find(name); found != ids_.end()) return found->second;
    if (fixed_) return std::nullopt;
    const auto id = static_cast<NodeId>(ids_.size());
    ids_.emplace(name, id);
    names_.push_back(name);
    return id;
  }
  const std::vector<std::string_view>& names() const { return names_; }
  NodeId size() const { return static_cast<NodeId>(ids_.size()); }

 private:
  bool fixed_;
  std::unordered_map<std::string_view, NodeId> ids_;
  std::vector<std::string_view> names_;
};

// Numbers come in ascending order whatever the order of the edges; false when some name is not a number.
bool sortByNumber(const NodeIndex& index, std::vector<Edge>& edges, std::vector<std::string>& names) {
  std::vector<std::int64_t> numbers;
  for (const std::string_view name : index.names()) {
    const auto number = parseInteger(name);
    if (!number) return false;
    numbers.push_back(*number);
  }
  std::vector<NodeId> order(numbers.size()), place(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return numbers[a] < numbers[b]; });
  bool plain = true;
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<NodeId>(i);
    names.emplace_back(index.names()[order[i]]);
    plain = plain && names.back() == std::to_string(i);
  }
  for (Edge& e : edges) e = {place[e.u], place[e.v]};
  if (plain) names.clear();
  return true;
}

}  // namespace

Result<EdgeList> readGeneralEdgeList(std::string bytes, const std::string& file,
                                     const DeclaredNodes* declared, const Progress& progress) {
  SISPDE_TRY(CsvReader csv, CsvReader::open(std::move(bytes), file));
  EdgeList list;
  NodeIndex index(declared);
  std::vector<Edge> edges;
  EdgeColumns columns;
  bool undecided = false;  // whether the first row was a header, until the second row tells
  Place negative;          // the first negative number among the ids
  const auto addEdge = [&](std::string_view source, std::string_view target,
                           const Place& place) -> Result<void> {
    Edge edge;
    for (const auto& [name, end] : {std::pair{source, &edge.u}, std::pair{target, &edge.v}}) {
      if (name.empty()) return inputError(place, "An edge lacks one of its two node ids");
      if (name[0] == '-' && negative.line == 0 && parseInteger(name)) {
        negative = place;
        negative.item = name;
      }
      const auto id = index.at(name);
      if (!id)
        return inputError(place, "The edge names node {}, which the node table does not have",
                          inQuotes(name));
      *end = *id;
    }
    edges.push_back(edge);
    return {};
  };
  std::vector<std::string_view> firstCells;
  Place firstPlace;
  for (std::int64_t row = 0;; ++row) {
    if (row % 16384 == 0) {
      if (progress.stopped()) return cancelled();
      progress.report(csv.done(), "reading edges");
    }
    SISPDE_TRY(const bool more, csv.next());
    if (!more) break;
    const auto& cells = csv.cells();
    if (row == 0) {
      if (cells.size() < 2)
        return inputError(csv.place(), "An edge list has at least two columns, but the row {} has one",
                          inQuotes(cells[0]));
      columns = edgeColumns(cells);
      if (cells.size() > 2) list.notes.push_back(unusedColumnsNote(cells.size()));
      if (columns.header) continue;
      undecided = true;
      firstCells = cells;
      firstPlace = csv.place();
      continue;
    }
    if (undecided) {  // two words above two numbers are a header whose names are not known
      undecided = false;
      const bool numbersBelow = parseInteger(cells[0]) && parseInteger(cells[1]);
      if (!numbersBelow || parseInteger(firstCells[0]) || parseInteger(firstCells[1]))
        SISPDE_CHECK(addEdge(firstCells[0], firstCells[1], firstPlace));
    }
    SISPDE_CHECK(addEdge(cells[columns.source], cells[columns.target], csv.place()));
  }
  if (undecided) SISPDE_CHECK(addEdge(firstCells[0], firstCells[1], firstPlace));

  if (declared == nullptr) {
    const bool numbers = sortByNumber(index, edges, list.nodeNames);
    if (numbers && negative.line > 0) return inputError(negative, "A node number must not be negative");
    if (!numbers) list.nodeNames.assign(index.names().begin(), index.names().end());
  }
  list.built = buildGraph(index.size(), edges);
  return list;
}

Result<EdgeList> readEdgeList(const std::string& file, const DeclaredNodes* declared,
                              const Progress& progress) {
  SISPDE_CHECK(fileSize(file));
  if (auto fast = readNumericEdgeList(file, declared, progress)) return std::move(*fast);
  if (progress.stopped()) return cancelled();
  SISPDE_TRY(std::string bytes, readFile(file));
  return readGeneralEdgeList(std::move(bytes), file, declared, progress);
}

}  // namespace sispde
