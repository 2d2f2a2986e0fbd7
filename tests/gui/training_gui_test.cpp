// Runs, their curves and their scores, through the windows.

#include <algorithm>
#include <cmath>

#include "app/studio/live/metric_curves.h"
#include "core/detect/presets.h"
#include "core/ood/matern_energy.h"
#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

void aRunIsStartedByTwoClicksAndScored(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  context->SetRef("Training");
  context->ItemClick("Start");
  settle(context);
  IM_CHECK_EQ(studio.training.runs().size(), 1u);
  const TrainedRun& run = *studio.training.runs()[0];
  IM_CHECK_STR_EQ(run.trouble.c_str(), "");
  IM_CHECK(run.state() == RunState::Done);
  IM_CHECK_EQ(run.snapshot->epoch, 6);
  IM_CHECK_EQ(run.snapshot->history->epochs.size(), 6u);
  IM_CHECK(run.finalScored);
  // Epochs 2 and 4, then the final one.
  IM_CHECK_EQ(run.scored.size(), 3u);
  IM_CHECK_EQ(metricCurve(run, Metric::Auroc, "energy").x.size(), 2u);
  IM_CHECK_EQ(metricCurve(run, Metric::Accuracy, "").x.size(), 6u);
  IM_CHECK(studio.scores.valid());
  screenshot(context, "training");
}

// Few options stand in the window as it opens; the others are folded.
void theOptionsThatMatterAreAtHand(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  IM_CHECK(appOf(context).runAction("Reset the arrangement"));
  context->Yield(3);
  context->SetRef("Training");
  for (const char* item : {"epochs/##value", "lr/##value", "hidden/##value", "noise/###value"})
    IM_CHECK(context->ItemExists(item));
  IM_CHECK(!context->ItemExists("weight_decay/##value"));
  // They fit where the window stands at first, together with what comes before them.
  IM_CHECK_EQ(ImGui::FindWindowByName("Training")->ScrollMax.y, 0.0f);
  const auto type = [&](const char* item, const char* text) {
    context->ItemInput(item);
    context->KeyCharsReplaceEnter(text);
    context->Yield(2);
  };
  type("epochs/##value", "9");
  IM_CHECK_STR_EQ(studio.workspace().training.set.at("epochs").c_str(), "9");
  type("lr/##value", "0.02");
  IM_CHECK_STR_EQ(studio.workspace().training.set.at("lr").c_str(), "0.02");
  type("lr/##value", "0.01");  // the preset's
  IM_CHECK(!studio.workspace().training.set.contains("lr"));
  type("lr/##value", "0");  // not allowed
  IM_CHECK(!studio.workspace().training.set.contains("lr"));
  IM_CHECK(studio.log.banner() != nullptr);
  type("lr/##value", "2");  // taken as the greatest that is
  IM_CHECK_STR_EQ(studio.workspace().training.set.at("lr").c_str(), "1");
  IM_CHECK(studio.log.banner() != nullptr);
  type("lr/##value", "0.01");
  IM_CHECK(studio.log.banner() == nullptr);
  context->ItemClick("noise/###value");
  context->Yield(2);
  IM_CHECK_STR_EQ(studio.workspace().training.set.at("noise").c_str(), "off");
  context->ItemClick("primary/###value");
  context->Yield(2);
  context->ItemClick("//$FOCUSED/primary energy");
  context->Yield(2);
  IM_CHECK_STR_EQ(studio.workspace().training.set.at("primary").c_str(), "energy");
  screenshot(context, "training-options");
  // Another detector has no noise.
  studio.history.edit("Detector", [](Workspace& w) {
    w.training.detector = "msp";
    w.training.set.clear();
  });
  context->Yield(2);
  IM_CHECK(context->ItemExists("epochs/##value"));
  IM_CHECK(!context->ItemExists("noise/###value"));
  studio.log.putAway();
}

void spaceAndTheButtonsPauseStepAndStop(ImGuiTestContext* context) {
  openForTraining(context, 100'000);
  Studio& studio = studioOf(context);
  context->KeyPress(ImGuiKey_Space);
  until(context, [&] {
    return studio.training.shown() != nullptr && studio.training.shown()->snapshot &&
           studio.training.shown()->snapshot->epoch > 2;
  });
  const TrainedRun& run = *studio.training.shown();
  context->KeyPress(ImGuiKey_Space);
  until(context, [&] { return run.state() == RunState::Paused; });
  IM_CHECK(run.state() == RunState::Paused);
  const int epoch = run.snapshot->epoch;
  context->KeyPress(ImGuiKey_S);
  until(context, [&] { return run.snapshot->epoch > epoch && run.state() == RunState::Paused; });
  IM_CHECK_EQ(run.snapshot->epoch, epoch + 1);
  context->SetRef("Training");
  context->ItemClick("Go on");
  until(context, [&] { return run.snapshot->epoch > epoch + 2; });
  IM_CHECK_GT(run.snapshot->epoch, epoch + 2);
  context->ItemClick("Stop");
  until(context, [&] { return run.state() == RunState::Done; });
  IM_CHECK(run.state() == RunState::Done);
  IM_CHECK(studio.training.canResume());
}

void movingNuForksTheCurves(ImGuiTestContext* context) {
  openForTraining(context, 100'000);
  Studio& studio = studioOf(context);
  studio.startTraining();
  until(context,
        [&] { return studio.training.shown()->snapshot && studio.training.shown()->snapshot->epoch > 4; });
  const TrainedRun& run = *studio.training.shown();
  IM_CHECK(run.snapshot->kernel.has_value());
  IM_CHECK_EQ(run.snapshot->kernel->nu, 1.5);
  studio.history.edit("ν", [](Workspace& w) { w.kernel().nu = 0.4; });
  until(context, [&] { return !run.snapshot->history->forks.empty(); });
  IM_CHECK_EQ(run.snapshot->history->forks.size(), 1u);
  const Fork fork = run.snapshot->history->forks[0];
  IM_CHECK_EQ(fork.before.nu, 1.5);
  IM_CHECK_EQ(fork.after.nu, 0.4);
  until(context, [&] { return run.snapshot->epoch > fork.epoch + 20; });
  IM_CHECK_EQ(run.snapshot->kernel->nu, 0.4);
  studio.training.pause();
  until(context, [&] { return run.state() == RunState::Paused; });
  screenshot(context, "training_fork");
  studio.training.stop();
  settle(context);
}

// Greatest difference between the shown score and the slow one, relative to the spread of the energies.
double maternError(const Studio& studio, bool shuffled) {
  const NamedScore* energy = scoreOf(*studio.scores.scoring(), "energy");
  const std::uint64_t seed = studio.training.shown()->config.seed;
  const KernelSpec& kernel = studio.workspace().kernel();
  const auto exact = maternEnergy(shuffled ? shuffledOverNodes(energy->id, seed) : energy->id,
                                  studio.scores.data()->training.graph, {kernel.nu, kernel.kappa});
  if (!exact || exact->size() != studio.scores.id().size()) return 1e9;
  const auto [low, high] = std::minmax_element(energy->id.begin(), energy->id.end());
  double error = 0;
  for (std::size_t u = 0; u < exact->size(); ++u)
    error = std::max(error, std::abs((*exact)[u] - studio.scores.id()[u]));
  return error / (*high - *low);
}

void theMaternEnergyFollowsTheSlidersInTheSameFrame(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  IM_CHECK_STR_EQ(studio.workspace().score.name.c_str(), "matern-energy");
  IM_CHECK_LT(maternError(studio, false), 1e-5);
  for (const double kappa : {0.5, 2.0, 12.0}) {
    studio.history.edit("κ", [&](Workspace& w) { w.kernel().kappa = kappa; });
    context->Yield();  // one frame
    IM_CHECK_LT(maternError(studio, false), 1e-5);
  }
  // The metrics are those of the values.
  const auto at = [&](const Mask& mask) {
    std::vector<double> chosen;
    for (std::size_t u = 0; u < mask.size(); ++u)
      if (mask[u] != 0) chosen.push_back(studio.scores.id()[u]);
    return chosen;
  };
  const auto metrics = oodMetrics(at(studio.scores.data()->idTest), at(studio.scores.data()->oodTest));
  IM_CHECK(metrics.has_value());
  IM_CHECK_EQ(metrics->auroc, studio.scores.metrics()->auroc);
  context->SetRef("Scores");
  context->ItemClick("shuffle first");
  context->Yield();
  IM_CHECK(studio.workspace().score.shuffled);
  IM_CHECK_LT(maternError(studio, true), 1e-5);
  IM_CHECK_EQ(studio.scores.metrics()->auroc, studio.scores.control()->auroc);
}

void draggingTheThresholdCountsWhatIsFlagged(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  studio.colourBy(ColourBy::Flagged);
  const std::size_t edits = studio.history.entries().size();
  context->SetRef("Scores");
  const ImRect box = context->ItemInfo("##threshold").RectFull;
  context->MouseMoveToPos({box.Min.x + 0.3f * box.GetWidth(), box.GetCenter().y});
  context->MouseDown();
  for (const float share : {0.4f, 0.5f, 0.6f}) {
    context->MouseMoveToPos({box.Min.x + share * box.GetWidth(), box.GetCenter().y});
    context->Yield();
  }
  context->MouseUp();
  context->Yield(2);
  IM_CHECK(studio.workspace().score.threshold.has_value());
  IM_CHECK_EQ(studio.history.entries().size(), edits + 1);
  // Counted one by one.
  const double threshold = *studio.workspace().score.threshold;
  const ShiftedData& data = *studio.scores.data();
  std::int64_t id = 0, ood = 0, shown = 0;
  for (std::size_t u = 0; u < data.idTest.size(); ++u) {
    const bool beyond = studio.scores.id()[u] >= threshold;
    id += beyond && data.idTest[u] != 0;
    ood += beyond && data.oodTest[u] != 0;
    shown += studio.isFlagged(static_cast<NodeId>(u));
  }
  const OperatingPoint& point = studio.scores.point();
  IM_CHECK_EQ(point.flaggedId, id);
  IM_CHECK_EQ(point.flaggedOod, ood);
  IM_CHECK_EQ(shown, id + ood);
  IM_CHECK_LT(std::abs(point.tpr - static_cast<double>(ood) / static_cast<double>(count(data.oodTest))),
              1e-12);
  IM_CHECK_LT(
      std::abs(point.precision - static_cast<double>(ood) / std::max(1.0, static_cast<double>(id + ood))),
      1e-12);
  IM_CHECK(textOfFrame(context).find("precision (OOD +)") != std::string::npos);  // which class is positive
  screenshot(context, "threshold");
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  context->Yield(2);
  IM_CHECK(!studio.workspace().score.threshold.has_value());
}

// Smoothers of the run before must not be taken for those of the next, which may have more nodes.
void scoresOfAnotherRunAreNeverMixedIn(ImGuiTestContext* context) {
  openForTraining(context, 4);
  Studio& studio = studioOf(context);
  for (const char* data : {"sbm:150,degree=6", "sbm:400,degree=6", "sbm:90,degree=6"}) {
    studio.open({data, {}, {}, 1});
    settle(context);
    for (const ShiftKind shift : {ShiftKind::Label, ShiftKind::Structure}) {
      studio.history.edit("Shift", [&](Workspace& w) {
        w.training.shift = shift;
        w.training.set = {{"epochs", "3"}, {"hidden", "8"}, {"score_every", "1"}};
      });
      studio.startTraining();
      for (int i = 0; i < 400 && studio.training.active() != nullptr; ++i) {
        context->Yield();
        if (studio.scores.valid())
          IM_CHECK_EQ(studio.scores.id().size(), static_cast<std::size_t>(studio.document->data.nodeCount()));
      }
    }
  }
  settle(context);
}

void ownNodesAreMarkedAsOod(ImGuiTestContext* context) {
  openForTraining(context, 4);
  Studio& studio = studioOf(context);
  std::vector<NodeId> marked;
  for (NodeId u = 0; u < 200; u += 9) marked.push_back(u);
  studio.select(marked, "Some nodes");
  studio.history.edit("Shift", [](Workspace& w) { w.training.shift = ShiftKind::Given; });
  context->Yield(2);
  context->SetRef("Training");
  context->ItemClick("selection");
  IM_CHECK(*studio.workspace().training.oodNodes == marked);
  studio.startTraining();
  settle(context);
  IM_CHECK_STR_EQ(studio.training.shown()->trouble.c_str(), "");
  IM_CHECK(members(studio.scores.data()->oodTest) == marked);
  // None at all: everything is scored, nothing is judged, and calibration flags.
  studio.history.edit("Shift", [](Workspace& w) {
    w.training.shift = ShiftKind::None;
    w.score.byAlpha = true;
    w.score.alpha = 0.2;
  });
  studio.startTraining();
  settle(context);
  IM_CHECK_STR_EQ(studio.training.shown()->trouble.c_str(), "");
  IM_CHECK(studio.scores.valid());
  IM_CHECK(!studio.scores.metrics().has_value());
  IM_CHECK(studio.scores.detection().has_value());
  IM_CHECK_EQ(studio.scores.curve()->oodCount(), 0);
  // What is flagged in the list is what lies beyond the threshold on the graph, where it is tested.
  const DetectionTask& task = *studio.scores.task();
  const Detection& found = studio.scores.detection()->detection;
  for (std::size_t i = 0; i < task.tested.size(); ++i)
    IM_CHECK_EQ(found.flagged[i] != 0,
                studio.scores.flagged(studio.scores.id()[static_cast<std::size_t>(task.tested[i])]));
  studio.select({}, "None");
}

void anEarlierEpochIsLookedAt(ImGuiTestContext* context) {
  openForTraining(context, 20);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  studio.history.edit("Score", [](Workspace& w) { w.score.name = "energy"; });
  context->Yield(2);
  const int last = studio.scores.epoch();
  const std::vector<double> newest = studio.scores.id();
  studio.view.epoch = 5;
  context->Yield(2);
  IM_CHECK_EQ(studio.scores.epoch(), 4);
  IM_CHECK(studio.scores.id() != newest);
  context->SetRef("Metrics");
  context->ItemClick("now");
  context->Yield(2);
  IM_CHECK_EQ(studio.scores.epoch(), last);
  IM_CHECK(studio.scores.id() == newest);
}

// Under a shift inside the graph and under one that makes another.
void everyDetectorTrainsAndIsScored(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  for (const DetectorInfo& info : detectors())
    for (const ShiftKind shift : {ShiftKind::Label, ShiftKind::Structure}) {
      openForTraining(context, 4);
      studio.history.edit("Detector", [&](Workspace& w) {
        w.training.detector = info.name;
        w.training.shift = shift;
        if (info.name != "gold") return;
        for (const auto& [key, value] : {std::pair{"warmup", "2"},
                                         {"rounds", "1"},
                                         {"iterations", "2"},
                                         {"steps", "10"},
                                         {"denoiser_hidden", "8"},
                                         {"denoiser_updates", "3"},
                                         {"detector_hidden", "8"}})
          w.training.set[std::string("gold.") + key] = value;
      });
      studio.startTraining();
      settle(context);
      const TrainedRun* run = studio.training.shown();
      IM_CHECK(run != nullptr);
      IM_CHECK_STR_EQ(run->trouble.c_str(), "");
      IM_CHECK(run->finalScored);
      const Scoring& scoring = *run->latest()->scoring;
      const NamedScore* primary = scoreOf(scoring, scoring.evaluation.primary);
      IM_CHECK(primary != nullptr);
      IM_CHECK_EQ(primary->id.size(), 200u);
      studio.chooseScore(primary->name, true);
      context->Yield(2);
      IM_CHECK(studio.scores.valid());
    }
}

}  // namespace

void registerTrainingTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, ImGuiTestTestFunc* test) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "training", name);
    made->UserData = &app;
    made->TestFunc = test;
  };
  add("a run is started by two clicks and scored", aRunIsStartedByTwoClicksAndScored);
  add("space and the buttons pause, step and stop", spaceAndTheButtonsPauseStepAndStop);
  add("every detector trains and is scored", everyDetectorTrainsAndIsScored);
  add("moving nu forks the curves", movingNuForksTheCurves);
  add("the Matern energy follows the sliders in the same frame",
      theMaternEnergyFollowsTheSlidersInTheSameFrame);
  add("dragging the threshold counts what is flagged", draggingTheThresholdCountsWhatIsFlagged);
  add("scores of another run are never mixed in", scoresOfAnotherRunAreNeverMixedIn);
  add("own nodes are marked as OOD, or none", ownNodesAreMarkedAsOod);
  add("an earlier epoch is looked at", anEarlierEpochIsLookedAt);
  add("the options that matter are at hand", theOptionsThatMatterAreAtHand);
}

}  // namespace sispde::studio
