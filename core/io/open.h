#pragma once
// Opening a data set from a file or a folder. The format is recognised from the content.

#include <string>

#include "core/base/progress.h"
#include "core/graph/dataset.h"

namespace sispde {

struct OpenOptions {
  std::string
      nodes;  // node table of a CSV edge list; empty: the one beside it, if there is one (csvNodeTablePath)
  Progress progress;  // all readers can be stopped and say how far they are
  // The node column that marks OOD nodes by 0 or 1, in place of ood; empty (default): ood. Not for npz and Planetoid.
  std::string oodColumn{};
};

// A folder holds a Planetoid set (ind.NAME.*), edges.csv with nodes.csv, or one npz.
Result<Dataset> openDataset(const std::string& path, const OpenOptions& options = {});

}  // namespace sispde
