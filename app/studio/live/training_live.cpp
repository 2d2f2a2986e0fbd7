#include "app/studio/live/training_live.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <unistd.h>

#include "core/detect/presets.h"

namespace sispde::studio {
namespace {

constexpr int scoreEvery = 5;        // epochs, where the options leave it open
constexpr int checkpointEvery = 10;  // epochs

std::size_t bytesOf(const Scoring& scoring) {
  std::size_t bytes = scoring.evaluation.probabilities.size() * 4;
  for (const NamedScore& score : scoring.evaluation.scores) bytes += 8 * (score.id.size() + score.ood.size());
  for (const WatchedPath& path : scoring.evaluation.watched)
    bytes += 4 * (path.hidden.size() + path.probabilities.size());
  return bytes;
}

// The kernel that this run's noise has when the windows show `kernel`.
std::optional<KernelSpec> kernelFor(const TrainedRun& run, const KernelSpec& kernel) {
  const Result<DetectorOptions> options = optionsOf(run.choice, kernel);
  if (!options || !run.data) return std::nullopt;
  return kernelSpecOf(*options, run.data->training.nodeCount());
}

const std::shared_ptr<const Document>& openedOf(const TrainingLive::Request& request) {
  return request.opened ? request.opened : request.document;
}

}  // namespace

TrainingLive::TrainingLive(Jobs& jobs, std::function<void()> wake) : jobs_(jobs), wake_(std::move(wake)) {}

TrainingLive::~TrainingLive() {
  close();
}

void TrainingLive::start(const Request& request) {
  for (int i = 0; i < request.choice.repeats; ++i) {
    Request one = request;
    one.choice.repeats = 1;
    one.choice.seed = request.choice.seed + static_cast<std::uint64_t>(i);
    one.oneEpoch = request.oneEpoch && i == 0;  // the others wait for it
    if (!one.paused) {
      queue_.push_back(std::move(one));
      continue;
    }
    // What was kept is there at once, and waits for nobody.
    launch(std::move(one));
    if (shown_ == nullptr) shown_ = runs_.back().get();
  }
  if (queue_.empty() || active() != nullptr) return;
  launch(std::move(queue_.front()));
  queue_.pop_front();
  if (runs_.back()->base == openedOf(request)->hash) shown_ = runs_.back().get();
}

void TrainingLive::launch(Request request) {
  auto owned = std::make_unique<TrainedRun>();
  TrainedRun& run = *owned;
  run.id = ++ids_;
  run.name = request.name.empty() ? nameOf(request.choice) : request.name;
  run.choice = request.choice;
  run.graph = request.graph;
  run.document = request.document;
  run.kernel = request.kernel;
  run.edits = request.edits;
  run.opened = openedOf(request);
  run.base = run.opened->hash;
  run.restored = !request.checkpoint.empty();
  run.origin = request.checkpoint;
  const bool own = std::filesystem::path(request.checkpoint).parent_path() == folder_ && !folder_.empty();
  if (run.restored && !own) run.source = request.checkpoint;
  run.scored = request.scored;
  const auto ticket = std::make_shared<const int>(0);
  run.preparing = ticket;
  if (!folder_.empty()) {
    std::error_code ignored;
    std::filesystem::create_directories(folder_, ignored);
    // Numbers of processes come back.
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    run.checkpoint = fmt::format("{}/run-{}-{}-{}.npz", folder_, ::getpid(),
                                 std::chrono::duration_cast<std::chrono::milliseconds>(now).count(), run.id);
  }
  runs_.push_back(std::move(owned));
  ++revision_;
  const auto wake = [news = news_, wake = wake_] {
    news->store(true);
    if (wake) wake();
  };
  jobs_.start(
      "training", fmt::format("prepare run {}", run.id), "preparing the training",
      [this, ticket, id = run.id, request, wake, path = run.checkpoint, launched = seenKernel_,
       inbox = run.inbox, own](const Progress& progress) -> Jobs::Delivery {
        std::shared_ptr<const Document> document = request.document;
        const auto made = std::make_shared<Result<TrainingSetup>>([&]() -> Result<TrainingSetup> {
          if (request.unedited) {
            SISPDE_TRY(document,
                       editedDocument(*document, request.edits->dropped, request.edits->added, progress));
          }
          SISPDE_TRY(DetectorOptions options, optionsOf(request.choice, request.kernel));
          if (options.scoreEvery == 0) options.scoreEvery = scoreEvery;
          const Dataset& data = document->data;
          ShiftOptions shift = shiftOptionsFor(request.choice.shift, options, data, request.choice.seed);
          if (shift.kind == ShiftKind::Given) {
            shift.oodClasses = request.choice.oodClasses;
            shift.oodNodes = *request.choice.oodNodes;
          }
          std::optional<double> level;
          if (request.choice.calibrate) level = request.choice.calibrationAlpha;
          return setUpTraining({request.choice.detector, options, shift, level}, data, progress);
        }());
        std::shared_ptr<const DetectionTask> task;
        if (*made && count((*made)->calibration) > 0)
          task = std::make_shared<const DetectionTask>(detectionTask(*(*made)->data, request.choice.shift,
                                                                     (*made)->calibration,
                                                                     seesExposure(request.choice.detector)));
        std::shared_ptr<Result<Checkpoint>> kept;
        if (*made && !request.checkpoint.empty()) {
          kept = std::make_shared<Result<Checkpoint>>(readCheckpoint(request.checkpoint));
          // Of a user's file it takes a copy.
          std::error_code ignored;
          if (*kept && !own && !path.empty()) std::filesystem::copy_file(request.checkpoint, path, ignored);
        }
        return [this, ticket, id, request, document, made, task, kept, own, wake, path, inbox, launched] {
          TrainedRun* target = find(id);
          if (target == nullptr) return;
          ++revision_;
          if (!*made) {
            target->trouble = made->error().sentence();
            return;
          }
          TrainingSetup& setup = **made;
          target->document = document;
          target->config = setup.config;
          target->data = setup.data;
          target->notes = setup.notes;
          target->task = task;
          RunOptions options = std::move(setup.run);
          options.givesWay = true;
          options.checkpointPath = path;
          options.checkpointEvery = checkpointEvery;
          options.listener = [inbox, wake](const Snapshot& snapshot) {
            if (snapshot.scoring) {
              const std::lock_guard lock(inbox->mutex);
              if (snapshot.scoring.get() != inbox->last) {
                inbox->last = snapshot.scoring.get();
                inbox->scorings.push_back(snapshot.scoring);
              }
            }
            wake();
          };
          target->run = std::make_shared<Run>(std::move(setup.detector), std::move(options));
          target->snapshot = target->run->snapshot();
          if (kept) {
            // That of an earlier program stays beside it, until the autosave that names it goes.
            std::error_code failed;
            if (*kept && own) std::filesystem::create_hard_link(request.checkpoint, path, failed);
            if (failed) std::filesystem::copy_file(request.checkpoint, path, failed);
            const Result<void> taken = *kept ? target->run->restore(**kept) : Unexpected(kept->error());
            if (!taken) target->trouble = taken.error().sentence();
            target->unseen = taken.has_value();
            target->snapshot = target->run->snapshot();
            if (taken && !own) target->keptEpoch = target->snapshot->epoch;
            if (taken)
              std::erase_if(target->scored,
                            [&](const ScoredEpoch& each) { return each.epoch > target->snapshot->epoch; });
          }
          target->run->watch(watched_);
          // A slider that moved meanwhile.
          if (request.choice.followKernel && seenKernel_ && launched && *seenKernel_ != *launched)
            if (const auto wanted = kernelFor(*target, *seenKernel_)) (void)target->run->setKernel(*wanted);
          if (request.oneEpoch)
            target->run->step();
          else if (!request.paused)
            target->run->start();
        };
      });
}

TrainedRun* TrainingLive::find(int id) const {
  for (const auto& run : runs_)
    if (run->id == id) return run.get();
  return nullptr;
}

TrainedRun* TrainingLive::active() const {
  for (const auto& run : runs_)
    if (run->active()) return run.get();
  return nullptr;
}

void TrainingLive::take(TrainedRun& run) {
  if (!run.run) return;
  const auto snapshot = run.run->snapshot();
  if (snapshot != run.snapshot) ++revision_;
  run.snapshot = snapshot;
  if (snapshot->state == RunState::Failed && run.trouble.empty())
    if (const auto error = run.run->error()) run.trouble = error->sentence();
  std::vector<std::shared_ptr<const Scoring>> fresh;
  {
    const std::lock_guard lock(run.inbox->mutex);
    fresh.swap(run.inbox->scorings);
  }
  for (const auto& scoring : fresh) {
    // Of a run that was brought back: the same point, now with its scores.
    const bool kept = !run.scored.empty() && !run.scored.back().scoring &&
                      run.scored.back().epoch == scoring->epoch && snapshot->state != RunState::Done;
    if (kept) run.scored.pop_back();
    run.scored.push_back({scoring->epoch, scoring->evaluation.idAccuracy, scoring->metrics, scoring});
    ++revision_;
  }
  if (run.scored.size() > mostScored) {
    std::size_t place = 0;
    const std::size_t last = run.scored.size() - 1;
    std::erase_if(run.scored, [&](const ScoredEpoch&) {
      const std::size_t i = place++;
      return i % 2 == 0 && i != last;
    });
  }
  // The snapshot is there a moment before its scoring comes through the inbox.
  const bool finished = snapshot->state == RunState::Done && !run.run->canStart();
  if (finished && !run.scored.empty() && run.scored.back().scoring == snapshot->scoring)
    run.finalScored = true;
  if (!fresh.empty()) dropOld();
}

// The oldest of the densest go first: every second one of the run that holds most, its last one always stays.
void TrainingLive::dropOld() {
  const auto heldBy = [](const TrainedRun& run) {
    std::size_t bytes = 0;
    for (const ScoredEpoch& each : run.scored)
      if (each.scoring) bytes += bytesOf(*each.scoring);
    return bytes;
  };
  for (int round = 0; round < 16; ++round) {
    std::size_t total = 0, most = 0;
    TrainedRun* largest = nullptr;
    for (const auto& run : runs_) {
      const std::size_t held = heldBy(*run);
      total += held;
      if (held > most) {
        most = held;
        largest = run.get();
      }
    }
    if (total <= scoringBytes || largest == nullptr) return;
    bool drop = true;
    for (std::size_t i = 0; i + 1 < largest->scored.size(); ++i)
      if (largest->scored[i].scoring) {
        if (drop) largest->scored[i].scoring.reset();
        drop = !drop;
      }
  }
}

void TrainingLive::handKernel(const KernelSpec& kernel, const std::string& base, double seconds) {
  if (!seenKernel_ || *seenKernel_ != kernel) {
    const bool first = !seenKernel_;
    seenKernel_ = kernel;
    if (!first) pendingSeconds_ = kernelRest;
    return;
  }
  if (pendingSeconds_ <= 0) return;
  pendingSeconds_ -= seconds;
  if (pendingSeconds_ > 0) return;
  pendingSeconds_ = 0;
  for (const auto& run : runs_) {
    if (!run->run || !run->choice.followKernel || !run->snapshot->kernel || run->base != base) continue;
    const bool open = run->active() || run->state() == RunState::Paused || run->state() == RunState::Idle ||
                      run->run->canStart();  // stopped, and can go on
    const std::optional<KernelSpec> wanted = kernelFor(*run, kernel);
    // Whoever cannot take it any more says so itself.
    if (open && wanted) (void)run->run->setKernel(*wanted);
  }
}

void TrainingLive::update(const KernelSpec& kernel, const std::string& base,
                          const std::vector<NodeId>& watched, double seconds) {
  for (const auto& run : runs_) {
    take(*run);
    if (!run->run && run->trouble.empty() && run->preparing.expired()) {
      run->trouble = cancelledPreparation;
      ++revision_;
    }
  }
  handKernel(kernel, base, seconds);
  if (watched != watched_) {
    watched_ = watched;
    for (const auto& run : runs_)
      if (run->run) run->run->watch(watched_);
  }
  look();
  if (queue_.empty() || active() != nullptr) return;
  if (shown_ != nullptr && shown_->state() == RunState::Paused) return;  // the queue waits with it
  const bool follow = shown_ == nullptr || shown_->resting();
  launch(std::move(queue_.front()));
  queue_.pop_front();
  // One that waited since other data were open trains unseen.
  if (follow && runs_.back()->base == base) shown_ = runs_.back().get();
}

bool TrainingLive::bringingBack() const {
  return std::any_of(runs_.begin(), runs_.end(), [](const auto& run) { return run->unseen; });
}

// One after the other: each uses all processors.
void TrainingLive::look() {
  if (active() != nullptr) return;
  for (const auto& run : runs_)
    if (std::exchange(run->unseen, false) && run->run && run->run->look()) return;
}

bool TrainingLive::canPause() const {
  return shown_ != nullptr && shown_->run && shown_->run->canPause();
}
bool TrainingLive::canResume() const {
  return shown_ != nullptr && shown_->run && (shown_->run->canResume() || shown_->run->canStart());
}
bool TrainingLive::canStep() const {
  return shown_ != nullptr && shown_->run && shown_->run->canStep();
}
bool TrainingLive::canStop() const {
  return shown_ != nullptr && shown_->run && shown_->run->canStop();
}
void TrainingLive::pause() {
  if (shown_ != nullptr && shown_->run) shown_->run->pause();
}
void TrainingLive::resume() {
  if (shown_ == nullptr || !shown_->run) return;
  if (!shown_->run->resume()) shown_->run->start();
}
void TrainingLive::step() {
  if (shown_ != nullptr && shown_->run) shown_->run->step();
}
void TrainingLive::stop() {
  clearQueue();
  if (shown_ != nullptr && shown_->run) shown_->run->stop();
}

void TrainingLive::remove(TrainedRun* run) {
  const auto place =
      std::find_if(runs_.begin(), runs_.end(), [&](const auto& each) { return each.get() == run; });
  if (place == runs_.end()) return;
  jobs_.cancel(fmt::format("prepare run {}", run->id));
  if (run->run) {
    std::shared_ptr<Run> ending = std::exchange((*place)->run, nullptr);
    ending->stop();
    const std::string path = run->checkpoint;
    // Joined by whoever lets go of it last, which is the job.
    jobs_.start("ending", fmt::format("end run {}", run->id), "ending a run",
                [ending, path](const Progress&) mutable -> Jobs::Delivery {
                  ending->wait();
                  ending.reset();
                  std::error_code ignored;
                  if (!path.empty()) std::filesystem::remove(path, ignored);
                  return {};
                });
  }
  const std::string base = run->base;
  const bool wasShown = shown_ == run;
  runs_.erase(place);
  if (wasShown) {
    const auto last =
        std::find_if(runs_.rbegin(), runs_.rend(), [&](const auto& each) { return each->base == base; });
    shown_ = last == runs_.rend() ? nullptr : last->get();
  }
  ++revision_;
}

void TrainingLive::close() {
  clearQueue();
  for (const auto& run : runs_)
    if (run->run) run->run->stop();
  for (const auto& run : runs_)
    if (run->run) {
      run->run->wait();
      run->snapshot = run->run->snapshot();
    }
}

}  // namespace sispde::studio
