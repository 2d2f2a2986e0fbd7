#pragma once
// The SPDE's way from H(0) to H(T) and back, all samples at once:
//   Ψ(H, ξ) = Â (F(H) + G(H) ⊙ ξ) W_P + b_P,   F = tanh(H W_F + b_F),   G = tanh(H W_G + b_G)
//   Euler   H_{k+1} = H_k + dt Ψ(H_k, ξ_k)          Rk4   the classical scheme with ξ_k frozen inside a step
// H is one node-major block, rows × (samples · hidden), in the order of a NodeView: all samples share the sparse product, drift and
// diffusion are one dense product, and only the rows that reach the view's targets are computed. Since Â and W_P commute, a block of
// rows goes through products, noise, activation and products again while it is in the cache; the sparse product follows.
//
// Work is cut into fixed blocks, and gradients are summed in a fixed order: results do not depend on the number of threads.

#include <array>
#include <functional>
#include <memory>

#include "core/base/buffer.h"
#include "core/base/progress.h"
#include "core/model/node_view.h"
#include "core/model/spde_shape.h"

namespace sispde {

// Row-major. The field's weights are [W_F | W_G].
struct SpdeWeights {
  const float* field = nullptr;            // hidden × 2·hidden
  const float* fieldBias = nullptr;        // 2·hidden
  const float* convolution = nullptr;      // W_P, hidden × hidden
  const float* convolutionBias = nullptr;  // b_P, hidden
};

// Gradients of the same arrays, set (not added to).
struct SpdeGradients {
  float *field = nullptr, *fieldBias = nullptr, *convolution = nullptr, *convolutionBias = nullptr;
};

// Writes ξ_step of rows [begin, end), each samples · hidden numbers; `before` is what it wrote for the step before, for the same rows (none
// in step 0). Called from several threads.
using NoiseRows =
    std::function<void(int step, std::size_t begin, std::size_t end, const float* before, float* xi)>;

class SpdeIntegrator {
 public:
  SpdeIntegrator(std::shared_ptr<const NodeView> view, SpdeShape shape);

  const SpdeShape& shape() const { return shape_; }
  std::size_t rowsIn() const { return view_->reach(shape_.stages()); }
  std::size_t rowsOut() const { return view_->reach(0); }

  // `initial`: rowsIn × hidden, the same for every sample. `out`: rowsOut × (samples · hidden). An empty `noise` is none. `keep` stores what
  // backward needs. visit(k, H) sees H(t_k), rows that exist then, for k = 1 … steps. False when progress was stopped.
  bool forward(const SpdeWeights& weights, const float* initial, const NoiseRows& noise, float* out,
               bool keep, const Progress& progress = {},
               const std::function<void(int step, const float* h)>& visit = {});

  // After a forward that kept its way: from ∂out to the gradients and ∂initial (rowsIn × hidden, summed over the samples).
  bool backward(const SpdeWeights& weights, const float* gradOut, const SpdeGradients& gradients,
                float* gradInitial, const Progress& progress = {});

 private:
  // One evaluation of Ψ.
  struct Stage {
    int step = 0;
    std::size_t rowsIn = 0, rowsOut = 0;
    std::size_t inputSamples = 1;  // 1 where the input is the same for all samples
    const float* in = nullptr;     // rowsIn × inputSamples·hidden
    Buffer<float> input, field;    // kept: the input, and [F | G], rowsIn·inputSamples × columns
  };
  std::size_t width() const { return shape_.samples * shape_.hidden; }
  std::size_t columns() const { return noisy_ ? 2 * shape_.hidden : shape_.hidden; }
  std::size_t rowsOfBlock() const;
  bool pointwise(const SpdeWeights& weights, Stage& stage, const NoiseRows& noise, bool keep, bool drawNoise,
                 const Progress& progress);
  // ∂Ψ = factor · gradPsi; gradInput = base (where given, summed over the samples that share an input) + what Ψ gives.
  bool stageBackward(const SpdeWeights& weights, const Stage& stage, const float* gradPsi, float factor,
                     const float* base, float* gradInput, const Progress& progress);

  std::shared_ptr<const NodeView> view_;
  SpdeShape shape_;
  bool noisy_ = false;
  std::vector<Stage> stages_;
  std::vector<Buffer<float>> xi_;                   // per step, rows × width; two in turn unless kept
  Buffer<float> mixedProduct_;                      // (F + G ⊙ ξ) W_P, or its gradient; rows × width
  Buffer<float> start_, sum_;                       // H(0) for all samples; the sum of Rk4
  std::array<Buffer<float>, 4> turns_, gradTurns_;  // H and its gradient, used in turn
  Buffer<float> gradPsi_, gradInput_;
  std::vector<Buffer<float>> partial_;  // gradients of each group of blocks
};

}  // namespace sispde
