#include <cmath>

#include <implot.h>

#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"
#include "core/kernel/kernel_function.h"

namespace sispde::studio {
namespace {

constexpr int histogramBins = KernelLive::densityBins;

class SpectrumPanel final : public Panel {
 public:
  const char* title() const override { return "Spectrum"; }
  const char* help() const override {
    return "Eigenvalues λ of the Laplacian as a histogram, and the kernel's density φ(λ) over them: what is "
           "weighted strongly is smooth on the "
           "graph. The faint curve is the other kernel of A and B. Second tab: correlation of the picked "
           "node against hop distance.";
  }
  std::string summary(const Studio& studio) const override {
    const Workspace& w = studio.workspace();
    const KernelSpec& other = w.kernels[1 - w.active];
    return fmt::format("{}: ν {}, κ {}", w.active == 0 ? "B" : "A", significant(other.nu, 2),
                       significant(other.kappa, 2));
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    const KernelEngine* engine = studio.kernel.engine();
    if (engine == nullptr) {
      caption(theme, "being prepared");
      return;
    }
    if (chip(theme, "density", !hops_, true)) hops_ = false;
    if (chip(theme, "correlation by hops", hops_, false)) hops_ = true;
    ImGui::PushFont(nullptr, theme.captionSize() - 1);
    const float foot = ImGui::GetTextLineHeight() + theme.px(8);
    const float height = std::max(theme.px(60), ImGui::GetContentRegionAvail().y - foot);
    if (hops_)
      byHops(studio, height);
    else
      density(studio, *engine, height);
    ImGui::PopFont();
  }

 private:
  void density(Studio& studio, const KernelEngine& engine, float height) {
    const Theme& theme = studio.theme;
    const Workspace& w = studio.workspace();
    const double most = engine.laplacian().lambdaMax();
    const bool exact = studio.kernel.spectrum() != nullptr;
    refresh(studio, most);
    if (ImPlot::BeginPlot("##density", {-1, height}, ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs)) {
      ImPlot::SetupAxes("λ", nullptr, ImPlotAxisFlags_NoGridLines, ImPlotAxisFlags_NoTickLabels);
      ImPlot::SetupAxesLimits(0, most, 0, 1.05, ImPlotCond_Always);
      if (!bars_.empty()) {
        ImPlotSpec bar;
        bar.FillColor = bar.LineColor = theme.palette.quiet;
        bar.FillAlpha = 0.35f;
        bar.LineWeight = 0;
        ImPlot::PlotBars("##values", centres_.data(), bars_.data(), histogramBins, 0.8 * most / histogramBins,
                         bar);
      }
      curve(theme, w.kernels[1 - w.active], most, 0.35f, "##before");
      curve(theme, w.kernel(), most, 1, "##now");
      ImPlot::EndPlot();
    }
    ImGui::TextColored(
        theme.palette.quiet, "%s",
        bars_.empty() ? "φ(λ); eigenvalues are being estimated"
        : exact ? fmt::format("φ over {} eigenvalues, exact", studio.document->data.nodeCount()).c_str()
                : "φ over the density of eigenvalues, estimated by moments");
  }

  // From all eigenvalues where they are known, otherwise from moments.
  void refresh(const Studio& studio, double most) {
    const Spectrum* spectrum = studio.kernel.spectrum();
    bars_.assign(histogramBins, 0);
    if (spectrum != nullptr)
      for (const double value : spectrum->values())
        ++bars_[std::clamp(static_cast<int>(value / most * histogramBins), 0, histogramBins - 1)];
    else
      bars_ = studio.kernel.density();
    double highest = 1e-12;
    for (const double bar : bars_) highest = std::max(highest, bar);
    centres_.clear();
    for (std::size_t i = 0; i < bars_.size(); ++i) {
      bars_[i] = std::max(0.0, bars_[i] * 0.8 / highest);
      centres_.push_back((static_cast<double>(i) + 0.5) * most / histogramBins);
    }
  }

  static void curve(const Theme& theme, const KernelSpec& spec, double most, float alpha, const char* name) {
    const KernelFunction shape(spec, 1, most);
    std::vector<double> x, y;
    constexpr int points = 160;
    for (int i = 0; i <= points; ++i) {
      x.push_back(most * i / points);
      y.push_back(shape(x.back()));
    }
    ImPlotSpec line;
    line.LineColor = theme.palette.accent;
    line.LineColor.w = alpha;
    line.LineWeight = theme.px(alpha < 1 ? 1.2f : 2);
    ImPlot::PlotLine(name, x.data(), y.data(), points + 1, line);
  }

  static void byHops(Studio& studio, float height) {
    const Theme& theme = studio.theme;
    const std::vector<double>& means = studio.kernel.hopMeans();
    if (ImPlot::BeginPlot("##hops", {-1, height}, ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs)) {
      ImPlot::SetupAxes("hops", nullptr, ImPlotAxisFlags_NoGridLines, ImPlotAxisFlags_None);
      ImPlot::SetupAxesLimits(0, 8, -0.1, 1, ImPlotCond_Always);
      std::vector<double> x{0}, y{1};
      for (std::size_t i = 0; i < means.size(); ++i) {
        x.push_back(static_cast<double>(i + 1));
        y.push_back(means[i]);
      }
      ImPlotSpec line;
      line.LineColor = theme.palette.accent;
      line.LineWeight = theme.px(2);
      line.Marker = ImPlotMarker_Circle;
      line.MarkerFillColor = theme.palette.accent;
      line.MarkerSize = theme.px(3);
      if (!means.empty()) ImPlot::PlotLine("##mean", x.data(), y.data(), static_cast<int>(x.size()), line);
      ImPlot::EndPlot();
    }
    ImGui::TextColored(
        theme.palette.quiet, "%s",
        means.empty() ? "pick a node" : "mean correlation of the picked node with nodes so many hops away");
  }

  bool hops_ = false;
  std::vector<double> bars_, centres_;
};

}  // namespace

std::unique_ptr<Panel> makeSpectrumPanel() {
  return std::make_unique<SpectrumPanel>();
}

}  // namespace sispde::studio
