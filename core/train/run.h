#pragma once
// A Run is one training in the background: a Detector, one thread, and a state machine.
//
//   Idle       start, step or look: Preparing
//   Preparing  then Running; pause: Paused; stop: Stopping
//   Running    then Done; after a step or a look Paused; pause: Paused; stop: Stopping
//   Paused     resume or step: Preparing or Running; stop: Stopping
//   Stopping   then Done, from where start goes on with what is left
//   any        an error or an exception: Failed, for good
// A request that comes before an earlier one was followed replaces it: start and pause at once lead from
// Idle to Paused.
//
// Requests come from any thread and return at once: true where they will be followed, false where they make
// no sense in the present state and are ignored. The thread follows them at its next step, and inside a step
// it is interrupted: an epoch that was given up is done again from its start, with the same numbers. What
// there is to see is published as immutable Snapshots.
//
// Selection: the epoch with the smallest validation NLL, the first of equals (the last epoch, where the
// detector asks for it). At the end its weights, with the kernel that it used, are scored. OOD nodes appear
// in scores alone.

#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/train/training.h"

namespace sispde {

class Run {
 public:
  Run(std::unique_ptr<Detector> detector, RunOptions options);
  // Interrupts and joins. Writes no checkpoint: stop() and wait() before, where the last epochs are to be
  // kept.
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  bool start();   // from Idle, or from Done after a stop
  bool pause();   // while Preparing or Running
  bool resume();  // from Paused, or to take back a pause that was not yet followed
  bool step();    // from Idle or Paused: one epoch, then Paused; where none is left, the end
  bool
  look();  // from Idle: scores what a checkpoint brought back, then Paused; where no epoch is left, the end
  bool stop();  // while Preparing, Running or Paused; ends in Done with all that the whole epochs gave
  bool canStart() const;
  bool canPause() const;
  bool canResume() const;
  bool canStep() const;
  bool canLook() const;
  bool canStop() const;

  // Used from the next epoch on and recorded as a Fork; the latest wins. An error for a spec that is not
  // valid, for a detector without a kernel, and where no epoch is left. Where the detector refuses it later,
  // the old one stays and the message says so.
  Result<void> setKernel(const KernelSpec& spec);
  // Nodes of the training graph whose paths the next scorings hold. False for a node that is not there.
  bool watch(std::vector<NodeId> nodes);

  // Goes on from a checkpoint; while Idle alone. The arrays are given to the detector after its preparation:
  // where they do not fit, the run fails then. The listener is not called.
  Result<void> restore(const Checkpoint& checkpoint);
  // The state after the last whole epoch; an error before the preparation is over.
  Result<Checkpoint> checkpoint() const;

  // By what the latest scoring was made: other scores by these weights can be compared with it. Null before the first.
  std::shared_ptr<const ScoredWeights> scoredWeights() const;

  RunState state() const { return snapshot()->state; }
  std::shared_ptr<const Snapshot> snapshot() const;  // never null
  std::optional<Error> error() const;                // why it Failed
  // Until all requests are followed and the run is Idle, Paused, Done or Failed. Not from the listener.
  void wait() const;

 private:
  enum class Request { Start, Pause, Resume, Step, Look, Stop };
  // What the thread is to do; Rest: nothing, until the next request.
  enum class Goal { Rest, Go, Step, Look, Pause, Stop };
  // All that requests change, read by the thread in one place per step (take).
  struct Requests {
    Goal goal = Goal::Rest;
    std::optional<KernelSpec> kernel;
    std::vector<NodeId> watched;
    std::stop_source interrupt;  // of the step that is under way
  };
  struct Order {
    Goal goal = Goal::Rest;
    std::optional<KernelSpec> kernel;
    std::vector<NodeId> watched;
    std::stop_token stop;
  };

  bool allowed(Request request) const;  // with the lock held
  bool can(Request request) const;
  bool ask(Request request);

  // The thread's side, run_thread.cpp.
  void work(const std::stop_token& quit);
  std::optional<Order> take(const std::stop_token& quit);
  Result<void> advance(const Order& order);
  Result<void> guarded(const Order& order);
  Result<void> scoreIfDue(const Order& order);
  Result<void> changeKernel(const Order& order);
  void halt();
  void fail(Error error);
  void save();
  Progress reporting(const Order& order, RunState state);
  void publish(RunState state, std::optional<Goal> answered = {});

  const RunOptions options_;

  // Of the thread alone.
  Training training_;
  std::string note_, kernelTrouble_, checkpointTrouble_;  // parts of the message
  std::shared_ptr<const History> saved_;                  // of the last checkpoint that was written

  mutable std::mutex mutex_;  // held for some assignments, never while the detector computes
  mutable std::condition_variable_any changed_;
  Requests requests_;
  bool resting_ = false;  // the thread waits for a request
  bool finished_ = false;
  std::shared_ptr<const Snapshot> snapshot_;
  Kept kept_;
  std::optional<Error> error_;

  std::jthread thread_;  // last: it uses all of the above
};

// Starts the run and waits until it rests; `stop` becomes a stop(). An error where the run failed, and
// Cancelled where it was stopped by `stop` before its end.
Result<Snapshot> runToEnd(Run& run, const std::stop_token& stop = {});

}  // namespace sispde
