#pragma once
// The few widgets that Dear ImGui has not, in the program's look.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/studio/shell/theme.h"

namespace sispde::studio {

// Where the content of the window ends, as a cursor position.
float rightEdge();
void caption(const Theme& theme, const std::string& text);  // small and quiet, wrapped
void tooltip(const Theme& theme, const std::string& text);  // of the last item, wrapped
// As many of the pieces as fit into a line, with dots between them; the first one always.
std::string asManyAsFit(const std::vector<std::string>& pieces, float width);
// A quiet name on the left, its value on the right.
void keyValue(const Theme& theme, const std::string& name, const std::string& value);
// A pill that can be chosen. Follows the last one in its row, or begins a new row where it does not fit.
// A chosen one has the accent colour, or another that means something.
bool chip(const Theme& theme, const char* label, bool chosen, bool first, const ImVec4* colour = nullptr);
// A chip that opens a list; the index that was chosen now.
std::optional<int> listChip(const Theme& theme, const char* id, int current,
                            std::span<const char* const> items, bool first, const std::string& help);
// A quiet name on the left, a list on the right; the index that was chosen now.
std::optional<int> choice(const Theme& theme, const char* name, int current,
                          std::span<const char* const> items, const char* help);
// Begins a small window, in a FloatingLook, in the upper middle of the program's and never beyond it, as wide as `width`; as high as its
// content (0) or as `height` until the user changes it. Esc closes it, unless it means something else there (`esc`).
// ImGui::End() ends it, whatever is returned.
bool beginDialog(const Theme& theme, const char* title, bool& open, float width = 420, float height = 0,
                 bool esc = true);
// The width of a button behind another item, with the space between them.
float buttonRoom(const char* label);
// Begins a bar, in a FloatingLook, under the menus with a dot in a colour that says how grave it is; ImGui::End() ends it, whatever is returned.
bool beginBanner(const Theme& theme, const char* id, const ImVec4& colour);
// The banner's sentence, cut where `buttons` (their width) begin; the whole of it is in its tooltip.
void bannerText(const Theme& theme, const std::string& text, float buttons);
// In place of numbers that are being prepared; where the user cancelled that, a button that asks for them again. True when it was pressed.
bool preparing(const Theme& theme, bool stopped, const char* words = "being prepared");
// Pales what was drawn between two corners: it is being computed anew.
void dim(const Theme& theme, ImVec2 from, ImVec2 to);
void dimOn(ImVec4 ground, ImVec2 from, ImVec2 to);  // on another ground than a panel's
// A button in the accent colour.
bool primaryButton(const Theme& theme, const char* label);

struct SliderSpec {
  const char *symbol, *name, *help;
  double low, high;  // of the track; typed values may lie outside, within [least, most]
  double least, most;
  double reset;        // by double-click
  bool whole = false;  // whole numbers alone
};
struct SliderChange {
  std::optional<double> value;  // that it should have now
  bool ended = false;           // the gesture is over
  bool reset = false;           // by a double click, whose first click has moved it already
  std::string refused;          // why what was typed was not taken, or not as it stood; for Studio::typed
};
// Both have the rules of all sliders: drag, type and Enter, double-click, and arrow keys, which step by 1 % (with Shift 10 %) of the value
// where the track is logarithmic, and of the track where it is linear.
SliderChange logSlider(const Theme& theme, const SliderSpec& spec, double value);
SliderChange linearSlider(const Theme& theme, const SliderSpec& spec, double value);

// What a track stands for, from `left` on so many pixels wide.
struct Track {
  double low = 0, high = 1, reset = 0;
  float left = 0, width = 1;
  bool logarithmic = false, whole = false;
};
// The same rules, but for typing, for what was submitted last: a button with ImGuiButtonFlags_EnableNav, such as a line in a plot.
SliderChange trackChange(const Track& track, double value);
// A number to type into, as plain text until it is clicked; Enter takes it.
struct TypedSpec {
  const char* id;
  double least, most;
  std::string help;
  bool whole = false;
};
SliderChange typedNumber(const Theme& theme, const TypedSpec& spec, const std::string& shown);

// A window that is open and not behind another tab, as of the frame before.
bool isSeen(const std::string& title);

std::string fixed(double value, int digits);            // "0.14"; never "-0.00"
std::string significant(double value, int digits = 3);  // "1.50", "0.0123", "4.00"

}  // namespace sispde::studio
