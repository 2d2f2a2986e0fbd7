#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

class HistoryPanel final : public Panel {
 public:
  const char* title() const override { return "History"; }
  const char* help() const override {
    return "Every edit in words, a drag as one. Click an entry to go back or forth to it.";
  }
  bool openAtFirst() const override { return false; }
  std::string summary(const Studio& studio) const override {
    return fmt::format("{} edits", studio.history.entries().size());
  }

  void draw(Studio& studio) override {
    const auto& entries = studio.history.entries();
    if (entries.empty()) caption(studio.theme, "Nothing was edited yet.");
    std::optional<std::size_t> wanted;
    if (!entries.empty() && ImGui::Selectable("As it was opened", studio.history.doneCount() == 0))
      wanted = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      const bool undone = i >= studio.history.doneCount();
      if (undone) ImGui::PushStyleColor(ImGuiCol_Text, studio.theme.palette.quiet);
      if (ImGui::Selectable(entries[i].words.c_str(), i + 1 == studio.history.doneCount())) wanted = i + 1;
      if (undone) ImGui::PopStyleColor();
      ImGui::PopID();
    }
    if (wanted) studio.history.goTo(*wanted);
  }
};

}  // namespace

std::unique_ptr<Panel> makeHistoryPanel() {
  return std::make_unique<HistoryPanel>();
}

}  // namespace sispde::studio
