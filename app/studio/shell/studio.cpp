#include "app/studio/shell/studio.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {
namespace {

constexpr double restSeconds = 0.15;  // before a glance at a node becomes a question about it

// What a new document is shown with: its best-connected node picked, it and some others watched.
Workspace startFor(const Document& document, Workspace workspace) {
  const Graph& graph = document.data.graph;
  std::vector<NodeId> byDegree(static_cast<std::size_t>(graph.nodeCount()));
  for (NodeId u = 0; u < graph.nodeCount(); ++u) byDegree[u] = u;
  const auto higher = [&](NodeId u, NodeId v) {
    return std::pair(-graph.degree(u), u) < std::pair(-graph.degree(v), v);
  };
  const auto some = std::min<std::ptrdiff_t>(std::ssize(byDegree), 3);
  std::partial_sort(byDegree.begin(), byDegree.begin() + some, byDegree.end(), higher);
  workspace.picked = byDegree[0];
  workspace.watched.assign(byDegree.begin(), byDegree.begin() + some);
  // A neighbour and a far one, so that closeness can be seen.
  const std::vector<std::int32_t> hops = hopsFrom(graph, workspace.picked);
  const auto add = [&](NodeId u) {
    if (std::find(workspace.watched.begin(), workspace.watched.end(), u) == workspace.watched.end())
      workspace.watched.push_back(u);
  };
  if (!graph.neighbours(workspace.picked).empty()) add(graph.neighbours(workspace.picked)[0]);
  add(static_cast<NodeId>(std::max_element(hops.begin(), hops.end()) - hops.begin()));
  workspace.selection = nullptr;
  workspace.edits = nullptr;
  workspace.held = nullptr;
  workspace.training.oodNodes = {};
  workspace.training.oodClasses.clear();
  workspace.score.threshold.reset();
  if (document.data.labels.empty()) workspace.order = NodeOrder::Community;
  return workspace;
}

}  // namespace

Studio::Studio(std::function<void()> wakeUp)
    : jobs(wakeUp, [this](const std::string& text) { log.trouble(text); }),
      kernel(jobs,
             [this](const std::string& text) {
               log.trouble(text, {"Covariance", prepareAction});
             }),
      block(jobs,
            [this](const std::string& text) {
              log.trouble(text, {"Covariance", ""});
            }),
      layout(jobs, wakeUp,
             [this](const std::string& text) {
               log.trouble(text, {"Graph", "Lay out anew"});
             }),
      secondLayout(
          jobs, wakeUp,
          [this](const std::string& text) {
            log.trouble(text, {"Second graph", ""});
          },
          "second layout"),
      density(jobs),
      secondDensity(jobs, "second density"),
      training(jobs, wakeUp),
      scores(jobs),
      rewiring(jobs),
      rescore(jobs, "following sample paths"),
      whatIf(jobs, "scoring the edited graph"),
      wake(std::move(wakeUp)) {
  history.adjust([](Workspace& workspace) {
    workspace.kernels[0].nu = 1.5;
    workspace.kernels[0].kappa = 4;
    workspace.kernels[1] = workspace.kernels[0];
    workspace.kernels[1].nu = 0.5;
    workspace.kernels[1].kappa = 2;
  });
}

int Studio::open(const DataRequest& request, std::optional<SavedWorkspace> saved, const std::string& file) {
  const int number = ++openings_;
  log.note(fmt::format("Opening {}", request.data));
  jobs.start("data", "open", fmt::format("opening {}", request.data),
             [this, request, saved, file, number](const Progress& progress) -> Jobs::Delivery {
               auto made = openDocument(request, progress);
               return [this, made, saved, file, number] {
                 if (made) {
                   opening_ = number;
                   show(*made, saved, file);
                 } else if (made.error().kind != ErrorKind::Cancelled) {
                   log.trouble(made.error().sentence(), {"", "Open …"});
                 }
               };
             });
  return number;
}

void Studio::show(std::shared_ptr<const Document> made, const std::optional<SavedWorkspace>& saved,
                  const std::string& file) {
  document = made;
  opened = std::move(made);
  appliedEdits_ = documentEdits_ = nullptr;
  appliedHeld_ = nullptr;
  const NodeId nodes = document->data.nodeCount();
  for (const std::string& note : document->data.notes) log.note(note);
  view.hovered = -1;
  view.hoveredCell = {-1, -1};
  resting_ = focus_ = -1;
  view.heatmap = view.heatmap.reset();
  view.epoch.reset();
  showOverlay({}, {});
  compareWith(nullptr);
  kernel.open(document);
  shown_ = {};
  key_ = {};
  if (training.shown() != nullptr && training.shown()->base != document->hash) training.show(nullptr);
  std::optional<SavedWorkspace> wanted = saved;
  bool fitting = false;
  if (wanted) {
    const Result<void> good = fits(*wanted, nodes, document->hash);
    fitting = good.has_value();
    if (!good) {
      log.trouble(good.error().sentence());
      wanted = withoutNodes(*wanted);
    }
  }
  // A file whose nodes are others than the data's is not written over unasked.
  workspaceFile = fitting ? file : std::string();
  rewiring.open(document);
  Workspace start = startFor(*document, wanted ? wanted->workspace : workspace());
  if (fitting) {
    const Workspace fresh = std::exchange(start, wanted->workspace);
    if (start.picked < 0 && start.watched.empty()) {
      start.picked = fresh.picked;
      start.watched = fresh.watched;
    }
  }
  history.reset(std::move(start));
  watchColours_ = {};
  const bool placed = wanted && wanted->positions.size() == static_cast<std::size_t>(nodes);
  if (placed)
    layout.setPositions(wanted->positions, wanted->pinned);
  else
    layout.start(document, 1, false);
  view.fitWanted = view.followLayout = !placed;
  if (placed) view.camera = wanted->camera;
  if (wanted) {
    view.arrangementWanted = wanted->arrangement;
    view.darkWanted = wanted->dark;
  }
  if (fitting && !wanted->dataHash.empty())
    for (const SavedRun& run : wanted->runs) bringBack(run);
  log.note(fmt::format("Opened {}: {} nodes, {} edges", document->data.name, nodes,
                       document->data.graph.edgeCount()));
}

void Studio::bringBack(const SavedRun& run) {
  // The same workspace opened again: its runs are still there.
  for (const auto& here : training.runs())
    if (here->source == run.checkpoint && here->base == opened->hash && here->trouble.empty()) return;
  TrainingLive::Request request{document, run.choice, run.kernel, run.graph, run.name, run.checkpoint, true};
  for (const SavedScoring& each : run.scored) {
    ScoredEpoch point{each.epoch, each.accuracy, {}, nullptr};
    for (const auto& [name, m] : each.metrics)
      point.metrics.push_back(
          {name, {.auroc = m[0], .auprIn = m[1], .auprOut = m[2], .fpr95 = m[3], .detAcc = m[4]}, {}});
    request.scored.push_back(std::move(point));
  }
  if (!run.edits.empty()) {
    request.edits = std::make_shared<const GraphEdits>(run.edits);
    request.unedited = true;
  }
  training.start(request);
}

void Studio::close() {
  layout.stop();
  secondLayout.stop();
  jobs.cancelAll();
  training.close();
}

void Studio::update(double seconds) {
  view.refining = false;
  jobs.deliver();
  updateWritings();
  updateEdits();
  lessons.update(*this, seconds);
  if (view.playing)
    history.adjust([&](Workspace& w) {
      w.time += seconds / 6;
      if (w.time > 1) w.time = 0;
    });
  updateHeld();
  watchColours_.follow(workspace().watched);
  layout.update(seconds, !reducedMotion() && !drawsDensity());
  secondLayout.update(seconds, !reducedMotion());
  updateOverlay(seconds);
  updateFocus(seconds);
  kernel.wantNoise(std::exchange(view.noiseWanted, false) || workspace().colourBy == ColourBy::Field);
  if (focus_ == workspace().picked) {
    kernel.update(workspace());
  } else {
    Workspace seen = workspace();
    seen.picked = focus_;
    kernel.update(seen);
  }
  block.update(workspace(), kernel, view.heatmap);
  std::vector<NodeId> watched = workspace().watched;
  if (const NodeId picked = workspace().picked;
      picked >= 0 && std::find(watched.begin(), watched.end(), picked) == watched.end())
    watched.push_back(picked);
  training.update(workspace().kernel(), opened ? opened->hash : std::string(), watched, seconds);
  // Looking back is at one run: the next one, of a queue, is seen as it is now.
  const int looked = training.shown() != nullptr ? training.shown()->id : 0;
  if (std::exchange(lookedAt_, looked) != looked) view.epoch.reset();
  for (const auto& run : training.runs())
    if (!run->trouble.empty() && !std::exchange(run->told, true)) {
      const std::string words = fmt::format("{}: {}", run->name, run->trouble);
      if (run->trouble == cancelledPreparation)
        log.note(words);  // the user's own wish
      else
        log.trouble(words, {"Training", run.get() == training.shown() ? remedyAction : ""});
    }
  updateRewiring(seconds);
  updateWhatIf();
  const TrainedRun* scored = scoredRun();
  if (scored == nullptr && whatIf.working())
    scores.keep(training.shown());
  else
    scores.update(scored, scored == training.shown() ? view.epoch : std::nullopt, workspace().kernel(),
                  workspace().score);
  if (const ColourKey key = colourKey(); document && key != key_) {
    key_ = key;
    shown_ = computeShown();
    colours_ = computeColours(shown_);
    ++coloursRevision_;
  }
  formerSeconds_ = shown_.former ? formerSeconds_ + seconds : 0;
  updateShapes();
  updateSecond();
}

void Studio::askAgain() {
  kernel.askAgain();
  block.askAgain();
  scores.askAgain();
  whatIf.again();
}

void Studio::updateFocus(double seconds) {
  const NodeId hovered = speaksOfOneNode(workspace().colourBy) ? view.hovered : -1;
  rested_ = hovered == resting_ ? rested_ + seconds : 0;
  resting_ = hovered;
  focus_ = hovered >= 0 && rested_ >= restSeconds ? hovered : workspace().picked;
}

bool Studio::hoverPending() const {
  return resting_ >= 0 && rested_ < restSeconds;
}

void Studio::pick(NodeId node) {
  if (node == workspace().picked) return;
  history.edit(
      node < 0 ? std::string("Picked nothing") : fmt::format("Picked node {}", document->nodeName(node)),
      [&](Workspace& w) {
        w.picked = node;
        if (node >= 0 && std::find(w.watched.begin(), w.watched.end(), node) == w.watched.end()) {
          w.watched.insert(w.watched.begin(), node);
          if (w.watched.size() > Workspace::mostWatched) w.watched.pop_back();
        }
      });
}

void Studio::select(std::vector<NodeId> nodes, const std::string& words) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  if (const auto& old = workspace().selection; nodes == (old ? *old : std::vector<NodeId>{})) return;
  history.edit(words, [&](Workspace& w) {
    w.selectionAlone = w.selectionAlone && !nodes.empty();
    w.selection = nodes.empty() ? nullptr : std::make_shared<const std::vector<NodeId>>(std::move(nodes));
  });
}

void Studio::watch(NodeId node, bool watched) {
  history.edit(fmt::format("{} node {}", watched ? "Watched" : "No longer watched", document->nodeName(node)),
               [&](Workspace& w) {
                 std::erase(w.watched, node);
                 if (!watched) return;
                 w.watched.insert(w.watched.begin(), node);
                 if (w.watched.size() > Workspace::mostWatched) w.watched.pop_back();
               });
}

void Studio::newNoise() {
  history.edit(fmt::format("New noise, seed {}", workspace().seed + 1), [](Workspace& w) { ++w.seed; });
}

void Studio::setSeed(std::uint64_t seed) {
  history.edit(fmt::format("Noise of seed {}", seed), [&](Workspace& w) { w.seed = seed; });
}

void Studio::toggleField() {
  colourBy(workspace().colourBy == ColourBy::Field ? view.colourBefore : ColourBy::Field);
}

void Studio::colourBy(ColourBy by) {
  if (by == ColourBy::Field && workspace().colourBy != by) view.colourBefore = workspace().colourBy;
  history.edit(fmt::format("Coloured by {}", colourByName(by)), [by](Workspace& w) {
    w.colourBy = by;
    w.rangeLocked = false;
  });
}

void Studio::sizeBy(SizeBy by) {
  history.edit(fmt::format("Sized by {}", sizeByName(by)), [by](Workspace& w) { w.sizeBy = by; });
}

void Studio::chooseScore(const std::string& name, bool coloured) {
  history.edit((coloured ? "Coloured by " : "Score ") + name, [&](Workspace& w) {
    if (w.score.name != name) w.score.threshold.reset();
    w.score.name = name;
    if (!coloured) return;
    w.colourBy = ColourBy::Score;
    w.rangeLocked = false;
  });
}

void Studio::typed(const std::string& refused, const std::string& window) {
  if (!refused.empty()) {
    log.trouble(refused, {window, ""});
    refused_ = refused;
    return;
  }
  // Not under the mouse: without the banner what it drags or clicks twice would move away from it.
  if (refused_.empty() || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  if (log.banner() != nullptr && log.banner()->text == refused_) log.putAway();
  refused_.clear();
}

void Studio::startTraining(bool oneEpoch) {
  if (!document || editsPending()) return;
  view.epoch.reset();
  TrainingLive::Request request{document, calibratedFor(workspace().training, workspace().score.alpha),
                                workspace().kernel()};
  if (workspace().edits) {
    request.graph = "edited";
    request.edits = workspace().edits;
    request.opened = opened;
  }
  request.oneEpoch = oneEpoch;
  training.start(request);
}

bool Studio::canStepTraining() const {
  return training.canStep() ||
         (document && training.shown() == nullptr && training.active() == nullptr && !editsPending());
}

void Studio::stepTraining() {
  if (training.canStep())
    training.step();
  else if (canStepTraining())
    startTraining(true);
}

bool Studio::canToggleTraining() const {
  return document && (training.canPause() || training.canResume() || training.active() == nullptr);
}

void Studio::toggleTraining() {
  if (training.canPause())
    training.pause();
  else if (training.canResume())
    training.resume();
  else if (training.active() == nullptr)
    startTraining();
}

void Studio::showRun(TrainedRun* run) {
  view.epoch.reset();
  if (run != nullptr && (!opened || run->base != opened->hash)) {  // another data set
    leave([this, id = run->id] {
      TrainedRun* wanted = training.find(id);
      if (wanted == nullptr) return;
      show(wanted->opened, {});
      if (wanted->edits) {  // its graph is of the workspace, as in one that was saved
        Workspace start = workspace();
        start.edits = wanted->edits;
        history.reset(std::move(start));
      }
      training.show(wanted);
    });
    return;
  }
  if (run != nullptr && run->edits && run->document->hash != document->hash) {
    history.edit("Showed the rewired graph", [&](Workspace& w) { w.edits = run->edits; });
  }
  training.show(run);
}

void Studio::deleteRun(int id) {
  leaveRun(id, [this, id] {
    TrainedRun* run = training.find(id);
    if (run == nullptr) return;
    log.tell(fmt::format("Deleted the run {}", run->name));
    if (training.shown() == run) view.epoch.reset();
    training.remove(run);
  });
}

std::string Studio::withKey(const std::string& text, std::string_view action) const {
  const std::string key = keyOf(action);
  return key.empty() ? text : fmt::format("{} ({})", text, key);
}

std::string Studio::noRunYet(const std::string& what) const {
  const std::string key = keyOf(startAction);
  return fmt::format("No run yet. {} to train {}on this graph.",
                     key.empty() ? "Start one in the Training window" : "Press " + key,
                     what.empty() ? "" : what + " ");
}

std::string Studio::noScores() const {
  const TrainedRun* run = training.shown();
  if (run == nullptr || !opened || run->base != opened->hash) return noRunYet();
  if (!run->trouble.empty()) return run->trouble;
  if (!scores.trouble().empty()) return scores.trouble();
  if (run->document->hash != document->hash && run->snapshot && run->snapshot->epoch > 0) {
    if (!whatIf.givenUp()) return "The edited graph is being scored.";
    return fmt::format(
        "{} {} in the menu Kernel asks anew.",
        whatIf.trouble().empty() ? "The scoring of the edited graph was cancelled." : whatIf.trouble(),
        prepareAction);
  }
  if (scores.isFormer()) return "The scores of this graph are being computed.";
  if (run->restored && (run->unseen || run->active()))
    return "This run was brought back and is being scored.";
  if (run->restored && run->state() == RunState::Done)
    return withKey("This run was brought back and stopped; going on scores it", startAction) + ".";
  return "The first scores come after some epochs.";
}

const TrainedRun* Studio::scoredRun() const {
  const TrainedRun* run = training.shown();
  if (run == nullptr || !document || !run->data) return nullptr;
  if (run->document->hash == document->hash) return run;
  return edited_.get();
}

void Studio::layOutAnew() {
  if (!document) return;
  layout.start(document, 1, true);
  view.followLayout = true;
}

bool Studio::isShown(NodeId node) const {
  const Workspace& w = workspace();
  return !w.selectionAlone || !w.selection ||
         std::binary_search(w.selection->begin(), w.selection->end(), node);
}

std::optional<KernelSpec> Studio::previousKernel() const {
  const auto& entries = history.entries();
  for (std::size_t i = history.doneCount(); i-- > 0;)
    if (entries[i].before.kernel() != entries[i].after.kernel()) return entries[i].before.kernel();
  return std::nullopt;
}

}  // namespace sispde::studio
