#pragma once
// The look of the program: two palettes, and what they mean to Dear ImGui and ImPlot. All sizes are at scale 1.

#include <imgui.h>

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

ImU32 packed(const ImVec4& colour, float alpha = 1);

}  // namespace sispde::studio
