#include "core/layout/layout.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/parallel.h"
#include "core/layout/layout_parts.h"

namespace sispde {
namespace {

constexpr std::size_t smallSize = 64;  // nodes of a component that is drawn at once; the largest always moves
constexpr float farthest = 1e7f;       // coordinates beyond it are taken for a mistake

bool isPlace(Point p) {
  return std::abs(p.x) <= farthest && std::abs(p.y) <= farthest;  // false for NaN
}

Result<void> checkPin(const Graph& graph, NodeId node, Point place) {
  if (node < 0 || node >= graph.nodeCount())
    return usageError("Node {} cannot be pinned; the graph has the nodes 0 to {}", node,
                      graph.nodeCount() - 1);
  if (!isPlace(place))
    return usageError("Node {} is pinned at ({}, {}); coordinates must be numbers from -{:.0e} to {:.0e}",
                      node, place.x, place.y, farthest, farthest);
  return {};
}

// Sunflower seeds: an even disc without two equal places.
std::vector<Point> spiral(std::size_t count) {
  std::vector<Point> points(count);
  constexpr double golden = 2.399963229728653;  // radians
  for (std::size_t i = 0; i < count; ++i) {
    const double r = 0.5 * std::sqrt(static_cast<double>(i) + 0.5), angle = golden * static_cast<double>(i);
    points[i] = {static_cast<float>(r * std::cos(angle)), static_cast<float>(r * std::sin(angle))};
  }
  return points;
}

}  // namespace

Result<void> checkOptions(const LayoutOptions& options) {
  if (options.iterations < 1 || options.iterations > 100000)
    return usageError("The number of iterations is {}; it must be from 1 to 100000", options.iterations);
  if (!(options.theta >= 0.2 && options.theta <= 2))
    return usageError("theta is {}; it must be from 0.2 to 2", options.theta);
  if (!(options.stillness >= 0 && options.stillness <= 1))
    return usageError("stillness is {}; it must be from 0 to 1", options.stillness);
  return {};
}

struct Layout::State {
  Graph graph;
  LayoutOptions options;
  std::vector<Point> start;
  std::map<NodeId, Point> pins;
  bool prepared = false;
  std::vector<LayoutPart> parts;
  std::vector<NodeId> partOf, placeIn;  // of each node: its part, and its place there

  void split();
  bool prepare(const Progress& progress);
  bool preparePart(LayoutPart& part, const Progress& progress) const;
  void settle(LayoutPart& part) const;
  void fixFrame();
  void holdPins(LayoutPart& part);
  std::vector<PinnedNode> pinsOf(const LayoutPart& part) const;
  std::vector<Point> startOf(const LayoutPart& part) const;
  std::vector<std::vector<Point>> places() const;
  template <class Body>
  void overNodes(const LayoutPart& part, const Body& body) const {
    const std::size_t n = part.size(graph);
    for (std::size_t i = 0; i < n; ++i) body(part.nodes.empty() ? static_cast<NodeId>(i) : part.nodes[i], i);
  }
};

Layout::Layout(std::unique_ptr<State> state) : state_(std::move(state)) {}
Layout::Layout(Layout&&) noexcept = default;
Layout& Layout::operator=(Layout&&) noexcept = default;
Layout::~Layout() = default;

Result<Layout> Layout::make(const Graph& graph, const LayoutOptions& options, std::vector<Point> start,
                            std::vector<PinnedNode> pinned) {
  SISPDE_CHECK(checkOptions(options));
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  if (!start.empty() && start.size() != n)
    return usageError("There are {} start positions for {} nodes; give one per node or none", start.size(),
                      n);
  for (std::size_t u = 0; u < start.size(); ++u)
    if (!isPlace(start[u]))
      return usageError("Node {} starts at ({}, {}); coordinates must be numbers from -{:.0e} to {:.0e}", u,
                        start[u].x, start[u].y, farthest, farthest);
  auto state = std::make_unique<State>();
  for (const auto& [node, place] : pinned) {
    SISPDE_CHECK(checkPin(graph, node, place));
    state->pins[node] = place;
  }
  state->graph = graph;
  state->options = options;
  state->start = std::move(start);
  return Layout(std::move(state));
}

std::vector<Point> Layout::State::startOf(const LayoutPart& part) const {
  std::vector<Point> places(part.size(graph));
  overNodes(part, [&](NodeId u, std::size_t i) { places[i] = start[u]; });
  return places;
}

// In the part's own frame.
std::vector<PinnedNode> Layout::State::pinsOf(const LayoutPart& part) const {
  std::vector<PinnedNode> pinned;
  const Point offset = part.offset.value_or(Point{});
  for (const auto& [node, place] : pins)
    if (&parts[partOf[node]] == &part)
      pinned.push_back({placeIn[node], {place.x - offset.x, place.y - offset.y}});
  return pinned;
}

void Layout::State::split() {
  parts = splitComponents(graph);
  partOf.assign(static_cast<std::size_t>(graph.nodeCount()), 0);
  placeIn = partOf;
  for (std::size_t p = 0; p < parts.size(); ++p)
    overNodes(parts[p], [&](NodeId u, std::size_t i) {
      partOf[u] = static_cast<NodeId>(p);
      placeIn[u] = static_cast<NodeId>(i);
    });
  for (const auto& [node, place] : pins)
    if (LayoutPart& part = parts[partOf[node]]; !part.isolated) part.offset = Point{};
}

// False when stopped.
bool Layout::State::preparePart(LayoutPart& part, const Progress& progress) const {
  const std::size_t n = part.size(graph);
  if (part.isolated) {
    part.still = drawBlock(n);
    return true;
  }
  const Graph component = componentGraph(graph, part, placeIn, progress);
  if (progress.stopped()) return false;
  const bool largest = &part == parts.data();
  if (!part.offset && start.empty()) {
    if (n == 2 || (n <= smallSize && !largest)) {
      part.still = drawSmall(component, options, progress);
      return !progress.stopped();
    }
    if (auto grid = options.useGrid ? gridPositions(component) : std::nullopt) {
      part.still = std::move(*grid);
      return true;
    }
  }
  part.moving = std::make_unique<ComponentLayout>(component, options);
  if (part.offset) part.moving->fixFrame();
  part.moving->hold(pinsOf(part));
  return start.empty() ? part.moving->prepare(progress) : part.moving->startFrom(startOf(part), progress);
}

bool Layout::State::prepare(const Progress& progress) {
  split();
  // Small components side by side, as one after the other the loops within them would be too short to share.
  std::size_t firstSmall = 0;
  while (firstSmall < parts.size() && parts[firstSmall].size(graph) > smallSize) ++firstSmall;
  for (std::size_t p = 0; p < firstSmall; ++p)
    if (!preparePart(parts[p], progress)) return false;
  parallelBlocks(parts.size() - firstSmall, 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end && !progress.stopped(); ++p)
      preparePart(parts[firstSmall + p], progress);
  });
  return !progress.stopped();
}

// What has come to rest is kept as places alone.
void Layout::State::settle(LayoutPart& part) const {
  part.still = part.moving->positions();
  if (!part.offset) normalise(part.moving->graph(), part.still);
  part.moving.reset();
}

std::vector<std::vector<Point>> Layout::State::places() const {
  std::vector<std::vector<Point>> places(parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p) places[p] = parts[p].positions();
  return places;
}

void Layout::State::fixFrame() {
  if (std::all_of(parts.begin(), parts.end(), [](const LayoutPart& part) { return part.offset.has_value(); }))
    return;
  const std::vector<Point> offsets = arrangeParts(parts, places());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    parts[p].offset = offsets[p];
    if (parts[p].moving != nullptr) parts[p].moving->fixFrame();
  }
}

void Layout::State::holdPins(LayoutPart& part) {
  if (part.isolated) return;  // positions() sees to them
  if (part.moving != nullptr) return part.moving->hold(pinsOf(part));
  part.moving = std::make_unique<ComponentLayout>(componentGraph(graph, part, placeIn, {}), options);
  part.moving->fixFrame();
  part.moving->hold(pinsOf(part));
  part.moving->startFrom(std::move(part.still), {});
}

Result<void> Layout::advance(const Progress& progress) {
  State& state = *state_;
  if (progress.stopped()) return cancelled();
  if (!state.prepared) {
    progress.report(0, "preparing the layout");
    if (!state.prepare(progress)) return cancelled();
    state.prepared = true;
    return {};
  }
  for (LayoutPart& part : state.parts) {
    if (part.moving == nullptr) continue;
    if (!part.moving->advance(progress)) return cancelled();
    if (part.moving->finished()) state.settle(part);
  }
  progress.report(fraction(), "laying out");
  return {};
}

bool Layout::finished() const {
  return state_->prepared && std::all_of(state_->parts.begin(), state_->parts.end(),
                                         [](const LayoutPart& part) { return part.moving == nullptr; });
}

double Layout::fraction() const {
  if (!state_->prepared) return 0;
  double least = 1;
  for (const LayoutPart& part : state_->parts)
    if (part.moving != nullptr) least = std::min(least, part.moving->fraction());
  return least;
}

std::vector<Point> Layout::positions() const {
  const State& state = *state_;
  std::vector<Point> result =
      state.start.empty() ? spiral(static_cast<std::size_t>(state.graph.nodeCount())) : state.start;
  if (state.prepared) {
    const auto places = state.places();
    const std::vector<Point> offsets = arrangeParts(state.parts, places);
    for (std::size_t p = 0; p < state.parts.size(); ++p)
      state.overNodes(state.parts[p], [&](NodeId u, std::size_t i) {
        result[u] = {places[p][i].x + offsets[p].x, places[p][i].y + offsets[p].y};
      });
  }
  for (const auto& [node, place] : state.pins) result[node] = place;
  return result;
}

Result<void> Layout::setPinned(NodeId node, Point place) {
  State& state = *state_;
  SISPDE_CHECK(checkPin(state.graph, node, place));
  if (state.prepared) state.fixFrame();
  state.pins[node] = place;
  if (state.prepared) state.holdPins(state.parts[state.partOf[node]]);
  return {};
}

Result<void> Layout::unpin(NodeId node) {
  State& state = *state_;
  if (state.pins.erase(node) == 0) return usageError("Node {} is not pinned", node);
  if (state.prepared) state.holdPins(state.parts[state.partOf[node]]);
  return {};
}

Result<std::vector<Point>> layoutGraph(const Graph& graph, const LayoutOptions& options,
                                       const Progress& progress) {
  SISPDE_TRY(Layout layout, Layout::make(graph, options));
  while (!layout.finished()) SISPDE_CHECK(layout.advance(progress));
  return layout.positions();
}

}  // namespace sispde
