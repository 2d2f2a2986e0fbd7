// The small windows over the panels: they fit, and pictures of them are there to be judged.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <imgui_internal.h>

#include "core/base/file.h"
#include "tests/gui/gui_test.h"

namespace sispde::studio {
namespace {

struct Dialog {
  const char *action, *title, *picture;
};
constexpr Dialog dialogs[] = {{"Settings …", "Settings", "settings"},
                              {"Keys", "Keys", "keys"},
                              {"Open …", "Open", "open"},
                              {"Save workspace …", "Save workspace", "save"},
                              {"Export figure …", "Export figure", "export"},
                              {"About", "About", "about"}};

void setTheme(ImGuiTestContext* context, ThemeKind kind) {
  Theme& theme = studioOf(context).theme;
  theme.kind = kind;
  applyTheme(theme);
  context->Yield(2);
}

// Opens a dialog, looks at it and closes it.
template <class Look>
void withDialog(ImGuiTestContext* context, const Dialog& dialog, const Look& look) {
  IM_CHECK(appOf(context).runAction(dialog.action));
  context->Yield(4);
  context->SetRef(dialog.title);
  const ImGuiWindow* window = context->GetWindowByRef("");
  IM_CHECK(window != nullptr && window->Active);
  look(*window);
  context->WindowClose("");
  context->Yield(2);
  IM_CHECK(!window->Active);
}

// Whether the last picture has that colour at a place, but for rounding.
bool hasColour(ImGuiTestContext* context, float x, float y, const ImVec4& colour) {
  const Picture& picture = *appOf(context).picture();
  const auto at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                       static_cast<std::size_t>(x));
  const float wanted[] = {colour.x, colour.y, colour.z};
  for (std::size_t i = 0; i < 3; ++i)
    if (std::abs(static_cast<float>(picture.pixels[at + i]) - 255 * wanted[i]) > 2) return false;
  return true;
}

void everyDialogStandsOut(ImGuiTestContext* context) {
  openData(context, "minesweeper:30x30");
  const Palette& palette = studioOf(context).theme.palette;
  for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
    setTheme(context, kind);
    for (const Dialog& dialog : dialogs)
      withDialog(context, dialog, [&](const ImGuiWindow& window) {
        screenshot(context,
                   fmt::format("{}-{}", dialog.picture, kind == ThemeKind::Light ? "light" : "dark"));
        const float left = window.Pos.x, middle = window.Pos.y + window.Size.y / 2;
        IM_CHECK(hasColour(context, left, middle, palette.line));
        IM_CHECK(hasColour(context, left + 4, middle, palette.raised));
      });
  }
}

void dialogsFit(ImGuiTestContext* context) {
  openData(context, "karate");
  for (const auto& [width, height] : {std::pair(1280, 800), std::pair(640, 400)}) {
    appOf(context).resize(width, height);
    context->Yield(3);
    const ImVec2 at = ImGui::GetMainViewport()->Pos, size = ImGui::GetMainViewport()->Size;
    const ImRect whole(at.x, at.y, at.x + size.x, at.y + size.y);
    for (const Dialog& dialog : dialogs)
      withDialog(context, dialog, [&](const ImGuiWindow& window) {
        IM_CHECK_EQ(window.ScrollMax.x, 0.0f);
        IM_CHECK_LE(window.ContentSize.x, window.InnerRect.GetWidth());
        IM_CHECK(whole.Contains(window.Rect()));
      });
  }
  appOf(context).resize(1280, 800);
  context->Yield(3);
}

bool isSeen(ImGuiTestContext* context, const char* title) {
  const ImGuiWindow* window = context->GetWindowByRef(title);
  return window != nullptr && window->Active;
}

// However long ago: the status bar shows it for some seconds alone.
bool told(ImGuiTestContext* context, const std::string& words) {
  return std::ranges::any_of(studioOf(context).log.lines(),
                             [&](const Log::Line& line) { return line.text == words; });
}

// The first save asks where, and before it replaces a file; the next ones write there at once.
void savingAsksOnceAndBeforeItReplaces(ImGuiTestContext* context) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "sispde_saving";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string data = folder / "four.csv", other = folder / "other.json",
                    suggested = folder / "four-workspace.json";
  std::ofstream(data) << "a,b\nb,c\nc,a\nc,d\n";
  std::ofstream(other) << "mine";
  openData(context, data);
  Studio& studio = studioOf(context);
  // What is suggested lies beside the data.
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
  context->Yield(3);
  context->ItemClick("//Save workspace/Save");
  settle(context);
  IM_CHECK(!isSeen(context, "//Save workspace"));
  IM_CHECK(fs::exists(suggested));
  IM_CHECK(told(context, "Wrote " + suggested));
  screenshot(context, "saved");
  // From then on it is written at once.
  studio.history.edit("ν", [](Workspace& w) { w.kernel().nu = 7.5; });
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
  context->Yield(3);
  IM_CHECK(!isSeen(context, "//Save workspace"));
  settle(context);
  IM_CHECK_EQ(loadWorkspace(suggested).value().workspace.kernel().nu, 7.5);
  // To another file, which is not replaced by the first press.
  context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
  context->Yield(3);
  context->SetRef("//Save workspace");
  context->ItemInput("##path");
  context->KeyCharsReplace(folder.c_str());
  context->ItemClick("Save");
  context->Yield(2);
  IM_CHECK(isSeen(context, "//Save workspace"));  // a folder
  context->ItemInput("##path");
  context->KeyCharsReplace((folder / "other").c_str());  // its ending is added
  context->ItemClick("Save");
  settle(context);
  IM_CHECK(isSeen(context, "//Save workspace"));
  IM_CHECK_STR_EQ(readFile(other).value().c_str(), "mine");
  inBothThemes(context, "replace");
  context->ItemClick("Replace");
  settle(context);
  IM_CHECK(loadWorkspace(other).has_value());
  IM_CHECK_STR_EQ(studio.workspaceFile.c_str(), other.c_str());
  // A workspace that is opened is saved to its own file; other data have none.
  openData(context, "karate");
  IM_CHECK_STR_EQ(studio.workspaceFile.c_str(), "");
  appOf(context).drop(suggested);
  settle(context);
  IM_CHECK_STR_EQ(studio.workspaceFile.c_str(), suggested.c_str());
  openData(context, "karate");
  fs::remove_all(folder);
}

void aBugReportNamesTheMachineAndThePresentSize(ImGuiTestContext* context) {
  appOf(context).resize(1000, 640);
  IM_CHECK(appOf(context).runAction("About"));
  context->Yield(4);
  context->ItemClick("//About/Copy for a bug report");
  const std::string text = ImGui::GetClipboardText();
  for (const char* word : {"commit ", "Processors ", "Window 1000 × 640", "LibTorch "}) {
    if (text.find(word) == std::string::npos) context->LogError("%s", text.c_str());
    IM_CHECK(text.find(word) != std::string::npos);
  }
  context->WindowClose("//About");
  appOf(context).resize(1280, 800);
  context->Yield(3);
}

}  // namespace

void registerDialogTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "dialogs", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("every dialog stands out from the panels in both themes", everyDialogStandsOut);
  add("saving asks once and before it replaces", savingAsksOnceAndBeforeItReplaces);
  add("a bug report names the machine and the present size", aBugReportNamesTheMachineAndThePresentSize);
  add("dialogs fit their content and the window", dialogsFit);
}

}  // namespace sispde::studio
