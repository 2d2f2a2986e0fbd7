#include "app/studio/shell/options.h"

#include <CLI/CLI.hpp>

#include "app/studio/lessons/shipped.h"
#include "core/base/text.h"

namespace sispde::studio {
namespace {

std::string checkSize(const std::string& text) {
  const auto cross = text.find('x');
  const std::string second = cross == std::string::npos ? "" : text.substr(cross + 1);
  const std::int64_t width = parseInteger(text.substr(0, cross)).value_or(0),
                     height = parseInteger(second).value_or(0);
  if (width < 320 || height < 200 || width > 16384 || height > 16384)
    return fmt::format("{} is no size; give WIDTHxHEIGHT, from 320x200 to 16384x16384", inQuotes(text));
  return {};
}

std::string checkLesson(const std::string& name) {
  if (isLesson(name)) return {};
  return fmt::format("There is no lesson {}; it must be {}.", inQuotes(name), lessonNames());
}

}  // namespace

std::optional<Options> readOptions(int argc, char** argv, int& code) {
  Options options;
  std::string size, theme;
  CLI::App app("SISPDE Studio: explore graphs, the Matérn covariance on them and the noise drawn from it.",
               "sispde-studio");
  app.set_version_flag("--version", "sispde-studio " SISPDE_VERSION);
  CLI::Option* data = app.add_option(
      "DATA", options.data, "File, folder, data-set name or generator (default: a built-in example)");
  app.add_option("--data-dir", options.dataDir, "Folder that is searched first for data sets");
  app.add_flag("--headless", options.headless, "Draw without a display");
  app.add_option("--frames", options.frames, "End after so many frames of the complete view")
      ->check(CLI::Range(0, 1'000'000));
  app.add_option("--screenshot", options.screenshot, "PNG file of the last frame");
  app.add_option("--perf", options.perf, "JSON file of the frames' times");
  app.add_flag("--sweep", options.sweep,
               "Move ν up and down during the counted frames, as if its slider were dragged");
  app.add_flag("--pan", options.pan,
               "Move the graph to and fro during the counted frames, as if it were dragged");
  app.add_flag(
      "--train", options.train,
      "Train on the data as soon as they are open; with --frames or --headless, end when it is done");
  app.add_flag("--all-windows", options.allWindows, "Open every window, none behind another");
  app.add_option("--size", size, "Size of the window, such as 1280x800")->check(checkSize);
  app.add_option("--lesson", options.lesson, "Begin a guided lesson, on data of its own: " + lessonNames())
      ->check(checkLesson)
      ->excludes(data);
  app.add_option("--theme", theme, "light or dark")->check(CLI::IsMember({"light", "dark"}));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int given = app.exit(error);
    code = given == 0 ? 0 : 2;
    return std::nullopt;
  }
  if (!size.empty()) {
    options.width = std::stoi(size);
    options.height = std::stoi(size.substr(size.find('x') + 1));
  }
  if (!theme.empty()) options.theme = theme == "light" ? ThemeKind::Light : ThemeKind::Dark;
  if (options.headless && options.frames == 0) options.frames = 3;
  if (!options.screenshot.empty() && options.frames == 0) options.frames = 3;
  if (!options.headless) options.folders = userFolders();
  code = 0;
  return options;
}

}  // namespace sispde::studio
