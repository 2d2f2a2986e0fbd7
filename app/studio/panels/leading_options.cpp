#include <algorithm>

#include "app/studio/panels/option_edit.h"
#include "app/studio/panels/option_list.h"
#include "app/studio/shell/widgets.h"
#include "core/detect/option_use.h"

namespace sispde::studio {
namespace {

bool isNumber(const OptionKind& kind) {
  return std::holds_alternative<RealRange>(kind) || std::holds_alternative<IntegerRange>(kind);
}

// In few words: the name of the system, which is chosen above, and the letter are left to the tooltip.
std::string shortLabel(const OptionInfo& info) {
  const std::size_t stop = info.key.find('.');
  std::string words = stop == std::string::npos ? info.key : info.key.substr(stop + 1);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

// "epochs 200", behind the last one where there is room.
void number(Studio& studio, const ShownOption& option, bool first) {
  const Theme& theme = studio.theme;
  const std::string label = shortLabel(option.field.info), shown = valueText(option.value());
  if (!first) {
    ImGui::SameLine(0, theme.px(6));
    if (ImGui::GetContentRegionAvail().x < ImGui::CalcTextSize((label + shown).c_str()).x + theme.px(10))
      ImGui::NewLine();
  }
  const bool reset = optionName(theme, option, label);
  ImGui::SameLine(0, 0);
  TypedSpec spec{"##value", 0, 0, option.help(), false};
  if (const auto* real = std::get_if<RealRange>(&option.field.info.kind)) {
    spec.least = real->low;
    spec.most = real->high;
  } else if (const auto* whole = std::get_if<IntegerRange>(&option.field.info.kind)) {
    spec.least = static_cast<double>(whole->low);
    spec.most = static_cast<double>(whole->high);
    spec.whole = true;
  }
  const SliderChange typed = typedNumber(theme, spec, shown);
  if (reset)
    setTo(studio, option, option.usual());
  else if (typed.value)
    setTo(studio, option, valueText(*typed.value));
  if (!typed.refused.empty()) studio.typed(typed.refused, "Training");
}

// A switch, or a name with a list behind it.
void chipOf(Studio& studio, const ShownOption& option, bool first) {
  const Theme& theme = studio.theme;
  const std::string label = shortLabel(option.field.info);
  const OptionValue value = option.value();
  if (const bool* on = std::get_if<bool>(&value)) {
    if (chip(theme, (label + "###value").c_str(), *on, first)) setTo(studio, option, valueText(!*on));
    tooltip(theme, option.help());
    return;
  }
  const auto& names = std::get<Choices>(option.field.info.kind).names;
  std::vector<std::string> words;
  std::vector<const char*> items;
  for (const std::string& name : names) words.push_back(fmt::format("{} {}", label, name));
  for (const std::string& each : words) items.push_back(each.c_str());
  const auto now = std::find(names.begin(), names.end(), std::get<std::string>(value)) - names.begin();
  if (const auto chosen = listChip(theme, "value", static_cast<int>(now), items, first, option.help()))
    setTo(studio, option, names[static_cast<std::size_t>(*chosen)]);
}

}  // namespace

void leadingOptions(Studio& studio) {
  const TrainingChoice& choice = studio.workspace().training;
  const Result<ShownOptions> shown = shownOptions(choice);
  if (!shown) return;  // the list says so
  const std::string detector = choice.detector;
  for (const bool numbers : {true, false}) {
    bool first = true;
    if (numbers) ImGui::PushFont(nullptr, studio.theme.captionSize());
    for (const auto& field : detectorOptionTable().fields) {
      if (isNumber(field.info.kind) != numbers || !leadsFor(detector, field.info)) continue;
      const ShownOption option{field, shown->options, shown->preset};
      ImGui::PushID(field.info.key.c_str());
      numbers ? number(studio, option, first) : chipOf(studio, option, first);
      ImGui::PopID();
      first = false;
    }
    if (numbers) ImGui::PopFont();
  }
}

}  // namespace sispde::studio
