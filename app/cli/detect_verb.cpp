#include <algorithm>
#include <chrono>

#include "app/cli/data_argument.h"
#include "app/cli/detect_table.h"
#include "app/cli/epoch_progress.h"
#include "app/cli/ood_marks.h"
#include "app/cli/training_options.h"
#include "app/cli/verb.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "core/detect/make_detector.h"
#include "core/detect/network_features.h"
#include "core/detect/presets.h"
#include "core/graph/dataset_hash.h"
#include "core/shift/calibration_split.h"
#include "core/train/detection_csv.h"
#include "core/train/model_folder.h"
#include "core/train/run.h"
#include "core/train/training_setup.h"

namespace sispde::cli {
namespace {

// Scores of all nodes, and the nodes that they calibrate and test.
struct Scored {
  std::string detector;
  ShiftKind shift = ShiftKind::None;
  ShiftedData data;
  Mask calibration;
  Evaluation evaluation;
  int epoch = 0;
};

class DetectVerb final : public Verb {
 public:
  const char* name() const override { return "detect"; }
  const char* summary() const override {
    return "Flags out-of-distribution nodes with a controlled false discovery rate; no OOD labels are "
           "needed.";
  }
  const char* examples() const override {
    return "Validation nodes are divided: one part chooses the epoch, the other calibrates. A tested node's "
           "p-value is "
           "the share of calibration nodes whose score is at least as high. With a model, test nodes with a "
           "label "
           "calibrate. OOD nodes that the data or the options mark are kept out of training and calibration, "
           "and show "
           "how good the answer is.\n"
           "Examples:\n"
           "  sispde detect mine.csv --alpha 0.05 --out flagged.csv\n"
           "  sispde detect mine.csv --alpha 0.1 --detector gnnsafe --score energy-prop --out flagged.csv\n"
           "  sispde detect cora.npz --shift label --alpha 0.1 --out flagged.csv\n"
           "  sispde detect mine.csv --control false-alarm --alpha 0.01 --out alarms.csv\n"
           "  sispde detect mine.csv --model runs/mine --alpha 0.05 --out flagged.csv";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("DATA", argument_.data, "File, folder, data-set name or generator")->required();
    command.add_option("--nodes", argument_.nodes, "Node table of a CSV edge list");
    command.add_option("--alpha", options_.alpha, "Level: the share of false discoveries or alarms")
        ->capture_default_str();
    command.add_option("--calibrate-for", calibrationLevel_,
                       "Level that enough calibration nodes are held out for (default: alpha)");
    command
        .add_option("--control", options_.control,
                    "What alpha bounds: the share of flagged nodes that are in distribution (default: fdr), "
                    "or of nodes "
                    "in distribution that are flagged")
        ->transform(
            CLI::CheckedTransformer(std::map<std::string, Control>{{"fdr", Control::FalseDiscovery},
                                                                   {"false-alarm", Control::FalseAlarm}})
                .description("{fdr,false-alarm}"));
    command.add_option("--score", score_, "Which score to test with (default: the detector's primary one)");
    command.add_option("--model", model_, "Folder that train wrote, in place of a training");
    training_.add(command, "Which OOD nodes are known (default: given where something is marked, else none)");
    marks_.addClasses(command);
    marks_.addNodes(command, argument_);
    command.add_option("--out", out_, "CSV file: one line per tested node, the most OOD first")->required();
  }
  Result<void> run(Console& console) override {
    SISPDE_CHECK(console.checkOutput(out_));
    SISPDE_CHECK(checkLevel(options_.alpha));
    if (calibrationLevel_) SISPDE_CHECK(checkLevel(*calibrationLevel_));
    SISPDE_CHECK(checkModelOptions());
    if (marks_.any(argument_)) SISPDE_CHECK(training_.useMarks());
    SISPDE_TRY(Dataset data, openData(argument_, console));
    SISPDE_CHECK(marks_.apply(argument_, data));
    if (!training_.shiftChosen) training_.shift = count(data.ood) > 0 ? ShiftKind::Given : ShiftKind::None;
    std::vector<std::string> notes = data.notes;
    const auto start = std::chrono::steady_clock::now();
    SISPDE_TRY(const Scored scored,
               model_.empty() ? trained(console, data, notes) : byModel(console, data, notes));
    SISPDE_TRY(const NamedScore* score, chosenScore(scored.evaluation));
    const DetectionTask task =
        detectionTask(scored.data, scored.shift, scored.calibration, seesExposure(scored.detector));
    SISPDE_TRY(const TaskDetection found, detectNodes(task, *score, options_));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    SISPDE_CHECK(writeFile(out_, detectionCsv(task, found, scored.data, scored.evaluation.prediction)));

    notes.insert(notes.begin(), found.detection.notes.begin(), found.detection.notes.end());
    Json json = detectionJson(found);
    json.update({{"detector", scored.detector},
                 {"score", score->name},
                 {"shift", shiftName(scored.shift)},
                 {"seed", console.options.seed},
                 {"data", data.name},
                 {"hash", contentHash(data)},
                 {"epoch", scored.epoch},
                 {"accuracy", scored.evaluation.idAccuracy},
                 {"seconds", seconds},
                 {"notes", notes}});
    return console.show(
        fmt::format("{} on {}, score {}, alpha {:g} ({}): {} of {} tested nodes flagged: wrote {}",
                    scored.detector, data.name, score->name, options_.alpha, controlName(options_.control),
                    grouped(found.detection.flaggedCount), grouped(found.detection.tested), out_),
        {detectionTable(found)}, notes, json);
  }

 private:
  Result<void> checkModelOptions() const {
    if (model_.empty() || (training_.set.empty() && training_.preset.empty() && training_.config.empty()))
      return {};
    return usageError("A trained model has its options; --set, --preset and --config go without --model");
  }

  // Trains with a part of the validation nodes held out.
  Result<Scored> trained(Console& console, const Dataset& data, std::vector<std::string>& notes) {
    SISPDE_TRY(const DetectorOptions options, training_.options());
    Scored scored{training_.detector, training_.shift, {}, {}, {}, 0};
    ShiftOptions shift = training_.shiftOptions(options, data, console.options.seed);
    if (data.splits.empty() && !training_.randomSplit) shift.randomSplit = SplitShares{};
    console.working("preparing");
    SISPDE_TRY(TrainingSetup setup, setUpTraining({training_.detector, options, shift, calibrationLevel()},
                                                  data, console.progress()));
    notes = std::move(setup.notes);
    scored.data = *setup.data;
    scored.calibration = std::move(setup.calibration);
    RunOptions runOptions = std::move(setup.run);
    runOptions.scoreEvery = 0;
    runOptions.listener = epochProgress(console.progress());
    Run run(std::move(setup.detector), runOptions);
    console.working("training");
    SISPDE_TRY(const Snapshot last, runToEnd(run, console.progress().stop));
    if (!last.message.empty()) notes.push_back(last.message);
    scored.evaluation = last.scoring->evaluation;
    scored.epoch = last.scoring->epoch;
    return scored;
  }

  // The validation nodes of a model chose its epoch, so labelled test nodes calibrate. On the data of the training the
  // split is known; on others all that a split calls training or validation is left aside.
  Result<Scored> byModel(Console& console, const Dataset& data, std::vector<std::string>& notes) {
    SISPDE_TRY(const ModelConfig config, readConfig(model_));
    SISPDE_TRY(const Checkpoint checkpoint, readCheckpoint(checkpointPath(model_)));
    if (checkpoint.best.empty())
      return inputError({checkpointPath(model_)},
                        "No epoch was selected yet; go on with sispde train --resume");
    const bool same = contentHash(data) == config.dataHash;
    Scored scored{config.detector, training_.shift, {}, {}, {}, checkpoint.bestEpoch};
    SISPDE_TRY(const ShiftKind trainedOn, parseShiftKind(config.shift));
    if (same && training_.shiftChosen && training_.shift != trainedOn)
      return usageError(
          "The model was trained under --shift {}, which decides who trained; leave --shift out",
          config.shift);
    console.working("scoring");
    const DetectorRequest request{config.detector, config.options, config.seed};
    std::unique_ptr<Detector> detector;
    if (same) {
      scored.shift = trainedOn;
      TrainingOptions as = training_;
      as.shift = trainedOn;
      as.randomSplit = config.split != "stored";
      SISPDE_TRY(scored.data, shiftScaled(data, config.options.featureScaling,
                                          as.shiftOptions(config.options, data, config.seed)));
      SISPDE_TRY(detector, makeDetector(request, scored.data, notes, console.progress()));
    } else {
      if (scored.shift != ShiftKind::Given && scored.shift != ShiftKind::None)
        return usageError(
            "A model that was trained on other data tests these as they are: --shift given or none");
      ShiftOptions shift{.kind = scored.shift, .seed = console.options.seed};
      if (data.splits.empty()) shift.randomSplit = SplitShares{0, 0};
      SISPDE_TRY(scored.data, applyShift(data, shift));
      SISPDE_TRY(detector, makeScorer(request, data, config.classes, config.features,
                                      members(scored.data.idTest), notes, console.progress()));
      notes.push_back(fmt::format("The model was trained on other data ({}).", config.data));
    }
    notes.insert(notes.end(), scored.data.notes.begin(), scored.data.notes.end());
    scored.calibration = calibrationOfTest(scored.data, calibrationLevel(), console.options.seed);
    notes.push_back(
        fmt::format("{} test nodes with a label calibrate, held to be in distribution; the model's own "
                    "validation nodes chose its "
                    "epoch and cannot.",
                    count(scored.calibration)));
    SISPDE_CHECK(detector->prepare(console.progress()));
    if (const auto kernel = kernelOfEpoch(checkpoint.history, checkpoint.kernel, checkpoint.bestEpoch);
        kernel && detector->kernel() && *kernel != *detector->kernel())
      SISPDE_CHECK(detector->setKernel(*kernel, console.progress()));
    SISPDE_CHECK(detector->setWeights(checkpoint.best));
    SISPDE_TRY(scored.evaluation, detector->evaluate({}, console.progress()));
    return scored;
  }

  double calibrationLevel() const { return calibrationLevel_.value_or(options_.alpha); }

  Result<const NamedScore*> chosenScore(const Evaluation& evaluation) const {
    const std::string& wanted = score_.empty() ? evaluation.primary : score_;
    std::vector<std::string> names;
    for (const NamedScore& score : evaluation.scores) {
      if (score.name == wanted) return &score;
      names.push_back(score.name);
    }
    return usageError("There is no score {}; there are {}", inQuotes(wanted), fmt::join(names, ", "));
  }

  DataArgument argument_;
  OodMarks marks_;
  TrainingOptions training_;
  DetectionOptions options_;
  std::optional<double> calibrationLevel_;
  std::string score_, model_, out_;
};

}  // namespace

std::unique_ptr<Verb> makeDetectVerb() {
  return std::make_unique<DetectVerb>();
}

}  // namespace sispde::cli
