#pragma once
// LayoutLive runs the layout of a graph in the background and hands over positions as they come.

#include <functional>
#include <map>
#include <mutex>
#include <optional>

#include "app/studio/live/document.h"
#include "core/base/jobs.h"
#include "core/layout/layout.h"

namespace sispde::studio {

class LayoutLive {
 public:
  // `lane` names its work among the jobs: each LayoutLive needs its own.
  explicit LayoutLive(Jobs& jobs, std::function<void()> wake, std::function<void(const std::string&)> tell,
                      std::string lane = "layout");
  ~LayoutLive() { stop(); }

  // Begins anew; with `keep` from the positions that are there.
  void start(std::shared_ptr<const Graph> graph, std::uint64_t seed, bool keep);
  void start(const std::shared_ptr<const Document>& document, std::uint64_t seed, bool keep) {
    start(std::shared_ptr<const Graph>(document, &document->data.graph), seed, keep);
  }
  void stop();
  // Shows these places and rests.
  void setPositions(std::vector<Point> positions, const std::vector<NodeId>& pinned);
  std::vector<NodeId> pinnedNodes() const;
  bool running() const { return running_; }
  // Grows with every start and every set of places: what places of a node belong together.
  std::uint64_t arrangement() const { return arrangement_; }

  // Takes over what the background made; true where positions changed. Once per frame, `seconds` after the one before. With `glide`
  // nodes go to their new places within glideSeconds; else, and where they are too many, at once.
  bool update(double seconds = 0, bool glide = false);
  bool gliding() const { return glideLeft_ > 0; }
  const std::vector<Point>& positions() const { return positions_; }                    // as they are shown
  const std::vector<Point>& settled() const { return gliding() ? goal_ : positions_; }  // where they go
  // Mean distance of the nodes as if they filled the box around them, in units of the layout.
  double spacing() const;
  static constexpr double glideSeconds = 0.25;
  static constexpr std::size_t mostGliding = 20000;
  std::uint64_t revision() const { return revision_; }  // grows when positions change

  // A node that the user holds or nailed to a place.
  void move(NodeId node, Point place);
  void release(NodeId node);  // after move: it stays pinned only if it was
  void pin(NodeId node, bool pinned);
  // Brings a node to a place that it had, pinned or not.
  void putBack(NodeId node, Point place, bool pinned);
  bool isPinned(NodeId node) const { return pinned_.contains(node); }

 private:
  // Between the UI thread and the layout's.
  struct Shared {
    std::mutex mutex;
    std::vector<Point> latest;
    bool fresh = false, finished = false;
    std::map<NodeId, std::optional<Point>> wishes;  // a place to hold a node at, or none to let it go
  };
  void wish(NodeId node, std::optional<Point> place);
  void glideOn(double seconds);
  Jobs& jobs_;
  std::function<void()> wake_;
  std::function<void(const std::string&)> tell_;
  std::string lane_;
  std::shared_ptr<Shared> shared_;
  std::vector<Point> positions_;
  std::vector<Point> goal_;  // of every node while they glide
  double glideLeft_ = 0;     // seconds
  std::map<NodeId, Point> pinned_;
  bool running_ = false;
  std::uint64_t revision_ = 0, arrangement_ = 0;
  mutable double spacing_ = 1;  // of the positions of that revision
  mutable std::optional<std::uint64_t> spacingOf_;
};

}  // namespace sispde::studio
