#pragma once
// A Figure is a picture for a paper or a talk: what a view shows, as plain values, with a title, a legend, a
// colour bar and captions that say where it comes from. Sizes are in points (1/72 inch); the page is made
// around the plot, so a view of the same size in pixels looks the same in the figure. Written by write_figure.h.
//
//   GraphFigure figure{.graph = data.graph, .positions = places, .nodeColours = colours};
//   figure.frame.title = "Cora";
//   figure.camera = fit(places, figure.frame.plot);
//   SISPDE_CHECK(writeFigure(figure, "cora.pdf"));

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/studio/render/camera.h"
#include "app/studio/render/colour_map.h"
#include "app/studio/render/node_shape.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/graph.h"

namespace sispde::studio {

// Which colour a value has. Values outside [low, high] have the colour of the nearer end.
struct ColourScale {
  ColourMap map = ColourMap::Cividis;
  double low = 0, high = 1;  // finite, low < high
  bool squareRoot = false;   // the place on the map is √((v − low) / (high − low)): shows what is weak
  bool logarithmic =
      false;  // it is log(1 + v − low) / log(1 + high − low): where few values are far above the others
};
Colour colourOf(const ColourScale& scale, double value);
std::vector<Colour> coloursOf(const ColourScale& scale, std::span<const float> values);

struct FigureColours {
  Colour ground, text, quiet, line, accent, warning;  // a ground of opacity 0 gives a PNG without one
};
// The colours of the windows; the light ground is white, as paper is.
FigureColours figureColours(bool dark);

enum class LegendMark { Disc, Square, Ring, Line, None };
struct LegendEntry {
  std::string name;
  Colour colour;
  LegendMark mark = LegendMark::Disc;
};
struct Legend {
  std::string name;  // what the entries are, such as "class"; may be empty
  std::vector<LegendEntry> entries;
};

struct ColourBar {
  ColourScale scale;
  std::string name;  // quantity and unit
};

// What all figures have.
struct FigureFrame {
  std::string title;
  std::vector<std::string> captions;  // provenance: data set, kernel, error bound, seed; wrapped to the width
  FigureColours colours = figureColours(false);
  ViewSize plot{640, 480};  // points, each side 32 to 16384; the page is larger by margins, axes and legend
  std::optional<Legend> legend;
  std::optional<ColourBar> colourBar;
};

// Edges of one colour. Lines that cross add up where the colour is not opaque.
struct EdgeGroup {
  std::vector<Edge> edges;
  Colour colour;
  double width = 0.75;  // points, above 0, at most 1000
};

// A ring of its own colour around a node, such as a watched one.
struct NodeRing {
  NodeId node = 0;
  Colour colour;
  double width = 1.5, gap = 2;  // points, width above 0; the gap is between node and ring
};

struct GraphFigure {
  FigureFrame frame;
  Graph graph;                      // for the degrees: hubs are drawn over the others
  std::vector<EdgeGroup> edges;     // in this order; plainEdges makes the usual one
  std::vector<Point> positions;     // one per node; those that are not finite are left out
  std::vector<Colour> nodeColours;  // one per node
  std::vector<float> radii;         // points, 0 to 1000; one per node, or empty: 2.5 each
  std::vector<NodeShape> shapes;    // one per node, or empty: discs; a ring is in the colour of a warning
  NodeId picked = -1;               // has a ring in the accent colour; −1: none
  std::vector<NodeRing> rings;      // over the nodes
  std::vector<NodeId> pinned;       // have a dot in their middle
  std::vector<std::string> names;   // one per node, or empty: none
  Camera camera;                    // of a view of frame.plot's size
};
// All edges of the graph in a quiet colour that is fainter the more there are.
std::vector<EdgeGroup> plainEdges(const Graph& graph, const FigureColours& colours);

struct HeatmapFigure {
  FigureFrame frame;          // the plot is square: frame.plot.width is its side
  int bins = 0;               // cells on a side
  std::vector<Colour> cells;  // bins × bins, row by row from the top (coloursOf)
  // Between classes, as shares of the side in (0, 1): of the columns, drawn down, and of the rows, drawn across.
  std::vector<double> boundaries, rowBoundaries;
  std::string xName, yName;  // what the columns and rows are; may be empty
};

struct FigureAxis {
  std::string name;          // with its unit; may be empty
  double low = 0, high = 1;  // finite, low < high
  bool ticks = true;         // without them its numbers mean nothing, as under bars that the legend names
  bool logarithmic = false;  // by powers of ten; low is above 0
};

struct FigureLine {
  std::string name;  // for the legend; empty: not in it
  Colour colour;
  double width = 1.5;        // points, above 0, at most 1000
  std::vector<double> x, y;  // equally many; the line is broken where one is not finite
  bool right = false;        // against the axis on the right
  bool dashed = false;
  bool listed = true;  // in the legend, where it has a name
};

// The area between two curves, such as ±2σ; a histogram is one with steps.
struct FigureBand {
  std::string name;
  Colour colour;
  std::vector<double> x, low, high;  // equally many, finite
  bool right = false;                // against the axis on the right
};

// A dashed vertical line at which something changed, and what, in words at its foot.
struct FigureMark {
  double x = 0;
  std::string text;
};

// A small square plot in the upper right corner, both axes from 0 to 1.
struct FigureInset {
  std::string x, y;  // what its axes are
  FigureLine line;
  double pointX = 0, pointY = 0;  // a dot
  bool diagonal = false;          // a line from corner to corner: what chance gives
};

struct CurvesFigure {
  FigureFrame frame;  // without a legend of its own the named bands and lines are one
  FigureAxis x, y;
  std::optional<FigureAxis> right;  // that some lines and bands are drawn against
  std::vector<FigureBand> bands;    // under the lines
  std::vector<FigureLine> lines;    // the last on top
  std::optional<double> cursor;     // an x with a vertical line
  std::vector<FigureMark> marks;
  std::optional<FigureInset> inset;
};

using Figure = std::variant<GraphFigure, HeatmapFigure, CurvesFigure>;

const FigureFrame& frameOf(const Figure& figure);

// An error of kind Usage where sizes do not agree or a number is out of its range.
Result<void> checkFigure(const Figure& figure);

}  // namespace sispde::studio
