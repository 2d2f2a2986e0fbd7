#pragma once
// cairo's objects with owners, and colours as cairo takes them. cairo keeps errors in its objects: draw first, then ask
// for the status once.

#include <memory>

#include <cairo.h>

#include "app/studio/render/colour_map.h"

namespace sispde::studio {

struct CairoDelete {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_pattern_t* pattern) const { cairo_pattern_destroy(pattern); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
using CairoContext = std::unique_ptr<cairo_t, CairoDelete>;
using CairoSurface = std::unique_ptr<cairo_surface_t, CairoDelete>;
using CairoPattern = std::unique_ptr<cairo_pattern_t, CairoDelete>;

inline void setColour(cairo_t* cairo, Colour c) {
  cairo_set_source_rgba(cairo, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
}

// SVG and PDF, where every shape takes room in the file.
inline bool isVector(cairo_t* cairo) {
  return cairo_surface_get_type(cairo_get_target(cairo)) != CAIRO_SURFACE_TYPE_IMAGE;
}

// Saves the state of a context and brings it back at the end of the block.
class CairoState {
 public:
  explicit CairoState(cairo_t* cairo) : cairo_(cairo) { cairo_save(cairo_); }
  ~CairoState() { cairo_restore(cairo_); }
  CairoState(const CairoState&) = delete;
  CairoState& operator=(const CairoState&) = delete;

 private:
  cairo_t* cairo_;
};

}  // namespace sispde::studio
