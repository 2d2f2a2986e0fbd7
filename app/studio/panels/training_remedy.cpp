#include "app/studio/panels/training_remedy.h"

#include "app/studio/shell/widgets.h"
#include "core/base/option_table.h"

namespace sispde::studio {

std::optional<Remedy> remedyFor(const TrainedRun& run) {
  if (run.trouble.empty()) return std::nullopt;
  Remedy remedy{{}, run.choice};
  constexpr const char* again = "Try again";
  if (run.restored) {  // its checkpoint does not fit, or it was not waited for: another run begins at epoch 0
    remedy.label = "Train anew";
    return remedy;
  }
  if (run.trouble == cancelledPreparation) {
    remedy.label = again;
    return remedy;
  }
  const Result<DetectorOptions> options = optionsOf(run.choice);
  if (options && run.trouble.find("learning rate") != std::string::npos) {
    const std::string rate = valueText(options->learningRate / 10);
    remedy.choice.set["lr"] = rate;
    remedy.label = fmt::format("Train again with lr {}", rate);
    return remedy;
  }
  if (options && run.trouble.find("memory") != std::string::npos && options->hidden > 8) {
    const std::string width = valueText(std::int64_t{options->hidden / 2});
    remedy.choice.set["hidden"] = width;
    remedy.label = fmt::format("Train again with hidden {}", width);
    return remedy;
  }
  const Dataset& data = run.document->data;
  // It did not start: what the sentence names is the shift, not the options.
  if (!run.snapshot && run.choice.shift == ShiftKind::Given &&
      run.trouble.find("marked") != std::string::npos) {
    remedy.choice.shift = ShiftKind::None;
    remedy.label = "Train without OOD nodes";
    return remedy;
  }
  if (!run.snapshot && run.trouble.find("features") != std::string::npos &&
      (run.choice.shift == ShiftKind::Feature || run.choice.shift == ShiftKind::Local)) {
    remedy.choice.shift = ShiftKind::Structure;
    remedy.label = "Train under the structure shift";
    return remedy;
  }
  if (!run.choice.set.empty()) {
    remedy.choice.set.clear();
    remedy.label = "Train again with the preset's options";
    return remedy;
  }
  if (!run.snapshot && run.choice.shift == ShiftKind::Label && data.classCount() > 1) {
    const bool features = data.features.columns() > 0;
    remedy.choice.shift = features ? ShiftKind::Feature : ShiftKind::Structure;
    remedy.label = fmt::format("Train under the {} shift", features ? "feature" : "structure");
    return remedy;
  }
  // Nothing that is known would help; what was in its way may be gone.
  remedy.label = again;
  return remedy;
}

void takeRemedy(Studio& studio, const Remedy& remedy) {
  studio.history.edit(remedy.label, [&](Workspace& w) { w.training = remedy.choice; });
  studio.startTraining();
}

void drawRemedy(Studio& studio, const TrainedRun& run) {
  const auto remedy = remedyFor(run);
  if (!remedy) return;
  if (ImGui::Button(remedy->label.c_str())) takeRemedy(studio, *remedy);
  tooltip(studio.theme,
          "Changes what the sentence names and starts another run; this one stays in the Runs window");
}

}  // namespace sispde::studio
