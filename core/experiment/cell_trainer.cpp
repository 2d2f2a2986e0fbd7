#include "core/experiment/cell_trainer.h"

#include <atomic>
#include <chrono>

#include "core/base/machine.h"
#include "core/base/parallel.h"
#include "core/detect/network_features.h"
#include "core/train/run.h"
#include "core/train/training_setup.h"

namespace sispde {
namespace {

CellOutcome outcomeOf(const Snapshot& last) {
  const Scoring& scoring = *last.scoring;
  CellOutcome outcome;
  outcome.accuracy = scoring.evaluation.idAccuracy;
  outcome.epoch = scoring.epoch;
  if (scoring.epoch > 0) {
    const EpochReport& epoch = last.history->epochs[static_cast<std::size_t>(scoring.epoch) - 1];
    outcome.trainNll = epoch.trainNll;
    outcome.validationNll = epoch.validationNll;
  }
  outcome.primary = scoring.evaluation.primary;
  outcome.scores = scoring.metrics;
  return outcome;
}

// Called by the thread that trains, at the end too; `used` is then the time of a processor that it has had.
std::function<void(const Snapshot&)> epochsTo(const Progress& progress,
                                              const std::shared_ptr<std::atomic<double>>& used) {
  return [progress, used](const Snapshot& snapshot) {
    *used = threadSeconds();
    if (snapshot.state == RunState::Running && snapshot.epochCount > 0)
      progress.report(-1, fmt::format("epoch {} of {}", snapshot.epoch, snapshot.epochCount));
  };
}

}  // namespace

CellTrainer::Needs CellTrainer::needsOf(const Cell& cell) const {
  const GridSystem& system = experiment_.grid.systems[cell.system];
  const GridDataset& dataset = experiment_.datasets[cell.dataset];
  Needs needs;
  if (system.rewire) {
    needs.graph = fmt::format("{} {}", cell.dataset, rewireJson(*system.rewire).dump());
    if (system.rewire->random) needs.graph += fmt::format(" {}", cell.seed);
  }
  needs.options = shiftOptionsFor(cell.shift, cell.options, *dataset.data, cell.seed);
  needs.config = modelConfigOf({system.detector, cell.options, needs.options}, *dataset.data, dataset.hash);
  // All that shiftOptionsFor takes from the options, and how features are scaled.
  needs.shift =
      fmt::format("{} {} {} {} {} {} {}", cell.dataset, needs.graph, shiftName(cell.shift), cell.seed,
                  static_cast<int>(needs.options.classes), static_cast<int>(needs.options.featureMode),
                  static_cast<int>(needs.config.options.featureScaling));
  return needs;
}

void CellTrainer::expect(const std::vector<const Cell*>& cells) {
  for (const Cell* cell : cells) {
    const Needs needs = needsOf(*cell);
    if (!needs.graph.empty()) graphs_.expect(needs.graph);
    shifts_.expect(needs.shift);
  }
}

Result<CellOutcome> CellTrainer::run(const Cell& cell, const Progress& progress) {
  const Needs needs = needsOf(cell);
  // Whatever way the training ends, by an exception too.
  const std::shared_ptr<const void> released(nullptr, [&](const void*) {
    if (!needs.graph.empty()) graphs_.release(needs.graph);
    shifts_.release(needs.shift);
  });
  return train(cell, needs, progress);
}

Result<CellOutcome> CellTrainer::train(const Cell& cell, const Needs& needs, const Progress& progress) {
  const GridSystem& system = experiment_.grid.systems[cell.system];
  const Dataset* data = experiment_.datasets[cell.dataset].data.get();
  std::shared_ptr<const RewiredData> rewired;
  if (system.rewire) {
    SISPDE_TRY(rewired, graphs_.get(needs.graph,
                                    [&] { return rewireData(*data, *system.rewire, cell.seed, progress); }));
    data = &rewired->data;
  }
  SISPDE_TRY(const std::shared_ptr<const ShiftedData> shifted, shifts_.get(needs.shift, [&] {
    progress.report(-1, "shifting");
    return shiftScaled(*data, needs.config.options.featureScaling, needs.options);
  }));
  std::vector<std::string> notes = data->notes;
  notes.insert(notes.end(), shifted->notes.begin(), shifted->notes.end());

  const auto start = std::chrono::steady_clock::now();
  const double before = threadSeconds();
  const auto training = std::make_shared<std::atomic<double>>(0);
  SISPDE_TRY(TrainingSetup setup,
             setUpTraining(needs.config, shifted, std::move(notes), progress, samplers_));
  setup.run.listener = epochsTo(progress, training);
  Result<Snapshot> trained = [&] {
    Run run(std::move(setup.detector), setup.run);
    return runToEnd(run, progress.stop);
  }();  // its thread has ended
  SISPDE_TRY(const Snapshot last, std::move(trained));
  CellOutcome outcome = outcomeOf(last);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (threadCount() == 1) outcome.processorSeconds = threadSeconds() - before + *training;
  outcome.idCount = count(shifted->idTest);
  outcome.oodCount = count(shifted->oodTest);
  outcome.notes = std::move(setup.notes);
  if (const auto note = selectionNote(*shifted, cell.options)) outcome.notes.push_back(*note);
  if (rewired)
    outcome.rewiring =
        CellRewiring{rewired->dropped, rewired->added, rewired->kept, rewired->informativenessAfter};
  return outcome;
}

}  // namespace sispde
