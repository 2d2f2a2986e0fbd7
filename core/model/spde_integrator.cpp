#include "core/model/spde_integrator.h"

#include <algorithm>
#include <array>

#include "core/base/parallel.h"
#include "core/model/activation.h"
#include "core/model/spde_scratch.h"

namespace sispde {

SpdeIntegrator::SpdeIntegrator(std::shared_ptr<const NodeView> view, SpdeShape shape)
    : view_(std::move(view)),
      shape_(shape),
      stages_(shape.stages()),
      xi_(static_cast<std::size_t>(shape.steps)) {
  constexpr std::array<double, 4> within{0, 0.5, 0.5, 1};  // of a step, where the stages of Rk4 are
  const std::size_t count = stages_.size(), perStep = count / static_cast<std::size_t>(shape.steps);
  for (std::size_t j = 0; j < count; ++j) {
    stages_[j].step = static_cast<int>(j / perStep);
    stages_[j].time = static_cast<float>((stages_[j].step + within[j % perStep]) * shape.dt());
    stages_[j].rowsIn = view_->reach(count - j);
    stages_[j].rowsOut = view_->reach(count - j - 1);
    stages_[j].inputSamples = j == 0 ? 1 : shape_.samples;
  }
}

std::size_t SpdeIntegrator::mostRowsOfBlock() const {
  // A multiple of 4, so that the noise of a block begins on a whole group of normal numbers.
  return std::max<std::size_t>(8, 512 / shape_.samples / 4 * 4);
}

std::size_t SpdeIntegrator::rowsOfBlock(std::size_t rows) const {
  // As many blocks as two or four threads share evenly.
  const std::size_t even = 4 * mostRowsOfBlock();
  const std::size_t blocks = 4 * std::max<std::size_t>(1, (rows + even - 1) / even);
  return std::max<std::size_t>(8, (rows + 4 * blocks - 1) / (4 * blocks) * 4);
}

Block SpdeIntegrator::weightsOf(const SpdeWeights& weights, const Stage& stage) const {
  const std::size_t h = shape_.hidden;
  if (&stage == stages_.data()) return {weights.field, h, columns(), 2 * h, false};
  return block(composed_.data(), h, columns());
}

void SpdeIntegrator::compose(const SpdeWeights& weights) {
  const std::size_t h = shape_.hidden, c = columns();
  multiplyRows(block(weights.convolution, h, h), {weights.field, h, c, 2 * h, false},
               atLeast(composed_, h * c));
  multiply(block(weights.convolutionBias, 1, h), {weights.field, h, c, 2 * h, false}, atLeast(drift_, c));
}

bool SpdeIntegrator::pointwise(const SpdeWeights& weights, Stage& stage, const Convolution* before,
                               const NoiseRows& noise, bool keep, bool drawNoise, const Progress& progress) {
  const std::size_t h = shape_.hidden, c = columns(), inputs = stage.inputSamples;
  const std::size_t perInput = shape_.samples / inputs;
  float* xi = nullptr;
  const float* xiBefore = nullptr;
  if (noisy_) {
    const auto slot = [&](int step) -> Buffer<float>& { return xi_[keep ? step : step % 2]; };
    xi = atLeast(slot(stage.step), stage.rowsIn * width());
    if (stage.step > 0) xiBefore = slot(stage.step - 1).data();
  }
  if (keep) atLeast(stage.field, stage.rowsIn * inputs * c);
  if (before == nullptr) atLeast(start_, stage.rowsIn * c);
  float* mixed = atLeast(mixed_[(&stage - stages_.data()) % 2], stage.rowsIn * width());
  std::vector<float> bias(weights.fieldBias, weights.fieldBias + c);
  for (std::size_t i = 0; i < c; ++i) bias[i] += stage.time * drift_[i];
  parallelBlocks(stage.rowsIn, rowsOfBlock(stage.rowsIn), [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    if (before != nullptr) convolveBlock(*before, begin, end);
    const std::size_t rows = (end - begin) * inputs;
    float* field = keep ? stage.field.data() + begin * inputs * c
                        : atLeast(SpdeScratch::ofThread().field, mostRowsOfBlock() * inputs * c);
    const Block in = block(stage.in + begin * inputs * h, rows, h);
    float* start = start_.data() + begin * c;
    if (before == nullptr) {
      multiply(in, weightsOf(weights, stage), field);
      std::copy_n(field, rows * c, start);
    } else {
      for (std::size_t row = 0; row < rows; ++row) std::copy_n(start + row / inputs * c, c, field + row * c);
      multiply(in, weightsOf(weights, stage), field, true);
    }
    float* xiHere = xi != nullptr ? xi + begin * width() : nullptr;
    if (drawNoise && xi != nullptr)
      noise(stage.step, begin, end, xiBefore != nullptr ? xiBefore + begin * width() : nullptr, xiHere);
    fieldForward({rows, perInput, h, c, field, xiHere, mixed + begin * width()}, bias.data());
  });
  return !progress.stopped();
}

void SpdeIntegrator::states(const SpdeWeights& weights, const float* initial, const float* q,
                            std::size_t rows, double time, float* h) const {
  const std::size_t hidden = shape_.hidden, samples = shape_.samples;
  multiply(block(q, rows * samples, hidden), block(weights.convolution, hidden, hidden), h);
  for (std::size_t row = 0; row < rows * samples; ++row)
    for (std::size_t c = 0; c < hidden; ++c)
      h[row * hidden + c] +=
          initial[row / samples * hidden + c] + static_cast<float>(time) * weights.convolutionBias[c];
}

bool SpdeIntegrator::forward(const SpdeWeights& weights, const float* initial, const NoiseRows& noise,
                             float* out, bool keep, const Progress& progress, const SpdeVisit& visit) {
  noisy_ = static_cast<bool>(noise);
  const std::size_t count = stages_.size(), perStep = count / static_cast<std::size_t>(shape_.steps);
  const std::size_t hidden = shape_.hidden;
  const auto dt = static_cast<float>(shape_.dt());
  compose(weights);
  if (keep) {
    stages_[0].input.assign(initial, initial + rowsIn() * hidden);
    initial = stages_[0].input.data();
  }
  stages_[0].in = initial;
  // Where a stage's output goes: the next stage's input, which is kept or one of a few buffers in turn.
  const auto place = [&](std::size_t j) -> float* {
    if (j == count) return atLeast(end_, rowsOut() * width());
    if (keep) return atLeast(stages_[j].input, stages_[j].rowsIn * width());
    return atLeast(turns_[j % perStep == 0 ? 2 + (j / perStep) % 2 : j % 2], stages_[j].rowsIn * width());
  };
  const auto look = [&](int step, const float* q) {
    if (visit.rows.empty()) return;
    Buffer<float> qs, starts, h(visit.rows.size() * width());
    for (const std::size_t row : visit.rows) {
      qs.insert(qs.end(), q + row * width(), q + (row + 1) * width());
      starts.insert(starts.end(), initial + row * hidden, initial + (row + 1) * hidden);
    }
    states(weights, starts.data(), qs.data(), visit.rows.size(), step * shape_.dt(), h.data());
    visit.visit(step, h.data());
  };
  constexpr std::array<double, 4> input{0.5, 0.5, 1, 0}, share{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  Convolution task;          // of the stage before, done by the next one block by block
  const float* q = nullptr;  // at the step's start; none: 0
  for (int k = 0; k < shape_.steps; ++k) {
    const std::size_t first = static_cast<std::size_t>(k) * perStep;
    float* after = place(first + perStep);
    for (std::size_t i = 0; i < perStep; ++i) {
      Stage& stage = stages_[first + i];
      const Convolution* before = first + i > 0 ? &task : nullptr;
      if (!pointwise(weights, stage, before, noise, keep, i == 0, progress)) return false;
      if (i == 0 && k > 0) look(k, q);
      task = {&view_->adjacency, stage.rowsOut, stage.rowsIn, width(), mixed_[(first + i) % 2].data()};
      if (shape_.solver == Solver::Euler) {
        task.factor = dt;
        task.base = q;
        task.out = after;
      } else {
        // The sum is needed for the rows of the step's end alone, which every stage has.
        task.sumFactor = static_cast<float>(share[i]) * dt;
        task.sumBase = i == 0 ? q : sum_.data();
        task.sum = i + 1 == perStep ? after : atLeast(sum_, stages_[first].rowsOut * width());
        if (i + 1 < perStep) {
          task.factor = static_cast<float>(input[i]) * dt;
          task.base = q;
          task.out = place(first + i + 1);
        }
      }
      if (first + i + 1 < count) stages_[first + i + 1].in = i + 1 < perStep ? task.out : after;
    }
    q = after;
  }
  parallelBlocks(rowsOut(), rowsOfBlock(rowsOut()), [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    convolveBlock(task, begin, end);
    states(weights, initial + begin * hidden, q + begin * width(), end - begin, shape_.time,
           out + begin * width());
  });
  if (progress.stopped()) return false;
  look(shape_.steps, q);
  return true;
}

}  // namespace sispde
