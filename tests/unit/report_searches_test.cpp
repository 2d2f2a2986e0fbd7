// What the report says of searches: how complete they are, and what was not searched.

#include <gtest/gtest.h>

#include "core/detect/gold_note.h"
#include "core/experiment/report_parts.h"
#include "tests/unit/report_scene.h"

namespace sispde {
namespace {

using testing::cellJson;
using testing::TemporaryFolder;
using testing::writeCell;
using Json = nlohmann::json;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A grid that searches two learning rates over two seeds, as sispde bench writes it.
void writeSearch(const TemporaryFolder& folder) {
  const Json systems = Json::array({{{"detector", "msp"}, {"search", {{"lr", {"0.1", "0.01"}}}}}});
  std::vector<std::string> keys;
  for (const char* lr : {"0.1", "0.01"})
    for (const char* seed : {"0", "1"})
      keys.push_back(std::string("cora-label-msp-default+lr_") + lr + "-" + seed);
  folder.write("grid.json", Json{{"format", "sispde-grid"},
                                 {"version", 1},
                                 {"name", "searching"},
                                 {"datasets", Json::array({"cora"})},
                                 {"shifts", Json::array({"label"})},
                                 {"seeds", {0, 1}},
                                 {"systems", systems},
                                 {"cells", keys}}
                                .dump());
}

Json searchCell(const std::string& lr, int seed, double nll) {
  Json json = cellJson({.seed = seed, .nll = nll});
  json["key"] = "cora-label-msp-default+lr_" + lr + "-" + std::to_string(seed);
  json["search"] = {{"group", "cora-label-msp-default"}, {"values", {{"lr", lr}}}};
  return json;
}

std::string reportOf(const TemporaryFolder& folder) {
  return markdownOf(makeReport(readResults(folder.path(), {}).value()));
}

TEST(ReportSearchesTest, CellsOfASearchThatFailedOrAreMissingAreNamed) {
  const TemporaryFolder folder;
  writeSearch(folder);
  for (int seed = 0; seed < 2; ++seed) writeCell(folder, searchCell("0.1", seed, 0.5));
  Json failed = searchCell("0.01", 0, 0.4);
  failed["state"] = "failed";
  failed["error"] = "It diverged.";
  writeCell(folder, failed);
  const std::string text = reportOf(folder);
  EXPECT_TRUE(has(text,
                  "cora, label shift, MSP: 2 of 4 cells are not done; failed: "
                  "`cora-label-msp-default+lr_0.01-0`; not run: `cora-label-msp-default+lr_0.01-1`."))
      << text;
  EXPECT_TRUE(has(text, "| cora | label | MSP | lr=0.1 | 2 of 2 | 0.5 ± 0 | chosen so far |")) << text;
}

TEST(ReportSearchesTest, AWholeSearchIsChosenWithoutReserve) {
  const TemporaryFolder folder;
  writeSearch(folder);
  for (int seed = 0; seed < 2; ++seed) {
    writeCell(folder, searchCell("0.1", seed, 0.5));
    writeCell(folder, searchCell("0.01", seed, 0.4));
  }
  const std::string text = reportOf(folder);
  EXPECT_TRUE(has(text, "lr=0.01 | 2 of 2 | 0.4 ± 0 | chosen |")) << text;
  EXPECT_FALSE(has(text, "are not done"));
  EXPECT_FALSE(has(text, "so far"));
}

TEST(ReportSearchesTest, CombinationsThatTieAreNamed) {
  const TemporaryFolder folder;
  writeSearch(folder);
  for (int seed = 0; seed < 2; ++seed) {
    writeCell(folder, searchCell("0.1", seed, 0.4));
    writeCell(folder, searchCell("0.01", seed, 0.4));
    writeCell(folder, searchCell("1", seed, 0.40001));  // no tie, though it looks like one
  }
  const std::string text = reportOf(folder);
  EXPECT_TRUE(has(text, "| lr=0.01 | 2 of 2 | 0.4 ± 0 | chosen, first of 2 with equal NLL |")) << text;
  EXPECT_TRUE(has(text, "| lr=0.1 | 2 of 2 | 0.4 ± 0 | equal NLL, not chosen |")) << text;
  EXPECT_TRUE(has(text, "| lr=1 | 2 | 0.4 ± 0 |")) << text;
  EXPECT_TRUE(has(text, "Where several combinations have the same validation NLL it decides nothing"));
}

TEST(ReportSearchesTest, WithoutAValidationNllThereIsNoNumberAndNoTie) {
  const TemporaryFolder folder;
  writeSearch(folder);
  for (const char* lr : {"0.1", "0.01"})
    for (int seed = 0; seed < 2; ++seed) {
      Json json = searchCell(lr, seed, 0);
      json["nll"]["validation"] = nullptr;
      writeCell(folder, json);
    }
  const std::string text = reportOf(folder);
  EXPECT_TRUE(has(text, "| lr=0.01 | 0 of 2 | – | chosen, first by name: none has an NLL |")) << text;
  EXPECT_FALSE(has(text, "equal NLL")) << text;
  EXPECT_FALSE(has(text, "have the same validation NLL")) << text;
}

TEST(ReportSearchesTest, ASearchOfWhichNothingWasRunIsNamedToo) {
  const TemporaryFolder folder;
  writeSearch(folder);
  const std::string text = reportOf(folder);
  EXPECT_TRUE(has(text, "Nothing so far, though the grid has a search.")) << text;
  EXPECT_TRUE(has(text,
                  "cora, label shift, MSP: 4 of 4 cells are not done; not run: "
                  "`cora-label-msp-{default+lr_0.1,default+lr_0.01}-{0,1}`."))
      << text;
}

TEST(ReportSearchesTest, MarginsOfGoldThatNobodyChoseAreNamed) {
  const TemporaryFolder folder;
  const auto write = [&](const char* dataset, bool published, bool set) {
    Json json = cellJson({.dataset = dataset, .detector = "gold"});
    json["notes"] = Json::array({published ? "GOLD takes the published settings for Cora's label shift: …"
                                           : std::string(goldUnpublished) + " and takes defaults: …"});
    if (set) json["settings"]["gold.margin_in"] = "-9";
    writeCell(folder, json);
  };
  write("cora", true, false);
  write("citeseer", false, false);
  write("pubmed", false, true);
  EXPECT_TRUE(has(reportOf(folder), "GOLD's margins were not searched on citeseer/label. None are published"))
      << reportOf(folder);
}

}  // namespace
}  // namespace sispde
