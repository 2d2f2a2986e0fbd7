#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr int bins = 48;

struct Box {
  ImVec2 at, size;
  float right() const { return at.x + size.x; }
  float bottom() const { return at.y + size.y; }
};

class ScoresPanel final : public Panel {
 public:
  const char* title() const override { return "Scores"; }
  const char* help() const override {
    return "The OOD score of the shown run: ID test nodes above the axis, OOD test nodes below. Drag the "
           "line: nodes to "
           "its right are flagged. OOD is the positive class here: TPR is the share of OOD nodes that are "
           "flagged, FPR "
           "that of ID nodes, precision the share of OOD among the flagged. The inset is the ROC curve with "
           "the "
           "threshold's point. The Matérn energy follows ν and κ of the Kernel window.";
  }
  bool needsData() const override { return true; }
  bool hasMenu() const override { return true; }
  std::string summary(const Studio& studio) const override {
    if (!studio.scores.valid() || studio.scores.curve() == nullptr) return "no scores yet";
    const OperatingPoint& p = studio.scores.point();
    if (studio.scores.curve()->oodCount() == 0) return fmt::format("{} flagged", p.flaggedId);
    return fmt::format("TPR {} · FPR {} · {} flagged", fixed(p.tpr, 2), fixed(p.fpr, 2),
                       p.flaggedId + p.flaggedOod);
  }
  void menu(Studio& studio) override {
    caption(studio.theme, "Score");
    for (const std::string& name : studio.scores.names())
      if (ImGui::MenuItem(name.c_str(), nullptr, studio.workspace().score.name == name))
        studio.chooseScore(name, studio.workspace().colourBy == ColourBy::Score);
    ImGui::Separator();
    if (ImGui::MenuItem("Colour the graph by it", nullptr, studio.workspace().colourBy == ColourBy::Score))
      studio.colourBy(ColourBy::Score);
    if (ImGui::MenuItem("Colour the flagged nodes", nullptr,
                        studio.workspace().colourBy == ColourBy::Flagged))
      studio.colourBy(ColourBy::Flagged);
    if (ImGui::MenuItem("Best threshold", nullptr, false, studio.workspace().score.threshold.has_value()))
      studio.history.edit("Threshold with the largest DET-ACC",
                          [](Workspace& w) { w.score.threshold.reset(); });
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    if (!studio.scores.valid() || studio.scores.curve() == nullptr) {
      caption(theme, studio.noScores());
      return;
    }
    controls(studio);
    // What is shown is of before; where that is soon over, the dimmed picture says it.
    if (!studio.scores.trouble().empty() && !studio.scores.isFormer())
      caption(theme, studio.scores.trouble() + " The numbers are those of before.");
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    ImGui::PushFont(nullptr, theme.captionSize());
    const float foot = 2 * (ImGui::GetTextLineHeight() + theme.px(2));
    const Box box{at, {room.x, room.y - foot - theme.px(10)}};
    if (box.size.y > theme.px(40) && box.size.x > theme.px(60)) {
      range(studio);
      histograms(studio, box);
      threshold(studio, box);
      if (box.size.x > theme.px(240)) inset(studio, box);
      if (studio.scores.isStale()) dim(theme, box.at, {box.right(), box.bottom()});
    }
    ImGui::SetCursorScreenPos({at.x, box.bottom() + theme.px(6)});
    footText(studio);
    ImGui::PopFont();
  }

 private:
  static void controls(Studio& studio) {
    const Theme& theme = studio.theme;
    const ScoreChoice& choice = studio.workspace().score;
    const std::vector<std::string> names = studio.scores.names();
    std::vector<const char*> items;
    int now = -1;
    for (const std::string& name : names) {
      if (name == choice.name) now = static_cast<int>(items.size());
      items.push_back(name.c_str());
    }
    if (const auto chosen = listChip(theme, "score", now, items, true, "Which score is looked at"))
      studio.chooseScore(names[static_cast<std::size_t>(*chosen)],
                         studio.workspace().colourBy == ColourBy::Score);
    alpha(studio);
    if (!hasControl(choice.name)) return;
    const bool shuffled = choice.shuffled;
    if (chip(theme, "shuffle first", shuffled, false))
      studio.history.edit(shuffled ? "Scores as they are" : "Scores shuffled over the nodes first",
                          [&](Workspace& w) { w.score.shuffled = !shuffled; });
    tooltip(theme,
            "The control of every smoothed score: energies are shuffled over the nodes before they are "
            "smoothed. What "
            "stays of the AUROC comes from averaging, not from the graph.");
  }

  // The threshold by a level, from the calibration nodes.
  static void alpha(Studio& studio) {
    const Theme& theme = studio.theme;
    const ScoreChoice& choice = studio.workspace().score;
    if (!studio.scores.detection()) {
      ImGui::BeginDisabled();
      chip(theme, "α###alpha", false, false);
      ImGui::EndDisabled();
      tooltip(
          theme,
          "A false-alarm level may set the threshold, by calibration nodes. This run held none out: switch "
          "“hold calibration nodes out” on in the options of the training, and train anew.");
      return;
    }
    if (chip(theme, fmt::format("α {:g}###alpha", choice.alpha).c_str(), choice.byAlpha, false))
      studio.history.edit(
          choice.byAlpha ? "Threshold by hand" : fmt::format("Threshold by α = {:g}", choice.alpha),
          [](Workspace& w) { w.score.byAlpha = !w.score.byAlpha; });
    const Detection& found = studio.scores.detection()->detection;
    std::string help =
        choice.discovery
            ? fmt::format(
                  "At most {:g} of the flagged nodes are in distribution, on average (Benjamini–Hochberg).",
                  choice.alpha)
            : fmt::format("At most {:g} of the nodes in distribution are flagged, on average.", choice.alpha);
    help += fmt::format(" By {} calibration nodes that neither training nor the choice of the epoch saw. {}",
                        found.calibration, exchangeabilityAssumption);
    if (!found.enough) help = tooFewForLevel(found.calibration, choice.alpha) + ".";
    tooltip(theme, help + " The Flagged window sets the level.");
  }

  void range(const Studio& studio) {
    const ScoreCurve& curve = *studio.scores.curve();
    if (rangeOf_ == studio.scores.revision()) return;
    rangeOf_ = studio.scores.revision();
    std::tie(low_, high_) = shownRange(curve);
    bars_ = curve.histogram(bins, low_, high_);
    roc_ = curve.points(160);
  }

  float place(const Box& box, double score) const {
    return box.at.x + static_cast<float>(std::clamp((score - low_) / (high_ - low_), 0.0, 1.0)) * box.size.x;
  }

  void histograms(const Studio& studio, const Box& box) const {
    const Theme& theme = studio.theme;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    double most = 1e-9;
    for (int i = 0; i < bins; ++i) most = std::max({most, bars_.id[i], bars_.ood[i]});
    const float middle = box.at.y + box.size.y / 2, half = box.size.y / 2 - theme.px(4);
    const float step = box.size.x / bins;
    for (int i = 0; i < bins; ++i) {
      const float x = box.at.x + step * static_cast<float>(i);
      const auto up = static_cast<float>(bars_.id[i] / most) * half,
                 down = static_cast<float>(bars_.ood[i] / most) * half;
      if (up > 0)
        draw.AddRectFilled({x, middle - 0.5f - up}, {x + step - 1, middle - 0.5f},
                           packed(theme.palette.accent, 0.75f));
      if (down > 0)
        draw.AddRectFilled({x, middle + 0.5f}, {x + step - 1, middle + 0.5f + down},
                           packed(theme.palette.warning, 0.8f));
    }
    draw.AddLine({box.at.x, middle}, {box.right(), middle}, packed(theme.palette.line));
    const ScoreCurve& curve = *studio.scores.curve();
    draw.AddText({box.at.x + theme.px(4), box.at.y}, packed(theme.palette.quiet),
                 fmt::format("ID test, {}", curve.idCount()).c_str());
    const std::string below =
        curve.oodCount() > 0 ? fmt::format("OOD, {}", curve.oodCount()) : std::string("no OOD set is known");
    draw.AddText({box.at.x + theme.px(4), box.bottom() - ImGui::GetTextLineHeight()},
                 packed(theme.palette.quiet), below.c_str());
  }

  void threshold(Studio& studio, const Box& box) {
    const Theme& theme = studio.theme;
    ImGui::SetCursorScreenPos(box.at);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("##threshold", box.size);
    const bool held = ImGui::IsItemActive();
    if (held && (ImGui::IsItemActivated() || ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0))) {
      const double share = (ImGui::GetIO().MousePos.x - box.at.x) / box.size.x;
      const double wanted = low_ + std::clamp(share, 0.0, 1.0) * (high_ - low_);
      studio.history.edit(
          fmt::format("Threshold {}", significant(wanted)),
          [&](Workspace& w) {
            w.score.threshold = wanted;
            w.score.byAlpha = false;
          },
          "threshold");
    }
    if (ImGui::IsItemDeactivated()) studio.history.endGesture();
    const float x = place(box, studio.scores.threshold());
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 colour = packed(theme.palette.text);
    draw.AddLine({x, box.at.y}, {x, box.bottom()}, colour, theme.px(held ? 2.0f : 1.5f));
    const float s = theme.px(5);
    draw.AddTriangleFilled({x - s, box.at.y}, {x + s, box.at.y}, {x, box.at.y + 1.4f * s}, colour);
    if (!held) tooltip(theme, "Drag the threshold; nodes to its right are flagged");
  }

  // The ROC curve (TPR against FPR), or by a click precision against recall, with the threshold's point.
  void inset(Studio& studio, const Box& box) {
    if (studio.scores.curve()->oodCount() == 0) return;
    const Theme& theme = studio.theme;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float side = std::min(theme.px(72), box.size.y * 0.45f);
    const Box frame{{box.right() - side - theme.px(2), box.at.y}, {side, side}};
    ImGui::SetCursorScreenPos(frame.at);
    bool& precision = studio.view.precisionInset;
    if (ImGui::InvisibleButton("##inset", frame.size)) precision = !precision;
    tooltip(theme, precision ? "Precision against recall, OOD = positive. Click for the ROC curve."
                             : "ROC: TPR against FPR, OOD = positive. Click for precision against recall.");
    draw.AddRectFilled(frame.at, {frame.right(), frame.bottom()}, packed(theme.palette.raised), theme.px(4));
    draw.AddRect(frame.at, {frame.right(), frame.bottom()}, packed(theme.palette.line), theme.px(4));
    const float pad = theme.px(5);
    const auto at = [&](const OperatingPoint& p) {
      const double x = precision ? p.tpr : p.fpr, y = precision ? p.precision : p.tpr;
      return ImVec2(frame.at.x + pad + static_cast<float>(x) * (side - 2 * pad),
                    frame.bottom() - pad - static_cast<float>(y) * (side - 2 * pad));
    };
    std::vector<ImVec2> line;
    for (const OperatingPoint& p : roc_) line.push_back(at(p));
    if (!precision)
      draw.AddLine({frame.at.x + pad, frame.bottom() - pad}, {frame.right() - pad, frame.at.y + pad},
                   packed(theme.palette.line));
    draw.AddPolyline(line.data(), static_cast<int>(line.size()), packed(theme.palette.accent), theme.px(1.5f),
                     0);
    draw.AddCircleFilled(at(studio.scores.point()), theme.px(3.5f), packed(theme.palette.text));
  }

  static void footText(const Studio& studio) {
    const Theme& theme = studio.theme;
    const OperatingPoint& p = studio.scores.point();
    const bool known = studio.scores.curve()->oodCount() > 0;
    std::string text;
    if (known) {
      text = fmt::format("precision {} · DET-ACC {} · OOD = positive", fixed(p.precision, 3),
                         fixed(p.detAcc, 3));
    } else {
      text = fmt::format("{} of {} test nodes are flagged", p.flaggedId, studio.scores.curve()->idCount());
    }
    ImGui::TextColored(theme.palette.text, "%s", text.c_str());
    tooltip(
        theme,
        fmt::format("Threshold {}: TPR {} of {} OOD nodes, FPR {} of {} ID nodes. OOD is the positive class "
                    "in this window.",
                    significant(p.threshold, 4), fixed(p.tpr, 3), studio.scores.curve()->oodCount(),
                    fixed(p.fpr, 3), studio.scores.curve()->idCount()));
    text = studio.scores.isStale() ? "former graph · " : "";
    text += fmt::format("epoch {}", studio.scores.epoch());
    if (const auto& metrics = studio.scores.metrics())
      text += fmt::format(" · AUROC {}", fixed(metrics->auroc, 3));
    if (const auto& control = studio.scores.control())
      text += fmt::format(" · shuffled {}", fixed(control->auroc, 3));
    ImGui::TextColored(theme.palette.quiet, "%s", text.c_str());
    if (studio.workspace().score.name == maternEnergyName)
      tooltip(theme,
              fmt::format(
                  "Matérn energy under the kernel of the sliders: error ≤ {:.0e}, {:.1f} ms. Its defaults "
                  "ν 5 and κ 4 were chosen after seeing OOD results.",
                  studio.scores.bound(), studio.scores.milliseconds()));
  }

  double low_ = 0, high_ = 1;
  std::uint64_t rangeOf_ = ~std::uint64_t{0};
  ScoreCurve::Histogram bars_;
  std::vector<OperatingPoint> roc_;
};

}  // namespace

std::unique_ptr<Panel> makeScoresPanel() {
  return std::make_unique<ScoresPanel>();
}

}  // namespace sispde::studio
