// The report as it is written: Markdown, HTML, SVG and CSV, from small results by hand.

#include <cstring>

#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "core/base/file.h"
#include "core/experiment/report_figures.h"
#include "core/experiment/report_parts.h"
#include "core/experiment/report_svg.h"
#include "core/experiment/report_text.h"
#include "core/train/one_class_note.h"
#include "tests/unit/program.h"
#include "tests/unit/report_scene.h"

namespace sispde {
namespace {

using testing::cellJson;
using testing::expectError;
using testing::TemporaryFolder;
using testing::writeCell;
using testing::writeGrid;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Three data sets, four systems, two seeds; the propagated score with its shuffled twin.
void writeScene(const TemporaryFolder& folder) {
  std::vector<std::string> keys;
  const auto add = [&](const char* dataset, const char* detector, const char* variant, const char* primary,
                       double auroc) {
    for (int seed = 0; seed < 2; ++seed) {
      auto json = cellJson({dataset, "label", detector, variant, seed, auroc + 0.02 * seed, 0.5, primary});
      if (std::strcmp(primary, "energy-prop") == 0) {
        json["scores"]["energy-prop-shuffled"] = json["scores"]["energy-prop"];
        json["scores"]["energy-prop-shuffled"]["auroc"] = 0.4321;
      }
      keys.push_back(json["key"]);
      writeCell(folder, json);
    }
  };
  for (const char* dataset : {"cora", "pubmed", "tolokers"}) {
    add(dataset, "msp", "default", "msp", 0.8);
    add(dataset, "msp", "prop", "energy-prop", 0.85);
    add(dataset, "sispde", "default", "energy-prop", 0.9);
    add(dataset, "sispde", "noise-off", "energy-prop", 0.9);
    add(dataset, "oe", "default", "max-logit", 0.7);
  }
  keys.emplace_back("tolokers-label-gold-default-0");
  writeGrid(folder, keys);
}

Report sceneReport(const TemporaryFolder& folder) {
  writeScene(folder);
  return makeReport(readResults(folder.path(), {}).value());
}

TEST(ReportTest, MarkdownHasOursThePapersAndTheShuffledNumber) {
  const TemporaryFolder folder;
  const std::string text = markdownOf(sceneReport(folder));
  EXPECT_TRUE(has(text, "81.00 ± 1.00<br>paper 91.43 ± 0.23")) << text;
  EXPECT_TRUE(has(text, "**91.00 ± 1.00**<br>paper 96.85 ± 0.68<br>shuffled 43.21"));
  EXPECT_TRUE(has(text, "`cora-label-msp-default-{0,1}`"));
  EXPECT_TRUE(has(text, "OE †"));
  EXPECT_TRUE(has(text, "OE (marked †) see OOD data in training"));
  EXPECT_TRUE(has(text, "after OOD results had been seen"));
  EXPECT_TRUE(has(text, "`tolokers-label-gold-default-0`"));
  EXPECT_TRUE(has(text, "43 of 72"));
}

TEST(ReportTest, ShiftsThatLeaveOneClassAreNamed) {
  const TemporaryFolder folder;
  for (const char* shift : {"label", "structure"}) {
    auto json = cellJson({.dataset = "minesweeper", .shift = shift});
    if (std::strcmp(shift, "label") == 0)
      json["notes"].push_back(std::string(oneClassNote) + ", whose validation NLL says nothing: …");
    writeCell(folder, json);
  }
  const std::string text = markdownOf(makeReport(readResults(folder.path(), {}).value()));
  EXPECT_TRUE(has(text, "- minesweeper/label: there is one ID class, so that classification is vacuous"))
      << text;
}

TEST(ReportTest, WhereTheRunsReadThePaperOtherwiseIsSaid) {
  const TemporaryFolder folder;
  auto label = cellJson({.shift = "label"}), feature = cellJson({.shift = "feature"});
  label["config"]["options"]["ood_classes"] = "reference";
  feature["config"]["options"]["feature_shift"] = "gaussian";
  writeCell(folder, label);
  writeCell(folder, feature);
  const std::string text = markdownOf(makeReport(readResults(folder.path(), {}).value()));
  EXPECT_TRUE(has(text, "the paper's lists have it among the OOD classes")) << text;
  EXPECT_FALSE(has(text, "its text speaks of Gaussian noise"));
}

TEST(ReportTest, EntropyStandsBesideThePropagatedEnergy) {
  const TemporaryFolder folder;
  for (int seed = 0; seed < 2; ++seed) {
    auto json = cellJson({.detector = "sispde", .seed = seed, .auroc = 0.9, .primary = "energy-prop"});
    json["scores"]["total"] = json["scores"]["energy-prop"];
    json["scores"]["total"]["auroc"] = 0.61 + 0.02 * seed;
    writeCell(folder, json);
  }
  const Report report = makeReport(readResults(folder.path(), {}).value());
  EXPECT_TRUE(has(markdownOf(report), "| SISPDE | total | 62.00 ± 1.00 |")) << markdownOf(report);
}

TEST(ReportTest, DifferencesNameTheirSeeds) {
  const TemporaryFolder folder;
  const std::string text = markdownOf(sceneReport(folder));
  EXPECT_TRUE(has(text, "0.00 ± 0.00<br>2 seeds"));               // noise off is the same to the last digit
  EXPECT_TRUE(has(text, "**+5.00 ± 0.00**<br>2 seeds")) << text;  // against the propagated energy
}

TEST(ReportTest, DifferencesAreTracedToTheSeedsThatBothHave) {
  const TemporaryFolder folder;
  for (int seed = 0; seed < 4; ++seed) {
    if (seed < 3) writeCell(folder, cellJson({.detector = "sispde", .seed = seed, .auroc = 0.9}));
    if (seed > 0)
      writeCell(folder, cellJson({.detector = "sispde", .variant = "noise-off", .seed = seed, .auroc = 0.8}));
  }
  const Report report = makeReport(readResults(folder.path(), {}).value());
  std::size_t rows = 0;
  for (const ReportBlock& block : report.blocks)
    if (const auto* shown = std::get_if<ReportTable>(&block);
        shown != nullptr && shown->caption.starts_with("SISPDE minus SISPDE without noise"))
      for (const ReportRow& row : shown->rows) {
        ++rows;
        EXPECT_EQ(compactKeys(keysOf(row)), (std::vector<std::string>{"cora-label-sispde-default-{1,2}",
                                                                      "cora-label-sispde-noise-off-{1,2}"}));
      }
  EXPECT_EQ(rows, 1u);
  const auto table = std::ranges::find(report.tables, "differences", &CsvTable::name);
  ASSERT_NE(table, report.tables.end());
  ASSERT_FALSE(table->rows.empty());
  for (const auto& row : table->rows) {
    EXPECT_EQ(row[9], "cora-label-sispde-default-1 cora-label-sispde-default-2");
    EXPECT_EQ(row[10], "cora-label-sispde-noise-off-1 cora-label-sispde-noise-off-2");
  }
}

TEST(ReportTest, StructureAndFeatureShiftAreSaidToShareTheirTraining) {
  for (const bool both : {false, true}) {
    const TemporaryFolder folder;
    writeCell(folder, cellJson({.shift = "structure", .detector = "sispde"}));
    if (both) writeCell(folder, cellJson({.shift = "feature", .detector = "sispde"}));
    const std::string text = markdownOf(makeReport(readResults(folder.path(), {}).value()));
    EXPECT_EQ(has(text, "the same trained network under both, but for OE and GNNSafe++"), both) << text;
  }
}

TEST(ReportTest, OneSeedGivesNoInterval) {
  const TemporaryFolder folder;
  writeCell(folder, cellJson({.detector = "sispde", .auroc = 0.9}));
  writeCell(folder, cellJson({.detector = "sispde", .variant = "noise-off", .auroc = 0.8}));
  const std::string text = markdownOf(makeReport(readResults(folder.path(), {}).value()));
  EXPECT_TRUE(has(text, "–<br>one common seed: no interval"));
  EXPECT_TRUE(has(text, "fewer than 3 data sets or 3 systems are not compared"));
  EXPECT_TRUE(has(text, "**90.00**<br>paper")) << text;  // and no spread
}

TEST(ReportTest, HtmlIsOnePageThatNeedsNothingElse) {
  const TemporaryFolder folder;
  const std::string text = htmlOf(sceneReport(folder), "../cells");
  EXPECT_TRUE(has(text, "href=\"../cells/cora-label-msp-default-0.json\""));
  EXPECT_TRUE(has(text, "title=\"cora-label-msp-default-{0,1}\""));
  EXPECT_TRUE(has(text, "prefers-color-scheme: dark"));
  EXPECT_FALSE(has(text, "<script"));
  EXPECT_FALSE(has(text, "src="));
  EXPECT_FALSE(has(text, "https://"));
  std::string rest = text;  // the name of the SVG language is no address that is fetched
  for (const std::string name = "http://www.w3.org/2000/svg"; has(rest, name);)
    rest.erase(rest.find(name), name.size());
  EXPECT_FALSE(has(rest, "http://"));
}

TEST(ReportTest, EveryFigureIsWellFormed) {
  const TemporaryFolder folder;
  std::size_t figures = 0;
  for (const ReportBlock& block : sceneReport(folder).blocks)
    if (const auto* figure = std::get_if<ReportFigure>(&block)) {
      ++figures;
      pugi::xml_document document;
      EXPECT_TRUE(document.load_string(figure->svg.c_str())) << figure->name;
      EXPECT_STREQ(document.document_element().name(), "svg");
      EXPECT_FALSE(has(figure->svg, "nan")) << figure->name;
    }
  EXPECT_GE(figures, 4u);  // ranks by three metrics, differences
}

TEST(ReportTest, RanksMarkTheSystemsThatSeeOodData) {
  const TemporaryFolder folder;
  const Report report = sceneReport(folder);
  EXPECT_TRUE(has(markdownOf(report), "| OE † | 5.00 |")) << markdownOf(report);
  std::size_t diagrams = 0;
  for (const ReportBlock& block : report.blocks)
    if (const auto* figure = std::get_if<ReportFigure>(&block))
      if (figure->name.starts_with("ranks-")) {
        ++diagrams;
        EXPECT_TRUE(has(figure->svg, "OE †")) << figure->name;
        EXPECT_TRUE(has(figure->caption, "† sees OOD data in training")) << figure->name;
      }
  EXPECT_EQ(diagrams, 3u);
}

TEST(ReportTest, WordsOfACellCannotBecomeMarkup) {
  const TemporaryFolder folder;
  auto json = cellJson({.variant = "a<b>&\"c|d"});
  json["key"] = "odd";
  writeCell(folder, json);
  auto failed = cellJson({.seed = 1});
  failed["state"] = "failed";
  failed["error"] = "x < y & <script>alert(1)</script>";
  writeCell(folder, failed);
  const Report report = makeReport(readResults(folder.path(), {}).value());
  const std::string html = htmlOf(report, "../cells");
  EXPECT_FALSE(has(html, "<script"));
  EXPECT_FALSE(has(html, "a<b>"));
  EXPECT_TRUE(has(html, "a&lt;b&gt;&amp;&quot;c|d"));
  EXPECT_TRUE(has(markdownOf(report), "c\\|d"));
}

TEST(ReportTest, RewiredCellsStandBesideTheOriginalAndThePaper) {
  const TemporaryFolder folder;
  for (int seed = 0; seed < 3; ++seed)
    for (const auto& [variant, auroc] :
         {std::pair{"original", 0.5}, std::pair{"rewired-nu1", 0.6}, std::pair{"random", 0.45}}) {
      auto json = cellJson({.dataset = "tolokers",
                            .detector = "gcn",
                            .variant = variant,
                            .seed = seed,
                            .auroc = auroc + 0.01 * seed});
      if (std::strcmp(variant, "original") != 0) {
        json["rewiring"] = {
            {"dropped", 10}, {"added", 12}, {"informativeness", {{"before", 0.01}, {"after", 0.02}}}};
        json["config"]["rewire"] = {{"random", std::strcmp(variant, "random") == 0}, {"nu", 1}, {"kappa", 1}};
      }
      writeCell(folder, json);
    }
  const Report report = makeReport(readResults(folder.path(), {}).value());
  const std::string text = markdownOf(report);
  EXPECT_TRUE(has(text, "0.0100 → 0.0200 (× 2.00)<br>paper × 2.94")) << text;
  EXPECT_TRUE(has(text, "61.00 ± 0.82<br>paper 64.91"));
  EXPECT_TRUE(has(text, "51.00 ± 0.82<br>paper 48.73"));
  EXPECT_TRUE(has(text, "**+10.00 ± 0.00**<br>3 seeds"));
  EXPECT_TRUE(has(text, "random (by lot)"));
  // The picture says the same, with the paper's own difference as a ring: 64.91 − 48.73.
  std::string svg;
  for (const ReportBlock& block : report.blocks)
    if (const auto* figure = std::get_if<ReportFigure>(&block); figure != nullptr && figure->name == "table2")
      svg = figure->svg;
  EXPECT_TRUE(has(svg, "+10.00 ± 0.00 points, 3 seeds")) << svg;
  EXPECT_TRUE(has(svg, "-5.00 ± 0.00 points") || has(svg, "−5.00 ± 0.00 points")) << svg;
  EXPECT_TRUE(has(svg, "published: +16.18 points")) << svg;
}

// Time of a processor where cells have it, otherwise the clock's; never a mixture.
TEST(ReportTest, RunTimesAreOfAProcessorWhereCellsHaveThem) {
  for (const int having : {0, 1, 2}) {
    const TemporaryFolder folder;
    std::vector<std::string> keys;
    for (const char* detector : {"msp", "sispde"}) {
      auto json = cellJson({"cora", "label", detector, "default", 0, 0.8, 0.5, "msp"});
      const bool msp = std::strcmp(detector, "msp") == 0;
      json["seconds"] = msp ? 2 : 10;
      if (having == 2 || (having == 1 && msp)) json["processor_seconds"] = msp ? 1 : 3;
      keys.push_back(json["key"]);
      writeCell(folder, json);
    }
    writeGrid(folder, keys);
    const std::string text = markdownOf(makeReport(readResults(folder.path(), {}).value()));
    EXPECT_EQ(has(text, "Seconds of a processor per cell"), having > 0);
    EXPECT_EQ(has(text, "3.00 ×"), having == 2) << text;
    EXPECT_EQ(has(text, "5.00 ×"), having == 0) << text;
  }
}

TEST(ReportTest, CsvHasOneRowPerCellAndScore) {
  const TemporaryFolder folder;
  const Report report = sceneReport(folder);
  const auto cells = std::find_if(report.tables.begin(), report.tables.end(),
                                  [](const CsvTable& table) { return table.name == "cells"; });
  ASSERT_NE(cells, report.tables.end());
  EXPECT_EQ(cells->rows.size(), 3u * 2 * (2 + 3 * 2));  // two systems with one score, three with a twin too
  for (const CsvTable& table : report.tables)
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.name;
}

TEST(ReportTest, KeysAreShortened) {
  EXPECT_EQ(compactKeys({"a-x-m-d-0", "a-x-m-d-1", "a-y-m-d-0", "a-y-m-d-1"}),
            (std::vector<std::string>{"a-{x,y}-m-d-{0,1}"}));
  EXPECT_EQ(compactKeys({"a-x-m-d-0", "b-y-m-d-0"}), (std::vector<std::string>{"a-x-m-d-0", "b-y-m-d-0"}));
  EXPECT_EQ(compactKeys({"a-x-m-d-0", "b-x-m-d-0", "a-y-m-d-0", "b-y-m-d-0", "c-x-m-d-0", "c-x-m-d-1"}),
            (std::vector<std::string>{"{a,b}-{x,y}-m-d-0", "c-x-m-d-{0,1}"}));
  EXPECT_EQ(compactKeys({"short-0", "odd", "a-x-m-d-0"}),
            (std::vector<std::string>{"short-0", "odd", "a-x-m-d-0"}));
  EXPECT_TRUE(compactKeys({}).empty());
}

TEST(ReportTest, NumbersReadAsInPrint) {
  EXPECT_EQ(percentOf({5, 0.91234, 0.004}), "91.23 ± 0.40");
  EXPECT_EQ(percentOf({1, 0.5, 0}), "50.00");
  EXPECT_EQ(percentOf({}), "–");
  EXPECT_EQ(pointsOf({5, -0.012, 0.03}), "−1.20 ± 3.00");
  EXPECT_EQ(pointsOf({1, 0.5, std::nullopt}), "–");
  EXPECT_EQ(plainDigits(8.7e-5), "0.0000870");
  EXPECT_EQ(plainDigits(0.5904), "0.590");
  EXPECT_EQ(roundTicks(-3.2, 3.2, 7), (std::vector<double>{-3, -2, -1, 0, 1, 2, 3}));
  EXPECT_EQ(logTicks(0.1, 3).size(), 5u);  // 0.1 0.2 0.5 1 2
}

TEST(ReportCliTest, WritesTheReportBesideTheCells) {
  const TemporaryFolder folder;
  writeScene(folder);
  const auto json = testing::jsonOf("report '" + folder.path() + "'");
  EXPECT_EQ(json["cells"], 30);
  EXPECT_EQ(json["missing"], 1);
  for (const auto& file : json["files"])
    EXPECT_TRUE(std::filesystem::exists(folder.file("report/" + file.get<std::string>()))) << file;
  for (const char* file :
       {"report.md", "report.html", "cells.csv", "table1.csv", "ranks-auroc.svg", "differences.svg"})
    EXPECT_TRUE(std::filesystem::exists(folder.file(std::string("report/") + file))) << file;
  const std::string first = readFile(folder.file("report/report.html")).value();
  EXPECT_EQ(testing::sispde("report '" + folder.path() + "' --out '" + folder.file("deep/er") + "'").code, 0);
  EXPECT_TRUE(has(readFile(folder.file("deep/er/report.html")).value(), "href=\"../../cells/"));
  EXPECT_TRUE(has(first, "href=\"../cells/"));
}

TEST(ReportCliTest, FilesOfAnEarlierReportDoNotStay) {
  const TemporaryFolder folder;
  writeScene(folder);
  testing::jsonOf("report '" + folder.path() + "'");
  EXPECT_TRUE(std::filesystem::exists(folder.file("report/differences.svg")));
  folder.write("report/mine.svg", "kept");
  for (const auto& entry : std::filesystem::directory_iterator(folder.file("cells")))
    if (entry.path().string().find("-msp-default-") == std::string::npos)
      std::filesystem::remove(entry.path());
  const auto json = testing::jsonOf("report '" + folder.path() + "'");
  EXPECT_FALSE(std::filesystem::exists(folder.file("report/differences.svg")));
  EXPECT_TRUE(std::filesystem::exists(folder.file("report/mine.svg")));
  std::size_t there = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.file("report")))
    ++there;
  EXPECT_EQ(there, json["files"].size() + 1);
}

TEST(ReportTest, TheSeedsOfARowAreThoseWithANumber) {
  const TemporaryFolder folder;
  for (int seed = 0; seed < 2; ++seed) {
    auto json = cellJson({.seed = seed});
    if (seed == 1) json["scores"]["msp"]["auroc"] = nullptr;
    writeCell(folder, json);
  }
  const std::string text = markdownOf(makeReport(readResults(folder.path(), {}).value()));
  EXPECT_TRUE(has(text, "| 1–2 |")) << text;
}

TEST(ReportCliTest, AFolderThatIsNoneGetsASentence) {
  const TemporaryFolder folder;
  expectError("report '" + folder.file("nowhere") + "'", 3, "There is no such folder");
  expectError("report '" + folder.path() + "'", 3, "neither grid.json nor cells");
  expectError("report", 2, "DIR");
}

}  // namespace
}  // namespace sispde
