#pragma once
// The command line of the desktop program.

#include <optional>
#include <string>

#include "app/common/user_folders.h"
#include "app/studio/shell/theme.h"
#include "core/base/result.h"

namespace sispde::studio {

struct Options {
  std::string data;     // what to open; empty: the built-in example
  std::string dataDir;  // searched first for data sets
  bool headless = false;
  int frames =
      0;  // after so many frames, once the first view is complete, the program ends; 0: when the user closes it
  std::string screenshot;  // PNG of the last frame
  std::string lesson;      // name of one that is begun, in place of the data
  std::string perf;        // JSON of the frames' times
  bool sweep =
      false;  // ν moves with every frame of the complete view, as if its slider were dragged; in a training with rests
  bool pan = false;           // the graph moves with every counted frame, as if it were dragged
  bool train = false;         // a training is started as soon as the data are open, and waited for
  bool allWindows = false;    // every window is open from the start, none behind another
  int width = 0, height = 0;  // 0: as the window was left, or as WindowState has it
  std::optional<ThemeKind> theme;
  UserFolders
      folders;  // of settings and autosaves; empty ones: neither is read nor written, as without a display
};

// Nothing where help or the version was asked for and shown. `code` is the exit code then, and for an error.
std::optional<Options> readOptions(int argc, char** argv, int& code);

}  // namespace sispde::studio
