#include "app/studio/live/edit_reasons.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace sispde::studio {
namespace {

Rewiring planOf(std::vector<RewiredEdge> dropped, std::vector<RewiredEdge> added,
                std::vector<RewiredEdge> kept = {}) {
  Rewiring plan;
  plan.dropped = std::move(dropped);
  plan.added = std::move(added);
  plan.kept = std::move(kept);
  return plan;
}

TEST(EditReasonsTest, EveryEdgeHasTheReasonOfItsOwnEdit) {
  Dataset data;
  EditReasons reasons = continued(
      {}, planOf({{{0, 1}, 0.125f, 1}, {{1, 2}, 0.25f, 2}}, {{{0, 3}, 0.75f, 1}}, {{{2, 3}, 0.5f, 3}}));
  Rewiring hand = planOf({{{2, 3}, 0.375f, 1}}, {{{1, 2}, 0.25f, 1}});
  hand.reason = RewireReason::Hand;
  reasons = continued(reasons, hand);
  reasons = continued(reasons, planOf({{{0, 3}, 0.0625f, 1}}, {{{0, 2}, 0.5f, 1}}));
  // 1–2 came back by hand, 0–3 went again; 2–3, which the guard had kept, was dropped by hand.
  EXPECT_EQ(edgesCsv(reasons, data),
            "u,v,change,reason,correlation,rank,edit\n"
            "0,1,dropped,correlation,0.125,1,1\n"
            "2,3,dropped,hand,0.375,1,2\n"
            "0,2,added,correlation,0.5,1,3\n");
}

TEST(EditReasonsTest, UndoHasTheReasonsOfBefore) {
  ReasonsKept kept;
  const auto first = std::make_shared<const GraphEdits>(GraphEdits{{{0, 1}}, {}});
  auto second = std::make_shared<const GraphEdits>(GraphEdits{{{0, 1}}, {{0, 2}}});
  kept.keep(nullptr, first, planOf({{{0, 1}, 0.5f, 7}}, {}));
  kept.keep(first, second, planOf({}, {{{0, 2}, 0.5f, 1}}));
  EXPECT_EQ(kept.of(second).edits, 2);
  EXPECT_EQ(kept.of(second).dropped.front().changed.rank, 7);
  EXPECT_EQ(kept.of(first).edits, 1);
  EXPECT_TRUE(kept.of(first).added.empty());
  EXPECT_EQ(kept.of(nullptr).edits, 0);
}

TEST(EditReasonsTest, WhatAFileBroughtHasNoKnownReason) {
  const auto edits = std::make_shared<const GraphEdits>(GraphEdits{{{0, 1}}, {{0, 2}}});
  EXPECT_EQ(edgesCsv(ReasonsKept().of(edits), Dataset()),
            "u,v,change,reason,correlation,rank,edit\n"
            "0,1,dropped,unknown,,1,1\n"
            "0,2,added,unknown,,1,1\n");
  // What is edited afterwards has one.
  ReasonsKept kept;
  const auto after = std::make_shared<const GraphEdits>(GraphEdits{{{0, 1}}, {{0, 2}, {0, 3}}});
  kept.keep(edits, after, planOf({}, {{{0, 3}, 0.5f, 1}}));
  EXPECT_EQ(edgesCsv(kept.of(after), Dataset()),
            "u,v,change,reason,correlation,rank,edit\n"
            "0,1,dropped,unknown,,1,1\n"
            "0,2,added,unknown,,1,1\n"
            "0,3,added,correlation,0.5,1,2\n");
}

TEST(EditReasonsTest, TheWayBackIsKnownWhenTheHistoryHasForgottenIt) {
  ReasonsKept kept;
  auto first = std::make_shared<const GraphEdits>(GraphEdits{{{0, 1}}, {}});
  const auto second = std::make_shared<const GraphEdits>(GraphEdits{{{0, 1}}, {{0, 2}}});
  kept.keep(nullptr, first, planOf({{{0, 1}, 0.5f, 7}}, {}));
  kept.keep(first, second, planOf({}, {{{0, 2}, 0.5f, 1}}));
  first.reset();
  kept.keep(nullptr, std::make_shared<const GraphEdits>(), {});
  EXPECT_EQ(kept.of(second).edits, 2);
  EXPECT_EQ(kept.of(second).dropped.front().changed.rank, 7);
}

// Each pair of the list is dropped where it is there, added where it is not.
Rewiring somePlan(const std::vector<Edge>& there) {
  Rewiring plan;
  for (NodeId u = 0; u < 6; ++u)
    for (NodeId v = u + 1; v < 6; ++v) {
      if (!*rc::gen::arbitrary<bool>()) continue;
      auto& list =
          std::find(there.begin(), there.end(), Edge{u, v}) != there.end() ? plan.dropped : plan.added;
      list.push_back({{u, v}, 0.5f, std::ssize(list) + 1});
    }
  return plan;
}

std::vector<Edge> sorted(const std::vector<ReasonedEdge>& list) {
  std::vector<Edge> edges;
  for (const ReasonedEdge& each : list) edges.push_back(each.changed.edge);
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return a.u != b.u ? a.u < b.u : a.v < b.v; });
  return edges;
}

RC_GTEST_PROP(EditReasonsTest, TheEdgesAreThoseOfTheEdits, ()) {
  std::vector<Edge> there = {{0, 1}, {1, 2}, {2, 3}, {0, 5}};
  GraphEdits edits;
  EditReasons reasons;
  for (int i = 0; i < 4; ++i) {
    const Rewiring plan = somePlan(there);
    GraphEdits step;
    for (const RewiredEdge& each : plan.dropped) step.dropped.push_back(each.edge);
    for (const RewiredEdge& each : plan.added) step.added.push_back(each.edge);
    for (const Edge& edge : step.dropped) std::erase(there, edge);
    there.insert(there.end(), step.added.begin(), step.added.end());
    edits = composed(edits, step);
    reasons = continued(reasons, plan);
    RC_ASSERT(sorted(reasons.dropped) == edits.dropped);
    RC_ASSERT(sorted(reasons.added) == edits.added);
  }
}

}  // namespace
}  // namespace sispde::studio
