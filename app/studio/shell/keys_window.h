#pragma once
// The window of all keys: what each does, and a click to give an action another chord.

#include <map>
#include <string>

#include "app/studio/shell/actions.h"
#include "app/studio/shell/theme.h"

namespace sispde::studio {

// Gives the actions the chords that the user set; a text that is no chord is passed over.
void rebind(std::vector<Action>& actions, const std::map<std::string, std::string>& keys);

// Takes out what is no chord; the words of those actions.
std::vector<std::string> withoutUnknown(std::map<std::string, std::string>& keys);

class KeysWindow {
 public:
  bool open = false;
  // Changes `keys`, the user's chords by the words of their actions.
  void draw(const Theme& theme, const std::vector<Action>& actions, std::map<std::string, std::string>& keys);
  // A chord is being asked for: no action may run by it.
  bool asking() const { return open && !asked_.empty(); }

 private:
  void listen(const std::vector<Action>& actions, std::map<std::string, std::string>& keys);

  std::string asked_;  // words of the action that gets the next chord
  std::string told_;   // what the last change did
};

}  // namespace sispde::studio
