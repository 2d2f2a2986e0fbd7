// Finding a node or a class by what it is called.

#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

#include "app/studio/render/camera.h"
#include "app/studio/shell/app.h"
#include "app/studio/shell/widgets.h"
#include "core/base/text.h"

namespace sispde::studio {
namespace {

// Nodes that are called that: by id, by number, or by class; letters of either case.
struct Found {
  NodeId node = -1;
  std::vector<NodeId> ofClass;
};

Found found(const Document& document, const std::string& words) {
  const std::string wanted = lower(trim(words));
  Found made;
  for (NodeId u = 0; u < document.data.nodeCount(); ++u) {
    if (lower(document.nodeName(u)) == wanted) return {u, {}};
    if (lower(document.className(u)) == wanted) made.ofClass.push_back(u);
  }
  const auto number = parseInteger(wanted);
  if (made.ofClass.empty() && number && *number >= 0 && *number < document.data.nodeCount())
    made.node = static_cast<NodeId>(*number);
  return made;
}

}  // namespace

void App::find(const std::string& words) {
  const Document& d = *studio_.document;
  const std::vector<Point>& places = studio_.layout.positions();
  Camera& camera = studio_.view.camera;
  const Found here = found(d, words);
  if (here.node >= 0) {
    studio_.pick(here.node);
    if (places.empty()) return;
    const Point p = places.at(here.node);
    camera.x = p.x;
    camera.y = p.y;
  } else if (!here.ofClass.empty()) {
    studio_.select(here.ofClass, fmt::format("Selected class {}", trim(words)));
    if (places.empty()) return;
    std::vector<Point> some;
    for (const NodeId u : here.ofClass) some.push_back(places.at(u));
    camera = fit(some, studio_.view.graphSize, studio_.theme.px(36));
  } else {
    studio_.log.trouble(
        fmt::format("There is no node and no class called “{}” in {}.", trim(words), d.data.name));
    return;
  }
  studio_.view.followLayout = false;
}

void App::searchLine(float width) {
  const Theme& theme = studio_.theme;
  ImGui::SetNextItemWidth(width);
  if (std::exchange(searchWanted_, false)) ImGui::ActivateItemByID(ImGui::GetID("##search"));
  const std::string key = studio_.keyOf("Find a node"),
                    hint = "Find a node" + (key.empty() ? key : " " + key);
  const bool entered =
      ImGui::InputTextWithHint("##search", hint.c_str(), search_, sizeof search_,
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  tooltip(theme,
          "A node's id or number, or a class: Enter picks the node or selects the class, and moves there");
  if (!entered || search_[0] == 0) return;
  searchOpen_ = false;
  find(search_);
}

void App::drawSearch() {
  const Theme& theme = studio_.theme;
  const float width = theme.px(204);
  if (!studio_.document) return;
  if (rightEdge() - width < ImGui::GetCursorPosX()) {  // no room: a window of its own, when it is asked for
    searchOpen_ = searchOpen_ || searchWanted_;
    return;
  }
  searchOpen_ = false;
  ImGui::SetCursorPosX(rightEdge() - width - theme.px(4));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + theme.px(4));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(theme.px(10), theme.px(3)));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  searchLine(width);
  ImGui::PopStyleVar(2);
}

void App::drawSearchWindow() {
  if (!searchOpen_ || !studio_.document) return;
  const FloatingLook look(studio_.theme);
  if (beginDialog(studio_.theme, "Find", searchOpen_, 300)) searchLine(-1);
  ImGui::End();
}

}  // namespace sispde::studio
