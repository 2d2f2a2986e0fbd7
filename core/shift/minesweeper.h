#pragma once
// The features of the Minesweeper benchmark (Platonov et al., ICLR 2023).

#include <span>

#include "core/graph/dataset.h"

namespace sispde {

// Seven columns: 1 for nodes flagged unknown, all else 0; otherwise the one-hot number of neighbouring mines
// (label 1) in columns 1…6, where column 6 stands for five and more. The number is given for mines as well.
Features minesweeperFeatures(const Graph& graph, std::span<const std::int32_t> labels, const Mask& unknown);

}  // namespace sispde
