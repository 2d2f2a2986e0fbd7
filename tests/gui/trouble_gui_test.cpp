// Trainings that cannot begin or go on.

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "app/studio/panels/training_remedy.h"
#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

// Writes a ring of 40 nodes with two classes and a feature, and opens it.
void openRing(ImGuiTestContext* context, const std::string& name, const char* head, const char* values) {
  const std::string folder =
      std::filesystem::temp_directory_path() / fmt::format("sispde-{}-{}", name, ::getpid());
  std::filesystem::create_directories(folder);
  std::ofstream edges(folder + "/edges.csv"), nodes(folder + "/nodes.csv");
  edges << "source,target\n";
  nodes << head;
  for (int u = 0; u < 40; ++u) {
    edges << u << ',' << (u + 1) % 40 << '\n';
    nodes << u << fmt::format(fmt::runtime(values), u / 20) << '\n';
  }
  edges.close();
  nodes.close();
  openData(context, folder + "/edges.csv");
  std::filesystem::remove_all(folder);
}

// A feature that overflows in the first layer: the first step is bad, whatever the options.
void aBadStepGetsABannerWithARemedy(ImGuiTestContext* context) {
  openRing(context, "bad", "id,class,x\n", ",{},3e38");
  Studio& studio = studioOf(context);
  IM_CHECK_EQ(studio.document->data.nodeCount(), 40);
  studio.history.edit("Training", [](Workspace& w) {
    w.training = {};
    w.training.shift = ShiftKind::Feature;
  });
  studio.startTraining();
  settle(context);
  const TrainedRun* run = studio.training.shown();
  IM_CHECK(run->state() == RunState::Failed);
  IM_CHECK(run->trouble.find("not finite") != std::string::npos);
  IM_CHECK(run->trouble.find("learning rate") != std::string::npos);
  IM_CHECK(studio.log.banner() != nullptr);
  IM_CHECK(studio.log.banner()->text.find("not finite") != std::string::npos);
  screenshot(context, "bad-step");
  const std::size_t runs = studio.training.runs().size();
  context->SetRef("Training");
  context->ItemClick("Train again with lr 0.001");
  IM_CHECK_STR_EQ(studio.workspace().training.set.at("lr").c_str(), "0.001");
  IM_CHECK_EQ(studio.training.runs().size(), runs + 1);
  settle(context);
  // That run fails too; the windows that would say so are closed.
  App& app = appOf(context);
  app.runAction("Window: Training");
  app.runAction("Window: Metrics");
  context->Yield(3);
  screenshot(context, "bad-step-banner");
  context->SetRef("//##banner");
  context->ItemClick("Train again with lr 0.0001");
  IM_CHECK_STR_EQ(studio.workspace().training.set.at("lr").c_str(), "0.0001");
  IM_CHECK_EQ(studio.training.runs().size(), runs + 2);
  settle(context);
  app.runAction("Window: Training");
  app.runAction("Window: Metrics");
  context->Yield(3);
}

void dataThatCannotBeTrainedOnSaySo(ImGuiTestContext* context) {
  openRing(context, "bare", "id,x\n", ",{}");
  Studio& studio = studioOf(context);
  studio.history.edit("Training", [](Workspace& w) { w.training = {}; });
  studio.startTraining();
  settle(context);
  const TrainedRun* run = studio.training.shown();
  IM_CHECK(run != nullptr);
  IM_CHECK(run->state() == RunState::Failed);
  IM_CHECK(run->trouble.find("label") != std::string::npos);
  // No other choice is known to help; the button is there nevertheless.
  IM_CHECK_STR_EQ(remedyFor(*run).value().label.c_str(), "Try again");
  IM_CHECK(remedyFor(*run).value().choice == run->choice);
  const std::size_t runs = studio.training.runs().size();
  context->SetRef("Training");
  context->ItemClick("Try again");
  settle(context);
  IM_CHECK_EQ(studio.training.runs().size(), runs + 1);
  for (int i = 0; i < 2; ++i) studio.training.remove(studio.training.runs().back().get());
  settle(context);
}

void aCancelledPreparationIsSaidAndBlocksNothing(ImGuiTestContext* context) {
  openForTraining(context, 4);
  Studio& studio = studioOf(context);
  studio.startTraining();
  studio.jobs.cancelAll();
  settle(context);
  const TrainedRun* run = studio.training.shown();
  IM_CHECK(run->state() == RunState::Failed);
  IM_CHECK(run->trouble.find("cancelled") != std::string::npos);
  IM_CHECK(studio.training.active() == nullptr);
  studio.startTraining();
  settle(context);
  IM_CHECK(studio.training.shown()->finalScored);
}

}  // namespace

void registerTroubleTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, ImGuiTestTestFunc* test) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "training", name);
    made->UserData = &app;
    made->TestFunc = test;
  };
  add("a bad step gets a banner with a remedy", aBadStepGetsABannerWithARemedy);
  add("data that cannot be trained on say so", dataThatCannotBeTrainedOnSaySo);
  add("a cancelled preparation is said and blocks nothing", aCancelledPreparationIsSaidAndBlocksNothing);
}

}  // namespace sispde::studio
