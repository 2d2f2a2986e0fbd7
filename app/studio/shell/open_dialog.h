#pragma once
// The window that asks what to open: a path, the desktop's own dialog, recent ones, examples, and the data sets on this machine.

#include <optional>
#include <string>
#include <vector>

#include "app/studio/shell/examples.h"
#include "app/studio/shell/file_dialog.h"
#include "app/studio/shell/theme.h"

namespace sispde::studio {

class OpenDialog {
 public:
  bool open = false;
  // What the user wants to see, once.
  std::optional<std::string> draw(const Theme& theme, const std::vector<std::string>& recent,
                                  const std::string& dataDir);

 private:
  void look(const std::string& dataDir);
  std::string lists(const Theme& theme, const std::vector<std::string>& recent);

  FileDialog dialog_;
  char path_[1024] = {};
  std::vector<std::string> found_;  // names of data sets, looked up when the window appears
};

}  // namespace sispde::studio
