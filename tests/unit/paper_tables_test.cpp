#include "core/experiment/paper_tables.h"

#include <gtest/gtest.h>

namespace sispde {
namespace {

TEST(PaperTables, KnowsPrintedCells) {
  using enum PaperMetric;
  EXPECT_EQ(paperFigure("cora", "SISPDE", ShiftKind::Label, Auroc), (PaperFigure{96.85, 0.68}));
  EXPECT_EQ(paperFigure("cora", "SISPDE", ShiftKind::Label, Fpr95), (PaperFigure{10.87, 2.96}));
  EXPECT_EQ(paperFigure("cora", "SISPDE", ShiftKind::Label, DetAcc), (PaperFigure{91.45, 0.13}));
  EXPECT_EQ(paperFigure("cora", "GNSD", ShiftKind::Structure, Auroc)->mean, 91.53);
  EXPECT_EQ(paperFigure("cora", "GNSD", ShiftKind::Feature, Fpr95)->mean, 7.66);
  EXPECT_EQ(paperFigure("pubmed", "Mahalanobis", ShiftKind::Label, Fpr95)->mean, 66.34);
  EXPECT_EQ(paperFigure("tolokers", "Mahalanobis", ShiftKind::Structure, DetAcc)->mean, 54.29);
}

TEST(PaperTables, NamesMayBeWrittenInOtherWays) {
  const auto figure = paperFigure("roman-empire", "SISPDE-RBF", ShiftKind::Feature, PaperMetric::Auroc);
  ASSERT_TRUE(figure);
  for (const char* name : {"Roman-empire", "roman_empire", "Roman Empire"})
    EXPECT_EQ(paperFigure(name, "sispde-rbf", ShiftKind::Feature, PaperMetric::Auroc), figure) << name;
  EXPECT_EQ(paperMethod("gnnsafe"), "GNNSafe");
  EXPECT_EQ(paperMethod("sispde"), "SISPDE");
}

TEST(PaperTables, HasNothingForWhatIsNotInThePaper) {
  EXPECT_FALSE(paperFigure("karate", "SISPDE", ShiftKind::Label, PaperMetric::Auroc));
  EXPECT_FALSE(paperFigure("cora", "mine", ShiftKind::Label, PaperMetric::Auroc));
  EXPECT_FALSE(paperFigure("cora", "SISPDE", ShiftKind::Local, PaperMetric::Auroc));
  EXPECT_FALSE(isPaperData("coral"));
  EXPECT_EQ(paperMethod("sispde2"), "");
}

TEST(PaperTables, HasTheColoursOfEveryColumn) {
  for (const std::string& data : paperDatasets())
    for (const ShiftKind shift : paperShifts)
      for (const PaperMetric metric : allPaperMetrics) {
        const auto colours = paperColours(data, shift, metric);
        ASSERT_TRUE(colours) << data;
        EXPECT_EQ(paperMethod(colours->best), colours->best);
        EXPECT_EQ(paperMethod(colours->second), colours->second);
        EXPECT_NE(colours->best, colours->second);
      }
  EXPECT_EQ(paperColours("pubmed", ShiftKind::Structure, PaperMetric::Auroc)->best, "GNSD");
  EXPECT_EQ(paperColours("pubmed", ShiftKind::Label, PaperMetric::Fpr95)->second, "Mahalanobis");
  EXPECT_FALSE(paperColours("karate", ShiftKind::Label, PaperMetric::Auroc));
  EXPECT_FALSE(paperColours("cora", ShiftKind::Local, PaperMetric::Auroc));
}

TEST(PaperTables, IsWholeAndWithinBounds) {
  for (const char* data : {"cora", "citeseer", "pubmed", "minesweeper", "tolokers", "roman-empire",
                           "amazon-ratings", "questions"}) {
    ASSERT_TRUE(isPaperData(data)) << data;
    for (const char* method : {"gcn", "odin", "mahalanobis", "gnnsafe", "gnsd", "msp", "oe", "gold", "gebm",
                               "sispde-rbf", "sispde"})
      for (const ShiftKind shift : {ShiftKind::Label, ShiftKind::Structure, ShiftKind::Feature})
        for (const PaperMetric metric : {PaperMetric::Auroc, PaperMetric::DetAcc, PaperMetric::Fpr95}) {
          const auto figure = paperFigure(data, method, shift, metric);
          ASSERT_TRUE(figure) << data << ' ' << method;
          EXPECT_GE(figure->mean, 0);
          EXPECT_LE(figure->mean, 100);
          EXPECT_GE(figure->std, 0);
          EXPECT_LT(figure->std, 50);
        }
  }
}

}  // namespace
}  // namespace sispde
