#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <implot.h>

#include "app/studio/panels/brushed_plot.h"
#include "app/studio/panels/noise_foot.h"
#include "app/studio/panels/panel.h"
#include "app/studio/shell/plot_fill.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

class NoisePanel final : public Panel {
 public:
  const char* title() const override { return "Noise"; }
  bool needsData() const override { return true; }
  const char* help() const override {
    return "Trajectories W(t) of the watched nodes: a Wiener process whose increments have the kernel's "
           "covariance. The same Gaussian numbers "
           "are seen through every kernel, so that what changes is due to the kernel alone. The shaded band "
           "is ±2 standard deviations of the "
           "picked node. Drag the line, or below the axis, to move the time of the field that the graph can "
           "show; point at a trajectory to see whose it is. “A, B” shows both kernels, in one plot (the "
           "other "
           "one dashed) or side by side. Where nodes are selected, the line in the colour of the letters is "
           "their mean, with a band of ± one standard deviation among them.";
  }
  std::string summary(const Studio& studio) const override {
    const Workspace& w = studio.workspace();
    return fmt::format("{} watched", w.watched.size());
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    const Workspace& w = studio.workspace();
    studio.view.noiseWanted = true;
    const Answer& noise = studio.kernel.noise();
    if (!noise.valid()) {
      if (!noise.trouble.empty())
        caption(theme, noise.trouble);
      else if (preparing(theme, studio.kernel.wasStopped(), "being drawn"))
        studio.askAgain();
      return;
    }
    if (w.watched.empty() && !w.selection) {
      caption(
          theme,
          "No node is watched. Click a node in the graph, or right-click it and choose “Watch its path”.");
      drawNoiseFoot(studio, false);
      return;
    }
    const float height = std::max(theme.px(60), ImGui::GetContentRegionAvail().y - foot_);
    ImGui::PushFont(nullptr, theme.captionSize() - 1);
    const bool both = w.compared && studio.kernel.otherNoise().valid();
    const Drawn shown{noise, studio.kernel.variances(), w.kernel(), letter(w.active)};
    const Drawn other{studio.kernel.otherNoise(), studio.kernel.otherVariances(), w.otherKernel(),
                      letter(1 - w.active)};
    const double most = std::max(largest(studio, shown), both ? largest(studio, other) : 0.0);
    const float width = ImGui::GetContentRegionAvail().x;
    const bool pointed = std::exchange(pointing_, false);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (both && studio.view.noiseApart) {  // A on the left, whichever is shown
      const Drawn& left = w.active == 0 ? shown : other;
      const Drawn& right = w.active == 0 ? other : shown;
      plot(studio, {&left}, {(width - theme.px(6)) / 2, height}, most, true);
      ImGui::SameLine(0, theme.px(6));
      plot(studio, {&right}, {(width - theme.px(6)) / 2, height}, most, true);
    } else if (both) {
      plot(studio, {&shown, &other}, {width, height}, most, true);
    } else {
      plot(studio, {&shown}, {width, height}, most, false);
    }
    ImGui::PopFont();
    if (pointed && !pointing_) studio.view.hovered = -1;  // what it pointed at here is over
    if (studio.kernel.isStale(KernelPart::Noise)) dim(theme, corner, {corner.x + width, corner.y + height});
    const float top = ImGui::GetCursorPosY();
    drawNoiseFoot(studio, both);
    foot_ = ImGui::GetCursorPosY() - top + ImGui::GetStyle().ItemSpacing.y;
  }

 private:
  // One kernel's trajectories.
  struct Drawn {
    const Answer &noise, &variances;
    const KernelSpec& kernel;
    char letter;
  };
  static char letter(int kernel) { return kernel == 0 ? 'A' : 'B'; }

  static double varianceOf(const Studio& studio, const Drawn& drawn) {
    const NodeId picked = studio.workspace().picked;
    return picked >= 0 && drawn.variances.valid() ? drawn.variances.values[static_cast<std::size_t>(picked)]
                                                  : 0;
  }

  // The largest |value| that the picture must hold.
  static double largest(const Studio& studio, const Drawn& drawn) {
    const auto n = static_cast<std::size_t>(studio.document->data.nodeCount());
    double most = std::max(1e-9, 2 * std::sqrt(varianceOf(studio, drawn)));
    for (const NodeId node : studio.workspace().watched)
      for (std::size_t at = static_cast<std::size_t>(node); at < drawn.noise.values.size(); at += n)
        most = std::max(most, static_cast<double>(std::abs(drawn.noise.values[at])));
    return most;
  }

  // The first on top; a second one is dashed.
  void plot(Studio& studio, const std::vector<const Drawn*>& all, ImVec2 size, double most, bool named) {
    const Theme& theme = studio.theme;
    const Drawn& first = *all.front();
    const std::string id = fmt::format("##paths {}", first.letter);
    const float bottom = ImGui::GetCursorScreenPos().y + size.y;
    ImGui::BeginGroup();
    if (!ImPlot::BeginPlot(id.c_str(), size, ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs)) {
      ImGui::EndGroup();
      return;
    }
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_Lock,
                      ImPlotAxisFlags_Lock);
    ImPlot::SetupAxesLimits(0, 1, -1.05 * most, 1.05 * most, ImPlotCond_Always);
    for (const Drawn* drawn : all) band(studio, *drawn, drawn != &first);
    for (std::size_t k = all.size(); k-- > 0;) lines(studio, *all[k], k > 0);
    brushed(studio, first);
    nameNearest(studio, first);
    const ImVec2 corner = ImPlot::GetPlotPos(), extent = ImPlot::GetPlotSize();
    ImVec2 at(corner.x + theme.px(6), corner.y + theme.px(2));
    for (const Drawn* drawn : all) {  // side by side, where there is room: the plot is low
      if (!named) break;
      const std::string text = nameOf(*drawn) + (drawn != &first ? ", dashed" : "");
      const float wide = ImGui::CalcTextSize(text.c_str()).x;
      if (drawn != &first && at.x + wide > corner.x + extent.x)
        at = {corner.x + theme.px(6), at.y + ImGui::GetTextLineHeight()};
      ImPlot::GetPlotDrawList()->AddText(
          at, packed(drawn != &first ? theme.palette.quiet : theme.palette.text), text.c_str());
      at.x += wide + theme.px(12);
    }
    const float x = ImPlot::PlotToPixels(studio.workspace().time, 0).x;
    ImPlot::GetPlotDrawList()->AddLine({x, corner.y}, {x, corner.y + extent.y}, packed(theme.palette.quiet),
                                       theme.px(held_ ? 2.0f : 1.0f));
    ImPlot::EndPlot();
    timeTracks(studio, first.letter, corner, extent, bottom);
    ImGui::EndGroup();
  }

  static std::string nameOf(const Drawn& drawn) {
    return drawn.kernel.kind == KernelKind::Matern
               ? fmt::format("{}: ν {}, κ {}", drawn.letter, significant(drawn.kernel.nu, 2),
                             significant(drawn.kernel.kappa, 2))
               : fmt::format("{}: {}", drawn.letter, kernelName(drawn.kernel.kind));
  }

  static std::vector<double> timesOf(const Studio& studio, const Drawn& drawn) {
    const int steps = studio.kernel.stepsOf(drawn.noise);
    std::vector<double> times(static_cast<std::size_t>(steps) + 1);
    for (std::size_t j = 0; j < times.size(); ++j) times[j] = static_cast<double>(j) / steps;
    return times;
  }

  static void band(const Studio& studio, const Drawn& drawn, bool other) {
    const double variance = varianceOf(studio, drawn);
    if (!(variance > 0)) return;
    const std::vector<double> times = timesOf(studio, drawn);
    std::vector<double> upper(times.size()), lower(times.size());
    for (std::size_t j = 0; j < times.size(); ++j) {
      upper[j] = 2 * std::sqrt(variance * times[j]);
      lower[j] = -upper[j];
    }
    ImPlotSpec spec;
    setFill(spec, other ? studio.theme.palette.quiet : studio.theme.palette.accent, 0.12f);
    ImPlot::PlotShaded(fmt::format("##band {}", drawn.letter).c_str(), times.data(), lower.data(),
                       upper.data(), static_cast<int>(times.size()), spec);
  }

  static void lines(const Studio& studio, const Drawn& drawn, bool other) {
    const Theme& theme = studio.theme;
    const Workspace& w = studio.workspace();
    const auto n = static_cast<std::size_t>(studio.document->data.nodeCount());
    const std::vector<double> times = timesOf(studio, drawn);
    std::vector<double> values(times.size());
    for (std::size_t i = w.watched.size(); i-- > 0;) {  // the first on top
      for (std::size_t j = 0; j < times.size(); ++j)
        values[j] = drawn.noise.values[j * n + static_cast<std::size_t>(w.watched[i])];
      ImPlotSpec line;
      line.LineColor = w.watched[i] == w.picked
                           ? theme.palette.accent
                           : ImGui::ColorConvertU32ToFloat4(studio.watchColour(w.watched[i]).packed());
      line.LineWeight = theme.px(w.watched[i] == w.picked && !other ? 1.8f : 1.2f);
      if (other) line.Flags = ImPlotLineFlags_Segments;  // every second step: dashes
      const std::string name = fmt::format("##{} node {}", drawn.letter, w.watched[i]);
      ImPlot::PlotLine(name.c_str(), times.data(), values.data(), static_cast<int>(times.size()), line);
    }
  }

  // The selection's mean and its spread: computed anew where the paths or the selection changed.
  void brushed(const Studio& studio, const Drawn& drawn) {
    const auto& selection = studio.workspace().selection;
    if (!selection) return;
    Brushed& kept = brushed_[drawn.letter - 'A'];
    if (kept.selection != selection || kept.values != drawn.noise.values.data() ||
        kept.revision != drawn.noise.revision) {
      kept.curve = brushedPaths(drawn.noise.values,
                                static_cast<std::size_t>(studio.document->data.nodeCount()), *selection);
      kept.selection = selection;
      kept.values = drawn.noise.values.data();
      kept.revision = drawn.noise.revision;
    }
    plotBrushed(studio.theme, kept.curve);
  }

  // The trajectory under the cursor says whose it is; a click picks that node.
  void nameNearest(Studio& studio, const Drawn& drawn) {
    const Theme& theme = studio.theme;
    const Workspace& w = studio.workspace();
    const std::vector<double> times = timesOf(studio, drawn);
    const ImVec2 corner = ImPlot::GetPlotPos(), extent = ImPlot::GetPlotSize(), at = ImGui::GetMousePos();
    const bool over = ImGui::IsWindowHovered() && at.x >= corner.x && at.x <= corner.x + extent.x &&
                      at.y >= corner.y && at.y <= corner.y + extent.y;
    if (!over || w.watched.empty() || times.size() < 2) return;
    if (std::abs(at.x - ImPlot::PlotToPixels(w.time, 0).x) <= theme.px(lineReach)) return;  // the line's
    const auto n = static_cast<std::size_t>(studio.document->data.nodeCount());
    const ImPlotPoint mouse = ImPlot::GetPlotMousePos();
    const auto step =
        static_cast<std::size_t>(std::clamp(std::lround(mouse.x * static_cast<double>(times.size() - 1)), 0L,
                                            static_cast<long>(times.size()) - 1));
    const auto valueOf = [&](NodeId node) {
      return static_cast<double>(drawn.noise.values[step * n + static_cast<std::size_t>(node)]);
    };
    const NodeId nearest = *std::min_element(w.watched.begin(), w.watched.end(), [&](NodeId a, NodeId b) {
      return std::abs(valueOf(a) - mouse.y) < std::abs(valueOf(b) - mouse.y);
    });
    const ImVec2 place = ImPlot::PlotToPixels(times[step], valueOf(nearest));
    if (std::abs(place.y - at.y) > theme.px(8)) return;
    studio.view.hovered = nearest;
    pointing_ = true;
    ImPlot::GetPlotDrawList()->AddCircleFilled(place, theme.px(3), packed(theme.palette.accent));
    if (ImGui::BeginTooltip()) {
      ImGui::TextUnformatted(fmt::format("node {}: W({:.2f}) = {}", studio.document->nodeName(nearest),
                                         times[step], significant(valueOf(nearest)))
                                 .c_str());
      ImGui::TextColored(theme.palette.quiet, "a double click picks it");
      ImGui::EndTooltip();
    }
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) studio.pick(nearest);
  }

  // The line and what is below the axis: both are the track of the time.
  void timeTracks(Studio& studio, char letter, ImVec2 corner, ImVec2 extent, float bottom) {
    const Theme& theme = studio.theme;
    const float reach = theme.px(lineReach);
    const auto x = static_cast<float>(corner.x + std::clamp(studio.workspace().time, 0.0, 1.0) * extent.x);
    held_ = false;
    track(studio, fmt::format("##time {}", letter), {x - reach, corner.y}, {2 * reach, extent.y}, corner.x,
          extent.x);
    if (bottom > corner.y + extent.y + 1)
      track(studio, fmt::format("##axis {}", letter), {corner.x, corner.y + extent.y},
            {extent.x, bottom - corner.y - extent.y}, corner.x, extent.x);
  }

  void track(Studio& studio, const std::string& id, ImVec2 at, ImVec2 size, float left, float width) {
    History& history = studio.history;
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton(id.c_str(), size, ImGuiButtonFlags_EnableNav);
    tooltip(
        studio.theme,
        "t: the time of the field W(t) that the graph can show, 0 to 1, without a unit. Larger: later, and "
        "the noise is stronger, as √t. Drag it, or type it below; a double click sets 0.65, arrow keys step "
        "by 1 % of the range, with Shift 10 %.");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    held_ = held_ || ImGui::IsItemActive() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
    if (ImGui::IsItemActivated()) entries_ = history.doneCount();
    const SliderChange change = trackChange({0, 1, Workspace{}.time, left, width}, studio.workspace().time);
    // What the first click of the double click did was not meant.
    if (change.reset && clicked_ > 0 && clicked_ == history.doneCount()) history.undo();
    if (change.value) setNoiseTime(studio, *change.value);
    if (change.ended) {
      history.endGesture();
      clicked_ = !change.reset && history.doneCount() > entries_ ? history.doneCount() : 0;
    }
  }

  static constexpr float lineReach = 5;  // how far from the line the mouse holds it
  float foot_ = 60;                      // height of what is under the plot, in the frame before
  bool held_ = false;                    // the line of the time
  std::size_t entries_ = 0,
              clicked_ = 0;  // of the history: before the line was held; what a click on it made
  bool pointing_ = false;    // the mouse is on a trajectory
  struct Brushed {
    std::shared_ptr<const std::vector<NodeId>> selection;
    const float* values = nullptr;
    std::uint64_t revision = 0;
    BrushedCurve curve;
  };
  std::array<Brushed, 2> brushed_;  // of A and B
};

}  // namespace

std::unique_ptr<Panel> makeNoisePanel() {
  return std::make_unique<NoisePanel>();
}

}  // namespace sispde::studio
