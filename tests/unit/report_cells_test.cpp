// What the report reads: cells, folders, searches.

#include <gtest/gtest.h>

#include "core/experiment/report_data.h"
#include "tests/unit/report_scene.h"

namespace sispde {
namespace {

using testing::cellJson;
using testing::cellOf;
using testing::TemporaryFolder;
using testing::writeCell;
using testing::writeGrid;
using Json = nlohmann::json;

TEST(ReportCellTest, IsReadWithItsNumbers) {
  const ReportCell cell = cellOf({.seed = 3, .auroc = 0.75, .nll = 0.25});
  EXPECT_EQ(cell.key, "cora-label-msp-default-3");
  EXPECT_EQ(cell.seed, 3u);
  EXPECT_TRUE(cell.done);
  EXPECT_EQ(cell.validationNll, 0.25);
  EXPECT_EQ(cell.primaryScore()->auroc, 0.75);
  EXPECT_EQ(cell.primaryScore()->metric(PaperMetric::Fpr95), 0.25);
  EXPECT_FALSE(cell.rewiring);
  EXPECT_FALSE(cell.searched);
}

TEST(ReportCellTest, UndefinedMetricsStayUndefined) {
  Json json = cellJson({});
  json["scores"]["msp"]["auroc"] = nullptr;
  EXPECT_FALSE(cellOf(json).primaryScore()->auroc);
}

TEST(ReportCellTest, DamageGetsASentence) {
  const auto expectRefused = [](const std::string& text, const std::string& part) {
    const auto cell = readCell(text, "x.json");
    ASSERT_FALSE(cell) << text;
    EXPECT_NE(cell.error().sentence().find(part), std::string::npos) << cell.error().sentence();
    EXPECT_NE(cell.error().sentence().find("x.json"), std::string::npos);
  };
  const auto changed = [](const auto& change) {
    Json json = cellJson({});
    change(json);
    return json.dump();
  };
  expectRefused("{\"format\":\"sispde-ce", "not a JSON object");
  expectRefused("[1]", "not a JSON object");
  expectRefused("{}", "not a result cell");
  expectRefused(changed([](Json& json) { json["version"] = 2; }), "version 1");
  expectRefused(changed([](Json& json) { json.erase("dataset"); }), "damaged");
  expectRefused(changed([](Json& json) { json["seed"] = "one"; }), "damaged");
  expectRefused(changed([](Json& json) { json["scores"] = 5; }), "damaged");
  expectRefused(changed([](Json& json) { json["scores"]["msp"] = 5; }), "damaged");
  expectRefused(changed([](Json& json) { json["nll"]["validation"] = "low"; }), "damaged");
  expectRefused(changed([](Json& json) { json["primary"] = "other"; }), "primary score");
  expectRefused(changed([](Json& json) { json["scores"]["msp"]["fpr95"] = 1.5; }), "outside 0 to 1");
}

TEST(ReportResultsTest, NamesWhatIsFailedMissingExtraAndLeftOut) {
  const TemporaryFolder folder;
  writeCell(folder, cellJson({.seed = 0}));
  Json failed = cellJson({.seed = 1});
  failed["state"] = "failed";
  failed["error"] = "It diverged.";
  failed["scores"] = Json::object();
  failed["primary"] = nullptr;
  writeCell(folder, failed);
  writeCell(folder, cellJson({.seed = 7}));
  folder.write("cells/cora-label-msp-default-3.json", "{");
  folder.write("cells/renamed.json", cellJson({.seed = 4}).dump());
  folder.write("cells/notes.txt", "not a cell at all");
  writeGrid(folder, {"cora-label-msp-default-0", "cora-label-msp-default-1", "cora-label-msp-default-2"});
  const Results results = readResults(folder.path(), {}).value();
  ASSERT_EQ(results.cells.size(), 2u);
  ASSERT_EQ(results.failed.size(), 1u);
  EXPECT_EQ(results.failed[0].error, "It diverged.");
  EXPECT_EQ(results.missing, (std::vector<std::string>{"cora-label-msp-default-2"}));
  EXPECT_EQ(results.extra, (std::vector<std::string>{"cora-label-msp-default-7"}));
  ASSERT_EQ(results.leftOut.size(), 2u);
  EXPECT_EQ(results.leftOut[0].file, "cells/cora-label-msp-default-3.json");
  EXPECT_EQ(results.leftOut[1].file, "cells/renamed.json");
  EXPECT_EQ(results.gridName, "small");
}

TEST(ReportResultsTest, AFolderWithoutGridIsReadAndOneWithNothingRefused) {
  const TemporaryFolder folder;
  EXPECT_FALSE(readResults(folder.path(), {}));
  EXPECT_FALSE(readResults(folder.file("nowhere"), {}));
  writeCell(folder, cellJson({}));
  const Results results = readResults(folder.path(), {}).value();
  EXPECT_EQ(results.cells.size(), 1u);
  ASSERT_EQ(results.leftOut.size(), 1u);
  EXPECT_EQ(results.leftOut[0].file, "grid.json");
}

// A search of two values over two seeds: the one with the smaller NLL has the worse AUROC.
Results searched() {
  Results results;
  for (const auto& [value, nll, auroc] : {std::tuple{"0.1", 0.4, 0.6}, std::tuple{"1", 0.5, 0.9}})
    for (int seed = 0; seed < 2; ++seed) {
      Json json = cellJson({.seed = seed, .auroc = auroc, .nll = nll});
      json["search"] = {{"group", "g"}, {"values", {{"nu", value}}}};
      results.cells.push_back(cellOf(json));
    }
  return results;
}

TEST(ReportDataTest, SearchIsDecidedByValidationNllAlone) {
  const Results results = searched();
  const ReportData data = arrange(results);
  ASSERT_EQ(data.groups.size(), 1u);
  EXPECT_EQ(summaryOf(data.groups[0].values(PaperMetric::Auroc)).mean, 0.6);
  ASSERT_EQ(data.searches.size(), 1u);
  ASSERT_EQ(data.searches[0].trials.size(), 2u);
  EXPECT_EQ(data.searches[0].trials[0].values, "nu=0.1");
}

TEST(ReportDataTest, ATieOfASearchIsCounted) {
  Results results = searched();
  EXPECT_EQ(arrange(results).searches[0].equallyGood(), 1u);
  for (ReportCell& cell : results.cells) cell.validationNll = 0.5;
  EXPECT_EQ(arrange(results).searches[0].equallyGood(), 2u);
}

TEST(ReportDataTest, ACombinationWithFewerSeedsIsNotChosen) {
  Results results = searched();
  results.cells.erase(results.cells.begin());  // one seed of nu=0.1
  EXPECT_EQ(arrange(results).searches[0].trials[0].values, "nu=1");
}

// Three systems of which one takes DET-ACC on a grid of ten thresholds.
TEST(ReportDataTest, CellsThatWereMeasuredOtherwiseStandApart) {
  Results results;
  for (const auto& [detector, grid] : {std::pair{"gcn", 10}, std::pair{"msp", 0}, std::pair{"odin", 0}}) {
    Json json = cellJson({.detector = detector});
    json["config"] = {{"options", {{"det_grid", grid}, {"feature_shift", detector}}}};
    results.cells.push_back(cellOf(json));
  }
  const ReportData data = arrange(results);
  ASSERT_EQ(data.groups.size(), 2u);
  EXPECT_EQ(data.find("cora", "label", {"gcn", "default"}), nullptr);
  ASSERT_EQ(data.apart.size(), 1u);
  EXPECT_EQ(data.apart[0].group.system.detector, "gcn");
  // The feature shift has no part in cells of the label shift.
  EXPECT_EQ(data.apart[0].words, "det_grid is 10, for most 0");
}

TEST(ReportDataTest, SplitsMayGoWithSeeds) {
  Results results;
  for (int seed = 0; seed < 2; ++seed)
    for (const char* detector : {"gcn", "msp"}) {
      Json json = cellJson({.detector = detector, .seed = seed});
      json["config"] = {{"split", std::to_string(seed)}};
      results.cells.push_back(cellOf(json));
    }
  EXPECT_TRUE(arrange(results).apart.empty());
}

TEST(ReportDataTest, SystemsComeInThePapersOrderWithVariantsAfterTheirDetector) {
  Results results;
  for (const auto& [detector, variant] :
       {std::pair{"sispde", "noise-off"}, std::pair{"mine", "default"}, std::pair{"sispde", "default"},
        std::pair{"gnnsafe++", "default"}, std::pair{"msp", "prop"}, std::pair{"gcn", "default"},
        std::pair{"gnnsafe", "default"}, std::pair{"sispde", "nu-3"}})
    results.cells.push_back(cellOf({.detector = detector, .variant = variant}));
  std::vector<std::string> names;
  for (const ReportSystem& system : arrange(results).systems) names.push_back(system.name());
  EXPECT_EQ(names, (std::vector<std::string>{"GCN", "GNNSafe", "GNNSafe++", "GCN + propagated energy",
                                             "SISPDE", "SISPDE without noise", "mine"}));
}

}  // namespace
}  // namespace sispde
