#pragma once
// OpenGL objects that free themselves. All need a current context, also when they end.

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace sispde::studio {

// Whether the processor does OpenGL's work: Mesa's drivers of that kind.
bool isEmulated();

// A compiled pair of shaders.
class Program {
 public:
  Program() = default;
  static Result<Program> make(std::string_view vertex, std::string_view fragment);
  Program(Program&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Program& operator=(Program&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Program();
  void use() const;
  void set(const char* name, float value) const;
  void set(const char* name, float x, float y) const;
  void set(const char* name, float x, float y, float z, float w) const;

 private:
  unsigned id_ = 0;
};

// An RGBA8 picture on the graphics side.
class Texture {
 public:
  Texture() = default;
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  ~Texture();
  // RGBA bytes, upper row first; empty: the size alone.
  void set(int width, int height, std::span<const std::uint32_t> pixels, bool smooth = false);
  unsigned id() const { return id_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  unsigned id_ = 0;
  int width_ = 0, height_ = 0;
};

// A texture that can be drawn into. OpenGL's rows begin below: show it upside down.
class Canvas {
 public:
  Canvas() = default;
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  ~Canvas();
  void resize(int width, int height);
  void bind() const;
  void copyTo(const Canvas& other) const;  // of the same size
  unsigned texture() const { return texture_.id(); }
  int width() const { return texture_.width(); }
  int height() const { return texture_.height(); }

 private:
  unsigned framebuffer_ = 0;
  Texture texture_;
};

}  // namespace sispde::studio
