#pragma once
// A ComponentLayout draws one connected graph by forces, from the coarsest level to the graph itself. Every pair of nodes repels
// with C·m_u·m_v/d², every edge pulls with w·d^(3/2) (masses and weights of LayoutLevel). The exponents are a choice: a repulsion that
// falls faster than Fruchterman and Reingold's 1/d does not stretch what hangs at the rim, and a pull between linear and quadratic
// keeps neighbours together without long edges. On citation graphs both stress and kept neighbourhoods
// are better than with theirs.
//
// An iteration is a damped Jacobi step with momentum: a node moves by its force over the stiffness of its edges, at most by a bound
// that falls during a level. The scale is controlled, not found: in balance Σ_edges w·d^(5/2) = C·Σ_pairs m_u·m_v/d
// (the virial theorem: force times distance), so C follows from the drawing, and the size is held where the mean edge length is 1.

#include <optional>

#include "core/layout/layout_level.h"
#include "core/layout/layout_options.h"
#include "core/layout/repulsion.h"
#include "core/layout/stress_polish.h"

namespace sispde {

struct PinnedNode {
  NodeId node = 0;
  Point place;
};

class ComponentLayout {
 public:
  // A connected graph of at least two nodes.
  ComponentLayout(Graph graph, const LayoutOptions& options);

  // To be called before anything below: from nothing, or on the graph itself from finite places, one per node, which are all but
  // kept unless they are all equal. False when stopped; it may then be called again.
  bool prepare(const Progress& progress);
  bool startFrom(std::vector<Point> places, const Progress& progress);

  // One iteration; false when stopped, with nothing changed.
  bool advance(const Progress& progress);
  bool finished() const { return finished_; }
  const Graph& graph() const { return graph_; }
  double fraction() const;  // of the levels and their iterations that are done

  // Places of all nodes, interpolated from the present level; pinned nodes exactly at their place.
  std::vector<Point> positions() const;

  // Replaces the nodes that are held; a finished layout goes on, gently. To be called before the start too.
  void hold(std::vector<PinnedNode> pinned);
  // From now on nothing is moved or scaled as a whole.
  void fixFrame() { frameFixed_ = true; }

 private:
  struct Sums {                                 // over the nodes of a level
    double energy = 0;                          // Σ_edges w·d^(5/2)
    double length = 0;                          // Σ_edges w·d
    double virial = 0;                          // Σ_pairs m m/d
    double moved = 0;                           // Σ of the lengths of the steps
    double mass = 0, x = 0, y = 0, square = 0;  // Σ m, Σ m p, Σ m p²
    void add(const Sums& other);
  };
  bool polish(const Progress& progress);
  void enter(std::size_t level, std::vector<Point> points);
  void placeAtPins();
  void applyHolds();
  int budget() const;
  template <class Body>
  Sums sumOver(const Body& body) const;
  Sums measure() const;
  Sums move(float bound);
  void balance(const Sums& sums, bool first);
  void scatter(std::vector<Point>& points, std::size_t level, float most) const;
  std::vector<Point> prolong(std::size_t level, std::span<const Point> coarse) const;

  Graph graph_;
  LayoutOptions options_;
  std::vector<LayoutLevel> levels_;
  std::size_t level_ = 0;
  int iteration_ = 0;
  bool finished_ = false;
  bool wide_ = true;                    // has a shape (hops.h)
  std::optional<StressPolish> polish_;  // after the forces
  int polished_ = 0;                    // steps of it
  double bend_ = 1;    // exponent of one of these steps, where the graph has no shape (rim_bend.h)
  bool warm_ = false;  // started from places that are to be kept near
  bool frameFixed_ = false;
  std::vector<PinnedNode> pinned_;
  std::vector<std::uint8_t> held_;  // nodes of the level that do not move; empty: none
  std::vector<Point> points_, next_, velocity_;
  std::vector<Repelled> repelled_;
  Repulsion repulsion_;
  double levelWeight_ = 1;  // Σ w over the edges of the level
  double strength_ = 0;     // C; 0: not yet known
  double spacing_ = 1;      // what is near in this level: steps are measured by it
};

}  // namespace sispde
