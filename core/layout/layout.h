#pragma once
// A layout gives every node of a graph a place in the plane so that neighbours lie together and clusters come apart: a multilevel
// force layout of every connected component (component_layout.h), the components packed side by side with the largest first and nodes
// without neighbours as a block at the end. The mean edge length is 1 and the centre of the picture's box is 0. Equal seeds give
// equal places, bit for bit, for any number of threads.
//
//   SISPDE_TRY(const std::vector<Point> places, layoutGraph(graph, {.seed = 1}, progress));

#include <memory>
#include <span>

#include "core/layout/component_layout.h"
#include "core/layout/grid_positions.h"
#include "core/layout/layout_options.h"
#include "core/layout/stress.h"

namespace sispde {

Result<std::vector<Point>> layoutGraph(const Graph& graph, const LayoutOptions& options = {},
                                       const Progress& progress = {});

// The same step by step, for a picture that moves. Not for use by two threads at a time.
//
//   SISPDE_TRY(Layout layout, Layout::make(graph, options));
//   while (!layout.finished()) {
//     SISPDE_CHECK(layout.advance(progress));
//     show(layout.positions());
//   }
class Layout {
 public:
  // Quick: the work begins with the first advance. `start` is empty or has a finite place per node, for example those of a graph
  // that was a little different: the layout then begins there and stays near. From the first pin on, be it given here or
  // later, the frame is fixed: a pinned node is exactly where it was put, and the picture is no longer centred as a whole.
  static Result<Layout> make(const Graph& graph, const LayoutOptions& options = {},
                             std::vector<Point> start = {}, std::vector<PinnedNode> pinned = {});
  Layout(Layout&&) noexcept;
  Layout& operator=(Layout&&) noexcept;
  ~Layout();

  // One iteration of every component that has not come to rest; the first call also makes the coarser levels. After Cancelled
  // it may be called again.
  Result<void> advance(const Progress& progress = {});
  bool finished() const;    // nothing moves any more; setPinned and unpin may set it going again
  double fraction() const;  // of the work, in [0, 1]

  // Places of all nodes, at any time: before the first advance those of the start or of a plain spiral.
  std::vector<Point> positions() const;

  // Holds a node at a finite place, or lets it go. Between iterations.
  Result<void> setPinned(NodeId node, Point place);
  Result<void> unpin(NodeId node);

 private:
  struct State;
  explicit Layout(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sispde
