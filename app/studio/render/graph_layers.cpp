#include "app/studio/render/graph_layers.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include <glad/gl.h>

namespace sispde {
extern const std::string_view edgeVertexShader, edgeFragmentShader, nodeVertexShader, nodeFragmentShader;
}

namespace sispde::studio {
namespace {

struct EdgeEnds {
  Point a, b;
};

void upload(unsigned buffer, const void* data, std::size_t bytes) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), data, GL_DYNAMIC_DRAW);
}

void attribute(unsigned index, int count, unsigned type, bool normalised, std::size_t stride,
               std::size_t offset) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, count, type, normalised ? GL_TRUE : GL_FALSE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(index, 1);
}

void setView(const Program& program, const Camera& camera, int width, int height) {
  program.use();
  program.set("camera", static_cast<float>(camera.x), static_cast<float>(camera.y),
              static_cast<float>(camera.scale), 0);
  program.set("view", static_cast<float>(width), static_cast<float>(height));
}

void setColour(const Program& program, const char* name, const Colour& colour) {
  program.set(name, static_cast<float>(colour.r) / 255, static_cast<float>(colour.g) / 255,
              static_cast<float>(colour.b) / 255, static_cast<float>(colour.a) / 255);
}

void plainBlending() {
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
}

}  // namespace

Result<std::unique_ptr<GraphLayers>> GraphLayers::make(Nodes nodes) {
  std::unique_ptr<GraphLayers> made(new GraphLayers());
  made->paints_ = nodes == Nodes::Processor || (nodes == Nodes::Auto && isEmulated());
  SISPDE_TRY(made->edgeProgram_, Program::make(edgeVertexShader, edgeFragmentShader));
  SISPDE_TRY(made->nodeProgram_, Program::make(nodeVertexShader, nodeFragmentShader));
  glGenVertexArrays(1, &made->edgeArray_);
  glGenVertexArrays(1, &made->nodeArray_);
  glGenVertexArrays(1, &made->overlayArray_);
  glGenBuffers(1, &made->edgeBuffer_);
  glGenBuffers(1, &made->overlayBuffer_);
  glGenBuffers(1, &made->nodeBuffer_);
  glBindVertexArray(made->edgeArray_);
  glBindBuffer(GL_ARRAY_BUFFER, made->edgeBuffer_);
  attribute(0, 4, GL_FLOAT, false, sizeof(EdgeEnds), 0);
  glBindVertexArray(made->overlayArray_);
  glBindBuffer(GL_ARRAY_BUFFER, made->overlayBuffer_);
  attribute(0, 4, GL_FLOAT, false, sizeof(OverlayEdge), offsetof(OverlayEdge, a));
  attribute(1, 4, GL_UNSIGNED_BYTE, true, sizeof(OverlayEdge), offsetof(OverlayEdge, colour));
  glBindVertexArray(made->nodeArray_);
  glBindBuffer(GL_ARRAY_BUFFER, made->nodeBuffer_);
  attribute(0, 2, GL_FLOAT, false, sizeof(Disc), offsetof(Disc, place));
  attribute(1, 1, GL_FLOAT, false, sizeof(Disc), offsetof(Disc, radius));
  attribute(2, 4, GL_UNSIGNED_BYTE, true, sizeof(Disc), offsetof(Disc, colour));
  attribute(3, 1, GL_UNSIGNED_BYTE, false, sizeof(Disc), offsetof(Disc, shape));
  glBindVertexArray(0);
  return made;
}

GraphLayers::~GraphLayers() {
  glDeleteVertexArrays(1, &edgeArray_);
  glDeleteVertexArrays(1, &overlayArray_);
  glDeleteVertexArrays(1, &nodeArray_);
  glDeleteBuffers(1, &edgeBuffer_);
  glDeleteBuffers(1, &overlayBuffer_);
  glDeleteBuffers(1, &nodeBuffer_);
}

void GraphLayers::setPositions(std::span<const Point> positions, std::span<const Edge> edges) {
  edgesStale_ = true;
  if (paints_) return painter_.setEdges(positions, edges);
  std::vector<EdgeEnds> ends;
  ends.reserve(edges.size());
  for (const Edge& edge : edges) ends.push_back({positions[edge.u], positions[edge.v]});
  upload(edgeBuffer_, ends.data(), ends.size() * sizeof(EdgeEnds));
  edgeCount_ = static_cast<int>(ends.size());
}

void GraphLayers::setOverlay(std::vector<OverlayEdge> edges) {
  if (edges.empty() && overlay_.empty()) return;
  overlay_ = std::move(edges);
  overlayStale_ = true;
  if (!paints_) upload(overlayBuffer_, overlay_.data(), overlay_.size() * sizeof(OverlayEdge));
}

void GraphLayers::setDiscs(std::vector<Disc> discs) {
  discs_ = std::move(discs);
  discsStale_ = true;
  if (!paints_) upload(nodeBuffer_, discs_.data(), discs_.size() * sizeof(Disc));
}

void GraphLayers::setPicture(int width, int height, std::span<const std::uint32_t> pixels) {
  picture_.set(width, height, pixels, true);
}

unsigned GraphLayers::draw(const Camera& camera, int width, int height, const GraphStyle& style) {
  const bool resized = width != size_.width || height != size_.height;
  if (edgesStale_ || resized || camera != drawnCamera_ || style != drawnStyle_) {
    size_ = {width, height};
    if (paints_)
      painter_.begin(camera, size_, {style.ground, style.edge, style.edgeWidth});
    else
      drawEdges(camera, style);
    paintedStale_ = paints_;
    edgesStale_ = false;
    overlayStale_ = true;
    drawnCamera_ = camera;
    drawnStyle_ = style;
  }
  if (paints_ && (std::exchange(paintedStale_, false) || !painter_.finished())) {
    painter_.advance();
    painter_.paint(edgePixels_);
    overlayStale_ = true;
  }
  if (std::exchange(overlayStale_, false)) {
    if (!overlay_.empty()) drawOverlay(camera, style);
    discsStale_ = true;
  }
  if (std::exchange(discsStale_, false)) {
    if (paints_)
      paintNodes(camera, style);
    else
      drawDiscs(camera, style);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return paints_ ? painted_.id() : whole_.texture();
}

void GraphLayers::drawEdges(const Camera& camera, const GraphStyle& style) {
  edges_.resize(size_.width, size_.height);
  whole_.resize(size_.width, size_.height);
  plainBlending();
  edges_.bind();
  const auto part = [](std::uint8_t value) { return static_cast<float>(value) / 255; };
  glClearColor(part(style.ground.r), part(style.ground.g), part(style.ground.b), 1);
  glClear(GL_COLOR_BUFFER_BIT);
  setView(edgeProgram_, camera, edges_.width(), edges_.height());
  edgeProgram_.set("width", style.edgeWidth);
  glBindVertexArray(edgeArray_);
  // One colour for all: there is no array of them.
  glVertexAttrib4f(1, part(style.edge.r), part(style.edge.g), part(style.edge.b), part(style.edge.a));
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, edgeCount_);
  glBindVertexArray(0);
}

void GraphLayers::drawOverlay(const Camera& camera, const GraphStyle& style) {
  if (paints_) {
    underPixels_ = edgePixels_;
    paintLines(overlay_, camera, size_, style.overlayWidth, underPixels_);
    return;
  }
  plainBlending();
  over_.resize(edges_.width(), edges_.height());
  edges_.copyTo(over_);
  over_.bind();
  setView(edgeProgram_, camera, over_.width(), over_.height());
  edgeProgram_.set("width", style.overlayWidth);
  glBindVertexArray(overlayArray_);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(overlay_.size()));
  glBindVertexArray(0);
}

void GraphLayers::drawDiscs(const Camera& camera, const GraphStyle& style) {
  plainBlending();
  under().copyTo(whole_);
  whole_.bind();
  setView(nodeProgram_, camera, whole_.width(), whole_.height());
  setColour(nodeProgram_, "rim", style.ground);
  setColour(nodeProgram_, "ring", style.ring);
  nodeProgram_.set("ringWidth", style.ringWidth);
  glBindVertexArray(nodeArray_);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(discs_.size()));
  glBindVertexArray(0);
}

void GraphLayers::paintNodes(const Camera& camera, const GraphStyle& style) {
  pixels_ = overlay_.empty() ? edgePixels_ : underPixels_;
  paintDiscs(discs_, camera, size_, {style.ground, style.ring, style.ringWidth}, pixels_);
  painted_.set(size_.width, size_.height, pixels_, true);
}

}  // namespace sispde::studio
