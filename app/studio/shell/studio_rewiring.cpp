// Edits of the graph, by a plan or by hand.

#include <algorithm>

#include "app/studio/shell/studio.h"
#include "core/rewire/apply_rewiring.h"

namespace sispde::studio {
namespace {

std::vector<Edge> edgesOf(const std::vector<RewiredEdge>& list) {
  std::vector<Edge> edges;
  for (const RewiredEdge& each : list) edges.push_back(each.edge);
  return edges;
}

}  // namespace

// The workspace says which edges there are, whether by an edit, by undo or by a file; the document follows in the background.
void Studio::updateEdits() {
  if (!opened) return;
  const auto wanted = workspace().edits;
  if (wanted == appliedEdits_) {
    // The work was cancelled: the workspace says what there is.
    if (documentEdits_ != appliedEdits_ && editing_.expired()) {
      history.edit("The edit of the graph was cancelled", [&](Workspace& w) { w.edits = documentEdits_; });
      appliedEdits_ = documentEdits_;
    }
    return;
  }
  appliedEdits_ = wanted;
  const auto take = [this](std::shared_ptr<const Document> made, std::shared_ptr<const GraphEdits> edits) {
    document = std::move(made);
    documentEdits_ = std::move(edits);
    kernel.follow(document);
    rewiring.follow(document);
    // The plan's own views stay as long as the plan does.
    if (drawnPlan_ == 0) showOverlay({}, {});
    if (given_ && !given_->planned) compareWith(nullptr);
  };
  jobs.cancel("edit graph");
  if (!wanted || wanted->empty()) {
    take(opened, wanted);
    return;
  }
  const auto ticket = std::make_shared<const int>(0);
  editing_ = ticket;
  jobs.start("data", "edit graph", "editing the graph",
             [this, ticket, wanted, base = opened, take](const Progress& progress) -> Jobs::Delivery {
               auto made = editedDocument(*base, wanted->dropped, wanted->added, progress);
               return [this, ticket, made, wanted, base, take] {
                 if (base != opened || wanted != appliedEdits_) return;
                 if (made)
                   take(*made, wanted);
                 else
                   log.trouble(made.error().sentence(), {"Graph", ""});
               };
             });
}

void Studio::updateRewiring(double seconds) {
  const bool looked = std::exchange(view.rewiringWanted, false);
  if (!looked || !document) {
    if (!overlayAdded.empty() || !overlayDropped.empty()) showOverlay({}, {});
    drawnPlan_ = 0;
    return;
  }
  rewiring.update(workspace().kernel(), workspace().rewire, seconds);
  const std::uint64_t wanted = rewiring.plan() && view.planShown ? rewiring.revision() : 0;
  if (wanted == drawnPlan_) return;
  const bool first = drawnPlan_ == 0;
  drawnPlan_ = wanted;
  if (wanted == 0) {
    showOverlay({}, {});
    return;
  }
  const double phase = overlayPhase;
  showOverlay(edgesOf(rewiring.plan()->added), edgesOf(rewiring.plan()->dropped));
  if (!first)
    overlayPhase = std::max(phase, overlayPhase);  // what follows a slider does not begin anew in every frame
}

bool Studio::planIsCurrent() const {
  return rewiring.current(workspace().kernel(), workspace().rewire);
}

bool Studio::planSettled() {
  if (planIsCurrent()) return true;
  log.trouble("The plan is of before the last change; wait for the new one in the Rewiring window.",
              {"Rewiring", "Rewiring window"});
  return false;
}

// What is chosen by a graph that is no longer the workspace's would be composed with edits that nobody saw.
bool Studio::graphSettled() {
  if (!editsPending()) return true;
  log.trouble("The graph is still being edited; the next edit has to wait for it.", {"Graph", ""});
  return false;
}

void Studio::editGraph(const std::string& words, const std::vector<Edge>& dropped,
                       const std::vector<Edge>& added) {
  if (!document || !graphSettled()) return;
  const auto edits = editsByHand(document->data.graph, dropped, added);
  if (!edits) {
    log.trouble(edits.error().sentence(), {"Graph", ""});
    return;
  }
  editBy(words, *edits);
}

void Studio::editBy(const std::string& words, const Rewiring& step) {
  const auto before = workspace().edits;
  GraphEdits made = composed(before ? *before : GraphEdits{}, {edgesOf(step.dropped), edgesOf(step.added)});
  const auto edits = made.empty() ? nullptr : std::make_shared<const GraphEdits>(std::move(made));
  reasons_.keep(before, edits, step);
  history.edit(words, [&](Workspace& w) { w.edits = edits; });
}

void Studio::toggleEdge(NodeId u, NodeId v) {
  if (!document || u == v || u < 0 || v < 0 || !graphSettled()) return;
  const auto neighbours = document->data.graph.neighbours(u);
  const bool there = std::binary_search(neighbours.begin(), neighbours.end(), v);
  const Edge edge{std::min(u, v), std::max(u, v)};
  const std::string words = fmt::format("{} the edge {}–{}", there ? "Dropped" : "Added",
                                        document->nodeName(u), document->nodeName(v));
  if (there)
    editGraph(words, {edge}, {});
  else
    editGraph(words, {}, {edge});
}

void Studio::applyRewiring() {
  const auto plan = rewiring.plan();
  if (!plan || (plan->dropped.empty() && plan->added.empty()) || !graphSettled()) return;
  if (!planSettled()) return;
  if (const auto tried = rewired(document->data.graph, *plan); !tried) {
    log.trouble(tried.error().sentence(), {"Graph", ""});
    return;
  }
  editBy(fmt::format("Rewiring ({} dropped, {} added)", plan->dropped.size(), plan->added.size()), *plan);
}

void Studio::trainOnBoth() {
  if (!document || training.active() != nullptr || editsPending()) return;
  TrainingChoice choice = calibratedFor(workspace().training, workspace().score.alpha);
  choice.repeats = std::max(choice.repeats, fewestPairs);
  const KernelSpec spec = workspace().kernel();
  view.epoch.reset();
  const auto both = [this, choice, spec](std::shared_ptr<const Document> made,
                                         std::shared_ptr<const GraphEdits> edits) {
    training.start({opened, choice, spec});
    TrainingLive::Request rewired{std::move(made), choice, spec, "rewired"};
    rewired.edits = std::move(edits);
    rewired.opened = opened;
    training.start(rewired);
  };
  if (workspace().edits) {
    both(document, workspace().edits);
    return;
  }
  const auto plan = rewiring.plan();
  if (!plan || !planSettled()) return;
  auto edits =
      std::make_shared<const GraphEdits>(composed({}, {edgesOf(plan->dropped), edgesOf(plan->added)}));
  reasons_.keep(nullptr, edits, *plan);  // for who shows the run's graph
  jobs.start("data", "rewired", "rewiring a copy of the data",
             [this, edits, base = opened, both](const Progress& progress) -> Jobs::Delivery {
               auto made = editedDocument(*base, edits->dropped, edits->added, progress);
               return [this, made, edits, base, both] {
                 if (base != opened) return;
                 if (made)
                   both(*made, edits);
                 else
                   log.trouble(made.error().sentence(), {"Graph", ""});
               };
             });
}

}  // namespace sispde::studio
