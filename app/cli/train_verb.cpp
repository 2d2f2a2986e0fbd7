#include <chrono>

#include "app/cli/data_argument.h"
#include "app/cli/epoch_progress.h"
#include "app/cli/ood_marks.h"
#include "app/cli/score_table.h"
#include "app/cli/training_options.h"
#include "app/cli/verb.h"
#include "core/base/atomic_file.h"
#include "core/base/option_table.h"
#include "core/train/run.h"
#include "core/train/training_setup.h"

namespace sispde::cli {
namespace {

class TrainVerb final : public Verb {
 public:
  const char* name() const override { return "train"; }
  const char* summary() const override { return "Trains a detector under a shift and scores the nodes."; }
  const char* examples() const override {
    return "Progress goes to standard error. A folder given by --out keeps configuration, metrics, scores of "
           "every "
           "node and a checkpoint; a training that was stopped goes on with --resume.\n"
           "Examples:\n"
           "  sispde train cora.npz --detector sispde --preset reference --shift structure --seed 1\n"
           "  sispde train cora.npz --detector gnnsafe --shift feature --out runs/cora_gnnsafe\n"
           "  sispde train cora.npz --set nu=5 --set kernel=heat --set train_samples=3 --out runs/heat\n"
           "  sispde train cora.npz --set nu=5 --set kernel=heat --set train_samples=3 --out runs/heat "
           "--resume\n"
           "  sispde train mine.csv --ood-classes spam --out runs/mine\n"
           "  sispde train mine.csv --shift none --out runs/mine\n"
           "  sispde train --preset paper-literal --explain";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("DATA", argument_.data, "File, folder, data-set name or generator");
    command.add_option("--nodes", argument_.nodes, "Node table of a CSV edge list");
    training_.add(command);
    marks_.addClasses(command);
    marks_.addNodes(command, argument_);
    command.add_flag("--explain", explain_,
                     "Show all options and why the preset sets what it sets; train nothing");
    command.add_option("--out", out_, "Folder for configuration, metrics, scores and checkpoint");
    command.add_flag("--resume", resume_, "Go on with the training in the folder of --out");
    command.add_option("--checkpoint-every", checkpointEvery_, "Epochs between checkpoints")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
  }
  Result<void> run(Console& console) override {
    if (explain_) return explainOptions(training_, console);
    if (argument_.data.empty()) return usageError("Name the data set to train on");
    if (resume_ && out_.empty()) return usageError("--resume goes with --out, the folder to go on with");
    SISPDE_TRY(const DetectorOptions options, training_.options());
    if (marks_.any(argument_)) SISPDE_CHECK(training_.useMarks());
    SISPDE_TRY(Dataset data, openData(argument_, console));
    SISPDE_CHECK(marks_.apply(argument_, data));
    console.working("preparing");
    const auto start = std::chrono::steady_clock::now();
    SISPDE_TRY(TrainingSetup setup,
               setUpTraining(
                   {training_.detector, options, training_.shiftOptions(options, data, console.options.seed)},
                   data, console.progress()));
    if (!out_.empty()) SISPDE_CHECK(openModelFolder(out_, setup.config, resume_));
    const ModelConfig config = setup.config;
    const std::shared_ptr<const ShiftedData> shifted = setup.data;
    std::vector<std::string> notes = std::move(setup.notes);
    SISPDE_TRY(const Snapshot last, train(console, std::move(setup)));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report(console, config, *shifted, last, seconds, std::move(notes));
  }

 private:
  Result<Snapshot> train(Console& console, TrainingSetup setup) {
    RunOptions options = std::move(setup.run);
    if (!out_.empty()) {
      options.checkpointPath = checkpointPath(out_);
      options.checkpointEvery = checkpointEvery_;
    }
    const Progress progress = console.progress();
    options.listener = epochProgress(progress);
    Run run(std::move(setup.detector), options);
    if (resume_) {
      SISPDE_TRY(const Checkpoint checkpoint, readCheckpoint(checkpointPath(out_)));
      SISPDE_CHECK(run.restore(checkpoint));
    }
    console.working("training");
    return runToEnd(run, progress.stop);
  }

  Result<void> report(Console& console, const ModelConfig& config, const ShiftedData& shifted,
                      const Snapshot& last, double seconds, std::vector<std::string> notes) const {
    const Scoring& scoring = *last.scoring;
    if (const auto note = selectionNote(shifted, config.options)) notes.push_back(*note);
    if (!last.message.empty()) notes.push_back(last.message);
    const ShownScores shown = showScores(scoring, config.detector, config.options);
    notes.insert(notes.end(), shown.notes.begin(), shown.notes.end());
    const EpochReport& epoch = last.history->epochs[static_cast<std::size_t>(scoring.epoch) - 1];
    SISPDE_TRY(const std::string text, configText(config));
    const Json json = {{"detector", config.detector},
                       {"shift", config.shift},
                       {"seed", config.seed},
                       {"accuracy", scoring.evaluation.idAccuracy},
                       {"epoch", scoring.epoch},
                       {"epochs", last.epoch},
                       {"seconds", seconds},
                       {"nll", {{"train", epoch.trainNll}, {"validation", epoch.validationNll}}},
                       {"n_id", count(shifted.idTest)},
                       {"n_ood", count(shifted.oodTest)},
                       {"scores", shown.json},
                       {"primary", scoring.evaluation.primary},
                       {"config", Json::parse(text)},
                       {"notes", notes}};
    if (!out_.empty()) SISPDE_CHECK(writeFolder(json, shifted, last));
    const std::string title =
        fmt::format("{} on {}, {} shift, seed {}: epoch {} of {}, accuracy {} on {} ID test nodes{}",
                    config.detector, config.data, config.shift, config.seed, scoring.epoch, last.epoch,
                    fixed(scoring.evaluation.idAccuracy), grouped(count(shifted.idTest)),
                    out_.empty() ? "" : fmt::format(": wrote {}", out_));
    return console.show(title, {shown.table}, notes, json);
  }

  Result<void> writeFolder(const Json& json, const ShiftedData& shifted, const Snapshot& last) const {
    SISPDE_CHECK(
        writeFile(out_ + "/metrics.json", json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
    SISPDE_CHECK(writeFile(out_ + "/history.csv", historyCsv(*last.history)));
    const Evaluation& evaluation = last.scoring->evaluation;
    ScoredGraph id{&shifted.training, "training", shifted.idTest, {}, evaluation.prediction, {}};
    ScoredGraph ood{&shifted.test, "test", {}, shifted.oodTest, {}, {}};
    for (const NamedScore& score : evaluation.scores) {
      id.scores.emplace_back(score.name, score.id);
      ood.scores.emplace_back(score.name, score.ood);
    }
    if (!shifted.wholeGraph) {
      id.oodTest = shifted.oodTest;
      return writeFile(out_ + "/scores.csv", scoresCsv({id}));
    }
    return writeFile(out_ + "/scores.csv", scoresCsv({id, ood}));
  }

  DataArgument argument_;
  OodMarks marks_;
  TrainingOptions training_;
  std::string out_;
  bool explain_ = false, resume_ = false;
  int checkpointEvery_ = 20;
};

}  // namespace

std::unique_ptr<Verb> makeTrainVerb() {
  return std::make_unique<TrainVerb>();
}

}  // namespace sispde::cli
