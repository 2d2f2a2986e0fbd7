#include "app/studio/figure/figure_page.h"

#include <gtest/gtest.h>

#include "app/studio/figure/axis_ticks.h"
#include "tests/unit/figure_scene.h"

namespace sispde::studio {
namespace {

std::vector<std::string> texts(const std::vector<AxisTick>& ticks) {
  std::vector<std::string> out;
  for (const AxisTick& tick : ticks) out.push_back(tick.text);
  return out;
}

TEST(FigurePageTest, PageHoldsPlotColumnAndCaptionsSideBySide) {
  GraphFigure figure = threeNodes();
  figure.frame.captions = {std::string(400, 'a') + " " + std::string(30, 'b')};
  figure.frame.colourBar = ColourBar{{ColourMap::Cividis, -1, 1}, "correlation with the picked node"};
  figure.frame.legend = Legend{"class", {}};
  for (int i = 0; i < 100; ++i) figure.frame.legend->entries.push_back({"a class of this name", {}});
  const FigurePage page = figurePage(figure);
  EXPECT_GE(page.plot.y, 24 + 20);
  EXPECT_GE(page.sideX, page.plot.x + page.plot.width + 16);
  EXPECT_GE(page.width, page.sideX + page.side.width + 24 - 1e-9);
  EXPECT_GE(page.captionTop, page.plot.y + page.side.height);
  EXPECT_GE(page.side.legendTop, page.side.barHeight + 10);
  EXPECT_EQ(page.captions.size(), 2u);  // the long word is shortened, the other on a line of its own
  EXPECT_GE(page.height, page.captionTop + 2 * 10 + 24);
}

TEST(FigurePageTest, LegendThatIsTooLongCountsTheRest) {
  GraphFigure figure = threeNodes();
  figure.frame.legend = Legend{"", {}};
  for (int i = 0; i < 100; ++i) figure.frame.legend->entries.push_back({"c", {}});
  const SideColumn side = figurePage(figure).side;
  const auto shown = side.legend.entries.size();
  EXPECT_LT(shown, 100u);
  EXPECT_EQ(side.legend.entries.back().name, "and " + std::to_string(100 - shown + 1) + " more");
}

TEST(FigurePageTest, LinesMakeALegend) {
  CurvesFigure figure;
  figure.lines = {{"A", {1, 2, 3}, 1, {}, {}}, {"", {4, 5, 6}, 1, {}, {}}};
  ASSERT_EQ(figurePage(figure).side.legend.entries.size(), 1u);
  EXPECT_EQ(figurePage(figure).side.legend.entries[0].mark, LegendMark::Line);
  figure.frame.legend = Legend{};
  EXPECT_TRUE(figurePage(figure).side.legend.entries.empty());
}

TEST(FigureTextTest, NumbersHaveThreeDigitsAndATrueMinus) {
  EXPECT_EQ(threeDigits(0), "0");
  EXPECT_EQ(threeDigits(0.45), "0.450");
  EXPECT_EQ(threeDigits(-1.2345), "−1.23");
  EXPECT_EQ(threeDigits(9.996), "10.0");
  EXPECT_EQ(threeDigits(12345), "12345");
  EXPECT_EQ(threeDigits(2e-6), "2.00e−6");
  EXPECT_EQ(threeDigits(NAN), "–");
}

TEST(FigureTextTest, TextThatIsNoUtf8CanBeShown) {
  EXPECT_EQ(printable("ν\xff\n"), "ν\uFFFD ");
  GraphFigure figure = threeNodes();
  figure.frame.title = "\xc3";
  ASSERT_EQ(figurePage(figure).title.size(), 1u);
  EXPECT_EQ(figurePage(figure).title[0], "\uFFFD");
}

TEST(AxisTicksTest, TicksAreRoundAndInside) {
  EXPECT_EQ(texts(axisTicks(0, 1, 6)), (std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(texts(axisTicks(-2.4, 2.4, 6)), (std::vector<std::string>{"−2", "−1", "0", "1", "2"}));
  EXPECT_EQ(texts(axisTicks(3, 207, 5)), (std::vector<std::string>{"50", "100", "150", "200"}));
}

TEST(AxisTicksTest, AnyRangeHasFewTicksInside) {
  for (const double low : {-1e9, -3.3, 0.0, 1e-7, 17.0, 1e200})
    for (const double length : {1e-3, 0.7, 42.0, 1e6, 1e250})
      for (const int most : {2, 5, 9}) {
        const double high = low + length;
        if (!(high > low)) continue;
        const auto ticks = axisTicks(low, high, most);
        EXPECT_LE(ticks.size(), static_cast<std::size_t>(most));
        for (const AxisTick& tick : ticks) {
          EXPECT_GE(tick.value, low - 1e-6 * length);
          EXPECT_LE(tick.value, high + 1e-6 * length);
        }
      }
}

TEST(AxisTicksTest, LogarithmicTicksArePowersOfTenOrFineEnough) {
  EXPECT_EQ(texts(logarithmicTicks(0.005, 200, 5)),
            (std::vector<std::string>{"0.0100", "0.100", "1.00", "10.0", "100"}));
  EXPECT_EQ(texts(logarithmicTicks(0.3, 4, 5)), (std::vector<std::string>{"0.500", "1.00", "2.00"}));
  for (const double low : {1e-12, 0.3, 7.0})
    for (const double factor : {1.5, 30.0, 1e12}) {
      const auto ticks = logarithmicTicks(low, low * factor, 6);
      EXPECT_LE(ticks.size(), 8u);
      EXPECT_GE(ticks.size(), factor > 10 ? 2u : 0u);
      for (const AxisTick& tick : ticks)
        EXPECT_TRUE(tick.value >= low * 0.999 && tick.value <= low * factor * 1.001);
    }
}

}  // namespace
}  // namespace sispde::studio
