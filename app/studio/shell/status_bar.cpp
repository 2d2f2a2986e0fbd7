// The bar at the foot: what is at work, what the numbers rest on, how fast it goes.

#include <algorithm>

#include <imgui_internal.h>

#include "app/studio/panels/node_lists.h"
#include "app/studio/shell/app.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {

void App::drawStatusBar() {
  const Theme& theme = studio_.theme;
  const float height = theme.px(24);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(12), theme.px(4)));
  ImGui::PushFont(nullptr, theme.captionSize());
  if (ImGui::BeginViewportSideBar("##status", ImGui::GetMainViewport(), ImGuiDir_Down, height,
                                  ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings)) {
    const ImVec2 at = ImGui::GetWindowPos();
    ImGui::GetWindowDrawList()->AddLine(at, {at.x + ImGui::GetWindowWidth(), at.y},
                                        packed(theme.palette.line));
    const std::vector<Jobs::State> states = studio_.jobs.states();
    const auto running =
        std::find_if(states.begin(), states.end(), [](const Jobs::State& s) { return s.running; });
    const bool busy = running != states.end();
    ImGui::TextColored(
        busy || studio_.training.active() != nullptr ? theme.palette.accent : theme.palette.good, "●");
    ImGui::SameLine(0, theme.px(14));
    if (busy) {  // before the words, which change: a button must not run away
      if (ImGui::SmallButton("cancel")) {
        studio_.layout.stop();
        studio_.secondLayout.stop();
        studio_.kernel.stopped(states);
        studio_.jobs.cancelAll();
      }
      tooltip(theme, "Cancels all work in the background; views say what they lack and offer it again");
      ImGui::SameLine(0, theme.px(10));
    }
    if (!busy && studio_.wasStopped()) {
      if (ImGui::SmallButton("prepare again")) studio_.askAgain();
      tooltip(theme, "Views show what was there before the cancel; this asks anew for what they lack");
      ImGui::SameLine(0, theme.px(10));
    }
    const TrainedRun* run = studio_.training.active();
    std::string right =
        fmt::format("noise seed {} · UI {:.1f} ms", studio_.workspace().seed, studio_.frameMilliseconds);
    if (run != nullptr && run->snapshot)
      right += fmt::format(" · {} / {}", run->snapshot->epoch, run->snapshot->epochCount);
    const float start = rightEdge() - ImGui::CalcTextSize(right.c_str()).x;
    // What is cut off is in the tooltip; how far the work is stays.
    const auto words = [&](const ImVec4& colour, const std::string& text, const std::string& tail) {
      const float room = start - theme.px(16) - ImGui::GetCursorPosX() - ImGui::CalcTextSize(tail.c_str()).x;
      if (room < theme.px(24)) return;
      ImGui::TextColored(colour, "%s%s", fitted(text, room).c_str(), tail.c_str());
      tooltip(theme, text + tail);
      ImGui::SameLine(0, theme.px(20));
    };
    std::string tail;
    if (busy && running->fraction >= 0) tail += fmt::format(" {:.0f} %", 100 * running->fraction);
    if (states.size() > 1) tail += fmt::format(" (+{})", states.size() - 1);
    words(theme.palette.quiet, busy ? running->words : run != nullptr ? "training" : "ready", tail);
    if (const Log::Line* told = studio_.log.told())
      words(theme.palette.text, told->text, {});
    else
      words(theme.palette.quiet, studio_.kernel.truth(), {});
    ImGui::SetCursorPosX(start);
    ImGui::TextColored(theme.palette.quiet, "%s", right.c_str());
  }
  ImGui::End();
  ImGui::PopFont();
  ImGui::PopStyleVar();
}

}  // namespace sispde::studio
