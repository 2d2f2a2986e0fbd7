#pragma once
// The SPDE's way from H(0) to H(T) and back, all samples at once:
//   Ψ(H, ξ) = Â (F(H) + G(H) ⊙ ξ) W_P + b_P,   F = tanh(H W_F + b_F),   G = tanh(H W_G + b_G)
//   Euler   H_{k+1} = H_k + dt Ψ(H_k, ξ_k)          Rk4   the classical scheme with ξ_k frozen inside a step
// Every increment of H ends in the same W_P and b_P, so what is stepped is Q, with
//   H = H(0) + Q W_P + t b_P,   Q(0) = 0,   dQ/dt = Â (F + G ⊙ ξ),
//   H [W_F | W_G] = H(0) [W_F | W_G] + Q C + t b_P [W_F | W_G],   C = W_P [W_F | W_G],
// and H itself is made at the end alone: a stage has one dense product in place of two. The product of H(0) is that of all samples.
//
// Q is one node-major block, rows × (samples · hidden), in the order of a NodeView: all samples share the sparse product, drift and
// diffusion are one dense product, and only the rows that reach the view's targets are computed. A block of rows goes through the sparse
// product, the dense one, noise and activation while it is in the cache.
//
// Work is cut into fixed blocks, and gradients are summed in a fixed order: results do not depend on the number of threads.

#include <array>
#include <functional>
#include <memory>
#include <span>

#include "core/base/buffer.h"
#include "core/base/progress.h"
#include "core/model/convolve.h"
#include "core/model/gemm.h"
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

// Rows whose H(t_k) is wanted on the way: visit(k, H), rows.size() × (samples · hidden), for k = 1 … steps. Rows that exist at the end.
struct SpdeVisit {
  std::vector<std::size_t> rows;
  std::function<void(int step, const float* h)> visit;
};

class SpdeIntegrator {
 public:
  SpdeIntegrator(std::shared_ptr<const NodeView> view, SpdeShape shape);

  const SpdeShape& shape() const { return shape_; }
  std::size_t rowsIn() const { return view_->reach(shape_.stages()); }
  std::size_t rowsOut() const { return view_->reach(0); }

  // `initial`: rowsIn × hidden, the same for every sample. `out`: rowsOut × (samples · hidden). An empty `noise` is none. `keep` stores what
  // backward needs. False when progress was stopped.
  bool forward(const SpdeWeights& weights, const float* initial, const NoiseRows& noise, float* out,
               bool keep, const Progress& progress = {}, const SpdeVisit& visit = {});

  // After a forward that kept its way, with the same weights: from ∂out to the gradients and ∂initial (rowsIn × hidden, summed over the
  // samples).
  bool backward(const SpdeWeights& weights, const float* gradOut, const SpdeGradients& gradients,
                float* gradInitial, const Progress& progress = {});

 private:
  // One evaluation of the field.
  struct Stage {
    int step = 0;
    float time = 0;
    std::size_t rowsIn = 0, rowsOut = 0;
    std::size_t inputSamples = 1;  // 1 in the first stage, whose input is H(0); in the others it is Q
    const float* in = nullptr;     // rowsIn × inputSamples·hidden
    Buffer<float> input, field;    // kept: the input, and [F | G], rowsIn·inputSamples × columns
  };
  std::size_t width() const { return shape_.samples * shape_.hidden; }
  std::size_t columns() const { return noisy_ ? 2 * shape_.hidden : shape_.hidden; }
  std::size_t mostRowsOfBlock() const;
  std::size_t rowsOfBlock(std::size_t rows) const;  // of a loop over `rows` rows
  // What a stage's input is multiplied by: C, or the field's own weights in the first stage.
  Block weightsOf(const SpdeWeights& weights, const Stage& stage) const;
  void compose(const SpdeWeights& weights);
  // Makes the stage's input by `before` (none in the first stage), and from it F + G ⊙ ξ.
  bool pointwise(const SpdeWeights& weights, Stage& stage, const Convolution* before, const NoiseRows& noise,
                 bool keep, bool drawNoise, const Progress& progress);
  // H of `rows` rows from H(0) and Q of the same rows.
  void states(const SpdeWeights& weights, const float* initial, const float* q, std::size_t rows, double time,
              float* h) const;

  // The parts of a gradient that groups of blocks add up, each for itself.
  struct Parts {
    float *product, *bias, *timedBias;  // hidden × columns, columns, columns
  };
  Parts partsOf(std::size_t group);
  // Calls body(group, begin, end) for the blocks of `rows` rows, those of a group one after the other.
  bool overGroups(std::size_t rows, const Progress& progress,
                  const std::function<void(std::size_t group, std::size_t begin, std::size_t end)>& body);
  // to[0 … count) = Σ over the groups of what lies at `offset` of their parts, which become 0.
  void takeParts(std::size_t offset, std::size_t count, float* to);
  // ∂Q before the last product, and W_P's and b_P's gradients of that.
  bool endBackward(const SpdeWeights& weights, const float* gradOut, const SpdeGradients& gradients,
                   float* gradQ, const Progress& progress);
  // From factor · gradPsi, of Â (F + G ⊙ ξ), to gradInput = base (where given; summed over the samples that share an input) + what the stage
  // gives.
  bool stageBackward(const SpdeWeights& weights, const Stage& stage, const float* gradPsi, float factor,
                     const float* base, std::size_t rowsOfBase, float* gradInput, const Progress& progress);

  std::shared_ptr<const NodeView> view_;
  SpdeShape shape_;
  bool noisy_ = false;
  std::vector<Stage> stages_;
  std::vector<Buffer<float>> xi_;                   // per step, rows × width; two in turn unless kept
  Buffer<float> composed_, drift_;                  // C and b_P [W_F | W_G]
  Buffer<float> start_, gradStart_;                 // H(0) [W_F | W_G] and its gradient, rows × columns
  std::array<Buffer<float>, 2> mixed_;              // F + G ⊙ ξ, rows × width, of two stages in turn
  Buffer<float> sum_, end_;                         // the sum of Rk4; Q(T)
  std::array<Buffer<float>, 4> turns_, gradTurns_;  // Q and its gradient, used in turn
  Buffer<float> gradPsi_, gradInput_;
  std::vector<Buffer<float>> parts_;  // of each group
};

}  // namespace sispde
