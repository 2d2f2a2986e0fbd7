#pragma once
// BlockLive keeps the exact entries of the part of the heatmap that is in view: every pair of nodes a number of its own, where the
// picture has means of many. The functions of the reduced basis are prepared for those pairs as a Job, a little beyond what is seen;
// from then on the block follows ν and κ in the frame in which they move. Variances of correlations are the block's own, exact ones.
//
// It uses the engine's one set of prepared pairs; whoever else needs pairs must give the engine a second.

#include <map>

#include "app/studio/live/kernel_live.h"
#include "app/studio/render/heatmap_view.h"

namespace sispde::studio {

// One number of the heatmap, or none.
struct HeatmapCell {
  double value = 0;
  bool known = false;
  bool exact = false;  // of one pair of nodes, otherwise a mean over two bins
};

class BlockLive {
 public:
  BlockLive(Jobs& jobs, std::function<void(const std::string&)> tell);

  // Asks for what the view needs, and recomputes what changed. Once per frame, after KernelLive::update.
  void update(const Workspace& workspace, const KernelLive& kernel, const HeatmapView& view);

  // The entries are there and cover what is in view.
  bool shown() const { return shown_; }
  bool pending() const { return wanted_ && !shown_; }
  // It is wanted, but a cancel or a failure left it undone, until askAgain() or another view.
  bool wasStopped() const;
  void askAgain();
  const Answer& answer() const { return answer_; }  // rows × columns, row by row
  PlaceRange rows() const { return asked_.rows; }
  PlaceRange columns() const { return asked_.columns; }
  // The number at two places of the heatmap's order.
  HeatmapCell cell(const KernelLive& kernel, std::size_t row, std::size_t column) const;

  static constexpr int mostNodes = 256;

 private:
  struct Asked {
    std::shared_ptr<const std::vector<NodeId>> order;
    PlaceRange rows, columns;
    std::vector<std::size_t> rowVariance, columnVariance;  // where their own pairs (u, u) stand in the list
    std::size_t pairs = 0;
    std::uint64_t number = 0;  // 0: nothing was asked for
  };
  struct Part {  // of one Laplacian
    std::shared_ptr<KernelEngine> engine;
    std::uint64_t started = 0, ready = 0;  // numbers of what was asked for
    std::weak_ptr<const int> working;      // held by the job and its delivery
  };
  bool wants(const Workspace& workspace, const KernelLive& kernel, const HeatmapView& view) const;
  std::vector<Edge> plan(PlaceRange rows, PlaceRange columns,
                         std::shared_ptr<const std::vector<NodeId>> order);
  void start(Part& part, LaplacianKind kind);
  void cancelUnfinished();
  bool covers(const HeatmapView& view) const;  // what was asked for
  bool isReady(LaplacianKind kind) const;
  Result<LiveInfo> entries(LaplacianKind kind, const KernelSpec& spec, bool correlation,
                           std::span<float> out) const;
  void recompute(const Workspace& workspace);

  Jobs& jobs_;
  std::function<void(const std::string&)> tell_;
  std::map<LaplacianKind, Part> parts_;
  Asked asked_;
  std::shared_ptr<const std::vector<Edge>> pairs_;  // rows × columns, then (u, u)
  std::uint64_t seenNumber_ = 0, seenPicture_ = 0;  // what the answer was computed with
  Answer answer_;
  std::uint64_t numbers_ = 0;
  bool wanted_ = false, shown_ = false;
};

}  // namespace sispde::studio
