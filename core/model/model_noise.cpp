#include "core/model/model_noise.h"

namespace sispde {
namespace {

void addBefore(NoiseMode mode, const float* before, std::size_t count, float* xi) {
  if (mode != NoiseMode::Path || before == nullptr) return;
  for (std::size_t i = 0; i < count; ++i) xi[i] += before[i];
}

}  // namespace

NoiseRows whiteNoise(double sigma, const NormalPlace& place, const SpdeShape& shape, NoiseMode mode) {
  return [=](int step, std::size_t begin, std::size_t end, const float* before, float* xi) {
    const std::size_t width = shape.samples * shape.hidden, count = (end - begin) * width;
    NormalPlace here = place;
    here.column += static_cast<std::uint32_t>(step);
    normals(here, begin * width, {xi, count});
    const auto factor = static_cast<float>(sigma * timeFactor(mode, step, shape.dt()));
    if (factor != 1)
      for (std::size_t i = 0; i < count; ++i) xi[i] *= factor;
    addBefore(mode, before, count, xi);
  };
}

NoiseRows chunkNoise(const ChunkNoise& chunks, const SpdeShape& shape, NoiseMode mode) {
  return [=](int step, std::size_t begin, std::size_t end, const float* before, float* xi) {
    const std::size_t h = shape.hidden, width = shape.samples * h, perSample = chunksOf(h);
    constexpr std::size_t chunk = NoiseBank::chunk;
    const auto factor = static_cast<float>(timeFactor(mode, step, shape.dt()));
    const auto at = static_cast<std::size_t>(step) * shape.samples;
    std::vector<float> scale(width);
    for (std::size_t c = 0; c < width; ++c) scale[c] = factor * chunks.choice->signs[at * h + c];
    const std::uint32_t* picked = chunks.choice->chunks.data() + at * perSample;
    const auto source = [&](std::size_t row) {
      const std::size_t stored = chunks.rows.empty() ? row : static_cast<std::size_t>(chunks.rows[row]);
      return chunks.values + stored * chunks.stride;
    };
    for (std::size_t row = begin; row < end; ++row) {
      // Chunks lie anywhere in the row, so those of the next row are asked for now.
      if (row + 1 < end)
        for (std::size_t i = 0; i < shape.samples * perSample; ++i)
          __builtin_prefetch(source(row + 1) + picked[i] * chunk);
      const float* from = source(row);
      float* to = xi + (row - begin) * width;
      for (std::size_t s = 0; s < shape.samples; ++s)
        for (std::size_t b = 0; b < perSample; ++b) {
          const float* chosen = from + picked[s * perSample + b] * chunk;
          const std::size_t first = s * h + b * chunk, size = std::min(chunk, h - b * chunk);
          if (size == chunk)
            for (std::size_t c = 0; c < chunk; ++c) to[first + c] = scale[first + c] * chosen[c];
          else
            for (std::size_t c = 0; c < size; ++c) to[first + c] = scale[first + c] * chosen[c];
        }
    }
    addBefore(mode, before, (end - begin) * width, xi);
  };
}

}  // namespace sispde
