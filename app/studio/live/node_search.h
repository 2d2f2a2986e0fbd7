#pragma once
// Finding nodes and classes by what they are called, while a user types.

#include <string>
#include <string_view>
#include <vector>

#include "app/studio/live/document.h"

namespace sispde::studio {

// A node, or a class where node is −1.
struct SearchHit {
  NodeId node = -1;
  std::int32_t label = -1;
  std::string words;  // "node 12", "class mine"
  friend bool operator==(const SearchHit&, const SearchHit&) = default;
};

// What is called `words`, and then what begins so, at most `most`. Letters of either case; "class 3" means classes alone and "node 3" nodes
// alone. Exact ones: the node of that id, the class of that name, the node and then the class of that number.
std::vector<SearchHit> searchNodes(const Document& document, std::string_view words, std::size_t most);

std::vector<NodeId> nodesOfClass(const Document& document, std::int32_t label);

// A node, its neighbours, and theirs where they are few: what should be seen around it. At most some hundred.
std::vector<NodeId> surroundings(const Graph& graph, NodeId node);

}  // namespace sispde::studio
