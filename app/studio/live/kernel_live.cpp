#include "app/studio/live/kernel_live.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {

KernelLive::KernelLive(Jobs& jobs, std::function<void(const std::string&)> tell)
    : jobs_(jobs), tell_(std::move(tell)) {}

void KernelLive::restart(std::shared_ptr<const Document> document) {
  for (const auto& [kind, side] : sides_)
    for (const std::string& key : side.asked) jobs_.cancel(key);
  document_ = std::move(document);
  sides_.clear();
  stopped_.clear();
  exactWanted_ = false;
  ++opened_;
  ++generation_;
  ++fields_;
  rowWanted_ = hopsOf_ = hopsMadeOf_ = -1;
}

void KernelLive::follow(std::shared_ptr<const Document> document) {
  if (!document_ || document->data.nodeCount() != document_->data.nodeCount()) {
    open(std::move(document));
    return;
  }
  keepSpectrum();
  restart(std::move(document));
}

void KernelLive::open(std::shared_ptr<const Document> document) {
  first_ = document;
  restart(std::move(document));
  hopMeans_.clear();
  hopSpreads_.clear();
  spectrumBefore_ = {};
  pictureOf_ = {};
  pictureOrder_.reset();
  formerSince_ = {};
  stale_ = {};
  for (Answer* answer :
       {&row_, &correlation_, &variances_, &image_, &noise_.answer, &otherNoise_.answer, &otherVariances_})
    forget(*answer);
  noise_.of = otherNoise_.of = std::nullopt;
}

void KernelLive::update(const Workspace& workspace) {
  if (!document_) return;
  if (shown_ != workspace.kernel().laplacian) keepSpectrum();
  shown_ = workspace.kernel().laplacian;
  Side& current = side(shown_);
  ask(current, workspace);
  updateOther(workspace);
  updatePaths(noise_, current, workspace.kernel(), pathsKey);
  const Seen wanted{workspace.kernel(),
                    workspace.picked,
                    workspace.quantity,
                    isChange(workspace.quantity) ? workspace.otherKernel() : KernelSpec{},
                    false,
                    generation_};
  wanted_ = {opened_, wanted.spec, wanted.picked};
  wantedPicture_ = {opened_, wanted.spec, wanted.other, wanted.quantity, workspace.order};
  if (wanted != seen_ && current.engine) {
    recompute(current, workspace);
    seen_ = wanted;
  }
  noteFormer();
}

void KernelLive::updateOther(const Workspace& workspace) {
  const KernelSpec& other = workspace.otherKernel();
  compared_ = workspace.compared;
  otherLaplacian_ = other.laplacian;
  const Seen wanted{other, -1, HeatmapQuantity::Correlation, {}, workspace.compared, generation_};
  if (!workspace.compared) {
    if (seenOther_.compared) {
      forget(otherNoise_.answer);
      otherNoise_.of.reset();
      forget(otherVariances_);
    }
    seenOther_ = wanted;
    return;
  }
  Side& theirs = side(other.laplacian);
  if (theirs.engine) {
    askVariances(theirs);
    if (theirs.fieldSeed != workspace.seed) askNoise(theirs, workspace.seed);
  } else {
    startEngine(theirs, other.laplacian);
  }
  updatePaths(otherNoise_, theirs, other, "paths of the other kernel");
  if (wanted == seenOther_ || !theirs.engine) return;
  const auto n = static_cast<std::size_t>(document_->data.nodeCount());
  if (theirs.variances || theirs.spectrum)
    compute(otherVariances_, n, [&](std::span<float> out) { return theirs.engine->diagonal(other, out); });
  seenOther_ = wanted;
}

void KernelLive::stopped(const std::vector<Jobs::State>& jobs) {
  for (const Jobs::State& job : jobs) {
    if (job.key.starts_with(pathsKey)) stopped_.insert(job.key);
    for (const auto& [kind, side] : sides_)
      if (side.asked.contains(job.key)) stopped_.insert(job.key);
  }
}

void KernelLive::askAgain() {
  for (auto& [kind, side] : sides_)
    for (const std::string& key : stopped_) {
      if (side.asked.erase(key) == 0) continue;
      if (key.starts_with("row")) side.rowAsked = -1;
      if (key.starts_with("noise")) {
        side.fieldSeed.reset();
        side.asked.erase(lookOf(key));
      }
      if (key.starts_with("picture")) {
        side.imageOrder.reset();
        side.orderAsked = nullptr;
        side.asked.erase(lookOf(key));
      }
    }
  stopped_.clear();
}

bool KernelLive::canBeExact() const {
  return document_ && document_->data.nodeCount() <= exactNodes && spectrum() == nullptr && !exactWanted_;
}

bool KernelLive::large() const {
  const Graph& graph = document_->data.graph;
  return graph.nodeCount() > 20'000 || graph.edgeCount() > 100'000;
}

const KernelEngine* KernelLive::engine() const {
  const auto found = sides_.find(shown_);
  return found == sides_.end() ? nullptr : found->second.engine.get();
}

std::shared_ptr<const Spectrum> KernelLive::sharedSpectrum() const {
  const auto found = sides_.find(shown_);
  return found == sides_.end() ? nullptr : found->second.spectrum;
}

std::shared_ptr<KernelEngine> KernelLive::engineOf(LaplacianKind kind) const {
  const auto found = sides_.find(kind);
  return found == sides_.end() ? nullptr : found->second.engine;
}

int KernelLive::bins() const {
  return static_cast<int>(std::lround(std::sqrt(static_cast<double>(image_.values.size()))));
}

int KernelLive::stepsOf(const Answer& noise) const {
  if (!document_ || !noise.valid()) return 0;
  return static_cast<int>(noise.values.size() / static_cast<std::size_t>(document_->data.nodeCount())) - 1;
}

std::span<const float> KernelLive::fieldAt(double time) const {
  if (!noise().valid()) return {};
  const auto n = static_cast<std::size_t>(document_->data.nodeCount());
  const auto at =
      static_cast<std::size_t>(std::clamp<int>(static_cast<int>(std::lround(time * steps())), 0, steps()));
  return std::span<const float>(noise().values).subspan(at * n, n);
}

bool KernelLive::canShowEigenvector(int k) const {
  return document_ && (document_->data.nodeCount() <= exactNodes || k < leadingCount);
}

std::string KernelLive::eigenvectorTruth() const {
  const auto found = sides_.find(shown_);
  if (found == sides_.end()) return {};
  const char* laplacian = laplacianName(shown_);
  if (found->second.spectrum) return fmt::format("exact, all eigenpairs, {}", laplacian);
  if (!found->second.leading) return {};
  return fmt::format("Lanczos, residual ≤ {:.0e}, {}", found->second.leading->residual, laplacian);
}

bool KernelLive::eigenvector(int k, std::vector<float>& out) const {
  const Spectrum* pairs = spectrum();
  if (pairs == nullptr) {
    const auto found = sides_.find(shown_);
    if (found == sides_.end() || !found->second.leading) return false;
    const LeadingPairs& leading = *found->second.leading;
    if (k < 0 || k >= std::ssize(leading.vectors)) return false;
    out.assign(leading.vectors[k].begin(), leading.vectors[k].end());
    return true;
  }
  // The k-th smallest over all components.
  std::vector<std::pair<double, std::pair<std::size_t, std::size_t>>> all;
  for (std::size_t b = 0; b < pairs->blocks.size(); ++b)
    for (std::size_t i = 0; i < pairs->blocks[b].values.size(); ++i)
      all.push_back({pairs->blocks[b].values[i], {b, i}});
  if (k < 0 || k >= std::ssize(all)) return false;
  std::nth_element(all.begin(), all.begin() + k, all.end());
  const auto [b, i] = all[k].second;
  const Spectrum::Block& block = pairs->blocks[b];
  out.assign(pairs->blockOf.size(), 0);
  for (std::size_t row = 0; row < block.nodes.size(); ++row)
    out[block.nodes[row]] = static_cast<float>(block.vectors[row * block.nodes.size() + i]);
  return true;
}

std::string KernelLive::exactWords() const {
  if (!document_ || spectrum() == nullptr) return {};
  return fmt::format("variances exact, {} eigenpairs", document_->data.nodeCount());
}

std::string KernelLive::truth() const {
  if (!document_) return {};
  const KernelEngine* live = engine();
  const char* laplacian =
      shown_ == LaplacianKind::Symmetric ? "symmetric Laplacian" : "combinatorial Laplacian";
  if (live == nullptr) return fmt::format("kernel: basis is being built, {}", laplacian);
  const bool own = row_.valid() && !isFormer(KernelPart::Row);
  if (own && !row_.info.ready)
    return fmt::format("kernel: {}, {}, {}", basisWords(row_.info), errorWords(row_.info), laplacian);
  const std::string error = own ? errorWords(row_.info) + ", " : "";
  std::string exact = exactWords();
  if (!exact.empty()) exact += ", ";
  return fmt::format("kernel: reduced basis, rank {}, {}{}{}", live->basis().rank(), error, exact, laplacian);
}

}  // namespace sispde::studio
