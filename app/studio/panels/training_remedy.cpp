#include "app/studio/panels/training_remedy.h"

#include "app/studio/shell/widgets.h"
#include "core/base/option_table.h"

namespace sispde::studio {

std::optional<Remedy> remedyFor(const TrainedRun& run) {
  if (run.trouble.empty()) return std::nullopt;
  Remedy remedy{{}, run.choice};
  if (run.trouble == cancelledPreparation) {
    remedy.label = "Try again";
    return remedy;
  }
  if (run.restored) {  // its checkpoint does not fit
    remedy.label = "Train anew";
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
  if (!run.choice.set.empty()) {
    remedy.choice.set.clear();
    remedy.label = "Train again with the preset's options";
    return remedy;
  }
  if (!run.snapshot && run.choice.shift == ShiftKind::Label && run.document->data.classCount() > 1) {
    remedy.choice.shift = ShiftKind::Feature;
    remedy.label = "Train under the feature shift";
    return remedy;
  }
  return std::nullopt;
}

void drawRemedy(Studio& studio, const TrainedRun& run) {
  const auto remedy = remedyFor(run);
  if (!remedy) return;
  if (ImGui::Button(remedy->label.c_str())) {
    const TrainingChoice choice = remedy->choice;
    studio.history.edit(remedy->label, [&](Workspace& w) { w.training = choice; });
    studio.startTraining();
  }
  tooltip(studio.theme,
          "Changes what the sentence names and starts another run; this one stays in the Runs window");
}

}  // namespace sispde::studio
