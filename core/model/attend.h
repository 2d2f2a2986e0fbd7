#pragma once
// Graph attention (graph_attention.h) as one of LibTorch's differentiable functions.

#include <ATen/ATen.h>

#include "core/model/graph_attention.h"

namespace sispde {

// Each row of `rows` is [x | s | t] of a node: heads × width values, then heads scores each. Gives nodes × heads·width. A progress that is stopped
// leaves numbers of no use, and on the way back no gradient at all, so that what comes after has nothing to do; the caller asks it.
at::Tensor attend(const std::shared_ptr<const AttentionPattern>& pattern, const at::Tensor& rows,
                  std::int64_t heads, const Progress& progress = {});

}  // namespace sispde
