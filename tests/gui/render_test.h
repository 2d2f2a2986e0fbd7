#pragma once
// Tests of what OpenGL draws: a window without a display, and what is seen in it.

#include <gtest/gtest.h>
#include <imgui.h>

#include "app/studio/shell/window.h"
#include "tests/gui/plain_layers.h"

namespace sispde::studio {

// By OpenGL and by the processor: both must be the same picture.
class RenderTest : public testing::TestWithParam<GraphLayers::Nodes> {
 protected:
  static void SetUpTestSuite() {
    auto made = Window::open({.state = {320, 240}, .headless = true});
    ASSERT_TRUE(made.has_value()) << made.error().sentence();
    window = std::move(*made);
  }
  static void TearDownTestSuite() { window.reset(); }

  // A texture as the graph's window shows it: pixel by pixel, over the ground.
  static Pixels shown(unsigned texture, ViewSize view, Colour ground) {
    constexpr float red[4] = {1, 0, 0, 1};  // would be seen where nothing is drawn
    const ImVec2 at{7, 5}, end{at.x + static_cast<float>(view.width), at.y + static_cast<float>(view.height)};
    window->beginFrame();
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddRectFilled(at, end, ground.packed());
    draw.AddImage(static_cast<ImTextureID>(texture), at, end);
    window->keepNextFrame();
    window->endFrame(red);
    const Picture& picture = window->picture();
    Pixels pixels;
    for (int y = 0; y < view.height; ++y)
      for (int x = 0; x < view.width; ++x) {
        const std::size_t i = (static_cast<std::size_t>(y + 5) * picture.width + x + 7) * 4;
        pixels.push_back({static_cast<double>(picture.pixels[i]), static_cast<double>(picture.pixels[i + 1]),
                          static_cast<double>(picture.pixels[i + 2])});
      }
    return pixels;
  }

  std::unique_ptr<GraphLayers> makeLayers() const {
    auto made = GraphLayers::make(GetParam());
    EXPECT_TRUE(made.has_value());
    return std::move(made).value_or(nullptr);
  }

  static Pixels drawWith(GraphLayers& layers, const LayersScene& scene) {
    layers.setPositions(scene.positions, scene.edges);
    layers.setOverlay(scene.overlay);
    layers.setDiscs(scene.discs);
    const unsigned texture = layers.draw(scene.camera, scene.view.width, scene.view.height, scene.style);
    return shown(texture, scene.view, {255, 0, 255});
  }
  Pixels draw(const LayersScene& scene) const { return drawWith(*makeLayers(), scene); }

  static inline std::unique_ptr<Window> window;
};

}  // namespace sispde::studio
