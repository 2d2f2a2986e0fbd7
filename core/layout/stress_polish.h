#pragma once
// The last touch on a drawing by forces: some steps towards less stress, by the sparse stress model of Ortmann, Klimenta and Brandes
// (2016). Forces compress what lies at the rim and stretch the middle; the hop distances to some far-apart pivots, each standing for the
// nodes around it, tell by how much, while the edges keep what is near as it is.
//
// Wanted are distances L·d_ij for the neighbours of a node (d = 1, weight 1) and the pivots p (weight s_p/d², s_p the number of nodes
// nearest to p within d/2 hops of it); L is the scale that the drawing has. One step moves every node at once to
//   p_i ← p_i + r·(Σ_j w_ij (p_j + L·d_ij·(p_i − p_j)/|p_i − p_j|) / Σ_j w_ij − p_i),   r = relaxation.
//
// For graphs with a shape alone: in one whose nodes are all few hops apart, as citation networks, less stress would be bought with
// communities that lie over each other.

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/graph/graph.h"
#include "core/layout/point.h"

namespace sispde {

class StressPolish {
 public:
  static constexpr int steps = 14;
  static constexpr double relaxation = 0.8;
  // Graphs of more nodes are left as they are: the distances would take too much memory.
  static constexpr NodeId mostNodes = 2'000'000;

  // A connected graph. False when stopped.
  bool prepare(const Graph& graph, std::span<const Point> points, const Progress& progress);
  bool useful() const { return useful_; }  // whether the graph has a shape to be found
  // One step from `points` to `next`; the same for any number of threads.
  void step(const Graph& graph, std::span<const Point> points, std::span<Point> next) const;

 private:
  struct Pivot {
    NodeId node = 0;
    std::vector<std::uint16_t> hops;    // to every node
    std::vector<std::uint32_t> around;  // nodes nearest to it within so many hops
  };
  double scaleOf(std::span<const Point> points) const;

  std::vector<Pivot> pivots_;
  double scale_ = 1;  // L
  bool useful_ = false;
};

}  // namespace sispde
