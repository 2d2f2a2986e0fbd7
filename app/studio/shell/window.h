#pragma once
// The window and its OpenGL 3.3 context, with Dear ImGui on top. Headless, it is GLFW's null platform with an EGL context: no display
// is needed, and the same frames are drawn.

#include <memory>
#include <string>
#include <vector>

#include "app/studio/render/gl_objects.h"
#include "app/studio/workspace/settings.h"
#include "core/base/result.h"

struct GLFWwindow;

namespace sispde::studio {

struct WindowOptions {
  WindowState state;
  bool fits = false;  // no larger than the largest monitor: it may have been left on another one
  bool headless = false;
  std::string settingsFile;  // of ImGui's arrangement; empty: none is read or written
};

// RGBA, eight bits each, the upper row first.
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
};

class Window {
 public:
  static Result<std::unique_ptr<Window>> open(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  GLFWwindow* handle() const { return window_; }
  bool closing() const;
  void close();
  void stay();  // takes a close back
  float contentScale() const;
  // As it is now, to be opened so again; while it is maximised or iconified, the size is that of `before`.
  WindowState state(const WindowState& before) const;
  std::string rendererName() const;  // of OpenGL

  // Handles events; waits for them at most so long (0: not at all).
  void events(double seconds);
  // Wakes a waiting events(), from any thread.
  static void wake();
  void drop(const std::string& path);  // calls what the desktop calls when a file is dropped
  std::vector<std::string> takeDropped() { return std::exchange(dropped_, {}); }
  bool takeInput() { return std::exchange(input_, false); }

  void beginFrame();
  // Draws what ImGui has, over the ground colour.
  void endFrame(const float ground[4]);
  // The next frame is kept as a picture: once it has been shown, OpenGL may have anything in its place.
  void keepNextFrame() { keeping_ = true; }
  const Picture& picture() const { return picture_; }  // of the frame that was kept last

 private:
  Window() = default;
  void watchEvents();
  void bindSurface(int width, int height);
  void keepPicture();

  GLFWwindow* window_ = nullptr;
  std::vector<std::string> dropped_;
  std::string settingsFile_;
  bool input_ = true;
  bool headless_ = false, contexts_ = false, keeping_ = false;
  Picture picture_;
  // Without a display OpenGL's own surface keeps the size it was made with: windows of another size are drawn here.
  int surfaceWidth_ = 0, surfaceHeight_ = 0;
  std::unique_ptr<Canvas> canvas_;
};

}  // namespace sispde::studio
