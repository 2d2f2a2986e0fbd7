#include "app/studio/live/layout_live.h"

#include <chrono>
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
    from = positions_;
    for (const auto& [node, place] : pinned_) pinned.push_back({node, place});
  } else {
    pinned_.clear();
    positions_.clear();
  }
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
  pinned_.clear();
  for (const NodeId node : pinned) pinned_[node] = positions_.at(node);
  ++revision_;
}

std::vector<NodeId> LayoutLive::pinnedNodes() const {
  std::vector<NodeId> nodes;
  for (const auto& [node, place] : pinned_) nodes.push_back(node);
  return nodes;
}

bool LayoutLive::update() {
  if (!shared_) return false;
  const std::lock_guard lock(shared_->mutex);
  if (shared_->finished) running_ = false;
  if (!shared_->fresh) return false;
  positions_.swap(shared_->latest);
  shared_->fresh = false;
  ++revision_;
  return true;
}

void LayoutLive::wish(NodeId node, std::optional<Point> place) {
  if (!shared_ || !running_) return;
  const std::lock_guard lock(shared_->mutex);
  shared_->wishes[node] = place;
}

void LayoutLive::move(NodeId node, Point place) {
  positions_.at(node) = place;
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
  wish(node, pinned ? std::optional(positions_.at(node)) : std::nullopt);
}

}  // namespace sispde::studio
