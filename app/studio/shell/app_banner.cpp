// Troubles that stand in a bar: of the program, or in the window concerned.

#include <algorithm>

#include "app/studio/shell/app.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {

void App::drawBanner() {
  const Log::Line* line = studio_.log.banner();
  if (line == nullptr || isSeen(line->concern.window)) return;
  const Theme& theme = studio_.theme;
  const FloatingLook look(theme);
  if (beginBanner(theme, "##banner", theme.palette.bad)) {
    const std::string remedy = remedyWords(*line);
    bannerText(theme, line->text, theme.px(130) + (remedy.empty() ? 0 : buttonRoom(remedy.c_str())));
    bannerButtons(*line);
  }
  ImGui::End();
}

// On the button of the action that may help; empty: there is none now.
std::string App::remedyWords(const Log::Line& line) const {
  const auto found = std::find_if(actions_.begin(), actions_.end(), [&](const Action& action) {
    return action.words == line.concern.remedy && action.enabled();
  });
  if (found == actions_.end()) return {};
  return found->shown ? found->shown() : found->words;
}

void App::bannerButtons(const Log::Line& line) {
  const Theme& theme = studio_.theme;
  if (const std::string words = remedyWords(line); !words.empty()) {
    const std::string remedy = line.concern.remedy;
    if (ImGui::SmallButton(words.c_str()) && runAction(remedy)) studio_.log.putAway();
    tooltip(theme, "What may help");
    ImGui::SameLine();
  }
  if (ImGui::SmallButton("details")) openPanel("Log");
  tooltip(theme, "Opens the log, where all messages are kept");
  ImGui::SameLine();
  if (ImGui::SmallButton("close")) studio_.log.putAway();
  tooltip(theme, "Puts this message away; the log keeps it");
}

void App::drawBannerOf(const Panel& panel) {
  const Log::Line* line = studio_.log.banner();
  if (line == nullptr || line->concern.window != panel.title()) return;
  // The Training window says itself what is wrong with the run that it shows.
  const TrainedRun* run = studio_.training.shown();
  if (line->concern.window == "Training" && run != nullptr && !run->trouble.empty() &&
      line->text.ends_with(run->trouble))
    return;
  const Theme& theme = studio_.theme;
  const float inset = panel.fillsWindow() ? theme.px(12) : 0;
  ImGui::PushID("##banner");
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + inset);
  ImGui::TextColored(theme.palette.bad, "●");
  ImGui::SameLine();
  ImGui::PushTextWrapPos(rightEdge() - inset);
  ImGui::TextUnformatted(line->text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + inset);
  bannerButtons(*line);
  ImGui::PopID();
}

}  // namespace sispde::studio
