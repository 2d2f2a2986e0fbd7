#include <algorithm>
#include <array>
#include <cmath>

#include "app/studio/live/rewiring_effect.h"
#include "app/studio/panels/node_lists.h"
#include "app/studio/panels/panel.h"
#include "app/studio/panels/rewiring_files.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr std::array<const char*, 4> scopes{"2 hops", "3 hops", "4 hops", "all pairs"};

// What a slider sets, and in which words of the history.
struct Amount {
  SliderSpec slider;
  double RewireChoice::*field;
  const char* unit;
};
constexpr std::array shares{Amount{{"−", "drop",
                                    "Share of the edges that are dropped: those with the least correlation. "
                                    "Type 0 for none; range of the slider 0.002 to 0.5.\n"
                                    "Larger: more edges go, from the least correlated on.",
                                    0.002, 0.5, 0, 1, 0.1},
                                   &RewireChoice::drop,
                                   "of the edges"},
                            Amount{{"+", "add",
                                    "New edges, as a share of the number of edges: pairs with the greatest "
                                    "correlation. Type 0 for none; range of the slider 0.002 to 0.5.\n"
                                    "Larger: more pairs are joined, down to weaker correlations.",
                                    0.002, 0.5, 0, 1, 0.1},
                                   &RewireChoice::add,
                                   "of the edges"}};
constexpr std::array percentiles{
    Amount{{"−", "drop below %",
            "Percentile of the edges' correlations: edges strictly below it are dropped. Range of the slider "
            "0.2 to 50; 0 drops none.\n"
            "Larger: more edges go.",
            0.2, 50, 0, 100, 10},
           &RewireChoice::dropPercent,
           "per cent"},
    Amount{{"+", "add top %",
            "Candidates strictly above this percentile, counted from the top, of the candidates' "
            "correlations are added: 0.5 is the 99.5th percentile. Range of the slider 0.01 to 10; 0 adds "
            "none.\n"
            "Larger: more pairs are joined.",
            0.01, 10, 0, 100, 0.5},
           &RewireChoice::addPercent,
           "per cent"}};

int scopeOf(int hops) {
  return hops == 0 ? 3 : hops - 2;
}

std::string shown(const std::optional<double>& value, int digits = 3) {
  return value ? significant(*value, digits) : "–";
}

class RewiringPanel final : public Panel {
 public:
  const char* title() const override { return "Rewiring"; }
  const char* help() const override {
    return "Drops the edges whose ends are least correlated under the kernel, and adds edges between the "
           "most correlated "
           "pairs. The plan follows ν and κ: dropped edges are red, added ones green. Apply changes the "
           "graph, undo brings it back. Training on both graphs says whether it helps.";
  }
  bool needsData() const override { return true; }
  bool openAtFirst() const override { return false; }
  std::string summary(const Studio& studio) const override {
    const auto& plan = studio.rewiring.plan();
    if (!plan) return studio.rewiring.working() ? "being prepared" : "";
    return fmt::format("−{} +{}", plan->dropped.size(), plan->added.size());
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    choices(studio);
    if (!studio.rewiring.trouble().empty()) {
      caption(theme, studio.rewiring.trouble());
      if (!studio.rewiring.working() && ImGui::Button("Prepare again"))
        studio.rewiring.follow(studio.document);
      tooltip(theme, "Prepares the candidate pairs and the plan anew, in the background");
    }
    const auto plan = studio.rewiring.plan();
    if (!plan) {
      if (studio.rewiring.trouble().empty()) caption(theme, "Candidate pairs are being prepared …");
      return;
    }
    ImGui::BeginDisabled(studio.rewiring.isStale());  // which dims it too
    buttons(studio, *plan);
    for (const std::string& words : rewiringEffect(studio.training.runs(), studio.opened->hash))
      caption(theme, words);
    figures(studio, *plan);
    const auto limit = [&](const char* sign, const std::optional<double>& threshold) {
      return plan->reason == RewireReason::Correlation && threshold
                 ? fmt::format("ρ {} {}", sign, fixed(*threshold, 3))
                 : std::string(reasonName(plan->reason));
    };
    list(studio, "added", plan->added, limit("≥", plan->thresholdAdd));
    list(studio, "dropped", plan->dropped, limit("≤", plan->thresholdDrop));
    list(studio, "kept: a component would be split", plan->kept, "bridge");
    ImGui::EndDisabled();
  }

 private:
  template <class Change>
  static void edit(Studio& studio, const std::string& words, const Change& change,
                   const std::string& key = {}) {
    studio.history.edit(
        words, [&](Workspace& w) { change(w.rewire); }, key);
  }

  static void amount(Studio& studio, const Amount& amount) {
    const SliderSpec& slider = amount.slider;
    const SliderChange change = logSlider(studio.theme, slider, studio.workspace().rewire.*amount.field);
    if (change.value || !change.refused.empty()) studio.typed(change.refused, "Rewiring");
    if (change.value)
      edit(
          studio, fmt::format("Rewiring: {} {} {}", slider.name, significant(*change.value, 2), amount.unit),
          [&](RewireChoice& c) { c.*amount.field = std::clamp(*change.value, slider.least, slider.most); },
          slider.name);
    if (change.ended) studio.history.endGesture();
  }

  static void choices(Studio& studio) {
    const Theme& theme = studio.theme;
    const bool byPercentile = studio.workspace().rewire.percentiles;
    const auto by = [&](const char* name, bool wanted, const char* help) {
      if (chip(theme, name, byPercentile == wanted, !wanted) && byPercentile != wanted)
        edit(studio, fmt::format("Rewiring {}", name), [&](RewireChoice& c) { c.percentiles = wanted; });
      tooltip(theme, help);
    };
    by("by share", false, "So many edges, as shares of the number of edges");
    by("by percentile", true, "The paper's way: thresholds are percentiles of the correlations");
    for (const Amount& each : byPercentile ? percentiles : shares) amount(studio, each);
    const RewireChoice& choice = studio.workspace().rewire;
    if (const auto chosen =
            sispde::studio::choice(theme, "Candidates", scopeOf(choice.hops), scopes,
                                   "How far the ends of a new edge may be apart now. All pairs are compared "
                                   "in the background, not while a slider moves."))
      edit(studio, fmt::format("Candidates: {}", scopes[static_cast<std::size_t>(*chosen)]),
           [&](RewireChoice& c) { c.hops = *chosen == 3 ? 0 : *chosen + 2; });
    bool guard = choice.guard;
    if (ImGui::Checkbox("keep components whole", &guard))
      edit(studio, guard ? "Components are kept whole" : "Components may be split",
           [&](RewireChoice& c) { c.guard = guard; });
    tooltip(theme,
            "An edge whose dropping would split a component is kept, and no other is dropped in its place");
  }

  static void figures(const Studio& studio, const Rewiring& plan) {
    const Theme& theme = studio.theme;
    keyValue(theme, "dropped", fmt::format("{} · ρ ≤ {}", plan.dropped.size(), shown(plan.thresholdDrop)));
    keyValue(theme, "added", fmt::format("{} · ρ ≥ {}", plan.added.size(), shown(plan.thresholdAdd)));
    const RewireReport& report = *studio.rewiring.report();
    const auto row = [&](const char* name, const std::string& before, const std::string& after) {
      keyValue(theme, name, fmt::format("{} → {}", before, after));
    };
    const LabelStatistics &a = report.before.labels, &b = report.after.labels;
    row("label informativeness", shown(a.edgeInformativeness), shown(b.edgeInformativeness));
    row("edge homophily", shown(a.edgeHomophily), shown(b.edgeHomophily));
    row("components", fmt::format("{}", report.before.components),
        fmt::format("{}", report.after.components));
    row("mean degree", fixed(report.before.degrees.mean, 2), fixed(report.after.degrees.mean, 2));
    row("largest degree", fmt::format("{}", report.before.degrees.max),
        fmt::format("{}", report.after.degrees.max));
    row("isolated nodes", fmt::format("{}", report.before.degrees.isolated),
        fmt::format("{}", report.after.degrees.isolated));
    const std::string former = studio.rewiring.formerWords();
    caption(theme, fmt::format("{}{}{} candidate pairs · error ≤ {:.0e} · {:.1f} ms", former,
                               former.empty() ? "" : " · ", studio.rewiring.candidates(),
                               studio.rewiring.bound(), studio.rewiring.milliseconds()));
  }

  void buttons(Studio& studio, const Rewiring& plan) {
    const Theme& theme = studio.theme;
    if (primaryButton(theme, "Apply")) studio.applyRewiring();
    tooltip(theme, studio.withKey("Changes the graph; undo brings it back", "Undo"));
    ImGui::SameLine();
    ImGui::BeginDisabled(studio.training.active() != nullptr);
    if (ImGui::Button("Train on both")) studio.trainOnBoth();
    ImGui::EndDisabled();
    tooltip(
        theme,
        std::string(studio.workspace().edits
                        ? "Trains the chosen detector on the graph as it was opened and as it is edited now"
                        : "Trains the chosen detector on this graph and on the one of this plan") +
            fmt::format(
                ", with the same {} seeds: as many in a row as the options of the training say, and no "
                "fewer than {}, for with one alone a difference says nothing",
                std::max(studio.workspace().training.repeats, Studio::fewestPairs), Studio::fewestPairs));
    if (chip(theme, "on the graph", studio.view.planShown, true))
      studio.view.planShown = !studio.view.planShown;
    tooltip(
        theme,
        "Draws dropped and added edges over the graph and marks their cells in the heatmap, there the 4000 "
        "strongest changes of each kind");
    if (chip(theme, "side by side", studio.view.planBeside, false)) {
      studio.view.planBeside = !studio.view.planBeside;
      studio.view.second.openWanted = studio.view.planBeside;
    }
    tooltip(theme, "The rewired graph in the second graph's window");
    if (chip(theme, "write …", false, false)) ImGui::OpenPopup(RewiringFiles::popup);
    tooltip(theme, "Writes the rewired graph, or the changes with their reasons");
    files_.draw(studio, plan);
  }

  // The strongest of them, with their reasons; some lines high.
  static void list(Studio& studio, const char* name, const std::vector<RewiredEdge>& edges,
                   const std::string& reason) {
    constexpr std::size_t most = 50, high = 7;
    if (edges.empty()) return;
    const Theme& theme = studio.theme;
    const std::string head = fmt::format("{} ({})###{}", name, edges.size(), name);
    const bool open = ImGui::TreeNodeEx(head.c_str(), ImGuiTreeNodeFlags_DefaultOpen);
    tooltip(theme, fmt::format("The {} first of them; “write …” has all", std::min(most, edges.size())));
    if (!open) return;
    ImGui::PushFont(nullptr, theme.captionSize());
    const std::size_t count = std::min(most, edges.size());
    const float height =
        ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(std::min(count, high) + 1) + theme.px(4);
    if (ImGui::BeginTable(name, 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY, {0, height})) {
      ImGui::TableSetupColumn("edge", ImGuiTableColumnFlags_WidthStretch);
      ImGui::TableSetupColumn("rank", ImGuiTableColumnFlags_WidthFixed, theme.px(40));
      ImGui::TableSetupColumn("ρ", ImGuiTableColumnFlags_WidthFixed, theme.px(46));
      ImGui::TableSetupColumn("reason", ImGuiTableColumnFlags_WidthFixed,
                              ImGui::CalcTextSize(reason.c_str()).x);
      ImGui::TableSetupScrollFreeze(0, 1);
      listHeads(theme, std::array{"edge"}, std::array{"rank", "ρ", "reason"});
      for (std::size_t i = 0; i < count; ++i) {
        ImGui::TableNextColumn();
        const std::string ends = fmt::format("{} – {}", studio.document->nodeName(edges[i].edge.u),
                                             studio.document->nodeName(edges[i].edge.v));
        if (ImGui::Selectable(fmt::format("{}##{}", ends, i).c_str(), false,
                              ImGuiSelectableFlags_SpanAllColumns))
          studio.pick(edges[i].edge.u);
        if (ImGui::IsItemHovered()) studio.view.hoveredCell = {edges[i].edge.u, edges[i].edge.v};
        tooltip(theme, fmt::format("{}: {}, rank {}, ρ = {}, reason: {}. Click to pick its first node.", ends,
                                   name, edges[i].rank, significant(edges[i].correlation, 4), reason));
        ImGui::TableNextColumn();
        numberCell(fmt::format("{}", edges[i].rank), theme.palette.text);
        ImGui::TableNextColumn();
        numberCell(std::isnan(edges[i].correlation) ? "–" : fixed(edges[i].correlation, 3),
                   theme.palette.text);
        ImGui::TableNextColumn();
        numberCell(reason, theme.palette.quiet);
      }
      ImGui::EndTable();
    }
    ImGui::PopFont();
    ImGui::TreePop();
  }

  RewiringFiles files_;
};

}  // namespace

std::unique_ptr<Panel> makeRewiringPanel() {
  return std::make_unique<RewiringPanel>();
}

}  // namespace sispde::studio
