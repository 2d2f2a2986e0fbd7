#pragma once
// Where the user put nodes by hand: what a drag and a pin leave behind, to be taken back.

#include <cstdint>
#include <map>

#include "core/layout/layout.h"

namespace sispde::studio {

struct HeldNode {
  Point place;
  bool pinned = false;
  // Of LayoutLive, in which the place has a meaning; a pinned node keeps its place in every one.
  std::uint64_t arrangement = 0;
  friend bool operator==(const HeldNode&, const HeldNode&) = default;
};
using HeldNodes = std::map<NodeId, HeldNode>;

}  // namespace sispde::studio
