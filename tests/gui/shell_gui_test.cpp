#include <filesystem>
#include <fstream>
#include <set>

#include <imgui_internal.h>

#include "app/studio/figure/png_text.h"
#include "app/studio/shell/saving.h"
#include "tests/gui/gui_test.h"

namespace sispde::studio {

// By what Dear ImGui has for its own log, without the window at whose end that log ends.
std::string textOfFrame(ImGuiTestContext* context) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  g.LogNextPrefix = g.LogNextSuffix = nullptr;
  g.LogWindow = nullptr;
  g.LogDepthRef = g.LogDepthToExpand = 0;
  g.LogLinePosY = -FLT_MAX;
  g.LogEnabled = g.LogLineFirstItem = true;
  context->Yield();
  g.LogEnabled = false;
  std::string text = g.LogBuffer.c_str();
  g.LogBuffer.clear();
  return text;
}

void screenshot(ImGuiTestContext* context, const std::string& name) {
  context->MouseMoveToPos({2, 2});
  context->Yield(3);
  // The test runs in a thread of its own, without the OpenGL context.
  appOf(context).wantPicture();
  context->Yield(2);
  const std::optional<Picture>& picture = appOf(context).picture();
  IM_CHECK(picture.has_value());
  std::set<std::uint32_t> colours;
  for (std::size_t i = 0; i + 3 < picture->pixels.size(); i += 4)
    colours.insert(static_cast<std::uint32_t>(picture->pixels[i] << 16 | picture->pixels[i + 1] << 8 |
                                              picture->pixels[i + 2]));
  IM_CHECK_GT(colours.size(), 100u);
  const Result<void> written = writePng({picture->width, picture->height, picture->pixels}, {},
                                        fmt::format("{}/{}.png", SISPDE_SCREENSHOTS, name));
  IM_CHECK(written.has_value());
}

namespace {

void runByName(ImGuiTestContext* context, const char* words) {
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
  context->Yield(2);
  context->KeyChars(words);
  context->Yield();
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(3);
}

void thePaletteRunsActions(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  runByName(context, "colour by degree");
  IM_CHECK(studio.workspace().colourBy == ColourBy::Degree);
  const bool dark = studio.theme.dark();
  runByName(context, "light theme");
  IM_CHECK_NE(studio.theme.dark(), dark);
  runByName(context, "light theme");
  runByName(context, "colour by correlation");
  IM_CHECK(studio.workspace().colourBy == ColourBy::Correlation);
}

void keysDoWhatTheListSays(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const double nu = studio.workspace().kernel().nu, kappa = studio.workspace().kernel().kappa;
  context->KeyPress(ImGuiKey_RightBracket);
  context->Yield();
  IM_CHECK_GT(studio.workspace().kernel().nu, nu);
  context->KeyPress(ImGuiMod_Shift | ImGuiKey_LeftBracket);
  context->Yield();
  IM_CHECK_LT(studio.workspace().kernel().kappa, kappa);
  const int active = studio.workspace().active;
  context->KeyPress(ImGuiKey_A);
  context->Yield();
  IM_CHECK_EQ(studio.workspace().active, 1 - active);
  context->KeyPress(ImGuiKey_A);
  context->KeyPress(ImGuiKey_L);
  context->Yield();
  IM_CHECK(studio.view.tool == Tool::Lasso);
  context->KeyPress(ImGuiKey_B);
  context->Yield();
  IM_CHECK(studio.view.tool == Tool::Rectangle);
  context->KeyPress(ImGuiKey_P);
  context->Yield();
  IM_CHECK(studio.view.tool == Tool::Pick);
  const double now = studio.workspace().kernel().nu, reach = studio.workspace().kernel().kappa;
  context->KeyPress(ImGuiKey_LeftBracket);
  context->Yield();
  IM_CHECK_LT(studio.workspace().kernel().nu, now);
  context->KeyPress(ImGuiMod_Shift | ImGuiKey_RightBracket);
  context->Yield();
  IM_CHECK_GT(studio.workspace().kernel().kappa, reach);
  context->KeyPress(ImGuiMod_Shift | ImGuiKey_Slash);
  context->Yield(2);
  const ImGuiWindow* list = context->GetWindowByRef("//Keys");
  IM_CHECK(list != nullptr && list->Active);
  context->KeyPress(ImGuiMod_Shift | ImGuiKey_Slash);
  context->Yield(2);
  IM_CHECK(!list->Active);
}

// Space starts and pauses, S steps.
void keysTrain(ImGuiTestContext* context) {
  openData(context, "sbm:120,degree=6");
  Studio& studio = studioOf(context);
  studio.history.edit("Training", [](Workspace& w) {
    w.training.set = {{"epochs", "100000"}, {"hidden", "8"}};
  });
  context->KeyPress(ImGuiKey_Space);
  until(context, [&] {
    const TrainedRun* run = studio.training.shown();
    return run != nullptr && run->snapshot && run->snapshot->epoch >= 2;
  });
  context->KeyPress(ImGuiKey_Space);
  until(context, [&] { return studio.training.shown()->state() == RunState::Paused; });
  IM_CHECK_STR_EQ(runStateName(studio.training.shown()->state()), runStateName(RunState::Paused));
  const int epoch = studio.training.shown()->snapshot->epoch;
  context->KeyPress(ImGuiKey_S);
  context->Yield(2);
  until(context, [&] { return studio.training.active() == nullptr; });
  IM_CHECK_EQ(studio.training.shown()->snapshot->epoch, epoch + 1);
  studio.training.remove(studio.training.shown());
  settle(context);
}

void everyActionIsExplained(ImGuiTestContext* context) {
  for (const Action& action : appOf(context).actions()) {
    if (action.help.empty()) context->LogError("%s", action.words.c_str());
    IM_CHECK(!action.help.empty());
  }
}

void keysAreRebound(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const std::uint64_t seed = studio.workspace().seed;
  runByName(context, "Help Keys");
  context->SetRef("Keys");
  context->ItemClick("**/G##Grow selection by one hop");
  context->Yield();
  context->KeyPress(ImGuiKey_N);
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().seed, seed);  // asking for keys runs nothing
  IM_CHECK_STR_EQ(studio.settings.keys["Grow selection by one hop"].c_str(), "N");
  IM_CHECK_STR_EQ(studio.settings.keys["New noise"].c_str(), "");
  // Words on the screen follow.
  IM_CHECK_STR_EQ(studio.withKey("Grow", "Grow selection by one hop").c_str(), "Grow (N)");
  IM_CHECK_STR_EQ(studio.withKey("Other numbers", "New noise").c_str(), "Other numbers");
  context->KeyPress(ImGuiKey_N);
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().seed, seed);
  IM_CHECK(studio.workspace().selection != nullptr);
  context->ItemClick("All as they were");
  context->Yield(2);
  IM_CHECK(studio.settings.keys.empty());
  context->WindowClose("");
  context->KeyPress(ImGuiKey_N);
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().seed, seed + 1);
}

void theSizeOfTextIsSet(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  runByName(context, "Settings …");
  context->SetRef("Settings");
  context->ItemInput("size of text/##value");
  context->KeyCharsReplaceEnter("1.5");
  const auto wait = [&](float scale) { until(context, [&] { return studio.theme.scale == scale; }); };
  wait(1.5f);
  IM_CHECK_EQ(studio.settings.fontScale, 1.5);
  IM_CHECK_EQ(studio.theme.scale, 1.5f);
  screenshot(context, "large-text");
  context->SetRef("Settings");
  context->ItemDoubleClick("size of text/##track");
  wait(1);
  IM_CHECK_EQ(studio.theme.scale, 1.0f);
  context->WindowClose("");
}

void aDroppedFileIsOpened(ImGuiTestContext* context) {
  openData(context, "karate");
  const std::string path = std::filesystem::temp_directory_path() / "sispde_dropped.csv";
  std::ofstream(path) << "a,b\nb,c\nc,a\nc,d\n";
  appOf(context).drop(path);
  settle(context);
  IM_CHECK_EQ(studioOf(context).document->data.nodeCount(), 4);
  std::filesystem::remove(path);
}

void anExampleIsOneClickAway(ImGuiTestContext* context) {
  openData(context, "karate");
  context->SetRef("Data");
  context->ItemClick("communities");
  settle(context);
  IM_CHECK_EQ(studioOf(context).document->data.nodeCount(), 1000);
}

void cancelStopsWhatRunsAndLosesNothing(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const auto before = studio.document;
  studio.open({"sbm:300000,degree=10", {}, {}, 1});
  context->Yield(3);
  context->SetRef("##status");
  context->ItemClick("cancel");
  settle(context);
  IM_CHECK(studio.document == before);
  IM_CHECK(studio.log.banner() == nullptr);  // a wish is no trouble
}

void findingPicksTheNode(ImGuiTestContext* context) {
  openData(context, "karate");
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_F);
  context->Yield(3);
  IM_CHECK(ImGui::GetIO().WantTextInput);
  context->KeyCharsReplaceEnter("23");
  context->Yield(2);
  IM_CHECK_EQ(studioOf(context).workspace().picked, 23);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_F);
  context->Yield(2);
  context->KeyCharsReplaceEnter("nobody");
  context->Yield(2);
  IM_CHECK(studioOf(context).log.banner() != nullptr);
  studioOf(context).log.putAway();
}

void anotherFileCancelsTheWorkOnTheFirst(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  studio.open({"sbm:20000,degree=10", {}, {}, 1});
  context->Yield(5);
  openData(context, "karate");
  IM_CHECK_EQ(studio.document->data.nodeCount(), 34);
  IM_CHECK_EQ(studio.layout.positions().size(), 34u);
  IM_CHECK_EQ(studio.kernel.variances().values.size(), 34u);
}

// Types a path into a dialog and presses its button.
void useDialog(ImGuiTestContext* context, ImGuiKeyChord keys, const char* title, const char* button,
               const std::string& path) {
  context->KeyPress(keys);
  context->Yield(2);
  context->SetRef(title);
  context->ItemInput("##path");
  context->KeyCharsReplace(path.c_str());
  context->ItemClick(button);
  settle(context);
}

void openPath(ImGuiTestContext* context, const std::string& path) {
  openAnything(studioOf(context), {path, {}, {}, 1});
  settle(context);
}

void aSavedWorkspaceComesBack(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.pick(5);
  studio.history.edit("kernel", [](Workspace& w) { w.kernel().nu = 3.25; });
  studio.view.camera.scale *= 1.5;
  settle(context);
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "sispde_gui_files";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string file = folder / "workspace.json", picture = folder / "figure.png",
                    vector = folder / "figure.svg", values = folder / "values.csv";
  useDialog(context, ImGuiMod_Ctrl | ImGuiKey_S, "Save workspace", "Save", file);
  for (const std::string& path : {picture, vector, values})
    useDialog(context, ImGuiMod_Ctrl | ImGuiKey_E, "Export figure", "Export", path);
  const SavedWorkspace before = savedOf(studio);
  for (const std::string& path : {file, picture}) {
    openData(context, "ring:12");
    IM_CHECK_EQ(studio.document->data.nodeCount(), 12);
    openPath(context, path);
    IM_CHECK_EQ(studio.document->data.nodeCount(), 34);
    IM_CHECK(savedOf(studio) == before);
  }
  IM_CHECK_GT(std::filesystem::file_size(vector), 1000u);
  IM_CHECK_GT(std::filesystem::file_size(values), 500u);
  IM_CHECK(studio.log.banner() == nullptr);
  std::filesystem::remove_all(folder);
}

void everyWindowIsDrawnInBothThemesAndSizes(ImGuiTestContext* context) {
  openData(context, "minesweeper:30x30");
  App& app = appOf(context);
  Studio& studio = studioOf(context);
  for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
    studio.theme.kind = kind;
    applyTheme(studio.theme);
    for (const auto& [width, height] : {std::pair(1280, 800), std::pair(2560, 1440), std::pair(640, 400)}) {
      app.resize(width, height);
      studio.view.fitWanted = true;
      settle(context);
      screenshot(context, fmt::format("studio-{}-{}", kind == ThemeKind::Light ? "light" : "dark", width));
    }
  }
  app.resize(1280, 800);
  context->Yield(3);
}

}  // namespace

void registerShellTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "shell", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("the palette runs actions", thePaletteRunsActions);
  add("keys do what the list says", keysDoWhatTheListSays);
  add("keys train", keysTrain);
  add("every action is explained", everyActionIsExplained);
  add("keys are rebound and set back", keysAreRebound);
  add("the size of text is set", theSizeOfTextIsSet);
  add("a dropped file is opened", aDroppedFileIsOpened);
  add("an example is one click away", anExampleIsOneClickAway);
  add("cancel stops what runs and loses nothing", cancelStopsWhatRunsAndLosesNothing);
  add("finding picks the node", findingPicksTheNode);
  add("another file cancels the work on the first", anotherFileCancelsTheWorkOnTheFirst);
  add("a saved workspace and an exported picture bring everything back", aSavedWorkspaceComesBack);
  add("every window is drawn in both themes and sizes", everyWindowIsDrawnInBothThemesAndSizes);
}

}  // namespace sispde::studio
