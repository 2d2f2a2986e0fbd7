#include "app/cli/training_options.h"

#include "app/cli/shift_choice.h"
#include "core/base/file.h"
#include "core/base/option_table.h"
#include "core/base/text.h"
#include "core/detect/option_use.h"
#include "core/detect/presets.h"
#include "core/train/training_setup.h"

namespace sispde::cli {

void TrainingOptions::add(CLI::App& command, const char* shiftHelp) {
  std::string names;
  for (const DetectorInfo& info : detectors()) names += (names.empty() ? "" : ", ") + std::string(info.name);
  command.add_option("--detector", detector, "Which system: " + names)->capture_default_str();
  command.add_option("--shift", shift, shiftHelp)->transform(shiftChoice())->each([this](const std::string&) {
    shiftChosen = true;
  });
  command.add_option("--preset", preset,
                     "recommended, reference or paper-literal; --explain says what each changes");
  command.add_option("--config", config, "JSON file with options as one object, over those of the preset");
  command.add_option("--set", set, "One option as key=value, over all others; repeatable")
      ->allow_extra_args(false);
  command.add_flag("--random-split", randomSplit,
                   "A random 10/10/80 split of the ID nodes instead of a stored one");
}

Result<void> TrainingOptions::useMarks() {
  if (shiftChosen && shift != ShiftKind::Given)
    return usageError("Own marks of OOD nodes go with --shift given, not with --shift {}", shiftName(shift));
  shift = ShiftKind::Given;
  return {};
}

Result<DetectorOptions> TrainingOptions::options() const {
  SISPDE_TRY(DetectorOptions chosen, preset.empty() ? defaultsOf(detector) : withPreset(detector, preset));
  if (!config.empty()) {
    SISPDE_TRY(const std::string text, readFile(config));
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) return inputError({config}, "This is not JSON");
    Result<DetectorOptions> read = optionsFromJson(json, detectorOptionTable(), chosen);
    if (!read) return inputError({config}, "{}", read.error().message);
    chosen = *read;
  }
  for (const std::string& each : set) {
    const std::size_t equals = each.find('=');
    if (equals == std::string::npos) return usageError("--set {} is not key=value", inQuotes(each));
    const std::string_view key = std::string_view(each).substr(0, equals);
    SISPDE_CHECK(setOption(chosen, detectorOptionTable(), key, std::string_view(each).substr(equals + 1)));
    SISPDE_CHECK(checkUse(detector, key));
  }
  return chosen;
}

ShiftOptions TrainingOptions::shiftOptions(const DetectorOptions& options, const Dataset& data,
                                           std::uint64_t seed) const {
  ShiftOptions wanted = shiftOptionsFor(shift, options, data, seed);
  if (randomSplit) wanted.randomSplit = SplitShares{0.1, 0.1};
  return wanted;
}

Result<void> explainOptions(const TrainingOptions& training, Console& console) {
  SISPDE_TRY(const DetectorOptions chosen, training.options());
  SISPDE_TRY(const Json json, optionsToJson(chosen, detectorOptionTable()));
  Table table{{"option", "", "value", "range", "meaning"}, {}};
  for (const OptionRow& row : optionRows(detectorOptionTable(), chosen))
    table.rows.push_back({row.key, row.symbol, row.fallback, row.range, row.meaning});
  const std::string preset = training.preset.empty() ? "recommended" : training.preset;
  SISPDE_CHECK(presetSettings(training.detector, preset));
  std::vector<std::string> notes;
  Json changes = Json::array();
  for (const PresetChange& change : explain(training.detector, preset)) {
    notes.push_back(fmt::format("{} = {} (recommended: {}). {}", change.key, change.value, change.recommended,
                                change.reason));
    changes.push_back({{"key", change.key},
                       {"value", change.value},
                       {"recommended", change.recommended},
                       {"reason", change.reason}});
  }
  if (preset == "recommended") {
    SISPDE_TRY(const auto settings, presetSettings(training.detector, preset));
    for (const PresetSetting& each : settings) {
      notes.push_back(fmt::format("{} = {}. {}", each.key, each.value, each.reason));
      changes.push_back(
          {{"key", each.key}, {"value", each.value}, {"recommended", each.value}, {"reason", each.reason}});
    }
  }
  return console.show(
      fmt::format("{}, preset {}", training.detector, preset), {table}, notes,
      {{"detector", training.detector}, {"preset", preset}, {"options", json}, {"changes", changes}});
}

}  // namespace sispde::cli
