#include <algorithm>
#include <array>

#include "app/studio/panels/option_list.h"
#include "app/studio/panels/panel.h"
#include "app/studio/panels/training_remedy.h"
#include "app/studio/shell/widgets.h"
#include "core/detect/presets.h"

namespace sispde::studio {
namespace {

std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

class TrainingPanel final : public Panel {
 public:
  const char* title() const override { return "Training"; }
  const char* help() const override {
    return "Trains a detector on the open graph in the background and scores the nodes every few epochs. "
           "The buttons start, pause and do one epoch; their tooltips name the keys. With a SISPDE detector "
           "the sliders of the Kernel window "
           "change the "
           "noise while it trains; the curves say where.";
  }
  bool needsData() const override { return true; }
  std::string summary(const Studio& studio) const override {
    const TrainedRun* run = studio.training.shown();
    if (run == nullptr) return "no run yet";
    return fmt::format("{} · {}", run->choice.detector, runStateName(run->state()));
  }

  void draw(Studio& studio) override {
    choices(studio);
    if (studio.workspace().training.shift == ShiftKind::Given) marks(studio);
    buttons(studio);
    const TrainedRun* run = studio.training.shown();
    if (run == nullptr) {
      elsewhere(studio);
    } else {
      progress(studio, *run);
      trouble(studio, *run);
      numbers(studio, *run);
    }
    leadingOptions(studio);
    options(studio, run);
  }

 private:
  template <class Change>
  static void edit(Studio& studio, const std::string& words, const Change& change) {
    studio.history.edit(words, [&](Workspace& w) { change(w.training); });
  }

  // No run of these data is shown; one of other data may be training.
  static void elsewhere(Studio& studio) {
    TrainedRun* other = studio.training.active();
    if (other == nullptr) {
      caption(studio.theme, studio.noRunYet(studio.workspace().training.detector));
      return;
    }
    caption(studio.theme,
            fmt::format("A run on {} is training; one run trains at a time.", other->document->data.name));
    if (ImGui::Button("Show it")) studio.showRun(other);
    tooltip(studio.theme, "Opens its data and shows it");
    ImGui::SameLine();
    if (ImGui::Button("Stop it")) {
      studio.training.show(other);
      studio.training.stop();
      studio.training.show(nullptr);
    }
    tooltip(studio.theme, "Ends it with what it has; it stays in the Runs window");
  }

  static void choices(Studio& studio) {
    const Theme& theme = studio.theme;
    const TrainingChoice& choice = studio.workspace().training;
    std::vector<const char*> names;
    std::string help = "Which system is trained.\n";
    int now = 0;
    for (const DetectorInfo& info : detectors()) {
      if (info.name == choice.detector) now = static_cast<int>(names.size());
      names.push_back(info.name.data());
      help += fmt::format("{}: {}.\n", info.name, info.meaning);
    }
    if (const auto chosen = listChip(theme, "detector", now, names, true, help))
      edit(studio, fmt::format("Detector {}", names[*chosen]), [&](TrainingChoice& c) {
        c.detector = names[*chosen];
        if (!withPreset(c.detector, c.preset)) c.preset = "recommended";
      });
    names.clear();
    for (const ShiftKind kind : allShiftKinds) {
      if (kind == choice.shift) now = static_cast<int>(names.size());
      names.push_back(shiftName(kind).data());
    }
    if (const auto chosen =
            listChip(theme, "shift", now, names, false,
                     "What is out of distribution.\nlabel: classes that are left out of "
                     "training.\nstructure: the same nodes "
                     "in another graph.\nfeature: the same graph with features of other "
                     "nodes mixed in.\nlocal: features "
                     "mixed on a part of this graph's nodes.\ngiven: what you mark, a class, a "
                     "selection or a column of the node table.\nnone: nothing is known to be "
                     "OOD; nodes are flagged by calibration."))
      edit(studio, fmt::format("Shift {}", names[*chosen]),
           [&](TrainingChoice& c) { c.shift = allShiftKinds[*chosen]; });
    names.clear();
    help.clear();
    for (const PresetInfo& info : presets()) {
      if (!presetSettings(choice.detector, info.name)) continue;
      if (info.name == choice.preset) now = static_cast<int>(names.size());
      names.push_back(info.name.data());
      help += fmt::format("{}: {}.\n", info.name, info.meaning);
    }
    if (const auto chosen = listChip(theme, "preset", now, names, false, help))
      edit(studio, fmt::format("Preset {}", names[*chosen]), [&](TrainingChoice& c) {
        c.preset = names[*chosen];
        c.followKernel = c.preset == "recommended";  // the others stand for a kernel of their own
      });
  }

  // What is OOD where the user says it.
  void marks(Studio& studio) {
    const Theme& theme = studio.theme;
    const TrainingChoice& choice = studio.workspace().training;
    const Document& document = *studio.document;
    std::string words;
    if (!choice.oodNodes->empty()) words = fmt::format("{} marked nodes", choice.oodNodes->size());
    for (const std::int32_t c : choice.oodClasses)
      words += fmt::format("{}class {}", words.empty() ? "" : ", ", c);
    if (words.empty()) words = fmt::format("{} nodes that the data mark", count(document.data.ood));
    caption(theme, "OOD: " + words);
    const auto& selection = studio.workspace().selection;
    ImGui::BeginDisabled(!selection);
    if (chip(theme, "selection", false, true) && selection)
      edit(studio, fmt::format("Marked {} nodes as OOD", selection->size()), [&](TrainingChoice& c) {
        c.oodNodes = *selection;
        c.oodClasses.clear();
      });
    ImGui::EndDisabled();
    tooltip(theme, "Marks the selected nodes as OOD");
    std::vector<std::string> names;
    std::vector<const char*> items;
    for (std::int32_t c = 0; c < document.data.classCount(); ++c)
      names.push_back(static_cast<std::size_t>(c) < document.data.classNames.size()
                          ? document.data.classNames[c]
                          : fmt::format("class {}", c));
    for (const std::string& name : names) items.push_back(name.c_str());
    if (const auto chosen =
            listChip(theme, "class", -1, items, false, "Adds a class to the OOD set, or takes it out"))
      edit(studio, fmt::format("OOD class {}", names[static_cast<std::size_t>(*chosen)]),
           [&](TrainingChoice& c) {
             c.oodNodes = {};
             if (std::erase(c.oodClasses, *chosen) == 0) c.oodClasses.push_back(*chosen);
           });
    if (chip(theme, "column", false, false)) ImGui::OpenPopup("column");
    tooltip(theme, "Opens the data again with another column of the node table as the mark");
    if (chip(theme, "clear", false, false))
      edit(studio, "OOD as the data mark it", [](TrainingChoice& c) {
        c.oodNodes = {};
        c.oodClasses.clear();
      });
    tooltip(theme, "Forgets your own marks: OOD is what the data mark");
    if (!ImGui::BeginPopup("column")) return;
    ImGui::SetNextItemWidth(theme.px(160));
    if (ImGui::InputTextWithHint("##column", "column of the node table", column_.data(), column_.size(),
                                 ImGuiInputTextFlags_EnterReturnsTrue)) {
      DataRequest request = document.request;
      request.oodColumn = column_.data();
      studio.leave([&studio, request] { studio.open(request); });
      ImGui::CloseCurrentPopup();
    }
    tooltip(theme, "The name of a column that is 1 for OOD nodes and 0 for the others; Enter opens the data");
    ImGui::EndPopup();
  }

  static void buttons(Studio& studio) {
    const Theme& theme = studio.theme;
    TrainingLive& training = studio.training;
    const bool pause = training.canPause(), resume = training.canResume();
    ImGui::BeginDisabled(!studio.canToggleTraining());
    if (primaryButton(theme, pause ? "Pause" : resume ? "Go on" : "Start")) studio.toggleTraining();
    ImGui::EndDisabled();
    tooltip(theme, studio.withKey(pause    ? "Rests after this epoch"
                                  : resume ? "Goes on where it rests"
                                           : "Trains with the choices above",
                                  startAction));
    ImGui::SameLine();
    ImGui::BeginDisabled(!studio.canStepTraining());
    if (ImGui::Button("Step")) studio.stepTraining();
    ImGui::EndDisabled();
    tooltip(theme, studio.withKey("One epoch", stepAction));
    ImGui::SameLine();
    ImGui::BeginDisabled(!training.canStop());
    if (ImGui::Button("Stop")) training.stop();
    ImGui::EndDisabled();
    tooltip(theme, "Ends the run with what it has; it can be taken up again");
    if (!resume || training.shown() == nullptr || !training.shown()->resting()) return;
    ImGui::SameLine();
    if (ImGui::Button("New")) studio.startTraining();
    tooltip(theme, "Starts another run with the choices above; the others are kept in the Runs window");
  }

  static void progress(const Studio& studio, const TrainedRun& run) {
    const Theme& theme = studio.theme;
    const Snapshot* shot = run.snapshot.get();
    const float share = shot != nullptr && shot->epochCount > 0
                            ? static_cast<float>(shot->epoch) / static_cast<float>(shot->epochCount)
                            : 0;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = theme.px(4);
    ImGui::Dummy({width, height});
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(at, {at.x + width, at.y + height}, packed(theme.palette.line), height / 2);
    draw.AddRectFilled(at, {at.x + width * share, at.y + height}, packed(theme.palette.accent), height / 2);
    if (shot == nullptr) {
      if (run.trouble.empty()) caption(theme, "preparing …");
      return;
    }
    std::string right;
    if (run.active() && shot->secondsPerEpoch > 0)
      right = fmt::format("{} left", duration(run.secondsLeft()));
    if (run.state() == RunState::Done && shot->bestEpoch > 0)
      right = fmt::format("epoch {} selected", shot->bestEpoch);
    if (studio.training.waiting() > 0) right += fmt::format(" (+{})", studio.training.waiting());
    keyValue(theme, fmt::format("epoch {} of {}", shot->epoch, shot->epochCount), right);
    const PhaseTimes& t = shot->times;
    tooltip(
        theme,
        fmt::format("Seconds since the start: noise {:.2f}, forward {:.2f}, backward {:.2f}, validation "
                    "{:.2f}, scoring {:.2f}; {:.1f} ms per epoch.",
                    t.noise, t.forward, t.backward, t.validation, t.evaluation, 1e3 * shot->secondsPerEpoch));
    ownKernel(studio, *shot);
  }

  // A run keeps the kernel that it was started with, until the sliders move while it trains.
  static void ownKernel(const Studio& studio, const Snapshot& shot) {
    const KernelSpec& sliders = studio.workspace().kernel();
    if (!shot.kernel || (shot.kernel->nu == sliders.nu && shot.kernel->kappa == sliders.kappa &&
                         shot.kernel->sigma == sliders.sigma))
      return;
    caption(studio.theme, fmt::format("its noise: ν {}, κ {}, σ {}", significant(shot.kernel->nu),
                                      significant(shot.kernel->kappa), significant(shot.kernel->sigma)));
    tooltip(studio.theme, "The kernel of this run's noise, which is not that of the sliders");
  }

  static void trouble(Studio& studio, const TrainedRun& run) {
    const Theme& theme = studio.theme;
    if (run.trouble.empty()) {
      // What a person must know is more than that it ended well.
      if (run.snapshot && run.snapshot->state != RunState::Done && !run.snapshot->message.empty())
        caption(theme, run.snapshot->message);
      return;
    }
    ImGui::PushStyleColor(ImGuiCol_Text, theme.palette.bad);
    ImGui::TextWrapped("%s", run.trouble.c_str());
    ImGui::PopStyleColor();
    drawRemedy(studio, run);
  }

  // AUROC and FPR95 of the primary score, large.
  static void numbers(const Studio& studio, const TrainedRun& run) {
    const Theme& theme = studio.theme;
    const ScoredEpoch* scored = studio.view.epoch ? run.scoredAt(*studio.view.epoch) : run.latest();
    if (scored == nullptr || !scored->scoring) return;
    const std::string& primary = scored->scoring->evaluation.primary;
    const ScoreMetrics* metrics = metricsOf(*scored, primary);
    if (metrics == nullptr) return;
    if (!metrics->error.empty()) {
      caption(theme, metrics->error);
      return;
    }
    const auto number = [&](const char* name, double value, float x) {
      const float y = ImGui::GetCursorPosY();
      ImGui::SetCursorPos({x, y});
      ImGui::BeginGroup();
      ImGui::PushFont(nullptr, theme.textSize() * 1.6f);
      ImGui::TextUnformatted(fixed(value, 3).c_str());
      ImGui::PopFont();
      ImGui::SetCursorPosX(x);
      caption(theme, name);
      ImGui::EndGroup();
      tooltip(theme,
              fmt::format("{} of the score {}, the one that this detector and preset stand for, at epoch {}. "
                          "FPR95: share of OOD nodes that pass when 95 % of the ID nodes do.",
                          name, primary, scored->epoch));
      ImGui::SetCursorPosY(y);
    };
    const float left = ImGui::GetCursorPosX(), y = ImGui::GetCursorPosY();
    number("AUROC", metrics->metrics.auroc, left);
    number("FPR95", metrics->metrics.fpr95, left + theme.px(95));
    ImGui::SetCursorPosY(y + theme.px(46));
    ImGui::Dummy({0, 0});
    if (const ScoreMetrics* control = metricsOf(*scored, primary + "-shuffled");
        control != nullptr && control->error.empty()) {
      caption(theme, fmt::format("AUROC {} with energies shuffled over the nodes first",
                                 fixed(control->metrics.auroc, 3)));
      tooltip(theme,
              "The control of a smoothed score: what it reaches without the place of a node in the graph");
    }
  }

  static void options(Studio& studio, const TrainedRun* run) {
    const Theme& theme = studio.theme;
    ImGui::PushStyleColor(ImGuiCol_Header, ImVec4(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_Text, theme.palette.quiet);
    const bool open = ImGui::CollapsingHeader("Options");
    ImGui::PopStyleColor(2);
    if (!open) return;
    const TrainingChoice& choice = studio.workspace().training;
    int seed = static_cast<int>(std::min<std::uint64_t>(choice.seed, 1'000'000'000)),
        repeats = choice.repeats;
    ImGui::SetNextItemWidth(theme.px(96));
    if (ImGui::InputInt("seed", &seed) && seed >= 0)
      edit(studio, fmt::format("Seed {}", seed),
           [&](TrainingChoice& c) { c.seed = static_cast<std::uint64_t>(seed); });
    tooltip(theme, "Of weights, noise, split and shift; equal seeds give equal numbers");
    ImGui::SetNextItemWidth(theme.px(96));
    if (ImGui::InputInt("seeds in a row", &repeats)) {
      const int wanted = std::clamp(repeats, 1, TrainingChoice::mostRepeats);
      edit(studio, fmt::format("{} seeds in a row", wanted), [&](TrainingChoice& c) { c.repeats = wanted; });
    }
    tooltip(theme, "So many runs one after the other, with the next seeds: their spread is drawn as a band");
    if (hasNoise(choice)) {
      bool follow = choice.followKernel;
      if (ImGui::Checkbox("noise of the Kernel window", &follow))
        edit(studio, follow ? "Training follows the kernel" : "Training has its own kernel",
             [&](TrainingChoice& c) { c.followKernel = follow; });
      tooltip(theme, "On: ν, κ and σ of the sliders, also while it trains. Off: those of the options below.");
    }
    bool calibrate = choice.calibrate;
    if (ImGui::Checkbox("hold calibration nodes out", &calibrate))
      edit(studio, calibrate ? "Calibration nodes held out" : "All validation nodes choose the epoch",
           [&](TrainingChoice& c) { c.calibrate = calibrate; });
    tooltip(theme,
            "Half of the validation nodes take no part in the choice of the epoch: false alarms and false "
            "discoveries "
            "are bounded by them. Off: all of them choose, as the command line's train does.");
    optionList(studio);
    for (const PresetChange& change : explain(choice.detector, choice.preset))
      caption(theme, fmt::format("{} = {} (recommended: {}). {}", change.key, change.value,
                                 change.recommended, change.reason));
    if (run != nullptr)
      for (const std::string& note : run->notes) caption(theme, note);
  }

  std::array<char, 128> column_{};
};

}  // namespace

std::unique_ptr<Panel> makeTrainingPanel() {
  return std::make_unique<TrainingPanel>();
}

}  // namespace sispde::studio
