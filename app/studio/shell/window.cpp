#include "app/studio/shell/window.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#define GLAD_GL_IMPLEMENTATION
#include <glad/gl.h>
// clang-format off: GLFW after the OpenGL loader.
#include <GLFW/glfw3.h>
// clang-format on
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <implot.h>

namespace sispde::studio {
namespace {

std::string lastProblem() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "no reason was given";
}

// On the largest monitor; as it is where there is none.
void limit(WindowState& state) {
  int count = 0, width = 0, height = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int x = 0, y = 0, w = 0, h = 0;
    float scale = 1, ignored = 1;
    glfwGetMonitorWorkarea(monitors[i], &x, &y, &w, &h);
    glfwGetMonitorContentScale(monitors[i], &scale, &ignored);
    width = std::max(width, static_cast<int>(static_cast<float>(w) / std::max(scale, 0.5f)));
    height = std::max(height, static_cast<int>(static_cast<float>(h) / std::max(scale, 0.5f)));
  }
  if (width > 0 && height > 0) {
    state.width = std::min(state.width, width);
    state.height = std::min(state.height, height);
  }
}

Window* ownerOf(GLFWwindow* window) {
  return static_cast<Window*>(glfwGetWindowUserPointer(window));
}

}  // namespace

Result<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
  std::unique_ptr<Window> made(new Window());
  made->headless_ = options.headless;
  if (options.headless) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
  if (!glfwInit())
    return failure({}, "No window can be opened ({}); without a display, use --headless", lastProblem());
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  if (options.headless)
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
  else
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  WindowState state = options.state;
  if (options.fits) limit(state);
  glfwWindowHint(GLFW_MAXIMIZED, state.maximised ? GLFW_TRUE : GLFW_FALSE);
  made->window_ = glfwCreateWindow(state.width, state.height, "SISPDE Studio", nullptr, nullptr);
  if (made->window_ == nullptr)
    return failure({}, "OpenGL 3.3 is not to be had here ({}); the command line sispde needs none",
                   lastProblem());
  glfwMakeContextCurrent(made->window_);
  glfwGetFramebufferSize(made->window_, &made->surfaceWidth_, &made->surfaceHeight_);
  if (gladLoadGL(glfwGetProcAddress) == 0)
    return failure({}, "The functions of OpenGL 3.3 could not be loaded; the command line sispde needs none");
  glfwSwapInterval(options.headless ? 0 : 1);
  ImGui::CreateContext();
  ImPlot::CreateContext();
  made->contexts_ = true;
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigDpiScaleFonts = false;  // the theme scales
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  made->settingsFile_ = options.settingsFile;
  io.IniFilename = made->settingsFile_.empty() ? nullptr : made->settingsFile_.c_str();
  made->watchEvents();
  ImGui_ImplGlfw_InitForOpenGL(made->window_, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  return made;
}

Window::~Window() {
  canvas_.reset();
  if (contexts_) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImPlot::DestroyContext();
    ImGui::DestroyContext();
  }
  if (window_ != nullptr) glfwDestroyWindow(window_);
  glfwTerminate();
}

// Set before ImGui's own, which call them on.
void Window::watchEvents() {
  glfwSetWindowUserPointer(window_, this);
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    ownerOf(window)->dropped_.insert(ownerOf(window)->dropped_.end(), paths, paths + count);
    ownerOf(window)->input_ = true;
  });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double, double) { ownerOf(w)->input_ = true; });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int, int, int) { ownerOf(w)->input_ = true; });
  glfwSetScrollCallback(window_, [](GLFWwindow* w, double, double) { ownerOf(w)->input_ = true; });
  glfwSetKeyCallback(window_, [](GLFWwindow* w, int, int, int, int) { ownerOf(w)->input_ = true; });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int) { ownerOf(w)->input_ = true; });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int) { ownerOf(w)->input_ = true; });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { ownerOf(w)->input_ = true; });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { ownerOf(w)->input_ = true; });
}

void Window::drop(const std::string& path) {
  const GLFWdropfun called = glfwSetDropCallback(window_, nullptr);
  glfwSetDropCallback(window_, called);
  const char* paths[] = {path.c_str()};
  if (called != nullptr) called(window_, 1, paths);
}

bool Window::closing() const {
  return glfwWindowShouldClose(window_) != 0;
}

void Window::close() {
  glfwSetWindowShouldClose(window_, GLFW_TRUE);
}

void Window::stay() {
  glfwSetWindowShouldClose(window_, GLFW_FALSE);
}

float Window::contentScale() const {
  float x = 1, y = 1;
  if (!headless_) glfwGetWindowContentScale(window_, &x, &y);
  return std::clamp(std::max(x, y), 0.5f, 4.0f);
}

WindowState Window::state(const WindowState& before) const {
  WindowState now = before;
  now.maximised = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) != 0;
  if (now.maximised || glfwGetWindowAttrib(window_, GLFW_ICONIFIED) != 0) return now;
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  const float scale = contentScale();
  const auto side = [&](int pixels, int least) {
    return std::clamp(static_cast<int>(std::lround(static_cast<float>(pixels) / scale)), least,
                      WindowState::largestSide);
  };
  now.width = side(width, WindowState::smallestWidth);
  now.height = side(height, WindowState::smallestHeight);
  return now;
}

std::string Window::rendererName() const {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name != nullptr ? name : "unknown";
}

void Window::events(double seconds) {
  if (seconds > 0 && headless_)  // the null platform has no events to wait for
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  else if (seconds > 0)
    glfwWaitEventsTimeout(seconds);
  else
    glfwPollEvents();
}

void Window::wake() {
  glfwPostEmptyEvent();
}

void Window::beginFrame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void Window::endFrame(const float ground[4]) {
  ImGui::Render();
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  bindSurface(width, height);
  glClearColor(ground[0], ground[1], ground[2], 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (std::exchange(keeping_, false)) keepPicture();
  glfwSwapBuffers(window_);
  // Nothing else holds frames back there: they would pile up, and the next texture would wait for all of them.
  if (headless_) glFinish();
}

void Window::bindSurface(int width, int height) {
  if (headless_ && (width != surfaceWidth_ || height != surfaceHeight_)) {
    if (!canvas_) canvas_ = std::make_unique<Canvas>();
    canvas_->resize(width, height);
    canvas_->bind();
  } else {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
  }
}

void Window::keepPicture() {
  Picture picture;
  glfwGetFramebufferSize(window_, &picture.width, &picture.height);
  const auto row = static_cast<std::size_t>(picture.width) * 4;
  picture.pixels.resize(row * static_cast<std::size_t>(picture.height));
  bindSurface(picture.width, picture.height);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, picture.width, picture.height, GL_RGBA, GL_UNSIGNED_BYTE, picture.pixels.data());
  for (int y = 0; y < picture.height / 2; ++y)
    std::swap_ranges(picture.pixels.begin() + static_cast<std::ptrdiff_t>(y * row),
                     picture.pixels.begin() + static_cast<std::ptrdiff_t>((y + 1) * row),
                     picture.pixels.begin() + static_cast<std::ptrdiff_t>((picture.height - 1 - y) * row));
  for (std::size_t i = 3; i < picture.pixels.size(); i += 4) picture.pixels[i] = 255;
  picture_ = std::move(picture);
}

}  // namespace sispde::studio
