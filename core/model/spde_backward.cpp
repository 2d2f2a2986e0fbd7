// The way back of SpdeIntegrator. With Y_j = H(0) W + Q_j C + t_j b_P W + b, W = [W_F | W_G], C = W_P W, the pre-activations of stage j:
//   ∂C = Σ_j Q_jᵀ ∂Y_j,   ∂Q_j = … + ∂Y_j Cᵀ,   ∂(H(0) W) = Σ_j Σ_samples ∂Y_j,   H(T) = H(0) + Q(T) W_P + T b_P,
//   ∂W = H(0)ᵀ ∂(H(0) W) + W_Pᵀ ∂C + b_Pᵀ y,   ∂W_P = Q(T)ᵀ ∂H(T) + ∂C Wᵀ,   ∂b_P = T Σ_rows ∂H(T) + y Wᵀ,   y = Σ_j t_j Σ_rows ∂Y_j

#include <algorithm>
#include <utility>

#include "core/base/parallel.h"
#include "core/model/activation.h"
#include "core/model/spde_integrator.h"
#include "core/model/spde_scratch.h"

namespace sispde {
namespace {

constexpr std::size_t groups = 16;  // gradients are summed inside each, then over them in order

// to = a·x + b·y on `rows` rows, where x ends after rowsX of them.
void combine(float a, const float* x, std::size_t rowsX, float b, const float* y, std::size_t rows,
             std::size_t width, float* to) {
  parallelBlocks(rows, 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin * width; i < end * width; ++i) {
      const float first = i < rowsX * width ? a * x[i] : 0;
      to[i] = y != nullptr ? first + b * y[i] : first;
    }
  });
}

}  // namespace

SpdeIntegrator::Parts SpdeIntegrator::partsOf(std::size_t group) {
  float* product = parts_[group].data();
  float* bias = product + shape_.hidden * columns();
  return {product, bias, bias + columns()};
}

bool SpdeIntegrator::overGroups(
    std::size_t rows, const Progress& progress,
    const std::function<void(std::size_t group, std::size_t begin, std::size_t end)>& body) {
  const std::size_t size = rowsOfBlock(rows), blocks = (rows + size - 1) / size;
  parallelBlocks(groups, 1, [&](std::size_t group, std::size_t) {
    for (std::size_t b = group * blocks / groups; b < (group + 1) * blocks / groups; ++b) {
      if (progress.stopped()) return;
      body(group, b * size, std::min(rows, (b + 1) * size));
    }
  });
  return !progress.stopped();
}

void SpdeIntegrator::takeParts(std::size_t offset, std::size_t count, float* to) {
  parallelBlocks(count, 4096, [&](std::size_t begin, std::size_t end) {
    std::fill(to + begin, to + end, 0.0f);
    for (Buffer<float>& part : parts_)
      for (std::size_t i = begin; i < end; ++i) to[i] += std::exchange(part[offset + i], 0.0f);
  });
}

bool SpdeIntegrator::endBackward(const SpdeWeights& weights, const float* gradOut,
                                 const SpdeGradients& gradients, float* gradQ, const Progress& progress) {
  const std::size_t h = shape_.hidden;
  const bool whole =
      overGroups(rowsOut(), progress, [&](std::size_t group, std::size_t begin, std::size_t end) {
        const std::size_t rows = (end - begin) * shape_.samples;
        const float* grad = gradOut + begin * width();
        multiply(transposed(end_.data() + begin * width(), rows, h), block(grad, rows, h),
                 partsOf(group).product, true);
        multiply(block(grad, rows, h), transposed(weights.convolution, h, h), gradQ + begin * width());
        addColumnSums(grad, rows, h, partsOf(group).bias);
      });
  takeParts(0, h * h, gradients.convolution);
  takeParts(h * columns(), h, gradients.convolutionBias);
  for (std::size_t i = 0; i < h; ++i) gradients.convolutionBias[i] *= static_cast<float>(shape_.time);
  return whole;
}

bool SpdeIntegrator::stageBackward(const SpdeWeights& weights, const Stage& stage, const float* gradPsi,
                                   float factor, const float* base, std::size_t rowsOfBase, float* gradInput,
                                   const Progress& progress) {
  const std::size_t h = shape_.hidden, c = columns(), inputs = stage.inputSamples;
  const bool first = &stage == stages_.data();
  Block back = weightsOf(weights, stage);
  std::swap(back.rows, back.columns);
  back.transposed = true;
  return overGroups(stage.rowsIn, progress, [&](std::size_t group, std::size_t begin, std::size_t end) {
    SpdeScratch& scratch = SpdeScratch::ofThread();
    const Parts parts = partsOf(group);
    const std::size_t rows = (end - begin) * inputs;
    float* gradMixed = atLeast(scratch.gradMixed, mostRowsOfBlock() * width());
    float* gradPre = atLeast(scratch.gradPre, mostRowsOfBlock() * inputs * c);
    Convolution task{&view_->adjacency, stage.rowsIn, stage.rowsOut, width(), gradPsi};
    task.factor = factor;
    task.out = gradMixed;
    task.outFirst = begin;
    convolveBlock(task, begin, end);
    const float* xi = noisy_ ? xi_[stage.step].data() + begin * width() : nullptr;
    fieldBackward({rows, shape_.samples / inputs, h, c,
                   const_cast<float*>(stage.field.data()) + begin * inputs * c, xi, nullptr},
                  gradMixed, gradPre);
    float* sums = atLeast(scratch.sums, c);
    std::fill_n(sums, c, 0.0f);
    addColumnSums(gradPre, rows, c, sums);
    for (std::size_t i = 0; i < c; ++i) {
      parts.bias[i] += sums[i];
      parts.timedBias[i] += stage.time * sums[i];
    }
    if (first)
      addSamples(gradStart_.data() + begin * c, rows, 1, c, gradPre);
    else
      addSamples(gradPre, end - begin, inputs, c, gradStart_.data() + begin * c);
    multiply(transposed(stage.in + begin * inputs * h, rows, h), block(gradPre, rows, c), parts.product,
             true);
    float* gradIn = gradInput + begin * inputs * h;
    const std::size_t endOfBase = std::min(end, rowsOfBase);
    std::fill_n(gradIn, rows * h, 0.0f);
    if (base != nullptr && begin < endOfBase)
      addSamples(base + begin * width(), (endOfBase - begin) * inputs, shape_.samples / inputs, h, gradIn);
    multiply(block(gradPre, rows, c), back, gradIn, true);
  });
}

bool SpdeIntegrator::backward(const SpdeWeights& weights, const float* gradOut,
                              const SpdeGradients& gradients, float* gradInitial, const Progress& progress) {
  const std::size_t h = shape_.hidden, c = columns(), count = stages_.size();
  const std::size_t perStep = count / static_cast<std::size_t>(shape_.steps);
  const auto dt = static_cast<float>(shape_.dt());
  parts_.resize(groups);
  parallelBlocks(groups, 1,
                 [&](std::size_t group, std::size_t) { parts_[group].assign(h * c + 2 * c, 0.0f); });
  float* gradStart = atLeast(gradStart_, rowsIn() * c);
  parallelBlocks(rowsIn(), 256, [&](std::size_t begin, std::size_t end) {
    std::fill(gradStart + begin * c, gradStart + end * c, 0.0f);
  });
  float* gradEnd = atLeast(gradTurns_[static_cast<std::size_t>(shape_.steps) % 2], rowsOut() * width());
  if (!endBackward(weights, gradOut, gradients, gradEnd, progress)) return false;

  Buffer<float> gradComposed(h * c), gradField(h * c), biases(2 * c);
  // The first stage, whose input is H(0), which is in H(T) as well.
  const auto backToStart = [&](const float* gradPsi, float factor) {
    takeParts(0, h * c, gradComposed.data());
    return stageBackward(weights, stages_[0], gradPsi, factor, gradOut, rowsOut(), gradInitial, progress);
  };
  const float* grad = gradEnd;  // of Q_{k+1}
  for (std::size_t k = static_cast<std::size_t>(shape_.steps); k-- > 0;) {
    const std::size_t first = k * perStep;
    if (shape_.solver == Solver::Euler) {
      const Stage& stage = stages_[k];
      if (k == 0) {
        if (!backToStart(grad, dt)) return false;
        break;
      }
      float* to = atLeast(gradTurns_[k % 2], stage.rowsIn * width());
      if (!stageBackward(weights, stage, grad, dt, grad, stage.rowsOut, to, progress)) return false;
      grad = to;
      continue;
    }
    // ∂Ψ_i is the stage's share of ∂Q_{k+1} and what the next stage's input gives; ∂Q_k = ∂Q_{k+1} and the ∂ of all four inputs.
    constexpr std::array<double, 4> share{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, input{0.5, 0.5, 1, 0};
    const std::size_t rowsGrad = stages_[first + 3].rowsOut;
    const float* fromNext = nullptr;
    for (std::size_t i = 4; i-- > 0;) {
      const Stage& stage = stages_[first + i];
      float* psi = atLeast(gradPsi_, stage.rowsOut * width());
      combine(static_cast<float>(share[i]) * dt, grad, rowsGrad, static_cast<float>(input[i]) * dt, fromNext,
              stage.rowsOut, width(), psi);
      if (first + i == 0) {
        if (!backToStart(psi, 1)) return false;
        break;
      }
      float* to = atLeast(gradInput_, stage.rowsIn * width());
      if (!stageBackward(weights, stage, psi, 1, nullptr, 0, to, progress)) return false;
      fromNext = to;
      if (k == 0) continue;  // Q(0) is 0 and has no gradient
      float* total = atLeast(gradTurns_[i == 0 ? k % 2 : 2 + i % 2], stages_[first].rowsIn * width());
      const float* above = i == 3 ? grad : gradTurns_[2 + (i + 1) % 2].data();
      combine(1, above, i == 3 ? rowsGrad : stages_[first + i + 1].rowsIn, 1, to, stage.rowsIn, width(),
              total);
      if (i == 0) grad = total;
    }
  }

  takeParts(0, h * c, gradField.data());
  takeParts(h * c, 2 * c, biases.data());
  const float* timed = biases.data() + c;
  multiplyRows(transposed(weights.convolution, h, h), block(gradComposed.data(), h, c), gradField.data(),
               true);
  multiplyRows(block(gradComposed.data(), h, c), {weights.field, c, h, 2 * h, true}, gradients.convolution,
               true);
  multiply(block(timed, 1, c), {weights.field, c, h, 2 * h, true}, gradients.convolutionBias, true);
  std::fill_n(gradients.field, 2 * h * h, 0.0f);
  std::fill_n(gradients.fieldBias, 2 * h, 0.0f);
  std::copy_n(biases.data(), c, gradients.fieldBias);
  for (std::size_t i = 0; i < h; ++i)
    for (std::size_t j = 0; j < c; ++j)
      gradients.field[i * 2 * h + j] = gradField[i * c + j] + weights.convolutionBias[i] * timed[j];
  return true;
}

}  // namespace sispde
