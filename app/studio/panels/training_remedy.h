#pragma once
// What can be done about a run that failed, by one click.

#include <optional>

#include "app/studio/shell/studio.h"

namespace sispde::studio {

struct Remedy {
  std::string label;  // of the button: "Train again with lr 0.001"
  TrainingChoice choice;
};

// Nothing where it did not fail. Where no other choice is known to help, the same once more.
std::optional<Remedy> remedyFor(const TrainedRun& run);
// Makes that choice and starts another run.
void takeRemedy(Studio& studio, const Remedy& remedy);
// The button of the remedy, where there is one.
void drawRemedy(Studio& studio, const TrainedRun& run);

}  // namespace sispde::studio
