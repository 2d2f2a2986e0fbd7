#pragma once
// The look of the program: two palettes, and what they mean to Dear ImGui and ImPlot. All sizes are at scale 1.

#include <imgui.h>

#include "app/studio/render/colour_map.h"

namespace sispde::studio {

enum class ThemeKind { Light, Dark };

struct Palette {
  ImVec4 ground, panel, raised;
  ImVec4 line, text, quiet;
  ImVec4 accent, onAccent;
  ImVec4 good, warning, bad;
};

struct Fonts {
  ImFont *text = nullptr, *bold = nullptr;
};

struct Theme {
  ThemeKind kind = ThemeKind::Dark;
  Palette palette;
  Fonts fonts;
  float scale = 1;  // of the monitor times the font slider

  bool dark() const { return kind == ThemeKind::Dark; }
  float px(float size) const { return size * scale; }
  float textSize() const { return 15; }
  float captionSize() const { return 12.5f; }
};

// Adds the embedded fonts to the present context; once.
Fonts loadFonts();
// Sets the styles of the present contexts.
void applyTheme(Theme& theme);

// While it lives, windows that begin float: the raised ground with a line around it, and on that ground frames that sink in and buttons
// that stand out.
class FloatingLook {
 public:
  explicit FloatingLook(const Theme& theme);
  ~FloatingLook();
  FloatingLook(const FloatingLook&) = delete;
  FloatingLook& operator=(const FloatingLook&) = delete;

 private:
  int colours_ = 0;
};

ImU32 packed(const ImVec4& colour, float alpha = 1);
// With an opacity of its own.
Colour colourOf(const ImVec4& colour, double alpha = 1);

}  // namespace sispde::studio
