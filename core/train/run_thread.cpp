#include "core/base/machine.h"
#include "core/train/run.h"

namespace sispde {

void Run::work(const std::stop_token& quit) {
  if (options_.givesWay) giveWay();
  while (const std::optional<Order> order = take(quit)) {
    if (order->goal == Goal::Pause) {
      publish(RunState::Paused, Goal::Pause);
    } else if (order->goal == Goal::Stop) {
      halt();
    } else if (Result<void> done = guarded(*order); !done) {
      if (done.error().kind != ErrorKind::Cancelled)
        fail(std::move(done.error()));
      else if (!order->stop.stop_requested())
        fail({ErrorKind::Failed, "The detector gave up although nobody asked it to", {}});
    }
  }
}

// The next thing to do, once there is one. A request that comes later finds the new stop source.
std::optional<Run::Order> Run::take(const std::stop_token& quit) {
  std::unique_lock lock(mutex_);
  resting_ = requests_.goal == Goal::Rest;
  if (resting_) changed_.notify_all();
  changed_.wait(lock, quit, [&] { return requests_.goal != Goal::Rest; });
  resting_ = false;
  if (quit.stop_requested()) return std::nullopt;
  requests_.interrupt = std::stop_source();
  return Order{requests_.goal, requests_.kernel, requests_.watched, requests_.interrupt.get_token()};
}

Result<void> Run::guarded(const Order& order) {
  try {
    return advance(order);
  } catch (const std::exception& error) {
    return failure({}, "The run failed after epoch {}: {}", training_.kept().epoch, error.what());
  } catch (...) {
    return failure({}, "The run failed after epoch {} for a reason that is not known",
                   training_.kept().epoch);
  }
}

// One epoch and what goes before and after it. Interrupted anywhere, it goes on from there when it is called
// again.
Result<void> Run::advance(const Order& order) {
  const Progress progress{order.stop, {}};
  note_.clear();
  if (!training_.prepared()) {
    publish(RunState::Preparing);
    SISPDE_CHECK(training_.prepare(reporting(order, RunState::Preparing)));
    note_.clear();
  }
  if (snapshot()->state != RunState::Running) publish(RunState::Running);
  SISPDE_CHECK(scoreIfDue(order));
  if (!training_.epochsLeft()) {
    save();
    SISPDE_CHECK(training_.finish(order.watched, progress));
    const Kept& kept = training_.kept();
    note_ = fmt::format("finished after epoch {}; epoch {} was selected", kept.epoch, kept.bestEpoch);
    publish(RunState::Done, order.goal);
    return {};
  }
  if (order.goal == Goal::Look) {
    if (!training_.scored()) SISPDE_CHECK(training_.score(order.watched, progress));
    publish(RunState::Paused, Goal::Look);
    return {};
  }
  if (order.kernel) SISPDE_CHECK(changeKernel(order));
  SISPDE_CHECK(training_.epoch(progress));
  if (options_.checkpointEvery > 0 && training_.kept().epoch % options_.checkpointEvery == 0) save();
  publish(RunState::Running);
  SISPDE_CHECK(scoreIfDue(order));
  if (order.goal == Goal::Step) publish(RunState::Paused, Goal::Step);
  return {};
}

Result<void> Run::scoreIfDue(const Order& order) {
  if (!training_.scoringDue()) return {};
  SISPDE_CHECK(training_.score(order.watched, {order.stop, {}}));
  publish(RunState::Running);
  return {};
}

Result<void> Run::changeKernel(const Order& order) {
  Result<void> done = training_.setKernel(*order.kernel, reporting(order, RunState::Running));
  // Interrupted: the request stands.
  if (!done && done.error().kind == ErrorKind::Cancelled && order.stop.stop_requested()) return done;
  {
    const std::lock_guard lock(mutex_);
    if (requests_.kernel == order.kernel) requests_.kernel.reset();
  }
  note_.clear();
  kernelTrouble_ = done ? "" : fmt::format("The kernel was not changed: {}", done.error().sentence());
  publish(RunState::Running);
  return {};
}

void Run::halt() {
  note_.clear();
  publish(RunState::Stopping);
  save();
  note_ = fmt::format("stopped after epoch {}", training_.kept().epoch);
  publish(RunState::Done, Goal::Stop);
}

void Run::fail(Error error) {
  save();
  note_ = error.sentence();
  {
    const std::lock_guard lock(mutex_);
    error_ = std::move(error);
  }
  publish(RunState::Failed, Goal::Rest);
}

// Where something is new since the last time. That it cannot be written does not end the run.
void Run::save() {
  const Kept& kept = training_.kept();
  if (options_.checkpointPath.empty() || !training_.prepared() || kept.history == saved_) return;
  try {
    const Result<void> done = writeCheckpoint(checkpointOf(kept, options_.identity), options_.checkpointPath);
    checkpointTrouble_ = done ? "" : fmt::format("No checkpoint: {}", done.error().sentence());
    if (done) saved_ = kept.history;
  } catch (const std::exception& error) {
    checkpointTrouble_ = fmt::format("No checkpoint: {}.", error.what());
  }
}

// Shows as the message what the detector says of its preparation, once per sentence.
Progress Run::reporting(const Order& order, RunState state) {
  const auto self = std::this_thread::get_id();
  return {order.stop, [this, self, state](double, std::string_view what) {
            if (std::this_thread::get_id() != self || what == note_) return;
            note_ = what;
            publish(state);
          }};
}

// `answered`: the run comes to rest. A pause that was taken back in the meantime is not shown.
void Run::publish(RunState state, std::optional<Goal> answered) {
  Snapshot next = training_.snapshot();
  next.state = state;
  for (const std::string& part : {note_, kernelTrouble_, checkpointTrouble_})
    if (!part.empty()) next.message += (next.message.empty() ? "" : "; ") + part;
  const auto shown = std::make_shared<const Snapshot>(std::move(next));
  std::shared_ptr<const Snapshot> replaced = shown;
  Kept kept = training_.kept();  // what these two hold in the end is freed after the lock
  {
    const std::lock_guard lock(mutex_);
    if (answered) {
      if (state == RunState::Paused && requests_.goal != *answered) return;
      requests_.goal = Goal::Rest;
    }
    snapshot_.swap(replaced);
    std::swap(kept_, kept);
    finished_ = training_.finished();
  }
  if (options_.listener) options_.listener(*shown);
}

}  // namespace sispde
