#include "core/layout/component_layout.h"

#include <algorithm>
#include <cmath>

#include "core/layout/hops.h"
#include "core/layout/pivot_start.h"
#include "core/layout/rim_bend.h"

namespace sispde {
namespace {

constexpr std::size_t coarsestSize = 300;
constexpr double coldHeat = 1, warmHeat = 0.1, lastHeat = 0.01;  // bounds of a step, in spacings

}  // namespace

ComponentLayout::ComponentLayout(Graph graph, const LayoutOptions& options)
    : graph_(std::move(graph)), options_(options) {}

bool ComponentLayout::prepare(const Progress& progress) {
  std::vector<NodeId> queue;
  std::vector<std::uint16_t> hops;
  if (!hopsFrom(graph_, 0, queue, hops, progress)) return false;
  wide_ = isWide(hops);
  const Grouping grouping = wide_ ? Grouping::Fours : Grouping::Pairs;
  std::vector<LayoutLevel> levels = coarsenGraph(graph_, coarsestSize, grouping, options_.seed, progress);
  if (progress.stopped()) return false;
  levels_ = std::move(levels);
  enter(levels_.size() - 1, pivotStart(levels_.back(), options_.seed));
  balance(measure(), /*first=*/true);
  placeAtPins();
  return true;
}

bool ComponentLayout::startFrom(std::vector<Point> places, const Progress& progress) {
  levels_ =
      coarsenGraph(graph_, static_cast<std::size_t>(graph_.nodeCount()), Grouping::Fours, options_.seed, {});
  enter(0, std::move(places));
  const double length = measure().length / static_cast<double>(graph_.edgeCount());
  if (!(length > 1e-6)) return prepare(progress);
  warm_ = true;
  // Repulsion cannot tell two nodes in one place apart.
  scatter(points_, 0, static_cast<float>(0.01 * length));
  applyHolds();
  balance(measure(), /*first=*/false);
  return true;
}

void ComponentLayout::enter(std::size_t level, std::vector<Point> points) {
  level_ = level;
  iteration_ = 0;
  strength_ = 0;
  points_ = std::move(points);
  held_.clear();
  next_.resize(points_.size());
  repelled_.assign(points_.size(), {});
  velocity_.assign(points_.size(), {0, 0});
  const auto& weights = levels_[level].weights;
  double sum = 0;
  for (const float w : weights) sum += w;
  levelWeight_ = weights.empty() ? static_cast<double>(graph_.edgeCount()) : sum / 2;
}

void ComponentLayout::hold(std::vector<PinnedNode> pinned) {
  pinned_ = std::move(pinned);
  applyHolds();
  if (finished_ || polish_) {
    polish_.reset();
    finished_ = false;
    warm_ = true;
    iteration_ = 0;
  }
}

// Moves the whole drawing to the middle of the pins, then the pinned nodes to theirs.
void ComponentLayout::placeAtPins() {
  if (pinned_.empty()) return;
  double x = 0, y = 0;
  for (const auto& [node, place] : pinned_) {
    NodeId u = node;
    for (std::size_t l = 0; l < level_; ++l) u = levels_[l].parent[u];
    x += place.x - points_[u].x;
    y += place.y - points_[u].y;
  }
  const auto count = static_cast<double>(pinned_.size());
  const auto dx = static_cast<float>(x / count), dy = static_cast<float>(y / count);
  for (Point& p : points_) p = {p.x + dx, p.y + dy};
  applyHolds();
}

void ComponentLayout::applyHolds() {
  held_.clear();
  if (pinned_.empty() || points_.empty()) return;
  held_.assign(points_.size(), 0);
  for (const auto& [node, place] : pinned_) {
    NodeId u = node;
    for (std::size_t l = 0; l < level_; ++l) u = levels_[l].parent[u];
    held_[u] = 1;
    points_[u] = place;
    velocity_[u] = {0, 0};
  }
}

int ComponentLayout::budget() const {
  if (warm_) return options_.iterations;
  // Coarse levels are cheap and decide the shape, and where there is none, which communities come to lie over each other.
  const double ratio = static_cast<double>(graph_.nodeCount()) / static_cast<double>(points_.size());
  const double more = wide_ ? std::min(std::sqrt(ratio), 4.0) : std::min(std::pow(ratio, 0.75), 8.0);
  return static_cast<int>(options_.iterations * std::max(more, 1.0));
}

double ComponentLayout::fraction() const {
  if (finished_) return 1;
  if (levels_.empty()) return 0;
  const double levels = warm_ ? 1 : static_cast<double>(levels_.size());
  const double done = levels - 1 - static_cast<double>(level_) +
                      static_cast<double>(iteration_) / static_cast<double>(budget());
  return std::min(1.0, done / levels);
}

bool ComponentLayout::advance(const Progress& progress) {
  if (finished_) return true;
  if (polish_) return polish(progress);
  const RepulsionOptions repulsion{static_cast<float>(options_.theta), static_cast<float>(0.01 * spacing_)};
  if (!repulsion_.compute(points_, levels_[level_].mass, repulsion, repelled_, progress)) return false;
  if (strength_ == 0) {
    const Sums before = measure();
    strength_ = before.energy / std::max(before.virial, 1e-30);
  }
  const double done = static_cast<double>(iteration_) / budget();
  const double heat = (warm_ ? warmHeat : coldHeat) * std::pow(1 - done, 1.5) + lastHeat;
  const double spacing = spacing_;
  const Sums sums = move(static_cast<float>(heat * spacing));
  balance(sums, /*first=*/false);
  ++iteration_;
  const bool still = sums.moved < options_.stillness * spacing * static_cast<double>(points_.size());
  if (iteration_ < budget() && !still) return true;
  if (level_ == 0) {
    // Places that are to be kept near are not measured anew.
    const bool polishes = !warm_ && pinned_.empty() && graph_.nodeCount() <= StressPolish::mostNodes;
    if (polishes)
      polish_.emplace();
    else
      finished_ = true;
    return true;
  }
  enter(level_ - 1, prolong(level_ - 1, points_));
  applyHolds();
  balance(measure(), /*first=*/false);
  return true;
}

bool ComponentLayout::polish(const Progress& progress) {
  if (polished_ == 0) {
    StressPolish made;
    if (!made.prepare(graph_, points_, progress)) return false;
    if (!made.useful()) {
      const std::optional<double> best = bestBend(graph_, points_, options_.seed, progress);
      if (!best) return false;
      bend_ = std::pow(*best, 1.0 / StressPolish::steps);
    }
    polish_ = std::move(made);
  }
  const bool bends = !polish_->useful();
  if (polished_ >= StressPolish::steps || (bends && bend_ == 1)) {
    polish_.reset();
    finished_ = true;
    return true;
  }
  if (bends)
    bendPoints(points_, bend_, next_);
  else
    polish_->step(graph_, points_, next_);
  points_.swap(next_);
  if (bends) balance(measure(), /*first=*/true);
  ++polished_;
  return true;
}

std::vector<Point> ComponentLayout::positions() const {
  std::vector<Point> points = points_;
  for (std::size_t l = level_; l > 0; --l) points = prolong(l - 1, points);
  for (const auto& [node, place] : pinned_) points[node] = place;
  return points;
}

}  // namespace sispde
