#include "core/experiment/results_folder.h"

#include <filesystem>

#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/base/option_table.h"

namespace sispde {
namespace {

std::string textOf(const CellJson& json) {
  return json.dump(1, ' ', false, CellJson::error_handler_t::replace) + "\n";
}

// Every member that a reader of results relies on, with its type.
bool isWhole(const CellJson& cell, const CellJson& head) {
  if (!cell.is_object() || cell.value("format", CellJson()) != "sispde-cell") return false;
  for (const auto& [key, value] : head.items())
    // Cells from before `processor_seconds` was recorded are whole without it.
    if (key != "error" && key != "processor_seconds" && !cell.contains(key)) return false;
  if (!cell["config"].is_object() || !cell["config"].value("options", CellJson()).is_object()) return false;
  if (cell["state"] == "failed") return cell.value("error", CellJson()).is_string();
  return cell["state"] == "done" && cell["seconds"].is_number() && cell["accuracy"].is_number() &&
         cell["scores"].is_object() && cell["primary"].is_string();
}

}  // namespace

std::string ResultsFolder::cellPath(const std::string& key) const {
  return fmt::format("{}/cells/{}.json", path_, key);
}

Result<void> ResultsFolder::open(const Experiment& experiment) const {
  const std::string path = path_ + "/grid.json";
  CellJson json = gridJson(experiment.grid);
  json["cells"] = CellJson::array();
  for (const Cell& cell : experiment.cells) json["cells"].push_back(cell.key);
  const std::string text = textOf(json);
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    SISPDE_TRY(const std::string stored, readFile(path));
    if (stored == text) return makeFolder(path_ + "/cells");
    const CellJson other = CellJson::parse(stored, nullptr, false);
    if (other.is_object() && other.contains("name") && other["name"] != experiment.grid.name)
      return usageError("The folder {} holds the results of the grid {}; name another folder for {}", path_,
                        option_table::shown(other["name"]), experiment.grid.name);
  }
  SISPDE_CHECK(makeFolder(path_ + "/cells"));
  return writeFile(path, text);
}

ResultsFolder::Found ResultsFolder::find(const CellJson& head) const {
  const std::string path = cellPath(head["key"].get<std::string>());
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  const Result<std::string> text = readFile(path);
  const CellJson cell = text ? CellJson::parse(*text, nullptr, false) : CellJson();
  if (!isWhole(cell, head)) return {State::Damaged, 0, {}};
  if (std::string difference = cellDifference(head, cell); !difference.empty())
    return {State::Other, 0, std::move(difference)};
  if (cell["state"] == "failed") return {State::Failed, 0, cell["error"].get<std::string>()};
  const CellJson ofProcessor = cell.value("processor_seconds", CellJson());
  return {State::Done, (ofProcessor.is_number() ? ofProcessor : cell["seconds"]).get<double>(), {}};
}

Result<void> ResultsFolder::write(const CellJson& cell) const {
  return writeFile(cellPath(cell["key"].get<std::string>()), textOf(cell));
}

}  // namespace sispde
