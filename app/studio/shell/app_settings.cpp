// What the user prefers: read at the start, applied and kept when it changes.

#include <filesystem>

#include "app/studio/shell/app.h"
#include "app/studio/shell/saving.h"
#include "app/studio/shell/widgets.h"
#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/io/search_path.h"
#include "core/shift/generators.h"

namespace sispde::studio {
namespace fs = std::filesystem;

std::string App::settingsPath(const Options& options) {
  const std::string& folder = options.folders.config;
  return folder.empty() ? std::string() : (fs::path(folder) / "settings.json").string();
}

void App::useSettings(LoadedSettings loaded) {
  settingsPath_ = settingsPath(options_);
  if (const std::string& folder = options_.folders.config; !folder.empty())
    arrangementPath_ = (fs::path(folder) / "arrangement.ini").string();
  if (!loaded.trouble.empty()) studio_.log.trouble(loaded.trouble);
  for (const std::string& action : withoutUnknown(loaded.settings.keys))
    studio_.log.tell(fmt::format("The keys of “{}” in {} are no keys; it has those of the beginning.", action,
                                 settingsPath_));
  studio_.settings = kept_ = std::move(loaded.settings);
  keepEigenpairs();
  studio_.theme.kind = options_.theme.value_or(kept_.dark ? ThemeKind::Dark : ThemeKind::Light);
  applyScale();
  std::error_code ignored;
  if (arrangementPath_.empty() || !fs::exists(arrangementPath_, ignored)) return;
  if (const Result<std::string> text = readFile(arrangementPath_)) arrangeAs(*text, arrangementPath_);
}

void App::keepEigenpairs() {
  studio_.kernel.keepIn(kept_.keepEigenpairs ? eigenpairsFolder(options_.folders) : std::string());
}

void App::arrangeAs(const std::string& text, const std::string& source) {
  if (restoreArrangement(text, panels_, untouched_)) {
    arrangeWanted_ = false;
    rewiringOpen_ = isOpen("Rewiring");  // the second graph is beside it or not, as it was
    studio_.view.planBeside = rewiringOpen_ && isOpen("Second graph");
  } else
    studio_.log.tell(fmt::format(
        "The arrangement of the windows in {} is not as the program wrote it and was left out.", source));
}

void App::setDark(bool dark) {
  studio_.settings.dark = dark;
  studio_.theme.kind = dark ? ThemeKind::Dark : ThemeKind::Light;
  applyTheme(studio_.theme);
}

void App::useSavedTheme() {
  const std::optional<bool> dark = std::exchange(studio_.view.darkWanted, std::nullopt);
  if (!dark || options_.theme || *dark == studio_.theme.dark()) return;
  studio_.theme.kind = *dark ? ThemeKind::Dark : ThemeKind::Light;
  applyTheme(studio_.theme);
}

void App::applyScale() {
  contentScale_ = window_->contentScale();
  studio_.theme.scale = contentScale_ * static_cast<float>(studio_.settings.fontScale);
  applyTheme(studio_.theme);
}

// Actions are made anew here, between frames: never while one of them runs.
void App::keepSettings() {
  if (studio_.settings == kept_) return;
  const Settings before = std::exchange(kept_, studio_.settings);
  if (before.fontScale != kept_.fontScale) applyScale();
  keepEigenpairs();
  if (before.keys != kept_.keys || before.recent != kept_.recent) makeActions();
  if (const Result<void> saved = saveSettings(settingsPath_, kept_); !saved)
    studio_.log.trouble(saved.error().sentence());
}

void App::keepArrangement() {
  ImGuiIO& io = ImGui::GetIO();
  if (const std::string wanted = std::exchange(studio_.view.arrangementWanted, {}); !wanted.empty())
    arrangeAs(wanted, "the workspace");
  if (!std::exchange(io.WantSaveIniSettings, false) || arrangementPath_.empty()) return;
  Result<void> kept = makeFolder(options_.folders.config);
  if (kept) kept = writeFile(arrangementPath_, arrangementText(panels_, untouched_));
  if (!kept) {
    studio_.log.note(kept.error().sentence());
    arrangementPath_.clear();  // said once
  }
}

// A data set that was opened goes to the head of the list of recent ones, by a name that is found again from any folder.
void App::keepRecent() {
  if (studio_.document.get() == seen_) return;
  seen_ = studio_.document.get();
  const std::string asked = std::exchange(opening_, {});
  if (asked.empty()) return;
  std::error_code ignored;
  if (!isGeneratorSpec(asked) && !fs::exists(asked, ignored)) {
    if (const auto path = findDataset(asked, dataFolders(options_.dataDir)))
      addRecent(studio_.settings, fs::absolute(*path, ignored).string());
    return;
  }
  addRecent(studio_.settings, isGeneratorSpec(asked) ? asked : fs::absolute(asked, ignored).string());
}

void App::drawSettings() {
  if (!settingsOpen_) return;
  const Theme& theme = studio_.theme;
  Settings& settings = studio_.settings;
  const FloatingLook look(theme);
  if (beginDialog(theme, "Settings", settingsOpen_)) {
    ImGui::TextColored(theme.palette.quiet, "Theme");
    if (chip(theme, "light", !theme.dark(), true)) setDark(false);
    tooltip(theme, "Dark letters on a light ground");
    if (chip(theme, "dark", theme.dark(), false)) setDark(true);
    tooltip(theme, "Light letters on a dark ground");
    constexpr SliderSpec size{"A",
                              "size of text",
                              "The size of letters and of everything around them, times that of the monitor. "
                              "Applied when the mouse is let go. Larger: all is larger, and less of it fits.",
                              Settings::smallestFontScale,
                              Settings::largestFontScale,
                              Settings::smallestFontScale,
                              Settings::largestFontScale,
                              1};
    const SliderChange change = logSlider(theme, size, fontScaleWanted_.value_or(settings.fontScale));
    if (change.value || !change.refused.empty()) studio_.typed(change.refused, "");
    if (change.value) fontScaleWanted_ = change.value;
    if (change.value || change.ended) fontScaleTime_ = ImGui::GetTime();
    // Not before a second click could come: everything moves with the size, the slider too.
    const bool rests = ImGui::GetTime() > fontScaleTime_ + ImGui::GetIO().MouseDoubleClickTime;
    if (fontScaleWanted_ && rests && !ImGui::IsMouseDown(ImGuiMouseButton_Left))
      settings.fontScale = *std::exchange(fontScaleWanted_, std::nullopt);
    ImGui::Checkbox("Reduce motion", &settings.reduceMotion);
    tooltip(theme,
            "Camera and nodes jump to their new places instead of gliding there, edges come and go at once");
    ImGui::Checkbox("Autosave", &settings.autosave);
    tooltip(theme, "Keeps the workspace every few seconds, so that it comes back after a crash");
    if (const std::string folder = eigenpairsFolder(options_.folders); !folder.empty()) {
      ImGui::Checkbox("Keep eigenpairs", &settings.keepEigenpairs);
      tooltip(theme,
              fmt::format("Eigenpairs of graphs of more than {} nodes are written to {} and read from "
                          "there the next time. A file has up to 256 MB, and may be deleted at any time.",
                          KernelLive::instantNodes, folder));
    }
    if (ImGui::Button("Keys …")) keys_.open = true;
    tooltip(theme, "Opens the list of keys; each can be changed there");
    ImGui::SameLine();
    if (ImGui::Button("Reset the arrangement")) arrangeWanted_ = openAtFirstWanted_ = true;
    tooltip(theme, "Puts all windows back to where they were at first");
    caption(theme, settingsPath_.empty()
                       ? "Nothing is kept: the program runs without a display or a home folder."
                       : fmt::format("Kept in {}", settingsPath_));
  }
  ImGui::End();
}

}  // namespace sispde::studio
