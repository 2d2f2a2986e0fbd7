#pragma once
// The picture of a large graph, made by the processor: lines and points are added up per pixel and then
// toned, so that a million edges show where they are dense instead of one flat colour. The picture depends on
// the request alone, not on the number of threads, and a pixel on its own surroundings alone, so nothing
// flickers while the camera moves.
//
// Tone: coverage c (1 = one line straight through the pixel, or one node) gets, with the strength s, the
// opacity   1 − (1 − s)^log2(1 + c): each doubling of 1 + c lays one more sheet of opacity s on the ground.

#include <cstdint>
#include <span>

#include "app/studio/render/camera.h"
#include "app/studio/render/colour_map.h"
#include "app/studio/render/node_shape.h"
#include "core/base/buffer.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/graph.h"

namespace sispde::studio {

struct DensityRequest {
  Graph graph;
  // Of node i. Nodes beyond its end or with a position that is not finite are left out, with their edges.
  std::span<const Point> positions;
  std::span<const Colour> nodeColours;  // of node i; nodes beyond its end take nodeColour
  Camera camera;
  ViewSize view;  // at most 16384 pixels each way

  Colour nodeColour{0x2B, 0x66, 0xC9};
  Colour edgeColour{0x6A, 0x71, 0x7B};
  double edgeStrength = 0.2;  // opacity of a single edge in [0, 1]; 0: no edges
  double nodeStrength = 0.8;  // opacity of a single node of one pixel in [0, 1], for nodeRadius ≤ 1
  // Pixels, of a node of size 1. Nodes of a radius up to 1 are added up per pixel; larger ones are discs over them; 0: no nodes.
  double nodeRadius = 0.6;
  std::span<const float> sizes;       // of node i, against nodeRadius; nodes beyond its end have size 1
  std::span<const NodeShape> shapes;  // of node i where it is no point; nodes beyond its end are discs
  bool hubsOnTop = false;             // discs by rising degree; otherwise in node order
  Colour rim{0, 0, 0, 0};         // of shapes larger than 2.5 pixels, one pixel wide; its opacity is its part
  Colour ring{0xB7, 0x79, 0x1F};  // outside of the shapes that have one
  float ringWidth = 1.75f;        // pixels

  // Limits of the work while the camera moves, 0: none. Beyond them a sample of the edges is drawn, each the
  // stronger, so that the brightness stays. Equal seeds take equal samples, and smaller samples are part of
  // larger ones.
  std::int64_t maxEdges = 0;       // about this many edges
  std::int64_t maxEdgePixels = 0;  // about this many pixels of line in the view: edges cost by their length
  std::uint64_t seed = 1;
};

// Rows from the top, each pixel as Colour::packed. Straight alpha: the colour is not multiplied with the
// opacity. Pixels with nothing in them have opacity 0 and the colour of the edges, so that an enlarged
// picture has no dark fringes.
struct Image {
  ViewSize size;
  Buffer<std::uint32_t> pixels;
  Colour at(int x, int y) const;
};

// A camera that is not valid gives a picture with nothing in it, an empty view an empty picture. Fails when
// it is cancelled, or with a Usage error when the view is too large.
Result<Image> drawDensity(const DensityRequest& request, const Progress& progress = {});

}  // namespace sispde::studio
