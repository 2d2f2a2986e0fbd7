#pragma once
// Draws a graph in layers: edges into one canvas, which is redrawn when camera, positions or size change; over a copy of it edges of
// colours of their own, such as those that a plan adds and drops; nodes over a copy of both. A new colour of the nodes, as when a slider
// moves, costs the nodes alone. Where OpenGL is emulated by the processor, all are painted by ourselves
// (edge_painter.h, line_painter.h, disc_painter.h), and of many edges a part in each frame.

#include <memory>
#include <vector>

#include "app/studio/render/camera.h"
#include "app/studio/render/disc_painter.h"
#include "app/studio/render/edge_painter.h"
#include "app/studio/render/gl_objects.h"
#include "app/studio/render/line_painter.h"
#include "core/graph/graph.h"
#include "core/layout/point.h"

namespace sispde::studio {

struct GraphStyle {
  Colour ground, edge;                       // the edge's alpha is its own strength
  float edgeWidth = 1, overlayWidth = 1.5f;  // pixels
  Colour ring{};                             // around the nodes that have one
  float ringWidth = 1.75f;
  friend bool operator==(const GraphStyle&, const GraphStyle&) = default;
};

class GraphLayers {
 public:
  enum class Nodes { Auto, OpenGl, Processor };  // who paints them, and the edges
  static Result<std::unique_ptr<GraphLayers>> make(Nodes nodes = Nodes::Auto);
  ~GraphLayers();
  GraphLayers(const GraphLayers&) = delete;
  GraphLayers& operator=(const GraphLayers&) = delete;

  void setPositions(std::span<const Point> positions, std::span<const Edge> edges);
  void setOverlay(std::vector<OverlayEdge> edges);  // in the order in which they are drawn
  using Disc = studio::Disc;
  // In the order in which they are drawn: later ones lie on top.
  void setDiscs(std::vector<Disc> discs);
  // A finished picture of the view instead of edges and nodes; straight alpha, upper row first.
  void setPicture(int width, int height, std::span<const std::uint32_t> pixels);
  unsigned drawPicture() const { return picture_.id(); }
  // The texture with the drawing; its first row is the view's upper one.
  unsigned draw(const Camera& camera, int width, int height, const GraphStyle& style);
  // The last draw() showed a sample of the edges: the next ones add the others.
  bool unfinished() const { return paints_ && !painter_.finished(); }

 private:
  GraphLayers() = default;
  void drawEdges(const Camera& camera, const GraphStyle& style);
  void drawOverlay(const Camera& camera, const GraphStyle& style);
  // What the nodes lie on.
  const Canvas& under() const { return overlay_.empty() ? edges_ : over_; }
  void drawDiscs(const Camera& camera, const GraphStyle& style);
  void paintNodes(const Camera& camera, const GraphStyle& style);

  Program edgeProgram_, nodeProgram_;
  Canvas edges_, over_, whole_;
  Texture picture_;
  unsigned edgeArray_ = 0, edgeBuffer_ = 0, overlayArray_ = 0, overlayBuffer_ = 0, nodeArray_ = 0,
           nodeBuffer_ = 0;
  int edgeCount_ = 0;
  EdgePainter painter_;
  ViewSize size_;
  std::vector<OverlayEdge> overlay_;
  std::vector<Disc> discs_;
  bool edgesStale_ = true, overlayStale_ = true, discsStale_ = true, paints_ = false;
  bool paintedStale_ = false;                                     // the painter has begun anew
  std::vector<std::uint32_t> edgePixels_, underPixels_, pixels_;  // where the processor paints
  Texture painted_;
  Camera drawnCamera_;
  GraphStyle drawnStyle_;
};

}  // namespace sispde::studio
