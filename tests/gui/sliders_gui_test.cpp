// The rules of all sliders: they act while dragged, take typed values, come back by a double click and step by arrow keys; and the
// controls of the noise.

#include <cmath>
#include <utility>

#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

void type(ImGuiTestContext* context, const char* item, const char* text) {
  context->ItemInput(item);
  context->KeyCharsReplaceEnter(text);
  context->Yield(2);
}

void arrow(ImGuiTestContext* context, ImGuiKey key, int times, bool shift = false) {
  if (shift) context->KeyDown(ImGuiMod_Shift);
  context->KeyPress(key, times);
  if (shift) context->KeyUp(ImGuiMod_Shift);
  context->Yield(2);
}

// On a busy machine a frame may take longer than a double click.
template <class Click>
void twice(ImGuiTestContext* context, const Click& click) {
  const float before = std::exchange(ImGui::GetIO().MouseDoubleClickTime, 10.0f);
  click();
  context->Yield(2);
  ImGui::GetIO().MouseDoubleClickTime = before;
}

void refusalsAreTold(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  type(context, "//Kernel/length/##value", "2.5");
  IM_CHECK(studio.log.banner() == nullptr);
  type(context, "//Kernel/length/##value", "nonsense");
  IM_CHECK_EQ(studio.workspace().kernel().kappa, 2.5);
  IM_CHECK(studio.log.banner() != nullptr);
  IM_CHECK_STR_EQ(studio.log.banner()->concern.window.c_str(), "Kernel");
  IM_CHECK(studio.log.banner()->text.find("is no number") != std::string::npos);
  type(context, "//Kernel/length/##value", "1e9");
  IM_CHECK_EQ(studio.workspace().kernel().kappa, largestParameter);
  IM_CHECK(studio.log.banner()->text.find("was taken") != std::string::npos);
  type(context, "//Kernel/length/##value", "3");
  IM_CHECK(studio.log.banner() == nullptr);  // all is well again
}

void theTimeFollowsMouseKeysAndTyping(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  const auto time = [&] { return studio.workspace().time; };
  type(context, "//Noise/##t", "0.25");
  IM_CHECK_EQ(time(), 0.25);
  const ImRect line = context->ItemInfo("//Noise/##time A").RectFull;
  const ImRect axis = context->ItemInfo("//Noise/##axis A").RectFull;
  IM_CHECK_LT(std::abs(line.GetCenter().x - (axis.Min.x + 0.25f * axis.GetWidth())), 1.5f);
  const std::size_t edits = studio.history.doneCount();
  context->MouseMove("//Noise/##time A");
  context->MouseDown();
  for (const float share : {0.4f, 0.6f, 0.8f}) {
    context->MouseMoveToPos({axis.Min.x + share * axis.GetWidth(), line.GetCenter().y});
    context->Yield();
  }
  context->MouseUp();
  context->Yield(2);
  IM_CHECK_LT(std::abs(time() - 0.8), 0.01);
  IM_CHECK_EQ(studio.history.doneCount(), edits + 1);
  const double before = time();
  arrow(context, ImGuiKey_LeftArrow, 2);
  IM_CHECK_LT(std::abs(time() - before + 0.02), 1e-9);
  arrow(context, ImGuiKey_LeftArrow, 1, true);
  IM_CHECK_LT(std::abs(time() - before + 0.12), 1e-9);
  const std::size_t entries = studio.history.doneCount();
  twice(context, [&] { context->ItemDoubleClick("//Noise/##axis A"); });
  IM_CHECK_EQ(time(), Workspace{}.time);
  IM_CHECK_LE(studio.history.doneCount(), entries + 1);
}

void theSeedIsTyped(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const std::uint64_t before = studio.workspace().seed;
  const std::vector<float> paths = studio.kernel.noise().values;
  type(context, "//Noise/##seed", "7");
  settle(context);
  IM_CHECK_EQ(studio.workspace().seed, 7u);
  IM_CHECK(studio.kernel.noise().values != paths);
  type(context, "//Noise/##seed", fmt::format("{}", before).c_str());
  settle(context);
  IM_CHECK(studio.kernel.noise().values == paths);
}

void theFieldGoesBackToTheFormerColours(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.colourBy(ColourBy::Degree);
  studio.history.edit("Range", [](Workspace& w) {
    w.rangeLocked = true;
    w.range = {0, 3};
  });
  context->ItemClick("//Noise/Field");
  settle(context);
  IM_CHECK(studio.workspace().colourBy == ColourBy::Field);
  IM_CHECK(!studio.workspace().rangeLocked);  // degrees say nothing about the field
  context->ItemClick("//Noise/Field");
  settle(context);
  IM_CHECK(studio.workspace().colourBy == ColourBy::Degree);
  studio.colourBy(ColourBy::Correlation);
  settle(context);
}

void theNoisePlays(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.colourBy(ColourBy::Field);
  type(context, "//Noise/##t", "0.1");
  settle(context);
  const std::uint64_t colours = studio.coloursRevision();
  const std::size_t edits = studio.history.doneCount();
  context->ItemClick("//Noise/###play");
  IM_CHECK(studio.view.playing);
  until(context, [&] { return studio.workspace().time > 0.15; });
  IM_CHECK_GT(studio.workspace().time, 0.15);
  IM_CHECK_GT(studio.coloursRevision(), colours);  // the field on the graph goes with it
  IM_CHECK_EQ(studio.history.doneCount(), edits);  // time that runs is no edit
  context->ItemClick("//Noise/###play");
  IM_CHECK(!studio.view.playing);
  const double rested = studio.workspace().time;
  context->Yield(5);
  IM_CHECK_EQ(studio.workspace().time, rested);
  studio.colourBy(ColourBy::Correlation);
  settle(context);
}

void theThresholdFollowsTheRulesOfSliders(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  IM_CHECK(!studio.workspace().score.threshold.has_value());
  const double best = studio.scores.threshold();
  type(context, "//Scores/##typed threshold", "-3.5");
  IM_CHECK_EQ(studio.workspace().score.threshold.value_or(0), -3.5);
  IM_CHECK_EQ(studio.scores.threshold(), -3.5);
  const ImRect box = context->ItemInfo("//Scores/##threshold").RectFull;
  context->MouseMoveToPos({box.Min.x + 0.5f * box.GetWidth(), box.GetCenter().y});
  context->MouseClick();
  context->Yield(2);
  const auto [low, high] = shownRange(*studio.scores.curve());
  const double before = studio.scores.threshold();
  IM_CHECK_LT(std::abs(before - (low + high) / 2), 0.02 * (high - low));
  arrow(context, ImGuiKey_RightArrow, 3);
  IM_CHECK_LT(std::abs(studio.scores.threshold() - before - 0.03 * (high - low)), 1e-6 * (high - low));
  const std::size_t entries = studio.history.doneCount();
  context->MouseMoveToPos({box.Min.x + 0.3f * box.GetWidth(), box.GetCenter().y});
  twice(context, [&] { context->MouseDoubleClick(); });
  IM_CHECK(!studio.workspace().score.threshold.has_value());
  IM_CHECK_EQ(studio.scores.threshold(), best);
  IM_CHECK_LE(studio.history.doneCount(), entries + 1);
  inBothThemes(context, "scores-foot");
}

// The part of the bars that is the selection's, counted one by one.
void theSelectionIsSeenInTheScores(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  std::vector<NodeId> chosen;
  const ShiftedData& data = *studio.scores.data();
  for (NodeId u = 0; u < studio.document->data.nodeCount(); ++u)
    if ((data.idTest[static_cast<std::size_t>(u)] != 0 || data.oodTest[static_cast<std::size_t>(u)] != 0) &&
        chosen.size() < 20)
      chosen.push_back(u);
  const auto ink = [&] {
    screenshot(context, "scores-selection");
    const ImRect box = context->ItemInfo("//Scores/##threshold").RectFull;
    const Picture& picture = *appOf(context).picture();
    const ImVec4 text = studio.theme.palette.text, ground = studio.theme.palette.panel;
    int found = 0;
    const auto middle = static_cast<int>(box.GetCenter().y);
    for (int y = middle - 3; y <= middle + 3; ++y)
      for (int x = static_cast<int>(box.Min.x); x < static_cast<int>(box.Max.x); ++x) {
        const auto i = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                            static_cast<std::size_t>(x));
        const float wanted[] = {text.x, text.y, text.z};
        const float base[] = {ground.x, ground.y, ground.z};
        bool same = true;
        for (std::size_t k = 0; k < 3; ++k)
          same = same && std::abs(static_cast<float>(picture.pixels[i + k]) -
                                  255 * (base[k] + 0.85f * (wanted[k] - base[k]))) < 45;
        found += same;
      }
    return found;
  };
  const int plain = ink();
  studio.select(chosen, "Selected");
  settle(context);
  IM_CHECK_GT(ink(), plain + 20);
  studio.select({}, "Cleared");
  settle(context);
}

void rangesAndScalesAreTyped(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.colourBy(ColourBy::Degree);
  settle(context);
  const ImRect bar = context->ItemInfo("//Graph/##bar").RectFull;
  context->MouseMoveToPos({bar.Max.x - 4, bar.Min.y + 4});
  context->MouseClick();
  context->Yield(3);
  context->ItemInput("//$FOCUSED/##to");
  context->KeyCharsReplaceEnter("12");
  context->Yield(2);
  IM_CHECK(studio.workspace().rangeLocked);
  IM_CHECK_EQ(studio.workspace().range.high, 12.0);
  context->PopupCloseAll();
  studio.colourBy(ColourBy::Correlation);
  context->ItemClick("//Metrics/⋯");
  context->Yield(2);
  context->ItemInput("//$FOCUSED/smoothing/##value");
  context->KeyCharsReplaceEnter("0.5");
  context->Yield(2);
  IM_CHECK_EQ(studio.view.metrics.smoothing, 0.5f);
  twice(context, [&] { context->ItemDoubleClick("//$FOCUSED/smoothing/##track"); });
  IM_CHECK_EQ(studio.view.metrics.smoothing, 0.0f);
  context->PopupCloseAll();
  context->Yield(2);
}

void bothKernelsAreInOnePlotOrTwo(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  const auto choose = [&](const char* item) {
    context->ItemClick("//Noise/###both");
    context->Yield(2);
    context->ItemClick(fmt::format("//$FOCUSED/{}", item).c_str());
    settle(context);
  };
  choose("A and B in one plot");
  IM_CHECK(studio.workspace().compared && !studio.view.noiseApart);
  IM_CHECK(!context->ItemExists("//Noise/##time B"));
  inBothThemes(context, "noise-one-plot");
  choose("A and B side by side");
  IM_CHECK(studio.workspace().compared && studio.view.noiseApart);
  IM_CHECK(context->ItemExists("//Noise/##time B"));
  screenshot(context, "noise-two-plots");
  choose("One kernel");
  IM_CHECK(!studio.workspace().compared);
  studio.view.noiseApart = false;
}

}  // namespace

void registerSliderTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "sliders", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("what cannot be taken is told", refusalsAreTold);
  add("the time follows mouse, keys and typing", theTimeFollowsMouseKeysAndTyping);
  add("the seed is typed", theSeedIsTyped);
  add("the field goes back to the former colours", theFieldGoesBackToTheFormerColours);
  add("the noise plays", theNoisePlays);
  add("the threshold follows the rules of sliders", theThresholdFollowsTheRulesOfSliders);
  add("the selection is seen in the scores", theSelectionIsSeenInTheScores);
  add("ranges and scales are typed", rangesAndScalesAreTyped);
  add("both kernels are in one plot or two", bothKernelsAreInOnePlotOrTwo);
}

}  // namespace sispde::studio
