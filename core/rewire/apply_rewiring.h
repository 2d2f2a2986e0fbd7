#pragma once
// From a rewiring, or from edits by hand, to a new graph. Nothing is changed in place: to undo is to go back to the value that was there,
// or to apply the inverse.

#include "core/graph/dataset.h"
#include "core/rewire/rewiring.h"

namespace sispde {

// Without the dropped and with the added edges, given in either direction. A sentence about the first one that makes no sense: no such
// node, a node with itself, dropped though it is not there, added though it is there, given twice.
Result<Graph> withEdits(const Graph& graph, std::span<const Edge> dropped, std::span<const Edge> added);

Result<Graph> rewired(const Graph& graph, const Rewiring& rewiring);

// Everything but the edges is kept, the name too: it is by the name that a label shift knows the classes of a data set. A note says what was
// done.
Result<Dataset> rewired(const Dataset& data, const Rewiring& rewiring);

// Edits by hand as a rewiring, checked as by withEdits. The correlations, dropped first, may be left out.
Result<Rewiring> editsByHand(const Graph& graph, std::span<const Edge> dropped, std::span<const Edge> added,
                             std::span<const float> correlations = {});

}  // namespace sispde
