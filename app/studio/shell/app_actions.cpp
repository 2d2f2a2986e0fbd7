#include <algorithm>

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
  add({"Edit", "Undo", ImGuiMod_Ctrl | ImGuiKey_Z, [this] { studio_.history.undo(); },
       [this] { return studio_.history.canUndo(); }});
  add({"Edit", "Redo", ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z, [this] { studio_.history.redo(); },
       [this] { return studio_.history.canRedo(); }});
  add({"Edit", "Grow selection by one hop", ImGuiKey_G, [this] { growSelection(studio_); }, hasData});
  add({"Edit", "Clear selection", ImGuiKey_Escape, [this] { studio_.select({}, "Cleared the selection"); },
       [this] { return studio_.workspace().selection != nullptr; }});
  add({"Edit", "Find a node", ImGuiMod_Ctrl | ImGuiKey_F, [this] { searchWanted_ = true; }, hasData});
  add({"View", "Fit the graph", ImGuiKey_F, [this] { studio_.view.fitWanted = true; }, hasData});
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
  add({"View", "Reset the arrangement", 0, [this] { arrangeWanted_ = true; }});
  add({"View", "Settings …", ImGuiMod_Ctrl | ImGuiKey_Comma, [this] { settingsOpen_ = true; }});
  add({"View", "Light theme", 0, [this] { setDark(!studio_.theme.dark()); }, [] { return true; },
       [this] { return !studio_.theme.dark(); }});
  add({"Kernel", "Switch between A and B", ImGuiKey_A,
       [this] {
         studio_.history.edit(studio_.workspace().active == 0 ? "Showed kernel B" : "Showed kernel A",
                              [](Workspace& w) { w.active = 1 - w.active; });
       },
       hasData});
  add({"Kernel", "ν down", ImGuiKey_LeftBracket, [this] { stepKernel(&KernelSpec::nu, "ν", 1 / 1.1); },
       hasData});
  add({"Kernel", "ν up", ImGuiKey_RightBracket, [this] { stepKernel(&KernelSpec::nu, "ν", 1.1); }, hasData});
  add({"Kernel", "κ down", ImGuiMod_Shift | ImGuiKey_LeftBracket,
       [this] { stepKernel(&KernelSpec::kappa, "κ", 1 / 1.1); }, hasData});
  add({"Kernel", "κ up", ImGuiMod_Shift | ImGuiKey_RightBracket,
       [this] { stepKernel(&KernelSpec::kappa, "κ", 1.1); }, hasData});
  add({"Kernel", "New noise", ImGuiKey_N, [this] { studio_.newNoise(); }, hasData});
  add({"Kernel", "Copy command", 0, [this] { ImGui::SetClipboardText(commandOf(studio_).c_str()); },
       hasData});
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
