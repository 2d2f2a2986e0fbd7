#include <cmath>

#include <implot.h>

#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

class NoisePanel final : public Panel {
 public:
  const char* title() const override { return "Noise"; }
  const char* help() const override {
    return "Trajectories W(t) of the watched nodes: a Wiener process whose increments have the kernel's "
           "covariance. The same Gaussian numbers "
           "are seen through every kernel, so that what changes is due to the kernel alone. The shaded band "
           "is ±2 standard deviations of the "
           "picked node. Drag the line to move the time of the field that the graph can show.";
  }
  std::string summary(const Studio& studio) const override {
    const Workspace& w = studio.workspace();
    return fmt::format("{} watched · seed {} · t = {:.2f}", w.watched.size(), w.seed, w.time);
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    const Answer& noise = studio.kernel.noise();
    if (!noise.valid()) {
      caption(theme, noise.trouble.empty() ? "being drawn" : noise.trouble);
      return;
    }
    const float foot = ImGui::GetFrameHeight() + theme.px(6);
    const float height = std::max(theme.px(60), ImGui::GetContentRegionAvail().y - foot);
    ImGui::PushFont(nullptr, theme.captionSize() - 1);
    plot(studio, noise, height);
    ImGui::PopFont();
    ImGui::PushFont(nullptr, theme.captionSize());
    if (ImGui::Button(studio.view.playing ? "Stop" : "Play")) studio.view.playing = !studio.view.playing;
    tooltip(theme, "Lets the time run; colour the graph by the noise field to see it move");
    ImGui::SameLine();
    if (ImGui::Button("New noise")) studio.newNoise();
    tooltip(theme, "Other Gaussian numbers: the next seed (N)");
    ImGui::SameLine();
    const bool field = studio.workspace().colourBy == ColourBy::Field;
    if (ImGui::Button(field ? "Hide field" : "Show field"))
      studio.history.edit(
          field ? "Coloured by correlation" : "Coloured by the noise field",
          [&](Workspace& w) { w.colourBy = field ? ColourBy::Correlation : ColourBy::Field; });
    ImGui::SameLine();
    ImGui::TextColored(theme.palette.quiet, "error ≤ %.0e · %.1f ms", noise.info.bound, noise.milliseconds);
    ImGui::PopFont();
  }

 private:
  static void plot(Studio& studio, const Answer& noise, float height) {
    const Theme& theme = studio.theme;
    const Workspace& w = studio.workspace();
    if (!ImPlot::BeginPlot("##paths", {-1, height}, ImPlotFlags_CanvasOnly)) return;
    const int steps = studio.kernel.steps();
    const auto n = static_cast<std::size_t>(studio.document->data.nodeCount());
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_Lock,
                      ImPlotAxisFlags_AutoFit);
    ImPlot::SetupAxisLimits(ImAxis_X1, 0, 1, ImPlotCond_Always);
    std::vector<double> times(static_cast<std::size_t>(steps) + 1), values(times.size());
    for (std::size_t j = 0; j < times.size(); ++j) times[j] = static_cast<double>(j) / steps;
    if (w.picked >= 0 && studio.kernel.variances().valid()) {
      std::vector<double> upper(times.size()), lower(times.size());
      for (std::size_t j = 0; j < times.size(); ++j) {
        upper[j] = 2 * std::sqrt(studio.kernel.variances().values[w.picked] * times[j]);
        lower[j] = -upper[j];
      }
      ImPlotSpec band;
      band.FillColor = theme.palette.accent;
      band.FillAlpha = 0.12f;
      ImPlot::PlotShaded("##band", times.data(), lower.data(), upper.data(), static_cast<int>(times.size()),
                         band);
    }
    for (std::size_t i = w.watched.size(); i-- > 0;) {  // the first on top
      for (std::size_t j = 0; j < times.size(); ++j)
        values[j] = noise.values[j * n + static_cast<std::size_t>(w.watched[i])];
      const Colour c = classColour(static_cast<int>(i), theme.dark());
      ImPlotSpec line;
      line.LineColor = w.watched[i] == w.picked
                           ? theme.palette.accent
                           : ImVec4(static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255,
                                    static_cast<float>(c.b) / 255, 1);
      line.LineWeight = theme.px(w.watched[i] == w.picked ? 1.8f : 1.2f);
      const std::string name = fmt::format("##node {}", w.watched[i]);
      ImPlot::PlotLine(name.c_str(), times.data(), values.data(), static_cast<int>(times.size()), line);
    }
    double time = w.time;
    ImPlot::DragLineX(0, &time, theme.palette.quiet, theme.px(1), ImPlotDragToolFlags_NoFit);
    if (time != w.time) {
      const double wanted = std::clamp(time, 0.0, 1.0);
      studio.history.edit(
          fmt::format("Time t = {:.2f}", wanted), [&](Workspace& edited) { edited.time = wanted; }, "time");
    }
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) studio.history.endGesture();
    ImPlot::EndPlot();
  }
};

}  // namespace

std::unique_ptr<Panel> makeNoisePanel() {
  return std::make_unique<NoisePanel>();
}

}  // namespace sispde::studio
