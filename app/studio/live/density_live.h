#pragma once
// DensityLive keeps a picture of a large graph, made by the processor, up to date from the background: a sample of the edges as soon as
// something changed, and all of them once it has come to rest. Until the next picture is there the last one is shown, moved to where the
// camera looks now, so that the thread that draws never waits.

#include <memory>
#include <optional>
#include <span>

#include <string>

#include "app/studio/live/node_size.h"
#include "app/studio/render/density.h"
#include "core/base/jobs.h"

namespace sispde::studio {

class DensityLive {
 public:
  // `lane` names its work among the jobs: each DensityLive needs its own.
  explicit DensityLive(Jobs& jobs, std::string lane = "density") : jobs_(jobs), lane_(std::move(lane)) {}

  // Graphs that are drawn this way. With a GPU the limits are such that shapes and lines are made anew within a frame.
  static bool wanted(const Graph& graph, bool emulated) {
    const std::int64_t nodes = emulated ? 30'000 : 100'000, edges = emulated ? 80'000 : 200'000;
    return graph.nodeCount() > nodes || graph.edgeCount() > edges;
  }

  // What is drawn; the spans need to live as long as the call.
  struct Scene {
    std::shared_ptr<const Graph> graph;
    std::span<const Point> positions;
    std::span<const Colour> colours;
    std::span<const NodeShape> shapes;  // empty: discs
    std::span<const float> values;      // that may size the nodes; empty: none
  };

  struct Look {
    Camera camera;
    ViewSize view;
    Colour node, edge, rim, ring;
    double nodeRadius = 0.6, edgeStrength = 0.2;
    float ringWidth = 1.75f;
    NodeSizing sizing;
    std::uint64_t positions = 0, colours = 0, shapes = 0;  // revisions
    std::shared_ptr<const std::vector<NodeId>> alone;      // nothing else is drawn; null: all
    std::shared_ptr<const std::vector<NodeId>> selection;  // what is not in it steps back; null: none
    friend bool operator==(const Look& a, const Look& b) {
      return a.camera == b.camera && a.view.width == b.view.width && a.view.height == b.view.height &&
             a.node == b.node && a.edge == b.edge && a.rim == b.rim && a.ring == b.ring &&
             a.nodeRadius == b.nodeRadius && a.edgeStrength == b.edgeStrength && a.ringWidth == b.ringWidth &&
             a.sizing == b.sizing && a.positions == b.positions && a.colours == b.colours &&
             a.shapes == b.shapes && a.alone == b.alone && a.selection == b.selection;
    }
  };
  // Asks for a picture of this look. The revision grows with each that arrives.
  void ask(const Scene& scene, const Look& look);
  const Image& image() const { return image_; }                      // the newest; empty before the first
  const Look* drawn() const { return drawn_ ? &*drawn_ : nullptr; }  // what it shows
  std::uint64_t revision() const { return revision_; }

 private:
  // What a picture is made from, kept for the work that makes it.
  struct Source {
    std::shared_ptr<const Graph> graph;
    std::vector<Point> positions;
    std::vector<Colour> colours;
    std::vector<NodeShape> shapes;
    std::shared_ptr<const std::vector<float>> sizes;
    Look look;
  };
  static std::vector<Point> placesOf(std::span<const Point> positions, const Look& look);
  std::shared_ptr<const std::vector<float>> sizesOf(const Scene& scene, const Look& look);
  static std::vector<Colour> coloursOf(std::span<const Colour> colours, const Look& look);
  void start(std::shared_ptr<const Source> source, bool whole);
  void take(const std::shared_ptr<const Source>& source, bool whole, std::shared_ptr<Image> made);

  Jobs& jobs_;
  std::string lane_;
  Image image_;
  // All that the sizes depend on.
  struct SizeKey {
    std::shared_ptr<const Graph> graph;
    NodeSizing sizing;
    std::uint64_t colours = 0;  // the values change with them
    friend bool operator==(const SizeKey&, const SizeKey&) = default;
  };
  SizeKey sizeKey_;
  std::shared_ptr<const std::vector<float>> sizes_;
  std::optional<Look> drawn_, wanted_;
  bool flying_ = false, flyingWhole_ = false;  // a work is under way, with all edges
  std::uint64_t revision_ = 0, started_ = 0;
};

}  // namespace sispde::studio
