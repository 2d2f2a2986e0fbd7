#include "core/train/run.h"

#include "core/train/identity.h"

namespace sispde {

Run::Run(std::unique_ptr<Detector> detector, RunOptions options)
    : options_(std::move(options)),
      training_(std::move(detector), options_),
      snapshot_(std::make_shared<const Snapshot>(training_.snapshot())),
      kept_(training_.kept()),
      thread_([this](const std::stop_token& quit) { work(quit); }) {}

Run::~Run() {
  thread_.request_stop();
  std::optional<std::stop_source> interrupt;
  {
    const std::lock_guard lock(mutex_);
    interrupt.emplace(requests_.interrupt);
  }
  interrupt->request_stop();
}

bool Run::allowed(Request request) const {
  const RunState state = snapshot_->state;
  const Goal goal = requests_.goal;
  const bool resting = goal == Goal::Rest,
             busy = goal == Goal::Go || goal == Goal::Step || goal == Goal::Look;
  switch (request) {
    case Request::Start:
      return resting && (state == RunState::Idle || (state == RunState::Done && !finished_));
    case Request::Pause: return busy;
    case Request::Resume: return goal == Goal::Pause || (resting && state == RunState::Paused);
    case Request::Step: return resting && (state == RunState::Idle || state == RunState::Paused);
    case Request::Look: return resting && state == RunState::Idle;
    case Request::Stop: break;
  }
  return busy || goal == Goal::Pause || (resting && state == RunState::Paused);
}

bool Run::can(Request request) const {
  const std::lock_guard lock(mutex_);
  return allowed(request);
}

bool Run::ask(Request request) {
  std::optional<std::stop_source> interrupt;
  {
    const std::lock_guard lock(mutex_);
    if (!allowed(request)) return false;
    switch (request) {
      case Request::Start:
      case Request::Resume: requests_.goal = Goal::Go; break;
      case Request::Step: requests_.goal = Goal::Step; break;
      case Request::Look: requests_.goal = Goal::Look; break;
      case Request::Pause: requests_.goal = Goal::Pause; break;
      case Request::Stop: requests_.goal = Goal::Stop; break;
    }
    if (request == Request::Pause || request == Request::Stop) interrupt.emplace(requests_.interrupt);
  }
  // Without the lock: what a detector does on a stop may take its own time.
  if (interrupt) interrupt->request_stop();
  changed_.notify_all();
  return true;
}

bool Run::start() {
  return ask(Request::Start);
}
bool Run::pause() {
  return ask(Request::Pause);
}
bool Run::resume() {
  return ask(Request::Resume);
}
bool Run::step() {
  return ask(Request::Step);
}
bool Run::look() {
  return ask(Request::Look);
}
bool Run::stop() {
  return ask(Request::Stop);
}
bool Run::canStart() const {
  return can(Request::Start);
}
bool Run::canPause() const {
  return can(Request::Pause);
}
bool Run::canResume() const {
  return can(Request::Resume);
}
bool Run::canStep() const {
  return can(Request::Step);
}
bool Run::canLook() const {
  return can(Request::Look);
}
bool Run::canStop() const {
  return can(Request::Stop);
}

Result<void> Run::setKernel(const KernelSpec& spec) {
  SISPDE_CHECK(checkKernel(spec));
  const std::lock_guard lock(mutex_);
  if (!snapshot_->kernel) return usageError("This detector has no noise kernel");
  if (snapshot_->state == RunState::Failed || snapshot_->epoch >= snapshot_->epochCount)
    return usageError("No epoch is left that could use another kernel");
  requests_.kernel = spec;
  return {};
}

bool Run::watch(std::vector<NodeId> nodes) {
  for (const NodeId node : nodes)
    if (node < 0 || (!options_.idTest.empty() && static_cast<std::size_t>(node) >= options_.idTest.size()))
      return false;
  const std::lock_guard lock(mutex_);
  requests_.watched.swap(nodes);
  return true;
}

Result<void> Run::restore(const Checkpoint& checkpoint) {
  SISPDE_CHECK(checkCheckpoint(checkpoint));
  SISPDE_CHECK(checkIdentity(options_.identity, checkpoint.identity));
  Kept kept = keptOf(checkpoint);
  const std::lock_guard lock(mutex_);
  if (snapshot_->state != RunState::Idle || requests_.goal != Goal::Rest)
    return usageError("A checkpoint can be taken up by a run that has not begun alone");
  // The thread waits for its first request, and reads all this after it took the lock.
  SISPDE_CHECK(training_.restore(std::move(kept)));
  snapshot_ = std::make_shared<const Snapshot>(training_.snapshot());
  kept_ = training_.kept();
  return {};
}

Result<Checkpoint> Run::checkpoint() const {
  std::unique_lock lock(mutex_);
  const Kept kept = kept_;
  lock.unlock();
  if (!kept.weights) return usageError("There is nothing to keep yet: the run has not been prepared");
  return checkpointOf(kept, options_.identity);
}

std::shared_ptr<const ScoredWeights> Run::scoredWeights() const {
  const std::lock_guard lock(mutex_);
  return kept_.scored;
}

std::shared_ptr<const Snapshot> Run::snapshot() const {
  const std::lock_guard lock(mutex_);
  return snapshot_;
}

std::optional<Error> Run::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

void Run::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return resting_ && requests_.goal == Goal::Rest; });
}

Result<Snapshot> runToEnd(Run& run, const std::stop_token& stop) {
  run.start();
  {
    // Made after the start, so that a stop that came before it is not lost.
    const std::stop_callback forward(stop, [&run] { run.stop(); });
    run.wait();
  }
  if (auto error = run.error()) return Unexpected(std::move(*error));
  if (stop.stop_requested() && run.canStart()) return cancelled();
  return *run.snapshot();
}

}  // namespace sispde
