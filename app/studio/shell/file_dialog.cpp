#include "app/studio/shell/file_dialog.h"

#include <portable_file_dialogs.h>

namespace sispde::studio {

struct FileDialog::Dialog {
  pfd::open_file open;
};

FileDialog::FileDialog() = default;

FileDialog::~FileDialog() {
  if (dialog_) (void)dialog_->open.kill();
}

bool FileDialog::available() {
  static const bool found = pfd::settings::available();
  return found;
}

void FileDialog::askOpen(const std::string& folder) {
  if (dialog_) return;
  dialog_ = std::make_unique<Dialog>(
      pfd::open_file("Open a graph or a workspace", folder,
                     {"Graphs, workspaces and pictures that carry one",
                      "*.npz *.csv *.tsv *.txt *.edges *.graphml *.json *.png *.graph", "All files", "*"}));
}

std::optional<std::string> FileDialog::take() {
  if (!dialog_ || !dialog_->open.ready(0)) return std::nullopt;
  const std::vector<std::string> chosen = dialog_->open.result();
  dialog_.reset();
  return chosen.empty() ? std::string() : chosen[0];
}

}  // namespace sispde::studio
