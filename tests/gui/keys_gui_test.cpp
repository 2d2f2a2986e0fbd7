// What keys do, and what they leave alone.

#include <imgui_te_context.h>
#include <imgui_te_engine.h>
#include <imgui_te_internal.h>

#include "tests/gui/gui_test.h"

namespace sispde::studio {
namespace {

bool isSeen(ImGuiTestContext* context, const char* title) {
  const ImGuiWindow* window = context->GetWindowByRef(title);
  return window != nullptr && window->Active;
}

// A key goes down and a sign is typed in one frame, as a keyboard of any layout has it.
void type(ImGuiTestContext* context, ImGuiKeyChord chord, ImWchar sign) {
  context->Inputs->Queue.push_back(ImGuiTestInput::ForKeyChord(chord, true));
  context->Inputs->Queue.push_back(ImGuiTestInput::ForChar(sign));
  context->Yield(2);
  context->Inputs->Queue.push_back(ImGuiTestInput::ForKeyChord(chord, false));
  context->Yield(2);
}

void aHeldKeyIsOneEntryOfTheHistory(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  const History& history = studioOf(context).history;
  const std::size_t entries = history.doneCount();
  const double nu = history.workspace().kernel().nu;
  context->KeyDown(ImGuiKey_RightBracket);
  until(context, [&] { return history.workspace().kernel().nu > 1.3 * nu; });  // several steps
  context->KeyUp(ImGuiKey_RightBracket);
  context->Yield(2);
  const double held = history.workspace().kernel().nu;
  IM_CHECK_GT(held, 1.3 * nu);
  IM_CHECK_EQ(history.doneCount(), entries + 1);
  IM_CHECK(history.entries().back().words.starts_with("ν 1.50 → "));
  context->KeyPress(ImGuiKey_RightBracket);
  context->Yield(2);
  IM_CHECK_EQ(history.doneCount(), entries + 2);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(history.workspace().kernel().nu, held);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(history.workspace().kernel().nu, nu);
}

void keysMoveNoParameterThatTheKernelHasNot(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  const auto stays = [&](KernelKind kind, ImGuiKeyChord chord) {
    studio.history.edit("Kind", [&](Workspace& w) { w.kernel().kind = kind; });
    context->Yield(2);
    const KernelSpec before = studio.workspace().kernel();
    context->KeyPress(chord);
    context->Yield(2);
    return studio.workspace().kernel() == before;
  };
  IM_CHECK(stays(KernelKind::Heat, ImGuiKey_RightBracket));
  IM_CHECK(!stays(KernelKind::Heat, ImGuiMod_Shift | ImGuiKey_RightBracket));
  IM_CHECK(stays(KernelKind::White, ImGuiKey_LeftBracket));
  IM_CHECK(stays(KernelKind::White, ImGuiMod_Shift | ImGuiKey_LeftBracket));
  resetKernels(context);
}

void escClosesWhatIsOpenFirst(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.select({1, 2, 3}, "Some");
  context->ItemClick("//Metrics/⋯");
  context->Yield(2);
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(2);
  IM_CHECK(!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  IM_CHECK(studio.workspace().selection != nullptr);
  const std::pair<const char*, const char*> dialogs[] = {{"Settings …", "//Settings"},
                                                         {"Keys", "//Keys"},
                                                         {"Open …", "//Open"},
                                                         {"Save workspace as …", "//Save workspace"},
                                                         {"Export figure …", "//Export figure"},
                                                         {"About", "//About"}};
  for (const auto& [action, title] : dialogs) {
    IM_CHECK(appOf(context).runAction(action));
    context->Yield(4);
    IM_CHECK(isSeen(context, title));
    context->KeyPress(ImGuiKey_Escape);
    context->Yield(3);
    if (isSeen(context, title)) context->LogError("%s", title);
    IM_CHECK(!isSeen(context, title));
    IM_CHECK(studio.workspace().selection != nullptr);
  }
  // While keys are asked for it is the answer.
  IM_CHECK(appOf(context).runAction("Keys"));
  context->Yield(3);
  context->SetRef("Keys");
  context->ItemClick("**/G##Grow selection by one hop");
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(3);
  IM_CHECK(isSeen(context, "//Keys"));
  context->WindowClose("");
  context->MouseMove("//Graph");
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(2);
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(2);
  IM_CHECK(studio.workspace().selection == nullptr);
}

void spacePressesWhatHasTheFocus(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  const std::size_t runs = studio.training.runs().size();
  context->NavMoveTo("//Kernel/B");
  ImGui::SetNavCursorVisible(true);
  context->Yield(2);
  IM_CHECK(ImGui::GetIO().NavVisible);
  context->KeyPress(ImGuiKey_Space);
  context->Yield(3);
  IM_CHECK_EQ(studio.workspace().active, 1);
  IM_CHECK_EQ(studio.training.runs().size(), runs);
  ImGui::SetNavCursorVisible(false);
  // A line that was typed into is left for good.
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_F);
  context->Yield(4);
  context->KeyCharsReplaceEnter("5");
  context->Yield(3);
  IM_CHECK_EQ(studio.workspace().picked, 5);
  IM_CHECK(!ImGui::GetIO().NavVisible);
  resetKernels(context);
}

// A German keyboard: “?” is Shift and the key right of 0, “[” is AltGr and 8, and “ü” is where a US one has “[”.
void signsCountWhereverTheKeyboardHasThem(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  const double nu = studio.workspace().kernel().nu;
  type(context, ImGuiKey_LeftBracket, 0xFC);
  IM_CHECK_EQ(studio.workspace().kernel().nu, nu);
  type(context, ImGuiMod_Alt | ImGuiKey_8, '[');
  IM_CHECK_LT(studio.workspace().kernel().nu, nu);
  IM_CHECK_GT(studio.workspace().kernel().nu, nu / 1.2);  // one step
  type(context, ImGuiMod_Shift | ImGuiKey_Minus, '?');
  IM_CHECK(isSeen(context, "//Keys"));
  context->WindowClose("//Keys");
  // A US keyboard has the sign where the key is: one step, not two.
  resetKernels(context);
  type(context, ImGuiKey_RightBracket, ']');
  IM_CHECK_LT(studio.workspace().kernel().nu, 1.2 * nu);
  IM_CHECK_GT(studio.workspace().kernel().nu, nu);
  resetKernels(context);
}

void aStepBeginsARun(ImGuiTestContext* context) {
  openData(context, "sbm:120,degree=6");
  Studio& studio = studioOf(context);
  while (!studio.training.runs().empty()) studio.training.remove(studio.training.runs()[0].get());
  studio.history.edit("Training", [](Workspace& w) { w.training.set = {{"epochs", "50"}, {"hidden", "8"}}; });
  settle(context);
  context->KeyPress(ImGuiKey_S);
  settle(context);
  IM_CHECK_EQ(studio.training.runs().size(), 1u);
  const TrainedRun& run = *studio.training.runs()[0];
  IM_CHECK_EQ(run.snapshot->epoch, 1);
  IM_CHECK(run.state() == RunState::Paused);
  context->KeyPress(ImGuiKey_S);
  context->Yield(2);
  settle(context);
  IM_CHECK_EQ(run.snapshot->epoch, 2);
  studio.training.remove(studio.training.shown());
  settle(context);
}

}  // namespace

void registerKeysTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "keys", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("a held key is one entry of the history", aHeldKeyIsOneEntryOfTheHistory);
  add("keys move no parameter that the kernel has not", keysMoveNoParameterThatTheKernelHasNot);
  add("Esc closes what is open first", escClosesWhatIsOpenFirst);
  add("Space presses what has the focus", spacePressesWhatHasTheFocus);
  add("signs count wherever the keyboard has them", signsCountWhereverTheKeyboardHasThem);
  add("a step begins a run", aStepBeginsARun);
}

}  // namespace sispde::studio
