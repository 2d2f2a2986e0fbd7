#include "app/studio/render/gl_objects.h"

#include <array>
#include <string>

#include <glad/gl.h>

namespace sispde::studio {
namespace {

Result<unsigned> compiled(unsigned kind, std::string_view text) {
  const unsigned shader = glCreateShader(kind);
  const char* data = text.data();
  const auto size = static_cast<int>(text.size());
  glShaderSource(shader, 1, &data, &size);
  glCompileShader(shader);
  int good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good != 0) return shader;
  std::array<char, 1024> log{};
  glGetShaderInfoLog(shader, log.size(), nullptr, log.data());
  glDeleteShader(shader);
  return failure({}, "A shader does not compile here ({})", log.data());
}

}  // namespace

bool isEmulated() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view renderer = name != nullptr ? name : "";
  for (const char* each : {"llvmpipe", "softpipe", "swrast", "SWR"})
    if (renderer.find(each) != std::string_view::npos) return true;
  return false;
}

Result<Program> Program::make(std::string_view vertex, std::string_view fragment) {
  SISPDE_TRY(const unsigned first, compiled(GL_VERTEX_SHADER, vertex));
  SISPDE_TRY(const unsigned second, compiled(GL_FRAGMENT_SHADER, fragment));
  Program program;
  program.id_ = glCreateProgram();
  glAttachShader(program.id_, first);
  glAttachShader(program.id_, second);
  glLinkProgram(program.id_);
  glDeleteShader(first);
  glDeleteShader(second);
  int good = 0;
  glGetProgramiv(program.id_, GL_LINK_STATUS, &good);
  if (good == 0) return failure({}, "The shaders do not fit together here");
  return program;
}

Program::~Program() {
  if (id_ != 0) glDeleteProgram(id_);
}

void Program::use() const {
  glUseProgram(id_);
}

void Program::set(const char* name, float value) const {
  glUniform1f(glGetUniformLocation(id_, name), value);
}

void Program::set(const char* name, float x, float y) const {
  glUniform2f(glGetUniformLocation(id_, name), x, y);
}

void Program::set(const char* name, float x, float y, float z, float w) const {
  glUniform4f(glGetUniformLocation(id_, name), x, y, z, w);
}

Texture::~Texture() {
  if (id_ != 0) glDeleteTextures(1, &id_);
}

void Texture::set(int width, int height, std::span<const std::uint32_t> pixels, bool smooth) {
  if (id_ == 0) glGenTextures(1, &id_);
  glBindTexture(GL_TEXTURE_2D, id_);
  const int filter = smooth ? GL_LINEAR : GL_NEAREST;
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  const void* data = pixels.empty() ? nullptr : pixels.data();
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  if (width == width_ && height == height_ && data != nullptr)
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, data);
  else
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
  width_ = width;
  height_ = height;
  glBindTexture(GL_TEXTURE_2D, 0);
}

Canvas::~Canvas() {
  if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
}

void Canvas::resize(int width, int height) {
  if (width == this->width() && height == this->height()) return;
  texture_.set(width, height, {});
  if (framebuffer_ == 0) glGenFramebuffers(1, &framebuffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void Canvas::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, width(), height());
}

void Canvas::copyTo(const Canvas& other) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, other.framebuffer_);
  glBlitFramebuffer(0, 0, width(), height(), 0, 0, width(), height(), GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace sispde::studio
