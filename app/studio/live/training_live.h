#pragma once
// TrainingLive holds the runs: it prepares them as Jobs, starts one after the other, hands the sliders' kernel on to the one that
// trains, and collects what they publish. One run trains at a time; further ones wait in a queue.

#include <deque>

#include "app/studio/live/trained_run.h"
#include "core/base/jobs.h"

namespace sispde::studio {

class TrainingLive {
 public:
  TrainingLive(Jobs& jobs, std::function<void()> wake);
  ~TrainingLive();

  struct Request {
    std::shared_ptr<const Document> document;
    TrainingChoice choice;
    KernelSpec kernel;
    std::string graph = {};                        // what was done to the document's graph, in a word
    std::string name = {};                         // empty: made from the choice
    std::string checkpoint = {};                   // to go on from, paused
    bool paused = false;                           // prepared and scored as it is, but not started
    bool oneEpoch = false;                         // the first of them rests after an epoch
    std::shared_ptr<const GraphEdits> edits = {};  // that made the document of the data
    std::shared_ptr<const Document> opened = {};   // those data; null: the document itself
    bool unedited = false;                         // the document is still without the edits
    std::vector<ScoredEpoch> scored = {};          // points of its curves before the checkpoint
  };
  // Runs for all seeds of the choice; the first becomes the one that is shown.
  void start(const Request& request);
  // Where runs keep their checkpoints; empty: nowhere.
  void keepIn(std::string folder) { folder_ = std::move(folder); }

  // Takes over what the runs published, hands the kernel on once it rests to those of the data `base` (a hash), starts the next of the
  // queue, which is shown if it is of those too. Once per frame.
  void update(const KernelSpec& kernel, const std::string& base, const std::vector<NodeId>& watched,
              double seconds);
  // Something was published since the last call.
  bool takeNews() { return news_->exchange(false); }

  using Runs = std::vector<std::unique_ptr<TrainedRun>>;
  const Runs& runs() const { return runs_; }
  TrainedRun* shown() const { return shown_; }
  void show(TrainedRun* run) { shown_ = run; }
  TrainedRun* active() const;      // that trains or is being prepared; null: none
  TrainedRun* find(int id) const;  // null: it was deleted
  std::size_t waiting() const { return queue_.size(); }
  bool bringingBack() const;  // a run was taken from a checkpoint that is not scored yet
  void clearQueue() { queue_.clear(); }

  // Of the shown run.
  bool canPause() const;
  bool canResume() const;  // goes on from a pause, or from a stop
  bool canStep() const;
  bool canStop() const;
  void pause();
  void resume();
  void step();
  void stop();

  // Its thread ends in the background. Where it was shown, the last one of the same data takes its place.
  void remove(TrainedRun* run);
  // The kernel that the run will take, while the slider still moves; for the words on the screen.
  bool kernelPending() const { return pendingSeconds_ > 0; }
  std::uint64_t revision() const { return revision_; }  // grows with every change of runs or scorings

  // Asks all runs to stop, keeps checkpoints, joins. For the end of the program.
  void close();

  static constexpr double kernelRest = 0.25;  // seconds that a slider must rest before a run takes its value
  static constexpr std::size_t mostScored = 2048;  // points of a run's curves; beyond, every second one goes
  std::size_t scoringBytes = 128 << 20;            // of all scorings that are kept whole for scrubbing back

 private:
  void launch(Request request);
  void look();  // scores the next run that was brought back
  void take(TrainedRun& run);
  void handKernel(const KernelSpec& kernel, const std::string& base, double seconds);
  void dropOld();

  Jobs& jobs_;
  std::function<void()> wake_;
  std::shared_ptr<std::atomic<bool>> news_ = std::make_shared<std::atomic<bool>>(false);
  std::string folder_;
  Runs runs_;
  TrainedRun* shown_ = nullptr;
  std::deque<Request> queue_;
  int ids_ = 0;
  std::uint64_t revision_ = 0;
  std::optional<KernelSpec> seenKernel_;
  double pendingSeconds_ = 0;
  std::vector<NodeId> watched_;
};

}  // namespace sispde::studio
