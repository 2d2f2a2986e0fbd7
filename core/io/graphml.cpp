#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <pugixml.hpp>

#include "core/base/text.h"
#include "core/io/formats.h"
#include "core/io/node_table.h"

namespace sispde {
namespace {

// Line numbers from the byte offsets that pugixml keeps. Queries come in rising order, so each byte is counted once.
class LineCounter {
 public:
  explicit LineCounter(std::string text) : text_(std::move(text)) {}
  std::size_t size() const { return text_.size(); }
  std::int64_t at(std::ptrdiff_t offset) {
    const auto end = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text_.size())));
    if (end < counted_) counted_ = 0, line_ = 1;
    line_ += std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                        text_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    counted_ = end;
    return line_;
  }

 private:
  std::string text_;
  std::size_t counted_ = 0;
  std::int64_t line_ = 1;
};

// Defaults multiply: a few bytes stand for a cell of every node.
constexpr std::size_t maxDefaultCells = 20'000'000;

struct GraphmlReader {
  const std::string& file;
  LineCounter lines;
  NodeTable table;
  Dataset data;
  std::unordered_map<std::string, std::size_t> keys;          // key id → column of the table
  std::unordered_set<std::string> otherKeys;                  // of edges, graphs, …
  std::vector<std::pair<std::size_t, std::string>> defaults;  // column, value
  std::unordered_map<std::string, NodeId> ids;
  const Progress& progress;

  Place place(const pugi::xml_node& node) {
    return {file, lines.at(node.offset_debug()), fmt::format("<{}>", node.name())};
  }

  // By its place in the file; the parser, which comes before, does not say how far it is.
  void report(const pugi::xml_node& node, std::size_t count, const char* what) const {
    if (count % 1024 == 0)
      progress.report(static_cast<double>(std::max<std::ptrdiff_t>(node.offset_debug(), 0)) /
                          static_cast<double>(std::max<std::size_t>(lines.size(), 1)),
                      what);
  }

  Result<void> readKeys(const pugi::xml_node& root) {
    for (const pugi::xml_node key : root.children("key")) {
      const std::string id = key.attribute("id").value(), target = key.attribute("for").value();
      if (id.empty()) return inputError(place(key), "A key has no id");
      if (keys.count(id) + otherKeys.count(id) > 0)
        return inputError(place(key), "Key {} is declared twice", inQuotes(id));
      if (target != "node" && target != "all" && !target.empty()) {
        otherKeys.insert(id);
        continue;
      }
      const std::string name = key.attribute("attr.name").value();
      const std::size_t column = table.addColumn(name.empty() ? id : name);
      keys.emplace(id, column);
      if (const pugi::xml_node value = key.child("default"))
        defaults.emplace_back(column, value.text().get());
    }
    return {};
  }

  Result<void> readNode(const pugi::xml_node& node) {
    const std::string id = node.attribute("id").value();
    if (id.empty()) return inputError(place(node), "A node has no id");
    if (node.child("graph"))
      return inputError(place(node), "Node {} holds a graph of its own; nested graphs are not supported",
                        inQuotes(id));
    if (!ids.emplace(id, static_cast<NodeId>(ids.size())).second)
      return inputError(place(node), "Node {} is declared twice", inQuotes(id));
    table.addNode(id);
    for (const pugi::xml_node entry : node.children("data")) {
      const std::string key = entry.attribute("key").value();
      const auto column = keys.find(key);
      if (column == keys.end())
        return inputError(place(entry), "Key {} is not declared for nodes", inQuotes(key));
      SISPDE_CHECK(table.set(column->second, trim(entry.text().get()), lines.at(entry.offset_debug())));
    }
    for (const auto& [column, value] : defaults)
      if (!table.isSet(column)) SISPDE_CHECK(table.set(column, trim(value), 0));
    return {};
  }

  Result<Edge> readEdge(const pugi::xml_node& edge) {
    const auto end = [&](const char* name) -> Result<NodeId> {
      const std::string id = edge.attribute(name).value();
      const auto found = ids.find(id);
      if (found == ids.end())
        return inputError(place(edge), "The edge names node {}, which is not declared", inQuotes(id));
      return found->second;
    };
    SISPDE_TRY(const NodeId u, end("source"));
    SISPDE_TRY(const NodeId v, end("target"));
    return Edge{u, v};
  }

  Result<Dataset> read(const pugi::xml_node& root) {
    SISPDE_CHECK(readKeys(root));
    const pugi::xml_node graph = root.child("graph");
    if (!graph) return inputError({file}, "The file holds no <graph>");
    if (graph.next_sibling("graph"))
      return inputError(place(graph.next_sibling("graph")), "The file holds more than one graph");
    data.name = graph.attribute("id").value();
    if (graph.child("hyperedge"))
      return inputError(place(graph.child("hyperedge")), "Hyperedges are not supported");
    std::size_t nodes = 0;
    for ([[maybe_unused]] const pugi::xml_node node : graph.children("node")) ++nodes;
    if (defaults.size() * nodes > maxDefaultCells)
      return inputError({file}, "Defaults of {} keys for {} nodes are more than this reader fills in",
                        defaults.size(), nodes);
    for (const pugi::xml_node node : graph.children("node")) {
      report(node, ids.size(), "reading nodes");
      SISPDE_CHECK(readNode(node));
      if (progress.stopped()) return cancelled();
    }
    std::vector<Edge> edges;
    for (const pugi::xml_node node : graph.children("edge")) {
      report(node, edges.size(), "reading edges");
      SISPDE_TRY(const Edge edge, readEdge(node));
      edges.push_back(edge);
      if (progress.stopped()) return cancelled();
    }
    if (std::string_view(graph.attribute("edgedefault").value()) == "directed")
      data.notes.emplace_back("Edges are directed in the file and undirected here.");
    setGraph(data, buildGraph(static_cast<NodeId>(ids.size()), edges, progress));
    if (progress.stopped()) return cancelled();
    SISPDE_CHECK(table.finish(data));
    if (!areNodeNumbers(table.names())) data.nodeNames = table.names();
    return finishDataset(std::move(data), file);
  }
};

}  // namespace

Result<Dataset> readGraphml(std::string bytes, const std::string& file, const std::string& oodColumn,
                            const Progress& progress) {
  LineCounter lines(bytes);
  if (const std::size_t valid = utf8Prefix(bytes); valid < bytes.size())
    return inputError({file, lines.at(static_cast<std::ptrdiff_t>(valid))}, "The text is not UTF-8");
  // pugixml expands no entities of a document's own; a document that declares some would be read wrongly.
  if (const auto at = bytes.find("<!ENTITY"); at != std::string::npos)
    return inputError({file, lines.at(static_cast<std::ptrdiff_t>(at))},
                      "The file declares XML entities, which are not supported");
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer_inplace(bytes.data(), bytes.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed)
    return inputError({file, lines.at(parsed.offset)}, "The XML is not well formed ({})",
                      parsed.description());
  const pugi::xml_node root = document.child("graphml");
  if (!root) return inputError({file}, "This is XML, but its root is not <graphml>");
  GraphmlReader reader{file, std::move(lines), NodeTable(file, oodColumn), {}, {}, {}, {}, {}, progress};
  return reader.read(root);
}

}  // namespace sispde
