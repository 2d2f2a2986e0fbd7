// What is opened, and what happens to unsaved work before it is.

#include <atomic>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "app/studio/figure/png_text.h"
#include "app/studio/shell/unsaved.h"
#include "tests/gui/held_lane.h"

namespace sispde::studio {
namespace {

namespace fs = std::filesystem;

// A graph with one edge less than it was opened with.
void editAnEdge(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.editGraph("Dropped an edge", {studio.document->edges[3]}, {});
  settle(context);
  IM_CHECK_EQ(studio.document->data.graph.edgeCount(), 77);
}

bool isAsked(ImGuiTestContext* context) {
  const ImGuiWindow* question = context->GetWindowByRef("//Not saved");
  return question != nullptr && question->Active;
}

void answer(ImGuiTestContext* context, const char* button) {
  context->SetRef("//Not saved");
  context->ItemClick(button);
  context->Yield(3);
}

void unsavedEditsAreAskedFor(ImGuiTestContext* context) {
  editAnEdge(context);
  App& app = appOf(context);
  Studio& studio = studioOf(context);
  IM_CHECK(app.runAction("Example: Minesweeper grid"));
  context->Yield(3);
  IM_CHECK(isAsked(context));
  inBothThemes(context, "not-saved");
  for (const auto& [width, height] : {std::pair(640, 400), std::pair(1280, 800)}) {
    app.resize(width, height);
    context->Yield(3);
    const ImGuiWindow* question = context->GetWindowByRef("//Not saved");
    IM_CHECK_LE(question->ContentSize.x, question->InnerRect.GetWidth());
    IM_CHECK(question->Rect().Max.x <= static_cast<float>(width));
  }
  // Stay: nothing happened, by the button and by the key.
  answer(context, "Stay");
  IM_CHECK(!isAsked(context));
  IM_CHECK_EQ(studio.document->data.graph.edgeCount(), 77);
  IM_CHECK(app.runAction("Quit"));
  context->Yield(3);
  IM_CHECK(isAsked(context) && !app.closing());
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(3);
  IM_CHECK(!isAsked(context) && !app.closing());
  // Without saving: it is gone.
  app.drop(fs::temp_directory_path() / "there_is_no_such_file.csv");
  context->Yield(3);
  IM_CHECK(isAsked(context));
  answer(context, "Open without saving");
  settle(context);
  IM_CHECK(studio.log.banner() != nullptr);  // that file is not there, so nothing was lost after all
  studio.log.putAway();
  IM_CHECK_EQ(studio.document->data.graph.edgeCount(), 77);
  context->SetRef("Data");
  context->ItemClick("communities");
  context->Yield(3);
  IM_CHECK(isAsked(context));
  answer(context, "Open without saving");
  settle(context);
  IM_CHECK(studio.workspace().edits == nullptr);
  // And what was only looked at is no work.
  studio.history.edit("ν", [](Workspace& w) { w.kernel().nu = 2; });
  studio.pick(3);
  IM_CHECK(app.runAction("Example: Minesweeper grid"));
  settle(context);
  IM_CHECK(!isAsked(context));
}

void savingGoesOnWithWhatWasAskedFor(ImGuiTestContext* context) {
  editAnEdge(context);
  Studio& studio = studioOf(context);
  const std::string path = fs::temp_directory_path() / "sispde_unsaved.json";
  const auto askAgain = [&](const char* button) {
    IM_CHECK(appOf(context).runAction("Example: Minesweeper grid"));
    context->Yield(3);
    answer(context, button);
  };
  fs::remove(path);
  // Closed without a name: nothing goes on.
  askAgain("Save …");
  context->WindowClose("//Save workspace");
  settle(context);
  IM_CHECK_EQ(studio.document->data.graph.edgeCount(), 77);
  appOf(context).save(path);  // and a save for its own sake opens nothing
  settle(context);
  IM_CHECK_EQ(studio.document->data.graph.edgeCount(), 77);
  studio.editGraph("Dropped another edge", {studio.document->edges[5]}, {});
  settle(context);
  askAgain("Save");  // to the file that is known by now
  settle(context);
  IM_CHECK(studio.document->data.nodeCount() == 2500);
  // And what was saved comes back, and is no longer unsaved.
  appOf(context).drop(path);
  settle(context);
  IM_CHECK(!isAsked(context));
  IM_CHECK_EQ(studio.document->data.graph.edgeCount(), 76);
  IM_CHECK(appOf(context).runAction("Example: Minesweeper grid"));
  settle(context);
  IM_CHECK(!isAsked(context));
  IM_CHECK(studio.workspace().edits == nullptr);
  fs::remove(path);
}

std::string lastTold(const Studio& studio) {
  return studio.log.told() != nullptr ? studio.log.told()->text : std::string();
}

// After a cancel the user is told what became of the file: while it waited, while it was written, and when it was there already.
void aCancelledWriteSaysWhatBecameOfTheFile(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  bool went = false;
  const auto cancelWrite = [&](const std::string& path, bool waits, bool completes) {
    went = false;
    const auto begun = std::make_shared<std::atomic<bool>>(false);
    std::optional<HeldLane> held;
    if (waits) held.emplace(studio, "export");
    studio.write(
        path,
        [begun, completes](const Progress& progress) -> Result<void> {
          *begun = true;
          while (!progress.stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
          if (completes) return {};
          return sispde::cancelled();
        },
        [&] { went = true; });
    context->Yield(2);
    if (!waits) until(context, [&] { return begun->load(); });
    IM_CHECK(studio.writing() && appOf(context).moving());
    studio.jobs.cancelAll();
    until(context, [&] { return !studio.writing(); });
  };
  cancelWrite("waits.csv", true, false);
  IM_CHECK_STR_EQ(lastTold(studio).c_str(), "Cancelled; waits.csv is as it was");
  cancelWrite("works.csv", false, false);
  IM_CHECK_STR_EQ(lastTold(studio).c_str(), "Cancelled; works.csv is as it was");
  IM_CHECK(!went);
  cancelWrite("done.csv", false, true);
  IM_CHECK_STR_EQ(lastTold(studio).c_str(), "Wrote done.csv");
  IM_CHECK(went);
}

// Places of very many nodes are in no file: the save says so, and whoever leaves is told again.
void placesOfVeryManyNodesAreNotTakenForSaved(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  openData(context, "karate");
  studio.open({"grid:460x440", {}, {}, 1});
  until(context, [&] {
    return studio.document->data.nodeCount() == 460 * 440 && studio.layout.positions().size() == 460 * 440;
  });
  studio.pin(5, true);
  const std::string path = fs::temp_directory_path() / "sispde_very_many.json";
  appOf(context).save(path);
  until(context, [&] { return !studio.writing(); });
  IM_CHECK_STR_EQ(
      lastTold(studio).c_str(),
      fmt::format("Wrote {}; places and pins are not in it: a workspace keeps those of 200000 nodes at most",
                  path)
          .c_str());
  IM_CHECK(appOf(context).runAction("Example: Minesweeper grid"));
  context->Yield(3);
  IM_CHECK(isAsked(context));
  IM_CHECK(textOfFrame(context).find("1 placed node, which no file keeps of more than 200000 nodes") !=
           std::string::npos);
  answer(context, "Open without saving");
  settle(context);
  fs::remove(path);
}

void aTypedPathIsOpened(ImGuiTestContext* context) {
  openData(context, "karate");
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
  context->Yield(3);
  context->SetRef("Open");
  context->ItemInput("##path");
  context->KeyCharsReplaceEnter("grid:4x6");
  settle(context);
  IM_CHECK_EQ(studioOf(context).document->data.nodeCount(), 24);
}

void aDroppedPictureBringsItsWorkspaceBack(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.pick(7);
  studio.history.edit("κ", [](Workspace& w) { w.kernel().kappa = 3.5; });
  const std::string path = fs::temp_directory_path() / "sispde_dropped.png";
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_E);
  context->Yield(2);
  context->SetRef("Export figure");
  context->ItemInput("##path");
  context->KeyCharsReplace(path.c_str());
  context->ItemClick("Export");
  settle(context);
  openData(context, "ring:12");
  studio.history.edit("κ", [](Workspace& w) { w.kernel().kappa = 1; });
  appOf(context).drop(path);
  settle(context);
  IM_CHECK_EQ(studio.document->data.nodeCount(), 34);
  IM_CHECK_EQ(studio.workspace().picked, 7);
  IM_CHECK_EQ(studio.workspace().kernel().kappa, 3.5);
  fs::remove(path);
}

void aBadFileNamesItsLine(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const auto before = studio.document;
  const std::string path = fs::temp_directory_path() / "sispde_bad_edges.csv";
  std::ofstream(path) << "0,1\n1,2\n2\n";
  appOf(context).drop(path);
  settle(context);
  IM_CHECK(studio.log.banner() != nullptr);
  const std::string text = studio.log.banner() != nullptr ? studio.log.banner()->text : "";
  IM_CHECK(text.find(path + ":3") != std::string::npos || text.find("line 3") != std::string::npos);
  IM_CHECK(studio.document == before);
  screenshot(context, "bad-file");
  studio.log.putAway();
  fs::remove(path);
}

// A trouble of one window is told in it while it is seen, and by the program otherwise; its remedy is one click.
void aTroubleIsToldWhereItBelongs(ImGuiTestContext* context) {
  openData(context, "karate");
  App& app = appOf(context);
  Studio& studio = studioOf(context);
  const auto whole = [&] {
    const ImGuiWindow* bar = context->GetWindowByRef("//##banner");
    return bar != nullptr && bar->Active;
  };
  studio.log.trouble("The layout went astray.", {"Graph", "Lay out anew"});
  context->Yield(3);
  IM_CHECK(!whole());
  inBothThemes(context, "banner-graph");
  context->SetRef("Graph");
  context->ItemClick("##banner/Lay out anew");
  context->Yield(2);
  IM_CHECK(studio.log.banner() == nullptr);
  settle(context);
  studio.log.trouble("The layout went astray.", {"Graph", "Lay out anew"});
  app.runAction("Window: Graph");
  context->Yield(3);
  IM_CHECK(whole());
  app.runAction("Window: Graph");
  context->Yield(3);
  IM_CHECK(!whole());
  studio.log.putAway();
  // What cannot be opened offers to open something else.
  app.drop("/there/is/no/such.csv");
  settle(context);
  IM_CHECK(whole());
  for (const auto& [width, height] : {std::pair(640, 400), std::pair(1280, 800)}) {
    app.resize(width, height);
    context->Yield(3);
    const ImGuiWindow* bar = context->GetWindowByRef("//##banner");
    IM_CHECK_LE(bar->ContentSize.x, bar->InnerRect.GetWidth());
  }
  context->SetRef("//##banner");
  context->ItemClick("Open …");
  context->Yield(3);
  const ImGuiWindow* dialog = context->GetWindowByRef("//Open");
  IM_CHECK(dialog != nullptr && dialog->Active);
  context->WindowClose("//Open");
  IM_CHECK(studio.log.banner() == nullptr);
}

// The data that are open by then have been in a file since they were opened.
void aSaveThatEndsLateIsOfItsOwnData(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  openData(context, "ring:12");
  const std::shared_ptr<const Document> first = studio.opened;  // nothing else gets its address
  const UnsavedWork::Made late = UnsavedWork::of(studio);
  editAnEdge(context);
  UnsavedWork work;
  work.saved(studio, UnsavedWork::of(studio));
  work.saved(studio, late);
  IM_CHECK_STR_EQ(work.lostByOpening(studio).c_str(), "");
  work.saved(studio, {.opened = studio.opened.get()});
  IM_CHECK(work.lostByOpening(studio).starts_with("1 edited edge"));
}

}  // namespace

void registerLeavingTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "leaving", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("unsaved edits are asked for before they are lost", unsavedEditsAreAskedFor);
  add("saving goes on with what was asked for", savingGoesOnWithWhatWasAskedFor);
  add("a cancelled write says what became of the file", aCancelledWriteSaysWhatBecameOfTheFile);
  add("a save that ends late is of its own data", aSaveThatEndsLateIsOfItsOwnData);
  add("places of very many nodes are not taken for saved", placesOfVeryManyNodesAreNotTakenForSaved);
  add("a typed path is opened", aTypedPathIsOpened);
  add("a dropped picture brings its workspace back", aDroppedPictureBringsItsWorkspaceBack);
  add("a trouble is told where it belongs", aTroubleIsToldWhereItBelongs);
  add("a bad file names its line and loses nothing", aBadFileNamesItsLine);
}

}  // namespace sispde::studio
