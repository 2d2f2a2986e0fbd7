// What lies beside and over the first graph: shapes of its nodes, edges of a plan, and the second graph.

#include <algorithm>
#include <cmath>

#include "app/studio/shell/studio.h"

namespace sispde::studio {

void Studio::updateShapes() {
  const std::uint64_t of = showsShapes() ? scores.pointRevision() + 1 : 0;
  if (of == shapesOf_) return;
  shapesOf_ = of;
  ++shapesRevision_;
  shapes_.clear();
  if (of == 0) return;
  for (NodeId u = 0; u < document->data.nodeCount(); ++u)
    shapes_.push_back(static_cast<NodeShape>((isOodNode(u) ? squareShape : discShape) |
                                             (isFlagged(u) ? ringShape : discShape)));
}

void Studio::showOverlay(std::vector<Edge> added, std::vector<Edge> dropped) {
  overlayAdded = std::move(added);
  overlayDropped = std::move(dropped);
  ++overlayRevision;
  // So many cannot be drawn anew in every frame without a GPU, and nobody follows them.
  constexpr std::size_t mostMoving = 10'000;
  const std::size_t edges = overlayAdded.size() + overlayDropped.size();
  overlayPhase = reducedMotion() || edges == 0 || edges > mostMoving ? 1 : 0;
}

void Studio::updateOverlay(double seconds) {
  constexpr double wholeSeconds = 0.25;
  if (overlayPhase < 1)
    overlayPhase = reducedMotion() ? 1 : std::min(1.0, overlayPhase + seconds / wholeSeconds);
}

void Studio::compareWith(std::shared_ptr<const SecondScene> scene) {
  if (scene == given_) return;
  given_ = std::move(scene);
  second_ = given_;
  secondKey_ = {};
  ++secondRevision_;
}

Studio::SecondKey Studio::secondKey() const {
  const TrainedRun* run = scoredRun();
  if (run == nullptr || !scores.valid() || !scores.wholeGraph()) return {};
  return {run->data, coloursRevision_, scores.revision(), scores.pointRevision()};
}

bool Studio::secondIsCurrent() const {
  if (given_) return !given_->planned || planIsCurrent();
  return second_ && secondKey_ == secondKey();
}

bool Studio::secondIsStale() const {
  if (given_) return given_->planned && rewiring.isStale();
  return second_ && scores.isStale();
}

void Studio::updateSecond() {
  const TrainedRun* run = scoredRun();
  if (!std::exchange(view.second.wanted, false)) {
    // Nobody looks: what is of use again is kept, the data of a run that is gone are not.
    if (secondKey_.data && (run == nullptr || run->data != secondKey_.data)) {
      secondKey_ = {};
      secondEdges_.reset();
      second_ = given_;
    }
    return;
  }
  if (!given_ && !scores.isFormer()) {
    const SecondKey key = secondKey();
    const bool shifted = key.data != nullptr;
    if (key != secondKey_) {
      if (shifted && key.data != secondKey_.data)
        secondEdges_ = std::make_shared<const std::vector<Edge>>(run->data->test.graph.edges());
      secondKey_ = key;
      second_ = shifted ? shiftedScene(*run) : nullptr;
      ++secondRevision_;
    }
  }
  if (!second_ || second_->linkedCamera || secondPlacedOf_ == second_->edges) return;
  secondPlacedOf_ = second_->edges;
  secondLayout.start(second_->graph, 1, false);
  view.second.fitWanted = view.second.followLayout = true;
}

// The graph on which the OOD nodes are scored, in the colours of the first: the same range, so that the two can be compared.
std::shared_ptr<const SecondScene> Studio::shiftedScene(const TrainedRun& run) const {
  const ShiftedData& data = *run.data;
  auto scene = std::make_shared<SecondScene>();
  scene->title = fmt::format("shifted: {}", shiftName(run.choice.shift));
  scene->graph = std::shared_ptr<const Graph>(run.data, &data.test.graph);
  scene->edges = secondEdges_;
  scene->linkedCamera = run.choice.shift == ShiftKind::Feature;
  const ColourBy by = workspace().colourBy;
  const auto n = static_cast<std::size_t>(data.test.nodeCount());
  if (by == ColourBy::Score) {
    scene->valueName = shown_.name;
    scene->values.assign(scores.ood().begin(), scores.ood().end());
  }
  const ImVec4& w = theme.palette.warning;
  const auto part = [](float value) { return static_cast<std::uint8_t>(std::lround(value * 255)); };
  const Colour none = classColour(-1, theme.dark()), warning{part(w.x), part(w.y), part(w.z)};
  for (std::size_t u = 0; u < n; ++u) {
    const bool ood = data.oodTest[u] != 0, flagged = ood && scores.flagged(scores.ood()[u]);
    Colour colour = none;  // predictions are those of the first graph, and so is what a kernel says
    if (by == ColourBy::Score)
      colour = colourAt(shown_.map, (scene->values[u] - shown_.low) / (shown_.high - shown_.low));
    else if (by == ColourBy::Flagged)
      colour = flagged ? warning : none;
    else if (by == ColourBy::Class)
      colour = classColour(data.test.labels.empty() ? -1 : data.test.labels[u], theme.dark());
    else if (scene->linkedCamera && !isOfModel(by))  // the graph is the same
      colour = colours_[u];
    scene->colours.push_back(colour);
    if (showsShapes())
      scene->shapes.push_back(
          static_cast<NodeShape>((ood ? squareShape : discShape) | (flagged ? ringShape : discShape)));
  }
  return scene;
}

}  // namespace sispde::studio
