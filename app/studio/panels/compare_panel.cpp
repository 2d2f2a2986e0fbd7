#include <algorithm>
#include <array>

#include "app/studio/panels/panel.h"
#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/widgets.h"
#include "core/experiment/paper_tables.h"

namespace sispde::studio {
namespace {

// A column of the table: what is in it, and where the paper has it.
struct Column {
  const char *name, *brief, *help;  // brief: where there is little room
  double OodMetrics::*value;
  std::optional<PaperMetric> paper;
  bool wideOnly;
};
constexpr std::array columns{
    Column{"AUROC", "AUROC", "P(score of an OOD node > score of an ID node); more is better",
           &OodMetrics::auroc, PaperMetric::Auroc, false},
    Column{"FPR95", "FPR95", "Share of OOD nodes that pass when 95 % of the ID nodes do; less is better",
           &OodMetrics::fpr95, PaperMetric::Fpr95, false},
    Column{"DET-ACC", "DET", "½ (ID recall + OOD recall) at the best threshold; more is better",
           &OodMetrics::detAcc, PaperMetric::DetAcc, false},
    Column{"AUPR-in", "AUPR-in", "Average precision with ID as the positive class; more is better",
           &OodMetrics::auprIn, std::nullopt, true},
    Column{"AUPR-out", "AUPR-out", "Average precision with OOD as the positive class; more is better",
           &OodMetrics::auprOut, std::nullopt, true}};

std::string percent(double share) {
  return fixed(100 * share, 1);
}

class ComparePanel final : public Panel {
 public:
  const char* title() const override { return "Compare"; }
  const char* help() const override {
    return "All scores of the shown run side by side, in percent, and the paper's figures for the same data "
           "and shift. The last column is the AUROC of the shuffled control: energies are shuffled over the "
           "nodes before they are smoothed, so what stays of the AUROC comes from averaging, not from the "
           "graph. Click a score to look at it in the Scores window.";
  }
  bool needsData() const override { return true; }
  bool openAtFirst() const override { return false; }
  std::string summary(const Studio& studio) const override {
    const TrainedRun* run = studio.scoredRun();
    return run != nullptr && studio.scores.scoring() != nullptr
               ? fmt::format("{} · epoch {} · %", run->choice.detector, studio.scores.scoring()->epoch)
               : "";
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    const TrainedRun* run = studio.scoredRun();
    std::vector<ScoreRow> rows = studio.scores.table();
    std::stable_partition(rows.begin(), rows.end(), [](const ScoreRow& row) { return row.live; });
    if (run == nullptr || rows.empty()) {
      caption(theme, studio.noScores());
      return;
    }
    wide_ = ImGui::GetContentRegionAvail().x > theme.px(500);
    ImGui::PushFont(nullptr, theme.captionSize() + 0.5f);
    ownTable(studio, rows);
    if (!wide_) caption(theme, "AUPR-in and AUPR-out: make the window wider.");
    paperTable(studio, *run);
    ImGui::PopFont();
    for (const std::string& sentence : remarks(*run)) caption(theme, sentence);
  }

 private:
  // Both tables have the same columns, so that figures stand under each other.
  bool begin(const Theme& theme, const char* id) const {
    int count = 2;
    for (const Column& column : columns) count += wide_ || !column.wideOnly ? 1 : 0;
    if (!ImGui::BeginTable(id, count, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoPadOuterX))
      return false;
    const auto add = [&](const char* name) {
      const float least = ImGui::CalcTextSize(name).x;
      ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed,
                              wide_ ? std::max(least, theme.px(64)) : least);
    };
    ImGui::TableSetupColumn("score", ImGuiTableColumnFlags_WidthStretch);
    for (const Column& column : columns)
      if (wide_ || !column.wideOnly) add(nameOf(column));
    add("shuffled");
    return true;
  }

  const char* nameOf(const Column& column) const { return wide_ ? column.name : column.brief; }

  static void number(const std::string& text, const ImVec4& colour) {
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
    ImGui::TextColored(colour, "%s", text.c_str());
  }

  void ownTable(Studio& studio, const std::vector<ScoreRow>& rows) const {
    const Theme& theme = studio.theme;
    const Palette& p = theme.palette;
    if (!begin(theme, "scores")) return;
    ImGui::TableNextColumn();
    ImGui::TextColored(p.quiet, "score");
    for (const Column& column : columns) {
      if (!wide_ && column.wideOnly) continue;
      ImGui::TableNextColumn();
      number(nameOf(column), p.quiet);
      tooltip(theme, fmt::format("{}: {}", column.name, column.help));
    }
    ImGui::TableNextColumn();
    number("shuffled", p.quiet);
    tooltip(theme,
            "AUROC of the control, whose energies are shuffled over the nodes before they are smoothed");
    const std::string& primary = studio.scores.scoring()->evaluation.primary;
    std::string wanted;
    for (const ScoreRow& row : rows) {
      ImGui::TableNextColumn();
      const bool chosen = row.name == studio.workspace().score.name;
      const ImVec4& ink = chosen ? p.accent : p.text;
      ImGui::PushStyleColor(ImGuiCol_Text, ink);
      ImGui::PushFont(row.name == primary ? theme.fonts.bold : nullptr, 0);
      const std::string label = row.name + (row.live ? " ●" : "") + "###" + row.name;
      if (ImGui::Selectable(label.c_str(), false, ImGuiSelectableFlags_SpanAllColumns) && !chosen)
        wanted = row.name;
      ImGui::PopFont();
      ImGui::PopStyleColor();
      tooltip(theme, helpOf(row, row.name == primary));
      for (const Column& column : columns) {
        if (!wide_ && column.wideOnly) continue;
        ImGui::TableNextColumn();
        number(row.metrics ? percent((*row.metrics).*column.value) : "–", row.metrics ? ink : p.quiet);
      }
      ImGui::TableNextColumn();
      number(row.control ? percent(row.control->auroc) : "–", row.control ? ink : p.quiet);
    }
    ImGui::EndTable();
    if (!wanted.empty()) studio.chooseScore(wanted, studio.workspace().colourBy == ColourBy::Score);
  }

  static std::string helpOf(const ScoreRow& row, bool primary) {
    std::string text = row.name;
    if (primary) text += ": the score that this detector stands for";
    if (row.live) text += ": live, with ν and κ of the Kernel window";
    if (!row.trouble.empty()) text += ": " + row.trouble;
    if (row.metrics)
      text += fmt::format(". AUPR-in {}, AUPR-out {}", percent(row.metrics->auprIn),
                          percent(row.metrics->auprOut));
    return text + ". Click to look at this score.";
  }

  void paperTable(const Studio& studio, const TrainedRun& run) const {
    const Theme& theme = studio.theme;
    const std::string& data = run.document->data.name;
    if (!hasPaperFigures(run)) return;
    ImGui::Dummy({0, theme.px(4)});
    caption(theme, fmt::format("In the paper: {}, {} shift, 5 seeds{}", data, shiftName(run.choice.shift),
                               run.document->request.data.find(':') == std::string::npos
                                   ? ""
                                   : "; on the published graph, not on one that was generated"));
    if (!begin(theme, "paper")) return;
    paperRow(theme, run, "SISPDE");
    if (const std::string own = paperMethod(run.choice.detector); !own.empty() && own != "SISPDE")
      paperRow(theme, run, own);
    ImGui::EndTable();
  }

  // Mean, and below it the standard deviation: the decimal points stay in line. A printed 96.85 becomes 96.9.
  void paperRow(const Theme& theme, const TrainedRun& run, const std::string& method) const {
    const Palette& p = theme.palette;
    for (const bool spread : {false, true}) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextColored(spread ? p.quiet : p.text, "%s", spread ? "± std" : method.c_str());
      for (const Column& column : columns) {
        if (!wide_ && column.wideOnly) continue;
        ImGui::TableNextColumn();
        const auto figure =
            column.paper ? paperFigure(run.document->data.name, method, run.choice.shift, *column.paper)
                         : std::nullopt;
        if (figure)
          number(fixed((spread ? figure->std : figure->mean) + 1e-9, 1), spread ? p.quiet : p.text);
        else if (!spread)
          number("–", p.quiet);
      }
      ImGui::TableNextColumn();
      if (!spread) number("–", p.quiet);
    }
  }

  // What a reader should know before comparing.
  static std::vector<std::string> remarks(const TrainedRun& run) {
    std::vector<std::string> all;
    const std::string& data = run.document->data.name;
    if (run.choice.shift == ShiftKind::Local)
      all.emplace_back(
          "The local shift is not in the paper: OOD nodes lie in the same graph, and smoothing energies "
          "mostly hurts there.");
    else if (!hasPaperFigures(run))
      all.push_back(fmt::format("The paper has no figures for {}{}, {} shift.", data,
                                run.graph.empty() ? "" : ", " + run.graph, shiftName(run.choice.shift)));
    else
      all.emplace_back(
          "The paper does not say which score its figures are of, nor how its options were chosen; its "
          "DET-ACC fits a scan of 10 thresholds, which is lower than the exact one here. This run is one "
          "seed.");
    if (run.config.options.primary == "energy-prop" && hasNoise(run.choice))
      all.emplace_back("The primary score energy-prop was chosen after seeing OOD results.");
    all.emplace_back(
        "Taking the best row of this table as one's result is choosing after seeing OOD results too. ● "
        "follows ν and κ of the Kernel window; bold is the primary score.");
    return all;
  }

  bool wide_ = false;
};

}  // namespace

std::unique_ptr<Panel> makeComparePanel() {
  return std::make_unique<ComparePanel>();
}

}  // namespace sispde::studio
