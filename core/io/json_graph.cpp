#include <algorithm>
#include <set>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/io/formats.h"
#include "core/io/node_table.h"

namespace sispde {
namespace {

using Json = nlohmann::json;
constexpr int maxDepth = 16;

// An id as text: a string as it is, a number as its digits. Nothing for anything else.
std::optional<std::string> idText(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  return std::nullopt;
}

// A number, text, truth value or null as the text of a cell.
std::string cellText(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

struct Stopped {};  // leaves the parser

struct JsonReader {
  const std::string& file;
  NodeTable table;
  Dataset data;
  std::unordered_map<std::string, std::size_t> columns;
  std::unordered_map<std::string, NodeId> ids;
  std::set<std::string> unused;
  bool hasIds = false;  // some node has an id
  const Progress& progress;

  Place place(std::string_view list, std::size_t i) const {
    return {file, 0, fmt::format("{}[{}]", list, i)};
  }

  std::size_t column(const std::string& name) {
    const auto [found, isNew] = columns.emplace(name, 0);
    if (isNew) found->second = table.addColumn(name);
    return found->second;
  }

  // Attributes that are a list or an object somewhere are used nowhere, but for feature vectors.
  void findUnused(const Json& nodes) {
    for (const Json& node : nodes) {
      if (!node.is_object()) continue;
      for (const auto& [name, value] : node.items())
        if (value.is_structured() && !isVector(name, value)) unused.insert(name);
    }
    if (!unused.empty())
      data.notes.push_back(
          fmt::format("{} attribute{} not used: not a number or a text in every node (the first is {}).",
                      unused.size(), unused.size() == 1 ? " is" : "s are", inQuotes(*unused.begin())));
  }
  static bool isVector(const std::string& name, const Json& value) {
    return value.is_array() && (name == "features" || name == "x");
  }

  // A vector becomes the columns x[0], x[1], …
  Result<void> setAttribute(const std::string& key, const Json& value, const Place& where) {
    if (unused.contains(key)) return {};
    if (!isVector(key, value)) return table.set(column(key), trim(cellText(value)), 0);
    for (std::size_t j = 0; j < value.size(); ++j) {
      if (!value[j].is_number()) return inputError(where, "Entry {} of {} is not a number", j, inQuotes(key));
      SISPDE_CHECK(
          table.set(column(fmt::format("{}[{}]", key == "x" ? "x" : "feature", j)), cellText(value[j]), 0));
    }
    return {};
  }

  Result<void> readNode(const Json& node, std::size_t i) {
    const Place where = place("nodes", i);
    if (!node.is_object()) return inputError(where, "A node must be an object with an id");
    const char* key = node.contains("id") ? "id" : "name";
    hasIds = hasIds || node.contains("id");
    const auto id = node.contains(key) ? idText(node[key]) : std::optional<std::string>(std::to_string(i));
    if (!id || id->empty()) return inputError(where, "The node's id is neither a text nor a whole number");
    if (!ids.emplace(*id, static_cast<NodeId>(i)).second)
      return inputError(where, "Node {} is listed twice", inQuotes(*id));
    table.addNode(*id);
    for (const auto& [name, value] : node.items())
      if (name != key) SISPDE_CHECK(setAttribute(name, value, where));
    return {};
  }

  Result<NodeId> endOf(const Json& link, const char* name, const Place& where) {
    if (!link.contains(name)) return inputError(where, "The link has no {}", inQuotes(name));
    const auto id = idText(link[name]);
    const auto found = id ? ids.find(*id) : ids.end();
    if (found == ids.end() && !hasIds && link[name].is_number_unsigned() && link[name] < ids.size())
      return link[name].get<NodeId>();  // d3: places in the list
    if (found == ids.end())
      return inputError(where, "The link names node {}, which is not listed",
                        inQuotes(link[name].dump(-1, ' ', false, Json::error_handler_t::replace)));
    return found->second;
  }

  Result<Dataset> read(const Json& root) {
    if (!root.is_object() || !root.contains("nodes") || !root["nodes"].is_array())
      return inputError({file}, "This JSON is not a node-link graph: there is no list \"nodes\"");
    const char* listName = root.contains("links") ? "links" : "edges";
    if (!root.contains(listName) || !root[listName].is_array())
      return inputError({file},
                        "This JSON is not a node-link graph: there is no list \"links\" or \"edges\"");
    findUnused(root["nodes"]);
    const std::size_t all = root["nodes"].size() + root[listName].size();
    const auto report = [&](std::size_t done, const char* what) {  // what is parsed is read
      if (done % 1024 == 0) progress.report(static_cast<double>(done) / static_cast<double>(all), what);
    };
    for (std::size_t i = 0; i < root["nodes"].size(); ++i) {
      report(i, "reading nodes");
      SISPDE_CHECK(readNode(root["nodes"][i], i));
      if (progress.stopped()) return cancelled();
    }
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < root[listName].size(); ++i) {
      report(root["nodes"].size() + i, "reading edges");
      const Json& link = root[listName][i];
      if (!link.is_object())
        return inputError(place(listName, i), "A link must be an object with source and target");
      SISPDE_TRY(const NodeId u, endOf(link, "source", place(listName, i)));
      SISPDE_TRY(const NodeId v, endOf(link, "target", place(listName, i)));
      edges.push_back({u, v});
      if (progress.stopped()) return cancelled();
    }
    if (root.value("directed", Json(false)) == true)
      data.notes.emplace_back("Edges are directed in the file and undirected here.");
    if (root.contains("name") && root["name"].is_string()) data.name = root["name"].get<std::string>();
    setGraph(data, buildGraph(static_cast<NodeId>(ids.size()), edges, progress));
    if (progress.stopped()) return cancelled();
    SISPDE_CHECK(table.finish(data));
    if (!areNodeNumbers(table.names())) data.nodeNames = table.names();
    return finishDataset(std::move(data), file);
  }
};

}  // namespace

Result<Dataset> readJsonGraph(std::string_view bytes, const std::string& file, const std::string& oodColumn,
                              const Progress& progress) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  bool tooDeep = false;
  Json root;
  try {
    root = Json::parse(bytes, [&](int depth, Json::parse_event_t, Json&) {
      if (progress.stopped()) throw Stopped();
      tooDeep = tooDeep || depth > maxDepth;
      return !tooDeep;
    });
  } catch (const Stopped&) {
    return cancelled();
  } catch (const Json::parse_error& error) {
    const auto at = std::min(error.byte, bytes.size());
    const auto line = 1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    return inputError({file, line}, "The JSON is not well formed");
  } catch (const Json::exception& error) {
    return inputError({file}, "The JSON holds a number that cannot be represented ({})",
                      inQuotes(error.what()));
  }
  if (tooDeep)
    return inputError({file}, "The JSON is nested deeper than {} levels, which no graph needs", maxDepth);
  JsonReader reader{file, NodeTable(file, oodColumn), {}, {}, {}, {}, false, progress};
  return reader.read(root);
}

}  // namespace sispde
