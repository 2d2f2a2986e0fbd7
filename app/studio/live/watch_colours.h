#pragma once
// WatchColours gives each watched node the number of a colour, which it keeps for as long as it is watched: those that come take what is
// free.

#include <algorithm>
#include <map>
#include <vector>

#include "core/graph/graph.h"

namespace sispde::studio {

class WatchColours {
 public:
  // `watched` are all there are now; those that are new take the lowest free numbers, in their order.
  void follow(const std::vector<NodeId>& watched) {
    if (watched == watched_) return;
    watched_ = watched;
    std::erase_if(numbers_,
                  [&](const auto& each) { return std::ranges::find(watched, each.first) == watched.end(); });
    for (const NodeId node : watched)
      if (!numbers_.contains(node)) numbers_[node] = lowestFree();
  }
  int of(NodeId node) const {  // −1: it is not watched
    const auto found = numbers_.find(node);
    return found == numbers_.end() ? -1 : found->second;
  }

 private:
  int lowestFree() const {
    int number = 0;
    while (std::ranges::any_of(numbers_, [&](const auto& each) { return each.second == number; })) ++number;
    return number;
  }
  std::vector<NodeId> watched_;
  std::map<NodeId, int> numbers_;
};

}  // namespace sispde::studio
