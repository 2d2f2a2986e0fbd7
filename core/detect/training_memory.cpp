#include "core/detect/training_memory.h"

#include <algorithm>

namespace sispde {

double trainingBytes(const DetectorOptions& options, bool hasNoise, const TrainingSize& size) {
  constexpr double number = 4;  // bytes of a float or a node
  const double n = size.nodes, h = options.hidden;
  // Two views of the operator and the whole one; features with their transpose, once more with dropout.
  double bytes = 3 * (2.0 * static_cast<double>(size.edges) + n) * 2 * number +
                 static_cast<double>(size.featureEntries) * 4 * number;
  // Scoring: logits, probabilities and scores of all samples.
  const double classes = static_cast<double>(size.classes);
  // X, its gradient, the step and X'.
  const double stepped = static_cast<double>(size.steppedEntries) * 4 * number;
  if (!hasNoise) return size.graphs * (bytes + n * number * (8 * h + 6 * classes)) + stepped;
  const double samples = options.trainSamples, steps = options.steps;
  const double stages = steps * (options.solver == Solver::Euler ? 1 : 4);
  const double fields = options.noise ? 2 : 1;
  // Kept for the way back: the input and the fields of each stage, ξ of each step; beside them a few of Q and its gradient.
  bytes += n * samples * h * number * (stages * (1 + fields) + (options.noise ? steps : 0) + 9);
  // The product of H(0), which the samples share, and its gradient.
  bytes += n * fields * h * number * 2;
  bytes += n * options.validationSamples * h * number * 7;
  if (options.noise && options.kernel != KernelKind::White) {
    constexpr double cap = 384e6;  // of the bank, where an epoch does not need more
    const double epoch = n * number * steps * h * (samples + options.validationSamples);
    bytes += std::max(epoch, std::min(cap, epoch * std::max(1, options.noiseBank)));
  }
  const double oneTest = n * h * number * (steps + 7);
  bytes += std::max(oneTest, std::min(1.6e8, oneTest * options.testSamples));
  return bytes + n * classes * number * 3 * options.testSamples;
}

Result<void> checkTrainingMemory(const DetectorOptions& options, bool hasNoise, const TrainingSize& size,
                                 std::size_t freeBytes) {
  const double bytes = trainingBytes(options, hasNoise, size);
  if (freeBytes == 0 || bytes <= static_cast<double>(freeBytes)) return {};
  return usageError(
      "Training this model on {} nodes takes up to {:.1f} GB, and {:.1f} GB are free; take a smaller hidden "
      "(it is {}), fewer steps ({}) or fewer samples (train_samples is {})",
      size.nodes, bytes / 1e9, static_cast<double>(freeBytes) / 1e9, options.hidden, options.steps,
      options.trainSamples);
}

}  // namespace sispde
