#include <cmath>

#include <implot.h>

#include "app/studio/panels/brushed_plot.h"
#include "app/studio/panels/panel.h"
#include "app/studio/shell/plot_fill.h"
#include "app/studio/shell/widgets.h"
#include "core/kernel/kernel_function.h"

namespace sispde::studio {
namespace {

constexpr int histogramBins = KernelLive::densityBins;

class SpectrumPanel final : public Panel {
 public:
  const char* title() const override { return "Spectrum"; }
  bool needsData() const override { return true; }
  const char* help() const override {
    return "Eigenvalues λ of the Laplacian as a histogram, and the kernel's density φ(λ) over them: what is "
           "weighted strongly is smooth on the "
           "graph. The faint curve is the setting before. Drag on the picture to bend the curve to the "
           "cursor: "
           "κ follows. Second tab: correlation of the picked node, or of the one under the mouse, against "
           "hop distance, "
           "with its standard deviation. "
           "Where nodes "
           "are selected, lines in the colour of the letters are theirs: their part of the spectrum, once "
           "all eigenvalues are known, and the picked node's correlation with them.";
  }
  std::string summary(const Studio& studio) const override {
    const std::optional<KernelSpec> before = studio.previousKernel();
    if (!before) return {};
    if (before->kind == KernelKind::Matern)
      return fmt::format("before: ν {}, κ {}", significant(before->nu, 2), significant(before->kappa, 2));
    if (before->kind == KernelKind::Heat)
      return fmt::format("before: heat, κ {}", significant(before->kappa, 2));
    return fmt::format("before: {}", kernelName(before->kind));
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    const double most = studio.kernel.lambdaMax();
    if (most == 0) {
      if (preparing(theme, studio.kernel.wasStopped())) studio.askAgain();
      return;
    }
    bool& byHopsShown = studio.view.spectrumByHops;
    if (chip(theme, "density", !byHopsShown, true)) byHopsShown = false;
    tooltip(theme, "Eigenvalues λ of the Laplacian and the kernel's density φ(λ) over them");
    if (chip(theme, "correlation by hops", byHopsShown, false)) byHopsShown = true;
    tooltip(theme, "Correlation of the picked node with the others, by their distance in edges");
    if (!byHopsShown && studio.kernel.canBeExact()) {
      if (chip(theme, "all eigenvalues", false, false)) studio.kernel.wantExact();
      tooltip(theme,
              "Computes every eigenvalue in place of an estimate: some seconds, and cannot be cancelled");
    }
    ImGui::PushFont(nullptr, theme.captionSize() - 1);
    const float foot = ImGui::GetTextLineHeight() + theme.px(8);
    const float height = std::max(theme.px(60), ImGui::GetContentRegionAvail().y - foot);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (byHopsShown)
      byHops(studio, height);
    else
      density(studio, most, height);
    ImGui::PopFont();
    if (studio.kernel.isStale(byHopsShown ? KernelPart::Correlation : KernelPart::Spectrum))
      dim(theme, corner, {corner.x + width, corner.y + height});
  }

 private:
  void density(Studio& studio, double most, float height) {
    const Theme& theme = studio.theme;
    const Workspace& w = studio.workspace();
    refresh(studio, most);
    if (ImPlot::BeginPlot("##density", {-1, height}, ImPlotFlags_CanvasOnly | ImPlotFlags_NoBoxSelect)) {
      ImPlot::SetupAxes("λ", nullptr, ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_Lock,
                        ImPlotAxisFlags_NoTickLabels | ImPlotAxisFlags_Lock);
      ImPlot::SetupAxesLimits(0, most, 0, 1.05, ImPlotCond_Always);
      if (!bars_.empty()) {
        ImPlotSpec bar;
        setFill(bar, theme.palette.quiet, 0.35f);
        bar.LineWeight = 0;
        ImPlot::PlotBars("##values", centres_.data(), bars_.data(), histogramBins, 0.8 * most / histogramBins,
                         bar);
      }
      brushedBars(studio, most);
      if (const auto before = studio.previousKernel()) curve(theme, *before, most, 0.35f, "##before");
      curve(theme, w.kernel(), most, 1, "##now");
      bend(studio);
      ImPlot::EndPlot();
    }
    const std::string before = studio.kernel.formerWords(KernelPart::Spectrum);
    ImGui::TextColored(theme.palette.quiet, "φ(λ); %s",
                       (before.empty() ? studio.kernel.spectrumTruth() : before).c_str());
  }

  // Which part of the spectrum the selected nodes have, where all eigenpairs are known.
  void brushedBars(const Studio& studio, double most) {
    const auto& selection = studio.workspace().selection;
    const std::shared_ptr<const Spectrum> pairs = studio.kernel.sharedSpectrum();
    if (!selection || !pairs) return;
    if (barsOf_ != selection || barsFrom_.lock() != pairs) {
      brushed_ = brushedSpectrum(*pairs, *selection, most, histogramBins);
      barsOf_ = selection;
      barsFrom_ = pairs;
    }
    std::vector<double> x, y;
    for (std::size_t i = 0; i < brushed_.size(); ++i)
      for (const std::size_t edge : {i, i + 1}) {
        x.push_back(static_cast<double>(edge) * most / histogramBins);
        y.push_back(0.8 * brushed_[i]);
      }
    ImPlotSpec line;
    line.LineColor = studio.theme.palette.text;
    line.LineWeight = studio.theme.px(1.2f);
    ImPlot::PlotLine("##brushed", x.data(), y.data(), static_cast<int>(x.size()), line);
  }

  // A drag bends the curve to the cursor by κ: one entry of the history.
  void bend(Studio& studio) {
    if (ImPlot::IsPlotHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
      from_ = studio.workspace().kernel().kappa;
    if (from_ > 0 && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      const ImPlotPoint at = ImPlot::GetPlotMousePos();
      if (const auto kappa = kappaThrough(studio.workspace().kernel(), at.x, at.y))
        studio.history.edit(
            fmt::format("κ {} → {}", significant(from_), significant(*kappa)),
            [&](Workspace& edited) { edited.kernel().kappa = *kappa; }, "bend");
    } else if (from_ > 0) {
      from_ = 0;
      studio.history.endGesture();
    }
  }

  void refresh(const Studio& studio, double most) {
    bars_ = studio.kernel.eigenvalueBars();
    centres_.clear();
    for (std::size_t i = 0; i < bars_.size(); ++i) {
      bars_[i] *= 0.8;  // the curve stands out
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
    const std::vector<double>&means = studio.kernel.hopMeans(), &spreads = studio.kernel.hopSpreads();
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
      if (!means.empty()) {
        std::vector<double> low{1}, high{1};
        for (std::size_t i = 0; i < means.size(); ++i) {
          low.push_back(means[i] - spreads[i]);
          high.push_back(means[i] + spreads[i]);
        }
        ImPlotSpec band;
        setFill(band, theme.palette.accent, 0.15f);
        ImPlot::PlotShaded("##spread", x.data(), low.data(), high.data(), static_cast<int>(x.size()), band);
        ImPlot::PlotLine("##mean", x.data(), y.data(), static_cast<int>(x.size()), line);
        if (const auto& selection = studio.workspace().selection)
          plotBrushed(theme, brushedHops(studio.kernel.correlation().values, studio.kernel.hops(), *selection,
                                         KernelLive::mostHops));
      }
      ImPlot::EndPlot();
    }
    const Answer& rests = studio.kernel.correlation();
    const std::string before = studio.kernel.formerWords(KernelPart::Correlation);
    const std::string line =
        means.empty()     ? emptyWords(studio)
        : !before.empty() ? before
                          : fmt::format("node {}: mean ± s.d. · {} · {} · {:.1f} ms",
                                        studio.document->nodeName(studio.kernel.correlationNode()),
                                        basisWords(rests.info), errorWords(rests.info), rests.milliseconds);
    ImGui::TextColored(theme.palette.quiet, "%s", line.c_str());
  }

  // Why there are no means by hops.
  static std::string emptyWords(const Studio& studio) {
    if (studio.focus() < 0) return "Pick a node: click one in the graph.";
    if (studio.kernel.correlationNode() == studio.focus())
      return fmt::format("Node {} has no neighbours.", studio.document->nodeName(studio.focus()));
    return studio.kernel.wasStopped() ? "The preparation was cancelled." : "being computed";
  }

  double from_ = 0;  // κ where a drag on the picture began; 0: none
  std::vector<double> bars_, centres_;
  std::shared_ptr<const std::vector<NodeId>> barsOf_;  // the selection whose part is shown
  std::weak_ptr<const Spectrum> barsFrom_;
  std::vector<double> brushed_;
};

}  // namespace

std::unique_ptr<Panel> makeSpectrumPanel() {
  return std::make_unique<SpectrumPanel>();
}

}  // namespace sispde::studio
