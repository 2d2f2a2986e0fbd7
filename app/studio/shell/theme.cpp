#include "app/studio/shell/theme.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <implot.h>

namespace sispde {
extern const std::string_view dejaVuSans, dejaVuSansBold;
}

namespace sispde::studio {
namespace {

ImVec4 hex(unsigned rgb) {
  return {static_cast<float>((rgb >> 16) & 255) / 255, static_cast<float>((rgb >> 8) & 255) / 255,
          static_cast<float>(rgb & 255) / 255, 1};
}

ImVec4 faded(ImVec4 colour, float alpha) {
  colour.w = alpha;
  return colour;
}

ImVec4 between(const ImVec4& a, const ImVec4& b, float t) {
  return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z), a.w + t * (b.w - a.w)};
}

Palette paletteOf(ThemeKind kind) {
  if (kind == ThemeKind::Light)
    return {hex(0xF4F4F1), hex(0xFFFFFF), hex(0xFAFAF8), hex(0xDEDEDA), hex(0x1E2226), hex(0x6A717B),
            hex(0x2B66C9), hex(0xFFFFFF), hex(0x2E7D5B), hex(0xB7791F), hex(0xB3401E)};
  return {hex(0x15171A), hex(0x1C1F23), hex(0x23272C), hex(0x2E3238), hex(0xE7E9EC), hex(0x99A1AC),
          hex(0x79AEFF), hex(0x0E1116), hex(0x63C297), hex(0xE0B252), hex(0xF0825C)};
}

ImFont* embedded(std::string_view bytes) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  // The atlas takes no const pointer, and writes nothing where it does not own the bytes.
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(bytes.data()),
                                                    static_cast<int>(bytes.size()), 15, &config);
}

void setColours(ImGuiStyle& style, const Palette& p) {
  const auto set = [&](ImGuiCol which, const ImVec4& colour) { style.Colors[which] = colour; };
  const ImVec4 hovered = between(p.raised, p.line, 0.6f), none = faded(p.panel, 0);
  set(ImGuiCol_Text, p.text);
  set(ImGuiCol_TextDisabled, p.quiet);
  set(ImGuiCol_WindowBg, p.panel);
  set(ImGuiCol_ChildBg, none);
  set(ImGuiCol_PopupBg, p.raised);
  set(ImGuiCol_Border, p.line);
  set(ImGuiCol_BorderShadow, none);
  set(ImGuiCol_FrameBg, p.raised);
  set(ImGuiCol_FrameBgHovered, hovered);
  set(ImGuiCol_FrameBgActive, hovered);
  set(ImGuiCol_TitleBg, p.panel);
  set(ImGuiCol_TitleBgActive, p.panel);
  set(ImGuiCol_TitleBgCollapsed, p.panel);
  set(ImGuiCol_MenuBarBg, p.panel);
  set(ImGuiCol_ScrollbarBg, none);
  set(ImGuiCol_ScrollbarGrab, p.line);
  set(ImGuiCol_ScrollbarGrabHovered, p.quiet);
  set(ImGuiCol_ScrollbarGrabActive, p.quiet);
  set(ImGuiCol_CheckMark, p.accent);
  set(ImGuiCol_CheckboxSelectedBg, faded(p.accent, 0.16f));
  set(ImGuiCol_InputTextCursor, p.text);
  set(ImGuiCol_SliderGrab, p.accent);
  set(ImGuiCol_SliderGrabActive, p.accent);
  set(ImGuiCol_Button, p.raised);
  set(ImGuiCol_ButtonHovered, hovered);
  set(ImGuiCol_ButtonActive, p.line);
  set(ImGuiCol_Header, faded(p.accent, 0.16f));
  set(ImGuiCol_HeaderHovered, faded(p.accent, 0.12f));
  set(ImGuiCol_HeaderActive, faded(p.accent, 0.24f));
  set(ImGuiCol_Separator, p.line);
  set(ImGuiCol_SeparatorHovered, p.accent);
  set(ImGuiCol_SeparatorActive, p.accent);
  set(ImGuiCol_ResizeGrip, none);
  set(ImGuiCol_ResizeGripHovered, p.line);
  set(ImGuiCol_ResizeGripActive, p.accent);
  set(ImGuiCol_Tab, p.panel);
  set(ImGuiCol_TabHovered, hovered);
  set(ImGuiCol_TabSelected, p.raised);
  set(ImGuiCol_TabSelectedOverline, p.accent);
  set(ImGuiCol_TabDimmed, p.panel);
  set(ImGuiCol_TabDimmedSelected, p.raised);
  set(ImGuiCol_TabDimmedSelectedOverline, p.line);
  set(ImGuiCol_DockingPreview, faded(p.accent, 0.35f));
  set(ImGuiCol_DockingEmptyBg, p.ground);
  set(ImGuiCol_TableHeaderBg, p.raised);
  set(ImGuiCol_TableBorderStrong, p.line);
  set(ImGuiCol_TableBorderLight, p.line);
  set(ImGuiCol_TableRowBg, none);
  set(ImGuiCol_TableRowBgAlt, faded(p.text, 0.04f));
  set(ImGuiCol_TextSelectedBg, faded(p.accent, 0.3f));
  set(ImGuiCol_TextLink, p.accent);
  set(ImGuiCol_TreeLines, p.line);
  set(ImGuiCol_PlotLines, p.accent);
  set(ImGuiCol_PlotLinesHovered, p.accent);
  set(ImGuiCol_PlotHistogram, p.accent);
  set(ImGuiCol_PlotHistogramHovered, p.accent);
  set(ImGuiCol_DragDropTarget, p.accent);
  set(ImGuiCol_DragDropTargetBg, faded(p.accent, 0.12f));
  set(ImGuiCol_UnsavedMarker, p.text);
  set(ImGuiCol_NavWindowingHighlight, p.accent);
  set(ImGuiCol_NavWindowingDimBg, faded(p.ground, 0.6f));
  set(ImGuiCol_NavCursor, p.accent);
  set(ImGuiCol_ModalWindowDimBg, faded(p.ground, 0.6f));
}

void setPlotColours(ImPlotStyle& style, const Palette& p) {
  const auto set = [&](ImPlotCol which, const ImVec4& colour) { style.Colors[which] = colour; };
  set(ImPlotCol_FrameBg, faded(p.panel, 0));
  set(ImPlotCol_PlotBg, faded(p.panel, 0));
  set(ImPlotCol_PlotBorder, faded(p.line, 0));
  set(ImPlotCol_LegendBg, faded(p.raised, 0.9f));
  set(ImPlotCol_LegendBorder, p.line);
  set(ImPlotCol_LegendText, p.text);
  set(ImPlotCol_TitleText, p.text);
  set(ImPlotCol_InlayText, p.quiet);
  set(ImPlotCol_AxisText, p.quiet);
  set(ImPlotCol_AxisGrid, p.line);
  set(ImPlotCol_AxisTick, p.line);
  set(ImPlotCol_AxisBg, faded(p.panel, 0));
  set(ImPlotCol_AxisBgHovered, faded(p.accent, 0.08f));
  set(ImPlotCol_AxisBgActive, faded(p.accent, 0.12f));
  set(ImPlotCol_Selection, p.accent);
  set(ImPlotCol_Crosshairs, p.quiet);
}

}  // namespace

ImU32 packed(const ImVec4& colour, float alpha) {
  return ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, colour.w * alpha});
}

Fonts loadFonts() {
  return {embedded(dejaVuSans), embedded(dejaVuSansBold)};
}

void applyTheme(Theme& theme) {
  theme.palette = paletteOf(theme.kind);
  ImGuiStyle style;
  style.WindowPadding = {12, 8};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {4, 3};
  style.ScrollbarSize = 10;
  style.GrabMinSize = 12;
  style.WindowRounding = 6;
  style.ChildRounding = 6;
  style.FrameRounding = 6;
  style.PopupRounding = 6;
  style.GrabRounding = 6;
  style.ScrollbarRounding = 6;
  style.TabRounding = 4;
  style.WindowBorderSize = 0;
  style.FrameBorderSize = 0;
  style.PopupBorderSize = 1;
  style.DockingSeparatorSize = 1;
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.HoverDelayNormal = 0.5f;
  setColours(style, theme.palette);
  style.ScaleAllSizes(theme.scale);
  style.FontScaleMain = theme.scale;
  style.FontSizeBase = theme.textSize();
  ImGui::GetStyle() = style;
  ImPlotStyle plot;
  setPlotColours(plot, theme.palette);
  plot.PlotPadding = {theme.px(6), theme.px(6)};
  plot.LabelPadding = {theme.px(4), theme.px(3)};
  plot.PlotBorderSize = 0;
  plot.MinorAlpha = 0;
  plot.MajorTickLen = {0, 0};
  plot.MinorTickLen = {0, 0};
  plot.PlotMinSize = {theme.px(80), theme.px(40)};
  ImPlot::GetStyle() = plot;
}

FloatingLook::FloatingLook(const Theme& theme) {
  const Palette& p = theme.palette;
  const auto push = [&](ImGuiCol which, const ImVec4& colour) {
    ImGui::PushStyleColor(which, colour);
    ++colours_;
  };
  for (const ImGuiCol ground :
       {ImGuiCol_WindowBg, ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed})
    push(ground, p.raised);
  push(ImGuiCol_FrameBg, p.panel);
  push(ImGuiCol_Button, p.line);
  push(ImGuiCol_ButtonHovered, between(p.line, p.quiet, 0.2f));
  push(ImGuiCol_ButtonActive, between(p.line, p.quiet, 0.35f));
  const float line = ImGui::GetStyle().PopupBorderSize;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, line);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, line);
}

FloatingLook::~FloatingLook() {
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor(colours_);
}

Colour colourOf(const ImVec4& c, double alpha) {
  const auto part = [](float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255));
  };
  return {part(c.x), part(c.y), part(c.z), part(static_cast<float>(alpha))};
}

}  // namespace sispde::studio
