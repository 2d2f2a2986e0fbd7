#include "app/studio/shell/plan_beside.h"

#include "core/rewire/apply_rewiring.h"

namespace sispde::studio {

void PlanBeside::update(Studio& studio) {
  const auto plan = studio.rewiring.plan();
  if (!studio.view.planBeside || !plan || !studio.document) {
    if (scene_ && studio.second() == scene_.get()) studio.compareWith(nullptr);
    scene_.reset();
    return;
  }
  const bool shown = scene_ && studio.second() == scene_.get();
  const std::pair colours{studio.coloursRevision(), studio.shapesRevision()};
  if (shown && plan_ == studio.rewiring.revision() && colours_ == colours) return;
  if (!scene_ || plan_ != studio.rewiring.revision()) make(studio, *plan);
  if (!scene_) return;
  auto scene = std::make_shared<SecondScene>(*scene_);
  scene->colours = studio.nodeColours();
  scene->shapes = studio.nodeShapes();
  colours_ = colours;
  scene_ = scene;
  studio.compareWith(std::move(scene));
}

void PlanBeside::make(const Studio& studio, const Rewiring& plan) {
  plan_ = studio.rewiring.revision();
  scene_.reset();
  const auto after = rewired(studio.rewiring.plannedOn()->data.graph, plan);
  if (!after) return;
  auto scene = std::make_shared<SecondScene>();
  scene->title = fmt::format("rewired: {} dropped, {} added", plan.dropped.size(), plan.added.size());
  scene->graph = std::make_shared<const Graph>(*after);
  scene->edges = std::make_shared<const std::vector<Edge>>(after->edges());
  for (const RewiredEdge& each : plan.added) scene->added.push_back(each.edge);
  scene->linkedCamera = scene->planned = true;
  scene_ = std::move(scene);
}

}  // namespace sispde::studio
