#include <algorithm>
#include <array>
#include <cmath>

#include "app/studio/panels/panel.h"
#include "app/studio/render/gl_objects.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr std::array<const char*, 5> orders{"file", "class and community", "community", "spectrum", "degree"};
constexpr std::array<const char*, 2> quantities{"covariance", "correlation"};

class CovariancePanel final : public Panel {
 public:
  const char* title() const override { return "Covariance"; }
  const char* help() const override {
    return "The covariance matrix K of the noise, every node against every node; on large graphs each cell "
           "is the mean of a block. Point at "
           "a cell and its two nodes light up in the graph; click to pick the row's node.";
  }
  std::string summary(const Studio& studio) const override {
    const Workspace& w = studio.workspace();
    return fmt::format("{} · by {}", quantities[w.correlation ? 1 : 0],
                       orders[static_cast<std::size_t>(w.order)]);
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    if (const auto order = choice(theme, "Order", static_cast<int>(studio.workspace().order), orders,
                                  "What stands together in the picture: classes, communities (Louvain), the "
                                  "spectrum's second vector, degrees"))
      studio.history.edit(fmt::format("Heatmap by {}", orders[*order]),
                          [&](Workspace& w) { w.order = static_cast<NodeOrder>(*order); });
    if (const auto quantity = choice(theme, "Quantity", studio.workspace().correlation ? 1 : 0, quantities,
                                     "covariance K, or correlation K_uv / √(K_uu K_vv)"))
      studio.history.edit(fmt::format("Heatmap of {}", quantities[*quantity]),
                          [&](Workspace& w) { w.correlation = *quantity == 1; });
    const Answer& image = studio.kernel.image();
    const float foot = ImGui::GetTextLineHeight() + theme.px(6);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float side = std::max(theme.px(60), std::min(room.x, room.y - foot));
    const ImVec2 at{ImGui::GetCursorScreenPos().x + std::max(0.0f, (room.x - side) / 2),
                    ImGui::GetCursorScreenPos().y};
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton("##heatmap", {side, side});
    ImDrawList& drawing = *ImGui::GetWindowDrawList();
    studio.view.hoveredCell = {-1, -1};
    if (!image.valid()) {
      drawing.AddRectFilled(at, {at.x + side, at.y + side}, packed(theme.palette.raised), theme.px(6));
      caption(theme, image.trouble.empty() ? "being prepared" : image.trouble);
      return;
    }
    refresh(studio, image);
    // Few nodes: cells with sharp edges.
    const bool sharp = static_cast<float>(studio.kernel.bins()) < side / 2;
    if (sharp) drawing.AddCallback(ImGui::GetPlatformIO().DrawCallback_SetSamplerNearest, nullptr);
    drawing.AddImage(static_cast<ImTextureID>(texture_.id()), at, {at.x + side, at.y + side});
    if (sharp) drawing.AddCallback(ImGui::GetPlatformIO().DrawCallback_SetSamplerLinear, nullptr);
    boundaries(studio, at, side);
    std::string truth = studio.kernel.spectrum() != nullptr && image.info.bound < 1e-9
                            ? fmt::format("exact, {} eigenpairs", studio.document->data.nodeCount())
                            : fmt::format("rank {} · error ≤ {:.0e}", image.info.terms, image.info.bound);
    truth += fmt::format(" · {:.1f} ms", image.milliseconds);
    if (ImGui::IsItemHovered()) truth = hover(studio, at, side);
    caption(theme, truth);
  }

 private:
  void refresh(const Studio& studio, const Answer& image) {
    const bool dark = studio.theme.dark();
    if (seen_ == image.revision && seenDark_ == dark) return;
    seen_ = image.revision;
    seenDark_ = dark;
    const int bins = studio.kernel.bins();
    std::vector<float> sorted = image.values;
    const auto rank = [&](double share) {
      const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(sorted.size() - 1));
      std::nth_element(sorted.begin(), sorted.begin() + place, sorted.end());
      return static_cast<double>(sorted[static_cast<std::size_t>(place)]);
    };
    // Rounding must not be seen as a pattern where there is nothing but the diagonal.
    const double least = 0.02 * *std::max_element(image.values.begin(), image.values.end());
    double high = std::max(rank(0.995), least), low = std::min(0.0, rank(0.005));
    if (!(high > low)) high = low + 1;
    const bool isSigned = low < -0.05 * high;
    if (isSigned) {
      high = std::max(high, -low);
      low = -high;
    }
    const ColourMap map = isSigned ? (dark ? ColourMap::BlueGreyRed : ColourMap::BlueWhiteRed)
                                   : (dark ? ColourMap::Viridis : ColourMap::PaleBlue);
    const auto table = colourTable(map);
    std::vector<std::uint32_t> pixels(image.values.size());
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      // The square root shows what is weak beside the diagonal; signed values stay as they are.
      const double t = std::clamp((image.values[i] - low) / (high - low), 0.0, 1.0);
      pixels[i] = table[static_cast<std::size_t>((isSigned ? t : std::sqrt(t)) * 255)].packed();
    }
    texture_.set(bins, bins, pixels);
  }

  // Thin lines between classes.
  static void boundaries(const Studio& studio, ImVec2 at, float side) {
    const auto* order = studio.kernel.order();
    const auto& labels = studio.document->data.labels;
    if (order == nullptr || labels.empty() || studio.workspace().order != NodeOrder::Class) return;
    const auto n = static_cast<float>(order->size());
    for (std::size_t i = 1; i < order->size(); ++i) {
      if (labels[(*order)[i]] == labels[(*order)[i - 1]]) continue;
      const float place = side * static_cast<float>(i) / n;
      const ImU32 line = packed(studio.theme.palette.panel, 0.45f);
      ImGui::GetWindowDrawList()->AddLine({at.x + place, at.y}, {at.x + place, at.y + side}, line);
      ImGui::GetWindowDrawList()->AddLine({at.x, at.y + place}, {at.x + side, at.y + place}, line);
    }
  }

  static std::string hover(Studio& studio, ImVec2 at, float side) {
    const auto* order = studio.kernel.order();
    if (order == nullptr) return "";
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int bins = studio.kernel.bins();
    const auto part = [&](float place) {
      return std::clamp(static_cast<double>(place) / side, 0.0, 0.999999);
    };
    const double x = part(mouse.x - at.x), y = part(mouse.y - at.y);
    const auto n = static_cast<double>(order->size());
    const NodeId u = (*order)[static_cast<std::size_t>(y * n)], v = (*order)[static_cast<std::size_t>(x * n)];
    studio.view.hoveredCell = {u, v};
    if (ImGui::IsItemClicked()) studio.pick(u);
    const auto cell = static_cast<std::size_t>(y * bins) * static_cast<std::size_t>(bins) +
                      static_cast<std::size_t>(x * bins);
    return fmt::format("nodes {} and {}: {} {}{}", studio.document->nodeName(u), studio.document->nodeName(v),
                       studio.workspace().correlation ? "ρ" : "K",
                       significant(studio.kernel.image().values[cell]), n > bins ? " (mean of a block)" : "");
  }

  Texture texture_;
  std::uint64_t seen_ = ~std::uint64_t{0};
  bool seenDark_ = false;
};

}  // namespace

std::unique_ptr<Panel> makeCovariancePanel() {
  return std::make_unique<CovariancePanel>();
}

}  // namespace sispde::studio
