#include <ctime>

#include <fmt/chrono.h>

#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

class LogPanel final : public Panel {
 public:
  const char* title() const override { return "Log"; }
  const char* help() const override {
    return "What happened since the program was started, the newest first.";
  }
  bool openAtFirst() const override { return false; }

  void draw(Studio& studio) override {
    if (studio.log.lines().empty()) caption(studio.theme, "Nothing happened yet.");
    if (ImGui::Button("Copy all")) ImGui::SetClipboardText(text(studio).c_str());
    tooltip(studio.theme, "Puts all lines with their times on the clipboard, for a bug report");
    const std::deque<Log::Line>& lines = studio.log.lines();
    for (auto place = lines.rbegin(); place != lines.rend(); ++place) {
      const Log::Line& line = *place;
      const bool trouble = line.level == Log::Level::Trouble;
      ImGui::PushStyleColor(ImGuiCol_Text, trouble ? studio.theme.palette.bad : studio.theme.palette.text);
      ImGui::TextWrapped("%s", formatted(line).c_str());
      ImGui::PopStyleColor();
    }
  }

 private:
  static std::string formatted(const Log::Line& line) {
    return fmt::format("{:%H:%M:%S}  {}", fmt::localtime(std::chrono::system_clock::to_time_t(line.time)),
                       line.text);
  }
  static std::string text(const Studio& studio) {
    std::string all;
    for (const Log::Line& line : studio.log.lines()) all += formatted(line) + "\n";
    return all;
  }
};

}  // namespace

std::unique_ptr<Panel> makeLogPanel() {
  return std::make_unique<LogPanel>();
}

}  // namespace sispde::studio
