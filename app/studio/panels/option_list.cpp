#include "app/studio/panels/option_list.h"

#include <algorithm>
#include <array>

#include "app/studio/shell/widgets.h"
#include "core/base/option_table.h"
#include "core/detect/option_use.h"

namespace sispde::studio {
namespace {

constexpr std::array mattering{"epochs", "lr", "weight_decay", "hidden", "noise", "test_samples", "primary"};

using Field = OptionField<DetectorOptions>;

bool matters(const Field& field) {
  return std::find(mattering.begin(), mattering.end(), field.info.key) != mattering.end();
}

// The value that was entered now, as setOption reads it.
std::optional<std::string> editor(const Theme& theme, const OptionInfo& info, const OptionValue& value,
                                  const std::string& help) {
  std::optional<std::string> entered;
  const float width = theme.px(96);
  ImGui::SameLine();
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), rightEdge() - width));
  ImGui::SetNextItemWidth(width);
  if (const bool* flag = std::get_if<bool>(&value)) {
    bool now = *flag;
    if (ImGui::Checkbox("##value", &now)) entered = valueText(now);
  } else if (const auto* choices = std::get_if<Choices>(&info.kind)) {
    const std::string& now = std::get<std::string>(value);
    if (ImGui::BeginCombo("##value", now.c_str())) {
      for (const std::string& name : choices->names)
        if (ImGui::Selectable(name.c_str(), name == now)) entered = name;
      ImGui::EndCombo();
      return entered;  // the list lies over it
    }
  } else {
    std::array<char, 32> text{};
    fmt::format_to_n(text.data(), text.size() - 1, "{}", valueText(value));
    if (ImGui::InputText("##value", text.data(), text.size(),
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                             ImGuiInputTextFlags_CharsScientific))
      entered = text.data();
  }
  tooltip(theme, help);
  return entered;
}

void row(Studio& studio, const Field& field, const DetectorOptions& options, const DetectorOptions& preset) {
  const Theme& theme = studio.theme;
  const OptionInfo& info = field.info;
  const std::string usual = valueText(field.get(preset));
  const bool changed = field.get(options) != field.get(preset);
  ImGui::PushID(info.key.c_str());
  ImGui::AlignTextToFramePadding();
  std::string label = info.key;
  std::replace(label.begin(), label.end(), '_', ' ');
  if (!info.symbol.empty()) label = fmt::format("{} {}", info.symbol, label);
  ImGui::TextColored(changed ? theme.palette.accent : theme.palette.quiet, "%s", label.c_str());
  const std::string help = fmt::format("{}. {}; the preset has {}. Double-click the name to go back to that.",
                                       info.meaning, rangeText(info.kind), usual);
  tooltip(theme, help);
  const bool reset = changed && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  std::optional<std::string> entered = editor(theme, info, field.get(options), help);
  if (reset) entered = usual;
  ImGui::PopID();
  if (!entered) return;
  DetectorOptions tried = options;
  if (const Result<void> set = setOption(tried, detectorOptionTable(), info.key, *entered); !set) {
    studio.log.trouble(set.error().sentence(), {"Training", ""});
    return;
  }
  const std::string now = valueText(field.get(tried));
  studio.history.edit(fmt::format("Option {} = {}", info.key, now), [&](Workspace& w) {
    if (now == usual)
      w.training.set.erase(info.key);
    else
      w.training.set[info.key] = now;
  });
}

}  // namespace

void optionList(Studio& studio) {
  const TrainingChoice& choice = studio.workspace().training;
  TrainingChoice bare = choice;
  bare.set.clear();
  const Result<DetectorOptions> options = optionsOf(choice), preset = optionsOf(bare);
  if (!options || !preset) {
    caption(studio.theme, (options ? preset : options).error().sentence());
    return;
  }
  const auto& fields = detectorOptionTable().fields;
  for (const Field& field : fields)
    if (matters(field)) row(studio, field, *options, *preset);
  std::string group;
  bool open = false;
  for (const Field& field : fields) {
    // Another detector's, unless it was set while that one was chosen: then it can be taken back here.
    if (!usesOption(choice.detector, field.info.key) && !choice.set.contains(field.info.key)) continue;
    if (field.info.group != group) {
      if (open) ImGui::TreePop();
      group = field.info.group;
      open = ImGui::TreeNode(group.c_str());
    }
    if (open && !matters(field)) row(studio, field, *options, *preset);
  }
  if (open) ImGui::TreePop();
}

}  // namespace sispde::studio
