#pragma once
// Pictures as PNG files, written whole or not at all.

#include "app/studio/shell/window.h"

namespace sispde::studio {

Result<void> writePng(const Picture& picture, const std::string& path);

}  // namespace sispde::studio
