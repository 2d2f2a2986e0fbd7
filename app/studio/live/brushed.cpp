#include "app/studio/live/brushed.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {
namespace {

// A mean and a standard deviation as values come in.
struct Moments {
  double sum = 0, squares = 0, count = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
    ++count;
  }
  void addTo(BrushedCurve& curve, double x) const {
    const double mean = sum / count;
    curve.x.push_back(x);
    curve.mean.push_back(mean);
    curve.deviation.push_back(std::sqrt(std::max(0.0, squares / count - mean * mean)));
  }
};

}  // namespace

BrushedCurve brushedPaths(std::span<const float> paths, std::size_t nodes, std::span<const NodeId> selected) {
  BrushedCurve curve;
  if (nodes == 0 || selected.empty()) return curve;
  const std::size_t times = paths.size() / nodes;
  for (std::size_t j = 0; j < times; ++j) {
    Moments moments;
    for (const NodeId u : selected) moments.add(paths[j * nodes + static_cast<std::size_t>(u)]);
    moments.addTo(curve, times > 1 ? static_cast<double>(j) / static_cast<double>(times - 1) : 0);
  }
  return curve;
}

BrushedCurve brushedHops(std::span<const float> correlations, std::span<const std::int32_t> hops,
                         std::span<const NodeId> selected, int most) {
  std::vector<Moments> byHops(static_cast<std::size_t>(most) + 1);
  if (hops.size() == correlations.size())
    for (const NodeId u : selected) {
      const auto at = static_cast<std::size_t>(u);
      if (hops[at] > 0 && hops[at] <= most) byHops[static_cast<std::size_t>(hops[at])].add(correlations[at]);
    }
  BrushedCurve curve;
  for (std::size_t d = 1; d < byHops.size(); ++d)
    if (byHops[d].count > 0) byHops[d].addTo(curve, static_cast<double>(d));
  return curve;
}

std::vector<double> brushedSpectrum(const Spectrum& spectrum, std::span<const NodeId> selected,
                                    double largest, int bins) {
  std::vector<double> bars(static_cast<std::size_t>(bins), 0);
  for (const NodeId u : selected) {
    const auto node = static_cast<std::size_t>(u);
    const Spectrum::Block& block = spectrum.blocks[static_cast<std::size_t>(spectrum.blockOf[node])];
    const std::size_t n = block.nodes.size();
    const double* row = block.vectors.data() + static_cast<std::size_t>(spectrum.placeOf[node]) * n;
    for (std::size_t k = 0; k < n; ++k)
      bars[static_cast<std::size_t>(
          std::clamp(static_cast<int>(block.values[k] / largest * bins), 0, bins - 1))] += row[k] * row[k];
  }
  const double highest = bars.empty() ? 0 : *std::max_element(bars.begin(), bars.end());
  if (highest > 0)
    for (double& bar : bars) bar /= highest;
  return bars;
}

std::vector<double> brushedScores(std::span<const double> scores, std::span<const std::uint8_t> tested,
                                  std::span<const NodeId> selected, int bins, double low, double high) {
  std::vector<double> bars(static_cast<std::size_t>(bins), 0);
  const auto all = std::ranges::count_if(tested, [](std::uint8_t is) { return is != 0; });
  if (all == 0 || !(high > low)) return bars;
  for (const NodeId u : selected) {
    const auto node = static_cast<std::size_t>(u);
    if (node >= tested.size() || node >= scores.size() || tested[node] == 0) continue;
    const double place = (scores[node] - low) / (high - low) * bins;
    bars[static_cast<std::size_t>(std::clamp(place, 0.0, bins - 1.0))] += 1.0 / static_cast<double>(all);
  }
  return bars;
}

}  // namespace sispde::studio
