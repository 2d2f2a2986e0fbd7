#include "app/studio/panels/option_edit.h"

#include <algorithm>

#include "app/studio/shell/widgets.h"

namespace sispde::studio {

Result<ShownOptions> shownOptions(const TrainingChoice& choice) {
  TrainingChoice bare = choice;
  bare.set.clear();
  SISPDE_TRY(DetectorOptions options, optionsOf(choice));
  SISPDE_TRY(DetectorOptions preset, optionsOf(bare));
  return ShownOptions{std::move(options), std::move(preset)};
}

std::string ShownOption::label() const {
  std::string words = field.info.key;
  std::replace(words.begin(), words.end(), '_', ' ');
  return field.info.symbol.empty() ? words : fmt::format("{} {}", field.info.symbol, words);
}

std::string ShownOption::help() const {
  return fmt::format("{}. {}; the preset has {}.", field.info.meaning, rangeText(field.info.kind), usual());
}

bool optionName(const Theme& theme, const ShownOption& option, const std::string& label) {
  ImGui::TextColored(option.changed() ? theme.palette.accent : theme.palette.quiet, "%s", label.c_str());
  tooltip(theme, option.help() + " Double-click the name to go back to that.");
  return option.changed() && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
}

void setTo(Studio& studio, const ShownOption& option, const std::string& entered) {
  const OptionInfo& info = option.field.info;
  DetectorOptions tried = option.options;
  if (const Result<void> set = setOption(tried, detectorOptionTable(), info.key, entered); !set) {
    studio.typed(set.error().sentence(), "Training");
    return;
  }
  studio.typed({}, "Training");
  const std::string now = valueText(option.field.get(tried)), usual = option.usual();
  studio.history.edit(fmt::format("Option {} = {}", info.key, now), [&](Workspace& w) {
    if (now == usual)
      w.training.set.erase(info.key);
    else
      w.training.set[info.key] = now;
  });
}

}  // namespace sispde::studio
