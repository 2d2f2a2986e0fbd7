// What views say where something is missing or was cancelled, and how it comes back.

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "app/studio/live/metric_curves.h"
#include "app/studio/shell/figures_of.h"
#include "core/base/file.h"
#include "core/io/write.h"
#include "core/shift/calibration_split.h"
#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void cancelledPreparationsCanBeAskedForAgain(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  openData(context, "karate");
  studio.open({"sbm:20000,degree=10", {}, {}, 1});
  until(context, [&] {
    const auto states = studio.jobs.states();
    return studio.document->data.nodeCount() == 20000 &&
           std::any_of(states.begin(), states.end(),
                       [](const Jobs::State& s) { return s.key == "engine sym"; });
  });
  context->ItemClick("##status/cancel");
  settle(context);
  IM_CHECK(studio.kernel.wasStopped());
  IM_CHECK(!studio.kernel.image().valid());
  IM_CHECK(studio.log.banner() == nullptr);
  context->ItemClick("//Covariance/Prepare again");
  settle(context);
  IM_CHECK(!studio.kernel.wasStopped());
  IM_CHECK(studio.kernel.image().valid());
  IM_CHECK(studio.kernel.noise().valid());
}

// The figure says what the window says.
void eigenvaluesAreExactWhereThatIsAskedFor(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  const auto caption = [&] { return frameOf(*figureOf(studio, Exported::Spectrum)).captions.at(1); };
  openData(context, "karate");
  IM_CHECK(contains(studio.kernel.spectrumTruth(), "34 eigenvalues, exact"));
  IM_CHECK(contains(caption(), "Spectrum: 34 eigenvalues, exact."));
  openData(context, "sbm:500,degree=8");
  IM_CHECK(contains(studio.kernel.spectrumTruth(), "estimated by 256 moments"));
  IM_CHECK(contains(caption(), fmt::format("Spectrum: {}.", studio.kernel.spectrumMethod())));
  IM_CHECK(contains(caption(), "estimated by 256 moments of"));
  const std::vector<double> estimate = studio.kernel.eigenvalueBars();
  context->ItemClick("//Spectrum/all eigenvalues");
  settle(context);
  IM_CHECK(contains(studio.kernel.spectrumTruth(), "500 eigenvalues, exact"));
  IM_CHECK(studio.kernel.eigenvalueBars() != estimate);
}

// ‖Δu − λu‖ for u of norm 1 and λ = uᵀΔu, by the definition of the symmetric Laplacian.
double residual(const Graph& graph, const std::vector<float>& values) {
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  std::vector<double> image(n);
  double norm = 0, quotient = 0, square = 0;
  for (std::size_t u = 0; u < n; ++u) {
    const double value = values[u];
    image[u] = graph.degree(static_cast<NodeId>(u)) > 0 ? value : 0;
    for (const NodeId v : graph.neighbours(static_cast<NodeId>(u)))
      image[u] -= static_cast<double>(values[v]) /
                  std::sqrt(static_cast<double>(graph.degree(static_cast<NodeId>(u)) * graph.degree(v)));
    norm += value * value;
    quotient += value * image[u];
  }
  quotient /= norm;
  for (std::size_t u = 0; u < n; ++u)
    square += std::pow(image[u] - quotient * static_cast<double>(values[u]), 2);
  return std::sqrt(square / norm);
}

void eigenvectorsOfLargeGraphsAreShown(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  openData(context, "sbm:5000,degree=8");
  studio.history.edit("Eigenvector", [](Workspace& w) {
    w.colourBy = ColourBy::Eigenvector;
    w.eigenvector = 3;
  });
  settle(context);
  IM_CHECK_EQ(studio.shown().values.size(), 5000u);
  IM_CHECK_LT(residual(studio.document->data.graph, studio.shown().values), 1e-3);
  IM_CHECK(contains(studio.shownTruth(), "Lanczos"));
  studio.history.edit("Eigenvector", [](Workspace& w) { w.eigenvector = 100; });
  settle(context);
  IM_CHECK(contains(studio.shown().missing, "the first 12 alone"));
  studio.history.edit("Colour", [](Workspace& w) {
    w.colourBy = ColourBy::Correlation;
    w.eigenvector = 1;
  });
}

void find(ImGuiTestContext* context, const char* words) {
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_F);
  context->Yield(4);
  IM_CHECK(ImGui::GetIO().WantTextInput);
  context->KeyCharsReplaceEnter(words);
  context->Yield(3);
}

void classesAndNumbersAreFoundInEveryWindow(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  App& app = appOf(context);
  openData(context, "minesweeper:12x12");
  studio.view.camera.scale *= 5;
  studio.view.followLayout = false;
  context->Yield(2);
  const Camera before = studio.view.camera;
  find(context, "MINE");
  IM_CHECK(studio.workspace().selection != nullptr);
  for (const NodeId u : *studio.workspace().selection)
    IM_CHECK_STR_EQ(studio.document->className(u).c_str(), "mine");
  IM_CHECK(!(studio.view.camera == before));
  app.resize(640, 400);
  settle(context);
  find(context, " 77 ");
  IM_CHECK_EQ(studio.workspace().picked, 77);
  app.resize(1280, 800);
  settle(context);
}

void theCopiedCommandNamesTheEditsAndTheNoise(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  App& app = appOf(context);
  openData(context, "karate");
  studio.pick(3);
  settle(context);
  IM_CHECK(app.runAction("Copy command of the covariance"));
  const std::string plain = ImGui::GetClipboardText();
  IM_CHECK(plain.starts_with("sispde kernel 'karate' --seed 1 --kernel matern"));
  IM_CHECK(contains(plain, " --rows 3 --out rows.npy"));
  studio.toggleEdge(0, 1);
  settle(context);
  IM_CHECK(app.runAction("Copy command of the noise"));
  const std::string edited = ImGui::GetClipboardText();
  IM_CHECK(edited.starts_with(
      "sispde rewire 'karate' --seed 1 --drop-edge 0,1 --out data.npz && sispde sample data.npz"));
  IM_CHECK(contains(edited, fmt::format("--count {}", studio.kernel.steps())));
  studio.history.undo();
  settle(context);
}

// What names a generator may be no name of a file at all.
void aNameThatNoFileCanHaveIsCopied(ImGuiTestContext* context) {
  const std::string grid = fmt::format("grid:{}5x5", std::string(300, '0'));
  openData(context, grid);
  IM_CHECK_EQ(studioOf(context).document->data.nodeCount(), 25);
  IM_CHECK(appOf(context).runAction("Copy command of the layout"));
  const std::string line = ImGui::GetClipboardText();
  IM_CHECK(line.starts_with(fmt::format("sispde layout '{}'", grid)));
  openData(context, "karate");
}

// Runs a line in a folder of its own, as a shell would; its exit code.
int codeOf(const std::string& line) {
  const auto folder = std::filesystem::path(SISPDE_SCREENSHOTS) / "commands";
  std::filesystem::create_directories(folder);
  const std::string program = SISPDE_PROGRAM;
  const std::string command =
      fmt::format("cd '{}' && PATH='{}':\"$PATH\" && {{ {} ; }} >out.txt 2>err.txt </dev/null",
                  folder.string(), program.substr(0, program.rfind('/')), line);
  const int status = std::system(command.c_str());
  if (status != 0) fmt::print(stderr, "{}\n{}\n", line, readFile((folder / "err.txt").string()).value());
  std::filesystem::remove_all(folder);
  return status;
}

// Every line that can be copied is one that the command line takes.
void copiedCommandsRun(ImGuiTestContext* context) {
  openForTraining(context, 4);
  Studio& studio = studioOf(context);
  App& app = appOf(context);
  studio.history.edit("Training", [](Workspace& w) {
    w.training.seed = 3;
    w.kernel().nu = 0.7;
  });
  studio.startTraining();
  settle(context);
  studio.pick(5);
  studio.history.edit("Rewiring", [](Workspace& w) {
    w.rewire.percentiles = true;
    w.rewire.guard = false;
  });
  settle(context);
  for (const char* what : {"covariance", "noise", "training", "detection", "rewiring", "layout"}) {
    IM_CHECK(app.runAction(fmt::format("Copy command of the {}", what)));
    const std::string line = ImGui::GetClipboardText();
    IM_CHECK_EQ(codeOf(line), 0);
  }
  IM_CHECK(app.runAction("Copy command of the training"));
  const std::string training = ImGui::GetClipboardText();
  for (const char* part :
       {"sispde train data.npz --seed 3 --detector sispde --shift label --preset recommended",
        " --set epochs=4", " --set nu=0.7", " --out run"})
    IM_CHECK(contains(training, part));
  // No line gives the list of an edited graph: it is by weights that were trained on the graph before.
  const Edge edge = studio.document->edges[5];
  studio.toggleEdge(edge.u, edge.v);
  settle(context);
  IM_CHECK(studio.scores.detection().has_value());
  IM_CHECK(!app.runAction("Copy command of the detection"));
  IM_CHECK(app.runAction("Copy command of the training"));
  studio.history.undo();
  settle(context);
  IM_CHECK(app.runAction("Copy command of the detection"));
  // Without a picked node there is no row.
  studio.pick(-1);
  settle(context);
  IM_CHECK(!app.runAction("Copy command of the covariance"));
  studio.history.edit("Rewiring", [](Workspace& w) { w.rewire = {}; });
}

// The run holds out what the level needs that is set when it starts; the line that is copied holds out as many, whatever is set later.
void aRunAndItsCopiedLineHoldOutAsManyNodes(ImGuiTestContext* context) {
  openForTraining(context, 4, "sbm:600,degree=8");  // of 200 nodes both levels would hold out four fifths
  Studio& studio = studioOf(context);
  App& app = appOf(context);
  const auto heldOut = [&](double alpha) {
    studio.history.edit("Level", [&](Workspace& w) { w.score.alpha = alpha; });
    studio.startTraining();
    settle(context);
    return static_cast<std::int64_t>(studio.training.shown()->task->calibration.size());
  };
  const auto line = [&] {
    IM_CHECK_NO_RET(app.runAction("Copy command of the detection"));
    return std::string(ImGui::GetClipboardText());
  };
  const std::int64_t usual = heldOut(0.4);
  IM_CHECK_EQ(studio.training.shown()->choice.calibrationAlpha, 0.05);
  const std::int64_t more = heldOut(0.01);
  IM_CHECK_GT(more, usual);
  const Mask& choosing = studio.training.shown()->data->training.splits.front().validation;
  IM_CHECK_EQ(more, calibrationCount(more + count(choosing), 0.01));
  IM_CHECK_EQ(studio.training.shown()->choice.calibrationAlpha, 0.01);
  IM_CHECK(contains(line(), " --alpha 0.01 "));
  IM_CHECK(!contains(line(), "--calibrate-for"));
  studio.history.edit("Level", [](Workspace& w) { w.score.alpha = 0.2; });
  settle(context);
  IM_CHECK(contains(line(), " --calibrate-for 0.01 --alpha 0.2 "));
  IM_CHECK_EQ(codeOf(line()), 0);
  // Data without a split get that of a training, not that of the verb.
  Dataset data = studio.document->data;
  data.splits.clear();
  const auto file = std::filesystem::path(SISPDE_SCREENSHOTS) / "no_split.npz";
  IM_CHECK(writeDataset(data, file.string()).has_value());
  openData(context, file.string());
  studio.startTraining();
  settle(context);
  IM_CHECK(contains(line(), " --random-split"));
  IM_CHECK_EQ(codeOf(line()), 0);
  std::filesystem::remove(file);
  studio.history.edit("Level", [](Workspace& w) { w.score = {}; });
}

// A path from here is no path from elsewhere.
void copiedPathsAreAbsolute(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const auto folder = std::filesystem::path(SISPDE_SCREENSHOTS) / "it's here";
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "club.npz").string();
  IM_CHECK(writeDataset(studio.document->data, file).has_value());
  openData(context, std::filesystem::relative(file).string());
  IM_CHECK_EQ(studio.document->data.nodeCount(), 34);
  studio.pick(2);
  settle(context);
  IM_CHECK(appOf(context).runAction("Copy command of the covariance"));
  const std::string line = ImGui::GetClipboardText();
  IM_CHECK(contains(line, "sispde kernel '/"));
  IM_CHECK_EQ(codeOf(line), 0);
  std::filesystem::remove_all(folder);
}

void aCancelledTrainingCanBeTriedAgain(ImGuiTestContext* context) {
  openForTraining(context, 4);
  Studio& studio = studioOf(context);
  studio.startTraining();
  studio.jobs.cancelAll();
  settle(context);
  IM_CHECK_STR_EQ(studio.training.shown()->trouble.c_str(), cancelledPreparation);
  IM_CHECK(studio.log.banner() == nullptr);  // a wish is no trouble
  context->ItemClick("//Training/Try again");
  settle(context);
  IM_CHECK(studio.training.runs().back()->finalScored);
}

void aRunOfOtherDataCanBeStopped(ImGuiTestContext* context) {
  openForTraining(context, 50'000);
  Studio& studio = studioOf(context);
  studio.startTraining();
  until(context,
        [&] { return studio.training.shown()->snapshot && studio.training.shown()->snapshot->epoch > 1; });
  studio.open({"karate", {}, {}, 1});
  until(context, [&] { return studio.document->data.nodeCount() == 34; });
  context->Yield(3);
  IM_CHECK(studio.training.shown() == nullptr);
  IM_CHECK(studio.training.active() != nullptr);
  context->ItemClick("//Training/Stop it");
  settle(context);
  IM_CHECK(studio.training.active() == nullptr);
}

void aStoppedRunGoesOnWithTheKernelOfTheSliders(ImGuiTestContext* context) {
  openForTraining(context, 50'000);
  Studio& studio = studioOf(context);
  studio.startTraining();
  const auto epoch = [&] {
    return studio.training.shown()->snapshot ? studio.training.shown()->snapshot->epoch : 0;
  };
  until(context, [&] { return epoch() > 2; });
  studio.training.stop();
  until(context, [&] { return studio.training.active() == nullptr; });
  studio.history.edit("ν", [](Workspace& w) { w.kernel().nu = 0.3; });
  context->Yield(2);
  until(context, [&] { return !studio.training.kernelPending(); });
  const int stopped = epoch();
  studio.training.resume();
  until(context, [&] { return epoch() > stopped + 1; });
  const auto& forks = studio.training.shown()->snapshot->history->forks;
  IM_CHECK_EQ(forks.size(), 1u);
  IM_CHECK_EQ(forks[0].after.nu, 0.3);
  studio.training.stop();
  settle(context);
}

// After undo the graph is the data's own, and the model that was trained on the edited one is asked about it.
void aRunOfTheEditedGraphIsScoredOnTheFirst(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  const Edge edge = studio.document->edges[0];
  studio.toggleEdge(edge.u, edge.v);
  settle(context);
  studio.startTraining();
  settle(context);
  IM_CHECK(studio.scores.valid());
  const std::vector<double> own = studio.scores.id();
  studio.history.undo();
  settle(context);
  IM_CHECK(studio.document == studio.opened);
  IM_CHECK(studio.scores.valid());
  IM_CHECK(studio.scores.id() != own);
}

// A plot of nothing is not drawn: a sentence says what to do.
void whatIsMissingIsSaid(ImGuiTestContext* context) {
  openForTraining(context, 4);
  Studio& studio = studioOf(context);
  IM_CHECK(context->ItemExists("//Noise/##paths A"));
  const auto watched = studio.workspace().watched;
  studio.history.edit("Watched", [](Workspace& w) { w.watched.clear(); });
  context->Yield(3);
  IM_CHECK(!context->ItemExists("//Noise/##paths A"));
  IM_CHECK(context->ItemExists("//Noise/###play"));
  screenshot(context, "noise-empty");
  studio.history.edit("Watched", [&](Workspace& w) { w.watched = watched; });
  context->Yield(2);
}

// All windows that are closed at first, and what else can be seen of a run, in light and dark.
void closedWindowsAreDrawnInBothThemes(ImGuiTestContext* context) {
  openForTraining(context, 30);
  App& app = appOf(context);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  studio.history.edit("Score", [](Workspace& w) {
    w.score.byAlpha = true;
    w.score.alpha = 0.1;
    w.colourBy = ColourBy::Score;
  });
  settle(context);
  inBothThemes(context, "run");
  struct Opened {
    const char* title;
    ImVec2 size;
  };
  for (const Opened& each :
       {Opened{"History", {320, 420}}, Opened{"Log", {560, 360}}, Opened{"Runs", {420, 320}},
        Opened{"Flagged", {360, 560}}, Opened{"Rewiring", {320, 700}}}) {
    const std::string action = fmt::format("Window: {}", each.title), title = fmt::format("//{}", each.title);
    app.runAction(action);
    context->Yield(3);
    settle(context);
    floating(context, title.c_str(), each.size, fmt::format("window-{}", each.title));
    app.runAction(action);
    context->Yield(2);
  }
  context->ItemClick("//Spectrum/correlation by hops");
  inBothThemes(context, "hops");
  context->ItemClick("//Spectrum/density");
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
  context->Yield(3);
  screenshot(context, "palette-dark");
  context->PopupCloseAll();
  studio.history.edit("Score", [](Workspace& w) { w.score = {}; });
  context->Yield(2);
}

void everyOodMetricHasACurve(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  context->ItemClick("//Metrics/⋯");
  context->Yield(2);
  context->ItemClick("//$FOCUSED/AUPR-in");
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(2);
  IM_CHECK(studio.view.metrics.auprIn);
  const TrainedRun& run = *studio.training.shown();
  for (const Metric metric : {Metric::Auroc, Metric::AuprIn, Metric::AuprOut, Metric::Fpr95, Metric::DetAcc})
    IM_CHECK_GT(metricCurve(run, metric, "energy").x.size(), 1u);
  studio.view.metrics.auprIn = false;
}

}  // namespace

void registerViewTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*run)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "views", name);
    made->UserData = &app;
    made->TestFunc = run;
  };
  add("cancelled preparations can be asked for again", cancelledPreparationsCanBeAskedForAgain);
  add("what is missing is said", whatIsMissingIsSaid);
  add("eigenvalues are exact where that is asked for", eigenvaluesAreExactWhereThatIsAskedFor);
  add("eigenvectors of large graphs are shown", eigenvectorsOfLargeGraphsAreShown);
  add("classes and numbers are found in every window", classesAndNumbersAreFoundInEveryWindow);
  add("the copied command names the edits and the noise", theCopiedCommandNamesTheEditsAndTheNoise);
  add("a name that no file can have is copied", aNameThatNoFileCanHaveIsCopied);
  add("copied commands run", copiedCommandsRun);
  add("a run and its copied line hold out as many nodes", aRunAndItsCopiedLineHoldOutAsManyNodes);
  add("copied paths are absolute", copiedPathsAreAbsolute);
  add("a cancelled training can be tried again", aCancelledTrainingCanBeTriedAgain);
  add("a run of other data can be stopped", aRunOfOtherDataCanBeStopped);
  add("a stopped run goes on with the kernel of the sliders", aStoppedRunGoesOnWithTheKernelOfTheSliders);
  add("a run of the edited graph is scored on the first", aRunOfTheEditedGraphIsScoredOnTheFirst);
  add("closed windows are drawn in both themes", closedWindowsAreDrawnInBothThemes);
  add("every OOD metric has a curve", everyOodMetricHasACurve);
}

}  // namespace sispde::studio
