// What KernelLive computes in the frame in which a slider moved, from what has been prepared.

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/studio/live/kernel_live.h"

namespace sispde::studio {
namespace {

// W(t_j) from the fields of the increments.
void sumFields(Answer& paths, const KernelEngine& engine, const KernelSpec& spec, std::size_t n) {
  const auto steps = static_cast<std::size_t>(engine.fieldCount());
  compute(paths, (steps + 1) * n, [&](std::span<float> out) -> Result<LiveInfo> {
    SISPDE_TRY(const LiveInfo info, engine.fields(spec, out.subspan(n)));
    const auto root = static_cast<float>(std::sqrt(1.0 / static_cast<double>(steps)));
    for (std::size_t j = 1; j <= steps; ++j)
      for (std::size_t u = 0; u < n; ++u) out[j * n + u] = out[(j - 1) * n + u] + root * out[j * n + u];
    return info;
  });
}

}  // namespace

void KernelLive::recompute(const Side& side, const Workspace& workspace) {
  const KernelEngine& engine = *side.engine;
  const KernelSpec& spec = workspace.kernel();
  const auto n = static_cast<std::size_t>(document_->data.nodeCount());
  if (side.variances || side.looked || side.spectrum) {
    compute(variances_, n, [&](std::span<float> out) { return engine.diagonal(spec, out); });
    if (variances_.trouble.empty()) variancesOf_ = {opened_, spec, -1};
  }
  recomputeRow(side, workspace);
  if (engine.imageBins() > 0 && side.order) recomputeImage(side, workspace);
}

void KernelLive::recomputeRow(const Side& side, const Workspace& workspace) {
  const NodeId picked = workspace.picked;
  rowWanted_ = picked;
  if (picked < 0) {
    jobs_.cancel("partial row");
    forget(row_);
    forget(correlation_);
    hopMeans_.clear();
    hopSpreads_.clear();
    return;
  }
  const auto n = static_cast<std::size_t>(document_->data.nodeCount());
  if (large() && !side.engine->hasRow(picked)) {
    startPartial(side, workspace);
    return;
  }
  jobs_.cancel("partial row");
  compute(row_, n, [&](std::span<float> out) { return side.engine->row(picked, workspace.kernel(), out); });
  if (!row_.trouble.empty()) return;  // what was there stays, under its own name
  rowOf_ = {opened_, workspace.kernel(), picked};
  finishRow();
}

// Correlations and their means by hops, from the row and the variances of the same kernel on the same graph.
void KernelLive::finishRow() {
  const NodeId picked = rowOf_.node;
  if (!row_.valid() || !variances_.valid() || variancesOf_ != Of{rowOf_.graph, rowOf_.spec, -1}) return;
  if (!variances_.info.ready) return;  // quotients of a first look say too little
  const std::size_t n = row_.values.size();
  correlation_.values.resize(n);
  const double own = variances_.values[picked];
  for (std::size_t v = 0; v < n; ++v) {
    const double both = std::sqrt(own * variances_.values[v]);
    correlation_.values[v] =
        both > 0 ? static_cast<float>(std::clamp(row_.values[v] / both, -1.0, 1.0)) : 0.0f;
  }
  correlation_.info = row_.info;
  correlation_.info.standardError = std::max(row_.info.standardError, variances_.info.standardError);
  correlation_.milliseconds = row_.milliseconds;
  ++correlation_.revision;
  correlationOf_ = rowOf_;
  if (hopsOf_ != picked) {
    hops_ = hopsMadeOf_ == picked ? std::move(hopsMade_) : hopsFrom(document_->data.graph, picked);
    hopsOf_ = picked;
    hopsMade_.clear();
    hopsMadeOf_ = -1;
  }
  recomputeHops();
}

void KernelLive::recomputeHops() {
  constexpr std::size_t most = mostHops;
  std::vector<double> sum(most + 1, 0), squares(most + 1, 0), count(most + 1, 0);
  for (std::size_t v = 0; v < hops_.size(); ++v)
    if (hops_[v] >= 0 && hops_[v] <= mostHops) {
      const double value = correlation_.values[v];
      sum[hops_[v]] += value;
      squares[hops_[v]] += value * value;
      ++count[hops_[v]];
    }
  hopMeans_.clear();
  hopSpreads_.clear();
  for (std::size_t d = 1; d <= most && count[d] > 0; ++d) {
    hopMeans_.push_back(sum[d] / count[d]);
    hopSpreads_.push_back(
        std::sqrt(std::max(0.0, squares[d] / count[d] - hopMeans_.back() * hopMeans_.back())));
  }
}

void KernelLive::recomputeImage(const Side& side, const Workspace& workspace) {
  const KernelEngine& engine = *side.engine;
  const bool correlation = isCorrelation(workspace.quantity), change = isChange(workspace.quantity);
  const auto bins = static_cast<std::size_t>(engine.imageBins());
  const KernelSpec& theirs = workspace.otherKernel();
  const Side* other = change ? &sides_[theirs.laplacian] : nullptr;
  const PictureOf made{opened_, workspace.kernel(), change ? theirs : KernelSpec{}, workspace.quantity,
                       side.orderBy};
  if (change && (!other->engine || other->order != side.order ||
                 other->engine->imageBins() != static_cast<int>(bins))) {
    if (image_.valid() && pictureOf_.quantity == made.quantity) return;  // the former change stays
    forget(image_);
    pictureOf_ = made;
    pictureOrder_ = side.order;
    return;
  }
  compute(image_, bins * bins, [&](std::span<float> out) -> Result<LiveInfo> {
    SISPDE_TRY(LiveInfo info, engine.image(workspace.kernel(), correlation, out));
    if (!change) return info;
    std::vector<float> values(out.size());
    SISPDE_TRY(const LiveInfo known, other->engine->image(theirs, correlation, values));
    SISPDE_TRY(const double ours, meanVariance(engine, workspace.kernel()));
    SISPDE_TRY(const double mean, meanVariance(*other->engine, theirs));
    subtract(out, info, ours, {values, known, mean}, correlation);
    return info;
  });
  if (!image_.trouble.empty()) {
    if (change) forget(image_);
    return;
  }
  pictureOf_ = made;
  pictureOrder_ = side.order;
}

void KernelLive::updatePaths(Paths& paths, const Side& side, const KernelSpec& spec, const char* key) {
  const auto wanted = std::pair(spec, fields_);
  paths.wanted = wanted;
  if (!side.engine) return;
  const auto n = static_cast<std::size_t>(document_->data.nodeCount());
  const auto count = static_cast<std::size_t>(side.engine->fieldCount());
  if (count == 0 || paths.of == wanted) return;
  constexpr std::size_t instant = 1'000'000;  // values, which take some milliseconds
  if (n * count <= instant) {
    sumFields(paths.answer, *side.engine, spec, n);
    paths.of = wanted;
    return;
  }
  if (!noiseWanted_) {  // what nobody looks at must not be taken for the present kernel's
    if (paths.answer.valid()) forget(paths.answer);
    paths.of.reset();
    return;
  }
  // The latest kernel comes after the one that is being followed; after a cancel, when it is asked for.
  if (!paths.working.expired() || stopped_.contains(key)) return;
  const auto ticket = std::make_shared<const int>(0);
  paths.working = ticket;
  jobs_.start(key, key, "following the noise",
              [this, &paths, ticket, engine = side.engine, spec, n, wanted,
               mine = opened_](const Progress&) -> Jobs::Delivery {
                const auto made = std::make_shared<Answer>();
                sumFields(*made, *engine, spec, n);
                return [this, &paths, ticket, made, wanted, mine] {
                  if (mine != opened_) return;
                  const std::uint64_t revision = paths.answer.revision;
                  paths.answer = std::move(*made);
                  paths.answer.revision = revision + 1;
                  paths.of = wanted;
                };
              });
}

}  // namespace sispde::studio
