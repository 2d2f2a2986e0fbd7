#pragma once
// Small figures with known places, and pictures read back from files.

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <png.h>

#include "app/studio/figure/figure.h"
#include "core/graph/graph_builder.h"

namespace sispde::studio {

// Three nodes on a line, 100 points apart, the second a hub that the third lies upon when `overlap` is set.
inline GraphFigure threeNodes(bool overlap = false) {
  GraphFigure figure;
  figure.graph = buildGraph(3, std::vector<Edge>{{0, 1}, {1, 2}}).graph;
  figure.frame.title = "Ρυθμός & <noise>";
  figure.frame.plot = {320, 160};
  figure.positions = {{-1, 0}, {0, 0}, {overlap ? 0.0f : 1.0f, 0}};
  figure.nodeColours = {{200, 30, 40}, {20, 160, 90}, {60, 80, 210}};
  figure.radii = {6, 8, 8};
  figure.camera = {0, 0, 100};
  figure.edges = plainEdges(figure.graph, figure.frame.colours);
  return figure;
}

inline std::string bytesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct ReadPicture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;

  Colour at(double x, double y) const {
    const auto i =
        4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    return {rgba.at(i), rgba.at(i + 1), rgba.at(i + 2), rgba.at(i + 3)};
  }
};

inline ReadPicture readPicture(const std::string& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  ReadPicture picture;
  if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
    ADD_FAILURE() << image.message;
    return picture;
  }
  image.format = PNG_FORMAT_RGBA;
  picture.rgba.resize(PNG_IMAGE_SIZE(image));
  picture.width = static_cast<int>(image.width);
  picture.height = static_cast<int>(image.height);
  EXPECT_NE(png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr), 0) << image.message;
  return picture;
}

}  // namespace sispde::studio
