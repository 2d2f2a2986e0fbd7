#include "app/studio/shell/file_dialog.h"

#include <portable_file_dialogs.h>

namespace sispde::studio {

// One of the two.
struct FileDialog::Dialog {
  std::optional<pfd::open_file> open;
  std::optional<pfd::save_file> save;
  const pfd::internal::dialog& any() const {
    return open ? static_cast<const pfd::internal::dialog&>(*open) : *save;
  }
};

FileDialog::FileDialog() = default;

FileDialog::~FileDialog() {
  close();
}

void FileDialog::close() {
  if (dialog_) (void)dialog_->any().kill();
  dialog_.reset();
}

bool FileDialog::available() {
  static const bool found = pfd::settings::available();
  return found;
}

void FileDialog::askOpen(const std::string& folder) {
  if (dialog_) return;
  dialog_ = std::make_unique<Dialog>();
  dialog_->open.emplace(
      "Open a graph or a workspace", folder,
      std::vector<std::string>{"Graphs, workspaces and pictures that carry one",
                               "*.npz *.csv *.tsv *.txt *.edges *.graphml *.json *.png *.graph", "All files",
                               "*"});
}

void FileDialog::askSave(const std::string& path) {
  if (dialog_) return;
  dialog_ = std::make_unique<Dialog>();
  dialog_->save.emplace("Write to a file", path, std::vector<std::string>{"All files", "*"});
}

std::optional<std::string> FileDialog::take() {
  if (!dialog_ || !dialog_->any().ready(0)) return std::nullopt;
  std::string chosen;
  if (dialog_->save)
    chosen = dialog_->save->result();
  else if (const std::vector<std::string> all = dialog_->open->result(); !all.empty())
    chosen = all[0];
  dialog_.reset();
  return chosen;
}

}  // namespace sispde::studio
