// The published tables recounted, ranks over data sets, and the choice of ν.

#include <gtest/gtest.h>

#include "core/experiment/report_claims.h"
#include "core/experiment/report_columns.h"
#include "core/experiment/report_interval_counts.h"
#include "core/experiment/report_ranking.h"
#include "core/experiment/report_sweep.h"
#include "core/train/one_class_note.h"
#include "tests/unit/report_scene.h"

namespace sispde {
namespace {

using testing::cellJson;
using testing::cellOf;

TEST(PaperTables, HasTable2) {
  const auto tolokers = paperRewiring("Tolokers");
  ASSERT_TRUE(tolokers);
  EXPECT_EQ(tolokers->without[0], 48.73);
  EXPECT_EQ(tolokers->with[2], 86.28);
  EXPECT_EQ(tolokers->informativenessFactor, 2.94);
  EXPECT_FALSE(paperRewiring("cora"));
  EXPECT_EQ(paperMethods().size(), 11u);
  EXPECT_EQ(paperDatasets().size(), 8u);
  EXPECT_EQ(paperDatasets().front(), "cora");
}

// The counts were made of the published table by another program.
TEST(ReportClaimsTest, PublishedTableIsRecounted) {
  const ComparedColumns all = publishedColumns();
  ASSERT_EQ(all.size(), 72u);
  const Places places = placesOf(all, "SISPDE");
  EXPECT_EQ(places.columns, 72);
  EXPECT_EQ(places.best, 43);
  EXPECT_EQ(places.second, 20);
  EXPECT_EQ(places.lower, 9);
  const Wins high = winsOf(onlyInformativeness(all, true), "SISPDE", "GNSD");
  EXPECT_EQ(high.columns, 27);
  EXPECT_EQ(high.won, 26);
  EXPECT_EQ(high.lost, (std::vector<std::string>{"pubmed structure AUROC"}));
  const Wins low = winsOf(onlyInformativeness(all, false), "SISPDE", "GNSD");
  EXPECT_EQ(low.columns, 45);
  EXPECT_EQ(low.won, 45);
}

// METHODS §7 likewise; the tie of MSP and SISPDE in Minesweeper's label shift is the column that may be counted either way.
TEST(ReportClaimsTest, PublishedColoursAreRecounted) {
  const std::vector<Claim> claims = tableClaims();
  const auto claim = std::ranges::find_if(
      claims, [](const Claim& each) { return each.words.starts_with("Table 1's colours"); });
  ASSERT_NE(claim, claims.end());
  EXPECT_EQ(
      claim->describe(publishedColumns()),
      "false: 26 of 72 columns colour a wrong best (14) or second, ties counted as right (cora structure "
      "AUROC, cora structure DET-ACC, cora structure FPR95, pubmed label FPR95, citeseer label AUROC, "
      "citeseer label DET-ACC and 20 more); SISPDE is coloured best in 52 and is the best in 43, coloured "
      "second in 19 and is the second in 20");
  EXPECT_EQ(claim->describe(ownColumns({})), "not covered");
}

TEST(ReportClaimsTest, PublishedAverageRanksAreRecounted) {
  const ComparedColumns all = publishedColumns(), low = onlyInformativeness(all, false);
  const auto expectRank = [](const ComparedColumns& columns, const char* method, double rank) {
    EXPECT_NEAR(meanRank(columns, method), rank, 0.0051) << method;
  };
  expectRank(all, "SISPDE", 1.56);
  expectRank(all, "GNSD", 4.63);
  expectRank(all, "GCN", 8.36);
  expectRank(low, "SISPDE", 1.77);
  expectRank(low, "GNNSafe", 4.38);
  expectRank(low, "OE", 4.49);
  expectRank(low, "ODIN", 6.33);
  expectRank(low, "GNSD", 5.96);
  expectRank(onlyInformativeness(all, true), "SISPDE-RBF", 4.56);
  const auto auroc =
      only(all, [](const ComparedColumn& column) { return column.metric == PaperMetric::Auroc; });
  expectRank(auroc, "GEBM", 6.25);
  EXPECT_EQ(meanRanks(all).front().first, "SISPDE");
}

TEST(ReportClaimsTest, PublishedCellsThatCannotBeRightAreFound) {
  const std::vector<std::string> spreads = impossibleSpreads();
  ASSERT_EQ(spreads.size(), 1u);
  EXPECT_TRUE(spreads[0].starts_with("SISPDE minesweeper structure FPR95 5.08 ± 13.36")) << spreads[0];
  const std::vector<std::string> bounds = brokenBounds();
  EXPECT_EQ(bounds.size(), 22u);
  EXPECT_NE(std::find(bounds.begin(), bounds.end(), "Mahalanobis tolokers structure"), bounds.end());
  EXPECT_NE(std::find(bounds.begin(), bounds.end(), "SISPDE cora label"), bounds.end());
}

TEST(ReportClaimsTest, PublishedCellsOfTable2AndCopiesAreFound) {
  EXPECT_EQ(brokenRewiringBounds(),
            (std::vector<std::string>{"roman-empire with rewiring", "questions with rewiring"}));
  EXPECT_EQ(repeatedCells(),
            (std::vector<std::string>{"ODIN and Mahalanobis amazon-ratings label AUROC 51.25 ± 0.42"}));
}

// AUROC of `systems` on one data set under one shift.
void addColumn(Results& results, const std::string& dataset, const std::string& shift,
               const std::vector<std::pair<std::string, double>>& systems) {
  for (const auto& [detector, auroc] : systems)
    results.cells.push_back(
        cellOf({.dataset = dataset, .shift = shift, .detector = detector, .auroc = auroc}));
}

TEST(ReportClaimsTest, OurOwnColumnsAreCountedByTheSameRules) {
  Results results;
  addColumn(results, "cora", "label", {{"msp", 0.9}, {"sispde", 0.8}, {"gnsd", 0.7}});
  addColumn(results, "cora", "local", {{"msp", 0.1}, {"sispde", 0.8}});
  const ComparedColumns ours = ownColumns(arrange(results));
  ASSERT_EQ(ours.size(), 3u);  // three metrics of one shift; the local one is not the paper's
  EXPECT_EQ(placesOf(ours, "SISPDE").second, 3);
  EXPECT_EQ(winsOf(ours, "SISPDE", "GNSD").won, 3);
  EXPECT_EQ(placesOf(ours, "GOLD").columns, 0);
  addColumn(results, "cora", "feature", {{"sispde", 0.8}, {"gnsd", 0.9}});
  const ComparedColumns common = onlyCommonMethods(ownColumns(arrange(results)));
  ASSERT_EQ(common.size(), 6u);
  for (const ComparedColumn& column : common) EXPECT_EQ(column.of("MSP"), nullptr);  // not in all of them
  EXPECT_EQ(meanRank(common, "SISPDE"), 1.5);
}

// The answers of our runs that begin or go on with such a verdict.
std::size_t answersWith(const Results& results, const std::string& verdict) {
  const ComparedColumns ours = ownColumns(arrange(results));
  const std::vector<Claim> claims = tableClaims();
  return static_cast<std::size_t>(std::ranges::count_if(claims, [&](const Claim& claim) {
    return claim.describe(ours).find(verdict + ":") != std::string::npos ||
           claim.describe(ours).find(": " + verdict) != std::string::npos;
  }));
}

// Every system that a claim speaks of, SISPDE the best of them.
Results withSeeds(const std::vector<std::string>& datasets, int seeds) {
  Results results;
  for (const std::string& dataset : datasets)
    for (int seed = 0; seed < seeds; ++seed)
      for (const auto& [detector, auroc] :
           {std::pair{"odin", 0.5}, std::pair{"gnnsafe", 0.6}, std::pair{"gnsd", 0.7}, std::pair{"oe", 0.8},
            std::pair{"sispde", 0.9}})
        results.cells.push_back(
            cellOf({.dataset = dataset, .detector = detector, .seed = seed, .auroc = auroc}));
  return results;
}

TEST(ReportClaimsTest, OneDataSetOrOneSeedCallsNoClaimTrueOrFalse) {
  // The caption, both average ranks and Observation 2.
  const Results enough = withSeeds({"tolokers", "minesweeper"}, 2);
  EXPECT_EQ(answersWith(enough, "true") + answersWith(enough, "false"), 5u);  // Observation 2 has both
  for (const Results& few : {withSeeds({"tolokers"}, 2), withSeeds({"tolokers", "minesweeper"}, 1)}) {
    EXPECT_EQ(answersWith(few, "true"), 0u);
    EXPECT_EQ(answersWith(few, "false"), 0u);
    EXPECT_EQ(answersWith(few, "too little was run to say"), 4u);
  }
}

TEST(ReportClaimsTest, AnAverageRankOfTooFewRunsIsShownWithoutAVerdict) {
  Results results;
  addColumn(results, "cora", "label", {{"msp", 0.7}, {"sispde", 0.9}});
  addColumn(results, "cora", "feature", {{"msp", 0.7}, {"gnsd", 0.9}});  // without SISPDE: left out
  const std::vector<Claim> claims = tableClaims();
  const auto claim = std::ranges::find_if(claims, [](const Claim& each) {
    return each.words.find("average rank over all") != std::string::npos;
  });
  ASSERT_NE(claim, claims.end());
  EXPECT_EQ(claim->describe(ownColumns(arrange(results))),
            "too little was run to say: SISPDE 1.00, MSP 2.00 (3 columns of 1 data set, 1 seed or more)");
}

// Five seeds on one data set and two on another: an interval of two seeds is five times as wide.
Results withTwoAndFiveSeeds() {
  Results results;
  for (const auto& [dataset, seeds] :
       {std::pair{"cora", 5}, std::pair{"pubmed", 2}, std::pair{"citeseer", 1}})
    for (int seed = 0; seed < seeds; ++seed) {
      const double noise = 0.01 * (seed % 2);
      results.cells.push_back(
          cellOf({.dataset = dataset, .detector = "sispde", .seed = seed, .auroc = 0.82 + noise}));
      results.cells.push_back(cellOf(
          {.dataset = dataset, .detector = "sispde", .variant = "noise-off", .seed = seed, .auroc = 0.8}));
    }
  return results;
}

TEST(ReportClaimsTest, IntervalsOfDifferentNumbersOfSeedsAreCountedApart) {
  const Results results = withTwoAndFiveSeeds();
  const ReportRow row = runClaims(arrange(results)).front();
  EXPECT_EQ(row.entries[2].text,
            "against SISPDE without noise: AUROC, 2 intervals over data sets and shifts. 5 seeds: above 0 in "
            "1, below 0 in 0, around 0 in 0; 2 seeds: above 0 in 0, below 0 in 0, around 0 in 1; none for 1 "
            "(fewer than two common seeds)");
  EXPECT_EQ(row.keys.size(), 16u);
}

TEST(ReportClaimsTest, GainsAreCountedApartBySeedsToo) {
  IntervalCounts counts;
  counts.add({5, 0.2, 0.1});
  counts.add({5, -0.2, 0.1});
  counts.add({3, 0.2, 0.1});
  EXPECT_EQ(counts.compared(), 3);
  EXPECT_EQ(counts.wordsAbove(), "1 of 2 with 5 seeds; 1 of 1 with 3 seeds");
}

TEST(ReportClaimsTest, ColumnsOfDifferentNumbersOfSeedsAreCountedApart) {
  Results results;
  for (const auto& [dataset, seeds] : {std::pair{"cora", 3}, std::pair{"pubmed", 2}})
    for (int seed = 0; seed < seeds; ++seed)
      for (const auto& [detector, auroc] : {std::pair{"gnsd", 0.7}, std::pair{"sispde", 0.9}})
        results.cells.push_back(
            cellOf({.dataset = dataset, .detector = detector, .seed = seed, .auroc = auroc}));
  // One seed of a third system has no part in the comparison of two others.
  results.cells.push_back(cellOf({.dataset = "cora", .detector = "gold", .auroc = 0.8}));
  for (const Claim& claim : tableClaims())
    if (claim.words.starts_with("Better than GNSD in 26"))
      EXPECT_EQ(claim.describe(ownColumns(arrange(results))),
                "6 of 6 (100.0 %) (6 columns of 2 data sets, fewest seeds of a system 3 in 3 and 2 in 3)");
}

TEST(ReportClaimsTest, EveryClaimNamesTheCellsBehindItsAnswer) {
  Results results;
  addColumn(results, "cora", "label", {{"msp", 0.9}, {"sispde", 0.8}, {"gnsd", 0.7}});
  addColumn(results, "tolokers", "label", {{"msp", 0.9}, {"sispde", 0.8}, {"gnsd", 0.7}});
  const ComparedColumns ours = ownColumns(arrange(results));
  for (const Claim& claim : tableClaims()) {
    const std::vector<std::string> keys = cellsBehind(claim.uses(ours));
    EXPECT_EQ(keys.empty(), claim.describe(ours) == "not covered") << claim.words;
    EXPECT_TRUE(cellsBehind(claim.uses(publishedColumns())).empty());
    if (claim.words.starts_with("Better than GNSD in 26"))
      EXPECT_EQ(keys, (std::vector<std::string>{"cora-label-gnsd-default-0", "cora-label-sispde-default-0"}));
    if (claim.words.find("average rank over all") != std::string::npos) EXPECT_EQ(keys.size(), 6u);
  }
}

// AUROC of `systems` over two seeds, fewer of which give no rank.
void addSeeds(Results& results, const std::string& dataset, const std::string& shift,
              const std::vector<std::pair<std::string, double>>& systems) {
  for (int seed = 0; seed < 2; ++seed)
    for (const auto& [detector, auroc] : systems)
      results.cells.push_back(
          cellOf({.dataset = dataset, .shift = shift, .detector = detector, .seed = seed, .auroc = auroc}));
}

TEST(ReportRankingTest, ShiftsAreAveragedInsideTheirDataSet) {
  Results results;
  // msp wins one shift by much, gcn two by little: within a data set gcn is better.
  for (const char* dataset : {"a", "b", "c"}) {
    addSeeds(results, dataset, "label", {{"msp", 0.99}, {"gcn", 0.5}, {"odin", 0.1}});
    addSeeds(results, dataset, "structure", {{"msp", 0.5}, {"gcn", 0.51}, {"odin", 0.1}});
    addSeeds(results, dataset, "feature", {{"msp", 0.5}, {"gcn", 0.51}, {"odin", 0.1}});
  }
  const RankComparison found =
      compareRanks(arrange(results), {"label", "structure", "feature"}, PaperMetric::Auroc);
  ASSERT_EQ(found.refusal, "");
  EXPECT_EQ(found.test.blocks, 3);
  ASSERT_EQ(found.systems.size(), 3u);
  EXPECT_EQ(found.systems[0].detector, "gcn");
  EXPECT_EQ(found.test.meanRanks, (std::vector<double>{1, 3, 2}));  // gcn, odin, msp
  EXPECT_EQ(found.keys[0].size(), 18u);
}

TEST(ReportRankingTest, ASystemThatLacksSomethingIsNamedAndNotCompared) {
  Results results;
  for (const char* dataset : {"a", "b", "c"})
    addSeeds(results, dataset, "label", {{"msp", 0.9}, {"gcn", 0.8}, {"odin", 0.7}});
  addSeeds(results, "a", "label", {{"gold", 0.99}});
  addSeeds(results, "d", "label", {{"msp", 0.9}});
  const RankComparison found = compareRanks(arrange(results), {"label"}, PaperMetric::Auroc);
  EXPECT_EQ(found.test.systems, 3);
  EXPECT_EQ(found.datasets, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_NE(found.leftOut.find("seeds of each of these data sets and shifts: GOLD."), std::string::npos)
      << found.leftOut;
  EXPECT_NE(found.leftOut.find("d/label"), std::string::npos);
}

TEST(ReportRankingTest, OneSeedGivesNoRank) {
  Results results;
  for (const char* dataset : {"a", "b", "c"}) {
    addSeeds(results, dataset, "label", {{"msp", 0.9}, {"gcn", 0.8}, {"odin", 0.7}});
    // Another system has a second seed of one data set alone; of another shift no system has one.
    addColumn(results, dataset, "label", {{"gold", 0.99}});
    addColumn(results, dataset, "feature", {{"msp", 0.9}, {"gcn", 0.8}, {"odin", 0.7}});
  }
  results.cells.push_back(
      cellOf({.dataset = "a", .shift = "label", .detector = "gold", .seed = 1, .auroc = 0.99}));
  const RankComparison found = compareRanks(arrange(results), {"label", "feature"}, PaperMetric::Auroc);
  ASSERT_EQ(found.refusal, "");
  EXPECT_EQ(found.test.systems, 3);
  EXPECT_EQ(found.blocks.front(), "a: label, 2 seeds or more");
  EXPECT_EQ(found.leftOut,
            "Not compared, since they do not have 2 seeds of each of these data sets and shifts: GOLD "
            "(1 seed of b/label and c/label). Not used, since fewer than half of the systems have 2 seeds of "
            "them: a/feature, b/feature and c/feature.");
}

TEST(ReportRankingTest, ASystemWithFewerSeedsIsNamed) {
  Results results;
  for (const char* dataset : {"a", "b", "c"})
    addSeeds(results, dataset, "label", {{"msp", 0.9}, {"gcn", 0.8}, {"odin", 0.7}});
  EXPECT_EQ(compareRanks(arrange(results), {"label"}, PaperMetric::Auroc).leftOut, "");
  for (const char* detector : {"msp", "gcn"})
    results.cells.push_back(
        cellOf({.dataset = "a", .shift = "label", .detector = detector, .seed = 2, .auroc = 0.9}));
  EXPECT_EQ(compareRanks(arrange(results), {"label"}, PaperMetric::Auroc).leftOut,
            "Ranked by means over fewer seeds than others, and so less certain: ODIN (a/label 2 of 3).");
}

TEST(ReportRankingTest, TooFewDataSetsAreRefused) {
  Results results;
  for (const char* dataset : {"a", "b"})
    addSeeds(results, dataset, "label", {{"msp", 0.9}, {"gcn", 0.8}, {"odin", 0.7}});
  const RankComparison found = compareRanks(arrange(results), {"label"}, PaperMetric::Auroc);
  EXPECT_NE(found.refusal.find("2 data sets"), std::string::npos) << found.refusal;
  EXPECT_TRUE(found.systems.empty());
}

TEST(ReportSweepTest, NuIsChosenByValidationNllAndItsSpreadIsThatOfTheSeeds) {
  Results results;
  const double nll[2][3] = {{0.3, 0.2, 0.5}, {0.31, 0.33, 0.5}};  // [seed][ν]
  for (int seed = 0; seed < 2; ++seed)
    for (int i = 0; i < 3; ++i) {
      const char* nus[] = {"0.1", "1", "10"};
      auto json = cellJson({.detector = "sispde",
                            .variant = std::string("nu-") + nus[i],
                            .seed = seed,
                            .auroc = 0.5 + 0.1 * i,
                            .nll = nll[seed][i]});
      json["settings"]["nu"] = nus[i];
      results.cells.push_back(cellOf(json));
    }
  const ReportData data = arrange(results);
  EXPECT_TRUE(data.systems.empty());
  const std::vector<Sweep> sweeps = sweepsOf(data);
  ASSERT_EQ(sweeps.size(), 1u);
  EXPECT_EQ(sweeps[0].chosen->nu, 1);  // mean NLL 0.265; the best AUROC is at 10
  EXPECT_EQ(sweeps[0].low, 0.1);
  EXPECT_EQ(sweeps[0].high, 1);
  EXPECT_FALSE(sweeps[0].decided);  // two seeds decide nothing
}

// One seed of two values of ν on Cora and on another data set: the smooth one is better on Cora, the rough one on the other, as the
// paper says.
void addSweptSeed(Results& results, const std::string& shift, const std::string& low, int seed,
                  const std::string& noteOfLow = {}) {
  for (const std::string& dataset : {std::string("cora"), low})
    for (const std::string nu : {"0.1", "10"}) {
      const bool better = (dataset == "cora") == (nu == "10");
      auto json = cellJson({.dataset = dataset,
                            .shift = shift,
                            .detector = "sispde",
                            .variant = "nu-" + nu,
                            .seed = seed,
                            .nll = better ? 0.2 : 0.4});
      json["settings"]["nu"] = nu;
      if (dataset == low && !noteOfLow.empty()) json["notes"].push_back(noteOfLow);
      results.cells.push_back(cellOf(json));
    }
}

std::string verdictOf(const Results& results, const std::string& shift) {
  const ReportData data = arrange(results);
  return sweepVerdict(sweepsOf(data), shift);
}

TEST(ReportSweepTest, AVerdictNeedsThreeSeedsOfEveryNu) {
  Results results;
  const auto words = [&] { return verdictOf(results, "structure"); };
  addSweptSeed(results, "structure", "roman-empire", 0);
  addSweptSeed(results, "structure", "roman-empire", 1);
  EXPECT_NE(words().find("not every ν has the same seeds, 3 or more: cora and roman-empire"),
            std::string::npos)
      << words();
  addSweptSeed(results, "structure", "roman-empire", 2);
  EXPECT_NE(words().find("as the paper says"), std::string::npos) << words();
  results.cells.pop_back();
  EXPECT_EQ(words().find("as the paper says"), std::string::npos) << words();
}

// What differs there in the NLL is nothing that anybody classifies.
TEST(ReportSweepTest, AShiftThatLeavesOneIdClassIsNotDecidedByItsNll) {
  Results results;
  for (int seed = 0; seed < 3; ++seed)
    addSweptSeed(results, "label", "minesweeper", seed,
                 std::string(oneClassNote) + ", whose validation NLL says nothing: …");
  const std::string words = verdictOf(results, "label");
  EXPECT_EQ(words.find("as the paper says"), std::string::npos) << words;
  EXPECT_NE(
      words.find("there are 0 and 1. Left out, since with one ID class the validation NLL says nothing: "
                 "minesweeper."),
      std::string::npos)
      << words;
}

}  // namespace
}  // namespace sispde
