#pragma once
// Which options a detector has a use for. DetectorOptions serves all detectors; an option that is another system's own would be read and
// then change nothing, so whoever sets one is told.

#include <string_view>

#include "core/base/option_table.h"

namespace sispde {

// False for the options of another system ("gold.steps" for msp) and, without Matérn noise, for those of its kernel and how it is drawn. Options
// that many detectors share, as the number of sample paths, count as used by all. Unknown detectors and keys are no concern of this.
bool usesOption(std::string_view detector, std::string_view key);

// Whether it is one of the few options that are shown at once for this detector: the table says so (OptionInfo::leading), and it has a
// use for it. Stricter than usesOption about two that many share: without noise in the network there is no "noise", and gold counts
// rounds in place of epochs.
bool leadsFor(std::string_view detector, const OptionInfo& info);

// A usage error where it is not used.
Result<void> checkUse(std::string_view detector, std::string_view key);

}  // namespace sispde
