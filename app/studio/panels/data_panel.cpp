#include <algorithm>
#include <utility>

#include <implot.h>

#include "app/studio/panels/panel.h"
#include "app/studio/shell/examples.h"
#include "app/studio/shell/plot_fill.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

std::string grouped(std::int64_t value) {
  std::string text = fmt::format("{}", value);
  for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3)
    text.insert(static_cast<std::size_t>(i), " ");
  return text;
}

std::string orDash(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : "–";
}

class DataPanel final : public Panel {
 public:
  const char* title() const override { return "Data"; }
  const char* help() const override {
    return "The data set that is open: its size, how alike neighbours are, class sizes and degrees. Drop a "
           "file on the window to open "
           "another one.";
  }
  std::string summary(const Studio& studio) const override {
    return studio.document ? grouped(studio.document->data.nodeCount()) + " nodes" : "";
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    if (!studio.document) {
      caption(theme, "Nothing is open. Drop a file on the window, use File, Open, or see an example:");
      examplesOf(studio);
      return;
    }
    const Document& d = *studio.document;
    examplesOf(studio);
    figures(theme, d);
    if (!d.data.splits.empty()) {
      const Split& split = d.data.splits[0];
      keyValue(theme, "splits",
               fmt::format("{} / {} / {}", grouped(count(split.train)), grouped(count(split.validation)),
                           grouped(count(split.test))));
    }
    if (!d.classSizes.empty()) classes(studio, d);
    degrees(theme, d);
    for (const std::string& note : d.data.notes) caption(theme, note);
  }

 private:
  // What `sispde info` says.
  static void figures(const Theme& theme, const Document& d) {
    const auto line = [&](const char* name, const std::string& value, const char* help) {
      keyValue(theme, name, value);
      tooltip(theme, help);
    };
    line("edges", grouped(d.data.graph.edgeCount()), "Undirected, each counted once, without loops");
    line("classes", d.data.labels.empty() ? "none" : grouped(d.data.classCount()),
         "Different labels of the nodes");
    line("features", d.data.features.empty() ? "none" : grouped(d.data.features.columns()),
         "Numbers per node");
    line("informativeness",
         orDash(d.labels.edgeInformativeness) + " · " + orDash(d.labels.nodeInformativeness),
         "Label informativeness, 0 to 1, by edges and by nodes: how much a neighbour's class says about a "
         "node's");
    line("homophily, edges", orDash(d.labels.edgeHomophily), "Share of the edges between nodes of one class");
    line("homophily, nodes", orDash(d.labels.nodeHomophily),
         "Mean share of a node's neighbours that have its class");
    line("homophily, classes", orDash(d.labels.classHomophily),
         "Mean over the classes, less what chance gives");
    line("homophily, adjusted", orDash(d.labels.adjustedHomophily),
         "That of the edges, less what chance gives: 0 where labels say nothing, negative where edges join "
         "unlike nodes");
    line("degree",
         fmt::format("{} · {:.2f} · {}", grouped(d.degrees.min), d.degrees.mean, grouped(d.degrees.max)),
         "Edges of a node: least, mean, most");
    line("components", grouped(d.components.count), "Parts that no edge joins");
    line("isolated nodes", grouped(d.degrees.isolated), "Nodes without an edge");
    line("content hash", d.hash.substr(0, 12), d.hash.c_str());
  }

  // One click from each other; not in the way of somebody's own data.
  static void examplesOf(Studio& studio) {
    const auto isExample = [&](const Example& example) {
      return studio.document->request.data == example.data;
    };
    if (studio.document && std::none_of(examples.begin(), examples.end(), isExample)) return;
    bool first = true;
    for (const Example& example : examples) {
      if (chip(studio.theme, example.name, studio.document && isExample(example),
               std::exchange(first, false)))
        studio.openChosen(example.data);
      tooltip(studio.theme, example.words);
    }
  }

  // One bar per class, in the class's colour.
  static void classes(const Studio& studio, const Document& d) {
    const Theme& theme = studio.theme;
    caption(theme, "class sizes");
    const std::int64_t most = *std::max_element(d.classSizes.begin(), d.classSizes.end());
    constexpr std::size_t shown = 24;
    for (std::size_t c = 0; c < std::min(d.classSizes.size(), shown); ++c) {
      const std::string name = c < d.data.classNames.size() ? d.data.classNames[c] : fmt::format("{}", c);
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
      const float part =
          width * static_cast<float>(d.classSizes[c]) / static_cast<float>(std::max<std::int64_t>(most, 1));
      ImGui::GetWindowDrawList()->AddRectFilled(
          {at.x, at.y + height}, {at.x + part, at.y + height + theme.px(3)},
          classColour(static_cast<int>(c), theme.dark()).packed(), theme.px(1));
      keyValue(theme, name, grouped(d.classSizes[c]));
    }
    if (d.classSizes.size() > shown) caption(theme, fmt::format("and {} more", d.classSizes.size() - shown));
  }

  static void degrees(const Theme& theme, const Document& d) {
    const auto last = std::ssize(d.degreeCounts) - 1;
    const bool cut = d.degrees.max > last;
    caption(theme, cut ? fmt::format("nodes by degree; the last bar: all with {} or more", last)
                       : "nodes by degree");
    if (!ImPlot::BeginPlot("##degrees", {-1, theme.px(90)}, ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs))
      return;
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_AutoFit | ImPlotAxisFlags_NoGridLines,
                      ImPlotAxisFlags_AutoFit | ImPlotAxisFlags_NoTickLabels | ImPlotAxisFlags_NoGridLines);
    ImPlotSpec spec;
    setFill(spec, theme.palette.quiet, 0.5f);
    spec.LineColor = theme.palette.quiet;
    ImPlot::PlotBars("##nodes", d.degreeCounts.data(), static_cast<int>(d.degreeCounts.size()), 0.8, 0, spec);
    ImPlot::EndPlot();
  }
};

}  // namespace

std::unique_ptr<Panel> makeDataPanel() {
  return std::make_unique<DataPanel>();
}

}  // namespace sispde::studio
