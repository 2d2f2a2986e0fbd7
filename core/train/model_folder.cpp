#include "core/train/model_folder.h"

#include <filesystem>

#include <nlohmann/json.hpp>

#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/base/option_table.h"
#include "core/io/csv.h"
#include "core/train/identity.h"

namespace sispde {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* format = "sispde model";
constexpr int version = 1;

}  // namespace

std::string configPath(const std::string& folder) {
  return folder + "/config.json";
}

std::string checkpointPath(const std::string& folder) {
  return folder + "/checkpoint.npz";
}

Result<std::string> configText(const ModelConfig& config) {
  SISPDE_TRY(const Json options, optionsToJson(config.options, detectorOptionTable()));
  const Json json = {{"format", format},
                     {"version", version},
                     {"detector", config.detector},
                     {"shift", config.shift},
                     {"seed", config.seed},
                     {"data", config.data},
                     {"data_hash", config.dataHash},
                     {"split", config.split},
                     {"classes", config.classes},
                     {"features", config.features},
                     {"options", options}};
  return json.dump(2) + "\n";
}

Result<ModelConfig> readConfig(const std::string& folder) {
  const std::string path = configPath(folder);
  SISPDE_TRY(const std::string text, readFile(path));
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object() || json.value("format", "") != format)
    return inputError({path}, "This is not the configuration of a trained model");
  if (json.value("version", 0) != version)
    return inputError({path}, "This model has format version {}; this program reads version {}",
                      json.value("version", 0), version);
  ModelConfig config;
  try {
    config.detector = json.at("detector").get<std::string>();
    config.shift = json.at("shift").get<std::string>();
    config.seed = json.at("seed").get<std::uint64_t>();
    config.data = json.at("data").get<std::string>();
    config.dataHash = json.at("data_hash").get<std::string>();
    config.split = json.at("split").get<std::string>();
    config.classes = json.at("classes").get<std::int64_t>();
    config.features = json.at("features").get<std::int64_t>();
    Result<DetectorOptions> options = optionsFromJson(json.at("options"), detectorOptionTable());
    if (!options) return inputError({path}, "{}", options.error().message);
    config.options = *options;
  } catch (const Json::exception&) {
    return inputError({path}, "The configuration is not whole");
  }
  return config;
}

Result<void> openModelFolder(const std::string& folder, const ModelConfig& config, bool resume) {
  namespace fs = std::filesystem;
  std::error_code trouble;
  const bool there = fs::exists(configPath(folder), trouble);
  SISPDE_TRY(const std::string text, configText(config));
  if (resume) {
    if (!fs::exists(checkpointPath(folder), trouble))
      return inputError({folder}, "There is no checkpoint to resume from in this folder");
    SISPDE_TRY(const std::string stored, readFile(configPath(folder)));
    return checkIdentity(text, stored);
  }
  if (there) {
    SISPDE_TRY(const std::string stored, readFile(configPath(folder)));
    if (!checkIdentity(text, stored) || fs::exists(checkpointPath(folder), trouble))
      return usageError(
          "The folder {} holds a training already; name a new one, or go on with it by --resume", folder);
  }
  SISPDE_CHECK(makeFolder(folder));
  return writeFile(configPath(folder), text);
}

std::string scoresCsv(const std::vector<ScoredGraph>& graphs) {
  std::string text = "graph,node,name,set,label,prediction";
  if (!graphs.empty())
    for (const auto& [name, values] : graphs.front().scores) text += "," + name;
  text += "\n";
  for (const ScoredGraph& graph : graphs) {
    const Dataset& data = *graph.data;
    for (NodeId u = 0; u < data.nodeCount(); ++u) {
      const bool id = !graph.idTest.empty() && graph.idTest[u] != 0;
      const bool ood = !graph.oodTest.empty() && graph.oodTest[u] != 0;
      text += fmt::format("{},{},{},{},{},{}", graph.graph, u,
                          data.nodeNames.empty() ? "" : csvCell(data.nodeNames[u]),
                          id    ? "id"
                          : ood ? "ood"
                                : "",
                          data.labels.empty() || data.labels[u] < 0 ? "" : fmt::format("{}", data.labels[u]),
                          graph.prediction.empty() ? "" : fmt::format("{}", graph.prediction[u]));
      for (const auto& [name, values] : graph.scores) text += fmt::format(",{}", values[u]);
      text += "\n";
    }
  }
  return text;
}

std::string historyCsv(const History& history) {
  std::string text = "epoch,train_nll,train_accuracy,validation_nll,validation_accuracy\n";
  for (std::size_t e = 0; e < history.epochs.size(); ++e) {
    const EpochReport& report = history.epochs[e];
    text += fmt::format("{},{},{},{},{}\n", e + 1, report.trainNll, report.trainAccuracy,
                        report.validationNll, report.validationAccuracy);
  }
  return text;
}

}  // namespace sispde
