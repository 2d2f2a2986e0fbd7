#include "app/studio/figure/heatmap_scale.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {
namespace {

// Values at places that a generator of numbers chooses: equal steps would meet all of the diagonal, or nothing of it. Always the same
// ones, so that a picture that is computed again keeps its colours.
std::vector<float> sampleOf(std::span<const float> values) {
  constexpr std::size_t enough = 32768;
  if (values.size() <= 2 * enough) return {values.begin(), values.end()};
  std::vector<float> sample(enough);
  std::uint64_t state = 1;
  for (float& value : sample) {
    state = state * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX
    value = values[(state >> 33) % values.size()];
  }
  return sample;
}

double quantile(std::vector<float>& sample, double share) {
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(sample.size() - 1));
  std::nth_element(sample.begin(), sample.begin() + place, sample.end());
  return static_cast<double>(sample[static_cast<std::size_t>(place)]);
}

}  // namespace

ColourScale heatmapScale(std::span<const float> values, const HeatmapScaleOptions& options) {
  ColourScale scale{options.dark ? ColourMap::Viridis : ColourMap::PaleBlue, 0, 1, true};
  const ColourMap diverging = options.dark ? ColourMap::BlueGreyRed : ColourMap::BlueWhiteRed;
  if (values.empty()) return scale;
  std::vector<float> sample = sampleOf(values);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  // Where there is nothing but the diagonal, rounding must not be seen as a pattern.
  const double largest =
      std::max(std::abs(static_cast<double>(*least)), std::abs(static_cast<double>(*most)));
  const double floor = std::max(0.02 * largest, std::isfinite(options.smallest) ? options.smallest : 0.0);
  scale.high = std::max(quantile(sample, 0.995), floor);
  scale.low = std::min(0.0, quantile(sample, 0.005));
  if (options.change || scale.low < -0.05 * scale.high) {
    scale.high = std::max(scale.high, -scale.low);
    scale.low = -scale.high;
    scale.map = diverging;
    scale.squareRoot = false;
  } else {
    scale.low = 0;
  }
  if (!(scale.high > scale.low)) {  // all zero
    scale.high = 1;
    scale.low = options.change ? -1 : 0;
  }
  return scale;
}

std::vector<std::uint32_t> heatmapPixels(const ColourScale& scale, std::span<const float> values) {
  const auto table = colourTable(scale.map);
  const auto low = static_cast<float>(scale.low), factor = static_cast<float>(1 / (scale.high - scale.low));
  std::vector<std::uint32_t> pixels(values.size());
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const float place = (values[i] - low) * factor, t = place > 0 ? std::min(place, 1.0f) : 0.0f;  // NaN: 0
    pixels[i] = table[static_cast<std::size_t>((scale.squareRoot ? std::sqrt(t) : t) * 255 + 0.5f)].packed();
  }
  return pixels;
}

}  // namespace sispde::studio
