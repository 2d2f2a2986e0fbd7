#pragma once
// RewireLive keeps a plan of dropped and added edges up to date while ν and κ move. The pairs, all edges and all candidates within some
// hops, are prepared once as a Job in an engine of their own; from then on their correlations are short linear combinations, and the
// plan follows in the frame in which a slider moved, or, where there are very many pairs, as a Job some frames later. Over all pairs
// there is no such list: the plan is then made as a Job for each kernel that comes to rest.

#include "app/studio/live/document.h"
#include "app/studio/workspace/workspace.h"
#include "core/base/jobs.h"
#include "core/kernel/kernel_engine.h"
#include "core/rewire/rewire.h"
#include "core/rewire/rewire_report.h"

namespace sispde::studio {

class RewireLive {
 public:
  // Up to `atOnce` pairs a plan is made in the frame that asks for it.
  explicit RewireLive(Jobs& jobs, std::int64_t atOnce = mostPairsAtOnce) : jobs_(jobs), atOnce_(atOnce) {}

  void open(std::shared_ptr<const Document> document);  // other data: nothing is shown of the last ones
  // The same nodes with another graph, or the same graph to be prepared anew: the last plan stays until there is a new one, or until it
  // is certain that none comes.
  void follow(std::shared_ptr<const Document> document);
  // Asks for what the choice needs, and plans anew where something changed. Once per frame while somebody looks.
  void update(const KernelSpec& kernel, const RewireChoice& choice, double seconds);

  const std::shared_ptr<const Rewiring>& plan() const { return plan_; }  // null before the first
  const RewireReport* report() const { return plan_ ? &report_ : nullptr; }
  std::uint64_t revision() const { return revision_; }  // grows with every plan
  std::int64_t candidates() const { return candidates_; }
  double bound() const { return bound_; }  // of the correlations, relative to the mean variance
  double milliseconds() const { return milliseconds_; }
  const std::string& trouble() const { return trouble_; }
  bool working() const { return !preparing_.expired() || !planning_.expired(); }
  // The graph that the plan is of: the former one, until the plan of the present one is there.
  const std::shared_ptr<const Document>& plannedOn() const { return plannedOn_; }
  // The plan lags behind the sliders or the graph; stale: for so long that the views say so.
  bool isFormer() const { return former_; }
  bool isStale() const { return stale_; }
  std::string formerWords() const;  // what a stale plan is of; empty: of what is shown now
  // Whether the plan is of just this kernel and choice, and of the present graph.
  bool current(const KernelSpec& kernel, const RewireChoice& choice) const {
    return plan_ && plannedOn_ == document_ && plannedKernel_ == kernel && plannedChoice_ == choice;
  }
  // A slider has just come to rest, or the plan has to be dimmed: another frame is needed soon.
  bool resting() const { return former_ && (rested_ < rest || !stale_); }

  static constexpr std::int64_t mostPairs = 2'000'000;
  static constexpr std::int64_t mostPairsAtOnce = 250'000;  // some milliseconds of the UI thread

 private:
  struct Prepared {
    LaplacianKind laplacian{};
    int hops = 0;
    std::shared_ptr<KernelEngine> engine;
    std::shared_ptr<const RewirePlanner> planner;
  };
  struct Made {
    Rewiring plan;
    RewireReport report;
    std::int64_t candidates = 0;
    double bound = 0, milliseconds = 0;
  };
  void prepare(LaplacianKind laplacian, int hops);
  // From the prepared pairs, or, where there are none, from all.
  static Result<Made> made(const std::optional<Prepared>& prepared, const Document& document,
                           const KernelSpec& kernel, const RewireChoice& choice, const Progress& progress);
  void planLater(const KernelSpec& kernel, const RewireChoice& choice);
  void refresh(const KernelSpec& kernel, const RewireChoice& choice, double seconds);
  void forgetPlan();
  void noteFormer(const KernelSpec& kernel, const RewireChoice& choice);
  void take(Result<Made> made, const KernelSpec& kernel, const RewireChoice& choice);

  static constexpr double rest = 0.3;  // seconds before all pairs are compared for a new value

  Jobs& jobs_;
  const std::int64_t atOnce_;
  std::shared_ptr<const Document> document_;
  std::uint64_t opened_ = 0;
  std::optional<Prepared> prepared_;
  // Held by the jobs and their deliveries: gone when they were delivered or cancelled.
  std::weak_ptr<const int> preparing_, planning_;
  bool former_ = false, stale_ = false;
  double formerSince_ = 0;  // milliseconds; 0: the plan does not lag
  std::shared_ptr<const Rewiring> plan_;
  std::shared_ptr<const Document> plannedOn_;
  RewireReport report_;
  std::uint64_t revision_ = 0;
  std::int64_t candidates_ = 0;
  double bound_ = 0, milliseconds_ = 0, rested_ = 0;
  std::string trouble_;
  std::string
      askedPairs_;  // what was prepared last: one that was refused or cancelled is not tried again in every frame
  std::optional<KernelSpec> seenKernel_, plannedKernel_, askedKernel_;
  std::optional<RewireChoice> seenChoice_, plannedChoice_, askedChoice_;  // asked: of the last Job
};

RewireOptions optionsOf(const RewireChoice& choice);

}  // namespace sispde::studio
