#include "app/studio/figure/write_figure.h"

#include <filesystem>
#include <limits>

#include <pugixml.hpp>

#include "app/studio/figure/figure_page.h"
#include "tests/unit/figure_scene.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::studio {

// For readable failures.
void PrintTo(const Colour& c, std::ostream* out) {
  *out << fmt::format("({}, {}, {}, {})", c.r, c.g, c.b, c.a);
}

namespace {

using sispde::testing::TemporaryFolder;

#define ASSERT_FINE(result) \
  if (const auto outcome = (result); !outcome) FAIL() << outcome.error().sentence()

// How many drawn shapes have this fill.
int shapesOf(const pugi::xml_node& node, const std::string& fill) {
  int count = 0;
  for (const pugi::xml_node child : node.children()) {
    const std::string style = child.attribute("style").value();
    if (std::string(child.name()) == "path" && style.find("fill:" + fill + ";") != std::string::npos) ++count;
    count += shapesOf(child, fill);
  }
  return count;
}

TEST(FigureWriteTest, ScaleTwoHasTwiceThePixels) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.png");
  const FigurePage page = figurePage(threeNodes());
  for (const int scale : {1, 2, 5}) {
    ASSERT_FINE(writeFigure(threeNodes(), path, {.scale = scale}));
    const ReadPicture picture = readPicture(path);
    EXPECT_EQ(picture.width, scale * static_cast<int>(page.width));
    EXPECT_EQ(picture.height, scale * static_cast<int>(page.height));
  }
}

TEST(FigureWriteTest, AStoppedFigureLeavesNoFile) {
  const TemporaryFolder folder;
  std::stop_source stop;
  stop.request_stop();
  Progress progress;
  progress.stop = stop.get_token();
  for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
    const Result<void> done = writeFigure(threeNodes(), folder.file(name), {}, progress);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::Cancelled);
  }
  EXPECT_EQ(folder.fileCount(), 0u);
}

TEST(FigureWriteTest, NodesAndGroundHaveTheirColours) {
  const TemporaryFolder folder;
  for (const bool dark : {false, true}) {
    GraphFigure figure = threeNodes();
    figure.frame.colours = figureColours(dark);
    ASSERT_FINE(writeFigure(figure, folder.file("a.png"), {.scale = 3}));
    const ReadPicture picture = readPicture(folder.file("a.png"));
    const Box plot = figurePage(figure).plot;
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(picture.at(3 * (plot.x + 60 + 100 * i), 3 * (plot.y + 80)), figure.nodeColours[i]);
    EXPECT_EQ(picture.at(3 * (plot.x + 60), 3 * (plot.y + 20)), figure.frame.colours.ground);
    EXPECT_EQ(picture.at(0, 0), figure.frame.colours.ground);
  }
}

TEST(FigureWriteTest, HubsAreOnTop) {
  const TemporaryFolder folder;
  const GraphFigure figure = threeNodes(true);  // the hub comes first in the list
  ASSERT_FINE(writeFigure(figure, folder.file("a.png"), {.scale = 1}));
  const Box plot = figurePage(figure).plot;
  EXPECT_EQ(readPicture(folder.file("a.png")).at(plot.x + 160, plot.y + 80), figure.nodeColours[1]);
}

TEST(FigureWriteTest, PickedNodeHasARing) {
  const TemporaryFolder folder;
  GraphFigure figure = threeNodes();
  figure.picked = 0;
  ASSERT_FINE(writeFigure(figure, folder.file("a.png"), {.scale = 4}));
  const ReadPicture picture = readPicture(folder.file("a.png"));
  const Box plot = figurePage(figure).plot;
  EXPECT_EQ(picture.at(4 * (plot.x + 60), 4 * (plot.y + 80 - 9)), figure.frame.colours.accent);
  EXPECT_EQ(picture.at(4 * (plot.x + 260), 4 * (plot.y + 80 - 11)), figure.frame.colours.ground);
}

// Node 0 a square, node 1 ringed, node 2 both.
GraphFigure shapedNodes() {
  GraphFigure figure = threeNodes();
  figure.radii = {10, 10, 10};
  figure.shapes = {squareShape, ringShape, squareShape | ringShape};
  figure.frame.legend = Legend{"nodes",
                               {{"ID", {1, 2, 3}, LegendMark::Disc},
                                {"OOD", {4, 5, 6}, LegendMark::Square},
                                {"flagged", {7, 8, 9}, LegendMark::Ring}}};
  return figure;
}

TEST(FigureWriteTest, SquaresHaveCornersAndRingsLieAround) {
  const TemporaryFolder folder;
  const GraphFigure figure = shapedNodes();
  ASSERT_FINE(writeFigure(figure, folder.file("a.png"), {.scale = 8}));
  const ReadPicture picture = readPicture(folder.file("a.png"));
  const Box plot = figurePage(figure).plot;
  const auto at = [&](int node, double dx, double dy) {
    return picture.at(8 * (plot.x + 60 + 100 * node + dx), 8 * (plot.y + 80 + dy));
  };
  const FigureColours& colours = figure.frame.colours;
  // A half side of 8.86: the corner (8, 8) is in the square, not in the disc of radius 10.
  EXPECT_EQ(at(0, 8, 8), figure.nodeColours[0]);
  EXPECT_EQ(at(0, 0, 9.6), colours.ground);
  EXPECT_EQ(at(1, 9, 9), colours.ground);  // round
  EXPECT_EQ(at(1, 0, 9), figure.nodeColours[1]);
  EXPECT_EQ(at(1, 0, 11.4), colours.warning);
  EXPECT_EQ(at(1, 0, 12.5), colours.ground);
  EXPECT_EQ(at(2, 8, 8), figure.nodeColours[2]);
  EXPECT_EQ(at(2, 10.2, 10.2), colours.warning);
  EXPECT_EQ(at(2, 0, 9.35), colours.ground);  // the gap
}

TEST(FigureWriteTest, ShapesAndTheirLegendAreInSvgAndPdf) {
  const TemporaryFolder folder;
  ASSERT_FINE(writeFigure(shapedNodes(), folder.file("a.svg")));
  pugi::xml_document document;
  ASSERT_TRUE(document.load_file(folder.file("a.svg").c_str()));
  const pugi::xml_node svg = document.child("svg");
  EXPECT_EQ(shapesOf(svg, "rgb(78.431373%,11.764706%,15.686275%)"), 1);
  EXPECT_EQ(shapesOf(svg, "rgb(1.568627%,1.960784%,2.352941%)"), 1);  // OOD in the legend
  const std::string text = bytesOf(folder.file("a.svg"));
  EXPECT_NE(text.find("stroke:rgb(71.764706%,47.45098%,12.156863%)"), std::string::npos);  // rings
  EXPECT_NE(text.find("stroke:rgb(2.745098%,3.137255%,3.529412%)"), std::string::npos);    // flagged
  ASSERT_FINE(writeFigure(shapedNodes(), folder.file("a.pdf")));
  EXPECT_EQ(bytesOf(folder.file("a.pdf")).substr(0, 5), "%PDF-");
}

TEST(FigureWriteTest, ShapesOfTooFewNodesAreRefused) {
  const TemporaryFolder folder;
  GraphFigure figure = threeNodes();
  figure.shapes = {squareShape};
  const auto result = writeFigure(figure, folder.file("a.png"));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::Usage);
}

TEST(FigureWriteTest, GroundOfNoOpacityIsTransparent) {
  const TemporaryFolder folder;
  GraphFigure figure = threeNodes();
  figure.frame.colours.ground.a = 0;
  ASSERT_FINE(writeFigure(figure, folder.file("a.png"), {.scale = 1}));
  const ReadPicture picture = readPicture(folder.file("a.png"));
  const Box plot = figurePage(figure).plot;
  EXPECT_EQ(picture.at(0, 0).a, 0);
  EXPECT_EQ(picture.at(plot.x + 160, plot.y + 80), figure.nodeColours[1]);
}

TEST(FigureWriteTest, HeatmapCellsHaveTheColoursOfTheirValues) {
  const TemporaryFolder folder;
  HeatmapFigure figure;
  figure.frame.plot = {100, 100};
  figure.bins = 2;
  const ColourScale scale{ColourMap::Viridis, 0, 4, true};
  const std::vector<float> values{0, 1, 2, std::numeric_limits<float>::quiet_NaN()};
  figure.cells = coloursOf(scale, values);
  EXPECT_EQ(figure.cells[1], colourAt(ColourMap::Viridis, 0.5));  // √(1/4)
  figure.frame.colourBar = ColourBar{scale, "K"};
  ASSERT_FINE(writeFigure(figure, folder.file("a.png"), {.scale = 1}));
  const ReadPicture picture = readPicture(folder.file("a.png"));
  const Box plot = figurePage(figure).plot;
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(picture.at(plot.x + 25 + 50 * (i % 2), plot.y + 25 + 50 * (i / 2)), figure.cells[i]);
}

TEST(FigureWriteTest, CurvesRunThroughTheirValues) {
  const TemporaryFolder folder;
  CurvesFigure figure;
  figure.frame.plot = {200, 100};
  figure.x = {"t", 0, 1};
  figure.y = {"W", -1, 1};
  figure.lines.push_back({"node 1", {200, 0, 0}, 4, {0, 0.5, 0.6, 0.7, 1}, {0.5, 0.5, NAN, 0.5, 0.5}});
  figure.cursor = 0.25;
  ASSERT_FINE(writeFigure(figure, folder.file("a.png"), {.scale = 1}));
  const ReadPicture picture = readPicture(folder.file("a.png"));
  const Box plot = figurePage(figure).plot;
  EXPECT_EQ(picture.at(plot.x + 80, plot.y + 25), (Colour{200, 0, 0}));
  EXPECT_NE(picture.at(plot.x + 120, plot.y + 25), (Colour{200, 0, 0}));         // broken there
  EXPECT_NE(picture.at(plot.x + 50, plot.y + 90), figure.frame.colours.ground);  // the cursor
}

TEST(FigureWriteTest, ABandStandsAgainstTheAxisOnTheRight) {
  const TemporaryFolder folder;
  CurvesFigure figure;
  figure.frame.plot = {200, 100};
  figure.x = {"epoch", 0, 1};
  figure.y = {"", 0, 1};
  figure.bands.push_back({"", {200, 0, 0}, {0, 1}, {4, 4}, {6, 6}, true});
  EXPECT_FALSE(checkFigure(figure));  // there is no such axis
  figure.right = FigureAxis{"loss", 0, 10};
  ASSERT_FINE(writeFigure(figure, folder.file("a.png"), {.scale = 1}));
  const ReadPicture picture = readPicture(folder.file("a.png"));
  const Box plot = figurePage(figure).plot;
  EXPECT_EQ(picture.at(plot.x + 90, plot.y + 50), (Colour{200, 0, 0}));
  EXPECT_NE(picture.at(plot.x + 90, plot.y + 30), (Colour{200, 0, 0}));
  EXPECT_NE(picture.at(plot.x + 90, plot.y + 70), (Colour{200, 0, 0}));
}

// A line against the axis on the right, by powers of ten; a mark; the small plot in the corner.
TEST(FigureWriteTest, RightAxisMarksAndInsetAreWhereTheyBelong) {
  const TemporaryFolder folder;
  CurvesFigure figure;
  figure.frame.plot = {400, 200};
  figure.x = {"epoch", 0, 1};
  figure.y = {"", 0, 1};
  figure.lines.push_back({"loss", {200, 0, 0}, 4, {0, 1}, {0.1, 0.1}, true});
  EXPECT_FALSE(checkFigure(figure));  // there is no such axis
  figure.right = FigureAxis{"loss", 0, 10};
  figure.right->logarithmic = true;
  EXPECT_FALSE(checkFigure(figure));  // 0 has no logarithm
  figure.right->low = 0.001;
  figure.marks.push_back({0.25, ""});
  figure.inset = FigureInset{"FPR", "TPR", {"ROC", {0, 0, 200}, 2, {0, 0.5, 1}, {0.5, 0.5, 0.5}}, 0.1, 0.9};
  ASSERT_FINE(writeFigure(figure, folder.file("a.png"), {.scale = 1}));
  const ReadPicture picture = readPicture(folder.file("a.png"));
  const Box plot = figurePage(figure).plot;
  EXPECT_EQ(picture.at(plot.x + 200, plot.y + 100),
            (Colour{200, 0, 0}));  // 0.1 is in the middle of 0.001 and 10
  int marked = 0, inset = 0;
  for (int y = 0; y < 200; ++y) marked += picture.at(plot.x + 100, plot.y + y) != figure.frame.colours.ground;
  for (int y = 0; y < 90; ++y) inset += picture.at(plot.x + 350, plot.y + y) == (Colour{0, 0, 200});
  EXPECT_GT(marked, 60);
  EXPECT_LT(marked, 160);  // dashed
  EXPECT_GE(inset, 1);
}

TEST(FigureWriteTest, RingsPinsAndNamesLieOverTheNodes) {
  const TemporaryFolder folder;
  GraphFigure figure = threeNodes();
  ASSERT_FINE(writeFigure(figure, folder.file("plain.png"), {.scale = 1}));
  figure.rings.push_back({0, {230, 0, 230}, 3, 6});
  figure.pinned = {1};
  figure.names = {"", "", "third"};
  ASSERT_FINE(writeFigure(figure, folder.file("a.png"), {.scale = 1}));
  const ReadPicture plain = readPicture(folder.file("plain.png")),
                    picture = readPicture(folder.file("a.png"));
  const Box plot = figurePage(figure).plot;
  const double y = plot.y + 80;
  EXPECT_EQ(picture.at(plot.x + 60 - 12, y), (Colour{230, 0, 230}));
  EXPECT_EQ(picture.at(plot.x + 160, y), figure.frame.colours.text);
  EXPECT_EQ(plain.at(plot.x + 160, y), figure.nodeColours[1]);
  int named = 0;
  for (int x = 270; x < 300; ++x)
    for (int up = 4; up < 14; ++up) named += picture.at(plot.x + x, y - up) != plain.at(plot.x + x, y - up);
  EXPECT_GT(named, 20);
  figure.names.pop_back();
  EXPECT_FALSE(checkFigure(figure));
  figure.names.clear();
  figure.rings[0].node = 3;
  EXPECT_FALSE(checkFigure(figure));
}

TEST(FigureWriteTest, SvgIsXmlWithTheTitleAndAShapePerNode) {
  const TemporaryFolder folder;
  GraphFigure figure = threeNodes();
  figure.frame.captions = {"Cora · ν = 1.5"};
  ASSERT_FINE(writeFigure(figure, folder.file("a.SVG")));
  pugi::xml_document document;
  ASSERT_TRUE(document.load_file(folder.file("a.SVG").c_str()));
  const pugi::xml_node svg = document.child("svg");
  EXPECT_EQ(std::string(svg.child("title").text().get()), "Ρυθμός & <noise>");
  EXPECT_EQ(std::string(svg.child("desc").text().get()), "Cora · ν = 1.5");
  for (const char* fill : {"rgb(78.431373%,11.764706%,15.686275%)", "rgb(7.843137%,62.745098%,35.294118%)",
                           "rgb(23.529412%,31.372549%,82.352941%)"})
    EXPECT_EQ(shapesOf(svg, fill), 1) << fill;
}

TEST(FigureWriteTest, SvgOfManyEdgesIsSmall) {
  const TemporaryFolder folder;
  GraphFigure figure = threeNodes();
  figure.frame.title.clear();
  figure.edges[0].edges.assign(50000, Edge{0, 2});
  ASSERT_FINE(writeFigure(figure, folder.file("a.svg")));
  const double bytesPerEdge = static_cast<double>(std::filesystem::file_size(folder.file("a.svg"))) / 50000;
  EXPECT_LT(bytesPerEdge, 60);
}

TEST(FigureWriteTest, PdfIsAPdf) {
  const TemporaryFolder folder;
  ASSERT_FINE(writeFigure(threeNodes(), folder.file("a.pdf")));
  const std::string bytes = bytesOf(folder.file("a.pdf"));
  EXPECT_EQ(bytes.substr(0, 5), "%PDF-");
  EXPECT_GT(bytes.size(), 2000u);
  EXPECT_NE(bytes.rfind("%%EOF"), std::string::npos);
}

TEST(FigureWriteTest, OtherEndingsAreRefused) {
  const TemporaryFolder folder;
  for (const char* name : {"a.jpg", "png", "a", "a.png.txt"}) {
    const auto result = writeFigure(threeNodes(), folder.file(name));
    ASSERT_FALSE(result) << name;
    EXPECT_EQ(result.error().kind, ErrorKind::Usage);
    for (const char* ending : {".png", ".svg", ".pdf"})
      EXPECT_NE(result.error().message.find(ending), std::string::npos);
  }
  EXPECT_EQ(folder.fileCount(), 0u);
}

TEST(FigureWriteTest, NothingIsLeftWhereTheFolderIsMissing) {
  const TemporaryFolder folder;
  for (const char* name : {"none/a.png", "none/a.svg", "none/a.pdf"}) {
    const auto result = writeFigure(threeNodes(), folder.file(name));
    ASSERT_FALSE(result) << name;
    EXPECT_EQ(result.error().kind, ErrorKind::Failed);
  }
  EXPECT_EQ(folder.fileCount(), 0u);
}

TEST(FigureWriteTest, AFailedFigureKeepsTheOldFile) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.png", "old");
  EXPECT_FALSE(writeFigure(threeNodes(), path, {.scale = 9}));
  EXPECT_FALSE(writeFigure(threeNodes(), path, {.text = {{"", "no key"}}}));
  EXPECT_FALSE(writeFigure(threeNodes(), path, {.text = {{"key", "\xff"}}}));
  GraphFigure wrong = threeNodes();
  wrong.positions.pop_back();
  EXPECT_FALSE(writeFigure(wrong, path));
  wrong = threeNodes();
  wrong.edges[0].edges.push_back({0, 3});
  EXPECT_FALSE(writeFigure(wrong, path));
  EXPECT_EQ(bytesOf(path), "old");
  EXPECT_EQ(folder.fileCount(), 1u);
}

TEST(FigureWriteTest, FarPlacesAndMissingOnesAreDrawn) {
  const TemporaryFolder folder;
  GraphFigure figure = threeNodes();
  figure.positions[0].x = -1e9f;  // the edge comes in from the left
  figure.positions[2].x = std::numeric_limits<float>::quiet_NaN();
  figure.edges[0].colour = {0, 0, 0};
  figure.edges[0].width = 4;
  for (const char* name : {"a.png", "a.svg", "a.pdf"})
    ASSERT_FINE(writeFigure(figure, folder.file(name), {.scale = 1}));
  const ReadPicture picture = readPicture(folder.file("a.png"));
  const Box plot = figurePage(figure).plot;
  EXPECT_EQ(picture.at(plot.x + 30, plot.y + 80), (Colour{0, 0, 0}));
  EXPECT_EQ(picture.at(plot.x + 160, plot.y + 80), figure.nodeColours[1]);
}

}  // namespace
}  // namespace sispde::studio
