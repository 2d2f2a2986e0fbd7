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

ImVec4 withAlpha(ImVec4 colour, float alpha) {
  colour.w *= alpha;
  return colour;
}

// One entry of the list of curves: its switch, its colour.
struct CurveSwitch {
  Metric metric;
  bool MetricsView::*on;
  const char* help;
  bool inMenu = false;  // its switch is in the menu, to keep the head short
};
constexpr std::array curves{
    CurveSwitch{Metric::Auroc, &MetricsView::auroc, "P(score of an OOD node > score of an ID node)"},
    CurveSwitch{Metric::AuprIn, &MetricsView::auprIn,
                "Area under precision and recall, ID nodes as the positives", true},
    CurveSwitch{Metric::AuprOut, &MetricsView::auprOut,
                "Area under precision and recall, OOD nodes as the positives", true},
    CurveSwitch{Metric::Fpr95, &MetricsView::fpr95,
                "Share of OOD nodes that pass when 95 % of the ID nodes do; less is better"},
    CurveSwitch{Metric::DetAcc, &MetricsView::detAcc, "½ (ID recall + OOD recall) at the best threshold"},
    CurveSwitch{Metric::Accuracy, &MetricsView::accuracy, "Share of validation nodes whose class is right"},
    CurveSwitch{Metric::TrainLoss, &MetricsView::loss,
                "NLL of the training nodes, and of the validation nodes as a thin line"}};

ImVec4 colourOf(const Theme& theme, Metric metric) {
  const Palette& p = theme.palette;
  switch (metric) {
    case Metric::Auroc: return p.accent;
    case Metric::AuprIn: return withAlpha(p.accent, 0.6f);
    case Metric::AuprOut: return withAlpha(p.bad, 0.6f);
    case Metric::Fpr95: return p.bad;
    case Metric::DetAcc: return p.warning;
    case Metric::Accuracy: return p.good;
    default: return p.quiet;
  }
}

bool isLoss(Metric metric) {
  return metric == Metric::TrainLoss || metric == Metric::ValidationLoss;
}

std::string forkText(const Fork& fork) {
  std::string text;
  const auto add = [&](const char* symbol, double before, double after) {
    if (before != after)
      text += fmt::format("{}{} {} → {}", text.empty() ? "" : ", ", symbol, significant(before, 2),
                          significant(after, 2));
  };
  if (fork.before.kind != fork.after.kind)
    text = fmt::format("{} → {}", kernelName(fork.before.kind), kernelName(fork.after.kind));
  add("ν", fork.before.nu, fork.after.nu);
  add("κ", fork.before.kappa, fork.after.kappa);
  add("σ", fork.before.sigma, fork.after.sigma);
  return text.empty() ? "kernel" : text;
}

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
    for (const CurveSwitch& each : curves) {
      if (each.inMenu && !(view.*each.on)) continue;
      const ImVec4 colour = colourOf(theme, each.metric);
      if (chip(theme, metricName(each.metric), view.*each.on, std::exchange(first, false), &colour))
        view.*each.on = !(view.*each.on);
      tooltip(theme, each.help);
    }
    if (chip(theme, "⋯", false, false)) ImGui::OpenPopup("how");
    tooltip(theme, "More curves, smoothing, logarithmic axis");
    if (ImGui::BeginPopup("how")) {
      for (const CurveSwitch& each : curves) {
        if (!each.inMenu) continue;
        ImGui::Checkbox(metricName(each.metric), &(view.*each.on));
        tooltip(theme, each.help);
      }
      ImGui::SetNextItemWidth(theme.px(140));
      ImGui::SliderFloat("smoothing", &view.smoothing, 0, 0.95f, "%.2f");
      tooltip(theme, "Share of the value before in each point, 0 to 0.95; larger is calmer and later");
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
    const MetricsView& view = studio.view.metrics;
    const std::vector<OtherCurve> beside = others(studio, run);
    const int epochs = shownEpochs(run, beside);
    ImPlot::PushStyleVar(ImPlotStyleVar_PlotPadding, ImVec2(theme.px(4), theme.px(4)));
    const bool begun = ImPlot::BeginPlot(
        "##metrics", {-1, height}, ImPlotFlags_CanvasOnly | ImPlotFlags_NoBoxSelect | ImPlotFlags_NoInputs);
    ImPlot::PopStyleVar();
    if (!begun) return;
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoGridLines, ImPlotAxisFlags_None);
    ImPlot::SetupAxisFormat(ImAxis_Y1, "%.2g");
    ImPlot::SetupAxisLimits(ImAxis_X1, 0, epochs, ImPlotCond_Always);
    const auto [low, high] = rangeOf(studio, run, beside);
    ImPlot::SetupAxisLimits(ImAxis_Y1, low, high, ImPlotCond_Always);
    if (view.loss) {
      ImPlot::SetupAxis(ImAxis_Y2, nullptr, ImPlotAxisFlags_AuxDefault);
      if (view.logarithmic) ImPlot::SetupAxisScale(ImAxis_Y2, ImPlotScale_Log10);
      const auto [least, most] = lossRange(studio, run);
      ImPlot::SetupAxisLimits(ImAxis_Y2, view.logarithmic ? least / 1.2 : 0, most * 1.05, ImPlotCond_Always);
    }
    drawOthers(theme, beside);
    for (const CurveSwitch& each : curves) {
      if (!(view.*each.on)) continue;
      line(studio, run, each.metric);
      if (each.metric == Metric::TrainLoss) line(studio, run, Metric::ValidationLoss);
    }
    forks(theme, run, low, high);
    scrub(studio, epochs, beside);
    ImPlot::EndPlot();
  }

  // All of them, but where few are done of very many those alone; and what the others have.
  static int shownEpochs(const TrainedRun& run, const std::vector<OtherCurve>& beside) {
    int wanted = 1;
    if (run.snapshot) {
      const int all = std::max(run.snapshot->epochCount, 1), done = run.snapshot->epoch;
      wanted = done < all / 10 ? std::min(all, std::max(20, 2 * done)) : all;
    }
    for (const OtherCurve& other : beside)
      wanted = std::max(wanted, static_cast<int>(std::ceil(other.band.x.back())));
    return wanted;
  }

  // Of the left axis: the least tenth that holds all curves.
  std::pair<double, double> rangeOf(const Studio& studio, const TrainedRun& run,
                                    const std::vector<OtherCurve>& beside) {
    double low = 1, high = 0;
    for (const OtherCurve& other : beside) {
      low = std::min(low, *std::ranges::min_element(other.band.low));
      high = std::max(high, *std::ranges::max_element(other.band.high));
    }
    for (const CurveSwitch& each : curves) {
      if (isLoss(each.metric) || !(studio.view.metrics.*each.on)) continue;
      for (const double y : curves_.of(studio, run, each.metric).y) {
        low = std::min(low, y);
        high = std::max(high, y);
      }
    }
    if (low > high) return {0, 1};
    low = std::floor(low * 10 - 0.01) / 10;
    high = std::min(1.02, std::ceil(high * 10 + 0.01) / 10);
    return {std::max(low, -0.02), std::max(high, low + 0.1)};
  }

  // Least positive and largest loss. With one ID class the loss falls to 0, which a logarithm does not have: ten orders are shown.
  std::pair<double, double> lossRange(const Studio& studio, const TrainedRun& run) {
    double least = 1e300, most = 1e-9;
    for (const Metric metric : {Metric::TrainLoss, Metric::ValidationLoss})
      for (const double y : curves_.of(studio, run, metric).y) {
        most = std::max(most, y);
        if (y > 0) least = std::min(least, y);
      }
    return {std::clamp(least, most * 1e-10, most), most};
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
    double fork = 0;
    if (run.snapshot && !run.snapshot->history->forks.empty())
      fork = run.snapshot->history->forks.back().epoch;
    const auto split =
        static_cast<int>(std::upper_bound(curve.x.begin(), curve.x.end(), fork) - curve.x.begin());
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

  // Other visible runs of this data set, by the first curve that is on: a line, or a band over the seeds.
  std::vector<OtherCurve> others(const Studio& studio, const TrainedRun& shown) {
    const auto first = std::find_if(curves.begin(), curves.end(), [&](const CurveSwitch& each) {
      return studio.view.metrics.*each.on && !isLoss(each.metric);
    });
    if (first == curves.end()) return {};
    return curves_.others(studio, shown, first->metric, colourOf(studio.theme, first->metric));
  }

  static void drawOthers(const Theme& theme, const std::vector<OtherCurve>& all) {
    ImPlot::SetAxes(ImAxis_X1, ImAxis_Y1);
    int index = 0;
    for (const OtherCurve& each : all) {
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
    for (const CurveSwitch& each : curves)
      if (studio.view.metrics.*each.on)
        if (const auto value = valueAt(curves_.of(studio, *studio.training.shown(), each.metric), epoch))
          ImGui::TextColored(colourOf(theme, each.metric), "%s %s", metricName(each.metric),
                             significant(*value).c_str());
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
