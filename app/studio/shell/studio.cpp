#include "app/studio/shell/studio.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {
namespace {

constexpr double restSeconds = 0.15;  // before a glance at a node becomes a question about it

bool speaksOfOneNode(ColourBy by) {
  return by == ColourBy::Correlation || by == ColourBy::Covariance;
}

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
  if (document.data.labels.empty()) workspace.order = NodeOrder::Community;
  return workspace;
}

}  // namespace

Studio::Studio(std::function<void()> wakeUp)
    : jobs(wakeUp, [this](const std::string& text) { log.trouble(text); }),
      kernel(jobs, [this](const std::string& text) { log.trouble(text); }),
      block(jobs, [this](const std::string& text) { log.trouble(text); }),
      layout(jobs, wakeUp, [this](const std::string& text) { log.trouble(text); }),
      density(jobs),
      wake(std::move(wakeUp)) {
  history.adjust([](Workspace& workspace) {
    workspace.kernels[0].nu = 1.5;
    workspace.kernels[0].kappa = 4;
    workspace.kernels[1] = workspace.kernels[0];
    workspace.kernels[1].nu = 0.5;
    workspace.kernels[1].kappa = 2;
  });
}

void Studio::open(const DataRequest& request, std::optional<SavedWorkspace> saved) {
  log.note(fmt::format("Opening {}", request.data));
  jobs.start("data", "open", fmt::format("opening {}", request.data),
             [this, request, saved](const Progress& progress) -> Jobs::Delivery {
               auto made = openDocument(request, progress);
               return [this, made, saved] {
                 if (made)
                   show(*made, saved);
                 else if (made.error().kind != ErrorKind::Cancelled)
                   log.trouble(made.error().sentence());
               };
             });
}

void Studio::show(std::shared_ptr<const Document> opened, const std::optional<SavedWorkspace>& saved) {
  document = std::move(opened);
  const NodeId nodes = document->data.nodeCount();
  for (const std::string& note : document->data.notes) log.note(note);
  view.hovered = -1;
  view.hoveredCell = {-1, -1};
  resting_ = focus_ = -1;
  view.heatmap = view.heatmap.reset();
  kernel.open(document);
  std::optional<SavedWorkspace> wanted = saved;
  if (wanted)
    if (const Result<void> good = fits(*wanted, nodes, document->hash); !good) {
      log.trouble(good.error().sentence());
      wanted = withoutNodes(*wanted);
    }
  Workspace start = startFor(*document, wanted ? wanted->workspace : workspace());
  if (wanted && wanted->workspace.picked >= 0) start = wanted->workspace;
  history.reset(std::move(start));
  const bool placed = wanted && wanted->positions.size() == static_cast<std::size_t>(nodes);
  if (placed)
    layout.setPositions(wanted->positions, wanted->pinned);
  else
    layout.start(document, 1, false);
  view.fitWanted = view.followLayout = !placed;
  if (placed) view.camera = wanted->camera;
  if (wanted) view.arrangementWanted = wanted->arrangement;
  log.note(fmt::format("Opened {}: {} nodes, {} edges", document->data.name, nodes,
                       document->data.graph.edgeCount()));
}

void Studio::close() {
  layout.stop();
  jobs.cancelAll();
}

void Studio::update(double seconds) {
  jobs.deliver();
  if (view.playing)
    history.adjust([&](Workspace& w) {
      w.time += seconds / 6;
      if (w.time > 1) w.time = 0;
    });
  layout.update();
  updateFocus(seconds);
  if (focus_ == workspace().picked) {
    kernel.update(workspace());
  } else {
    Workspace seen = workspace();
    seen.picked = focus_;
    kernel.update(seen);
  }
  block.update(workspace(), kernel, view.heatmap);
  if (const ColourKey key = colourKey(); document && key != key_) {
    key_ = key;
    shown_ = computeShown();
    colours_ = computeColours(shown_);
    ++coloursRevision_;
  }
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

Studio::ColourKey Studio::colourKey() const {
  const Workspace& w = workspace();
  ColourKey key{document.get(), w.colourBy, w.eigenvector, w.rangeLocked, theme.dark(), w.range};
  switch (w.colourBy) {
    case ColourBy::Correlation:
    case ColourBy::Covariance:
      key.focus = focus_;
      key.revision = kernel.row().revision + kernel.correlation().revision;
      break;
    case ColourBy::Variance: key.revision = kernel.variances().revision; break;
    case ColourBy::Field:
      key.time = w.time;
      key.revision = kernel.noise().revision;
      break;
    case ColourBy::Eigenvector: key.spectrum = kernel.spectrum() != nullptr; break;
    default: break;
  }
  return key;
}

void Studio::pick(NodeId node) {
  if (node == workspace().picked) return;
  history.edit(
      node < 0 ? std::string("Picked nothing") : fmt::format("Picked node {}", document->nodeName(node)),
      [&](Workspace& w) {
        w.picked = node;
        if (node >= 0 && std::find(w.watched.begin(), w.watched.end(), node) == w.watched.end()) {
          w.watched.insert(w.watched.begin(), node);
          if (w.watched.size() > 5) w.watched.pop_back();
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

void Studio::colourBy(ColourBy by) {
  history.edit(fmt::format("Coloured by {}", colourByName(by)), [by](Workspace& w) {
    w.colourBy = by;
    w.rangeLocked = false;
  });
}

void Studio::sizeBy(SizeBy by) {
  history.edit(fmt::format("Sized by {}", sizeByName(by)), [by](Workspace& w) { w.sizeBy = by; });
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

std::string Studio::shownTruth() const {
  const auto of = [](const Answer& answer) -> std::string {
    if (!answer.valid()) return {};
    return fmt::format("{} {} · error ≤ {:.0e} · {:.1f} ms",
                       answer.info.ready ? "rank" : "partial sum of degree", answer.info.terms,
                       answer.info.bound, answer.milliseconds);
  };
  switch (workspace().colourBy) {
    case ColourBy::Correlation:
    case ColourBy::Covariance: return of(kernel.row());
    case ColourBy::Variance: return of(kernel.variances());
    case ColourBy::Field: return of(kernel.noise());
    case ColourBy::Eigenvector: return kernel.spectrum() != nullptr ? "exact, all eigenpairs" : "";
    default: return {};
  }
}

Shown Studio::computeShown() const {
  Shown shown;
  const Workspace& w = workspace();
  if (!document) return shown;
  const auto n = static_cast<std::size_t>(document->data.nodeCount());
  const ColourMap sequential = theme.dark() ? ColourMap::Viridis : ColourMap::PaleBlue;
  const ColourMap diverging = theme.dark() ? ColourMap::BlueGreyRed : ColourMap::BlueWhiteRed;
  shown.map = sequential;
  shown.name = colourByName(w.colourBy);
  const auto take = [&](const std::vector<float>& values, const char* missing) {
    shown.values = values;
    if (values.empty()) shown.missing = missing;
  };
  bool isSigned = false;
  switch (w.colourBy) {
    case ColourBy::Class:
    case ColourBy::Component: return shown;
    case ColourBy::Degree:
      shown.values.resize(n);
      for (std::size_t u = 0; u < n; ++u)
        shown.values[u] = static_cast<float>(document->data.graph.degree(static_cast<NodeId>(u)));
      break;
    case ColourBy::Correlation:
      take(kernel.correlation().values, focus_ < 0 ? "pick a node" : "being computed");
      break;
    case ColourBy::Covariance:
      take(kernel.row().values, focus_ < 0 ? "pick a node" : "being computed");
      break;
    case ColourBy::Variance: take(kernel.variances().values, "being computed"); break;
    case ColourBy::Field: {
      const auto field = kernel.fieldAt(w.time);
      shown.values.assign(field.begin(), field.end());
      if (field.empty()) shown.missing = "being drawn";
      isSigned = true;
      break;
    }
    case ColourBy::Eigenvector:
      if (!kernel.eigenvector(w.eigenvector, shown.values))
        shown.missing =
            n > static_cast<std::size_t>(exactNodes) ? "up to 4 000 nodes alone" : "being computed";
      isSigned = true;
      break;
  }
  if (shown.values.empty()) return shown;
  const auto [low, high] = std::minmax_element(shown.values.begin(), shown.values.end());
  shown.low = *low;
  shown.high = *high;
  if (speaksOfOneNode(w.colourBy)) {
    isSigned = *low < -0.05 * *high;
    // The picked node itself would take the whole scale.
    std::vector<float> sorted = shown.values;
    const auto place = static_cast<std::ptrdiff_t>(static_cast<double>(n) * 0.995);
    std::nth_element(sorted.begin(), sorted.begin() + std::min(place, std::ssize(sorted) - 1), sorted.end());
    const double top = sorted[std::min<std::size_t>(static_cast<std::size_t>(place), n - 1)];
    if (top > 0.02 * *high) shown.high = top;
    if (!isSigned) shown.low = 0;
  }
  if (isSigned) {
    shown.map = diverging;
    const double most = std::max(std::abs(shown.low), std::abs(shown.high));
    shown.low = -most;
    shown.high = most;
  }
  if (w.rangeLocked) {
    shown.low = w.range.low;
    shown.high = w.range.high;
  }
  if (!(shown.high > shown.low)) shown.high = shown.low + 1;
  return shown;
}

std::vector<Colour> Studio::computeColours(const Shown& shown) const {
  const auto n = static_cast<std::size_t>(document->data.nodeCount());
  std::vector<Colour> colours(n);
  const bool dark = theme.dark();
  const Workspace& w = workspace();
  const bool mixed = w.colourBy == ColourBy::Degree;
  for (std::size_t u = 0; u < n; ++u) {
    if (w.colourBy == ColourBy::Component) {
      colours[u] = classColour(document->components.ofNode[u], dark);
    } else if (shown.values.empty()) {
      const bool known = w.colourBy == ColourBy::Class && !document->data.labels.empty();
      colours[u] = classColour(known ? document->data.labels[u] : -1, dark);
    } else if (mixed) {  // few nodes have most of the edges
      colours[u] =
          colourAt(shown.map, std::log1p(shown.values[u] - shown.low) / std::log1p(shown.high - shown.low));
    } else {
      colours[u] = colourAt(shown.map, (shown.values[u] - shown.low) / (shown.high - shown.low));
    }
    // What has nothing to do with the picked node is grey, not the map's low end.
    if (speaksOfOneNode(w.colourBy) && !shown.values.empty() && std::abs(shown.values[u]) < 1e-3 * shown.high)
      colours[u] = classColour(-1, dark);
  }
  return colours;
}

}  // namespace sispde::studio
