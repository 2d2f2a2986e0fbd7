#include "app/studio/live/node_search.h"

#include <algorithm>

#include "core/base/text.h"

namespace sispde::studio {
namespace {

char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// `wanted` is lower. Without a copy: there may be millions of names.
bool begins(std::string_view text, std::string_view wanted) {
  return text.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), text.begin(),
                                                    [](char a, char b) { return a == lowered(b); });
}

struct Search {
  const Document& document;
  std::string wanted;
  std::size_t most;
  bool nodes = true, classes = true;
  std::vector<SearchHit> exact = {}, beginning = {};

  std::string className(std::int32_t label) const {
    const auto& names = document.data.classNames;
    return static_cast<std::size_t>(label) < names.size() ? names[label] : fmt::format("{}", label);
  }
  SearchHit ofNode(NodeId u) const { return {u, -1, fmt::format("node {}", document.nodeName(u))}; }
  SearchHit ofClass(std::int32_t label) const {
    return {-1, label, fmt::format("class {}", className(label))};
  }

  // Whether it is called that, or begins so, is kept in its place.
  void take(std::string_view name, auto hit) {
    if (!begins(name, wanted)) return;
    if (name.size() == wanted.size())
      exact.push_back(hit());
    else if (beginning.size() < most)
      beginning.push_back(hit());
  }
  void nodesByName() {
    const auto& names = document.data.nodeNames;
    for (std::size_t u = 0; u < names.size(); ++u)
      take(names[u], [&] { return ofNode(static_cast<NodeId>(u)); });
  }
  void classesByName() {
    for (std::int32_t label = 0; label < document.data.classCount(); ++label)
      take(className(label), [&] { return ofClass(label); });
  }
  void nodeByNumber() {
    const auto number = parseInteger(wanted);
    if (!number || *number < 0 || *number >= document.data.nodeCount()) return;
    const SearchHit hit = ofNode(static_cast<NodeId>(*number));
    if (std::find(exact.begin(), exact.end(), hit) == exact.end()) exact.push_back(hit);
  }
};

}  // namespace

std::vector<SearchHit> searchNodes(const Document& document, std::string_view words, std::size_t most) {
  while (words.starts_with(' ')) words.remove_prefix(1);
  Search search{document, lower(trim(words)), most};
  for (const auto& [noun, other] : {std::pair(std::string_view("class "), &Search::nodes),
                                    std::pair(std::string_view("node "), &Search::classes)})
    if (lower(words).starts_with(noun)) {
      search.wanted = lower(trim(words.substr(noun.size())));
      search.*other = false;
    }
  if (search.wanted.empty() && search.nodes) return {};
  if (search.nodes) search.nodesByName();
  const bool named = !document.data.classNames.empty();
  if (search.classes && named) search.classesByName();
  if (search.nodes) search.nodeByNumber();
  if (search.classes && !named) search.classesByName();
  std::vector<SearchHit> hits = std::move(search.exact);
  hits.insert(hits.end(), search.beginning.begin(), search.beginning.end());
  if (hits.size() > most) hits.resize(most);
  return hits;
}

std::vector<NodeId> nodesOfClass(const Document& document, std::int32_t label) {
  std::vector<NodeId> nodes;
  const auto& labels = document.data.labels;
  for (std::size_t u = 0; u < labels.size(); ++u)
    if (labels[u] == label) nodes.push_back(static_cast<NodeId>(u));
  return nodes;
}

std::vector<NodeId> surroundings(const Graph& graph, NodeId node) {
  constexpr std::size_t few = 12, most = 200;
  std::vector<NodeId> nodes{node};
  const auto addNeighbours = [&](NodeId u) {
    for (const NodeId v : graph.neighbours(u))
      if (nodes.size() < most && std::find(nodes.begin(), nodes.end(), v) == nodes.end()) nodes.push_back(v);
  };
  addNeighbours(node);
  if (nodes.size() > few) return nodes;
  const std::vector<NodeId> first(nodes.begin() + 1, nodes.end());
  for (const NodeId u : first) addNeighbours(u);
  return nodes;
}

}  // namespace sispde::studio
