#pragma once
// The pointwise part of the vector field: F = tanh(H W_F + b_F), G = tanh(H W_G + b_G), M = F + G ⊙ ξ, and its derivative. Blocks are
// rows of nodes; each row of pre-activations [F | G] serves `samples` rows of ξ and M (1 where every sample has its own).

#include <cstddef>

namespace sispde {

struct FieldBlock {
  std::size_t rows = 0;  // rows of `field`
  std::size_t samples = 1, hidden = 0;
  std::size_t columns = 0;    // of `field`: 2·hidden, or hidden where there is no noise
  float* field = nullptr;     // rows × columns: products in, [F | G] out
  const float* xi = nullptr;  // rows·samples × hidden; none: no noise
  float* mixed = nullptr;     // rows·samples × hidden: M
};
// `bias` has `columns` numbers.
void fieldForward(const FieldBlock& block, const float* bias);
// From ∂M, rows·samples × hidden, to the derivative of the pre-activations, rows × columns, summed over the samples.
void fieldBackward(const FieldBlock& block, const float* gradMixed, float* gradPre);

// sum[c] += Σ over rows of block[row][c], row after row.
void addColumnSums(const float* block, std::size_t rows, std::size_t columns, float* sum);
// to[row] += Σ over samples of block[row · samples + sample], sample after sample; `to` has `rows` rows.
void addSamples(const float* block, std::size_t rows, std::size_t samples, std::size_t columns, float* to);

}  // namespace sispde
