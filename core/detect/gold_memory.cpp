#include "core/detect/gold_memory.h"

#include <algorithm>

namespace sispde {

double goldBytes(const DetectorOptions& options, const TrainingSize& size) {
  constexpr double number = 4;  // bytes of a float
  const GoldOptions& gold = options.gold;
  const double n = size.nodes, width = options.hidden;
  const double hidden = gold.denoiserHidden, layers = gold.denoiserLayers;
  // Kept for the way back in each hidden layer, with gradients under way: product, ReLU, sum and norm.
  constexpr double perLayer = 7;
  const double denoising = n * (hidden * (perLayer * (layers - 1) + 3) + 8 * width) + gold.steps * hidden * 8;
  // The graph's energies and the drawn ones.
  const double detecting = 2 * n * (gold.detectorHidden * perLayer * (gold.detectorLayers - 1) + 16);
  // Weights with their gradients and moments, and copies of what a run keeps and what an epoch puts back.
  constexpr double copies = 12;
  const double denoiser =
      2 * hidden * hidden + 2 * width * hidden + std::max(0.0, layers - 2) * hidden * hidden;
  const double detector =
      std::max(0.0, gold.detectorLayers - 2.0) * gold.detectorHidden * gold.detectorHidden;
  const double drawn = n * width * 4;
  return number * (std::max(denoising, detecting) + copies * (denoiser + detector) + drawn);
}

Result<void> checkGoldMemory(const DetectorOptions& options, const TrainingSize& size,
                             std::size_t freeBytes) {
  const double bytes = trainingBytes(options, NetworkKind::Convolutions, size) + goldBytes(options, size);
  if (freeBytes == 0 || bytes <= static_cast<double>(freeBytes)) return {};
  return usageError(
      "Training GOLD on {} nodes takes up to {:.1f} GB, and {:.1f} GB are free; take a smaller "
      "gold.denoiser_hidden (it is "
      "{}) or gold.detector_hidden ({})",
      size.nodes, bytes / 1e9, static_cast<double>(freeBytes) / 1e9, options.gold.denoiserHidden,
      options.gold.detectorHidden);
}

}  // namespace sispde
