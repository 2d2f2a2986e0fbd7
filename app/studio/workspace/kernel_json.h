#pragma once
// A KernelSpec as JSON, in workspaces and settings.

#include "app/studio/workspace/json_fields.h"
#include "core/kernel/kernel_spec.h"

namespace sispde::studio {

Json kernelJson(const KernelSpec& spec);
// Missing keys leave their field as it is.
Result<void> readKernel(const JsonFields& fields, KernelSpec& spec);

}  // namespace sispde::studio
