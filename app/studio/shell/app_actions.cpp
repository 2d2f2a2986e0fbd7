#include <algorithm>
#include <cctype>
#include <filesystem>

#include "app/studio/panels/graph_overlay.h"
#include "app/studio/panels/training_remedy.h"
#include "app/studio/shell/app.h"
#include "app/studio/shell/chord.h"
#include "app/studio/shell/commands_of.h"
#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
void App::makeActions() {
  actions_.clear();
  const auto add = [&](Action action, std::string help, std::string missing = {}) {
    action.help = std::move(help);
    action.missing = [this, missing] { return studio_.document == nullptr ? "nothing is open" : missing; };
    actions_.push_back(std::move(action));
  };
  // Of a menu in the menu. What the list of keys leaves out is not there at every start.
  const auto addTo = [&](const char* submenu, std::string label, Action action, std::string help,
                         bool listed = true) {
    action.submenu = submenu;
    action.label = std::move(label);
    action.listed = listed;
    add(std::move(action), std::move(help));
  };
  const auto hasData = [this] { return studio_.document != nullptr; };
  const auto copies = [&](const char* menu, const char* words, Verbed what, const char* help,
                          const char* missing = "") {
    add({menu, words, 0, [this, what] { ImGui::SetClipboardText(commandOf(studio_, what).c_str()); },
         [this, what] { return hasCommand(studio_, what); }},
        help, missing);
  };
  add({"File", "Open …", ImGuiMod_Ctrl | ImGuiKey_O, [this] { openDialog_.open = true; }},
      "A data set, a workspace, or a picture that carries one; a file can be dropped on the window too");
  for (const Example& example : examples)
    addTo(
        "Examples", example.words,
        {"File", std::string("Example: ") + example.words, 0, [this, &example] { openByUser(example.data); }},
        "Opens it; runs are kept in the Runs window", false);
  for (const std::string& recent : studio_.settings.recent)
    addTo("Recent", recent, {"File", "Recent: " + recent, 0, [this, recent] { openByUser(recent); }},
          "Opens it again", false);
  Action save{"File", "Save workspace …", ImGuiMod_Ctrl | ImGuiKey_S, [this] { saveWorkspace(); }, hasData};
  save.shown = [this] {
    const std::string name = std::filesystem::path(studio_.workspaceFile).filename().string();
    return name.empty() ? std::string("Save workspace …") : fmt::format("Save to {}", name);
  };
  add(std::move(save),
      "Data reference, kernels, selection, places, edits and trained runs, to be opened again. Asks for a "
      "file "
      "the first time");
  add({"File", "Save workspace as …", ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S,
       [this] { saveOpen_ = true; }, hasData},
      "The same to another file, which is the workspace's from then on");
  add({"File", "Export figure …", ImGuiMod_Ctrl | ImGuiKey_E, [this] { openExport(); }, hasData},
      "Any view as PNG, SVG or PDF, or its values as CSV; first that of the window in use");
  add({"File", "Quit", ImGuiMod_Ctrl | ImGuiKey_Q, [this] { quit(); }},
      "Ends the program; asks first where work is in no file");
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
  add(std::move(undo), "Takes the last edit back; the History window lists them all",
      "there is nothing to take back");
  Action redo{"Edit", "Redo", ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z, [this] { studio_.history.redo(); },
              [this] { return studio_.history.canRedo(); }};
  redo.shown = [this, named] {
    const History& history = studio_.history;
    return history.canRedo() ? named("Redo", history.entries()[history.doneCount()].words)
                             : std::string("Redo");
  };
  redo.repeats = true;
  add(std::move(redo), "Does again what was taken back", "nothing was taken back");
  add({"Edit", "Grow selection by one hop", ImGuiKey_G, [this] { growSelection(studio_); }, hasData},
      "Adds all neighbours of the selected nodes, or of the picked one");
  add({"Edit", "Clear selection", ImGuiKey_Escape, [this] { studio_.select({}, "Cleared the selection"); },
       [this] { return studio_.workspace().selection != nullptr; }},
      "No node is selected then; the picked one stays", "nothing is selected");
  add({"Edit", "Find a node", ImGuiMod_Ctrl | ImGuiKey_F, [this] { searchWanted_ = true; }, hasData},
      "By its id or number; the name of a class selects the class");
  add({"View", "Fit the graph", ImGuiKey_F,
       [this] { studio_.view.fitWanted = studio_.view.second.fitWanted = true; }, hasData},
      "Shows all of it");
  add({"View", "Lay out anew", ImGuiKey_R, [this] { studio_.layOutAnew(); }, hasData},
      "From where the nodes are; pinned ones stay");
  copies("View", "Copy command of the layout", Verbed::Layout,
         "Puts the line on the clipboard with which sispde lays the graph out for the first time");
  struct Choice {
    const char *label, *words;
    ImGuiKey key;
    Tool tool;
    const char* help;
  };
  for (const Choice& each : {Choice{"pick and move", "Tool: pick and move", ImGuiKey_P, Tool::Pick,
                                    "Drag to move the picture, click to pick a node"},
                             Choice{"rectangle", "Tool: rectangle", ImGuiKey_B, Tool::Rectangle,
                                    "Drag over the nodes to select; Shift adds"},
                             Choice{"lasso", "Tool: lasso", ImGuiKey_L, Tool::Lasso,
                                    "Draw around the nodes to select; Shift adds"},
                             Choice{"pin", "Tool: pin", ImGuiKey_None, Tool::Pin,
                                    "Click a node to nail it to its place, or to free it"}})
    addTo("Tool", each.label,
          {"View", each.words, each.key, [this, tool = each.tool] { studio_.view.tool = tool; }, hasData,
           [this, tool = each.tool] { return studio_.view.tool == tool; }},
          each.help);
  for (const ColourBy by : allColours)
    addTo("Colour by", colourByName(by),
          {"View", fmt::format("Colour by {}", colourByName(by)), 0, [this, by] { studio_.colourBy(by); },
           hasData, [this, by] { return studio_.workspace().colourBy == by; }},
          "What the colours of the nodes say; the colour bar in the graph's corner names the values");
  for (const SizeBy by : allSizes)
    addTo("Size nodes by", sizeByName(by),
          {"View", fmt::format("Size nodes by {}", sizeByName(by)), 0, [this, by] { studio_.sizeBy(by); },
           hasData, [this, by] { return studio_.workspace().sizeBy == by; }},
          "What the size of the nodes says");
  for (const auto& panel : panels_)
    addTo("Windows", panel->title(),
          {"View", std::string("Window: ") + panel->title(), 0, [this, p = panel.get()] { togglePanel(*p); },
           [] { return true; }, [p = panel.get()] { return p->open; }},
          panel->help());
  add({"View", "Correlation against hops", 0,
       [this] {
         openPanel("Spectrum");
         studio_.view.spectrumByHops = !studio_.view.spectrumByHops;
       },
       hasData, [this] { return studio_.view.spectrumByHops && isOpen("Spectrum"); }},
      "In the Spectrum window: correlation of the picked node with the others, by their distance in edges");
  add({"View", "Reset the arrangement", 0, [this] { arrangeWanted_ = openAtFirstWanted_ = true; }},
      "The windows stand where they stood at the first start");
  add({"View", "All windows side by side", 0, [this] { arrangeWanted_ = sideBySideWanted_ = true; }},
      "Opens every window, none behind another; for large screens");
  add({"View", "Settings …", ImGuiMod_Ctrl | ImGuiKey_Comma, [this] { settingsOpen_ = true; }},
      "Theme, size of the letters, motion, autosave");
  add({"View", "Light theme", 0, [this] { setDark(!studio_.theme.dark()); }, [] { return true; },
       [this] { return !studio_.theme.dark(); }},
      "Dark letters on a light ground");
  add({"Kernel", "Switch between A and B", ImGuiKey_A,
       [this] {
         studio_.history.edit(studio_.workspace().active == 0 ? "Showed kernel B" : "Showed kernel A",
                              [](Workspace& w) { w.active = 1 - w.active; });
       },
       hasData},
      "All views show the other of the two kernels, on the same noise");
  const auto addStep = [&](const char* words, ImGuiKeyChord chord, double KernelSpec::*field,
                           const char* symbol, double factor, const char* help) {
    // As its slider: where the kernel has no such parameter, nothing moves unseen.
    const auto has = [=, this] {
      const KernelKind kind = studio_.workspace().kernel().kind;
      return hasData() &&
             (kind == KernelKind::Matern || (kind == KernelKind::Heat && field == &KernelSpec::kappa));
    };
    Action step{"Kernel", words, chord, [=, this] { stepKernel(field, symbol, factor); }, has};
    step.repeats = true;
    add(std::move(step), help, fmt::format("the kernel has no {}", symbol));
  };
  addStep("ν down", ImGuiKey_LeftBracket, &KernelSpec::nu, "ν", 1 / 1.1,
          "A tenth: rougher, correlation falls off faster near a node");
  addStep("ν up", ImGuiKey_RightBracket, &KernelSpec::nu, "ν", 1.1, "A tenth: smoother");
  addStep("κ down", ImGuiMod_Shift | ImGuiKey_LeftBracket, &KernelSpec::kappa, "κ", 1 / 1.1,
          "A tenth: correlation reaches less far");
  addStep("κ up", ImGuiMod_Shift | ImGuiKey_RightBracket, &KernelSpec::kappa, "κ", 1.1,
          "A tenth: correlation reaches farther");
  add({"Kernel", prepareAction, 0, [this] { studio_.askAgain(); },
       [this] { return studio_.jobs.idle() && studio_.wasStopped(); }},
      "Asks anew for what a cancel or a failure left undone", "nothing was cancelled");
  add({"Kernel", "New noise", ImGuiKey_N, [this] { studio_.newNoise(); }, hasData},
      "Other Gaussian numbers: the next seed");
  copies("Kernel", "Copy command of the covariance", Verbed::Row,
         "Puts the line on the clipboard with which sispde gives the row of the picked node",
         "no node is picked");
  copies("Kernel", "Copy command of the noise", Verbed::Noise,
         "Puts the line on the clipboard with which sispde gives the fields F of the k steps; the paths that "
         "are shown are their running sums divided by √k: W = ΣF / √k",
         "no noise is shown");
  add({"Run", startAction, ImGuiKey_Space, [this] { studio_.toggleTraining(); },
       [this] { return studio_.canToggleTraining(); }},
      "Trains the detector of the Training window, lets it rest, or goes on with the shown run",
      "another run is going on");
  add({"Run", stepAction, ImGuiKey_S, [this] { studio_.stepTraining(); },
       [this] { return studio_.canStepTraining(); }},
      "One epoch, then a rest; begins a run where there is none", "the run does not rest");
  add({"Run", "Stop", 0, [this] { studio_.training.stop(); }, [this] { return studio_.training.canStop(); }},
      "Ends the run with what it has; it can be taken up again", "no run is going on");
  add({"Run", "New run", 0, [this] { studio_.startTraining(); },
       [this] { return studio_.document != nullptr && studio_.training.active() == nullptr; }},
      "Another one with the choices of the Training window; the others are kept", "a run is going on");
  const auto remedy = [this]() -> std::optional<Remedy> {
    const TrainedRun* run = studio_.training.shown();
    return run != nullptr && studio_.document && studio_.training.active() == nullptr ? remedyFor(*run)
                                                                                      : std::nullopt;
  };
  Action again{"Run", remedyAction, 0, [this, remedy] { takeRemedy(studio_, *remedy()); },
               [remedy] { return remedy().has_value(); }};
  again.shown = [remedy] {
    const auto found = remedy();
    return found ? found->label : std::string(remedyAction);
  };
  add(std::move(again), "Where the shown run failed: changes what its sentence names and starts another one",
      "the shown run did not fail");
  add({"Run", "Newest scores", 0, [this] { studio_.view.epoch.reset(); },
       [this] { return studio_.view.epoch.has_value(); }},
      "Back from an earlier epoch to the newest one", "they are shown");
  copies(
      "Run", "Copy command of the training", Verbed::Training,
      "Puts the line on the clipboard with which sispde trains what Start would; there all validation nodes "
      "choose the epoch");
  copies("Run", "Copy command of the detection", Verbed::Detection,
         "Puts the line on the clipboard with which sispde trains and writes the list of flagged nodes",
         "no calibration nodes are held out, or the run was trained on another graph");
  add({"Run", "Show ID and shifted graph side by side", 0,
       [this] {
         openPanel("Graph");
         openPanel("Second graph");
       },
       hasData},
      "The graph that the run was trained on, and the one that holds the OOD nodes");
  const auto planned = [this] { return studio_.rewiring.plan() != nullptr; };
  add({"Rewire", "Rewiring window", 0, [this] { openPanel("Rewiring"); }, hasData},
      "Drops and adds edges by their correlation under the kernel");
  add({"Rewire", "Apply the rewiring", 0, [this] { studio_.applyRewiring(); }, planned},
      "The graph becomes the planned one; undo brings it back", "the Rewiring window has no plan yet");
  add({"Rewire", "Train on both graphs", 0, [this] { studio_.trainOnBoth(); },
       [this, planned] {
         return studio_.training.active() == nullptr && (planned() || studio_.workspace().edits != nullptr);
       }},
      fmt::format("The chosen detector with the same seeds, {} or more, on the graph as it was opened and on "
                  "the rewired one",
                  Studio::fewestPairs),
      "without a rewiring, or while a run goes on");
  add({"Rewire", "Graph as it was opened", 0,
       [this] { studio_.history.edit("Graph as it was opened", [](Workspace& w) { w.edits = nullptr; }); },
       [this] { return studio_.workspace().edits != nullptr; }},
      "Without edits; undo brings them back", "it is not edited");
  copies("Rewire", "Copy command of the rewiring", Verbed::Rewiring,
         "Puts the line on the clipboard with which sispde plans this rewiring and writes the graph");
  for (int i = 0; i < std::ssize(studio_.lessons.lessons()); ++i) {
    const Lesson& lesson = studio_.lessons.lessons()[static_cast<std::size_t>(i)];
    Action begin{"Lessons", lessonAction(lesson), 0, [this, i] { beginLesson(i); }};
    begin.label = lesson.title;
    add(std::move(begin), fmt::format("A guided lesson; {}", lesson.audience));
  }
  add({"Help", "Command palette", ImGuiMod_Ctrl | ImGuiKey_P, [this] { palette_.open(); }},
      "All that can be done, by typing a part of its name");
  add({"Help", "Keys", ImGuiMod_Shift | ImGuiKey_Slash, [this] { keys_.open = !keys_.open; }},
      "The list of keys; each can be changed there");
  add({"Help", "About", 0, [this] { aboutOpen_ = true; }}, "Versions, to be copied for a bug report");
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
  const std::string key = fmt::format("{} {}", symbol, factor > 1 ? "up" : "down");
  if (std::exchange(stepped_, key) != key) {
    studio_.history.endGesture();
    steppedFrom_ = before;
  }
  studio_.history.edit(
      fmt::format("{} {} → {}", symbol, significant(steppedFrom_), significant(after)),
      [&](Workspace& w) { w.kernel().*field = after; }, key);
}

// A held key is one entry of the history, as a drag is.
void App::endStep() {
  if (stepped_.empty() || anyKeyDown()) return;
  stepped_.clear();
  studio_.history.endGesture();
}

}  // namespace sispde::studio
