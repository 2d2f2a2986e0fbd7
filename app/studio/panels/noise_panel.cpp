#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <implot.h>

#include "app/studio/panels/brushed_plot.h"
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
           "picked node. Drag the line to move the time of the field that the graph can show; point at a "
           "trajectory to see whose it is. “A and B” "
           "shows "
           "both kernels side by side. Where nodes are selected, the line in the colour of the letters is "
           "their mean, with a band of ± one standard deviation among them.";
  }
  std::string summary(const Studio& studio) const override {
    const Workspace& w = studio.workspace();
    return fmt::format("{} watched · seed {} · t = {:.2f}", w.watched.size(), w.seed, w.time);
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
        studio.kernel.askAgain();
      return;
    }
    if (w.watched.empty() && !w.selection) {
      caption(
          theme,
          "No node is watched. Click a node in the graph, or right-click it and choose “Watch its path”.");
      buttons(studio, noise, false);
      return;
    }
    const float foot = ImGui::GetFrameHeight() + theme.px(6);
    const float height = std::max(theme.px(60), ImGui::GetContentRegionAvail().y - foot);
    ImGui::PushFont(nullptr, theme.captionSize() - 1);
    const bool both = w.compared && studio.kernel.otherNoise().valid();
    const Drawn shown{noise, studio.kernel.variances(), w.kernel(), letter(w.active)};
    const Drawn other{studio.kernel.otherNoise(), studio.kernel.otherVariances(), w.otherKernel(),
                      letter(1 - w.active)};
    const double most = std::max(largest(studio, shown), both ? largest(studio, other) : 0.0);
    const float width = ImGui::GetContentRegionAvail().x;
    const bool pointed = std::exchange(pointing_, false);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (both) {  // A on the left, whichever is shown
      const Drawn& left = w.active == 0 ? shown : other;
      const Drawn& right = w.active == 0 ? other : shown;
      plot(studio, left, {(width - theme.px(6)) / 2, height}, most, true);
      ImGui::SameLine(0, theme.px(6));
      plot(studio, right, {(width - theme.px(6)) / 2, height}, most, true);
    } else {
      plot(studio, shown, {width, height}, most, false);
    }
    ImGui::PopFont();
    if (pointed && !pointing_) studio.view.hovered = -1;  // what it pointed at here is over
    if (studio.kernel.isStale(KernelPart::Noise)) dim(theme, corner, {corner.x + width, corner.y + height});
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) studio.history.endGesture();
    buttons(studio, noise, both);
  }

 private:
  // One kernel's trajectories.
  struct Drawn {
    const Answer &noise, &variances;
    const KernelSpec& kernel;
    char letter;
  };
  static char letter(int kernel) { return kernel == 0 ? 'A' : 'B'; }

  static void buttons(Studio& studio, const Answer& noise, bool both) {
    const Theme& theme = studio.theme;
    ImGui::PushFont(nullptr, theme.captionSize());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(theme.px(6), theme.px(3)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(theme.px(4), theme.px(4)));
    if (ImGui::Button(studio.view.playing ? "Stop" : "Play")) studio.view.playing = !studio.view.playing;
    tooltip(theme, "Lets the time run; colour the graph by the noise field to see it move");
    ImGui::SameLine();
    if (ImGui::Button("New noise")) studio.newNoise();
    tooltip(theme, studio.withKey(fmt::format("Other Gaussian numbers: seed {}", studio.workspace().seed + 1),
                                  "New noise"));
    ImGui::SameLine();
    const bool field = studio.workspace().colourBy == ColourBy::Field;
    if (ImGui::Button(field ? "Hide field" : "Field"))
      studio.history.edit(
          field ? "Coloured by correlation" : "Coloured by the noise field",
          [&](Workspace& w) { w.colourBy = field ? ColourBy::Correlation : ColourBy::Field; });
    tooltip(theme, "Colours the graph by the field W(t) at the time of the line");
    ImGui::SameLine();
    const bool compared = studio.workspace().compared;
    if (ImGui::Button(compared ? "One kernel" : "A and B"))
      studio.history.edit(compared ? "Showed the noise of one kernel" : "Compared the noise of A and B",
                          [&](Workspace& w) { w.compared = !compared; });
    tooltip(theme, "The same Gaussian numbers through both kernels, side by side");
    std::string truth = noise.info.terms > 0
                            ? fmt::format("rank {} · {} · {:.1f} ms", noise.info.terms,
                                          errorWords(noise.info), noise.milliseconds)
                            : fmt::format("by the incidence matrix, exact · {:.1f} ms", noise.milliseconds);
    if (both && studio.kernel.stepsOf(studio.kernel.otherNoise()) != studio.kernel.steps())
      truth = "other numbers: the two Laplacians have different step counts here";
    ImGui::SameLine();
    const auto fits = [&] {
      return ImGui::CalcTextSize(truth.c_str()).x <= ImGui::GetContentRegionAvail().x;
    };
    if (!fits() && noise.info.terms > 0)
      truth = fmt::format("≤ {:.0e} · {:.1f} ms", noise.info.bound + 3 * noise.info.standardError,
                          noise.milliseconds);
    ImGui::TextColored(theme.palette.quiet, "%s", truth.c_str());
    tooltip(
        theme,
        "What the trajectories rest on: functions of the reduced basis, largest error relative to a field, "
        "time of the last update");
    ImGui::PopStyleVar(2);
    ImGui::PopFont();
  }

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

  void plot(Studio& studio, const Drawn& drawn, ImVec2 size, double most, bool named) {
    const Theme& theme = studio.theme;
    const Workspace& w = studio.workspace();
    const std::string id = fmt::format("##paths {}", drawn.letter);
    if (!ImPlot::BeginPlot(id.c_str(), size, ImPlotFlags_CanvasOnly)) return;
    const int steps = studio.kernel.stepsOf(drawn.noise);
    const auto n = static_cast<std::size_t>(studio.document->data.nodeCount());
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_Lock,
                      ImPlotAxisFlags_Lock);
    ImPlot::SetupAxesLimits(0, 1, -1.05 * most, 1.05 * most, ImPlotCond_Always);
    std::vector<double> times(static_cast<std::size_t>(steps) + 1), values(times.size());
    for (std::size_t j = 0; j < times.size(); ++j) times[j] = static_cast<double>(j) / steps;
    if (const double variance = varianceOf(studio, drawn); variance > 0) {
      std::vector<double> upper(times.size()), lower(times.size());
      for (std::size_t j = 0; j < times.size(); ++j) {
        upper[j] = 2 * std::sqrt(variance * times[j]);
        lower[j] = -upper[j];
      }
      ImPlotSpec band;
      setFill(band, theme.palette.accent, 0.12f);
      ImPlot::PlotShaded("##band", times.data(), lower.data(), upper.data(), static_cast<int>(times.size()),
                         band);
    }
    for (std::size_t i = w.watched.size(); i-- > 0;) {  // the first on top
      for (std::size_t j = 0; j < times.size(); ++j)
        values[j] = drawn.noise.values[j * n + static_cast<std::size_t>(w.watched[i])];
      ImPlotSpec line;
      line.LineColor = w.watched[i] == w.picked
                           ? theme.palette.accent
                           : ImGui::ColorConvertU32ToFloat4(studio.watchColour(w.watched[i]).packed());
      line.LineWeight = theme.px(w.watched[i] == w.picked ? 1.8f : 1.2f);
      const std::string name = fmt::format("##node {}", w.watched[i]);
      ImPlot::PlotLine(name.c_str(), times.data(), values.data(), static_cast<int>(times.size()), line);
    }
    brushed(studio, drawn);
    nameNearest(studio, drawn, times);
    if (named) {
      const std::string text =
          drawn.kernel.kind == KernelKind::Matern
              ? fmt::format("{}: ν {}, κ {}", drawn.letter, significant(drawn.kernel.nu, 2),
                            significant(drawn.kernel.kappa, 2))
              : fmt::format("{}: {}", drawn.letter, kernelName(drawn.kernel.kind));
      const ImVec2 corner = ImPlot::GetPlotPos();
      ImPlot::GetPlotDrawList()->AddText({corner.x + theme.px(6), corner.y + theme.px(2)},
                                         packed(theme.palette.text), text.c_str());
    }
    timeLine(studio);
    ImPlot::EndPlot();
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
  void nameNearest(Studio& studio, const Drawn& drawn, const std::vector<double>& times) {
    const Theme& theme = studio.theme;
    const Workspace& w = studio.workspace();
    if (!ImPlot::IsPlotHovered() || w.watched.empty() || times.size() < 2) return;
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
    const ImVec2 at = ImPlot::PlotToPixels(times[step], valueOf(nearest));
    if (std::abs(at.y - ImGui::GetMousePos().y) > theme.px(8)) return;
    studio.view.hovered = nearest;
    pointing_ = true;
    ImPlot::GetPlotDrawList()->AddCircleFilled(at, theme.px(3), packed(theme.palette.accent));
    if (ImGui::BeginTooltip()) {
      ImGui::TextUnformatted(fmt::format("node {}: W({:.2f}) = {}", studio.document->nodeName(nearest),
                                         times[step], significant(valueOf(nearest)))
                                 .c_str());
      ImGui::TextColored(theme.palette.quiet, "a double click picks it");
      ImGui::EndTooltip();
    }
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) studio.pick(nearest);
  }

  static void timeLine(Studio& studio) {
    const Theme& theme = studio.theme;
    const double before = studio.workspace().time;
    double time = before;
    ImPlot::DragLineX(0, &time, theme.palette.quiet, theme.px(1), ImPlotDragToolFlags_NoFit);
    if (time == before) return;
    const double wanted = std::clamp(time, 0.0, 1.0);
    studio.history.edit(
        fmt::format("Time t = {:.2f}", wanted), [&](Workspace& edited) { edited.time = wanted; }, "time");
  }

  bool pointing_ = false;  // the mouse is on a trajectory
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
