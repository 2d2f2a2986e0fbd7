#pragma once
// The last touch on a drawing by forces of a graph whose nodes are all few hops apart: forces push what hangs at its rim so far out that the
// rest is drawn small. Every place moves on its ray from the centre c of all,
//   p ← c + (p − c)·(|p − c|/R)^(e − 1),   R the mean of |p − c|,
// so that directions stay as they are, and with them what lies apart.

#include <optional>
#include <span>

#include "core/base/progress.h"
#include "core/graph/graph.h"
#include "core/layout/point.h"

namespace sispde {

// The exponent e, from 0.6 to 1, of least stress (stress.h) over the pairs of some random nodes with others; 1 leaves the drawing as it is.
// The graph must be connected. Nothing when stopped.
std::optional<double> bestBend(const Graph& graph, std::span<const Point> points, std::uint64_t seed,
                               const Progress& progress);

// Bends by e into `next`. Bending by d and then by e is, but for the size and for what the centre moves, bending by d·e.
void bendPoints(std::span<const Point> points, double exponent, std::span<Point> next);

}  // namespace sispde
