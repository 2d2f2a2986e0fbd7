// The guided lessons, through their window.

#include <filesystem>
#include <iostream>
#include <sstream>

#include <imgui_internal.h>
#include <unistd.h>

#include "app/studio/lessons/shipped.h"
#include "tests/gui/gui_test.h"

namespace sispde::studio {
namespace {

LessonPlayer& playerOf(ImGuiTestContext* context) {
  return studioOf(context).lessons;
}

// A lesson at its first step, its data open; runs of tests before are of no account.
void begin(ImGuiTestContext* context, const char* name) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  while (!studio.training.runs().empty()) studio.training.remove(studio.training.runs().back().get());
  appOf(context).beginLesson(playerOf(context).find(name));
  settle(context);
  context->SetRef("Lessons");
}

// And the window closed again.
void end(ImGuiTestContext* context) {
  playerOf(context).end();
  if (studioOf(context).inForce("Window: Lessons")) appOf(context).runAction("Window: Lessons");
  appOf(context).runAction("Reset the arrangement");
  openData(context, "karate");
  resetKernels(context);
}

void aLessonIsBegunFromTheMenu(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  IM_CHECK(!studio.inForce("Window: Lessons"));
  context->SetRef("##MainMenuBar");
  context->MenuClick("View/Windows/###Window: Lessons");
  context->Yield(3);
  IM_CHECK(studio.inForce("Window: Lessons"));
  inBothThemes(context, "lessons");
  context->SetRef("##MainMenuBar");
  context->MenuClick("Lessons/###Lesson: What smoothness does");
  settle(context);
  IM_CHECK(studio.lessons.current() != nullptr);
  IM_CHECK_STR_EQ(studio.document->request.data.c_str(), "grid:24x24");
  IM_CHECK_EQ(studio.workspace().kernel().nu, 1.5);
  inBothThemes(context, "lessons-step");
  end(context);
}

void aLessonIsChosenInTheWindow(ImGuiTestContext* context) {
  appOf(context).runAction("Window: Lessons");
  context->Yield(3);
  context->ItemClick("//Lessons/$$1/The same numbers, two kernels");
  settle(context);
  IM_CHECK_STR_EQ(playerOf(context).current()->name.c_str(), "noise");
  context->ItemClick("//Lessons/All lessons");
  context->Yield(2);
  IM_CHECK(playerOf(context).current() == nullptr);
  end(context);
}

void whatIsShownIsUndone(ImGuiTestContext* context) {
  begin(context, "smoothness");
  Studio& studio = studioOf(context);
  const Workspace before = studio.workspace();
  IM_CHECK(!studio.lessons.ticked(0));
  context->ItemClick("Show me");
  settle(context);
  IM_CHECK_EQ(studio.workspace().picked, 300);
  IM_CHECK(studio.lessons.ticked(0));
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  settle(context);
  IM_CHECK(studio.workspace() == before);
  IM_CHECK(studio.lessons.ticked(0));  // it was done
  IM_CHECK(!studio.lessons.holds());
  end(context);
}

void aStepIsTickedByHand(ImGuiTestContext* context) {
  begin(context, "smoothness");
  LessonPlayer& player = playerOf(context);
  studioOf(context).pick(100);
  context->Yield(2);
  IM_CHECK(player.ticked(0));
  context->ItemClick("Next");
  context->Yield(2);
  IM_CHECK_EQ(player.step(), 1);
  context->ItemClick("//Spectrum/correlation by hops");
  context->Yield(2);
  IM_CHECK(player.ticked(1));
  context->ItemClick("//Lessons/Next");
  context->Yield(2);
  IM_CHECK(!player.ticked(2));
  context->ItemInputValue("//Kernel/smoothness/##value", "0.15");
  settle(context);
  IM_CHECK_EQ(studioOf(context).workspace().kernel().nu, 0.15);
  IM_CHECK(player.ticked(2));
  inBothThemes(context, "lessons-ticked");
  context->ItemClick("//Lessons/Back");
  context->Yield(2);
  IM_CHECK_EQ(player.step(), 1);
  end(context);
}

void everyStepCanBeSkipped(ImGuiTestContext* context) {
  begin(context, "noise");
  LessonPlayer& player = playerOf(context);
  const auto steps = static_cast<int>(player.current()->steps.size());
  for (int i = 1; i < steps; ++i) {
    context->ItemClick("Next");
    context->Yield(2);
    IM_CHECK_EQ(player.step(), i);
    IM_CHECK(!player.ticked(i - 1));
  }
  context->ItemClick("$$2/##dot");
  context->Yield(2);
  IM_CHECK_EQ(player.step(), 2);
  context->ItemClick(fmt::format("$${}/##dot", steps - 1).c_str());
  context->Yield(2);
  context->ItemClick("End");
  context->Yield(2);
  IM_CHECK(player.current() == nullptr);
  IM_CHECK(player.wasTaken(player.find("noise")));
  end(context);
}

// A text that names a chip and its entry finds both, and speaks of the plot that there is.
void twoKernelsAreInOnePlotAsTheTextSays(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  studio.view.noiseApart = true;
  begin(context, "noise");
  LessonPlayer& player = studio.lessons;
  player.go(studio, 2);
  context->Yield(2);
  for (const char* named : {"“A, B ▾”", "“A and B in one plot”", "solid", "dashed"})
    IM_CHECK(textOfFrame(context).find(named) != std::string::npos);
  context->ItemClick("//Noise/###both");
  context->Yield(2);
  IM_CHECK(textOfFrame(context).find("A, B ▾") != std::string::npos);
  IM_CHECK(context->ItemExists("//$FOCUSED/A and B in one plot"));
  context->PopupCloseAll();
  context->ItemClick("//Lessons/Show me");
  settle(context);
  IM_CHECK(player.ticked(2));
  IM_CHECK(studio.workspace().compared && !studio.view.noiseApart);
  end(context);
}

void everyActionOfALessonExists(ImGuiTestContext* context) {
  const auto exists = [&](const std::string& words) {
    for (const Action& action : appOf(context).actions())
      if (action.words == words) return true;
    context->LogError("no action is called %s", words.c_str());
    return false;
  };
  IM_CHECK_EQ(playerOf(context).lessons().size(), lessonFiles().size());
  for (const Lesson& lesson : playerOf(context).lessons()) {
    IM_CHECK(exists(lessonAction(lesson)));
    for (const LessonStep& step : lesson.steps) {
      for (const std::string& action : step.show.actions) IM_CHECK(exists(action));
      for (const Condition& each : step.until)
        if (each.name == windowCondition) IM_CHECK(exists("Window: " + each.wanted));
    }
  }
}

// From step to step by "Show me" alone: each step is ticked.
void aLessonIsShown(ImGuiTestContext* context, const char* name) {
  begin(context, name);
  LessonPlayer& player = playerOf(context);
  const auto steps = static_cast<int>(player.current()->steps.size());
  for (int i = 0; i < steps; ++i) {
    IM_CHECK_EQ(player.step(), i);
    if (!player.now().show.empty()) context->ItemClick("//Lessons/Show me");
    settle(context);
    if (!player.now().until.empty()) {
      until(context, [&] { return player.ticked(i); });
      if (!player.ticked(i)) context->LogError("%s: %s", name, player.now().heading.c_str());
      IM_CHECK(player.ticked(i));
    }
    screenshot(context, fmt::format("lesson-{}-{}", name, i + 1));
    context->ItemClick(i + 1 < steps ? "//Lessons/Next" : "//Lessons/End");
    context->Yield(2);
  }
  if (studioOf(context).inForce("Window: Rewiring")) appOf(context).runAction("Window: Rewiring");
  if (studioOf(context).inForce("Window: Compare")) appOf(context).runAction("Window: Compare");
  end(context);
}

void otherDataAreNoHindrance(ImGuiTestContext* context) {
  begin(context, "smoothness");
  Studio& studio = studioOf(context);
  openData(context, "karate");
  studio.history.edit("ν", [](Workspace& w) { w.kernel().nu = 3; });
  context->ItemClick("//Lessons/Next");
  context->Yield(2);
  IM_CHECK_EQ(studio.lessons.step(), 1);
  IM_CHECK(!studio.lessons.hasItsData(studio));
  screenshot(context, "lessons-other-data");
  context->ItemClick("//Lessons/Open its data");
  settle(context);
  IM_CHECK_STR_EQ(studio.document->request.data.c_str(), "grid:24x24");
  IM_CHECK_EQ(studio.lessons.step(), 1);
  IM_CHECK_EQ(studio.workspace().kernel().nu, 1.5);  // as at its beginning
  end(context);
}

// What the user saved comes back as it was, be its data those of a lesson that was not ended.
void aWorkspaceOfItsDataStaysAsItWasSaved(ImGuiTestContext* context) {
  begin(context, "rewiring");
  Studio& studio = studioOf(context);
  appOf(context).runAction("Window: Lessons");
  IM_CHECK(studio.lessons.current() != nullptr);
  const std::size_t edges = studio.document->edges.size();
  studio.editGraph("Dropped an edge", {studio.document->edges[3]}, {});
  studio.select({1, 2, 3}, "Some");
  studio.history.edit("Settings", [](Workspace& w) {
    w.kernel().nu = 7.5;
    w.training.repeats = 7;
  });
  settle(context);
  const std::string path =
      std::filesystem::temp_directory_path() / fmt::format("sispde-lesson-{}.json", ::getpid());
  appOf(context).save(path);
  settle(context);
  openData(context, "karate");
  appOf(context).drop(path);
  context->Yield(3);
  settle(context);
  std::filesystem::remove(path);
  IM_CHECK(studio.lessons.hasItsData(studio));
  IM_CHECK_EQ(studio.document->edges.size(), edges - 1);
  IM_CHECK(studio.workspace().selection != nullptr);
  IM_CHECK_EQ(studio.workspace().kernel().nu, 7.5);
  IM_CHECK_EQ(studio.workspace().training.repeats, 7);
  IM_CHECK_EQ(studio.history.doneCount(), 0u);
  end(context);
}

void theWindowFitsASmallProgram(ImGuiTestContext* context) {
  App& app = appOf(context);
  begin(context, "scores");
  app.resize(640, 400);
  settle(context);
  for (int i = 0; i < 7; ++i) {
    const ImGuiWindow* window = context->GetWindowByRef("//Lessons");
    IM_CHECK(window != nullptr);
    IM_CHECK_EQ(window->ScrollMax.y, 0.0f);  // the buttons are always there; the text scrolls by itself
    IM_CHECK_EQ(window->ScrollMax.x, 0.0f);
    const ImGuiTestItemInfo next = context->ItemInfo(i < 6 ? "//Lessons/Next" : "//Lessons/End");
    IM_CHECK_LE(next.RectFull.Max.x, window->InnerRect.Max.x);
    IM_CHECK_LE(next.RectFull.Max.y, window->InnerRect.Max.y);
    if (i < 6) context->ItemClick("//Lessons/Next");
    context->Yield(2);
  }
  playerOf(context).go(studioOf(context), 1);
  inBothThemes(context, "lessons-640");
  app.resize(1280, 800);
  settle(context);
  end(context);
}

// Without reduced motion ν is seen to move, as one entry of the history, and the user's own hand stops it.
void showMeGlidesAsOneEdit(ImGuiTestContext* context) {
  begin(context, "smoothness");
  Studio& studio = studioOf(context);
  LessonPlayer& player = studio.lessons;
  player.go(studio, 2);
  studio.headless = false;
  const std::size_t entries = studio.history.doneCount();
  player.showMe(studio);
  IM_CHECK(player.gliding());
  player.update(studio, 0.5);
  IM_CHECK_LT(studio.workspace().kernel().nu, 1.5);
  IM_CHECK_GT(studio.workspace().kernel().nu, 0.1);
  player.update(studio, 1);
  IM_CHECK(!player.gliding());
  IM_CHECK_EQ(studio.workspace().kernel().nu, 0.1);
  IM_CHECK_EQ(studio.history.doneCount(), entries + 1);
  player.go(studio, 3);
  player.showMe(studio);
  player.update(studio, 0.3);
  studio.history.edit("By hand", [](Workspace& w) { w.kernel().nu = 2; });
  player.update(studio, 0.3);
  IM_CHECK(!player.gliding());
  IM_CHECK_EQ(studio.workspace().kernel().nu, 2.0);
  studio.headless = true;
  settle(context);
  end(context);
}

void theOptionNamesALesson(ImGuiTestContext*) {
  const auto read = [](std::vector<const char*> words, int& code, std::string& said) {
    std::ostringstream out;
    std::streambuf* before = std::cerr.rdbuf(out.rdbuf());
    words.insert(words.begin(), "sispde-studio");
    const auto options = readOptions(static_cast<int>(words.size()), const_cast<char**>(words.data()), code);
    std::cerr.rdbuf(before);
    said = out.str();
    return options;
  };
  int code = -1;
  std::string said;
  const auto good = read({"--headless", "--lesson", "noise"}, code, said);
  IM_CHECK(good.has_value());
  IM_CHECK_STR_EQ(good->lesson.c_str(), "noise");
  IM_CHECK_EQ(code, 0);
  IM_CHECK(!read({"--lesson", "rough"}, code, said).has_value());
  IM_CHECK_EQ(code, 2);
  IM_CHECK(said.find("There is no lesson \"rough\"; it must be " + lessonNames() + ".") != std::string::npos);
  IM_CHECK(!read({"--lesson", "noise", "karate"}, code, said).has_value());
  IM_CHECK_EQ(code, 2);
}

}  // namespace

void registerLessonTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, std::function<void(ImGuiTestContext*)> test) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "lessons", name);
    made->UserData = &app;
    made->TestFunc = std::move(test);
  };
  add("a lesson is begun from the menu", aLessonIsBegunFromTheMenu);
  add("a lesson is chosen in the window", aLessonIsChosenInTheWindow);
  add("what is shown is undone", whatIsShownIsUndone);
  add("a step is ticked by hand", aStepIsTickedByHand);
  add("every step can be skipped", everyStepCanBeSkipped);
  add("two kernels are in one plot, as the text says", twoKernelsAreInOnePlotAsTheTextSays);
  add("every action of a lesson exists", everyActionOfALessonExists);
  for (const char* name : {"smoothness", "noise", "scores", "rewiring"})
    add(fmt::format("the lesson {} is shown", name).c_str(),
        [name](ImGuiTestContext* context) { aLessonIsShown(context, name); });
  add("other data are no hindrance", otherDataAreNoHindrance);
  add("a workspace of its data stays as it was saved", aWorkspaceOfItsDataStaysAsItWasSaved);
  add("the window fits a small program", theWindowFitsASmallProgram);
  add("show me glides as one edit", showMeGlidesAsOneEdit);
  add("the option names a lesson", theOptionNamesALesson);
}

}  // namespace sispde::studio
