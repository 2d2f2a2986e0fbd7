#pragma once
// Draws a graph in layers: edges into one canvas, which is redrawn when camera, positions or size change; nodes over a copy of it. A new
// colour of the nodes, as when a slider moves, costs the nodes alone. Where OpenGL is emulated by the processor, nodes are painted by
// ourselves (disc_painter.h).

#include <memory>
#include <vector>

#include "app/studio/render/camera.h"
#include "app/studio/render/disc_painter.h"
#include "app/studio/render/gl_objects.h"
#include "core/graph/graph.h"
#include "core/layout/point.h"

namespace sispde::studio {

struct GraphStyle {
  Colour ground, edge;  // the edge's alpha is its own strength
  float edgeWidth = 1;  // pixels
  friend bool operator==(const GraphStyle&, const GraphStyle&) = default;
};

class GraphLayers {
 public:
  enum class Nodes { Auto, OpenGl, Processor };  // who paints them
  static Result<std::unique_ptr<GraphLayers>> make(Nodes nodes = Nodes::Auto);
  ~GraphLayers();
  GraphLayers(const GraphLayers&) = delete;
  GraphLayers& operator=(const GraphLayers&) = delete;

  void setPositions(std::span<const Point> positions, std::span<const Edge> edges);
  using Disc = studio::Disc;
  // In the order in which they are drawn: later ones lie on top.
  void setDiscs(std::vector<Disc> discs);
  // A finished picture of the view instead of edges and nodes; straight alpha, upper row first.
  void setPicture(int width, int height, std::span<const std::uint32_t> pixels);
  unsigned drawPicture() const { return picture_.id(); }
  // The texture with the drawing; its first row is the view's upper one.
  unsigned draw(const Camera& camera, int width, int height, const GraphStyle& style);

 private:
  GraphLayers() = default;
  void drawEdges(const Camera& camera, const GraphStyle& style);
  void drawDiscs(const Camera& camera, const GraphStyle& style);
  void paintNodes(const Camera& camera, const GraphStyle& style);

  Program edgeProgram_, nodeProgram_;
  Canvas edges_, whole_;
  Texture picture_;
  unsigned edgeArray_ = 0, edgeBuffer_ = 0, nodeArray_ = 0, nodeBuffer_ = 0;
  int edgeCount_ = 0;
  std::vector<Disc> discs_;
  bool edgesStale_ = true, discsStale_ = true, paints_ = false;
  std::vector<std::uint32_t> edgePixels_, pixels_;  // where the processor paints
  Texture painted_;
  Camera drawnCamera_;
  GraphStyle drawnStyle_;
};

}  // namespace sispde::studio
