#pragma once
// The threads of a benchmark: each takes the next cell, runs it and writes its result, until none is left, somebody asks to stop, or a result
// cannot be written.

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>

#include "core/experiment/bench.h"
#include "core/experiment/time_left.h"

namespace sispde {

class BenchWorkers {
 public:
  // Fills in what is found of the cells that are run. All arguments must outlive it.
  BenchWorkers(std::vector<PlannedCell>& plan, const ResultsFolder& folder, CellWork& work,
               const BenchOptions& options, const Progress& progress);

  Result<void> run();

 private:
  void takeCells();
  // Runs a cell and writes its result; false where the run is to end. A cell that failed beside others is put aside instead: it may have
  // lacked the memory that they had, and is run once more when nothing else is. Its failure is not written before that, for a run that
  // was stopped in between would keep it.
  bool runCell(PlannedCell& planned, bool alone);
  // The result, or an error that ends the run.
  Result<CellJson> resultOf(PlannedCell& planned);
  // The cell is under way from now on, and no longer put aside.
  void begin(const PlannedCell& planned);
  void finish(const PlannedCell& planned, double seconds);
  // Under the lock: counts anew what waits; and "12 of 340 cells, 3 h 20 min left".
  void lookAhead();
  std::string standing() const;
  Progress reporting(const Cell& cell);
  void giveUp(Error error);

  std::vector<PlannedCell>& plan_;
  const ResultsFolder& folder_;
  CellWork& work_;
  const BenchOptions& options_;
  const Progress& progress_;

  std::vector<PlannedCell*> pending_;
  std::atomic<std::size_t> next_{0};
  std::stop_source stop_;

  using Clock = std::chrono::steady_clock;
  std::mutex mutex_;
  TimeLeft times_;
  std::vector<PlannedCell*> aside_;
  std::size_t done_ = 0;                               // of pending_
  std::map<const Cell*, Clock::time_point> underWay_;  // since when
  std::vector<double> waiting_;                        // expected seconds of the others
  std::optional<Error> error_;
};

}  // namespace sispde
