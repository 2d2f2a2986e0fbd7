#include <algorithm>
#include <utility>

#include <implot.h>

#include "app/studio/live/node_report.h"
#include "app/studio/panels/node_lists.h"
#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr std::size_t mostClasses = 6, fewCorrelated = 10, mostCorrelatedShown = 100;

class NodePanel final : public Panel {
 public:
  const char* title() const override { return "Node"; }
  const char* help() const override {
    return "Everything about the picked node: why it is flagged or not, its class probabilities with their "
           "spread over the sample paths, its scores beside those of the ID test nodes, its way through the "
           "SPDE, its neighbours, and the nodes whose noise is most like its own. Click a node in a list to "
           "pick that one.";
  }
  bool needsData() const override { return true; }
  bool openAtFirst() const override { return false; }
  std::string summary(const Studio& studio) const override {
    const NodeId node = studio.workspace().picked;
    return node >= 0 && studio.document
               ? fitted("node " + studio.document->nodeName(node), studio.theme.px(140))
               : "nothing picked";
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    const NodeId node = studio.workspace().picked;
    if (node < 0 || node >= studio.document->data.nodeCount()) {
      caption(theme, studio.withKey("No node is picked. Click one in the graph, or find one by its id",
                                    "Find a node") +
                         ".");
      return;
    }
    update(studio, node);
    std::optional<NodeId> wanted;
    if (report_)
      verdict(studio);
    else
      caption(theme, noScores(studio));
    facts(studio, node);
    if (report_) {
      probabilities(studio);
      scores(studio);
      paths(studio);
    }
    neighbours(studio, node, wanted);
    correlations(studio, wanted);
    if (wanted) studio.pick(*wanted);
  }

 private:
  // Reads anew what changed.
  void update(Studio& studio, NodeId node) {
    const bool other = node != node_ || opened_ != studio.opened.get();
    node_ = node;
    opened_ = studio.opened.get();
    if (other) {
      correlated_.clear();
      correlatedOf_ = 0;
      all_ = long_ = false;
    }
    // While the mouse rests on another node the row is that one's; the list stays. So it does after an edit, until the new row is there.
    const Answer& row = studio.kernel.correlation();
    if (studio.kernel.correlationNode() == node && row.revision != correlatedOf_) {
      correlated_ = mostCorrelated(row.values, node, long_ ? mostCorrelatedShown : fewCorrelated);
      if (!correlated_.empty()) correlatedOf_ = row.revision;
      covariances_.clear();
      const std::vector<float>& covariance = studio.kernel.row().values;
      if (covariance.size() == row.values.size())
        for (const Correlated& each : correlated_)
          covariances_.push_back(covariance[static_cast<std::size_t>(each.node)]);
    }
    const TrainedRun* run = studio.scoredRun();
    if (!studio.scores.valid() || studio.scores.data() == nullptr || run == nullptr ||
        studio.scores.isFormer()) {
      report_.reset();
      path_ = nullptr;
      return;
    }
    const Scoring& scoring = *studio.scores.scoring();
    path_ = pathOf(scoring.evaluation, node);
    pathEpoch_ = scoring.epoch;
    rescored_.reset();
    // A run that rests scores no more by itself.
    if (path_ == nullptr && run->resting() && hasNoise(run->choice)) {
      rescored_ = studio.rescore.ask(*run, nullptr, {node});
      if (rescored_) {
        path_ = pathOf(rescored_->evaluation, node);
        pathEpoch_ = rescored_->epoch;
      }
    }
    const Key key{studio.scores.scoring(), path_, studio.scores.revision(), studio.scores.pointRevision(),
                  node};
    if (report_ && key == key_) return;
    key_ = key;
    // Paths of other weights say nothing about these probabilities.
    const WatchedPath* own = pathEpoch_ == scoring.epoch ? path_ : nullptr;
    report_ = nodeReport(questionOf(studio, own), node);
  }

  static std::string noScores(const Studio& studio) {
    if (studio.training.shown() == nullptr)
      return studio.noRunYet() + " Then this window says whether the node is flagged, and why.";
    return studio.noScores();
  }

  // The sentence, beside a bar in the colour of the verdict: those of OOD and ID in the Scores window.
  void verdict(const Studio& studio) const {
    const Theme& theme = studio.theme;
    const Palette& p = theme.palette;
    const bool tested = isTested(report_->set);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Indent(theme.px(10));
    ImGui::TextWrapped("%s", inWords(*report_).c_str());
    if (studio.workspace().score.shuffled)
      caption(theme, "Energies are shuffled over the nodes first (Scores).");
    ImGui::Unindent(theme.px(10));
    const float end = ImGui::GetItemRectMax().y;
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + theme.px(3), end},
                                              packed(report_->flagged ? p.warning
                                                     : tested         ? p.accent
                                                                      : p.quiet),
                                              theme.px(1.5f));
    ImGui::Dummy({0, theme.px(2)});
  }

  void facts(const Studio& studio, NodeId node) const {
    const Theme& theme = studio.theme;
    const Document& d = *studio.document;
    const std::string name = d.className(node);
    fittedValue(theme, "class", name.empty() ? "none" : name);
    keyValue(theme, "degree", fmt::format("{}", d.data.graph.degree(node)));
    if (!report_) return;
    keyValue(theme, "set", nodeSetName(report_->set));
    tooltip(theme,
            "Which nodes of the shown run it belongs to: training, validation (chooses the epoch), ID test, "
            "OOD test, exposure (kept for detectors that train on outliers), or none");
    fittedValue(theme, "prediction",
                fmt::format("{} · {}", labelTitle(d, report_->prediction), fixed(report_->probability, 2)));
  }

  // A thin bar per class up to its mean probability, a line from the least to the greatest of the samples.
  void probabilities(const Studio& studio) const {
    const Theme& theme = studio.theme;
    const bool spread = !report_->classes.empty() && report_->classes.front().low.has_value();
    section(theme, spread ? "class probabilities, line: range of the samples" : "class probabilities");
    const std::size_t shown = std::min(report_->classes.size(), mostClasses);
    double rest = 0;
    for (std::size_t i = 0; i < report_->classes.size(); ++i) {
      const ClassShare& share = report_->classes[i];
      if (i >= shown) {
        rest += share.mean;
        continue;
      }
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
      fittedValue(theme, labelTitle(*studio.document, share.label), fixed(share.mean, 3));
      ImDrawList& draw = *ImGui::GetWindowDrawList();
      const auto x = [&](double p) { return at.x + width * static_cast<float>(std::clamp(p, 0.0, 1.0)); };
      const float top = at.y + height + theme.px(1), thick = theme.px(3);
      draw.AddRectFilled({at.x, top}, {at.x + width, top + thick}, packed(theme.palette.line, 0.6f),
                         theme.px(1));
      draw.AddRectFilled({at.x, top}, {x(share.mean), top + thick},
                         classColour(share.label, theme.dark()).packed(), theme.px(1));
      ImGui::Dummy({0, theme.px(1)});
      if (!share.low) continue;
      const float y = top + thick / 2, tick = theme.px(3);
      const ImU32 ink = packed(theme.palette.text);
      draw.AddLine({x(*share.low), y}, {x(*share.high), y}, ink, theme.px(1));
      for (const double end : {*share.low, *share.high})
        draw.AddLine({x(end), y - tick}, {x(end), y + tick}, ink, theme.px(1));
    }
    if (report_->classes.size() > shown)
      caption(theme,
              fmt::format("and {} more, together {}", report_->classes.size() - shown, fixed(rest, 3)));
  }

  void scores(Studio& studio) {
    const Theme& theme = studio.theme;
    const std::string chosen = scoreList(studio, *report_);
    if (!chosen.empty()) studio.chooseScore(chosen, studio.workspace().colourBy == ColourBy::Score);
    keyValue(theme, "threshold", scoreText(report_->threshold));
    tooltip(theme, fmt::format("Of {}. Test nodes at or beyond it are flagged; drag it in the Scores window.",
                               report_->scores.front().name));
    if (!report_->shifted) return;
    keyValue(theme, "in the shifted copy",
             fmt::format("{}{}", scoreText(*report_->shifted), report_->shiftedFlagged ? " ○" : ""));
    tooltip(theme, fmt::format("The OOD nodes of this shift are those of a changed copy of the data. There "
                               "this node's score is {}, which is {} the threshold.",
                               significant(*report_->shifted), report_->shiftedFlagged ? "beyond" : "below"));
  }

  void paths(Studio& studio) const {
    const Theme& theme = studio.theme;
    const TrainedRun& run = *studio.scoredRun();
    if (path_ == nullptr) {
      section(theme, "sample paths");
      caption(theme, !hasNoise(run.choice) ? "Paths are shown of SISPDE detectors alone; this is another one."
                     : !run.resting()      ? "They come with the next scoring of the run."
                     : studio.rescore.working()          ? "Being computed …"
                     : !studio.rescore.trouble().empty() ? studio.rescore.trouble()
                                                         : "They were not computed.");
      if (hasNoise(run.choice) && run.resting() && !studio.rescore.working() &&
          chip(theme, "follow its paths", false, true))
        studio.rescore.again();
      else if (hasNoise(run.choice) && run.resting() && !studio.rescore.working())
        tooltip(theme, "Scores the node once more and keeps its sample paths, in the background");
      return;
    }
    const std::int32_t label = report_->prediction;
    section(theme,
            fmt::format(
                "probability of {} against time t, {} sample path{}{}", labelTitle(*studio.document, label),
                path_->samples, path_->samples == 1 ? "" : "s",
                pathEpoch_ == studio.scores.scoring()->epoch ? "" : fmt::format(", epoch {}", pathEpoch_)));
    ImPlot::PushStyleVar(ImPlotStyleVar_PlotPadding, ImVec2(theme.px(4), theme.px(6)));
    const bool begun =
        ImPlot::BeginPlot("##paths", {-1, theme.px(112)}, ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs);
    ImPlot::PopStyleVar();
    if (!begun) return;
    const double end = run.config.options.time;
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoGridLines, ImPlotAxisFlags_None);
    ImPlot::SetupAxisFormat(ImAxis_X1, "%.2g");
    ImPlot::SetupAxisFormat(ImAxis_Y1, "%.1f");
    ImPlot::SetupAxisTicks(ImAxis_X1, 0, end, 5);
    ImPlot::SetupAxisTicks(ImAxis_Y1, 0, 1, 3);
    ImPlot::SetupAxisLimits(ImAxis_X1, 0, end, ImPlotCond_Always);
    ImPlot::SetupAxisLimits(ImAxis_Y1, -0.02, 1.02, ImPlotCond_Always);
    std::vector<double> times(path_->times);
    for (std::size_t k = 0; k < times.size(); ++k)
      times[k] =
          end * static_cast<double>(k) / static_cast<double>(std::max<std::size_t>(times.size() - 1, 1));
    ImPlotSpec spec;
    spec.LineColor = theme.palette.accent;
    spec.LineColor.w = 0.6f;
    spec.LineWeight = theme.px(1);
    for (std::size_t s = 0; s < path_->samples; ++s) {
      const std::vector<double> values = probabilityPath(*path_, s, label);
      ImPlot::PlotLine(fmt::format("##path {}", s).c_str(), times.data(), values.data(),
                       static_cast<int>(values.size()), spec);
    }
    ImPlot::EndPlot();
  }

  void neighbours(Studio& studio, NodeId node, std::optional<NodeId>& wanted) {
    const Theme& theme = studio.theme;
    std::vector<Neighbour> plain;
    if (!report_)
      for (const NodeId v : studio.document->data.graph.neighbours(node))
        plain.push_back({v, 0, -1, -1, false});
    const std::vector<Neighbour>& list = report_ ? report_->neighbours : plain;
    section(theme, list.empty() ? "no neighbours" : fmt::format("neighbours, {}", list.size()));
    if (list.empty()) return;
    constexpr std::size_t few = 8;
    const std::size_t shown = all_ ? list.size() : std::min(list.size(), few);
    if (const auto clicked = neighbourList(studio, std::span(list).first(shown), report_.has_value()))
      wanted = clicked;
    if (list.size() <= few) return;
    if (chip(theme, all_ ? "fewer###all" : fmt::format("all {}###all", list.size()).c_str(), false, true))
      all_ = !all_;
    tooltip(theme, all_ ? "Lists the first neighbours alone" : "Lists every neighbour");
  }

  // The covariance row K(node, v), ranked.
  void correlations(Studio& studio, std::optional<NodeId>& wanted) {
    section(studio.theme, "covariance K and correlation ρ with the most correlated nodes");
    if (correlated_.empty()) {
      if (preparing(studio.theme, studio.kernel.wasStopped(), "Being computed …")) studio.askAgain();
      return;
    }
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (const auto clicked = correlationList(studio, correlated_, covariances_)) wanted = clicked;
    if (studio.kernel.isStale(KernelPart::Correlation))
      dim(studio.theme, corner, {corner.x + width, ImGui::GetCursorScreenPos().y});
    if (correlated_.size() < fewCorrelated) return;
    if (chip(studio.theme, long_ ? "fewer###more" : "more###more", false, true)) {
      long_ = !long_;
      correlatedOf_ = 0;
    }
    tooltip(studio.theme,
            fmt::format("Lists the {} most correlated nodes", long_ ? fewCorrelated : mostCorrelatedShown));
  }

  struct Key {
    const Scoring* scoring = nullptr;
    const WatchedPath* path = nullptr;
    std::uint64_t values = 0, point = 0;
    NodeId node = -1;
    friend bool operator==(const Key&, const Key&) = default;
  };
  NodeId node_ = -1;
  const Document* opened_ = nullptr;  // never looked into
  Key key_;
  std::optional<NodeReport> report_;
  std::shared_ptr<const Rescoring> rescored_;
  const WatchedPath* path_ = nullptr;  // in the shown scoring or in rescored_
  int pathEpoch_ = 0;
  std::vector<Correlated> correlated_;
  std::vector<float> covariances_;  // of the same nodes
  std::uint64_t correlatedOf_ = 0;
  bool all_ = false;   // neighbours are listed
  bool long_ = false;  // the list of correlated nodes
};

}  // namespace

std::unique_ptr<Panel> makeNodePanel() {
  return std::make_unique<NodePanel>();
}

}  // namespace sispde::studio
