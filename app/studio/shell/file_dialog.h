#pragma once
// The desktop's own dialog for choosing a file, where there is one (zenity, kdialog and their like). It runs beside the program, whose
// frames go on.

#include <memory>
#include <optional>
#include <string>

namespace sispde::studio {

class FileDialog {
 public:
  FileDialog();
  ~FileDialog();  // closes a dialog that is still open
  FileDialog(const FileDialog&) = delete;
  FileDialog& operator=(const FileDialog&) = delete;

  static bool available();  // asks the system once
  void askOpen(const std::string& folder);
  void askSave(const std::string& path);  // asks itself before a file is replaced
  bool asking() const { return dialog_ != nullptr; }
  // What the user chose, once; an empty text where the dialog was closed without a choice.
  std::optional<std::string> take();
  void close();

 private:
  struct Dialog;
  std::unique_ptr<Dialog> dialog_;
};

}  // namespace sispde::studio
