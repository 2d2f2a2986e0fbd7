#include <algorithm>
#include <array>
#include <cmath>

#include "app/studio/panels/node_lists.h"
#include "app/studio/panels/panel.h"
#include "app/studio/shell/save_path.h"
#include "app/studio/shell/widgets.h"
#include "core/base/atomic_file.h"
#include "core/shift/calibration_split.h"
#include "core/train/detection_csv.h"

namespace sispde::studio {
namespace {

constexpr SliderSpec alphaSlider{"α",
                                 "level",
                                 "α: the share of mistakes that is allowed. Range of the slider 0.01 to 0.5; "
                                 "smaller flags fewer nodes and needs more "
                                 "calibration nodes.",
                                 0.01,
                                 0.5,
                                 1e-6,
                                 0.999,
                                 0.05};
constexpr std::array<const char*, 2> controls{"false alarms", "false discoveries"};

class FlaggedPanel final : public Panel {
 public:
  const char* title() const override { return "Flagged"; }
  const char* help() const override {
    return "Which nodes are out of distribution, without a single OOD label: p-values of the chosen score by "
           "the "
           "calibration nodes, and a list in which the share of mistakes is bounded. Click a line to pick "
           "the node.";
  }
  bool needsData() const override { return true; }
  bool openAtFirst() const override { return false; }
  std::string summary(const Studio& studio) const override {
    const auto& found = studio.scores.detection();
    return found ? fmt::format("{} of {}", found->detection.flaggedCount, found->detection.tested) : "";
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    const auto& found = studio.scores.detection();
    if (!found) {
      caption(theme,
              studio.scores.valid()
                  ? "This run held no calibration nodes out: switch that on in the options of the training."
                  : studio.noScores());
      return;
    }
    const ScoreChoice& choice = studio.workspace().score;
    if (const auto chosen = sispde::studio::choice(
            theme, "Bound", choice.discovery ? 1 : 0, controls,
            "false alarms: the share of nodes in distribution that are flagged.  false "
            "discoveries: the share of flagged nodes that are in distribution."))
      studio.history.edit(fmt::format("Bound on {}", controls[static_cast<std::size_t>(*chosen)]),
                          [&](Workspace& w) {
                            w.score.discovery = *chosen == 1;
                            w.score.byAlpha = true;
                          });
    const SliderChange change = logSlider(theme, alphaSlider, choice.alpha);
    if (change.value || !change.refused.empty()) studio.typed(change.refused, title());
    if (change.value)
      studio.history.edit(
          fmt::format("α = {}", significant(*change.value, 2)),
          [&](Workspace& w) {
            w.score.alpha = *change.value;
            w.score.byAlpha = true;
          },
          "alpha");
    if (change.ended) studio.history.endGesture();
    if (choice.shuffled && hasControl(choice.name))
      caption(
          theme,
          "\"shuffle first\" is on in the Scores window: energies are shuffled over the nodes, so that this "
          "list is the control, not a detection.");
    ImGui::BeginDisabled(studio.scores.isStale());  // it is of the former graph
    figures(studio, *found);
    if (ImGui::Button("Write the list …")) ImGui::OpenPopup("write");
    tooltip(theme, "All tested nodes as CSV: score, p, q, flagged or not, degree, predicted class");
    write(studio, *found);
    list(studio, *found);
    for (const std::string& note : found->detection.notes) caption(theme, note);
    ImGui::EndDisabled();
  }

 private:
  // Where a run that is started with the present level would hold out more.
  static std::string moreByTraining(const Studio& studio, const Detection& found) {
    const Mask& choosing = studio.scores.data()->training.splits.front().validation;
    const std::int64_t wanted = calibrationCount(found.calibration + count(choosing), found.options.alpha);
    return wanted > found.calibration ? fmt::format(" A new run at this level holds out {}.", wanted) : "";
  }

  static void figures(const Studio& studio, const TaskDetection& found) {
    const Theme& theme = studio.theme;
    const Detection& d = found.detection;
    keyValue(theme, "flagged", fmt::format("{} of {}", d.flaggedCount, d.tested));
    tooltip(
        theme,
        "All nodes are tested that neither trained, chose the epoch nor calibrated; the Scores window counts "
        "the test nodes alone.");
    keyValue(theme, "calibration nodes", fmt::format("{}", d.calibration));
    if (!d.enough)
      caption(theme, tooFewForLevel(d.calibration, d.options.alpha) + "." + moreByTraining(studio, d));
    if (!found.achieved) return;
    // Where the truth is known, what came of the promise.
    if (d.options.control == Control::FalseDiscovery)
      keyValue(theme, "of these in distribution", fixed(found.achieved->falseDiscoveryShare, 3));
    else if (found.achieved->falseAlarmRate)
      keyValue(theme, "ID nodes flagged", fixed(*found.achieved->falseAlarmRate, 3));
    if (found.achieved->power) keyValue(theme, "OOD nodes found", fixed(*found.achieved->power, 3));
  }

  void write(Studio& studio, const TaskDetection& found) {
    if (std::exchange(pathOf_, studio.opened.get()) != studio.opened.get()) path_.forget();
    setSaveWidth(studio.theme);
    if (!ImGui::BeginPopup("write")) {
      path_.close();
      return;
    }
    caption(studio.theme, "All tested nodes, as a .csv file");
    if (ImGui::IsWindowAppearing()) path_.suggest(suggestedFile(*studio.opened, "-flagged.csv"));
    if (const auto path = path_.draw(studio.theme, "Write", ".csv")) {
      studio.write(*path,
                   [path = *path, text = detectionCsv(*studio.scores.task(), found, *studio.scores.data(),
                                                      studio.scores.scoring()->evaluation.prediction)](
                       const Progress&) { return writeFile(path, text); });
      ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
  }

  // The most OOD first; at most some hundred lines, the file has all.
  void list(Studio& studio, const TaskDetection& found) {
    constexpr std::ptrdiff_t most = 300;
    const DetectionTask& task = *studio.scores.task();
    if (std::exchange(listOf_, studio.scores.pointRevision()) != studio.scores.pointRevision()) {
      list_.clear();
      for (std::size_t i = 0; i < found.detection.flagged.size(); ++i)
        if (found.detection.flagged[i] != 0) list_.push_back(i);
      const auto end = list_.begin() + std::min<std::ptrdiff_t>(most, std::ssize(list_));
      std::partial_sort(list_.begin(), end, list_.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(found.detection.p[a], -found.scores[a]) <
               std::pair(found.detection.p[b], -found.scores[b]);
      });
      list_.erase(end, list_.end());
    }
    const std::vector<std::size_t>& flagged = list_;
    if (flagged.empty()) return;
    ImGui::PushFont(nullptr, studio.theme.captionSize());
    const float height = std::min(
        studio.theme.px(220), ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(flagged.size() + 2));
    if (ImGui::BeginTable("flagged", 4, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg, {0, height})) {
      for (const char* name : {"node", "score", "p", "q"}) ImGui::TableSetupColumn(name);
      ImGui::TableSetupScrollFreeze(0, 1);
      listHeads(studio.theme, std::array{"node"}, std::array{"score", "p", "q"});
      // As many decimals as tell the smallest p-value from 0.
      const int digits =
          std::clamp(static_cast<int>(std::ceil(-std::log10(found.detection.smallestP))) + 1, 3, 8);
      const ImVec4& ink = studio.theme.palette.text;
      for (const std::size_t i : flagged) {
        const bool here = i < task.tested.size();
        const NodeId node = here ? task.tested[i] : task.elsewhere[i - task.tested.size()];
        ImGui::TableNextColumn();
        const std::string name =
            fmt::format("{}{}##{}", studio.document->nodeName(node), here ? "" : " (shifted)", i);
        if (ImGui::Selectable(name.c_str(), studio.workspace().picked == node,
                              ImGuiSelectableFlags_SpanAllColumns))
          studio.pick(node);
        ImGui::TableNextColumn();
        numberCell(scoreText(found.scores[i]), ink);
        ImGui::TableNextColumn();
        numberCell(fixed(found.detection.p[i], digits), ink);
        ImGui::TableNextColumn();
        numberCell(fixed(found.detection.q[i], digits), ink);
      }
      ImGui::EndTable();
    }
    ImGui::PopFont();
  }

  std::vector<std::size_t> list_;  // the tested nodes that are listed
  std::uint64_t listOf_ = ~std::uint64_t{0};
  SavePath path_;
  const Document* pathOf_ = nullptr;  // the data that it is of
};

}  // namespace

std::unique_ptr<Panel> makeFlaggedPanel() {
  return std::make_unique<FlaggedPanel>();
}

}  // namespace sispde::studio
