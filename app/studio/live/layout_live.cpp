#include "app/studio/live/layout_live.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <set>

namespace sispde::studio {

LayoutLive::LayoutLive(Jobs& jobs, std::function<void()> wake, std::function<void(const std::string&)> tell,
                       std::string lane)
    : jobs_(jobs), wake_(std::move(wake)), tell_(std::move(tell)), lane_(std::move(lane)) {}

void LayoutLive::start(std::shared_ptr<const Graph> graph, std::uint64_t seed, bool keep) {
  std::vector<Point> from;
  std::vector<PinnedNode> pinned;
  if (keep && positions_.size() == static_cast<std::size_t>(graph->nodeCount())) {
    from = settled();
    for (const auto& [node, place] : pinned_) pinned.push_back({node, place});
  } else {
    pinned_.clear();
    positions_.clear();
    glideLeft_ = 0;
  }
  ++arrangement_;
  auto shared = std::make_shared<Shared>();
  shared_ = shared;
  running_ = true;
  jobs_.start(
      lane_, lane_, "laying out the graph",
      // The worker may outlive this object by some steps: it has its own `wake`.
      [this, graph, seed, from, pinned, shared, wake = wake_](const Progress& progress) -> Jobs::Delivery {
        using Clock = std::chrono::steady_clock;
        std::set<NodeId> held;
        for (const PinnedNode& pin : pinned) held.insert(pin.node);
        const auto work = [&]() -> Result<void> {
          SISPDE_TRY(Layout layout, Layout::make(*graph, {.seed = seed}, from, pinned));
          Clock::time_point shown{};
          for (;;) {
            {
              const std::lock_guard lock(shared->mutex);
              for (const auto& [node, place] : std::exchange(shared->wishes, {})) {
                // A click lets a node go that was never held, and a quick drag ends before this is read.
                if (place) {
                  held.insert(node);
                  SISPDE_CHECK(layout.setPinned(node, *place));
                } else if (held.erase(node) > 0) {
                  SISPDE_CHECK(layout.unpin(node));
                }
              }
            }
            const bool last = layout.finished();
            // Some twenty pictures a second are enough.
            if (last || Clock::now() - shown > std::chrono::milliseconds(45)) {
              std::vector<Point> positions = layout.positions();
              {
                const std::lock_guard lock(shared->mutex);
                shared->latest = std::move(positions);
                shared->fresh = true;
              }
              shown = Clock::now();
              wake();
            }
            if (last) return {};
            SISPDE_CHECK(layout.advance(progress));
            progress.report(layout.fraction(), "");
          }
        };
        Result<void> done;
        try {
          done = work();
        } catch (const std::exception& error) {
          done = failure({}, "The layout failed ({})", error.what());
        }
        return [this, shared, done] {
          if (shared != shared_) return;
          const std::lock_guard lock(shared->mutex);
          shared->finished = true;
          if (!done && done.error().kind != ErrorKind::Cancelled) tell_(done.error().sentence());
        };
      });
}

void LayoutLive::stop() {
  jobs_.cancel(lane_);
  running_ = false;
}

void LayoutLive::setPositions(std::vector<Point> positions, const std::vector<NodeId>& pinned) {
  stop();
  shared_.reset();
  positions_ = std::move(positions);
  glideLeft_ = 0;
  ++arrangement_;
  pinned_.clear();
  for (const NodeId node : pinned) pinned_[node] = positions_.at(node);
  ++revision_;
}

double LayoutLive::spacing() const {
  if (positions_.empty() || spacingOf_ == revision_) return spacing_;
  spacingOf_ = revision_;
  Point least = positions_[0], most = positions_[0];
  for (const Point& p : positions_) {
    least = {std::min(least.x, p.x), std::min(least.y, p.y)};
    most = {std::max(most.x, p.x), std::max(most.y, p.y)};
  }
  const double area = static_cast<double>(most.x - least.x) * (most.y - least.y);
  spacing_ = std::sqrt(area / static_cast<double>(positions_.size()));
  return spacing_;
}

std::vector<NodeId> LayoutLive::pinnedNodes() const {
  std::vector<NodeId> nodes;
  for (const auto& [node, place] : pinned_) nodes.push_back(node);
  return nodes;
}

bool LayoutLive::update(double seconds, bool glide) {
  bool fresh = false;
  if (shared_) {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->finished) running_ = false;
    fresh = std::exchange(shared_->fresh, false);
    if (fresh) goal_.swap(shared_->latest);
  }
  if (fresh) glideLeft_ = glideSeconds;
  if (!gliding()) return false;
  if (glide && positions_.size() == goal_.size() && goal_.size() <= mostGliding) {
    glideOn(seconds);
  } else {
    positions_ = goal_;
    glideLeft_ = 0;
  }
  ++revision_;
  return true;
}

// Fast at first, ever slower, there in the end: so a goal that changes on the way makes no jerk.
void LayoutLive::glideOn(double seconds) {
  glideLeft_ -= seconds;
  if (!gliding()) {
    positions_ = goal_;
    glideLeft_ = 0;
    return;
  }
  const auto share = static_cast<float>(-std::expm1(-4 * seconds / glideSeconds));
  for (std::size_t u = 0; u < goal_.size(); ++u) {
    positions_[u].x += share * (goal_[u].x - positions_[u].x);
    positions_[u].y += share * (goal_[u].y - positions_[u].y);
  }
}

void LayoutLive::wish(NodeId node, std::optional<Point> place) {
  if (!shared_ || !running_) return;
  const std::lock_guard lock(shared_->mutex);
  shared_->wishes[node] = place;
}

void LayoutLive::move(NodeId node, Point place) {
  positions_.at(node) = place;
  if (gliding()) goal_.at(node) = place;
  ++revision_;
  if (isPinned(node)) pinned_[node] = place;
  wish(node, place);
}

void LayoutLive::release(NodeId node) {
  if (!isPinned(node)) wish(node, std::nullopt);
}

void LayoutLive::pin(NodeId node, bool pinned) {
  if (pinned)
    pinned_[node] = positions_.at(node);
  else
    pinned_.erase(node);
  if (pinned && gliding()) goal_.at(node) = positions_.at(node);
  wish(node, pinned ? std::optional(positions_.at(node)) : std::nullopt);
}

void LayoutLive::putBack(NodeId node, Point place, bool pinned) {
  if (!gliding()) goal_ = positions_;
  goal_.at(node) = place;
  glideLeft_ = glideSeconds;
  if (pinned)
    pinned_[node] = place;
  else
    pinned_.erase(node);
  wish(node, pinned ? std::optional(place) : std::nullopt);
}

}  // namespace sispde::studio
