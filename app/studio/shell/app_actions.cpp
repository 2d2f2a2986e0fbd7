#include <algorithm>
#include <array>

#include <imgui_internal.h>

#include "app/studio/panels/graph_overlay.h"
#include "app/studio/shell/app.h"
#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/widgets.h"
#include "core/io/catalogue.h"
#include "core/io/search_path.h"

namespace sispde::studio {
namespace {

struct Example {
  const char *words, *data;
};
constexpr std::array examples{
    Example{"Citation network (made)", "citation"}, Example{"Karate club", "karate"},
    Example{"Minesweeper grid", "minesweeper:50x50"}, Example{"Four communities", "sbm:1000,degree=12"}};

}  // namespace

void App::makeActions() {
  const auto add = [&](Action action) { actions_.push_back(std::move(action)); };
  const auto hasData = [this] { return studio_.document != nullptr; };
  add({"File", "Open …", ImGuiMod_Ctrl | ImGuiKey_O, "Ctrl+O", [this] { openOpen_ = true; }});
  for (const Example& example : examples)
    add({"File", std::string("Example: ") + example.words, 0, "", [this, &example] { open(example.data); }});
  add({"File", "Save workspace …", ImGuiMod_Ctrl | ImGuiKey_S, "Ctrl+S", [this] { saveOpen_ = true; },
       hasData});
  add({"File", "Export figure …", ImGuiMod_Ctrl | ImGuiKey_E, "Ctrl+E", [this] { exportOpen_ = true; },
       hasData});
  add({"File", "Quit", ImGuiMod_Ctrl | ImGuiKey_Q, "Ctrl+Q", [this] { window_->close(); }});
  add({"Edit", "Undo", ImGuiMod_Ctrl | ImGuiKey_Z, "Ctrl+Z", [this] { studio_.history.undo(); },
       [this] { return studio_.history.canUndo(); }});
  add({"Edit", "Redo", ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z, "Ctrl+Shift+Z",
       [this] { studio_.history.redo(); }, [this] { return studio_.history.canRedo(); }});
  add({"Edit", "Grow selection by one hop", ImGuiKey_G, "G", [this] { growSelection(studio_); }, hasData});
  add({"Edit", "Clear selection", ImGuiKey_Escape, "Esc",
       [this] { studio_.select({}, "Cleared the selection"); },
       [this] { return studio_.workspace().selection != nullptr; }});
  add({"Edit", "Find a node", ImGuiMod_Ctrl | ImGuiKey_F, "Ctrl+F", [this] { searchWanted_ = true; },
       hasData});
  add({"View", "Fit the graph", ImGuiKey_F, "F", [this] { studio_.view.fitWanted = true; }, hasData});
  add({"View", "Lay out anew", ImGuiKey_R, "R",
       [this] {
         studio_.layout.start(studio_.document, 1, true);
         studio_.view.followLayout = true;
       },
       hasData});
  struct Choice {
    const char* words;
    ImGuiKey key;
    const char* keys;
    Tool tool;
  };
  for (const Choice& each : {Choice{"Tool: pick and move", ImGuiKey_P, "P", Tool::Pick},
                             Choice{"Tool: rectangle", ImGuiKey_B, "B", Tool::Rectangle},
                             Choice{"Tool: lasso", ImGuiKey_L, "L", Tool::Lasso},
                             Choice{"Tool: pin", ImGuiKey_None, "", Tool::Pin}})
    add({"View", each.words, each.key, each.keys, [this, tool = each.tool] { studio_.view.tool = tool; },
         hasData, [this, tool = each.tool] { return studio_.view.tool == tool; }});
  for (const ColourBy by : allColours)
    add({"View", fmt::format("Colour by {}", colourByName(by)), 0, "",
         [this, by] {
           studio_.history.edit(fmt::format("Coloured by {}", colourByName(by)), [by](Workspace& w) {
             w.colourBy = by;
             w.rangeLocked = false;
           });
         },
         hasData, [this, by] { return studio_.workspace().colourBy == by; }});
  add({"View", "Size nodes by degree", 0, "",
       [this] {
         studio_.history.edit("Size of the nodes", [](Workspace& w) { w.sizeByDegree = !w.sizeByDegree; });
       },
       hasData, [this] { return studio_.workspace().sizeByDegree; }});
  for (const auto& panel : panels_)
    add({"View", std::string("Window: ") + panel->title(), 0, "", [p = panel.get()] { p->open = !p->open; },
         [] { return true; }, [p = panel.get()] { return p->open; }});
  add({"View", "Reset the arrangement", 0, "", [this] { arrangeWanted_ = true; }});
  add({"View", "Light theme", 0, "",
       [this] {
         studio_.theme.kind = studio_.theme.dark() ? ThemeKind::Light : ThemeKind::Dark;
         applyTheme(studio_.theme);
       },
       [] { return true; }, [this] { return !studio_.theme.dark(); }});
  add({"Kernel", "Switch between A and B", ImGuiKey_A, "A",
       [this] {
         studio_.history.edit(studio_.workspace().active == 0 ? "Showed kernel B" : "Showed kernel A",
                              [](Workspace& w) { w.active = 1 - w.active; });
       },
       hasData});
  add({"Kernel", "ν down", ImGuiKey_LeftBracket, "[", [this] { stepKernel(&KernelSpec::nu, "ν", 1 / 1.1); },
       hasData});
  add({"Kernel", "ν up", ImGuiKey_RightBracket, "]", [this] { stepKernel(&KernelSpec::nu, "ν", 1.1); },
       hasData});
  add({"Kernel", "κ down", ImGuiMod_Shift | ImGuiKey_LeftBracket, "{",
       [this] { stepKernel(&KernelSpec::kappa, "κ", 1 / 1.1); }, hasData});
  add({"Kernel", "κ up", ImGuiMod_Shift | ImGuiKey_RightBracket, "}",
       [this] { stepKernel(&KernelSpec::kappa, "κ", 1.1); }, hasData});
  add({"Kernel", "New noise", ImGuiKey_N, "N", [this] { studio_.newNoise(); }, hasData});
  add({"Kernel", "Copy command", 0, "", [this] { ImGui::SetClipboardText(commandOf(studio_).c_str()); },
       hasData});
  add({"Help", "Command palette", ImGuiMod_Ctrl | ImGuiKey_P, "Ctrl+P", [this] { palette_.open(); }});
  add({"Help", "Keys", ImGuiMod_Shift | ImGuiKey_Slash, "?", [this] { keysOpen_ = !keysOpen_; }});
  add({"Help", "About", 0, "", [this] { aboutOpen_ = true; }});
}

void App::stepKernel(double KernelSpec::*field, const char* symbol, double factor) {
  const double before = studio_.workspace().kernel().*field;
  const double after = std::clamp(before * factor, smallestParameter, largestParameter);
  studio_.history.edit(fmt::format("{} {} → {}", symbol, significant(before), significant(after)),
                       [&](Workspace& w) { w.kernel().*field = after; });
}

void App::arrange(unsigned dockspace) {
  const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
  const float s = studio_.theme.scale;
  const bool wide = size.x >= 2000 * s;
  // Side columns keep their width; the rest goes to the graph.
  const float left = (wide ? 420 : 264) * s / size.x, right = (wide ? 560 : 372) * s / size.x;
  ImGui::DockBuilderRemoveNode(dockspace);
  ImGui::DockBuilderAddNode(
      dockspace, static_cast<int>(ImGuiDockNodeFlags_DockSpace) | ImGuiDockNodeFlags_AutoHideTabBar);
  ImGui::DockBuilderSetNodeSize(dockspace, size);
  ImGuiID rest = dockspace;
  ImGuiID side = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Left, std::min(left, 0.4f), nullptr, &rest);
  ImGuiID views =
      ImGui::DockBuilderSplitNode(rest, ImGuiDir_Right, std::min(right / (1 - left), 0.5f), nullptr, &rest);
  ImGuiID data = ImGui::DockBuilderSplitNode(side, ImGuiDir_Down, 0.5f, nullptr, &side);
  ImGuiID spectrum = ImGui::DockBuilderSplitNode(views, ImGuiDir_Down, 0.27f, nullptr, &views);
  ImGuiID noise = ImGui::DockBuilderSplitNode(views, ImGuiDir_Down, 0.33f, nullptr, &views);
  ImGui::DockBuilderDockWindow("Kernel", side);
  ImGui::DockBuilderDockWindow("Data", data);
  ImGui::DockBuilderDockWindow("Graph", rest);
  ImGui::DockBuilderDockWindow("Covariance", views);
  ImGui::DockBuilderDockWindow("Noise", noise);
  ImGui::DockBuilderDockWindow("Spectrum", spectrum);
  ImGui::DockBuilderDockWindow("History", data);
  ImGui::DockBuilderDockWindow("Log", data);
  ImGui::DockBuilderFinish(dockspace);
}

void App::drawOpen() {
  if (!openOpen_) return;
  const Theme& theme = studio_.theme;
  ImGui::SetNextWindowSize({theme.px(420), theme.px(440)}, ImGuiCond_FirstUseEver);
  const ImGuiViewport& port = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({port.Pos.x + port.Size.x / 2, port.Pos.y + port.Size.y / 2}, ImGuiCond_Appearing,
                          {0.5f, 0.5f});
  if (ImGui::Begin("Open", &openOpen_, ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoCollapse)) {
    std::string wanted;
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-theme.px(70));
    const bool entered = ImGui::InputTextWithHint("##path", "file, folder, data set or generator", path_,
                                                  sizeof path_, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    if ((primaryButton(theme, "Open") || entered) && path_[0] != 0) wanted = path_;
    caption(
        theme,
        "Files can be dropped on the window too: npz, edge lists (CSV), GraphML, JSON, Planetoid folders.");
    caption(theme, "Examples");
    for (const Example& example : examples)
      if (ImGui::Selectable(example.words)) wanted = example.data;
    caption(theme, "Data sets on this machine");
    const std::vector<std::string> folders = dataFolders(options_.dataDir);
    bool any = false;
    for (const CatalogueEntry& entry : catalogue())
      if (findDataset(entry.name, folders)) {
        any = true;
        if (ImGui::Selectable(entry.name.c_str())) wanted = entry.name;
      }
    if (!any) caption(theme, "None yet: sispde datasets fetch NAME gets one.");
    if (!wanted.empty()) {
      open(wanted);
      openOpen_ = false;
    }
  }
  ImGui::End();
}

}  // namespace sispde::studio
