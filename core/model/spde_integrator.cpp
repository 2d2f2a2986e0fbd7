#include "core/model/spde_integrator.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/base/parallel.h"
#include "core/model/activation.h"
#include "core/model/convolve.h"
#include "core/model/gemm.h"

namespace sispde {
namespace {

constexpr std::size_t groups = 16;  // gradients are summed inside each, then over them in order

// Memory that a thread keeps from block to block.
struct Scratch {
  Buffer<float> field, mixed, gradMixed, gradPre;
  static Scratch& ofThread() {
    thread_local Scratch scratch;
    return scratch;
  }
};

float* atLeast(Buffer<float>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer = Buffer<float>(size);
  return buffer.data();
}

// to[row] = Σ over samples of from[row][sample], or a copy where there is one.
void sumSamples(const float* from, std::size_t rows, std::size_t samples, std::size_t hidden, float* to) {
  for (std::size_t row = 0; row < rows; ++row) {
    const float* first = from + row * samples * hidden;
    std::copy_n(first, hidden, to + row * hidden);
    for (std::size_t s = 1; s < samples; ++s)
      for (std::size_t c = 0; c < hidden; ++c) to[row * hidden + c] += first[s * hidden + c];
  }
}

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

SpdeIntegrator::SpdeIntegrator(std::shared_ptr<const NodeView> view, SpdeShape shape)
    : view_(std::move(view)),
      shape_(shape),
      stages_(shape.stages()),
      xi_(static_cast<std::size_t>(shape.steps)) {
  const std::size_t count = stages_.size(), perStep = count / static_cast<std::size_t>(shape.steps);
  for (std::size_t j = 0; j < count; ++j) {
    stages_[j].step = static_cast<int>(j / perStep);
    stages_[j].rowsIn = view_->reach(count - j);
    stages_[j].rowsOut = view_->reach(count - j - 1);
    stages_[j].inputSamples = j == 0 ? 1 : shape_.samples;
  }
}

std::size_t SpdeIntegrator::rowsOfBlock() const {
  // A multiple of 4, so that the noise of a block begins on a whole group of normal numbers.
  return std::max<std::size_t>(8, 512 / shape_.samples / 4 * 4);
}

bool SpdeIntegrator::pointwise(const SpdeWeights& weights, Stage& stage, const NoiseRows& noise, bool keep,
                               bool drawNoise, const Progress& progress) {
  const std::size_t h = shape_.hidden, inputs = stage.inputSamples;
  const std::size_t perInput = shape_.samples / inputs;
  float* xi = nullptr;
  const float* before = nullptr;
  if (noisy_) {
    const auto slot = [&](int step) -> Buffer<float>& { return xi_[keep ? step : step % 2]; };
    xi = atLeast(slot(stage.step), stage.rowsIn * width());
    if (stage.step > 0) before = slot(stage.step - 1).data();
  }
  if (keep) atLeast(stage.field, stage.rowsIn * inputs * columns());
  float* product = atLeast(mixedProduct_, stage.rowsIn * width());
  parallelBlocks(stage.rowsIn, rowsOfBlock(), [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    Scratch& scratch = Scratch::ofThread();
    const std::size_t rows = (end - begin) * inputs;
    float* field = keep ? stage.field.data() + begin * inputs * columns()
                        : atLeast(scratch.field, rowsOfBlock() * inputs * columns());
    float* mixed = atLeast(scratch.mixed, rowsOfBlock() * width());
    multiply(block(stage.in + begin * inputs * h, rows, h), {weights.field, h, columns(), 2 * h, false},
             field);
    float* xiHere = xi != nullptr ? xi + begin * width() : nullptr;
    if (drawNoise && xi != nullptr)
      noise(stage.step, begin, end, before != nullptr ? before + begin * width() : nullptr, xiHere);
    fieldForward({rows, perInput, h, columns(), field, xiHere, mixed}, weights.fieldBias);
    multiply(block(mixed, (end - begin) * shape_.samples, h), block(weights.convolution, h, h),
             product + begin * width());
  });
  return !progress.stopped();
}

bool SpdeIntegrator::forward(const SpdeWeights& weights, const float* initial, const NoiseRows& noise,
                             float* out, bool keep, const Progress& progress,
                             const std::function<void(int, const float*)>& visit) {
  noisy_ = static_cast<bool>(noise);
  const std::size_t count = stages_.size(), perStep = count / static_cast<std::size_t>(shape_.steps);
  const auto dt = static_cast<float>(shape_.dt());
  if (keep) {
    stages_[0].input.assign(initial, initial + rowsIn() * shape_.hidden);
    initial = stages_[0].input.data();
  }
  stages_[0].in = initial;
  // The first base has all samples beside each other.
  const std::size_t firstRows = stages_[0].rowsOut;
  const float* h = atLeast(start_, firstRows * width());
  for (std::size_t row = 0; row < firstRows; ++row)
    for (std::size_t s = 0; s < shape_.samples; ++s)
      std::copy_n(initial + row * shape_.hidden, shape_.hidden,
                  start_.data() + (row * shape_.samples + s) * shape_.hidden);
  // Where a stage's output goes: the next stage's input, which is kept or one of a few buffers in turn.
  const auto place = [&](std::size_t j) -> float* {
    if (j == count) return out;
    if (keep) return atLeast(stages_[j].input, stages_[j].rowsIn * width());
    return atLeast(turns_[j % perStep == 0 ? 2 + (j / perStep) % 2 : j % 2], stages_[j].rowsIn * width());
  };
  constexpr std::array<double, 4> input{0.5, 0.5, 1, 0}, share{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  for (int k = 0; k < shape_.steps; ++k) {
    const std::size_t first = static_cast<std::size_t>(k) * perStep;
    float* after = place(first + perStep);
    for (std::size_t i = 0; i < perStep; ++i) {
      Stage& stage = stages_[first + i];
      if (!pointwise(weights, stage, noise, keep, i == 0, progress)) return false;
      Convolution task{&view_->adjacency, stage.rowsOut, stage.rowsIn, width(), mixedProduct_.data()};
      task.bias = weights.convolutionBias;
      task.biasWidth = shape_.hidden;
      if (shape_.solver == Solver::Euler) {
        task.factor = dt;
        task.base = h;
        task.out = after;
      } else {
        // The sum is needed for the rows of the step's end alone, which every stage has.
        task.sumFactor = static_cast<float>(share[i]) * dt;
        task.sumBase = i == 0 ? h : sum_.data();
        task.sum = i + 1 == perStep ? after : atLeast(sum_, stages_[first].rowsOut * width());
        if (i + 1 < perStep) {
          task.factor = static_cast<float>(input[i]) * dt;
          task.base = h;
          task.out = place(first + i + 1);
        }
      }
      convolve(task, progress);
      if (progress.stopped()) return false;
      if (i + 1 < perStep) stages_[first + i + 1].in = task.out;
    }
    if (first + perStep < count) stages_[first + perStep].in = after;
    h = after;
    if (visit) visit(k + 1, h);
  }
  return true;
}

bool SpdeIntegrator::stageBackward(const SpdeWeights& weights, const Stage& stage, const float* gradPsi,
                                   float factor, const float* base, float* gradInput,
                                   const Progress& progress) {
  const std::size_t h = shape_.hidden, inputs = stage.inputSamples, perInput = shape_.samples / inputs;
  const std::size_t c = columns();
  float* gradProduct = atLeast(mixedProduct_, stage.rowsIn * width());
  Convolution task{&view_->adjacency, stage.rowsIn, stage.rowsOut, width(), gradPsi};
  task.factor = factor;
  task.out = gradProduct;
  convolve(task, progress);
  if (progress.stopped()) return false;
  const std::size_t blocks = (stage.rowsIn + rowsOfBlock() - 1) / rowsOfBlock();
  parallelBlocks(groups, 1, [&](std::size_t group, std::size_t) {
    Scratch& scratch = Scratch::ofThread();
    float* field = partial_[group].data();
    float *fieldBias = field + h * c, *convolution = fieldBias + c, *convolutionBias = convolution + h * h;
    for (std::size_t b = group * blocks / groups; b < (group + 1) * blocks / groups; ++b) {
      if (progress.stopped()) return;
      const std::size_t begin = b * rowsOfBlock(), end = std::min(stage.rowsIn, begin + rowsOfBlock());
      const std::size_t rows = (end - begin) * inputs, wide = (end - begin) * shape_.samples;
      const float* gradHere = gradProduct + begin * width();
      float* mixed = atLeast(scratch.mixed, rowsOfBlock() * width());
      float* gradMixed = atLeast(scratch.gradMixed, rowsOfBlock() * width());
      float* gradPre = atLeast(scratch.gradPre, rowsOfBlock() * inputs * c);
      const float* xi = noisy_ ? xi_[stage.step].data() + begin * width() : nullptr;
      const FieldBlock fields{
          rows, perInput, h, c, const_cast<float*>(stage.field.data()) + begin * inputs * c, xi, mixed};
      fieldMix(fields);
      multiply(transposed(mixed, wide, h), block(gradHere, wide, h), convolution, true);
      multiply(block(gradHere, wide, h), transposed(weights.convolution, h, h), gradMixed);
      fieldBackward(fields, gradMixed, gradPre);
      multiply(transposed(stage.in + begin * inputs * h, rows, h), block(gradPre, rows, c), field, true);
      addColumnSums(gradPre, rows, c, fieldBias);
      const std::size_t endOut = std::min(end, stage.rowsOut);
      if (begin < endOut)
        addColumnSums(gradPsi + begin * width(), (endOut - begin) * shape_.samples, h, convolutionBias);
      float* gradIn = gradInput + begin * inputs * h;
      const std::size_t based = base != nullptr && begin < endOut ? endOut - begin : 0;
      if (based > 0) sumSamples(base + begin * width(), based * inputs, perInput, h, gradIn);
      std::fill(gradIn + based * inputs * h, gradIn + rows * h, 0.0f);
      multiply(block(gradPre, rows, c), {weights.field, c, h, 2 * h, true}, gradIn, true);
    }
  });
  return !progress.stopped();
}

bool SpdeIntegrator::backward(const SpdeWeights& weights, const float* gradOut,
                              const SpdeGradients& gradients, float* gradInitial, const Progress& progress) {
  const std::size_t h = shape_.hidden, c = columns(), count = stages_.size();
  const std::size_t perStep = count / static_cast<std::size_t>(shape_.steps);
  const auto dt = static_cast<float>(shape_.dt());
  const bool euler = shape_.solver == Solver::Euler;
  partial_.resize(groups);
  for (Buffer<float>& part : partial_) part.assign(h * c + c + h * h + h, 0.0f);

  const float* grad = gradOut;  // of H_{k+1}
  for (std::size_t k = static_cast<std::size_t>(shape_.steps); k-- > 0;) {
    const std::size_t first = k * perStep;
    if (euler) {
      const Stage& stage = stages_[k];
      float* to = k == 0 ? gradInitial : atLeast(gradTurns_[k % 2], stage.rowsIn * width());
      if (!stageBackward(weights, stage, grad, dt, grad, to, progress)) return false;
      grad = to;
      continue;
    }
    // ∂P_i is the stage's share of ∂H_{k+1} and what the next stage's input gives; ∂H_k = ∂H_{k+1} and the ∂ of all four inputs.
    constexpr std::array<double, 4> share{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, input{0.5, 0.5, 1, 0};
    const std::size_t rowsGrad = stages_[first + 3].rowsOut;
    const float* fromNext = nullptr;
    for (std::size_t i = 4; i-- > 0;) {
      const Stage& stage = stages_[first + i];
      float* psi = atLeast(gradPsi_, stage.rowsOut * width());
      combine(static_cast<float>(share[i]) * dt, grad, rowsGrad, static_cast<float>(input[i]) * dt, fromNext,
              stage.rowsOut, width(), psi);
      float* to = atLeast(gradInput_, stage.rowsIn * width());
      if (!stageBackward(weights, stage, psi, 1, nullptr, to, progress)) return false;
      fromNext = to;
      float* total = atLeast(gradTurns_[2 + i % 2], stages_[first].rowsIn * width());
      if (i == 3) {
        combine(1, grad, rowsGrad, 1, to, stage.rowsIn, width(), total);
      } else if (i > 0) {
        const Stage& above = stages_[first + i + 1];
        combine(1, gradTurns_[2 + (i + 1) % 2].data(), above.rowsIn, 1, to, stage.rowsIn, width(), total);
      }
    }
    const float* others = gradTurns_[3].data();  // of the stages 1 … 3
    const Stage& stage = stages_[first];
    if (k == 0) {
      Buffer<float> summed(stages_[1].rowsIn * h);
      sumSamples(others, stages_[1].rowsIn, shape_.samples, h, summed.data());
      combine(1, summed.data(), stages_[1].rowsIn, 1, gradInput_.data(), stage.rowsIn, h, gradInitial);
    } else {
      float* total = atLeast(gradTurns_[k % 2], stage.rowsIn * width());
      combine(1, others, stages_[first + 1].rowsIn, 1, gradInput_.data(), stage.rowsIn, width(), total);
      grad = total;
    }
  }

  std::fill_n(gradients.field, 2 * h * h, 0.0f);
  std::fill_n(gradients.fieldBias, 2 * h, 0.0f);
  std::fill_n(gradients.convolution, h * h, 0.0f);
  std::fill_n(gradients.convolutionBias, h, 0.0f);
  for (const Buffer<float>& part : partial_) {
    const float* from = part.data();
    for (std::size_t i = 0; i < h; ++i)
      for (std::size_t j = 0; j < c; ++j) gradients.field[i * 2 * h + j] += *from++;
    for (std::size_t j = 0; j < c; ++j) gradients.fieldBias[j] += *from++;
    for (std::size_t i = 0; i < h * h; ++i) gradients.convolution[i] += *from++;
    for (std::size_t j = 0; j < h; ++j) gradients.convolutionBias[j] += (euler ? dt : 1) * *from++;
  }
  return true;
}

}  // namespace sispde
