#pragma once
// Plain edges painted by the processor, where OpenGL would be emulated by it anyway. Few are painted exactly, as the shader edge.frag does;
// of many each frame adds as many as it has time for, in an order that spreads them evenly over the graph, and what is there already
// stands for the rest: so a camera that moves shows a sample, and all edges are there some frames after it came to rest.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/studio/render/camera.h"
#include "app/studio/render/colour_map.h"
#include "app/studio/render/edge_density.h"
#include "core/graph/graph.h"
#include "core/layout/point.h"

namespace sispde::studio {

struct EdgeLook {
  Colour ground, edge;  // the edge's alpha is its own strength
  float width = 1;      // pixels; of many edges, a line of one pixel that is so much stronger
};

class EdgePainter {
 public:
  // Of a frame, in pixels of line: some two milliseconds.
  static constexpr double mostPerFrame = 1.5e6;
  // Up to this work, in pixels of line and with what each edge costs itself, all are painted at once, and exactly.
  static constexpr double mostExact = 2.5e5;

  void setEdges(std::span<const Point> positions, std::span<const Edge> edges);
  // The edges anew, as this camera sees them.
  void begin(const Camera& camera, ViewSize view, const EdgeLook& look);
  bool finished() const { return next_ == ends_.size(); }
  void advance();  // by a frame's share
  // What was added up to now, as if it were all: opaque, the upper row first.
  void paint(std::vector<std::uint32_t>& pixels) const;

 private:
  struct Ends {
    Point a, b;
  };
  std::optional<Segment> visiblePart(const Ends& ends) const;
  double visibleLength() const;  // of all edges, from some thousand of them
  void paintExactly(std::vector<std::uint32_t>& pixels) const;
  std::vector<std::uint32_t> colours()
      const;  // by the sum in a pixel; the last one is that of all larger ones

  std::vector<Ends> ends_;
  Camera camera_;
  ViewSize view_;
  EdgeLook look_;
  bool exact_ = true;
  std::size_t next_ = 0;  // of ends_: those before it are in the sums
  std::vector<std::uint32_t> sums_;
  int stride_ = 0;
};

}  // namespace sispde::studio
