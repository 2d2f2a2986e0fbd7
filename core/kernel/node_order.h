#pragma once
// Orders of the nodes for a covariance picture: what stands together in the order stands together in the picture.

#include <span>

#include "core/base/progress.h"
#include "core/spectral/laplacian.h"

namespace sispde {

enum class NodeOrder { File, Class, Community, Spectral, Degree };
const char* nodeOrderName(NodeOrder order);  // "file", "class", "community", "spectral", "degree"

// order[i] is the node at place i.
//   Class      by label, unknown ones last; within a class as in the file
//   Community  by Louvain community, largest first; within one as in the file
//   Spectral   components by size, largest first; within one by the eigenvector of its second eigenvalue
//   Degree     highest first
// `labels` may be empty (Class is then File); `seed` is that of Louvain.
Result<std::vector<NodeId>> orderNodes(const Laplacian& laplacian, std::span<const std::int32_t> labels,
                                       NodeOrder order, std::uint64_t seed = 0,
                                       const Progress& progress = {});

}  // namespace sispde
