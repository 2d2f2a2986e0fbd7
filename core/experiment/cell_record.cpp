#include "core/experiment/cell_record.h"

#include "core/base/option_table.h"
#include "core/detect/presets.h"
#include "core/train/training_request.h"

namespace sispde {
namespace {

CellJson orNull(const std::optional<double>& value) {
  return value ? CellJson(*value) : CellJson(nullptr);
}

CellJson object(const std::vector<Setting>& settings) {
  CellJson json = CellJson::object();
  for (const auto& [key, value] : settings) json[key] = value;
  return json;
}

// Metrics that are not defined are null.
CellJson scoresJson(const std::vector<ScoreMetrics>& scores) {
  CellJson json = CellJson::object();
  for (const ScoreMetrics& score : scores) {
    const auto value = [&](double metric) {
      return score.error.empty() ? CellJson(metric) : CellJson(nullptr);
    };
    const OodMetrics& m = score.metrics;
    json[score.name] = {{"auroc", value(m.auroc)},
                        {"aupr_in", value(m.auprIn)},
                        {"aupr_out", value(m.auprOut)},
                        {"fpr95", value(m.fpr95)},
                        {"det_acc", value(m.detAcc)}};
  }
  return json;
}

std::string optionDifference(const CellJson& head, const CellJson& stored) {
  const auto defaults = defaultsOf(head["detector"].get<std::string>());
  const auto ours = optionsFromJson(head["config"]["options"], detectorOptionTable());
  const auto theirs = optionsFromJson(stored["config"]["options"], detectorOptionTable(),
                                      defaults.value_or(DetectorOptions{}));
  if (!ours || !theirs) return "options";
  std::string differences;
  for (const auto& field : detectorOptionTable().fields) {
    const OptionValue here = field.get(*ours), there = field.get(*theirs);
    if (here == there) continue;
    differences += fmt::format("{}{} ({} here, {} there)", differences.empty() ? "" : ", ", field.info.key,
                               valueText(here), valueText(there));
  }
  return differences;
}

}  // namespace

Result<CellJson> cellHead(const Experiment& experiment, const Cell& cell, const std::string& program) {
  const GridSystem& system = experiment.grid.systems[cell.system];
  const GridDataset& dataset = experiment.datasets[cell.dataset];
  const Dataset& data = *dataset.data;
  const ModelConfig model = modelConfigOf(
      {system.detector, cell.options, shiftOptionsFor(cell.shift, cell.options, data, cell.seed)}, data,
      dataset.hash);
  SISPDE_TRY(const std::string text, configText(model));
  CellJson config = CellJson::parse(text);
  config["rewire"] = system.rewire ? rewireJson(*system.rewire) : CellJson(nullptr);
  std::vector<Setting> settings = system.set;
  settings.insert(settings.end(), cell.combination.begin(), cell.combination.end());
  CellJson search = nullptr;
  if (!system.search.empty()) search = {{"group", cell.group}, {"values", object(cell.combination)}};
  return CellJson{{"format", "sispde-cell"},
                  {"version", cellVersion},
                  {"key", cell.key},
                  {"dataset", dataset.name},
                  {"data_hash", dataset.hash},
                  {"nodes", data.nodeCount()},
                  {"edges", data.graph.edgeCount()},
                  {"informativeness", orNull(dataset.informativeness)},
                  {"shift", shiftName(cell.shift)},
                  {"detector", system.detector},
                  {"variant", system.variant},
                  {"settings", object(settings)},
                  {"preset", system.preset},
                  {"seed", cell.seed},
                  {"state", "done"},
                  {"error", nullptr},
                  {"accuracy", nullptr},
                  {"epoch", nullptr},
                  {"seconds", nullptr},
                  {"processor_seconds", nullptr},
                  {"nll", nullptr},
                  {"primary", nullptr},
                  {"scores", CellJson::object()},
                  {"n_id", nullptr},
                  {"n_ood", nullptr},
                  {"rewiring", nullptr},
                  {"search", search},
                  {"config", config},
                  {"notes", CellJson::array()},
                  {"program", program}};
}

CellJson doneCell(CellJson head, const CellOutcome& outcome) {
  head.erase("error");
  head["accuracy"] = outcome.accuracy;
  head["epoch"] = outcome.epoch;
  head["seconds"] = outcome.seconds;
  head["processor_seconds"] = orNull(outcome.processorSeconds);
  head["nll"] = {{"train", outcome.trainNll}, {"validation", outcome.validationNll}};
  head["primary"] = outcome.primary;
  head["scores"] = scoresJson(outcome.scores);
  head["n_id"] = outcome.idCount;
  head["n_ood"] = outcome.oodCount;
  if (outcome.rewiring)
    head["rewiring"] = {
        {"dropped", outcome.rewiring->dropped},
        {"added", outcome.rewiring->added},
        {"kept", outcome.rewiring->kept},
        {"informativeness",
         {{"before", head["informativeness"]}, {"after", orNull(outcome.rewiring->informativenessAfter)}}}};
  head["notes"] = outcome.notes;
  return head;
}

CellJson failedCell(CellJson head, const std::string& sentence) {
  head["state"] = "failed";
  head["error"] = sentence;
  return head;
}

std::string cellDifference(const CellJson& head, const CellJson& stored) {
  for (const char* key : {"version", "data_hash", "shift", "detector", "seed"})
    if (head[key] != stored[key])
      return fmt::format("{} ({} here, {} there)", key, option_table::shown(head[key]),
                         option_table::shown(stored[key]));
  for (const char* key : {"split", "rewire"})
    if (head["config"][key] != stored["config"].value(key, CellJson(nullptr))) return key;
  return optionDifference(head, stored);
}

}  // namespace sispde
