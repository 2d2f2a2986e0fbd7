// Autosave, and what it brings back after a crash.

#include <ctime>

#include <fmt/chrono.h>

#include "app/studio/shell/app.h"
#include "app/studio/shell/saving.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr double autosaveSeconds = 15;

}  // namespace

SavedWorkspace App::saved() const {
  SavedWorkspace saved = savedOf(studio_);
  saved.arrangement = arrangementText(panels_);
  return saved;
}

void App::findRecovery() {
  if (options_.folders.state.empty()) return;
  const std::vector<Recovery> found = findRecoveries(options_.folders.state);
  if (found.empty()) return;
  recovery_ = found[0];
  for (std::size_t i = 1; i < found.size(); ++i)  // the newest is the one that is missed
    if (const Result<void> removed = removeAutosave(found[i].path); !removed)
      studio_.log.note(removed.error().sentence());
}

void App::drawRecovery() {
  if (!recovery_) return;
  const Theme& theme = studio_.theme;
  if (beginBanner(theme, "##recovery", theme.palette.warning)) {
    const auto time = std::chrono::system_clock::to_time_t(recovery_->time);
    ImGui::TextUnformatted(
        fmt::format("The program did not end well on {:%d %B at %H:%M}. Its workspace was kept.",
                    fmt::localtime(time))
            .c_str());
    ImGui::SameLine(0, theme.px(16));
    if (primaryButton(theme, "Bring it back"))
      bringBack();
    else if (ImGui::SameLine(), ImGui::Button("Throw it away"))
      endRecovery();
  }
  ImGui::End();
}

void App::bringBack() {
  if (Result<SavedWorkspace> saved = loadWorkspace(recovery_->path))
    openSaved(studio_, std::move(*saved), options_.dataDir);
  else
    studio_.log.trouble(saved.error().sentence());
  endRecovery();
}

void App::endRecovery() {
  if (const Result<void> removed = removeAutosave(recovery_->path); !removed)
    studio_.log.note(removed.error().sentence());
  recovery_.reset();
}

void App::keepAutosave(double seconds) {
  sinceAutosave_ += seconds;
  if (sinceAutosave_ < autosaveSeconds || !studio_.settings.autosave) return;
  sinceAutosave_ = 0;
  keepNow();
}

void App::keepNow() {
  if (options_.folders.state.empty() || !studio_.document) return;
  SavedWorkspace now = saved();
  if (now == autosaved_) return;
  autosaved_ = std::move(now);
  studio_.jobs.start(
      "autosave", "autosave", "keeping the workspace",
      [this, folder = options_.folders.state, copy = autosaved_](const Progress&) -> Jobs::Delivery {
        const Result<void> done = autosave(folder, copy);
        if (done) return {};
        return [this, done] { studio_.log.note(done.error().sentence()); };
      });
}

}  // namespace sispde::studio
