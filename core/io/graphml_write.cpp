#include <sstream>

#include <pugixml.hpp>

#include "core/base/atomic_file.h"
#include "core/io/formats.h"
#include "core/io/node_columns.h"

namespace sispde {

Result<void> writeGraphml(const Dataset& data, const std::string& path) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("graphml");
  root.append_attribute("xmlns") = "http://graphml.graphdrawing.org/xmlns";
  const std::vector<NodeColumn> columns = nodeColumns(data);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    pugi::xml_node key = root.append_child("key");
    key.append_attribute("id") = fmt::format("d{}", i).c_str();
    key.append_attribute("for") = "node";
    key.append_attribute("attr.name") = columns[i].name.c_str();
    key.append_attribute("attr.type") = columns[i].type.c_str();
  }
  pugi::xml_node graph = root.append_child("graph");
  graph.append_attribute("id") = data.name.empty() ? "G" : data.name.c_str();
  graph.append_attribute("edgedefault") = "undirected";
  for (NodeId u = 0; u < data.nodeCount(); ++u) {
    pugi::xml_node node = graph.append_child("node");
    node.append_attribute("id") = nodeName(data, u).c_str();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string cell = columns[i].cell(u);
      if (cell.empty()) continue;
      pugi::xml_node entry = node.append_child("data");
      entry.append_attribute("key") = fmt::format("d{}", i).c_str();
      entry.text() = cell.c_str();
    }
  }
  for (const Edge e : data.graph.edges()) {
    pugi::xml_node edge = graph.append_child("edge");
    edge.append_attribute("source") = nodeName(data, e.u).c_str();
    edge.append_attribute("target") = nodeName(data, e.v).c_str();
  }
  std::ostringstream text;
  document.save(text, " ");
  return writeFile(path, text.str());
}

}  // namespace sispde
