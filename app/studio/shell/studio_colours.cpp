// What colours the nodes: values, their range, and the colours themselves.

#include <algorithm>
#include <cmath>

#include "app/studio/live/node_report.h"
#include "app/studio/shell/studio.h"

namespace sispde::studio {
namespace {

std::string whyNoScores(const Studio& studio) {
  if (studio.training.shown() == nullptr) return studio.withKey("no run yet", startAction);
  return studio.scores.trouble().empty() ? "waiting for the first scoring" : studio.scores.trouble();
}

// What of the kernel a colouring shows; nothing where it shows something else.
std::optional<KernelPart> partOf(ColourBy by) {
  switch (by) {
    case ColourBy::Correlation: return KernelPart::Correlation;
    case ColourBy::Covariance: return KernelPart::Row;
    case ColourBy::Variance: return KernelPart::Variances;
    case ColourBy::Field: return KernelPart::Noise;
    default: return std::nullopt;
  }
}

std::string modelTruth(const Studio& studio) {
  if (!studio.scores.valid()) return {};
  std::string text = studio.scores.isStale() ? "former graph · " : "";
  text += fmt::format("epoch {}", studio.scores.epoch());
  if (studio.workspace().score.name == maternEnergyName && !isOfClass(studio.workspace().colourBy))
    text += fmt::format(" · error ≤ {:.0e} · {:.1f} ms", studio.scores.bound(), studio.scores.milliseconds());
  return text;
}

const char* whyNotComputed(const Studio& studio) {
  return studio.kernel.wasStopped() ? "the preparation was cancelled" : "being computed";
}

// Some far-off scores would take most of the scale.
void trimRange(Shown& shown) {
  std::vector<float> sorted = shown.values;
  const auto at = [&](double share) {
    const auto place =
        sorted.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(sorted.size() - 1));
    std::nth_element(sorted.begin(), place, sorted.end());
    return static_cast<double>(*place);
  };
  const double low = at(0.005), high = at(0.995);
  if (!(high > low)) return;
  shown.low = low;
  shown.high = high;
}

Colour modelColour(const Studio& studio, std::size_t u) {
  const Palette& p = studio.theme.palette;
  const Colour none = classColour(-1, studio.theme.dark());
  if (!studio.scores.valid()) return none;
  const Evaluation& evaluation = studio.scores.scoring()->evaluation;
  switch (studio.workspace().colourBy) {
    case ColourBy::Prediction: return classColour(evaluation.prediction[u], studio.theme.dark());
    case ColourBy::Error: {
      const auto& labels = studio.document->data.labels;
      if (labels.empty() || labels[u] < 0) return none;
      return evaluation.prediction[u] == labels[u] ? mix(none, colourOf(p.good), 0.6) : colourOf(p.bad);
    }
    default: break;
  }
  return studio.isFlagged(static_cast<NodeId>(u)) ? colourOf(p.warning) : none;
}

}  // namespace

NodeId Studio::shownNode() const {
  if (!document || !speaksOfOneNode(workspace().colourBy)) return -1;
  const bool correlation = workspace().colourBy == ColourBy::Correlation;
  const NodeId node = correlation ? kernel.correlationNode() : kernel.rowNode();
  return node >= 0 ? node : focus_;
}

bool Studio::shownIsFormer() const {
  if (isOfModel(workspace().colourBy)) return scores.isFormer();
  const auto part = partOf(workspace().colourBy);
  return shown_.former || (part && kernel.isFormer(*part));
}

bool Studio::shownIsStale() const {
  if (isOfModel(workspace().colourBy)) return scores.isStale();
  const auto part = partOf(workspace().colourBy);
  return (shown_.former && formerSeconds_ > 0.15) || (part && kernel.isStale(*part));
}

bool Studio::isLagging() const {
  return kernel.isLagging() || scores.isLagging() || (shown_.former && !shownIsStale());
}

bool Studio::isFlagged(NodeId node) const {
  const ShiftedData* data = scores.data();
  if (!scores.valid() || data == nullptr) return false;
  return isTested(nodeSetOf(*data, scores.task(), node)) &&
         scores.flagged(scores.id()[static_cast<std::size_t>(node)]);
}

bool Studio::isOodNode(NodeId node) const {
  const ShiftedData* data = scores.data();
  return scores.valid() && data != nullptr && !data->wholeGraph &&
         data->oodTest[static_cast<std::size_t>(node)] != 0;
}

Studio::ColourKey Studio::colourKey() const {
  const Workspace& w = workspace();
  ColourKey key{document.get(), w.colourBy, w.eigenvector, w.rangeLocked, theme.dark(), w.range};
  key.stopped = kernel.wasStopped();
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
    case ColourBy::Eigenvector: key.eigenvectors = kernel.eigenvectorTruth(); break;
    case ColourBy::Score: key.scores = scores.revision(); break;
    case ColourBy::Flagged: key.point = scores.pointRevision(); break;
    case ColourBy::Prediction:
    case ColourBy::Error: key.scoring = scores.scoring(); break;
    default: break;
  }
  return key;
}

std::string Studio::shownTruth() const {
  const auto of = [&](const Answer& answer) -> std::string {
    if (!answer.valid()) return {};
    std::string before;
    if (const auto part = partOf(workspace().colourBy)) before = kernel.formerWords(*part);
    return fmt::format("{}{}{} · {} · {:.1f} ms", before, before.empty() ? "" : " · ",
                       basisWords(answer.info), errorWords(answer.info), answer.milliseconds);
  };
  switch (workspace().colourBy) {
    case ColourBy::Correlation: return of(kernel.correlation());
    case ColourBy::Covariance: return of(kernel.row());
    case ColourBy::Variance:
      return kernel.exactWords().empty()
                 ? of(kernel.variances())
                 : fmt::format("{} · {:.1f} ms", kernel.exactWords(), kernel.variances().milliseconds);
    case ColourBy::Field: return of(kernel.noise());
    case ColourBy::Eigenvector:
      return shown_.former ? std::string(shownIsStale() ? "former graph or Laplacian" : "")
                           : kernel.eigenvectorTruth();
    case ColourBy::Score:
    case ColourBy::Prediction:
    case ColourBy::Error:
    case ColourBy::Flagged: return modelTruth(*this);
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
      if (document->data.labels.empty()) shown.missing = "the data have no labels";
      return shown;
    case ColourBy::Component: return shown;
    case ColourBy::Prediction:
    case ColourBy::Error:
    case ColourBy::Flagged:
      if (!scores.valid()) shown.missing = whyNoScores(*this);
      return shown;
    case ColourBy::Score:
      shown.name = workspace().score.name + (workspace().score.shuffled ? ", shuffled" : "");
      shown.values.assign(scores.id().begin(), scores.id().end());
      if (shown.values.empty()) shown.missing = whyNoScores(*this);
      break;
    case ColourBy::Degree:
      shown.values.resize(n);
      for (std::size_t u = 0; u < n; ++u)
        shown.values[u] = static_cast<float>(document->data.graph.degree(static_cast<NodeId>(u)));
      shown.logarithmic = true;  // few nodes have most of the edges
      break;
    case ColourBy::Correlation:
      take(kernel.correlation().values, focus_ < 0 ? "pick a node" : whyNotComputed(*this));
      break;
    case ColourBy::Covariance:
      take(kernel.row().values, focus_ < 0 ? "pick a node" : whyNotComputed(*this));
      break;
    case ColourBy::Variance: take(kernel.variances().values, whyNotComputed(*this)); break;
    case ColourBy::Field: {
      const auto field = kernel.fieldAt(w.time);
      shown.values.assign(field.begin(), field.end());
      if (field.empty())
        shown.missing = kernel.wasStopped() ? "the preparation was cancelled" : "being drawn";
      isSigned = true;
      break;
    }
    case ColourBy::Eigenvector:
      if (!kernel.eigenvector(w.eigenvector, shown.values)) {
        if (!kernel.canShowEigenvector(w.eigenvector))
          shown.missing = fmt::format("of this graph the first {} alone", KernelLive::leadingCount - 1);
        else if (shown.former = shown_.eigenvector == w.eigenvector && shown_.values.size() == n;
                 shown.former)
          shown.values = shown_.values;
        else
          shown.missing = whyNotComputed(*this);
      }
      shown.eigenvector = w.eigenvector;
      isSigned = true;
      break;
  }
  if (shown.values.empty()) return shown;
  const auto [low, high] = std::minmax_element(shown.values.begin(), shown.values.end());
  shown.low = *low;
  shown.high = *high;
  if (speaksOfOneNode(w.colourBy)) {
    // A range that is held decides: the meaning of a colour must not change while a slider moves.
    isSigned = w.rangeLocked ? w.range.low < 0 : *low < -0.05 * *high;
    // The picked node itself would take the whole scale.
    std::vector<float> sorted = shown.values;
    const auto place = static_cast<std::ptrdiff_t>(static_cast<double>(n) * 0.995);
    std::nth_element(sorted.begin(), sorted.begin() + std::min(place, std::ssize(sorted) - 1), sorted.end());
    const double top = sorted[std::min<std::size_t>(static_cast<std::size_t>(place), n - 1)];
    if (top > 0.02 * *high) shown.high = top;
    if (!isSigned) shown.low = 0;
  }
  if (w.colourBy == ColourBy::Score) trimRange(shown);
  if (w.rangeLocked) {
    shown.low = w.range.low;
    shown.high = w.range.high;
  }
  if (isSigned) {
    shown.map = diverging;
    shown.centred = true;
    const double most = std::max(std::abs(shown.low), std::abs(shown.high));
    shown.low = -most;
    shown.high = most;
  }
  if (!(shown.high > shown.low)) shown.high = shown.low + 1;
  return shown;
}

std::vector<Colour> Studio::computeColours(const Shown& shown) const {
  const auto n = static_cast<std::size_t>(document->data.nodeCount());
  std::vector<Colour> colours(n);
  const bool dark = theme.dark();
  const Workspace& w = workspace();
  const ColourScale scale = shown.scale();
  for (std::size_t u = 0; u < n; ++u) {
    if (w.colourBy == ColourBy::Component) {
      colours[u] = classColour(document->components.ofNode[u], dark);
    } else if (isOfModel(w.colourBy) && w.colourBy != ColourBy::Score) {
      colours[u] = modelColour(*this, u);
    } else if (shown.values.empty()) {
      const bool known = w.colourBy == ColourBy::Class && !document->data.labels.empty();
      colours[u] = classColour(known ? document->data.labels[u] : -1, dark);
    } else {
      colours[u] = colourOf(scale, shown.values[u]);
    }
    // What has nothing to do with the picked node is grey, not the map's low end.
    if (speaksOfOneNode(w.colourBy) && !shown.values.empty() && std::abs(shown.values[u]) < 1e-3 * shown.high)
      colours[u] = classColour(-1, dark);
  }
  return colours;
}

}  // namespace sispde::studio
