#include <algorithm>
#include <array>
#include <cmath>

#include <implot.h>

#include "app/studio/panels/panel.h"
#include "app/studio/panels/run_curves.h"
#include "app/studio/panels/training_remedy.h"
#include "app/studio/shell/plot_fill.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

class MetricsPanel final : public Panel {
 public:
  const char* title() const override { return "Metrics"; }
  const char* help() const override {
    return "Curves of the shown run against its epochs: metrics of the score that the Scores window has, "
           "accuracy and "
           "loss. Those of matern-energy are with the ν and κ of the run's own options, named in the head; "
           "the Scores "
           "window has those of the sliders. A flag stands where the kernel changed, the part before it is "
           "pale. Other runs are thin "
           "lines, or "
           "bands over their seeds. Click or drag to look at the scores of an earlier epoch, double-click to "
           "come "
           "back.";
  }
  bool needsData() const override { return true; }
  std::string summary(const Studio& studio) const override {
    if (studio.view.epoch) return fmt::format("at epoch {}", *studio.view.epoch);
    const TrainedRun* run = studio.training.shown();
    if (studio.workspace().score.name != maternEnergyName || run == nullptr) return drawnScore(studio);
    return fmt::format("{}, ν {}, κ {}", drawnScore(studio), significant(run->config.options.maternNu, 2),
                       significant(run->config.options.maternKappa, 2));
  }

  void draw(Studio& studio) override {
    chips(studio);
    const TrainedRun* run = studio.training.shown();
    if (run == nullptr) {
      caption(studio.theme, studio.noRunYet());
      return;
    }
    if (!run->trouble.empty()) {
      caption(studio.theme, run->trouble);
      drawRemedy(studio, *run);
      if (!run->snapshot || run->snapshot->epoch == 0) return;  // nothing to plot
    }
    const float height = ImGui::GetContentRegionAvail().y;
    if (height > studio.theme.px(40)) plot(studio, *run, height);
  }

 private:
  static void chips(Studio& studio) {
    const Theme& theme = studio.theme;
    MetricsView& view = studio.view.metrics;
    bool first = true;
    for (const CurveSwitch& each : curveSwitches) {
      if (each.inMenu && !(view.*each.on)) continue;
      const ImVec4 colour = colourOf(theme, each.metric);
      if (chip(theme, metricName(each.metric), view.*each.on, std::exchange(first, false), &colour))
        view.*each.on = !(view.*each.on);
      tooltip(theme, each.help);
    }
    if (chip(theme, "⋯", false, false)) ImGui::OpenPopup("how");
    tooltip(theme, "More curves, smoothing, logarithmic axis");
    if (ImGui::BeginPopup("how")) {
      for (const CurveSwitch& each : curveSwitches) {
        if (!each.inMenu) continue;
        ImGui::Checkbox(metricName(each.metric), &(view.*each.on));
        tooltip(theme, each.help);
      }
      constexpr SliderSpec smoothing{
          "",
          "smoothing",
          "Share of the value before in each point, 0 to 0.95. Larger: calmer and later.",
          0,
          0.95,
          0,
          0.95,
          0};
      ImGui::Dummy({theme.px(200), 0});
      const SliderChange change = linearSlider(theme, smoothing, static_cast<double>(view.smoothing));
      if (change.value || !change.refused.empty()) studio.typed(change.refused, "Metrics");
      if (change.value) view.smoothing = static_cast<float>(*change.value);
      ImGui::Checkbox("logarithmic loss", &view.logarithmic);
      tooltip(theme, "The loss on a logarithmic axis");
      ImGui::EndPopup();
    }
    if (studio.view.epoch) {
      if (chip(theme, "now", false, false)) studio.view.epoch.reset();
      tooltip(theme, "Back to the newest scores");
    }
  }

  void plot(Studio& studio, const TrainedRun& run, float height) {
    const Theme& theme = studio.theme;
    const std::vector<OtherCurve> beside = curves_.others(studio, run);
    const int epochs = shownEpochs(run, beside);
    ImGui::PushFont(nullptr, theme.captionSize() - 1);  // as in the other plots
    drawPlot(studio, run, beside, epochs, height);
    ImGui::PopFont();
  }

  void drawPlot(Studio& studio, const TrainedRun& run, const std::vector<OtherCurve>& beside, int epochs,
                float height) {
    const Theme& theme = studio.theme;
    const MetricsView& view = studio.view.metrics;
    ImPlot::PushStyleVar(ImPlotStyleVar_PlotPadding, ImVec2(theme.px(4), theme.px(4)));
    const bool begun = ImPlot::BeginPlot(
        "##metrics", {-1, height}, ImPlotFlags_CanvasOnly | ImPlotFlags_NoBoxSelect | ImPlotFlags_NoInputs);
    ImPlot::PopStyleVar();
    if (!begun) return;
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoGridLines, ImPlotAxisFlags_None);
    ImPlot::SetupAxisFormat(ImAxis_Y1, "%.2g");
    ImPlot::SetupAxisLimits(ImAxis_X1, 0, epochs, ImPlotCond_Always);
    const auto [low, high] = curves_.range(studio, run, beside);
    ImPlot::SetupAxisLimits(ImAxis_Y1, low, high, ImPlotCond_Always);
    if (view.loss) {
      ImPlot::SetupAxis(ImAxis_Y2, nullptr, ImPlotAxisFlags_AuxDefault);
      if (view.logarithmic) ImPlot::SetupAxisScale(ImAxis_Y2, ImPlotScale_Log10);
      const auto [least, most] = curves_.lossRange(studio, run, beside);
      ImPlot::SetupAxisLimits(ImAxis_Y2, view.logarithmic ? least / 1.2 : 0, most * 1.05, ImPlotCond_Always);
    }
    drawOthers(theme, beside);
    for (const CurveSwitch& each : curveSwitches) {
      if (!(view.*each.on)) continue;
      line(studio, run, each.metric);
      if (each.metric == Metric::TrainLoss) line(studio, run, Metric::ValidationLoss);
    }
    forks(theme, run, low, high);
    scrub(studio, epochs, beside);
    ImPlot::EndPlot();
  }

  void line(const Studio& studio, const TrainedRun& run, Metric metric) {
    const Theme& theme = studio.theme;
    const Curve curve = smoothed(curves_.of(studio, run, metric), studio.view.metrics.smoothing);
    if (curve.x.empty()) return;
    ImPlot::SetAxes(ImAxis_X1, isLoss(metric) ? ImAxis_Y2 : ImAxis_Y1);
    ImPlotSpec spec;
    spec.LineColor = colourOf(theme, metric);
    spec.LineWeight = theme.px(metric == Metric::ValidationLoss ? 1.0f : 1.8f);
    // What was before the last fork is a ghost.
    const auto split = static_cast<int>(ghostPoints(run, curve));
    const auto total = static_cast<int>(curve.x.size());
    const std::string name = fmt::format("##{}", metricName(metric));
    if (total - split + (split > 0 ? 1 : 0) >= 1) {
      const int from = std::max(0, split - 1);
      ImPlot::PlotLine(name.c_str(), curve.x.data() + from, curve.y.data() + from, total - from, spec);
    }
    if (split > 1) {
      spec.LineColor = withAlpha(spec.LineColor, 0.35f);
      ImPlot::PlotLine((name + " ghost").c_str(), curve.x.data(), curve.y.data(), split, spec);
    }
  }

  static void drawOthers(const Theme& theme, const std::vector<OtherCurve>& all) {
    int index = 0;
    for (const OtherCurve& each : all) {
      ImPlot::SetAxes(ImAxis_X1, each.loss ? ImAxis_Y2 : ImAxis_Y1);
      const Band& band = each.band;
      ImPlotSpec spec;
      spec.LineColor = withAlpha(each.colour, each.runs > 1 ? 0.5f : 0.7f);
      spec.LineWeight = theme.px(1);
      const std::string name = fmt::format("##kind {}", ++index);
      if (each.runs > 1) {
        setFill(spec, each.colour, 0.15f);
        ImPlot::PlotShaded((name + " band").c_str(), band.x.data(), band.low.data(), band.high.data(),
                           static_cast<int>(band.x.size()), spec);
      }
      ImPlot::PlotLine(name.c_str(), band.x.data(), band.mean.data(), static_cast<int>(band.x.size()), spec);
    }
  }

  // A dashed line and a flag with the values, where the kernel changed.
  static void forks(const Theme& theme, const TrainedRun& run, double low, double high) {
    if (!run.snapshot) return;
    ImPlot::SetAxes(ImAxis_X1, ImAxis_Y1);
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    const ImVec2 corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
    float free = corner.x - 1;  // where the last flag ended
    float row = 0;
    for (const Fork& fork : run.snapshot->history->forks) {
      const ImVec2 top = ImPlot::PlotToPixels(fork.epoch, high),
                   bottom = ImPlot::PlotToPixels(fork.epoch, low);
      for (float y = top.y; y < bottom.y; y += theme.px(6))
        draw.AddLine({top.x, y}, {top.x, std::min(y + theme.px(3), bottom.y)}, packed(theme.palette.quiet));
      const std::string text = forkText(fork);
      ImGui::PushFont(nullptr, theme.captionSize() - 1);
      const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
      const float pad = theme.px(5);
      const float x = std::clamp(top.x + theme.px(6), corner.x,
                                 std::max(corner.x, corner.x + size.x - extent.x - 2 * pad));
      if (x < free) row += extent.y + 2 * pad + theme.px(2);
      // At the foot: good metrics are high, and what came after must be seen.
      const float y = bottom.y - extent.y - pad - theme.px(4) - row;
      free = x + extent.x + 2 * pad;
      draw.AddRectFilled({x, y}, {x + extent.x + 2 * pad, y + extent.y + pad}, packed(theme.palette.raised),
                         theme.px(4));
      draw.AddRect({x, y}, {x + extent.x + 2 * pad, y + extent.y + pad}, packed(theme.palette.line),
                   theme.px(4));
      draw.AddText({x + pad, y + pad / 2}, packed(theme.palette.text), text.c_str());
      ImGui::PopFont();
    }
  }

  // Mouse: values at the cursor; a click or drag looks at that epoch.
  void scrub(Studio& studio, int epochs, const std::vector<OtherCurve>& beside) {
    const Theme& theme = studio.theme;
    const ImVec2 corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool over = ImGui::IsWindowHovered() && mouse.x >= corner.x && mouse.x <= corner.x + size.x &&
                      mouse.y >= corner.y && mouse.y <= corner.y + size.y;
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    const auto vertical = [&](double epoch, const ImVec4& colour) {
      const float x = ImPlot::PlotToPixels(epoch, 0).x;
      draw.AddLine({x, corner.y}, {x, corner.y + size.y}, packed(colour), theme.px(1));
    };
    if (studio.view.epoch) vertical(*studio.view.epoch, theme.palette.text);
    if (!over) return;
    const int epoch = std::clamp(static_cast<int>(std::lround(ImPlot::PixelsToPlot(mouse).x)), 0, epochs);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
      studio.view.epoch.reset();
    else if (ImGui::IsMouseDown(ImGuiMouseButton_Left) && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2))
      studio.view.epoch = epoch;
    else if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && ImGui::GetIO().MouseClickedLastCount[0] == 1)
      studio.view.epoch = epoch;
    vertical(epoch, withAlpha(theme.palette.quiet, 0.6f));
    if (!ImGui::BeginTooltip()) return;
    ImGui::Text("epoch %d", epoch);
    const TrainedRun& run = *studio.training.shown();
    for (const CurveSwitch& each : curveSwitches)
      if (studio.view.metrics.*each.on)
        if (const auto value = valueAt(curves_.of(studio, run, each.metric), epoch)) {
          std::string text = fmt::format("{} {}", metricName(each.metric), significant(*value));
          const Curve* control = curves_.control(studio, run, each.metric);
          if (const auto other = control != nullptr ? valueAt(*control, epoch) : std::nullopt)
            text += fmt::format(" · shuffled {}", significant(*other));
          ImGui::TextColored(colourOf(theme, each.metric), "%s", text.c_str());
        }
    for (const OtherCurve& other : beside)
      if (const auto value = valueAt({other.band.x, other.band.mean}, epoch))
        ImGui::TextColored(other.colour, "%s: %s", other.name.c_str(), significant(*value).c_str());
    ImGui::EndTooltip();
  }

  RunCurves curves_;
};

}  // namespace

std::unique_ptr<Panel> makeMetricsPanel() {
  return std::make_unique<MetricsPanel>();
}

}  // namespace sispde::studio
