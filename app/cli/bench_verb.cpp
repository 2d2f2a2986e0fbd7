#include <chrono>

#include <sispde_commit.h>

#include "app/cli/verb.h"
#include "app/common/find_data.h"
#include "core/detect/detector_mistakes.h"
#include "core/experiment/cell_trainer.h"
#include "core/experiment/time_left.h"

namespace sispde::cli {
namespace {

std::string count(std::size_t number, const char* what) {
  return fmt::format("{} {}{}", grouped(static_cast<std::int64_t>(number)), what, number == 1 ? "" : "s");
}

const char* stateName(ResultsFolder::State state) {
  switch (state) {
    case ResultsFolder::State::Absent: return "to run";
    case ResultsFolder::State::Done: return "done";
    case ResultsFolder::State::Failed: return "failed";
    case ResultsFolder::State::Damaged: return "damaged";
    case ResultsFolder::State::Other: return "of another configuration";
  }
  return "";
}

class BenchVerb final : public Verb {
 public:
  const char* name() const override { return "bench"; }
  const char* summary() const override {
    return "Trains every cell of a grid: data sets × shifts × systems × seeds.";
  }
  const char* examples() const override {
    return "A grid is a JSON file, or one of the ready grids table1, table2, nu-sweep, quick and "
           "gold-margins "
           "(docs/benchmark.md). Each cell leaves one "
           "file in DIR/cells; sispde report DIR makes tables of them. A run that was stopped goes on when "
           "it is started again. Seeds are "
           "those of the grid; --seed is that of generated data sets.\n"
           "Examples:\n"
           "  sispde bench quick --out results/quick --jobs 2\n"
           "  sispde bench table1 --out results/table1 --shard 0/8\n"
           "  sispde bench table1 --out results/table1 --only 'cora-*' --skip '*-gold-*'\n"
           "  sispde bench mine.json --list";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("GRID", grid_, "File of a grid, or the name of a ready grid")->required();
    command.add_option("--out", out_, "Folder for the results; cells that are there are kept");
    command.add_option("--jobs", options_.jobs, "Cells at once; results do not depend on it")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command.add_option("--shard", shard_, "Run part i of n alone, as i/n with i from 0 to n - 1")
        ->capture_default_str();
    command
        .add_option("--only", options_.only,
                    "Cells whose key matches this pattern alone, as 'cora-*'; repeatable")
        ->allow_extra_args(false);
    command.add_option("--skip", options_.skip, "No cells whose key matches, as '*-gold-*'; repeatable")
        ->allow_extra_args(false);
    command.add_flag("--list", list_, "Show the cells, and with --out what is there of them; run nothing");
    command.add_flag("--retry", options_.retry, "Run cells again that failed before");
    command.add_flag("--replace", options_.replace,
                     "Run cells again whose result is of another configuration");
  }
  Result<void> run(Console& console) override {
    if (out_.empty() && !list_) return usageError("Name a folder for the results with --out");
    SISPDE_TRY(options_.shard, parseShard(shard_));
    options_.program = fmt::format("{}, commit {}", SISPDE_VERSION, sispdeCommit);
    SISPDE_TRY(const std::string text, gridText(grid_));
    SISPDE_TRY(const Experiment experiment,
               makeExperiment(
                   text, grid_,
                   [&](const std::string& data) {
                     return findData({data, {}, console.options.dataDir, console.options.seed, {}, true},
                                     console.progress());
                   },
                   [](const std::string& detector, const DetectorOptions& options) {
                     return detectorMistakes({detector, options, 0});
                   },
                   console.progress()));
    const ResultsFolder folder(out_);
    if (list_) return list(console, experiment, folder);
    const auto start = std::chrono::steady_clock::now();
    CellTrainer trainer(experiment);
    SISPDE_TRY(const BenchReport report, runBench(experiment, folder, trainer, options_, console.progress()));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    SISPDE_CHECK(show(console, experiment.grid, report, seconds));
    if (report.failures.empty()) return {};
    return failure({}, "{} failed; the first is {}: {}", count(report.failures.size(), "cell"),
                   report.failures.front().first, report.failures.front().second);
  }

 private:
  Result<void> list(Console& console, const Experiment& experiment, const ResultsFolder& folder) const {
    SISPDE_TRY(const std::vector<PlannedCell> plan, planBench(experiment, folder, options_));
    Table table{{"cell", "state"}, {}};
    Json cells = Json::array();
    for (const PlannedCell& planned : plan) {
      const char* state = out_.empty() ? "to run" : stateName(planned.found.state);
      table.rows.push_back({planned.cell->key, state});
      cells.push_back({{"key", planned.cell->key}, {"state", state}});
    }
    const Grid& grid = experiment.grid;
    return console.show(fmt::format("{}, {}", grid.name, count(plan.size(), "cell")), {table},
                        grid.meaning.empty() ? std::vector<std::string>() : std::vector{grid.meaning},
                        {{"grid", grid.name}, {"cells", cells}});
  }

  Result<void> show(Console& console, const Grid& grid, const BenchReport& report, double seconds) const {
    Json failures = Json::array();
    Table table;
    for (const auto& [key, sentence] : report.failures) {
      failures.push_back({{"key", key}, {"error", sentence}});
      table.rows.push_back({"failed: " + key, sentence});
    }
    std::vector<std::string> notes;
    if (report.damaged > 0)
      notes.push_back(fmt::format("{} damaged and {} run again.", count(report.damaged, "result"),
                                  report.damaged == 1 ? "was" : "were"));
    if (report.replaced > 0)
      notes.push_back(fmt::format("{} of another configuration replaced.", count(report.replaced, "result")));
    const std::string title = fmt::format("{}, {}: {} there before, {} run in {}, {} failed: wrote {}",
                                          grid.name, count(report.cells, "cell"), report.kept, report.made,
                                          durationText(seconds), report.failures.size(), out_);
    return console.show(title, {table}, notes,
                        {{"grid", grid.name},
                         {"out", out_},
                         {"shard", shard_},
                         {"cells", report.cells},
                         {"kept", report.kept},
                         {"run", report.made},
                         {"failed", report.failures.size()},
                         {"damaged", report.damaged},
                         {"replaced", report.replaced},
                         {"seconds", seconds},
                         {"failures", failures},
                         {"notes", notes}});
  }

  std::string grid_, out_, shard_ = "0/1";
  BenchOptions options_;
  bool list_ = false;
};

}  // namespace

std::unique_ptr<Verb> makeBenchVerb() {
  return std::make_unique<BenchVerb>();
}

}  // namespace sispde::cli
