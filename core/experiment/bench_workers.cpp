#include "core/experiment/bench_workers.h"

#include <algorithm>
#include <thread>

#include "core/base/parallel.h"

namespace sispde {

BenchWorkers::BenchWorkers(std::vector<PlannedCell>& plan, const ResultsFolder& folder, CellWork& work,
                           const BenchOptions& options, const Progress& progress)
    : plan_(plan), folder_(folder), work_(work), options_(options), progress_(progress) {
  for (PlannedCell& planned : plan_) {
    if (planned.toRun)
      pending_.push_back(&planned);
    else if (planned.found.state == ResultsFolder::State::Done)
      times_.add(*planned.cell, planned.found.seconds);
  }
}

Result<void> BenchWorkers::run() {
  std::vector<const Cell*> cells;
  for (const PlannedCell* planned : pending_) cells.push_back(planned->cell);
  work_.expect(cells);
  {
    const std::stop_callback forward(progress_.stop, [this] { stop_.request_stop(); });
    // Each job is a thread of its own; loops inside cells share what is left.
    const ThreadLimit threads(std::max(1, threadCount() - options_.jobs + 1));
    const auto jobs = std::min(static_cast<std::size_t>(options_.jobs), pending_.size());
    std::vector<std::jthread> workers;
    for (std::size_t j = 0; j < jobs; ++j) workers.emplace_back([this] { takeCells(); });
    workers.clear();  // all have ended
    while (!aside_.empty() && !stop_.stop_requested()) {
      PlannedCell& planned = *aside_.front();  // begin takes it off
      work_.expect({planned.cell});
      runCell(planned, true);
    }
  }
  if (error_) return Unexpected(*error_);
  if (progress_.stopped()) return cancelled();
  return {};
}

void BenchWorkers::takeCells() {
  for (std::size_t i = next_++; i < pending_.size() && !stop_.stop_requested(); i = next_++)
    if (!runCell(*pending_[i], options_.jobs == 1)) return;
}

bool BenchWorkers::runCell(PlannedCell& planned, bool alone) {
  begin(planned);
  const auto start = Clock::now();
  const Result<CellJson> cell = resultOf(planned);
  if (!cell) {
    giveUp(cell.error());
    return false;
  }
  if (!alone && planned.found.state == ResultsFolder::State::Failed) {
    const std::lock_guard lock(mutex_);
    aside_.push_back(&planned);
    underWay_.erase(planned.cell);
    lookAhead();
    return true;
  }
  if (const auto written = folder_.write(*cell); !written) {
    giveUp(written.error());
    return false;
  }
  finish(planned, std::chrono::duration<double>(Clock::now() - start).count());
  return true;
}

Result<CellJson> BenchWorkers::resultOf(PlannedCell& planned) {
  Result<CellOutcome> outcome = [&]() -> Result<CellOutcome> {
    try {
      return work_.run(*planned.cell, reporting(*planned.cell));
    } catch (const std::bad_alloc&) {
      return failure({}, "There is not enough memory for this cell");
    } catch (const std::exception& error) {
      return failure({}, "Something unforeseen went wrong ({})", error.what());
    }
  }();
  if (outcome) {
    planned.found = {ResultsFolder::State::Done, outcome->seconds, {}};
    return doneCell(planned.head, *outcome);
  }
  if (outcome.error().kind == ErrorKind::Cancelled) return Unexpected(outcome.error());
  planned.found = {ResultsFolder::State::Failed, 0, outcome.error().sentence()};
  return failedCell(planned.head, planned.found.words);
}

void BenchWorkers::finish(const PlannedCell& planned, double seconds) {
  const std::lock_guard lock(mutex_);
  if (planned.found.state == ResultsFolder::State::Done) times_.add(*planned.cell, seconds);
  ++done_;
  underWay_.erase(planned.cell);
  lookAhead();
}

void BenchWorkers::begin(const PlannedCell& planned) {
  const std::lock_guard lock(mutex_);
  underWay_[planned.cell] = Clock::now();
  std::erase(aside_, &planned);
  lookAhead();
}

void BenchWorkers::lookAhead() {
  waiting_.clear();
  const auto wait = [&](const Cell& cell) { waiting_.push_back(times_.expected(cell).value_or(0)); };
  for (std::size_t i = std::min<std::size_t>(next_, pending_.size()); i < pending_.size(); ++i)
    wait(*pending_[i]->cell);
  for (const PlannedCell* planned : aside_) wait(*planned->cell);
}

std::string BenchWorkers::standing() const {
  std::vector<double> underWay;
  for (const auto& [cell, since] : underWay_) {
    const double gone = std::chrono::duration<double>(Clock::now() - since).count();
    underWay.push_back(std::max(0.0, times_.expected(*cell).value_or(0) - gone));
  }
  std::string words = fmt::format("{} of {} cells", plan_.size() - pending_.size() + done_, plan_.size());
  if (const double left = secondsLeft(underWay, waiting_, options_.jobs); left > 0)
    words += fmt::format(", {} left", durationText(left));
  return words;
}

// Called from the threads that train.
Progress BenchWorkers::reporting(const Cell& cell) {
  return {stop_.get_token(), [this, &cell](double, std::string_view what) {
            const std::lock_guard lock(mutex_);
            const double whole = static_cast<double>(plan_.size() - pending_.size() + done_) /
                                 static_cast<double>(plan_.size());
            progress_.report(whole, fmt::format("{}; {}: {}", standing(), cell.key, what));
          }};
}

void BenchWorkers::giveUp(Error error) {
  stop_.request_stop();
  const std::lock_guard lock(mutex_);
  if (!error_ || error_->kind == ErrorKind::Cancelled) error_ = std::move(error);
}

}  // namespace sispde
