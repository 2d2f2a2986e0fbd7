#pragma once
// What the selected nodes have in common in the views that show no single node: their noise, their share of the spectrum, and the picked
// node's correlation with them.

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/spectral/spectrum.h"

namespace sispde::studio {

// A mean with its spread over the selected nodes, point by point.
struct BrushedCurve {
  std::vector<double> x, mean, deviation;  // standard deviation
};

// Of W(t_j), j = 0 … steps, where `paths` is (steps + 1) × nodes.
BrushedCurve brushedPaths(std::span<const float> paths, std::size_t nodes, std::span<const NodeId> selected);

// Of the correlations with a node, by hops from it up to `most`; the node itself and those out of reach are left out, and so are distances
// at which no selected node is.
BrushedCurve brushedHops(std::span<const float> correlations, std::span<const std::int32_t> hops,
                         std::span<const NodeId> selected, int most);

// How the selected nodes' own part of the spectrum lies in equal bins of [0, largest]: of every eigenvalue Σ_u ψ(u)² over the selected u,
// the highest bin as 1. For the Matérn covariance their mean variance is Σ φ(λ) weighted by this.
std::vector<double> brushedSpectrum(const Spectrum& spectrum, std::span<const NodeId> selected,
                                    double largest, int bins);

// Which part of a histogram is the selection's: how many of the selected nodes that are tested have a score in equal bins of [low, high],
// as shares of all that are tested. Scores outside lie in the outermost bins.
std::vector<double> brushedScores(std::span<const double> scores, std::span<const std::uint8_t> tested,
                                  std::span<const NodeId> selected, int bins, double low, double high);

}  // namespace sispde::studio
