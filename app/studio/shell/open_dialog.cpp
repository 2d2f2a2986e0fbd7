#include "app/studio/shell/open_dialog.h"

#include <filesystem>

#include "app/studio/shell/widgets.h"
#include "core/io/catalogue.h"
#include "core/io/search_path.h"

namespace sispde::studio {

void OpenDialog::look(const std::string& dataDir) {
  found_.clear();
  const std::vector<std::string> folders = dataFolders(dataDir);
  for (const CatalogueEntry& entry : catalogue())
    if (findDataset(entry.name, folders)) found_.push_back(entry.name);
}

std::string OpenDialog::lists(const Theme& theme, const std::vector<std::string>& recent) {
  std::string wanted;
  if (!recent.empty()) caption(theme, "Recent");
  for (const std::string& each : recent) {
    // The end of a path tells more than its beginning.
    const std::filesystem::path path(each);
    const std::string shown = path.has_parent_path() ? path.filename().string() : each;
    if (ImGui::Selectable((shown + "###recent" + each).c_str())) wanted = each;
    tooltip(theme, each);
  }
  caption(theme, "Examples");
  for (const Example& example : examples)
    if (ImGui::Selectable(example.words))
      wanted = example.data;
    else
      tooltip(theme, fmt::format("Opens {}; it is made here, no file is needed", example.data));
  caption(theme, "Data sets on this machine");
  for (const std::string& name : found_)
    if (ImGui::Selectable(name.c_str()))
      wanted = name;
    else
      tooltip(theme, fmt::format("Opens the data set {} from the folders of data", name));
  if (found_.empty()) caption(theme, "None yet: sispde datasets fetch NAME gets one.");
  return wanted;
}

std::optional<std::string> OpenDialog::draw(const Theme& theme, const std::vector<std::string>& recent,
                                            const std::string& dataDir) {
  if (const auto chosen = dialog_.take(); chosen && !chosen->empty()) {
    open = false;
    return chosen;
  }
  if (!open) return std::nullopt;
  std::string wanted;
  const FloatingLook floating(theme);
  if (beginDialog(theme, "Open", open, 440)) {
    if (ImGui::IsWindowAppearing()) {
      look(dataDir);
      ImGui::SetKeyboardFocusHere();
    }
    const bool native = FileDialog::available();
    ImGui::SetNextItemWidth(-buttonRoom("Open") - (native ? buttonRoom("Browse …") : 0));
    const bool entered = ImGui::InputTextWithHint("##path", "file, folder, data set or generator", path_,
                                                  sizeof path_, ImGuiInputTextFlags_EnterReturnsTrue);
    tooltip(theme,
            "What to open: a path, the name of a data set such as cora, or a generator such as "
            "minesweeper:36x36; Enter opens it");
    ImGui::SameLine();
    if ((primaryButton(theme, "Open") || entered) && path_[0] != 0) wanted = path_;
    tooltip(theme, "Opens what the line names");
    if (native) {
      ImGui::SameLine();
      ImGui::BeginDisabled(dialog_.asking());
      if (ImGui::Button("Browse …")) dialog_.askOpen(path_);
      ImGui::EndDisabled();
      tooltip(theme, "Chooses a file with the desktop's own dialog");
    }
    caption(
        theme,
        "Files can be dropped on the window too: npz, edge lists (CSV), GraphML, JSON, Planetoid folders, "
        "workspaces, and pictures that carry one.");
    if (const std::string chosen = lists(theme, recent); !chosen.empty()) wanted = chosen;
  }
  ImGui::End();
  if (wanted.empty()) return std::nullopt;
  open = false;
  return wanted;
}

}  // namespace sispde::studio
