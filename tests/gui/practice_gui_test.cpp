// A trained model in a practitioner's hands: the list of flagged nodes, names of runs, curves, what is OOD, an edge that is tried out.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/base/file.h"
#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

namespace fs = std::filesystem;

void openWindow(ImGuiTestContext* context, const char* title, bool open) {
  const std::string words = std::string("Window: ") + title;
  for (const Action& action : appOf(context).actions())
    if (action.words == words && action.checked() != open) action.run();
  context->Yield(3);
}

// Level and bound decide what is flagged as the core's detect says; a line picks its node; the file has every tested node.
void flaggedNodesAreListedAndWritten(ImGuiTestContext* context) {
  openForTraining(context, 8);
  Studio& studio = studioOf(context);
  studio.history.edit("Calibrate", [](Workspace& w) { w.training.calibrate = true; });
  studio.startTraining();
  settle(context);
  openWindow(context, "Flagged", true);
  IM_CHECK(studio.scores.detection().has_value());
  const auto flagged = [&] { return studio.scores.detection()->detection.flaggedCount; };
  context->SetRef("Flagged");
  context->ItemInput("level/##value");
  context->KeyCharsReplaceEnter("0.4");
  context->Yield(3);
  IM_CHECK_EQ(studio.workspace().score.alpha, 0.4);
  IM_CHECK(studio.workspace().score.byAlpha);
  const auto many = flagged();
  IM_CHECK_GT(many, 0);
  // By the definition: p = (1 + calibration scores as large) / (n + 1), flagged where p ≤ α.
  const DetectionTask& task = *studio.scores.task();
  std::vector<double> calibration;
  for (const NodeId u : task.calibration)
    calibration.push_back(studio.scores.id()[static_cast<std::size_t>(u)]);
  IM_CHECK_GT(calibration.size(), 4u);
  const Detection& found = studio.scores.detection()->detection;
  for (std::size_t i = 0; i < task.tested.size(); ++i) {
    const double score = studio.scores.id()[static_cast<std::size_t>(task.tested[i])];
    const auto above =
        std::count_if(calibration.begin(), calibration.end(), [&](double c) { return c >= score; });
    const double p = (1.0 + static_cast<double>(above)) / (1.0 + static_cast<double>(calibration.size()));
    IM_CHECK_LT(std::abs(found.p[i] - p), 1e-12);
    IM_CHECK_EQ(found.flagged[i] != 0, p <= 0.4);
  }
  context->ItemInput("level/##value");
  context->KeyCharsReplaceEnter("0.1");
  context->Yield(3);
  IM_CHECK_LE(flagged(), many);
  context->ItemInput("level/##value");
  context->KeyCharsReplaceEnter("0.4");
  context->Yield(3);
  studio.history.edit("Bound", [](Workspace& w) { w.score.discovery = true; });
  context->Yield(3);
  IM_CHECK_LE(flagged(), many);  // false discoveries are the stricter bound
  studio.history.edit("Bound", [](Workspace& w) { w.score.discovery = false; });
  context->Yield(3);
  // The first line is the node with the least p, and of those the largest score.
  std::size_t first = 0;
  const TaskDetection& now = *studio.scores.detection();
  for (std::size_t i = 1; i < now.scores.size(); ++i)
    if (std::pair(now.detection.p[i], -now.scores[i]) < std::pair(now.detection.p[first], -now.scores[first]))
      first = i;
  const NodeId node =
      first < task.tested.size() ? task.tested[first] : task.elsewhere[first - task.tested.size()];
  studio.pick(node == 0 ? 1 : 0);
  context->Yield(2);
  context->ItemClick(fmt::format("**/{}{}##{}", studio.document->nodeName(node),
                                 first < task.tested.size() ? "" : " (shifted)", first)
                         .c_str());
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().picked, node);
  const std::string path = fs::temp_directory_path() / "sispde_flagged.csv";
  fs::remove(path);
  context->ItemClick("Write the list …");
  context->SetRef("//$FOCUSED");
  context->ItemInputValue("##path", path.c_str());
  settle(context);
  const std::string text = readFile(path).value_or("");
  IM_CHECK_GT(static_cast<std::size_t>(std::ranges::count(text, '\n')), task.tested.size());
  // What is there is not replaced unasked.
  std::ofstream(path) << "mine";
  context->ItemClick("//Flagged/Write the list …");
  context->SetRef("//$FOCUSED");
  context->ItemInputValue("##path", path.c_str());
  settle(context);
  IM_CHECK_STR_EQ(readFile(path).value().c_str(), "mine");
  screenshot(context, "flagged-write");
  context->ItemClick("Replace");
  settle(context);
  IM_CHECK(readFile(path).value() == text);
  fs::remove(path);
  openWindow(context, "Flagged", false);
}

void aRunIsRenamed(ImGuiTestContext* context) {
  openForTraining(context, 4);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  openWindow(context, "Runs", true);
  const TrainedRun& run = *studio.training.runs()[0];
  context->SetRef("Runs");
  const std::string place = fmt::format("runs/$${}", run.id);
  context->ItemDoubleClick(
      fmt::format("{}/{} · {}##run", place, run.name, runStateName(run.state())).c_str());
  context->Yield(2);
  context->KeyCharsReplaceEnter("with noise");
  context->Yield(2);
  IM_CHECK_STR_EQ(run.name.c_str(), "with noise");
  openWindow(context, "Runs", false);
}

// A drag over the curves looks at earlier epochs, a double click comes back; smoothing and the axis are the view's alone.
void curvesAreScrubbedAndSmoothed(ImGuiTestContext* context) {
  openForTraining(context, 20);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  const ImGuiWindow* window = context->GetWindowByRef("//Metrics");
  IM_CHECK(window != nullptr);
  const ImRect inner = window->InnerRect;
  const auto at = [&](float share) {
    return ImVec2(inner.Min.x + share * inner.GetWidth(), inner.Max.y - 50);
  };
  context->MouseMoveToPos(at(0.9f));
  context->MouseDown();
  context->MouseMoveToPos(at(0.7f));
  context->MouseMoveToPos(at(0.5f));
  context->Yield(2);
  IM_CHECK(studio.view.epoch.has_value());
  const int middle = studio.view.epoch.value_or(0);
  IM_CHECK(middle > 3 && middle < 17);
  until(context, [&] { return studio.scores.epoch() <= middle; });  // their smoothing is made anew
  IM_CHECK_LE(studio.scores.epoch(), middle);
  context->MouseUp();
  context->MouseMoveToPos(at(0.5f));
  context->MouseDoubleClick();
  context->Yield(2);
  IM_CHECK(!studio.view.epoch.has_value());
  context->SetRef("Metrics");
  context->ItemClick("loss");
  context->ItemClick("⋯");
  context->SetRef("//$FOCUSED");
  context->ItemInput("smoothing/##value");
  context->KeyCharsReplaceEnter("0.5");
  context->ItemCheck("logarithmic loss");
  context->Yield(2);
  IM_CHECK_EQ(studio.view.metrics.smoothing, 0.5f);
  IM_CHECK(studio.view.metrics.logarithmic && studio.view.metrics.loss);
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(2);
  inBothThemes(context, "metrics-log");
  studio.view.metrics = {};
}

// A propagated score has its control's number beside it: under the mouse in the plot, and in the list of runs where there is
// room.
void theControlStandsBesideThePropagatedScore(ImGuiTestContext* context) {
  openForTraining(context, 20);
  Studio& studio = studioOf(context);
  studio.history.edit("Detector", [](Workspace& w) {
    w.training.detector = "gnnsafe";
    w.score.name = "energy-prop";
  });
  studio.startTraining();
  settle(context);
  const TrainedRun& run = *studio.training.shown();
  IM_CHECK(metricsOf(*run.latest(), "energy-prop-shuffled") != nullptr);
  const MetricsView before = studio.view.metrics;
  studio.view.metrics = {.auroc = true, .accuracy = false};
  const ImRect inner = context->GetWindowByRef("//Metrics")->InnerRect;
  const auto controls = [&](const char* word) {
    const std::string text = textOfFrame(context);
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  };
  const auto overTheCurves = [&] {
    context->MouseMoveToPos({inner.Min.x + 0.7f * inner.GetWidth(), inner.Max.y - 50});
    context->Yield(2);
  };
  context->MouseMoveToPos({2, 2});
  context->Yield(2);
  const std::size_t elsewhere = controls(" · shuffled ");  // at the foot of the Scores window
  overTheCurves();
  IM_CHECK_EQ(controls(" · shuffled "), elsewhere + 1);
  studio.history.edit("Score", [](Workspace& w) { w.score.name = "energy"; });
  settle(context);
  overTheCurves();
  IM_CHECK_EQ(controls(" · shuffled "), 0u);
  openWindow(context, "Runs", true);
  const auto hasColumn = [&] {
    context->Yield(3);
    const ImGuiTable* table = ImGui::TableFindByID(context->GetID("//Runs/runs"));
    return table != nullptr && table->Columns[4].IsEnabled;
  };
  detach(context, "//Runs", {300, 60}, {300, 300});
  IM_CHECK(!hasColumn());
  context->WindowResize("//Runs", {520, 300});
  IM_CHECK(hasColumn());
  screenshot(context, "runs-wide");
  appOf(context).runAction("Reset the arrangement");
  context->Yield(3);
  openWindow(context, "Runs", false);
  studio.view.metrics = before;
}

// A class of the data becomes the OOD set by a click, and is what the run tests.
void aClassIsMarkedAsOod(ImGuiTestContext* context) {
  openForTraining(context, 4);
  Studio& studio = studioOf(context);
  studio.history.edit("Shift", [](Workspace& w) { w.training.shift = ShiftKind::Given; });
  context->Yield(3);
  context->SetRef("Training");
  context->ItemClick("###class");
  context->Yield(2);
  context->ItemClick("//$FOCUSED/class 2");
  context->Yield(2);
  IM_CHECK(studio.workspace().training.oodClasses == std::vector<std::int32_t>{2});
  studio.startTraining();
  settle(context);
  const TrainedRun* run = studio.training.shown();
  IM_CHECK_STR_EQ(run->trouble.c_str(), "");
  for (NodeId u = 0; u < 200; ++u)
    IM_CHECK_EQ(run->data->oodTest[static_cast<std::size_t>(u)] != 0,
                studio.document->data.labels[static_cast<std::size_t>(u)] == 2);
  context->SetRef("Training");
  context->ItemClick("clear");
  context->Yield(2);
  IM_CHECK(studio.workspace().training.oodClasses.empty());
}

// Opens a file of one's own whose node table has two columns of marks.
void aColumnOfTheNodeTableIsTheMark(ImGuiTestContext* context) {
  const fs::path folder = fs::temp_directory_path() / "sispde_marked";
  fs::create_directories(folder);
  std::ofstream edges(folder / "graph.csv"), nodes(folder / "graph.nodes.csv");
  nodes << "id,label,ood,odd\n";
  for (int u = 0; u < 40; ++u) {
    edges << u << "," << (u + 1) % 40 << "\n" << u << "," << (u + 5) % 40 << "\n";
    nodes << u << "," << u % 2 << "," << (u < 4) << "," << (u % 10 == 9) << "\n";
  }
  edges.close();
  nodes.close();
  openData(context, (folder / "graph.csv").string());
  Studio& studio = studioOf(context);
  IM_CHECK_EQ(count(studio.document->data.ood), 4);
  studio.history.edit("Shift", [](Workspace& w) { w.training.shift = ShiftKind::Given; });
  context->Yield(3);
  context->SetRef("Training");
  context->ItemClick("column");
  context->Yield(2);
  context->SetRef("//$FOCUSED");
  context->ItemInput("##column");
  context->KeyCharsReplaceEnter("odd");
  settle(context);
  IM_CHECK(studio.log.banner() == nullptr);
  IM_CHECK_EQ(count(studio.document->data.ood), 4);
  IM_CHECK(studio.document->data.ood[9] != 0 && studio.document->data.ood[0] == 0);
  fs::remove_all(folder);
}

void anEdgeIsTriedOutByTheMenu(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.pick(0);
  settle(context);
  const auto rightClick = [&](const char* item) {
    context->MouseMoveToPos(screenPlace(context, 16));
    context->Yield();
    context->MouseClick(ImGuiMouseButton_Right);
    context->Yield(2);
    context->ItemClick(item);
    settle(context);
  };
  rightClick("//$FOCUSED/Add an edge to node 0");
  IM_CHECK_EQ(studio.document->data.graph.edgeCount(), 79);
  rightClick("//$FOCUSED/Drop the edge to node 0");
  IM_CHECK_EQ(studio.document->data.graph.edgeCount(), 78);
  IM_CHECK(studio.workspace().edits == nullptr);
}

}  // namespace

void registerPracticeTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "practice", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("flagged nodes are listed and written", flaggedNodesAreListedAndWritten);
  add("a run is renamed", aRunIsRenamed);
  add("curves are scrubbed and smoothed", curvesAreScrubbedAndSmoothed);
  add("the control stands beside the propagated score", theControlStandsBesideThePropagatedScore);
  add("a class is marked as OOD", aClassIsMarkedAsOod);
  add("a column of the node table is the mark", aColumnOfTheNodeTableIsTheMark);
  add("an edge is tried out by the menu", anEdgeIsTriedOutByTheMenu);
}

}  // namespace sispde::studio
