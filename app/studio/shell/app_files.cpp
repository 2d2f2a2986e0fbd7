// The windows that save and export.

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "app/studio/figure/write_figure.h"
#include "app/studio/shell/app.h"
#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/saving.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr const char* exportAction = "Export figure …";

}  // namespace

void App::drawSave() {
  if (!saveOpen_) return;
  const FloatingLook look(studio_.theme);
  if (beginDialog(studio_.theme, "Save workspace", saveOpen_)) {
    caption(
        studio_.theme,
        "Data reference and hash, kernels, seed, selection, colours, places and camera, as one JSON file; "
        "trained runs in a folder beside it.");
    if (ImGui::IsWindowAppearing() && studio_.opened)
      savePath_.suggest(studio_.workspaceFile.empty() ? suggestedFile(*studio_.opened, "-workspace.json")
                                                      : studio_.workspaceFile);
    if (const auto path = savePath_.draw(studio_.theme, "Save", ".json")) {
      save(*path);
      saveOpen_ = false;
    }
  }
  ImGui::End();
  if (saveOpen_) return;
  savePath_.close();
  afterSave_ = {};  // closed without a file: nothing goes on
}

void App::saveWorkspace() {
  if (studio_.workspaceFile.empty())
    saveOpen_ = true;
  else
    save(studio_.workspaceFile);
}

void App::save(const std::string& path) {
  const auto made = std::make_shared<const WorkspaceWithRuns>(withRuns(studio_, saved()));
  if (made->leftOut > 0)
    studio_.log.tell(
        fmt::format("{} of the runs are not saved: a workspace holds {} of them, with {} edited edges",
                    made->leftOut, SavedWorkspace::mostRuns, SavedWorkspace::mostRunEdges));
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto stamp = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  for (const auto& run : studio_.training.runs())
    if (!run->source.empty() && run->keptEpoch > 0) checkpoints_.insert(run->source);
  UnsavedWork::Made kept = UnsavedWork::of(studio_);
  std::erase_if(kept.epochs, [&](const auto& each) {
    const auto place = std::find(made->ids.begin(), made->ids.end(), each.first);
    return place == made->ids.end() || !made->runs[static_cast<std::size_t>(place - made->ids.begin())];
  });
  std::string note;
  if (studio_.opened && made->saved.positions.empty() &&
      !SavedWorkspace::keepsPlaces(static_cast<std::size_t>(studio_.opened->data.nodeCount())))
    note = fmt::format("places and pins are not in it: a workspace keeps those of {} nodes at most",
                       SavedWorkspace::mostPositions);
  const auto ticket = std::make_shared<const int>(0);
  saving_ = ticket;
  studio_.write(
      path,
      [made, path, stamp, replaced = checkpoints_](const Progress& progress) {
        return saveWithRuns(path, stamp, *made, replaced, progress);
      },
      [this, made, path, stamp, kept, ticket, then = std::exchange(afterSave_, {})] {
        for (std::size_t i = 0; i < made->runs.size(); ++i) {
          if (!made->runs[i]) continue;
          const std::string file = checkpointBeside(path, stamp, i);
          checkpoints_.insert(file);
          if (TrainedRun* run = studio_.training.find(made->ids[i])) run->source = file;
        }
        unsaved_.saved(studio_, kept);
        std::error_code ignored;
        if (kept.opened == studio_.opened.get())
          studio_.workspaceFile = std::filesystem::absolute(path, ignored).string();
        if (then) then();
      },
      note);
}

void App::openExport() {
  exportOpen_ = true;
  if (const auto what = exportedBy(studio_, inUse_)) exported_ = static_cast<int>(*what);
}

void App::drawExport() {
  if (!exportOpen_) return;
  const Theme& theme = studio_.theme;
  const FloatingLook look(theme);
  if (beginDialog(theme, "Export figure", exportOpen_)) {
    for (int i = 0; i < std::ssize(exportedNames); ++i)
      if (chip(theme, exportedNames[static_cast<std::size_t>(i)], exported_ == i, i == 0))
        exported_ = i;
      else
        tooltip(theme,
                fmt::format("Exports the {} as it is shown now", exportedNames[static_cast<std::size_t>(i)]));
    caption(theme,
            ".png, .svg and .pdf give the figure, .csv the values. A PNG carries the workspace: dropped on "
            "the window it "
            "brings it back.");
    constexpr SliderSpec pixels{
        "",
        "pixels per point (PNG)",
        "Pixels for each point (1/72 inch) of a PNG, 1 to 8. Larger: more pixels, with "
        "letters and lines as large on paper.",
        1,
        8,
        1,
        8,
        2,
        true};
    const SliderChange change = linearSlider(theme, pixels, exportScale_);
    if (change.value || !change.refused.empty()) studio_.typed(change.refused, "");
    if (change.value) exportScale_ = static_cast<int>(*change.value);
    if (studio_.opened &&
        (ImGui::IsWindowAppearing() || std::exchange(suggestedFor_, exported_) != exported_))
      exportPath_.suggest(suggestedFile(
          *studio_.opened,
          fmt::format("-{}.png", fileNameOf(exportedNames[static_cast<std::size_t>(exported_)]))));
    if (const auto path = exportPath_.draw(theme, "Export", ".png")) {
      exportTo(*path);
      exportOpen_ = false;
    }
  }
  ImGui::End();
  if (!exportOpen_) exportPath_.close();
}

void App::exportTo(const std::string& path) {
  const auto what = static_cast<Exported>(exported_);
  if (path.ends_with(".csv")) {
    if (Result<ValuesWriter> values = valuesOf(studio_, what))
      studio_.write(path, [write = std::move(*values), path](const Progress& progress) {
        return write(path, progress);
      });
    else
      studio_.log.trouble(values.error().sentence(), {"", exportAction});
    return;
  }
  Result<Figure> figure = figureOf(studio_, what);
  if (!figure) {
    studio_.log.trouble(figure.error().sentence(), {"", exportAction});
    return;
  }
  const FigureOptions options{exportScale_, {{workspaceKey, toJson(saved())}}};
  const auto made = std::make_shared<const Figure>(std::move(*figure));
  studio_.write(path, [made, path, options](const Progress& progress) {
    return writeFigure(*made, path, options, progress);
  });
}

}  // namespace sispde::studio
