#pragma once
// One option of the training as it is shown, and the edit that changes it.

#include "app/studio/shell/studio.h"
#include "core/base/option_table.h"

namespace sispde::studio {

// Of a training: as they are set, and as the preset alone has them.
struct ShownOptions {
  DetectorOptions options, preset;
};
Result<ShownOptions> shownOptions(const TrainingChoice& choice);

struct ShownOption {
  const OptionField<DetectorOptions>& field;
  const DetectorOptions& options;  // as they are set
  const DetectorOptions& preset;   // the preset's alone

  OptionValue value() const { return field.get(options); }
  std::string usual() const { return valueText(field.get(preset)); }
  bool changed() const { return field.get(options) != field.get(preset); }
  std::string label() const;  // the letter and the key in words
  std::string help() const;   // meaning, range and the preset's value
};

// The name of the option in the accent colour where it is changed, with its help; whether a double-click takes it back.
bool optionName(const Theme& theme, const ShownOption& option, const std::string& label);

// Sets what was entered, as setOption reads it; a banner says why it is not allowed, until something else is entered.
void setTo(Studio& studio, const ShownOption& option, const std::string& entered);

}  // namespace sispde::studio
