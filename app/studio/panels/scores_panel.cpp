#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/studio/live/brushed.h"
#include "app/studio/panels/panel.h"
#include "app/studio/panels/scores_foot.h"
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
           "threshold's point. Where nodes are selected, the part of a bar in the colour of the letters is "
           "theirs. The Matérn energy "
           "follows ν and κ of the Kernel window.";
  }
  bool needsData() const override { return true; }
  bool hasMenu() const override { return true; }
  std::string summary(const Studio& studio) const override {
    if (!studio.scores.valid() || studio.scores.curve() == nullptr) return "no scores yet";
    const OperatingPoint& p = studio.scores.point();
    if (studio.scores.curve()->oodCount() == 0) return fmt::format("{} flagged", p.flaggedId);
    return fmt::format("{} flagged", p.flaggedId + p.flaggedOod);
  }
  void menu(Studio& studio) override {
    caption(studio.theme, "Score");
    for (const std::string& name : studio.scores.names())
      if (ImGui::MenuItem(name.c_str(), nullptr, studio.workspace().score.name == name))
        studio.chooseScore(name, studio.workspace().colourBy == ColourBy::Score);
      else
        tooltip(studio.theme, fmt::format("Looks at the score {} in all windows", name));
    ImGui::Separator();
    const Theme& theme = studio.theme;
    if (ImGui::MenuItem("Colour the graph by it", nullptr, studio.workspace().colourBy == ColourBy::Score))
      studio.colourBy(ColourBy::Score);
    tooltip(theme, "The nodes have the colours of their scores");
    if (ImGui::MenuItem("Colour the flagged nodes", nullptr,
                        studio.workspace().colourBy == ColourBy::Flagged))
      studio.colourBy(ColourBy::Flagged);
    tooltip(theme, "The nodes have one of two colours: flagged by the threshold, or not");
    const ScoreChoice& choice = studio.workspace().score;
    if (ImGui::MenuItem("Best threshold", nullptr, false, choice.threshold.has_value() || choice.byAlpha))
      bestThreshold(studio);
    tooltip(theme, "The threshold with the largest DET-ACC; without OOD nodes the middle of the scores");
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    if (!studio.scores.valid() || studio.scores.curve() == nullptr) {
      caption(theme, studio.noScores());
      return;
    }
    controls(studio);
    // What is shown is of before; where that is soon over, the dimmed picture says it.
    const bool soonOver = studio.scores.isFormer() && studio.scores.working();
    if (!studio.scores.trouble().empty() && !soonOver)
      caption(theme, studio.scores.trouble() + " The numbers are those of before.");
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    ImGui::PushFont(nullptr, theme.captionSize());
    const float foot =
        static_cast<float>(scoresFootLines(studio, room.x)) * (ImGui::GetTextLineHeight() + theme.px(2));
    const Box box{at, {room.x, room.y - foot - theme.px(10)}};
    if (box.size.y > theme.px(40) && box.size.x > theme.px(60)) {
      range(studio);
      brush(studio);
      histograms(studio, box);
      threshold(studio, box);
      if (box.size.x > theme.px(240)) inset(studio, box);
      if (studio.scores.isStale()) dim(theme, box.at, {box.right(), box.bottom()});
    }
    ImGui::SetCursorScreenPos({at.x, std::max(at.y, box.bottom()) + theme.px(6)});
    drawScoresFoot(studio, room.x);
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

  // The selection's part of the bars.
  void brush(const Studio& studio) {
    const auto& selection = studio.workspace().selection;
    if (brushOf_ == selection && brushRevision_ == studio.scores.revision()) return;
    brushOf_ = selection;
    brushRevision_ = studio.scores.revision();
    brushed_ = {};
    const ShiftedData* data = studio.scores.data();
    if (!selection || data == nullptr) return;
    brushed_.id = brushedScores(studio.scores.id(), data->idTest, *selection, bins, low_, high_);
    brushed_.ood = brushedScores(studio.scores.ood(), data->oodTest, *selection, bins, low_, high_);
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
    for (std::size_t i = 0; i < brushed_.id.size(); ++i) {
      const float x = box.at.x + step * static_cast<float>(i);
      const ImU32 ink = packed(theme.palette.text, 0.85f);
      // A single node among thousands is seen too.
      const auto part = [&](double share) {
        return std::max(static_cast<float>(share / most) * half, theme.px(3));
      };
      if (brushed_.id[i] > 0)
        draw.AddRectFilled({x, middle - 0.5f - part(brushed_.id[i])}, {x + step - 1, middle - 0.5f}, ink);
      if (brushed_.ood[i] > 0)
        draw.AddRectFilled({x, middle + 0.5f}, {x + step - 1, middle + 0.5f + part(brushed_.ood[i])}, ink);
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
    History& history = studio.history;
    ImGui::SetCursorScreenPos(box.at);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("##threshold", box.size, ImGuiButtonFlags_EnableNav);
    const bool held = ImGui::IsItemActive(), keyed = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    if (ImGui::IsItemActivated()) entries_ = history.doneCount();
    const SliderChange change =
        trackChange({low_, high_, 0, box.at.x, box.size.x}, studio.scores.threshold());
    if (change.reset) {
      // What the first click of the double click did was not meant.
      if (clicked_ > 0 && clicked_ == history.doneCount()) history.undo();
      bestThreshold(studio);
    } else if (change.value) {
      setThreshold(studio, *change.value);
    }
    if (change.ended) {
      history.endGesture();
      clicked_ = !change.reset && history.doneCount() > entries_ ? history.doneCount() : 0;
    }
    const float x = place(box, studio.scores.threshold());
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 colour = packed(theme.palette.text);
    draw.AddLine({x, box.at.y}, {x, box.bottom()}, colour, theme.px(held || keyed ? 2.0f : 1.5f));
    const float s = theme.px(5);
    draw.AddTriangleFilled({x - s, box.at.y}, {x + s, box.at.y}, {x, box.at.y + 1.4f * s}, colour);
    if (!held)
      tooltip(theme,
              "The threshold, in the unit of the score: nodes to its right are flagged. Larger flags fewer. "
              "Drag it, or type it below; a double click takes the one with the largest DET-ACC, arrow keys "
              "step by 1 % of the range, with Shift 10 %.");
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

  double low_ = 0, high_ = 1;
  std::uint64_t rangeOf_ = ~std::uint64_t{0};
  ScoreCurve::Histogram bars_;
  std::vector<OperatingPoint> roc_;
  std::shared_ptr<const std::vector<NodeId>> brushOf_;
  std::uint64_t brushRevision_ = ~std::uint64_t{0};
  ScoreCurve::Histogram brushed_;  // parts of bars_; empty: nothing is selected
  std::size_t entries_ = 0,
              clicked_ = 0;  // of the history: before the line was held; what a click on it made
};

}  // namespace

std::unique_ptr<Panel> makeScoresPanel() {
  return std::make_unique<ScoresPanel>();
}

}  // namespace sispde::studio
