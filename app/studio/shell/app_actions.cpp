#include <algorithm>
#include <cctype>

#include "app/studio/panels/graph_overlay.h"
#include "app/studio/shell/app.h"
#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
void App::makeActions() {
  actions_.clear();
  const auto add = [&](Action action) { actions_.push_back(std::move(action)); };
  const auto hasData = [this] { return studio_.document != nullptr; };
  add({"File", "Open …", ImGuiMod_Ctrl | ImGuiKey_O, [this] { openDialog_.open = true; }});
  for (const Example& example : examples)
    add({"File", std::string("Example: ") + example.words, 0, [this, &example] { open(example.data); }});
  for (const std::string& recent : studio_.settings.recent)
    add({"File", "Recent: " + recent, 0, [this, recent] { open(recent); }});
  add({"File", "Save workspace …", ImGuiMod_Ctrl | ImGuiKey_S, [this] { saveOpen_ = true; }, hasData});
  add({"File", "Export figure …", ImGuiMod_Ctrl | ImGuiKey_E, [this] { exportOpen_ = true; }, hasData});
  add({"File", "Quit", ImGuiMod_Ctrl | ImGuiKey_Q, [this] { window_->close(); }});
  const auto named = [](const char* verb, const std::string& words) {
    std::string text = words;
    if (!text.empty() && static_cast<unsigned char>(text[0]) < 128)
      text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return fmt::format("{} {}", verb, text);
  };
  Action undo{"Edit", "Undo", ImGuiMod_Ctrl | ImGuiKey_Z, [this] { studio_.history.undo(); },
              [this] { return studio_.history.canUndo(); }};
  undo.shown = [this, named] {
    const History& history = studio_.history;
    return history.canUndo() ? named("Undo", history.entries()[history.doneCount() - 1].words)
                             : std::string("Undo");
  };
  undo.repeats = true;
  add(std::move(undo));
  Action redo{"Edit", "Redo", ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z, [this] { studio_.history.redo(); },
              [this] { return studio_.history.canRedo(); }};
  redo.shown = [this, named] {
    const History& history = studio_.history;
    return history.canRedo() ? named("Redo", history.entries()[history.doneCount()].words)
                             : std::string("Redo");
  };
  redo.repeats = true;
  add(std::move(redo));
  add({"Edit", "Grow selection by one hop", ImGuiKey_G, [this] { growSelection(studio_); }, hasData});
  add({"Edit", "Clear selection", ImGuiKey_Escape, [this] { studio_.select({}, "Cleared the selection"); },
       [this] { return studio_.workspace().selection != nullptr; }});
  add({"Edit", "Find a node", ImGuiMod_Ctrl | ImGuiKey_F, [this] { searchWanted_ = true; }, hasData});
  add({"View", "Fit the graph", ImGuiKey_F,
       [this] { studio_.view.fitWanted = studio_.view.second.fitWanted = true; }, hasData});
  add({"View", "Lay out anew", ImGuiKey_R, [this] { studio_.layOutAnew(); }, hasData});
  struct Choice {
    const char* words;
    ImGuiKey key;
    Tool tool;
  };
  for (const Choice& each :
       {Choice{"Tool: pick and move", ImGuiKey_P, Tool::Pick},
        Choice{"Tool: rectangle", ImGuiKey_B, Tool::Rectangle},
        Choice{"Tool: lasso", ImGuiKey_L, Tool::Lasso}, Choice{"Tool: pin", ImGuiKey_None, Tool::Pin}})
    add({"View", each.words, each.key, [this, tool = each.tool] { studio_.view.tool = tool; }, hasData,
         [this, tool = each.tool] { return studio_.view.tool == tool; }});
  for (const ColourBy by : allColours)
    add({"View", fmt::format("Colour by {}", colourByName(by)), 0, [this, by] { studio_.colourBy(by); },
         hasData, [this, by] { return studio_.workspace().colourBy == by; }});
  for (const SizeBy by : allSizes)
    add({"View", fmt::format("Size nodes by {}", sizeByName(by)), 0, [this, by] { studio_.sizeBy(by); },
         hasData, [this, by] { return studio_.workspace().sizeBy == by; }});
  for (const auto& panel : panels_)
    add({"View", std::string("Window: ") + panel->title(), 0, [p = panel.get()] { p->open = !p->open; },
         [] { return true; }, [p = panel.get()] { return p->open; }});
  add({"View", "Reset the arrangement", 0, [this] { arrangeWanted_ = openAtFirstWanted_ = true; }});
  add({"View", "Settings …", ImGuiMod_Ctrl | ImGuiKey_Comma, [this] { settingsOpen_ = true; }});
  add({"View", "Light theme", 0, [this] { setDark(!studio_.theme.dark()); }, [] { return true; },
       [this] { return !studio_.theme.dark(); }});
  add({"Kernel", "Switch between A and B", ImGuiKey_A,
       [this] {
         studio_.history.edit(studio_.workspace().active == 0 ? "Showed kernel B" : "Showed kernel A",
                              [](Workspace& w) { w.active = 1 - w.active; });
       },
       hasData});
  const auto addStep = [&](const char* words, ImGuiKeyChord chord, double KernelSpec::*field,
                           const char* symbol, double factor) {
    Action step{"Kernel", words, chord, [=, this] { stepKernel(field, symbol, factor); }, hasData};
    step.repeats = true;
    add(std::move(step));
  };
  addStep("ν down", ImGuiKey_LeftBracket, &KernelSpec::nu, "ν", 1 / 1.1);
  addStep("ν up", ImGuiKey_RightBracket, &KernelSpec::nu, "ν", 1.1);
  addStep("κ down", ImGuiMod_Shift | ImGuiKey_LeftBracket, &KernelSpec::kappa, "κ", 1 / 1.1);
  addStep("κ up", ImGuiMod_Shift | ImGuiKey_RightBracket, &KernelSpec::kappa, "κ", 1.1);
  add({"Kernel", "New noise", ImGuiKey_N, [this] { studio_.newNoise(); }, hasData});
  add({"Kernel", "Copy command of the covariance", 0,
       [this] { ImGui::SetClipboardText(commandOf(studio_, false).c_str()); }, hasData});
  add({"Kernel", "Copy command of the noise", 0,
       [this] { ImGui::SetClipboardText(commandOf(studio_, true).c_str()); },
       [this] { return studio_.kernel.steps() > 0; }});
  add({"Run", "Start, pause or go on", ImGuiKey_Space, [this] { studio_.toggleTraining(); },
       [this] { return studio_.canToggleTraining(); }});
  add({"Run", "Step", ImGuiKey_S, [this] { studio_.training.step(); },
       [this] { return studio_.training.canStep(); }});
  add({"Run", "Stop", 0, [this] { studio_.training.stop(); }, [this] { return studio_.training.canStop(); }});
  add({"Run", "New run", 0, [this] { studio_.startTraining(); },
       [this] { return studio_.document != nullptr && studio_.training.active() == nullptr; }});
  add({"Run", "Newest scores", 0, [this] { studio_.view.epoch.reset(); },
       [this] { return studio_.view.epoch.has_value(); }});
  add({"Run", "Show ID and shifted graph side by side", 0,
       [this] {
         openPanel("Graph");
         openPanel("Second graph");
       },
       hasData});
  const auto planned = [this] { return studio_.rewiring.plan() != nullptr; };
  add({"Rewire", "Rewiring window", 0, [this] { openPanel("Rewiring"); }, hasData});
  add({"Rewire", "Apply the rewiring", 0, [this] { studio_.applyRewiring(); }, planned});
  add({"Rewire", "Train on both graphs", 0, [this] { studio_.trainOnBoth(); },
       [this, planned] {
         return studio_.training.active() == nullptr && (planned() || studio_.workspace().edits != nullptr);
       }});
  add({"Rewire", "Graph as it was opened", 0,
       [this] { studio_.history.edit("Graph as it was opened", [](Workspace& w) { w.edits = nullptr; }); },
       [this] { return studio_.workspace().edits != nullptr; }});
  add({"Help", "Command palette", ImGuiMod_Ctrl | ImGuiKey_P, [this] { palette_.open(); }});
  add({"Help", "Keys", ImGuiMod_Shift | ImGuiKey_Slash, [this] { keys_.open = !keys_.open; }});
  add({"Help", "About", 0, [this] { aboutOpen_ = true; }});
  rebind(actions_, studio_.settings.keys);
}

bool App::runAction(const std::string& words) {
  const auto found = std::find_if(actions_.begin(), actions_.end(), [&](const Action& action) {
    return action.words == words && action.enabled();
  });
  if (found == actions_.end()) return false;
  found->run();
  return true;
}

void App::stepKernel(double KernelSpec::*field, const char* symbol, double factor) {
  const double before = studio_.workspace().kernel().*field;
  const double after = std::clamp(before * factor, smallestParameter, largestParameter);
  studio_.history.edit(fmt::format("{} {} → {}", symbol, significant(before), significant(after)),
                       [&](Workspace& w) { w.kernel().*field = after; });
}

}  // namespace sispde::studio
