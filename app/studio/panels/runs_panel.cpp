#include <array>

#include "app/studio/panels/panel.h"
#include "app/studio/panels/run_curves.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

class RunsPanel final : public Panel {
 public:
  const char* title() const override { return "Runs"; }
  const char* help() const override {
    return "All runs of this program: click one to show its curves and scores, switch its curve in the "
           "Metrics window on "
           "or off, double-click its name to change it, or delete it. Below, runs that differ in their seed "
           "alone: mean "
           "± standard deviation of the primary score.";
  }
  bool openAtFirst() const override { return false; }
  std::string summary(const Studio& studio) const override {
    const std::size_t count = studio.training.runs().size();
    return fmt::format("{} run{}", count, count == 1 ? "" : "s");
  }

  void draw(Studio& studio) override {
    if (studio.training.runs().empty()) {
      caption(studio.theme, studio.noRunYet());
      return;
    }
    list(studio);
    kinds(studio);
  }

 private:
  void list(Studio& studio) {
    const Theme& theme = studio.theme;
    ImGui::PushFont(nullptr, theme.captionSize());
    table(studio);
    ImGui::PopFont();
  }

  void table(Studio& studio) {
    const Theme& theme = studio.theme;
    TrainedRun *gone = nullptr, *wanted = nullptr;
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg;
    const bool wide = ImGui::GetContentRegionAvail().x >= theme.px(400);
    if (!ImGui::BeginTable("runs", 6, flags)) return;
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, theme.px(38));
    ImGui::TableSetupColumn("run");
    ImGui::TableSetupColumn("epoch", ImGuiTableColumnFlags_WidthFixed, theme.px(58));
    ImGui::TableSetupColumn("AUROC", ImGuiTableColumnFlags_WidthFixed, theme.px(48));
    ImGui::TableSetupColumn(
        "shuffled",
        ImGuiTableColumnFlags_WidthFixed | (wide ? 0 : static_cast<int>(ImGuiTableColumnFlags_Disabled)),
        theme.px(54));
    ImGui::TableSetupColumn("##gone", ImGuiTableColumnFlags_WidthFixed, theme.px(22));
    ImGui::TableHeadersRow();
    for (const auto& run : studio.training.runs()) {
      ImGui::PushID(run->id);
      ImGui::TableNextColumn();
      swatch(studio, *run);
      ImGui::Checkbox("##visible", &run->visible);
      tooltip(theme, "Its curve in the Metrics window");
      ImGui::TableNextColumn();
      name(studio, *run, wanted);
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(
          run->snapshot ? fmt::format("{}/{}", run->snapshot->epoch, run->snapshot->epochCount).c_str()
                        : "–");
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(aurocOf(*run) ? fixed(*aurocOf(*run), 3).c_str() : "–");
      const auto control = aurocOf(*run, "-shuffled");
      if (control)
        tooltip(theme, fmt::format("With energies shuffled over the nodes first: {}", fixed(*control, 3)));
      if (ImGui::TableNextColumn()) {
        ImGui::TextColored(theme.palette.quiet, "%s", control ? fixed(*control, 3).c_str() : "–");
        tooltip(theme,
                "AUROC with energies shuffled over the nodes first: what stays comes from averaging, "
                "not from the graph");
      }
      ImGui::TableNextColumn();
      if (ImGui::SmallButton("×##delete")) gone = run.get();
      tooltip(theme, "Deletes the run; asks first where it is in no file");
      ImGui::PopID();
    }
    ImGui::EndTable();
    if (wanted != nullptr) studio.showRun(wanted);
    if (gone != nullptr) studio.deleteRun(gone->id);
  }

  // The colour of its curve in the Metrics window.
  static void swatch(const Studio& studio, const TrainedRun& run) {
    const Theme& theme = studio.theme;
    const float size = theme.px(8), height = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 corner{at.x + theme.px(2), at.y + (height - size) / 2};
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + size, corner.y + size},
                                              packed(colourOfRun(studio, run)), theme.px(2));
    ImGui::Dummy({theme.px(11), height});
    ImGui::SameLine(0, theme.px(3));
  }

  void name(Studio& studio, TrainedRun& run, TrainedRun*& wanted) {
    if (renamed_ == run.id) {
      ImGui::SetNextItemWidth(-1);
      if (appearing_) ImGui::SetKeyboardFocusHere();
      const bool entered =
          ImGui::InputText("##name", text_.data(), text_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
      tooltip(studio.theme, "The run's new name; Enter takes it, Esc leaves the old one");
      if (entered || (!appearing_ && ImGui::IsItemDeactivated())) {
        if (entered && text_[0] != 0) run.name = text_.data();
        renamed_ = 0;
      }
      appearing_ = false;
      return;
    }
    const bool shown = studio.training.shown() == &run;
    const std::string text = fmt::format(
        "{}{} · {}##run", run.name, run.graph.empty() ? "" : " · " + run.graph, runStateName(run.state()));
    if (ImGui::Selectable(text.c_str(), shown, ImGuiSelectableFlags_AllowDoubleClick)) {
      if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        renamed_ = run.id;
        appearing_ = true;
        *fmt::format_to_n(text_.data(), text_.size() - 1, "{}", run.name).out = '\0';
      } else {
        wanted = &run;
      }
    }
    tooltip(studio.theme, fmt::format("{} on {}, preset {}, {} shift, seed {}. {}", run.choice.detector,
                                      run.document->data.name, run.choice.preset, shiftName(run.choice.shift),
                                      run.choice.seed, run.trouble));
  }

  // Of the primary score, or of its shuffled twin.
  static std::optional<double> aurocOf(const TrainedRun& run, const char* twin = "") {
    const ScoredEpoch* last = run.latest();
    if (last == nullptr || !last->scoring) return std::nullopt;
    const ScoreMetrics* metrics = metricsOf(*last, last->scoring->evaluation.primary + twin);
    return metrics != nullptr && metrics->error.empty() ? std::optional(metrics->metrics.auroc)
                                                        : std::nullopt;
  }

  // Where there are several seeds.
  static void kinds(const Studio& studio) {
    for (const auto& kind : kindsOf(studio.training.runs())) {
      std::vector<double> values;
      for (const TrainedRun* run : kind)
        if (run->finalScored)
          if (const auto auroc = aurocOf(*run)) values.push_back(*auroc);
      if (values.size() < 2) continue;
      double mean = 0, squares = 0;
      for (const double v : values) mean += v / static_cast<double>(values.size());
      for (const double v : values) squares += (v - mean) * (v - mean) / static_cast<double>(values.size());
      caption(
          studio.theme,
          fmt::format("{} on {}, {} shift{}: AUROC {} ± {} over {} seeds (population standard deviation)",
                      kind[0]->choice.detector, kind[0]->document->data.name,
                      shiftName(kind[0]->choice.shift), kind[0]->graph.empty() ? "" : ", " + kind[0]->graph,
                      fixed(mean, 3), fixed(std::sqrt(squares), 3), values.size()));
    }
  }

  int renamed_ = 0;  // the run whose name is typed; 0: none
  bool appearing_ = false;
  std::array<char, 64> text_{};
};

}  // namespace

std::unique_ptr<Panel> makeRunsPanel() {
  return std::make_unique<RunsPanel>();
}

}  // namespace sispde::studio
