#pragma once
// The columns of a node table as text, for the writers; NodeTable reads them back to the same content.

#include <functional>
#include <string>
#include <vector>

#include "core/graph/dataset.h"

namespace sispde {

struct NodeColumn {
  std::string name;
  std::string type;  // of GraphML: int, float or string
  std::function<std::string(NodeId)> cell;
};

// `data` must outlive the columns.
std::vector<NodeColumn> nodeColumns(const Dataset& data);
std::string nodeName(const Dataset& data, NodeId u);

}  // namespace sispde
