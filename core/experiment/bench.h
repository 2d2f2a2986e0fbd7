#pragma once
// Runs the cells of an experiment, several at once where wanted, and keeps one result file per cell. It can be stopped at any point and
// started again: cells that are there are kept, what was under way is run again. Results do not depend on the number of jobs, on threads, on
// shards, or on how often a run was stopped.
//
// What is found in the folder:
//   done, of this configuration      kept
//   failed, of this configuration    kept; run again with `retry`
//   damaged, or not a cell           run again
//   of another configuration         an error before anything runs; run again with `replace`

#include "core/experiment/results_folder.h"
#include "core/experiment/shard.h"

namespace sispde {

// How a cell is run; from several threads at once.
class CellWork {
 public:
  virtual ~CellWork() = default;
  // All cells that will be run, once, before the first.
  virtual void expect(const std::vector<const Cell*>& cells) = 0;
  // An error is the cell's failure, but for Cancelled.
  virtual Result<CellOutcome> run(const Cell& cell, const Progress& progress) = 0;
};

struct BenchOptions {
  int jobs = 1;  // cells at once, 1 … 1024
  // Patterns of keys with *, ? and […], as of file names: cells that match one of `only` (all where it is empty) and none of `skip`.
  std::vector<std::string> only, skip;
  Shard shard;  // of those
  bool retry = false;
  bool replace = false;
  std::string program;  // version and commit, kept with the cells
};

struct PlannedCell {
  const Cell* cell = nullptr;
  CellJson head;
  ResultsFolder::Found found;
  bool toRun = true;
};
// The chosen cells of the shard and what the folder holds of them; changes nothing.
Result<std::vector<PlannedCell>> planBench(const Experiment& experiment, const ResultsFolder& folder,
                                           const BenchOptions& options);

struct BenchReport {
  std::size_t cells = 0;                  // of the shard
  std::size_t kept = 0;                   // were there
  std::size_t made = 0;                   // were run now, failed ones too
  std::size_t damaged = 0, replaced = 0;  // of those that were run, found damaged or of another configuration
  std::vector<std::pair<std::string, std::string>>
      failures;  // key and sentence, kept ones too, in the order of the cells
};

// Cancelled where it was stopped; a failure where a result cannot be written, which ends the run.
Result<BenchReport> runBench(const Experiment& experiment, const ResultsFolder& folder, CellWork& work,
                             const BenchOptions& options, const Progress& progress = {});

}  // namespace sispde
