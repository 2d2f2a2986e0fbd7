#pragma once
// DensityLive keeps a picture of a large graph, made by the processor, up to date from the background: a sample of the edges as soon as
// something changed, and all of them once it has come to rest. Until the next picture is there the last one is shown, moved to where the
// camera looks now, so that the thread that draws never waits.

#include <optional>
#include <span>

#include "app/studio/live/document.h"
#include "app/studio/render/density.h"
#include "core/base/jobs.h"

namespace sispde::studio {

class DensityLive {
 public:
  explicit DensityLive(Jobs& jobs) : jobs_(jobs) {}

  // Graphs that are drawn this way.
  static bool wanted(const Document& document) {
    return document.data.nodeCount() > 30'000 || document.data.graph.edgeCount() > 80'000;
  }

  struct Look {
    Camera camera;
    ViewSize view;
    Colour node, edge;
    double nodeRadius = 0.6, edgeStrength = 0.2;
    std::uint64_t positions = 0, colours = 0;              // revisions
    std::shared_ptr<const std::vector<NodeId>> alone;      // nothing else is drawn; null: all
    std::shared_ptr<const std::vector<NodeId>> selection;  // what is not in it steps back; null: none
    friend bool operator==(const Look& a, const Look& b) {
      return a.camera == b.camera && a.view.width == b.view.width && a.view.height == b.view.height &&
             a.node == b.node && a.edge == b.edge && a.nodeRadius == b.nodeRadius &&
             a.edgeStrength == b.edgeStrength && a.positions == b.positions && a.colours == b.colours &&
             a.alone == b.alone && a.selection == b.selection;
    }
  };
  // Asks for a picture of this look. The revision grows with each that arrives.
  void ask(const std::shared_ptr<const Document>& document, std::span<const Point> positions,
           std::span<const Colour> colours, const Look& look);
  const Image& image() const { return image_; }                      // the newest; empty before the first
  const Look* drawn() const { return drawn_ ? &*drawn_ : nullptr; }  // what it shows
  std::uint64_t revision() const { return revision_; }

 private:
  // What a picture is made from, kept for the work that makes it.
  struct Source {
    std::shared_ptr<const Document> document;
    std::vector<Point> positions;
    std::vector<Colour> colours;
    Look look;
  };
  static std::vector<Point> placesOf(std::span<const Point> positions, const Look& look);
  static std::vector<Colour> coloursOf(std::span<const Colour> colours, const Look& look);
  void start(std::shared_ptr<const Source> source, bool whole);
  void take(const std::shared_ptr<const Source>& source, bool whole, std::shared_ptr<Image> made);

  Jobs& jobs_;
  Image image_;
  std::optional<Look> drawn_, wanted_;
  bool flying_ = false, flyingWhole_ = false;  // a work is under way, with all edges
  std::uint64_t revision_ = 0, started_ = 0;
};

}  // namespace sispde::studio
