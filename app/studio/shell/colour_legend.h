#pragma once
// What the colours of the nodes mean where they are no scale: classes, components, yes and no. Shown over the graph and in its figures.

#include <optional>

#include "app/studio/figure/figure.h"
#include "app/studio/shell/studio.h"

namespace sispde::studio {

// As many entries as there are, but never more than `most`; the last one then says how many more there are. Nothing for a scale, or
// where there is nothing to show yet. Looks at every node.
std::optional<Legend> colourLegend(const Studio& studio, std::size_t most);

}  // namespace sispde::studio
