#pragma once
// One table of all that can be done by name: it feeds the menus, the command palette, the shortcuts and the list of keys.

#include <functional>
#include <string>
#include <vector>

#include <imgui.h>

#include "app/studio/shell/theme.h"

namespace sispde::studio {

struct Action {
  const char* menu;         // the menu that it stands in
  std::string words;        // as in the menu
  ImGuiKeyChord chord = 0;  // 0: none
  std::function<void()> run;
  std::function<bool()> enabled = [] { return true; };
  std::function<bool()> checked = [] { return false; };
  std::string help = {};                    // a sentence, for its tooltip
  std::function<std::string()> shown = {};  // what the menu says now, where that changes
  bool repeats = false;                     // while the key is held
  std::string submenu = {};                 // of that menu; its entries follow each other. Empty: none
  std::string label = {};                   // in the menu; empty: the words
  bool listed = true;                       // among the keys: it is there at every start
  std::function<std::string()> missing =
      {};  // why it is not enabled, in some words; empty: no reason is known
};

// Runs the actions whose chords were pressed: those without Ctrl or Alt not while text is typed or a menu is open, and
// not those that move in a window by keys.
class Shortcuts {
 public:
  // Once per frame, after all windows; `none`: keys mean something else now.
  void run(const std::vector<Action>& actions, bool none);

 private:
  bool pressed(const Action& action);
  // Of the frame before: a menu is closed, and a focus gone, before the key that did it gets here.
  bool menu_ = false, focus_ = false, key_ = false;
  bool typed_ = false;  // the key that is held types something: its place on the keyboard says nothing
};
void drawMenus(const Theme& theme, const std::vector<Action>& actions);

// The actions that a text fits, best first: all of the text somewhere in menu and words, or each of its words in any order, or, where
// nothing else fits, its letters one after the other.
std::vector<const Action*> fittingActions(const std::vector<Action>& actions, const std::string& text);

// The command palette: a line to type into and the actions that fit it. See palette.cpp.
class CommandPalette {
 public:
  void open() { opening_ = true; }
  void draw(const Theme& theme, const std::vector<Action>& actions);

 private:
  const Action* list(const Theme& theme, const std::vector<const Action*>& fitting, bool moved);

  bool opening_ = false;
  char text_[64] = {};
  int chosen_ = 0;
};

}  // namespace sispde::studio
