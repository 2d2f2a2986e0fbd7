#pragma once
// A TrainingChoice as JSON, in workspaces.

#include "app/studio/workspace/json_fields.h"
#include "app/studio/workspace/training_choice.h"

namespace sispde::studio {

Json trainingJson(const TrainingChoice& choice);
// Missing keys leave their field as it is; a wrong value is an error.
Result<void> readTraining(const JsonFields& fields, TrainingChoice& choice);

}  // namespace sispde::studio
