#include <algorithm>
#include <chrono>

#include "app/cli/data_argument.h"
#include "app/cli/ood_marks.h"
#include "app/cli/score_table.h"
#include "app/cli/verb.h"
#include "core/base/atomic_file.h"
#include "core/detect/make_detector.h"
#include "core/graph/dataset_hash.h"
#include "core/train/model_folder.h"

namespace sispde::cli {
namespace {

// What is known of the nodes: OOD by the file's mask, ID the test nodes of its split, or all others.
struct Truth {
  Mask id, ood;
  bool known() const { return count(id) > 0 && count(ood) > 0; }
};

Truth truthOf(const Dataset& data) {
  Truth truth{Mask(static_cast<std::size_t>(data.nodeCount()), 0), data.ood};
  const bool split = !data.splits.empty() && count(data.splits.front().test) > 0;
  for (NodeId u = 0; u < data.nodeCount(); ++u) {
    const bool ood = !data.ood.empty() && data.ood[u] != 0;
    truth.id[u] = !ood && !data.isPlaceholder(u) && (!split || data.splits.front().test[u] != 0) ? 1 : 0;
  }
  return truth;
}

class ScoreVerb final : public Verb {
 public:
  const char* name() const override { return "score"; }
  const char* summary() const override {
    return "Scores the nodes of this or another graph with a trained model.";
  }
  const char* examples() const override {
    return "The graph must have the features that the model was trained on. Where the file marks its OOD "
           "nodes, the metrics "
           "are shown too.\n"
           "Examples:\n"
           "  sispde train cora.npz --shift label --out runs/cora\n"
           "  sispde score runs/cora cora.npz --out scores.csv\n"
           "  sispde shift cora.npz --kind local --region balls --out odd.npz && sispde score runs/cora "
           "odd.npz";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("MODEL_DIR", folder_, "Folder that train wrote")->required();
    command.add_option("DATA", argument_.data, "File, folder, data-set name or generator")->required();
    command.add_option("--nodes", argument_.nodes, "Node table of a CSV edge list");
    marks_.addClasses(command);
    marks_.addNodes(command, argument_);
    command.add_option("--out", out_, "CSV file for the scores of every node");
  }
  Result<void> run(Console& console) override {
    if (!out_.empty()) SISPDE_CHECK(console.checkOutput(out_));
    SISPDE_TRY(const ModelConfig config, readConfig(folder_));
    SISPDE_TRY(const Checkpoint checkpoint, readCheckpoint(checkpointPath(folder_)));
    SISPDE_TRY(Dataset data, openData(argument_, console));
    SISPDE_CHECK(marks_.apply(argument_, data));
    if (checkpoint.best.empty())
      return inputError({checkpointPath(folder_)},
                        "No epoch was selected yet; go on with sispde train --resume");
    const auto start = std::chrono::steady_clock::now();
    console.working("scoring");
    std::vector<std::string> notes = data.notes;
    DetectorRequest request{config.detector, config.options, config.seed};
    SISPDE_TRY(const auto detector, makeScorer(request, data, config.classes, config.features,
                                               members(truthOf(data).id), notes, console.progress()));
    SISPDE_CHECK(detector->prepare(console.progress()));
    if (const auto kernel = kernelOfEpoch(checkpoint.history, checkpoint.kernel, checkpoint.bestEpoch);
        kernel && detector->kernel() && *kernel != *detector->kernel())
      SISPDE_CHECK(detector->setKernel(*kernel, console.progress()));
    SISPDE_CHECK(detector->setWeights(checkpoint.best));
    SISPDE_TRY(Evaluation evaluation, detector->evaluate({}, console.progress()));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report(console, config, data, std::move(evaluation), checkpoint.bestEpoch, seconds,
                  std::move(notes));
  }

 private:
  Result<void> report(Console& console, const ModelConfig& config, const Dataset& data, Evaluation evaluation,
                      int epoch, double seconds, std::vector<std::string> notes) const {
    const Truth truth = truthOf(data);
    if (!out_.empty()) {
      ScoredGraph graph{&data, "scored", truth.id, truth.ood, evaluation.prediction, {}};
      for (const NamedScore& score : evaluation.scores) graph.scores.emplace_back(score.name, score.id);
      SISPDE_CHECK(writeFile(out_, scoresCsv({graph})));
    }
    Json json = {{"model", config.detector},     {"data", data.name}, {"hash", contentHash(data)},
                 {"nodes", data.nodeCount()},    {"epoch", epoch},    {"seconds", seconds},
                 {"primary", evaluation.primary}};
    std::vector<Table> tables;
    if (!data.labels.empty()) json["accuracy"] = evaluation.idAccuracy;
    if (truth.known()) {
      const Scoring scoring =
          scoringOf(epoch, std::move(evaluation), truth.id, truth.ood, {config.options.detAccGrid});
      const ShownScores shown = showScores(scoring, config.detector, config.options);
      json["scores"] = shown.json;
      tables.push_back(shown.table);
      notes.insert(notes.end(), shown.notes.begin(), shown.notes.end());
    } else {
      Table table{{"score", "smallest", "median", "largest"}, {}};
      for (NamedScore& score : evaluation.scores) {
        std::sort(score.id.begin(), score.id.end());
        table.rows.push_back({score.name, fixed(score.id.front()), fixed(score.id[score.id.size() / 2]),
                              fixed(score.id.back())});
      }
      tables.push_back(table);
      notes.emplace_back(count(truth.ood) > 0
                             ? "All nodes of this file are OOD; metrics need ID nodes beside them."
                             : "Which nodes are OOD is not known here, so there are no metrics.");
    }
    json["notes"] = notes;
    return console.show(
        fmt::format("{}, trained on {}, scores {} nodes of {}{}", config.detector, config.data,
                    grouped(data.nodeCount()), data.name, out_.empty() ? "" : ": wrote " + out_),
        tables, notes, json);
  }

  DataArgument argument_;
  OodMarks marks_;
  std::string folder_, out_;
};

}  // namespace

std::unique_ptr<Verb> makeScoreVerb() {
  return std::make_unique<ScoreVerb>();
}

}  // namespace sispde::cli
