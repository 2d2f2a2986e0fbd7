// The figures and the table of a sweep over ν, drawn from cells by hand.

#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "core/experiment/report_document.h"
#include "core/experiment/report_parts.h"
#include "tests/unit/report_scene.h"

namespace sispde {
namespace {

using testing::cellJson;
using testing::TemporaryFolder;
using testing::writeCell;

// Cora's NLL is least at ν = 5, Minesweeper's at ν = 0.5; three seeds each, which agree.
Report sweptReport(const TemporaryFolder& folder) {
  for (const std::string dataset : {"cora", "minesweeper"})
    for (const std::string nu : {"0.5", "1", "5"})
      for (int seed = 0; seed < 3; ++seed) {
        const bool best = nu == (dataset == "cora" ? "5" : "0.5");
        auto json = cellJson({.dataset = dataset,
                              .detector = "sispde",
                              .variant = "nu-" + nu,
                              .seed = seed,
                              .auroc = (best ? 0.9 : 0.7) + 0.01 * seed,
                              .nll = best ? 0.2 : 0.5,
                              .primary = "energy-prop"});
        json["informativeness"] = dataset == "cora" ? 0.59 : 0.0001;
        writeCell(folder, json);
      }
  return makeReport(readResults(folder.path(), {}).value());
}

const ReportFigure* figureOf(const Report& report, const std::string& name) {
  for (const ReportBlock& block : report.blocks)
    if (const auto* figure = std::get_if<ReportFigure>(&block); figure != nullptr && figure->name == name)
      return figure;
  return nullptr;
}

// The tooltips of the discs, in the order in which they are drawn.
std::vector<std::string> titlesOf(const ReportFigure& figure) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(figure.svg.c_str())) << figure.name;
  std::vector<std::string> titles;
  for (const pugi::xpath_node& node :
       document.select_nodes("//*[local-name()='circle']/*[local-name()='title']"))
    titles.emplace_back(node.node().text().get());
  return titles;
}

TEST(ReportSweepTest, TheChosenNuStandsOverEachDataSetInOrderOfInformativeness) {
  const TemporaryFolder folder;
  const Report report = sweptReport(folder);
  const ReportFigure* figure = figureOf(report, "nu-informativeness");
  ASSERT_NE(figure, nullptr);
  EXPECT_EQ(titlesOf(*figure), (std::vector<std::string>{"minesweeper, label: ν 0.5, single seeds 0.5 to 0.5",
                                                         "cora, label: ν 5, single seeds 5 to 5"}));
}

TEST(ReportSweepTest, EveryNuHasItsAuroc) {
  const TemporaryFolder folder;
  const Report report = sweptReport(folder);
  const ReportFigure* figure = figureOf(report, "nu-auroc");
  ASSERT_NE(figure, nullptr);
  // Three values around 0.71 or 0.91, whose population standard deviation is 0.01 √(2/3).
  EXPECT_EQ(titlesOf(*figure),
            (std::vector<std::string>{"ν 0.5: 71.00 ± 0.82 over 3 seeds", "ν 1: 71.00 ± 0.82 over 3 seeds",
                                      "ν 5: 91.00 ± 0.82 over 3 seeds", "ν 0.5: 91.00 ± 0.82 over 3 seeds",
                                      "ν 1: 71.00 ± 0.82 over 3 seeds", "ν 5: 71.00 ± 0.82 over 3 seeds"}));
  for (const char* name : {"nu-auroc", "nu-informativeness"})
    EXPECT_EQ(figureOf(report, name)->svg.find("nan"), std::string::npos) << name;
}

TEST(ReportSweepTest, TheTableTellsEveryNuApart) {
  const TemporaryFolder folder;
  const Report report = sweptReport(folder);
  const auto table = std::ranges::find(report.tables, "nu", &CsvTable::name);
  ASSERT_NE(table, report.tables.end());
  ASSERT_EQ(table->rows.size(), 6u);
  int chosen = 0;
  for (const auto& row : table->rows) {
    const bool best = row[3] == (row[0] == "cora" ? "5" : "0.5");
    EXPECT_EQ(row[9], best ? "yes" : "no") << row[0] << " " << row[3];
    chosen += best;
  }
  EXPECT_EQ(chosen, 2);
}

}  // namespace
}  // namespace sispde
