// The question before unsaved work is lost: the one box that must be answered.

#include "app/studio/shell/app.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {

void App::leave(Leaving leaving) {
  afterSave_ = {};  // of an earlier question
  if (leaving.lost.empty())
    leaving.then();
  else
    leaving_ = std::move(leaving);
}

void App::openByUser(const std::string& data) {
  studio_.leave([this, data] { open(data); });
}

void App::quit() {
  quitWanted_ = !saving_.expired();  // what is being written is waited for
  if (quitWanted_) return;
  const bool keeps = !options_.folders.state.empty() && studio_.settings.autosave;
  leave({unsaved_.lostByClosing(studio_, keeps), "Quit without saving",
         [this] {
           quitting_ = true;
           window_->close();
         },
         [this] { quit(); }});
}

// The window's own button asks too.
bool App::ending() {
  if (!window_->closing() || quitting_) return window_->closing();
  window_->stay();
  quit();
  redraws_ = 3;
  return window_->closing();
}

// What data bring with them is in a file already, but for what an autosave brought back.
void App::noticeOpened() {
  if (studio_.opened.get() == noticed_) return;
  noticed_ = studio_.opened.get();
  savePath_.forget();
  exportPath_.forget();
  afterSave_ = {};
  UnsavedWork::Made made = UnsavedWork::of(studio_);
  made.epochs.clear();  // runs know themselves which file they came from
  if (showsRecovered()) {
    made = {.opened = noticed_};
    // This program's own autosave is of before, even where it is of the same data.
    studio_.jobs.cancel("autosave");
    autosaved_.erase(0);
  }
  unsaved_.saved(studio_, made);
}

void App::drawLeaving() {
  if (!leaving_) return;
  const Theme& theme = studio_.theme;
  const FloatingLook look(theme);
  constexpr const char* title = "Not saved";
  if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImGuiViewport& port = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({port.Pos.x + port.Size.x / 2, port.Pos.y + 0.3f * port.Size.y}, ImGuiCond_Always,
                          {0.5f, 0});
  ImGui::SetNextWindowSize({std::min(theme.px(460), port.Size.x - theme.px(20)), 0});
  if (!ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) return;
  ImGui::TextWrapped("In no file yet: %s.", leaving_->lost.c_str());
  caption(theme, "A saved workspace brings the graph, its edits and its runs back.");
  ImGui::Spacing();
  std::optional<Leaving> answered;
  bool save = false;
  const bool known = !studio_.workspaceFile.empty();
  if (primaryButton(theme, known ? "Save" : "Save …")) save = true;
  tooltip(theme, known ? fmt::format("Writes {}, and then goes on", studio_.workspaceFile)
                       : std::string("Asks for a file, and then goes on"));
  ImGui::SameLine();
  if (ImGui::Button(leaving_->anyway)) answered = std::move(leaving_);
  tooltip(theme, "What is named above is lost");
  ImGui::SameLine();
  const bool stay = ImGui::Button("Stay") || ImGui::IsKeyPressed(ImGuiKey_Escape);
  tooltip(theme, "Goes back to the work (Esc)");
  if (save) {
    afterSave_ = std::move(leaving_->again);
    saveWorkspace();
  }
  if (save || stay || answered) {
    leaving_.reset();
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
  if (answered) answered->then();
}

}  // namespace sispde::studio
