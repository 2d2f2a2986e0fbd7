#pragma once
// Graph attention as GATConv has it, several heads side by side. With the scores s_v (of a node that is looked at) and t_u (of the one that
// looks), over the neighbours v of u and u itself:
//   α_uv = softmax over v of LeakyReLU(s_v + t_u),   out_u = Σ_v α_uv x_v
// What is kept for the way back is one number per node and head, L_u = log Σ_v exp(LeakyReLU(s_v + t_u)), from which every α is made anew: memory
// grows with the nodes, not with the edges. Each row is one sum in a fixed order, so results do not depend on the number of threads.

#include <memory>

#include "core/base/progress.h"
#include "core/model/sparse_matrix.h"

namespace sispde {

constexpr float attentionSlope = 0.2f;  // of LeakyReLU below 0

// Who looks at whom: a matrix with a symmetric pattern; its values do not matter.
struct AttentionPattern {
  std::shared_ptr<const SparseMatrix> matrix;
  std::vector<std::int64_t> mirror;  // for the entry (u, v), the place of (v, u)
};
std::shared_ptr<const AttentionPattern> attentionPattern(std::shared_ptr<const SparseMatrix> matrix);

// Rows of `values` are `stride` numbers apart and begin with heads × width of them; the other arrays have no gaps.
struct Attention {
  const AttentionPattern* pattern = nullptr;
  std::size_t heads = 1, width = 0, stride = 0;
  const float* values = nullptr;                     // x
  const float *source = nullptr, *target = nullptr;  // s and t, nodes × heads
};
// `out` is nodes × heads·width, `normaliser` (L) nodes × heads. Ends early, with results of no use, when progress is stopped.
void attentionForward(const Attention& task, float* out, float* normaliser, const Progress& progress = {});

// The gradients of x, s and t, in arrays of the same form, from that of `out`.
struct AttentionGradient {
  const float *out = nullptr, *normaliser = nullptr, *gradOut = nullptr;
  float *values = nullptr, *source = nullptr, *target = nullptr;
};
void attentionBackward(const Attention& task, const AttentionGradient& gradient,
                       const Progress& progress = {});

}  // namespace sispde
