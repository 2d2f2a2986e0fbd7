// The windows that save and export.

#include <algorithm>
#include <chrono>

#include "app/studio/figure/write_figure.h"
#include "app/studio/shell/app.h"
#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/saving.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr const char* exportAction = "Export figure …";

// A path to type and a button; true when it is to be used.
bool pathLine(const Theme& theme, char* path, std::size_t size, const char* button) {
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-buttonRoom(button));
  const bool entered = ImGui::InputText("##path", path, size, ImGuiInputTextFlags_EnterReturnsTrue);
  tooltip(theme, "The file to write; an existing one is replaced when the new one is whole");
  ImGui::SameLine();
  return (primaryButton(theme, button) || entered) && path[0] != 0;
}

}  // namespace

void App::drawSave() {
  if (!saveOpen_) return;
  const FloatingLook look(studio_.theme);
  if (beginDialog(studio_.theme, "Save workspace", saveOpen_)) {
    caption(
        studio_.theme,
        "Data reference and hash, kernels, seed, selection, colours, places and camera, as one JSON file; "
        "trained runs in a folder beside it.");
    if (pathLine(studio_.theme, savePath_, sizeof savePath_, "Save")) {
      save(savePath_);
      saveOpen_ = false;
    }
  }
  ImGui::End();
  if (!saveOpen_) afterSave_ = {};  // closed without a file: nothing goes on
}

void App::save(const std::string& path) {
  const auto made = std::make_shared<const WorkspaceWithRuns>(withRuns(studio_, saved()));
  if (made->leftOut > 0)
    studio_.log.note(
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
        if (then) then();
      });
}

void App::drawExport() {
  if (!exportOpen_) return;
  const Theme& theme = studio_.theme;
  const FloatingLook look(theme);
  if (beginDialog(theme, "Export figure", exportOpen_)) {
    for (int i = 0; i < std::ssize(exportedNames); ++i)
      if (chip(theme, exportedNames[static_cast<std::size_t>(i)], exported_ == i, i == 0)) exported_ = i;
    tooltip(theme, "The view that is exported, as it is shown now");
    caption(theme,
            ".png, .svg and .pdf give the figure, .csv the values. A PNG carries the workspace: dropped on "
            "the window it "
            "brings it back.");
    ImGui::SetNextItemWidth(theme.px(160));
    ImGui::SliderInt("pixels per point (PNG)", &exportScale_, 1, 8, "%d", ImGuiSliderFlags_AlwaysClamp);
    tooltip(theme, "1 to 8: larger gives more pixels, with letters and lines as large on paper");
    if (pathLine(theme, exportPath_, sizeof exportPath_, "Export")) {
      exportTo(exportPath_);
      exportOpen_ = false;
    }
  }
  ImGui::End();
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
