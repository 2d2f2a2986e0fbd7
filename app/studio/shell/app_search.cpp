// Finding a node or a class by what it is called.

#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

#include "app/studio/panels/graph_overlay.h"
#include "app/studio/panels/node_lists.h"
#include "app/studio/render/camera.h"
#include "app/studio/shell/app.h"
#include "app/studio/shell/widgets.h"
#include "core/base/text.h"

namespace sispde::studio {
void App::goTo(const SearchHit& hit) {
  const Document& d = *studio_.document;
  const std::vector<Point>& places = studio_.layout.positions();
  Camera& camera = studio_.view.camera;
  if (hit.node >= 0) {
    studio_.pick(hit.node);
    if (places.empty()) return;
    // In the middle, with what is around it.
    const Point here = places.at(hit.node);
    std::vector<Point> some;
    for (const NodeId u : surroundings(d.data.graph, hit.node))
      for (const Point p : {places.at(u), Point{2 * here.x - places.at(u).x, 2 * here.y - places.at(u).y}})
        some.push_back(p);
    const bool alone = std::all_of(some.begin(), some.end(), [&](const Point& p) { return p == here; });
    const double scale = camera.scale;
    camera = fit(some, studio_.view.graphSize, studio_.theme.px(48));
    if (alone) camera.scale = scale;
  } else {
    const std::vector<NodeId> nodes = nodesOfClass(d, hit.label);
    studio_.select(nodes, fmt::format("Selected {}", hit.words));
    if (places.empty() || nodes.empty()) return;
    std::vector<Point> some;
    for (const NodeId u : nodes) some.push_back(places.at(u));
    const ViewSize view = studio_.view.graphSize;
    camera = fit(some, view, studio_.theme.px(36), toolsMargin(studio_.theme, view));
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
  if (!hits_.shown)
    tooltip(theme,
            "A node's id or number, or a class: Enter picks the node or selects the class, and moves there. "
            "“class 3” is a class even where there is a node 3");
  hits_.at = {ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + theme.px(3)};
  hits_.width = ImGui::GetItemRectSize().x;
  hits_.frame = ImGui::GetFrameCount();
  const bool active = ImGui::IsItemActive();
  if (hits_.of != studio_.document || hits_.words != search_) {
    constexpr std::size_t most = 8;
    hits_.of = studio_.document;
    hits_.words = search_;
    hits_.list = searchNodes(*studio_.document, search_, most);
    hits_.chosen = 0;
  }
  hits_.shown = search_[0] != 0 && (active || (hits_.shown && hits_.hovered));
  if (active)
    for (const auto& [arrow, step] : {std::pair(ImGuiKey_DownArrow, 1), std::pair(ImGuiKey_UpArrow, -1)})
      if (ImGui::IsKeyPressed(arrow))
        hits_.chosen =
            std::clamp(hits_.chosen + step, 0, std::max(0, static_cast<int>(hits_.list.size()) - 1));
  if (!entered || search_[0] == 0) return;
  searchOpen_ = hits_.shown = false;
  if (hits_.list.empty())
    studio_.log.trouble(fmt::format("There is no node and no class called “{}” in {}.", trim(search_),
                                    studio_.document->data.name));
  else
    goTo(hits_.list[static_cast<std::size_t>(hits_.chosen)]);
}

// What fits, under the line, while it is typed into.
void App::drawHits() {
  hits_.hovered = false;
  hits_.shown = hits_.shown && hits_.frame == ImGui::GetFrameCount();  // the line is there
  if (!hits_.shown || !studio_.document) return;
  const Theme& theme = studio_.theme;
  const FloatingLook look(theme);
  ImGui::SetNextWindowPos(hits_.at);
  ImGui::SetNextWindowSize({std::max(hits_.width, theme.px(180)), 0});
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoFocusOnAppearing |
                                     ImGuiWindowFlags_NoNav;
  std::optional<SearchHit> wanted;
  if (ImGui::Begin("##hits", nullptr, flags)) {
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    hits_.hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (hits_.list.empty()) caption(theme, "Nothing is called that.");
    for (std::size_t i = 0; i < hits_.list.size(); ++i) {
      const std::string& words = hits_.list[i].words;
      ImGui::PushID(static_cast<int>(i));
      const std::string shown = fitted(words, ImGui::GetContentRegionAvail().x) + "###hit";
      if (ImGui::Selectable(shown.c_str(), static_cast<int>(i) == hits_.chosen)) wanted = hits_.list[i];
      ImGui::PopID();
    }
  }
  ImGui::End();
  if (!wanted) return;
  hits_.shown = searchOpen_ = false;
  goTo(*wanted);
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
