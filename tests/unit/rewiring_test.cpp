// Plans, the guard, candidates, apply and undo.

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "core/base/parallel.h"
#include "core/graph/components.h"
#include "core/graph/dataset_hash.h"
#include "core/rewire/apply_rewiring.h"
#include "core/rewire/candidates.h"
#include "core/rewire/edges_csv.h"
#include "core/rewire/random_rewiring.h"
#include "core/rewire/rewire_report.h"
#include "core/rewire/strongest_pairs.h"
#include "tests/unit/small_graphs.h"

namespace sispde {
namespace {

using testing::gridGraph;
using testing::randomGraph;
using testing::starGraph;

std::vector<Edge> edgesIn(const std::vector<RewiredEdge>& list) {
  std::vector<Edge> edges;
  for (const RewiredEdge& e : list) edges.push_back(e.edge);
  return edges;
}

// All pairs that are no edge, sorted.
Candidates allCandidates(const Graph& graph) {
  Candidates candidates;
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    for (NodeId v = u + 1; v < graph.nodeCount(); ++v)
      if (!graph.hasEdge(u, v)) candidates.pairs.push_back({u, v});
  candidates.total = static_cast<std::int64_t>(candidates.pairs.size());
  return candidates;
}

// Few different values, so that ties are common.
std::vector<float> coarseValues(std::size_t count) {
  return *rc::gen::container<std::vector<float>>(
      count, rc::gen::map(rc::gen::inRange(-3, 6), [](int k) { return static_cast<float>(k) / 4; }));
}

struct Problem {
  Graph graph;
  Candidates candidates;
  std::vector<float> edgeValues, candidateValues;
};

Problem anyProblem() {
  const auto nodes = *rc::gen::inRange<NodeId>(2, 14);
  Problem problem;
  problem.graph =
      randomGraph(nodes, *rc::gen::inRange<std::size_t>(0, 30), *rc::gen::arbitrary<std::uint64_t>());
  problem.candidates = allCandidates(problem.graph);
  problem.edgeValues = coarseValues(static_cast<std::size_t>(problem.graph.edgeCount()));
  problem.candidateValues = coarseValues(problem.candidates.pairs.size());
  return problem;
}

// Pairs with their values, fully sorted.
std::vector<RewiredEdge> sorted(const std::vector<Edge>& pairs, const std::vector<float>& values,
                                bool descending) {
  std::vector<RewiredEdge> all;
  for (std::size_t i = 0; i < pairs.size(); ++i) all.push_back({pairs[i], values[i], 0});
  std::sort(all.begin(), all.end(), [&](const RewiredEdge& a, const RewiredEdge& b) {
    if (a.correlation != b.correlation)
      return descending ? a.correlation > b.correlation : a.correlation < b.correlation;
    return std::pair(a.edge.u, a.edge.v) < std::pair(b.edge.u, b.edge.v);
  });
  for (std::size_t i = 0; i < all.size(); ++i) all[i].rank = static_cast<std::int64_t>(i) + 1;
  return all;
}

RC_GTEST_PROP(RewiringTest, APlanByShareIsTheBruteForcePlan, ()) {
  const Problem p = anyProblem();
  RewireOptions options;
  options.dropShare = *rc::gen::inRange(0, 11) / 10.0;
  options.addShare = *rc::gen::inRange(0, 11) / 10.0;
  options.keepConnected = *rc::gen::arbitrary<bool>();
  const Rewiring plan = planRewiring(p.graph, p.edgeValues, p.candidates, p.candidateValues, options).value();

  const auto edges = static_cast<double>(p.graph.edgeCount());
  const std::vector<RewiredEdge> ascending = sorted(p.graph.edges(), p.edgeValues, false);
  const std::vector<RewiredEdge> descending = sorted(p.candidates.pairs, p.candidateValues, true);
  std::vector<RewiredEdge> dropped, kept;
  Graph left = p.graph;
  const auto wanted = static_cast<std::size_t>(std::llround(options.dropShare * edges));
  for (std::size_t i = 0; i < wanted; ++i) {
    const Graph without = withEdits(left, std::vector{ascending[i].edge}, {}).value();
    // The guard by its definition: a bridge of what is left at that moment.
    if (options.keepConnected && connectedComponents(without).count > connectedComponents(left).count) {
      kept.push_back(ascending[i]);
      continue;
    }
    left = without;
    dropped.push_back(ascending[i]);
  }
  RC_ASSERT(plan.dropped == dropped);
  RC_ASSERT(plan.kept == kept);
  const auto additions =
      std::min(static_cast<std::size_t>(std::llround(options.addShare * edges)), descending.size());
  RC_ASSERT(plan.added == std::vector<RewiredEdge>(descending.begin(), descending.begin() + additions));
  RC_ASSERT(plan.thresholdDrop.has_value() == (wanted > 0));
  if (wanted > 0) RC_ASSERT(*plan.thresholdDrop == static_cast<double>(ascending[wanted - 1].correlation));
  if (additions > 0)
    RC_ASSERT(*plan.thresholdAdd == static_cast<double>(descending[additions - 1].correlation));
}

// NumPy's percentile: linear between the two nearest of the sorted values.
double percentile(std::vector<float> values, double q) {
  std::sort(values.begin(), values.end());
  const double at = q / 100 * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return static_cast<double>(values[low]) +
         (at - static_cast<double>(low)) *
             (static_cast<double>(values[high]) - static_cast<double>(values[low]));
}

RC_GTEST_PROP(RewiringTest, APlanByPercentileTakesWhatLiesStrictlyBeyond, ()) {
  const Problem p = anyProblem();
  RC_PRE(!p.edgeValues.empty() && !p.candidateValues.empty());
  RewireOptions options;
  options.keepConnected = false;
  options.dropPercentile = *rc::gen::inRange(0, 21) * 5.0;
  options.addPercentile = *rc::gen::inRange(0, 21) * 5.0;
  const Rewiring plan = planRewiring(p.graph, p.edgeValues, p.candidates, p.candidateValues, options).value();
  const double low = percentile(p.edgeValues, *options.dropPercentile);
  const double high = percentile(p.candidateValues, *options.addPercentile);
  RC_ASSERT(std::abs(*plan.thresholdDrop - low) < 1e-9);
  RC_ASSERT(std::abs(*plan.thresholdAdd - high) < 1e-9);
  const auto below = std::count_if(p.edgeValues.begin(), p.edgeValues.end(),
                                   [&](float x) { return static_cast<double>(x) < low - 1e-9; });
  const auto above = std::count_if(p.candidateValues.begin(), p.candidateValues.end(),
                                   [&](float x) { return static_cast<double>(x) > high + 1e-9; });
  RC_ASSERT(static_cast<std::int64_t>(plan.dropped.size()) == below);
  RC_ASSERT(static_cast<std::int64_t>(plan.added.size()) == above);
  for (const RewiredEdge& e : plan.dropped) RC_ASSERT(static_cast<double>(e.correlation) < low);
  for (const RewiredEdge& e : plan.added) RC_ASSERT(static_cast<double>(e.correlation) > high);
}

RC_GTEST_PROP(RewiringTest, TheStrongestCandidatesAloneGiveTheSamePlan, ()) {
  const Problem p = anyProblem();
  RewireOptions options;
  options.addShare = *rc::gen::inRange(0, 11) / 10.0;
  if (*rc::gen::arbitrary<bool>()) options.addPercentile = *rc::gen::inRange(0, 1001) / 10.0;
  const Rewiring all = planRewiring(p.graph, p.edgeValues, p.candidates, p.candidateValues, options).value();
  const std::int64_t needed = candidatesNeeded(options, p.graph.edgeCount(), p.candidates.total);
  Candidates few;
  few.total = p.candidates.total;
  std::vector<float> values;
  for (const RewiredEdge& e : sorted(p.candidates.pairs, p.candidateValues, true)) {
    if (static_cast<std::int64_t>(few.pairs.size()) == needed) break;
    few.pairs.push_back(e.edge);
    values.push_back(e.correlation);
  }
  const Rewiring plan = planRewiring(p.graph, p.edgeValues, few, values, options).value();
  RC_ASSERT(plan.added == all.added);
  RC_ASSERT(plan.thresholdAdd == all.thresholdAdd);
}

RC_GTEST_PROP(RewiringTest, TheInverseLeadsBack, ()) {
  const Problem p = anyProblem();
  const Rewiring plan = planRewiring(p.graph, p.edgeValues, p.candidates, p.candidateValues,
                                     {.dropShare = 0.5, .addShare = 0.7})
                            .value();
  const Graph there = rewired(p.graph, plan).value();
  RC_ASSERT(there.edgeCount() == p.graph.edgeCount() + static_cast<std::int64_t>(plan.added.size()) -
                                     static_cast<std::int64_t>(plan.dropped.size()));
  for (const RewiredEdge& e : plan.added) RC_ASSERT(there.hasEdge(e.edge.u, e.edge.v));
  for (const RewiredEdge& e : plan.dropped) RC_ASSERT(!there.hasEdge(e.edge.u, e.edge.v));
  RC_ASSERT(rewired(there, inverse(plan)).value().edges() == p.graph.edges());
}

TEST(RewiringTest, TheGuardKeepsTheComponentsAndAStarWhole) {
  const Graph star = starGraph(9);
  const std::vector<float> values(9, 0.5f);
  const Rewiring none = planRewiring(star, values, {}, {}, {.dropShare = 1, .addShare = 0}).value();
  EXPECT_TRUE(none.dropped.empty());
  EXPECT_EQ(none.kept.size(), 9u);
  const Rewiring all =
      planRewiring(star, values, {}, {}, {.dropShare = 1, .addShare = 0, .keepConnected = false}).value();
  EXPECT_EQ(all.dropped.size(), 9u);
  EXPECT_TRUE(all.kept.empty());

  const Graph graph = randomGraph(2000, 2500, 7, 20);
  std::vector<float> random(static_cast<std::size_t>(graph.edgeCount()));
  Random source(3);
  for (float& x : random) x = static_cast<float>(source.uniform());
  const Rewiring plan = planRewiring(graph, random, {}, {}, {.dropShare = 0.6, .addShare = 0}).value();
  EXPECT_GT(plan.kept.size(), 100u);
  EXPECT_EQ(connectedComponents(rewired(graph, plan).value()).ofNode, connectedComponents(graph).ofNode);
}

TEST(RewiringTest, WhatMakesNoSenseIsRefused) {
  const Graph graph = gridGraph(3, 3);
  const std::vector<float> values(12, 0.5f);
  EXPECT_FALSE(planRewiring(graph, values, {}, {}, {.dropShare = -0.1}).has_value());
  EXPECT_FALSE(planRewiring(graph, values, {}, {}, {.addShare = 1.5}).has_value());
  EXPECT_FALSE(planRewiring(graph, values, {}, {}, {.dropPercentile = 101.0}).has_value());
  EXPECT_FALSE(planRewiring(graph, std::span(values).first(11), {}, {}, {}).has_value());
  std::vector<float> broken = values;
  broken[3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(planRewiring(graph, broken, {}, {}, {}).has_value());
  // One of ten candidates alone cannot decide a plan of six.
  const std::vector<float> one{0.5f};
  EXPECT_FALSE(planRewiring(graph, values, {{{0, 8}}, 10}, one, {.addShare = 0.5}).has_value());
}

TEST(RewiringTest, EditsByHandSayWhatIsWrong) {
  const Graph graph = gridGraph(3, 3);
  const auto said = [&](std::vector<Edge> dropped, std::vector<Edge> added) {
    const auto result = withEdits(graph, dropped, added);
    return result ? std::string() : result.error().sentence();
  };
  EXPECT_EQ(said({{1, 0}}, {{8, 0}}), "");
  EXPECT_EQ(withEdits(graph, std::vector<Edge>{{1, 0}}, std::vector<Edge>{{8, 0}}).value().edgeCount(), 12);
  EXPECT_NE(said({{0, 8}}, {}).find("it is not there"), std::string::npos);
  EXPECT_NE(said({}, {{3, 0}}).find("it is there already"), std::string::npos);
  EXPECT_NE(said({{0, 9}}, {}).find("nodes 0 to 8"), std::string::npos);
  EXPECT_NE(said({}, {{-1, 3}}).find("nodes 0 to 8"), std::string::npos);
  EXPECT_NE(said({}, {{4, 4}}).find("with itself"), std::string::npos);
  EXPECT_NE(said({}, {{0, 8}, {8, 0}}).find("added twice"), std::string::npos);
  EXPECT_NE(said({{0, 1}, {0, 1}}, {}).find("dropped twice"), std::string::npos);
}

TEST(RewiringTest, ADatasetKeepsAllButItsEdges) {
  Dataset data;
  data.graph = gridGraph(3, 3);
  data.labels = {0, 0, 0, 1, 1, 1, 2, 2, 2};
  data.name = "grid";
  data.nodeNames = {"a", "b", "c,d", "d", "e", "f", "g", "h", "i"};
  const Rewiring edit = editsByHand(data.graph, std::vector<Edge>{{0, 1}}, std::vector<Edge>{{8, 2}}).value();
  const Dataset changed = rewired(data, edit).value();
  EXPECT_EQ(changed.labels, data.labels);
  EXPECT_EQ(changed.name, data.name);
  EXPECT_EQ(changed.notes.back(), "Rewired by hand: 1 edges were dropped and 1 added");
  EXPECT_NE(contentHash(changed), contentHash(data));
  EXPECT_EQ(contentHash(rewired(changed, inverse(edit)).value()), contentHash(data));
  EXPECT_EQ(edgesCsv(edit, data),
            "u,v,change,reason,correlation,rank,u_name,v_name\n"
            "0,1,dropped,hand,,1,a,b\n"
            "2,8,added,hand,,1,\"c,d\",i\n");
  const RewireReport report = rewireReport(data.graph, changed.graph, data.labels);
  EXPECT_EQ(report.before.edges, 12);
  EXPECT_EQ(report.after.edges, 12);
  EXPECT_EQ(report.after.labels.edgeHomophily, labelStatistics(changed.graph, data.labels).edgeHomophily);
  EXPECT_FALSE(rewireReport(data.graph, changed.graph, {}).after.labels.edgeHomophily.has_value());
}

RC_GTEST_PROP(RewiringTest, CandidatesAreThePairsWithinSomeHops, ()) {
  const auto nodes = *rc::gen::inRange<NodeId>(1, 40);
  const Graph graph =
      randomGraph(nodes, *rc::gen::inRange<std::size_t>(0, 60), *rc::gen::arbitrary<std::uint64_t>());
  const int hops = *rc::gen::inRange(2, 6);
  // Distances by relaxation over all edges.
  std::vector<Edge> expected;
  for (NodeId u = 0; u < nodes; ++u) {
    std::vector<int> distance(static_cast<std::size_t>(nodes), 1000);
    distance[u] = 0;
    for (NodeId round = 0; round < nodes; ++round)
      for (const Edge e : graph.edges()) {
        distance[e.u] = std::min(distance[e.u], distance[e.v] + 1);
        distance[e.v] = std::min(distance[e.v], distance[e.u] + 1);
      }
    for (NodeId v = u + 1; v < nodes; ++v)
      if (distance[v] >= 2 && distance[v] <= hops) expected.push_back({u, v});
  }
  const Candidates found = candidatePairs(graph, hops).value();
  RC_ASSERT(found.pairs == expected);
  RC_ASSERT(found.total == static_cast<std::int64_t>(expected.size()));
}

TEST(RewiringTest, TooManyCandidatesAreToldWithTheirNumber) {
  const Graph star = starGraph(1000);
  const auto result = candidatePairs(star, 2, {}, 1000);
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().sentence().find("million pairs lie within 2 hops"), std::string::npos)
      << result.error().sentence();
  EXPECT_NE(result.error().sentence().find("scope all"), std::string::npos);
  EXPECT_EQ(candidatePairs(star, 2).value().total, 499'500);
  EXPECT_FALSE(candidatePairs(star, 1).has_value());
}

TEST(RewiringTest, RandomRewiringDrawsWhatIsAskedForOnce) {
  const Graph graph = randomGraph(200, 600, 11);
  const Rewiring plan = randomRewiring(graph, 100, 120, 5, false);
  EXPECT_EQ(plan.dropped.size(), 100u);
  EXPECT_EQ(plan.added.size(), 120u);
  EXPECT_EQ(rewired(graph, plan).value().edgeCount(),
            graph.edgeCount() + 20);  // no edge twice, none that is there
  EXPECT_EQ(edgesIn(randomRewiring(graph, 100, 120, 5, false).added), edgesIn(plan.added));
  EXPECT_NE(edgesIn(randomRewiring(graph, 100, 120, 6, false).added), edgesIn(plan.added));
  const Rewiring guarded = randomRewiring(graph, graph.edgeCount(), 0, 5);
  const Graph forest = rewired(graph, guarded).value();
  EXPECT_EQ(connectedComponents(forest).ofNode, connectedComponents(graph).ofNode);
  EXPECT_EQ(forest.edgeCount(), graph.nodeCount() - connectedComponents(graph).count);
  // Nearly complete: every pair that is left can be drawn.
  const Graph dense = randomGraph(12, 300, 2);
  const Rewiring full = randomRewiring(dense, 0, 1000, 1);
  EXPECT_EQ(static_cast<std::int64_t>(full.added.size()), nonEdges(dense));
  EXPECT_EQ(rewired(dense, full).value().edgeCount(), 66);
}

}  // namespace
}  // namespace sispde
