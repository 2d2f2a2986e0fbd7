#include "app/studio/panels/heatmap_lists.h"

#include <array>

#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

struct OrderWords {
  const char *item, *shown, *brief;
};
// As NodeOrder has them.
constexpr std::array<OrderWords, 5> orders{
    OrderWords{"file", "as in the file", "as in the file"},
    OrderWords{"class and community", "by class and community", "by class"},
    OrderWords{"community", "by community", "by community"},
    OrderWords{"spectrum", "by spectrum", "by spectrum"}, OrderWords{"degree", "by degree", "by degree"}};

struct CompactList {
  const char* name;
  std::string shown;
  std::vector<std::string> items;
  int current = 0;
  const char* help;
};

float widthOf(const Theme& theme, const std::string& shown) {
  return ImGui::CalcTextSize((shown + " ▾").c_str()).x + theme.px(4);
}

// A list as quiet words with a small triangle; the index that was chosen now.
std::optional<int> compactList(const Theme& theme, const CompactList& list) {
  std::optional<int> chosen;
  ImGui::PushID(list.name);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(theme.px(2), theme.px(1)));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_Text, theme.palette.quiet);
  ImGui::SetNextItemWidth(widthOf(theme, list.shown));
  const bool open = ImGui::BeginCombo("##list", (list.shown + " ▾").c_str(),
                                      ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLarge);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar();
  if (open) {
    for (int i = 0; i < std::ssize(list.items); ++i)
      if (ImGui::Selectable(list.items[static_cast<std::size_t>(i)].c_str(), i == list.current)) chosen = i;
    ImGui::EndCombo();
  } else {
    tooltip(theme, list.help);
  }
  ImGui::PopID();
  return chosen;
}

}  // namespace

std::string quantityWords(const Workspace& workspace, HeatmapQuantity quantity) {
  const char* name = isCorrelation(quantity) ? "correlation" : "covariance";
  if (!isChange(quantity)) return name;
  return fmt::format("{}, {}", name, workspace.active == 0 ? "A − B" : "B − A");
}

void drawHeatmapLists(Studio& studio) {
  const Theme& theme = studio.theme;
  const Workspace& w = studio.workspace();
  CompactList quantity{"Quantity",
                       quantityWords(w, w.quantity),
                       {},
                       static_cast<int>(w.quantity),
                       "covariance K, correlation K_uv / √(K_uu K_vv), or how much either is larger with the "
                       "active kernel than with the other one of A and B"};
  for (const HeatmapQuantity each : allQuantities) quantity.items.push_back(quantityWords(w, each));
  CompactList order{"Order",
                    {},
                    {},
                    static_cast<int>(w.order),
                    "What stands together in the picture: classes, communities (Louvain), the spectrum's "
                    "second vector, degrees"};
  for (const OrderWords& each : orders) order.items.emplace_back(each.item);
  ImGui::PushFont(nullptr, theme.captionSize() + 0.5f);
  const float gap = theme.px(6), first = widthOf(theme, quantity.shown);
  ImGui::SameLine(0, gap);
  const float behindTitle = ImGui::GetCursorPosX(), right = rightEdge();
  const OrderWords& words = orders[static_cast<std::size_t>(w.order)];
  order.shown = words.shown;
  const auto room = [&] { return right - behindTitle - first - gap - widthOf(theme, order.shown); };
  if (room() < 0) order.shown = words.brief;
  if (room() >= 0)
    ImGui::SetCursorPosX(right - first - gap - widthOf(theme, order.shown));
  else
    ImGui::NewLine();
  const auto newQuantity = compactList(theme, quantity);
  ImGui::SameLine(0, gap);
  const auto newOrder = compactList(theme, order);
  ImGui::PopFont();
  if (newQuantity)
    studio.history.edit(
        fmt::format("Heatmap of {}", quantity.items[static_cast<std::size_t>(*newQuantity)]),
        [&](Workspace& changed) { changed.quantity = static_cast<HeatmapQuantity>(*newQuantity); });
  if (newOrder)
    studio.history.edit(fmt::format("Heatmap by {}", orders[static_cast<std::size_t>(*newOrder)].item),
                        [&](Workspace& changed) { changed.order = static_cast<NodeOrder>(*newOrder); });
}

}  // namespace sispde::studio
