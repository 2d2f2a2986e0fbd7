// The menus of the graph's window: of a node, and of what the colours say.

#include <algorithm>

#include "app/studio/panels/graph_overlay.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

const char* meaningOf(ColourBy by) {
  switch (by) {
    case ColourBy::Class: return "The class that the data give the node.";
    case ColourBy::Degree: return "How many edges the node has; the colours follow its logarithm.";
    case ColourBy::Component: return "Nodes of one colour can be reached from each other along edges.";
    case ColourBy::Correlation:
      return "ρ = K_uv / √(K_uu K_vv) between the picked node u and every other v, of the noise that the "
             "kernel gives. "
             "Grey: less than a thousandth of the range.";
    case ColourBy::Covariance:
      return "K_uv, the covariance of the noise at the picked node u with that at every other v.";
    case ColourBy::Variance: return "K_vv, the variance of the noise at the node after unit time.";
    case ColourBy::Field:
      return "W(t) at the node: the noise itself, at the time of the line in the Noise window.";
    case ColourBy::Eigenvector:
      return "The k-th eigenvector of the Laplacian, by rising eigenvalue: the shapes that the kernel weighs "
             "by "
             "φ(λ).";
    case ColourBy::Score:
      return "The OOD score of the shown run that the Scores window has: higher is more out of distribution. "
             "Squares are the OOD test nodes.";
    case ColourBy::Prediction: return "The class that the shown run's model finds most probable.";
    case ColourBy::Error: return "Where the model's class differs from the data's.";
    case ColourBy::Flagged: break;
  }
  return "Test nodes whose score lies beyond the threshold of the Scores window; squares are the OOD test "
         "nodes.";
}

void colourItem(Studio& studio, ColourBy by) {
  if (ImGui::MenuItem(colourByName(by), nullptr, studio.workspace().colourBy == by)) studio.colourBy(by);
  tooltip(studio.theme, meaningOf(by));
}

}  // namespace

void colourMenu(Studio& studio) {
  const Theme& theme = studio.theme;
  caption(theme, "Data");
  for (const ColourBy by : {ColourBy::Class, ColourBy::Degree, ColourBy::Component}) colourItem(studio, by);
  ImGui::Separator();
  caption(theme, "Kernel");
  for (const ColourBy by : {ColourBy::Correlation, ColourBy::Covariance, ColourBy::Variance, ColourBy::Field,
                            ColourBy::Eigenvector})
    colourItem(studio, by);
  int k = studio.workspace().eigenvector;
  ImGui::SetNextItemWidth(theme.px(110));
  if (ImGui::InputInt("k", &k) && studio.document) {
    const int wanted = std::clamp(k, 1, std::max(1, static_cast<int>(studio.document->data.nodeCount()) - 1));
    studio.history.edit(
        fmt::format("Coloured by eigenvector {}", wanted),
        [&](Workspace& w) {
          w.eigenvector = wanted;
          w.colourBy = ColourBy::Eigenvector;
          w.rangeLocked = false;
        },
        "eigenvector");
  }
  tooltip(
      theme,
      "Which eigenvector, by rising eigenvalue; 1 is the first that is not constant on a connected graph");
  ImGui::Separator();
  caption(theme, "Model");
  for (const ColourBy by : {ColourBy::Prediction, ColourBy::Error, ColourBy::Flagged}) colourItem(studio, by);
  for (const std::string& name : studio.scores.names()) {
    const bool chosen =
        studio.workspace().colourBy == ColourBy::Score && studio.workspace().score.name == name;
    if (ImGui::MenuItem(name.c_str(), nullptr, chosen)) studio.chooseScore(name, true);
    tooltip(theme, meaningOf(ColourBy::Score));
  }
  ImGui::Separator();
  caption(theme, "Size");
  for (const SizeBy by : allSizes)
    if (ImGui::MenuItem(fmt::format("by {}", sizeByName(by)).c_str(), nullptr,
                        studio.workspace().sizeBy == by))
      studio.sizeBy(by);
    else
      tooltip(theme, "What the size of a node says");
}

void contextMenu(Studio& studio) {
  if (ImGui::IsMouseReleased(ImGuiMouseButton_Right) && studio.view.hovered >= 0 &&
      ImGui::IsWindowHovered() && ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Right] < 9) {
    studio.view.menuNode = studio.view.hovered;
    ImGui::OpenPopup("node");
  }
  if (!ImGui::BeginPopup("node")) return;
  const NodeId node = studio.view.menuNode;
  if (node >= 0 && node < studio.document->data.nodeCount()) {
    const Workspace& w = studio.workspace();
    const bool seen = std::find(w.watched.begin(), w.watched.end(), node) != w.watched.end();
    caption(studio.theme, fmt::format("node {}", studio.document->nodeName(node)));
    if (ImGui::MenuItem("Pick")) studio.pick(node);
    tooltip(studio.theme, "Shows this node's covariance with all others in every view");
    if (ImGui::MenuItem("Watch its path", nullptr, seen)) studio.watch(node, !seen);
    tooltip(studio.theme, "Shows or hides its trajectory in the Noise window");
    if (ImGui::MenuItem("Add to the selection")) addToSelection(studio, node);
    tooltip(studio.theme, "As a click with Shift");
    if (ImGui::MenuItem("Grow selection", studio.keyOf("Grow selection by one hop").c_str()))
      growSelection(studio);
    tooltip(studio.theme, "Adds the neighbours of what is selected");
    if (ImGui::MenuItem("Hide others", nullptr, w.selectionAlone, w.selection != nullptr))
      studio.history.edit(w.selectionAlone ? "Showed all nodes" : "Hid all but the selection",
                          [](Workspace& edited) { edited.selectionAlone = !edited.selectionAlone; });
    tooltip(studio.theme, "Shows the selection alone; select some nodes first");
    if (const NodeId picked = w.picked; picked >= 0 && picked != node) {
      const auto neighbours = studio.document->data.graph.neighbours(picked);
      const bool there = std::binary_search(neighbours.begin(), neighbours.end(), node);
      const std::string words = fmt::format("{} node {}", there ? "Drop the edge to" : "Add an edge to",
                                            studio.document->nodeName(picked));
      if (ImGui::MenuItem(words.c_str())) studio.toggleEdge(picked, node);
      tooltip(studio.theme,
              "What if this link were not there, or were there? The views and the scores of the shown run "
              "follow; undo takes it back");
    }
    if (ImGui::MenuItem("Copy id")) ImGui::SetClipboardText(studio.document->nodeName(node).c_str());
    tooltip(studio.theme, "Puts the node's id on the clipboard");
    if (ImGui::BeginMenu("What is this?")) {
      ImGui::PushTextWrapPos(studio.theme.px(320));
      ImGui::TextUnformatted(
          fmt::format("Colour: {}. {}", colourByName(w.colourBy), meaningOf(w.colourBy)).c_str());
      ImGui::PopTextWrapPos();
      ImGui::EndMenu();
    }
  }
  ImGui::EndPopup();
}

}  // namespace sispde::studio
