#include "app/studio/workspace/graph_edits.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace sispde::studio {
namespace {

using Pairs = std::set<std::pair<NodeId, NodeId>>;

Pairs applied(Pairs edges, const GraphEdits& edits) {
  for (const Edge& e : edits.dropped) edges.erase({e.u, e.v});
  for (const Edge& e : edits.added) edges.insert({e.u, e.v});
  return edges;
}

// Edits that fit these edges: each pair of the list is dropped where it is there, added where it is not.
GraphEdits editsFor(const Pairs& edges, const Pairs& toggled) {
  GraphEdits edits;
  for (const auto& [u, v] : toggled) (edges.contains({u, v}) ? edits.dropped : edits.added).push_back({u, v});
  return edits;
}

Pairs somePairs() {
  Pairs pairs;
  for (const auto& [u, v] : *rc::gen::container<std::vector<std::pair<int, int>>>(
           rc::gen::pair(rc::gen::inRange(0, 8), rc::gen::inRange(0, 8))))
    if (u != v) pairs.insert({std::min(u, v), std::max(u, v)});
  return pairs;
}

RC_GTEST_PROP(GraphEdits, OneAfterTheOtherIsTheComposition, ()) {
  const Pairs edges = somePairs();
  const GraphEdits first = editsFor(edges, somePairs());
  const Pairs between = applied(edges, first);
  const GraphEdits then = editsFor(between, somePairs());
  const GraphEdits both = composed(first, then);
  RC_ASSERT(applied(edges, both) == applied(between, then));
  // Nothing is said that the data say already.
  for (const Edge& e : both.dropped) RC_ASSERT(edges.contains({e.u, e.v}));
  for (const Edge& e : both.added) RC_ASSERT(!edges.contains({e.u, e.v}));
}

RC_GTEST_PROP(GraphEdits, TextsComeBack, ()) {
  const GraphEdits edits = editsFor({}, somePairs());
  const auto back = edgesOf(edgesText(edits.added), 1000);
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == edits.added);
}

TEST(GraphEdits, BadTextsAreRefused) {
  for (const char* text : {"3", "3-", "-3", "5-3", "3-3", "1-2 1-2", "3-4 1-2", "1-2,3-4", "1-99999999999"})
    EXPECT_FALSE(edgesOf(text, 10).has_value()) << text;
  EXPECT_FALSE(edgesOf("0-1 0-2 0-3", 2).has_value());
  EXPECT_TRUE(edgesOf("", 2)->empty());
}

}  // namespace
}  // namespace sispde::studio
