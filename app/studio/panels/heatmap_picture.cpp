#include "app/studio/panels/heatmap_picture.h"

namespace sispde::studio {
namespace {

// Cells of two pixels and more have sharp edges.
void image(const Texture& texture, ImVec2 from, ImVec2 to, ImVec2 uvFrom, ImVec2 uvTo, bool sharp) {
  ImDrawList& drawing = *ImGui::GetWindowDrawList();
  if (sharp) drawing.AddCallback(ImGui::GetPlatformIO().DrawCallback_SetSamplerNearest, nullptr);
  drawing.AddImage(static_cast<ImTextureID>(texture.id()), from, to, uvFrom, uvTo);
  if (sharp) drawing.AddCallback(ImGui::GetPlatformIO().DrawCallback_SetSamplerLinear, nullptr);
}

}  // namespace

void HeatmapPicture::Layer::refresh(const Studio& studio, const Answer& answer, std::size_t columns) {
  if (revision == answer.revision && dark == studio.theme.dark()) return;
  revision = answer.revision;
  dark = studio.theme.dark();
  const Workspace& w = studio.workspace();
  HeatmapScaleOptions options{dark, isChange(w.quantity)};
  // Two kernels that are nearly the same differ by rounding alone.
  if (options.change)
    options.smallest =
        4 * answer.info.bound * (isCorrelation(w.quantity) ? 1 : w.kernel().sigma * w.kernel().sigma);
  scale = heatmapScale(answer.values, options);
  texture.set(static_cast<int>(columns), static_cast<int>(answer.values.size() / columns),
              heatmapPixels(scale, answer.values));
}

void HeatmapPicture::draw(const Studio& studio, const HeatmapFrame& f) {
  const ImVec2 end{f.at.x + f.side, f.at.y + f.side};
  if (studio.block.shown()) {
    const PlaceRange rows = studio.block.rows(), columns = studio.block.columns();
    block_.refresh(studio, studio.block.answer(), columns.count);
    const ImVec2 from{f.x(static_cast<double>(columns.first)), f.y(static_cast<double>(rows.first))};
    const ImVec2 to{f.x(static_cast<double>(columns.end())), f.y(static_cast<double>(rows.end()))};
    ImGui::PushClipRect(f.at, end, true);
    image(block_.texture, from, to, {0, 0}, {1, 1}, to.x - from.x >= 2 * static_cast<float>(columns.count));
    ImGui::PopClipRect();
    scale_ = block_.scale;
    return;
  }
  const auto bins = static_cast<std::size_t>(studio.kernel.bins());
  whole_.refresh(studio, studio.kernel.image(), bins);
  const auto uv = [](double x, double y) { return ImVec2(static_cast<float>(x), static_cast<float>(y)); };
  image(whole_.texture, f.at, end, uv(f.view.x, f.view.y), uv(f.view.x + f.view.span, f.view.y + f.view.span),
        f.side >= 2 * f.view.span * static_cast<double>(bins));
  scale_ = whole_.scale;
}

}  // namespace sispde::studio
