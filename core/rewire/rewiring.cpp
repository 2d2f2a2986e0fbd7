#include "core/rewire/rewiring.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/graph/components.h"
#include "core/rewire/guard.h"

namespace sispde {
namespace {

// A number and the place of its pair in one integer: sorting integers sorts by the number, then by the place.
std::uint64_t keyOf(float value, std::size_t place, bool descending) {
  auto bits = std::bit_cast<std::uint32_t>(value + 0.0f);  // −0 becomes 0
  bits = (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
  return static_cast<std::uint64_t>(descending ? ~bits : bits) << 32 | place;
}
std::size_t placeOf(std::uint64_t key) {
  return key & 0xffffffff;
}

// The first of some numbers, ascending or descending, and the threshold that ends them.
struct Chosen {
  std::vector<std::uint64_t> keys;  // in order
  std::optional<double> threshold;
};

Chosen firstOnes(std::span<const float> values, std::int64_t wanted, bool descending) {
  Chosen chosen;
  const auto count = std::min(static_cast<std::size_t>(wanted), values.size());
  if (count == 0) return chosen;
  chosen.keys.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) chosen.keys[i] = keyOf(values[i], i, descending);
  const auto last = chosen.keys.begin() + static_cast<std::ptrdiff_t>(count);
  if (count < values.size()) std::nth_element(chosen.keys.begin(), last, chosen.keys.end());
  chosen.keys.resize(count);
  std::sort(chosen.keys.begin(), chosen.keys.end());
  chosen.threshold = static_cast<double>(values[placeOf(chosen.keys.back())]);
  return chosen;
}

// Where the percentile lies among `total` numbers, counted from the end that is chosen: between place and place + 1.
struct Position {
  std::int64_t place = 0;
  double fraction = 0;
};
Position positionOf(double share, std::int64_t total) {
  double exact = share * static_cast<double>(total - 1);
  // A percentile that is one of the numbers must be met in spite of rounding: what is equal to it is not beyond it.
  if (const double whole = std::round(exact); std::abs(exact - whole) <= 1e-12 * static_cast<double>(total))
    exact = whole;
  Position position{static_cast<std::int64_t>(std::floor(exact)), 0};
  position.fraction = exact - static_cast<double>(position.place);
  return position;
}

// Those strictly beyond the percentile; `share` of the numbers lie on the side that is chosen.
Chosen beyond(std::span<const float> values, std::int64_t total, double share, bool descending) {
  if (total == 0) return {};
  const Position position = positionOf(share, total);
  Chosen chosen = firstOnes(values, position.place + 2, descending);
  const auto valueAt = [&](std::int64_t place) {
    const auto at = std::min(static_cast<std::size_t>(place), chosen.keys.size() - 1);
    return static_cast<double>(values[placeOf(chosen.keys[at])]);
  };
  const double low = valueAt(position.place), high = valueAt(position.place + 1);
  chosen.threshold = position.fraction == 0 ? low : low + position.fraction * (high - low);
  while (!chosen.keys.empty()) {
    const auto last = static_cast<double>(values[placeOf(chosen.keys.back())]);
    if (descending ? last > *chosen.threshold : last < *chosen.threshold) break;
    chosen.keys.pop_back();
  }
  return chosen;
}

std::int64_t countOf(double share, std::int64_t edges) {
  return std::llround(share * static_cast<double>(edges));
}

Result<void> checkValues(const char* what, std::span<const float> values, std::size_t pairs) {
  if (values.size() != pairs)
    return usageError("There are {} correlations for {} {}", values.size(), pairs, what);
  if (pairs > 0xffffffff) return usageError("{} {} are more than a plan can hold", pairs, what);
  for (const float value : values)
    if (!std::isfinite(value)) return usageError("A correlation of the {} is not a finite number", what);
  return {};
}

}  // namespace

const char* reasonName(RewireReason reason) {
  return reason == RewireReason::Correlation ? "correlation"
         : reason == RewireReason::Random    ? "random"
                                             : "hand";
}

Result<void> checkOptions(const RewireOptions& options) {
  const auto check = [](const char* what, double value, double most) -> Result<void> {
    if (!(value >= 0 && value <= most))
      return usageError("{} is {:g}; it must lie in 0 … {:g}", what, value, most);
    return {};
  };
  SISPDE_CHECK(check("The share of dropped edges", options.dropShare, 1));
  SISPDE_CHECK(check("The share of added edges", options.addShare, 1));
  SISPDE_CHECK(check("The percentile of dropped edges", options.dropPercentile.value_or(0), 100));
  SISPDE_CHECK(check("The percentile of added edges", options.addPercentile.value_or(0), 100));
  return {};
}

Rewiring inverse(const Rewiring& rewiring) {
  Rewiring back = rewiring;
  std::swap(back.dropped, back.added);
  std::swap(back.thresholdDrop, back.thresholdAdd);
  back.kept.clear();
  back.wantedAdditions = static_cast<std::int64_t>(back.added.size());
  return back;
}

std::int64_t candidatesNeeded(const RewireOptions& options, std::int64_t edges, std::int64_t total) {
  if (total == 0) return 0;
  if (!options.addPercentile) return std::min(countOf(options.addShare, edges), total);
  return std::min(positionOf(1 - *options.addPercentile / 100, total).place + 2, total);
}

RewirePlanner::RewirePlanner(Graph graph, Candidates candidates)
    : graph_(std::move(graph)),
      edges_(graph_.edges()),
      candidates_(std::move(candidates)),
      components_(connectedComponents(graph_).count) {}

Result<Rewiring> RewirePlanner::plan(std::span<const float> edgeCorrelations,
                                     std::span<const float> candidateCorrelations,
                                     const RewireOptions& options) const {
  SISPDE_CHECK(checkOptions(options));
  SISPDE_CHECK(checkValues("edges", edgeCorrelations, edges_.size()));
  SISPDE_CHECK(checkValues("candidates", candidateCorrelations, candidates_.pairs.size()));
  const auto edgeCount = static_cast<std::int64_t>(edges_.size());
  if (const std::int64_t needed = candidatesNeeded(options, edgeCount, candidates_.total);
      needed > static_cast<std::int64_t>(candidates_.pairs.size()))
    return usageError("The {} strongest candidates decide this plan, but only {} are here", needed,
                      candidates_.pairs.size());

  Rewiring rewiring;
  const Chosen drops = options.dropPercentile
                           ? beyond(edgeCorrelations, edgeCount, *options.dropPercentile / 100, false)
                           : firstOnes(edgeCorrelations, countOf(options.dropShare, edgeCount), false);
  rewiring.thresholdDrop = drops.threshold;
  std::vector<std::size_t> order;
  for (const std::uint64_t key : drops.keys) order.push_back(placeOf(key));
  std::vector<bool> keep(order.size(), false);
  if (options.keepConnected) keep = keptByGuard(graph_.nodeCount(), components_, edges_, order);
  for (std::size_t i = 0; i < order.size(); ++i)
    (keep[i] ? rewiring.kept : rewiring.dropped)
        .push_back({edges_[order[i]], edgeCorrelations[order[i]], static_cast<std::int64_t>(i) + 1});

  const std::int64_t wanted = countOf(options.addShare, edgeCount);
  const Chosen adds = options.addPercentile ? beyond(candidateCorrelations, candidates_.total,
                                                     1 - *options.addPercentile / 100, true)
                                            : firstOnes(candidateCorrelations, wanted, true);
  rewiring.thresholdAdd = adds.threshold;
  for (const std::uint64_t key : adds.keys)
    rewiring.added.push_back({candidates_.pairs[placeOf(key)], candidateCorrelations[placeOf(key)],
                              static_cast<std::int64_t>(rewiring.added.size()) + 1});
  rewiring.wantedAdditions =
      options.addPercentile ? static_cast<std::int64_t>(rewiring.added.size()) : wanted;
  return rewiring;
}

Result<Rewiring> planRewiring(const Graph& graph, std::span<const float> edgeCorrelations,
                              Candidates candidates, std::span<const float> candidateCorrelations,
                              const RewireOptions& options) {
  return RewirePlanner(graph, std::move(candidates)).plan(edgeCorrelations, candidateCorrelations, options);
}

}  // namespace sispde
