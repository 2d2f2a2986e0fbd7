#pragma once
// Where the files of a user belong, by the XDG base directory specification. The folders need not be there yet.

#include <string>

namespace sispde {

// Each ends with "/sispde", or is empty where neither the variable nor HOME names an absolute path; the program then goes without.
struct UserFolders {
  std::string config;  // settings: $XDG_CONFIG_HOME or ~/.config
  std::string data;    // $XDG_DATA_HOME or ~/.local/share
  std::string state;   // autosaves: $XDG_STATE_HOME or ~/.local/state
  std::string cache;   // what can be made anew: $XDG_CACHE_HOME or ~/.cache
};

UserFolders userFolders();

// Where eigenpairs are kept, when the user allows it: below the cache; empty where there is none.
std::string eigenpairsFolder(const UserFolders& folders = userFolders());

// Where the user keeps documents: what the desktop's user-dirs.dirs says, ~/Documents, or the home folder; empty without one.
std::string documentsFolder();

}  // namespace sispde
