#pragma once
// Settings are what a user prefers whatever is open. They live in one JSON file in the user's configuration folder.

#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/kernel/kernel_spec.h"

namespace sispde::studio {

// A kernel that the user gave a name.
struct KernelPreset {
  std::string name;
  KernelSpec kernel;
  friend bool operator==(const KernelPreset&, const KernelPreset&) = default;
};

// Of the main window, as it was left; in pixels of a monitor with scale 1.
struct WindowState {
  int width = 1280, height = 800;  // where it is not maximised
  bool maximised = false;

  static constexpr int smallestWidth = 320, smallestHeight = 200, largestSide = 16384;
  friend bool operator==(const WindowState&, const WindowState&) = default;
};

struct Settings {
  bool dark = true;
  double fontScale = 1;  // times the usual size, smallestFontScale … largestFontScale
  bool reduceMotion = false;
  std::vector<std::string> recent;  // absolute paths and generators, newest first, none twice; see addRecent
  bool autosave = true;
  bool keepEigenpairs = false;  // on disk, for the next time
  std::map<std::string, std::string>
      keys;  // rebound shortcuts: words of the action → chord, such as "Ctrl+O"; empty: it has none
  std::vector<KernelPreset> presets;  // names are not empty, none twice
  WindowState window;

  static constexpr double smallestFontScale = 0.7, largestFontScale = 2;
  static constexpr std::size_t mostRecent = 12, mostKeys = 500, mostPresets = 50;
  static constexpr std::size_t largestText = 4096;       // bytes of an entry
  static constexpr std::size_t largestName = 40;         // bytes of a preset's name
  static constexpr std::size_t largestFile = 1'048'576;  // bytes

  friend bool operator==(const Settings&, const Settings&) = default;
};

struct LoadedSettings {
  Settings settings;
  std::string trouble;  // a sentence for the user; empty: none
};

// A missing file gives the defaults, and so does an empty path: a user without a home folder. A broken file gives the defaults and a
// sentence, and gets another name beside the old one.
LoadedSettings loadSettings(const std::string& path);

// Whole or not at all; makes the folder. A file that became broken meanwhile is kept under another name. Nothing is done for an empty
// path.
Result<void> saveSettings(const std::string& path, const Settings& settings);

// Puts it first, and drops the oldest one above mostRecent. False for what would not be found again from another folder: neither an
// absolute path nor a generator.
bool addRecent(Settings& settings, const std::string& data);

// Keeps a kernel under a name, in place of one of the same name. False where the name is empty or too long, or there are too many.
bool keepPreset(Settings& settings, const KernelPreset& preset);

}  // namespace sispde::studio
