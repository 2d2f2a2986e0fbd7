#pragma once
// The identity of a run is the JSON text of what makes its numbers: its configuration and the hash of its
// data.

#include <string>

#include "core/base/result.h"

namespace sispde {

// An Input error where they differ; it names the keys that do, as options.epochs. The order of keys does
// not matter.
Result<void> checkIdentity(const std::string& ofRun, const std::string& ofCheckpoint);

}  // namespace sispde
