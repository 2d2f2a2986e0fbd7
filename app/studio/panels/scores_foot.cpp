#include "app/studio/panels/scores_foot.h"

#include <algorithm>

#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

// What stands under the histograms, piece by piece: as many in a line as fit.
struct Piece {
  std::string name, value, help;
  bool typed = false;  // the threshold
};
std::vector<Piece> footPieces(const Studio& studio) {
  const OperatingPoint& p = studio.scores.point();
  const ScoreCurve& curve = *studio.scores.curve();
  std::vector<Piece> pieces{{"threshold", significant(p.threshold, 4), {}, true}};
  const std::string flagged = fmt::format("{} of {} ID and {} of {} OOD test nodes are flagged", p.flaggedId,
                                          curve.idCount(), p.flaggedOod, curve.oodCount());
  if (curve.oodCount() > 0) {
    pieces.push_back({"TPR", fixed(p.tpr, 3), "Share of the OOD test nodes that are flagged, 0 to 1"});
    pieces.push_back({"FPR", fixed(p.fpr, 3), "Share of the ID test nodes that are flagged, 0 to 1"});
    pieces.push_back({"precision (OOD +)", fixed(p.precision, 3),
                      "Share of OOD nodes among the flagged ones, 0 to 1; OOD = positive in this window"});
  }
  pieces.push_back({"flagged", fmt::format("{}", p.flaggedId + p.flaggedOod), flagged});
  if (curve.oodCount() > 0)
    pieces.push_back({"DET-ACC", fixed(p.detAcc, 3), "½ (TPR + 1 − FPR) of this threshold, 0 to 1"});
  return pieces;
}

void typedThreshold(Studio& studio, const std::string& shown) {
  const SliderChange change =
      typedNumber(studio.theme,
                  {"##typed threshold", -1e300, 1e300,
                   "Click and type a threshold, then Enter: nodes whose score is at least that are flagged"},
                  shown);
  if (change.value || !change.refused.empty()) studio.typed(change.refused, "Scores");
  if (!change.value) return;
  setThreshold(studio, *change.value);
  studio.history.endGesture();
}

// Draws them, or only counts their lines.
int flow(Studio& studio, const std::vector<Piece>& pieces, float room, bool drawn) {
  const Theme& theme = studio.theme;
  const float gap = theme.px(5), between = theme.px(14), left = ImGui::GetCursorPosX();
  float x = 0;
  int lines = 1;
  for (const Piece& piece : pieces) {
    const float name = ImGui::CalcTextSize(piece.name.c_str()).x;
    const float width = name + gap + ImGui::CalcTextSize(piece.value.c_str()).x;
    const bool follows = x > 0 && x + width <= room;
    if (x > 0 && !follows) {
      ++lines;
      x = 0;
    }
    if (drawn) {
      if (follows) ImGui::SameLine(left + x, 0);
      ImGui::BeginGroup();
      ImGui::TextColored(theme.palette.quiet, "%s", piece.name.c_str());
      ImGui::SameLine(0, piece.typed ? 0 : gap);
      if (piece.typed)
        typedThreshold(studio, piece.value);
      else
        ImGui::TextUnformatted(piece.value.c_str());
      ImGui::EndGroup();
      if (!piece.typed) tooltip(theme, piece.name + ": " + piece.help);
    }
    x += width + between;
  }
  return lines;
}

void footText(const Studio& studio) {
  const Theme& theme = studio.theme;
  std::string text = studio.scores.isStale() ? "former graph · " : "";
  text += fmt::format("epoch {}", studio.scores.epoch());
  if (const auto other = studio.otherGraphEpoch())
    text += fmt::format(" (edited graph; unedited: epoch {})", *other);
  if (const auto& metrics = studio.scores.metrics())
    text += fmt::format(" · AUROC {}", fixed(metrics->auroc, 3));
  if (const auto& control = studio.scores.control())
    text += fmt::format(" · shuffled {}", fixed(control->auroc, 3));
  ImGui::TextColored(theme.palette.quiet, "%s", text.c_str());
  if (studio.workspace().score.name == maternEnergyName)
    tooltip(
        theme,
        fmt::format("Matérn energy under the kernel of the sliders: error ≤ {:.0e}, {:.1f} ms. Its defaults "
                    "ν 5 and κ 4 were chosen after seeing OOD results.",
                    studio.scores.bound(), studio.scores.milliseconds()));
}

}  // namespace

void setThreshold(Studio& studio, double wanted) {
  studio.history.edit(
      fmt::format("Threshold {}", significant(wanted)),
      [&](Workspace& w) {
        w.score.threshold = wanted;
        w.score.byAlpha = false;
      },
      "threshold");
}

void bestThreshold(Studio& studio) {
  studio.history.edit("Threshold with the largest DET-ACC", [](Workspace& w) {
    w.score.threshold.reset();
    w.score.byAlpha = false;
  });
}

int scoresFootLines(Studio& studio, float room) {
  return 1 + flow(studio, footPieces(studio), room, false);
}

void drawScoresFoot(Studio& studio, float room) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ImGui::GetStyle().ItemSpacing.x, studio.theme.px(2)));
  flow(studio, footPieces(studio), room, true);
  footText(studio);
  ImGui::PopStyleVar();
}

}  // namespace sispde::studio
