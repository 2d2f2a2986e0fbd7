#include "core/experiment/report_cell.h"

#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace sispde {
namespace {

using Json = nlohmann::json;

// A number that may be missing or null. Anything else in its place is damage, which the JSON library reports by an exception.
std::optional<double> number(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return std::nullopt;
  return found->get<double>();
}

std::string textOf(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// The members of an object; an exception for anything else.
const Json::object_t& membersOf(const Json& object) {
  return object.get_ref<const Json::object_t&>();
}

std::map<std::string, std::string> texts(const Json& object) {
  std::map<std::string, std::string> made;
  for (const auto& [key, value] : membersOf(object)) made[key] = textOf(value);
  return made;
}

CellScore scoreOf(const Json& json) {
  membersOf(json);
  return {number(json, "auroc"), number(json, "aupr_in"), number(json, "aupr_out"), number(json, "fpr95"),
          number(json, "det_acc")};
}

ReportRewiring rewiringOf(const Json& json, const Json& config) {
  ReportRewiring made{json.at("dropped").get<std::int64_t>(), json.at("added").get<std::int64_t>()};
  if (const auto found = json.find("informativeness"); found != json.end() && found->is_object()) {
    made.before = number(*found, "before");
    made.after = number(*found, "after");
  }
  if (const auto how = config.find("rewire"); how != config.end() && how->is_object()) {
    made.random = how->value("random", false);
    if (!made.random && how->contains("nu") && how->contains("kappa"))
      made.kernel =
          fmt::format("ν {:.4g}, κ {:.4g}", how->at("nu").get<double>(), how->at("kappa").get<double>());
  }
  return made;
}

// An option counts where it has a part in the shift.
std::map<std::string, std::string> protocolOf(const Json& json, const std::string& shift) {
  std::map<std::string, std::string> made;
  const auto take = [&](const Json& object, const char* key) {
    if (const auto found = object.find(key); found != object.end() && !found->is_null())
      made[key] = textOf(*found);
  };
  take(json, "data_hash");
  const auto config = json.find("config");
  if (config == json.end()) return made;
  take(*config, "split");
  if (const auto options = config->find("options"); options != config->end()) {
    take(*options, "det_grid");
    if (shift == "label") take(*options, "ood_classes");
    if (shift == "feature") take(*options, "feature_shift");
  }
  return made;
}

ReportCell cellOf(const Json& json) {
  ReportCell cell;
  const auto text = [&](const char* key) { return json.at(key).get<std::string>(); };
  cell.key = text("key");
  cell.dataset = text("dataset");
  cell.shift = text("shift");
  cell.detector = text("detector");
  cell.variant = text("variant");
  cell.preset = json.value("preset", "");
  cell.program = json.value("program", "");
  cell.seed = json.at("seed").get<std::uint64_t>();
  cell.done = text("state") == "done";
  if (const auto settings = json.find("settings"); settings != json.end()) cell.settings = texts(*settings);
  if (const auto search = json.find("search"); search != json.end() && !search->is_null())
    cell.searched = texts(search->at("values"));
  if (const auto rewiring = json.find("rewiring"); rewiring != json.end() && !rewiring->is_null())
    cell.rewiring = rewiringOf(*rewiring, json.value("config", Json::object()));
  cell.informativeness = number(json, "informativeness");
  cell.protocol = protocolOf(json, cell.shift);
  if (!cell.done) {
    cell.error = json.value("error", "It failed without saying why.");
    return cell;
  }
  cell.accuracy = number(json, "accuracy");
  cell.seconds = number(json, "seconds");
  cell.processorSeconds = number(json, "processor_seconds");
  if (const auto nll = json.find("nll"); nll != json.end() && nll->is_object())
    cell.validationNll = number(*nll, "validation");
  cell.epoch = json.value("epoch", std::int64_t{0});
  cell.primary = text("primary");
  for (const auto& [name, score] : membersOf(json.at("scores"))) cell.scores[name] = scoreOf(score);
  if (const auto notes = json.find("notes"); notes != json.end())
    cell.notes = notes->get<std::vector<std::string>>();
  return cell;
}

}  // namespace

std::optional<double> CellScore::metric(PaperMetric which) const {
  switch (which) {
    case PaperMetric::Auroc: return auroc;
    case PaperMetric::DetAcc: return detAcc;
    case PaperMetric::Fpr95: return fpr95;
  }
  return std::nullopt;
}

const CellScore* ReportCell::score(const std::string& name) const {
  const auto found = scores.find(name);
  return found == scores.end() ? nullptr : &found->second;
}

Result<ReportCell> readCell(std::string_view text, const std::string& name) {
  const Json json = Json::parse(text, nullptr, false);
  const Place place{.file = name};
  if (!json.is_object()) return inputError(place, "This is not a JSON object");
  if (!json.contains("format") || json["format"] != "sispde-cell")
    return inputError(place, "This is not a result cell of sispde bench");
  if (!json.contains("version") || json["version"] != 1)
    return inputError(place, "Only version 1 of result cells can be read");
  ReportCell cell;
  try {
    cell = cellOf(json);
  } catch (const Json::exception& error) {
    return inputError(place, "The cell is damaged ({})", error.what());
  }
  if (cell.done && cell.primaryScore() == nullptr)
    return inputError(place, "The primary score {} is not among the cell's scores", inQuotes(cell.primary));
  for (const auto& [score, metrics] : cell.scores)
    for (const auto& value : {metrics.auroc, metrics.auprIn, metrics.auprOut, metrics.fpr95, metrics.detAcc})
      if (value && !(*value >= 0 && *value <= 1))
        return inputError(place, "A metric of the score {} is {}, outside 0 to 1", inQuotes(score), *value);
  return cell;
}

}  // namespace sispde
