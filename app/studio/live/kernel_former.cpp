// What KernelLive shows of before: numbers stay on the screen until the new ones are there, and say what they are of.

#include <algorithm>
#include <cmath>

#include "app/studio/live/kernel_live.h"

namespace sispde::studio {

bool KernelLive::lags(const Paths& paths, LaplacianKind kind) const {
  const auto found = sides_.find(kind);
  return paths.answer.valid() && (paths.of != paths.wanted || found == sides_.end() ||
                                  found->second.fieldsOf != found->second.fieldSeed);
}

bool KernelLive::isFormer(KernelPart part) const {
  switch (part) {
    case KernelPart::Row: return row_.valid() && rowOf_ != wanted_;
    case KernelPart::Correlation: return correlation_.valid() && correlationOf_ != wanted_;
    case KernelPart::Variances: return variances_.valid() && variancesOf_ != Of{opened_, wanted_.spec, -1};
    case KernelPart::Picture: return image_.valid() && pictureOf_ != wantedPicture_;
    case KernelPart::Noise: return lags(noise_, shown_) || (compared_ && lags(otherNoise_, otherLaplacian_));
    case KernelPart::Spectrum: return barsSide() == nullptr && !spectrumBefore_.bars.empty();
  }
  return false;
}

void KernelLive::noteFormer() {
  constexpr double patience = 150;  // milliseconds before a view is dimmed
  const double now = millisecondsNow();
  for (std::size_t i = 0; i < kernelParts; ++i) {
    double& since = formerSince_[i];
    if (!isFormer(static_cast<KernelPart>(i)))
      since = 0;
    else if (since == 0)
      since = now;
    stale_[i] = since > 0 && now - since > patience;
  }
}

bool KernelLive::isLagging() const {
  for (std::size_t i = 0; i < kernelParts; ++i)
    if (formerSince_[i] > 0 && !stale_[i]) return true;
  return false;
}

std::string KernelLive::formerWords(KernelPart part) const {
  if (!isStale(part)) return {};
  const auto words = [&](const Of& of, const Of& wanted) -> std::string {
    if (of.graph != wanted.graph) return "former graph";
    if (of.spec.laplacian != wanted.spec.laplacian) return "former Laplacian";
    if (of.node != wanted.node) return fmt::format("former node {}", document_->nodeName(of.node));
    return "former kernel";
  };
  switch (part) {
    case KernelPart::Row: return words(rowOf_, wanted_);
    case KernelPart::Correlation: return words(correlationOf_, wanted_);
    case KernelPart::Variances: return words(variancesOf_, {opened_, wanted_.spec, -1});
    case KernelPart::Picture:
      if (pictureOf_.graph == opened_ && pictureOf_.order != wantedPicture_.order) return "former order";
      return words({pictureOf_.graph, pictureOf_.spec, -1}, {opened_, wantedPicture_.spec, -1});
    case KernelPart::Noise: return "former noise";
    case KernelPart::Spectrum: return spectrumBefore_.graph != opened_ ? "former graph" : "former Laplacian";
  }
  return {};
}

// The spectrum.

const KernelLive::Side* KernelLive::barsSide() const {
  const auto found = sides_.find(shown_);
  if (found == sides_.end() || !found->second.engine) return nullptr;
  return found->second.spectrum || !found->second.density.empty() ? &found->second : nullptr;
}

void KernelLive::keepSpectrum() {
  if (barsSide() != nullptr) spectrumBefore_ = {eigenvalueBars(), lambdaMax(), spectrumTruth(), opened_};
}

std::string KernelLive::spectrumTruth() const {
  const Side* side = barsSide();
  if (side == nullptr)
    return spectrumBefore_.bars.empty() ? "eigenvalues are being estimated" : spectrumBefore_.truth;
  return fmt::format("{} · {:.0f} ms", spectrumMethod(), side->spectrumMilliseconds);
}

std::string KernelLive::spectrumMethod() const {
  const Side* side = barsSide();
  if (side == nullptr) return {};
  if (side->spectrum) return fmt::format("{} eigenvalues, exact", document_->data.nodeCount());
  return fmt::format("estimated by {} moments of {} random vectors", side->moments, side->probes);
}

std::vector<double> KernelLive::eigenvalueBars() const {
  const Side* side = barsSide();
  if (side == nullptr) return spectrumBefore_.bars;
  std::vector<double> bars = side->density;
  if (const Spectrum* pairs = side->spectrum.get()) {
    const double most = side->engine->laplacian().lambdaMax();
    bars.assign(densityBins, 0);
    for (const double value : pairs->values())
      ++bars[static_cast<std::size_t>(
          std::clamp(static_cast<int>(value / most * densityBins), 0, densityBins - 1))];
  }
  const double highest = bars.empty() ? 1 : std::max(1e-12, *std::max_element(bars.begin(), bars.end()));
  for (double& bar : bars) bar = std::max(0.0, bar / highest);
  return bars;
}

double KernelLive::lambdaMax() const {
  const KernelEngine* live = engine();
  if (barsSide() == nullptr && !spectrumBefore_.bars.empty()) return spectrumBefore_.lambdaMax;
  return live == nullptr ? 0 : live->laplacian().lambdaMax();
}

}  // namespace sispde::studio
