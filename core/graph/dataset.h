#pragma once
// A Dataset is a Graph with what is known of its nodes: features, labels, splits, names. It is filled once by a reader or
// a generator, checked by `checkDataset`, and shared as const from then on.

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/graph/features.h"
#include "core/graph/graph.h"

namespace sispde {

using Mask = std::vector<std::uint8_t>;  // one byte per node, 0 or 1; empty where nothing is known

// One division of the nodes. The three masks are disjoint; a node may be in none.
struct Split {
  Mask train, validation, test;
};

struct Dataset {
  Graph graph;
  Features features;                 // 0 columns when there are none
  std::vector<std::int32_t> labels;  // class ids 0…C−1, −1 = unknown; empty when there are none
  std::vector<Split> splits;
  Mask ood;  // nodes known to be out of distribution
  Mask
      placeholders;  // nodes without a true label and features (placeholders.h): never trained on, in no OOD set

  std::string name;                     // for people; not part of the content hash
  std::string source;                   // public address of the origin
  std::vector<std::string> classNames;  // empty, or one per class
  std::vector<std::string> nodeNames;   // empty, or one per node: the ids of the file
  std::vector<std::string> notes;       // what a reader dropped or assumed, one sentence each
  DroppedEdges dropped;                 // by the reader, on the way to a simple graph

  NodeId nodeCount() const { return graph.nodeCount(); }
  std::int32_t classCount() const;  // largest label + 1, or the number of class names if that is larger
  bool isPlaceholder(NodeId u) const { return !placeholders.empty() && placeholders[u] != 0; }
};

// Classes beyond this are taken for a mistake: a column of numbers that are not class ids.
inline constexpr std::int32_t maxClasses = 65536;

// Sizes agree, labels are in range, masks are disjoint, features are finite. Readers call it with the file's name,
// writers before they write. Items are named as in the uniform npz layout.
Result<void> checkDataset(const Dataset& data, const std::string& file = {});

std::int64_t count(const Mask& mask);

// What a mask of node ids says, as ids.
std::vector<NodeId> members(const Mask& mask);

}  // namespace sispde
