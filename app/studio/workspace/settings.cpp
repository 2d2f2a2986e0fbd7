#include "app/studio/workspace/settings.h"

#include <algorithm>
#include <filesystem>

#include "app/studio/workspace/kernel_json.h"
#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/shift/generators.h"

namespace sispde::studio {
namespace fs = std::filesystem;
namespace {

constexpr const char* formatName = "sispde settings";
constexpr int formatVersion = 1;

bool isMissing(const std::string& path) {
  std::error_code ignored;
  return fs::status(path, ignored).type() == fs::file_type::not_found;
}

std::string settingsText(const Settings& settings) {
  Json keys = Json::object();
  for (const auto& [words, chord] : settings.keys) keys[words] = chord;
  Json presets = Json::array();
  for (const KernelPreset& preset : settings.presets)
    presets.push_back({{"name", preset.name}, {"kernel", kernelJson(preset.kernel)}});
  const Json json = {{"format", formatName},
                     {"version", formatVersion},
                     {"dark", settings.dark},
                     {"font_scale", settings.fontScale},
                     {"reduce_motion", settings.reduceMotion},
                     {"autosave", settings.autosave},
                     {"keep_eigenpairs", settings.keepEigenpairs},
                     {"recent", settings.recent},
                     {"keys", keys},
                     {"presets", presets},
                     {"window",
                      {{"width", settings.window.width},
                       {"height", settings.window.height},
                       {"maximised", settings.window.maximised}}}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Entries that are no longer a generator's are left out: they are no reason to lose the rest.
Result<void> readRecent(const JsonFields& fields, Settings& settings) {
  const Json* list = fields.find("recent");
  if (list == nullptr) return {};
  if (!list->is_array()) return fields.refuse("recent", "a list of texts");
  for (std::size_t i = list->size(); i-- > 0;) {
    const Json& entry = (*list)[i];
    if (!entry.is_string())
      return inputError(fields.place(fmt::format("recent[{}]", i)), "The entry is {}; it must be a text",
                        option_table::shown(entry));
    addRecent(settings, entry.get<std::string>());
  }
  return {};
}

Result<void> readKeys(const JsonFields& fields, Settings& settings) {
  const Json* keys = fields.find("keys");
  if (keys == nullptr) return {};
  if (!keys->is_object()) return fields.refuse("keys", "an object of actions and chords");
  if (keys->size() > Settings::mostKeys)
    return inputError(fields.place("keys"), "There are {} shortcuts; at most {} are read", keys->size(),
                      Settings::mostKeys);
  SISPDE_TRY(const JsonFields chords, fields.inside("keys"));
  for (const auto& [words, chord] : keys->items())
    SISPDE_CHECK(chords.read(words.c_str(), settings.keys[words], Settings::largestText));
  return {};
}

Result<void> readPresets(const JsonFields& fields, const std::string& file, Settings& settings) {
  const Json* list = fields.find("presets");
  if (list == nullptr) return {};
  if (!list->is_array()) return fields.refuse("presets", "a list of named kernels");
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& entry = (*list)[i];
    const Place place = fields.place(fmt::format("presets[{}]", i));
    if (!entry.is_object())
      return inputError(place, "The entry is {}; it must be an object with a name and a kernel",
                        option_table::shown(entry));
    const JsonFields one(entry, file);
    KernelPreset preset;
    SISPDE_CHECK(one.read("name", preset.name, Settings::largestName));
    SISPDE_TRY(const JsonFields kernel, one.inside("kernel"));
    SISPDE_CHECK(readKernel(kernel, preset.kernel));
    if (!keepPreset(settings, preset))
      return inputError(place, "A kernel needs a name, and at most {} can be kept", Settings::mostPresets);
  }
  return {};
}

Result<void> readWindow(const JsonFields& fields, WindowState& window) {
  if (fields.find("window") == nullptr) return {};
  SISPDE_TRY(const JsonFields one, fields.inside("window"));
  SISPDE_CHECK(
      one.read("width", window.width, IntegerRange{WindowState::smallestWidth, WindowState::largestSide}));
  SISPDE_CHECK(
      one.read("height", window.height, IntegerRange{WindowState::smallestHeight, WindowState::largestSide}));
  return one.read("maximised", window.maximised);
}

Result<Settings> settingsOf(std::string_view text, const std::string& file) {
  SISPDE_TRY(const Json json, parseObject(text, file));
  const JsonFields fields(json, file);
  SISPDE_CHECK(fields.checkFormat(formatName, formatVersion, "a settings file"));
  Settings settings;
  SISPDE_CHECK(fields.read("dark", settings.dark));
  SISPDE_CHECK(fields.read("font_scale", settings.fontScale,
                           RealRange{Settings::smallestFontScale, Settings::largestFontScale}));
  SISPDE_CHECK(fields.read("reduce_motion", settings.reduceMotion));
  SISPDE_CHECK(fields.read("autosave", settings.autosave));
  SISPDE_CHECK(fields.read("keep_eigenpairs", settings.keepEigenpairs));
  SISPDE_CHECK(readRecent(fields, settings));
  SISPDE_CHECK(readKeys(fields, settings));
  SISPDE_CHECK(readPresets(fields, file, settings));
  SISPDE_CHECK(readWindow(fields, settings.window));
  return settings;
}

Result<Settings> readSettings(const std::string& path) {
  SISPDE_TRY(const std::uint64_t size, fileSize(path));
  if (size > Settings::largestFile)
    return inputError({path}, "The file has {} bytes; settings have at most {}", size, Settings::largestFile);
  SISPDE_TRY(const std::string text, readFile(path));
  return settingsOf(text, path);
}

// Renames a file that cannot be used to the first free name beside it, which is returned.
Result<std::string> keepAside(const std::string& path) {
  SISPDE_CHECK(fileSize(path));
  constexpr int mostKept = 1000;
  for (int i = 1; i <= mostKept; ++i) {
    const std::string aside = i == 1 ? path + ".broken" : fmt::format("{}.broken-{}", path, i);
    std::error_code code;
    if (fs::symlink_status(aside, code).type() != fs::file_type::not_found) continue;
    fs::rename(path, aside, code);
    if (code) return failure({path}, "The file cannot be renamed ({})", code.message());
    return aside;
  }
  return failure({path}, "The file cannot be kept: there are {} broken ones beside it", mostKept);
}

bool isRecent(const std::string& data) {
  return data.size() <= Settings::largestText && isUtf8(data) &&
         (fs::path(data).is_absolute() || isGeneratorSpec(data));
}

}  // namespace

LoadedSettings loadSettings(const std::string& path) {
  if (path.empty() || isMissing(path)) return {};
  Result<Settings> read = readSettings(path);
  if (read) return {std::move(*read), {}};
  const Result<std::string> aside = keepAside(path);
  return {{},
          fmt::format("{} The settings are the defaults{}.", read.error().sentence(),
                      aside ? "; the file is now " + *aside : "")};
}

Result<void> saveSettings(const std::string& path, const Settings& settings) {
  if (path.empty()) return {};
  const std::string text = settingsText(settings);
  const Result<Settings> back = settingsOf(text, path);
  if (!back)
    return failure(back.error().place, "The settings cannot be saved, for they could not be read back: {}",
                   back.error().message);
  if (*back != settings)
    return failure({path}, "The settings cannot be saved, for they would be read back as others");
  if (const std::string folder = fs::path(path).parent_path().string(); !folder.empty())
    SISPDE_CHECK(makeFolder(folder));
  if (!isMissing(path) && !readSettings(path)) SISPDE_CHECK(keepAside(path));
  return writeFile(path, text);
}

bool addRecent(Settings& settings, const std::string& data) {
  if (!isRecent(data)) return false;
  std::erase(settings.recent, data);
  settings.recent.insert(settings.recent.begin(), data);
  if (settings.recent.size() > Settings::mostRecent) settings.recent.resize(Settings::mostRecent);
  return true;
}

bool keepPreset(Settings& settings, const KernelPreset& preset) {
  if (preset.name.empty() || preset.name.size() > Settings::largestName || !isUtf8(preset.name)) return false;
  const auto same = std::find_if(settings.presets.begin(), settings.presets.end(),
                                 [&](const KernelPreset& each) { return each.name == preset.name; });
  if (same != settings.presets.end()) {
    *same = preset;
    return true;
  }
  if (settings.presets.size() >= Settings::mostPresets) return false;
  settings.presets.push_back(preset);
  return true;
}

}  // namespace sispde::studio
