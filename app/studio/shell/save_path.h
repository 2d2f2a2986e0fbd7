#pragma once
// The line that asks for a file to write: a path to type, the desktop's own dialog, and a question before a file is replaced.

#include <optional>
#include <string>
#include <string_view>

#include "app/studio/shell/file_dialog.h"
#include "app/studio/shell/theme.h"

namespace sispde::studio {

struct Document;

class SavePath {
 public:
  // What stands in the line until the user writes something else there.
  void suggest(const std::string& path);
  void forget();  // what the user wrote there
  // The path, once, when it is to be written. `ending` is added to a name without one; `button` says what is done.
  std::optional<std::string> draw(const Theme& theme, const char* button, const std::string& ending);
  void close();  // whoever drew it is closed

 private:
  std::optional<std::string> accepted(const std::string& path, bool sure);

  FileDialog dialog_;
  char path_[4096] = {};
  std::string suggested_;
  std::string replaced_;  // the path that is there already: a second press replaces it
  std::string told_;      // why nothing was written
};

// Where a file of the user's is suggested: beside the data, if they are in a folder that can be written to, otherwise
// among the user's documents.
std::string suggestedFolder(const std::string& data);
// A name without what file systems and shells take for something else.
std::string fileNameOf(const std::string& name);
// A file of what was made of these data: "…/cora-rewired.npz" for the ending "-rewired.npz".
std::string suggestedFile(const Document& document, std::string_view ending);
// The width of a menu in which a SavePath is drawn, before ImGui::BeginPopup.
void setSaveWidth(const Theme& theme);

}  // namespace sispde::studio
