#include "app/studio/panels/option_list.h"

#include <algorithm>
#include <array>

#include "app/studio/panels/option_edit.h"
#include "app/studio/shell/widgets.h"
#include "core/detect/option_use.h"

namespace sispde::studio {
namespace {

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

void row(Studio& studio, const ShownOption& option) {
  const Theme& theme = studio.theme;
  ImGui::PushID(option.field.info.key.c_str());
  ImGui::AlignTextToFramePadding();
  const bool reset = optionName(theme, option, option.label());
  std::optional<std::string> entered = editor(theme, option.field.info, option.value(), option.help());
  if (reset) entered = option.usual();
  ImGui::PopID();
  if (entered) setTo(studio, option, *entered);
}

}  // namespace

void optionList(Studio& studio) {
  const TrainingChoice& choice = studio.workspace().training;
  const Result<ShownOptions> shown = shownOptions(choice);
  if (!shown) {
    caption(studio.theme, shown.error().sentence());
    return;
  }
  const std::string detector = choice.detector;
  std::string group;
  bool open = false;
  for (const auto& field : detectorOptionTable().fields) {
    const OptionInfo& info = field.info;
    if (leadsFor(detector, info)) continue;
    // Another detector's, unless it was set while that one was chosen: then it can be taken back here.
    if (!usesOption(detector, info.key) && !studio.workspace().training.set.contains(info.key)) continue;
    if (info.group != group) {
      if (open) ImGui::TreePop();
      group = info.group;
      open = ImGui::TreeNode(group.c_str());
    }
    if (open) row(studio, {field, shown->options, shown->preset});
  }
  if (open) ImGui::TreePop();
}

}  // namespace sispde::studio
