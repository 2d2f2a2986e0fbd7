#include "core/experiment/bench.h"

#include <algorithm>

#include <fnmatch.h>

#include "core/experiment/bench_workers.h"

namespace sispde {

using State = ResultsFolder::State;

namespace {

bool matches(const std::vector<std::string>& patterns, const std::string& key) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return ::fnmatch(pattern.c_str(), key.c_str(), 0) == 0;
  });
}

Result<std::vector<const Cell*>> chosenCells(const Experiment& experiment, const BenchOptions& options) {
  std::vector<const Cell*> chosen, mine;
  for (const Cell& cell : experiment.cells)
    if ((options.only.empty() || matches(options.only, cell.key)) && !matches(options.skip, cell.key))
      chosen.push_back(&cell);
  if (chosen.empty())
    return usageError("No cell of the grid {} is left by --only and --skip; --list shows their keys",
                      experiment.grid.name);
  for (const std::size_t place : cellsOfShard(chosen.size(), options.shard)) mine.push_back(chosen[place]);
  return mine;
}

}  // namespace

Result<std::vector<PlannedCell>> planBench(const Experiment& experiment, const ResultsFolder& folder,
                                           const BenchOptions& options) {
  std::vector<PlannedCell> plan;
  SISPDE_TRY(const std::vector<const Cell*> chosen, chosenCells(experiment, options));
  for (const Cell* cell : chosen) {
    PlannedCell planned;
    planned.cell = cell;
    SISPDE_TRY(planned.head, cellHead(experiment, *cell, options.program));
    planned.found = folder.find(planned.head);
    const State state = planned.found.state;
    planned.toRun = !(state == State::Done || (state == State::Failed && !options.retry));
    plan.push_back(std::move(planned));
  }
  return plan;
}

// All cells, not only those that this call runs: a report makes means of what lies in one folder.
static Result<void> checkConfigurations(const Experiment& experiment, const ResultsFolder& folder,
                                        const std::string& program) {
  std::string path, difference;
  std::size_t others = 0;
  for (const Cell& cell : experiment.cells) {
    SISPDE_TRY(const CellJson head, cellHead(experiment, cell, program));
    const ResultsFolder::Found found = folder.find(head);
    if (found.state != State::Other || others++ > 0) continue;
    path = folder.cellPath(cell.key);
    difference = found.words;
  }
  if (others == 0) return {};
  return inputError({path},
                    "This result is of another configuration; what differs: {}. {} of {} cells {}. Name "
                    "another folder, or take --replace to run such cells again",
                    difference, others, experiment.cells.size(), others == 1 ? "differs" : "differ");
}

Result<BenchReport> runBench(const Experiment& experiment, const ResultsFolder& folder, CellWork& work,
                             const BenchOptions& options, const Progress& progress) {
  if (!options.replace) SISPDE_CHECK(checkConfigurations(experiment, folder, options.program));
  SISPDE_TRY(std::vector<PlannedCell> plan, planBench(experiment, folder, options));
  BenchReport report;
  report.cells = plan.size();
  for (const PlannedCell& planned : plan) {
    ++(planned.toRun ? report.made : report.kept);
    if (planned.found.state == State::Other) ++report.replaced;
    if (planned.found.state == State::Damaged) ++report.damaged;
  }
  SISPDE_CHECK(folder.open(experiment));
  BenchWorkers workers(plan, folder, work, options, progress);
  SISPDE_CHECK(workers.run());
  for (const PlannedCell& planned : plan)
    if (planned.found.state == State::Failed)
      report.failures.emplace_back(planned.cell->key, planned.found.words);
  return report;
}

}  // namespace sispde
