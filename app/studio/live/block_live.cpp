#include "app/studio/live/block_live.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sispde::studio {
namespace {

std::string keyOf(LaplacianKind kind) {
  return fmt::format("block {}", laplacianName(kind));
}

// Both Laplacians where kernels of two are compared.
std::vector<LaplacianKind> kindsOf(const Workspace& workspace) {
  std::vector<LaplacianKind> kinds{workspace.kernel().laplacian};
  if (isChange(workspace.quantity) && workspace.otherKernel().laplacian != kinds[0])
    kinds.push_back(workspace.otherKernel().laplacian);
  return kinds;
}

}  // namespace

BlockLive::BlockLive(Jobs& jobs, std::function<void(const std::string&)> tell)
    : jobs_(jobs), tell_(std::move(tell)) {}

// Where the picture has a cell for every pair already there is nothing to add.
bool BlockLive::wants(const Workspace& workspace, const KernelLive& kernel, const HeatmapView& view) const {
  const auto* order = kernel.order();
  if (order == nullptr || !kernel.image().valid()) return false;
  const std::size_t n = order->size();
  if (static_cast<std::size_t>(kernel.bins()) >= n) return false;
  for (const LaplacianKind kind : kindsOf(workspace))
    if (!kernel.engineOf(kind)) return false;
  // A cell should have two pixels.
  const auto most =
      std::min(static_cast<std::size_t>(std::clamp(view.side / 2, 48.0, static_cast<double>(mostNodes))),
               static_cast<std::size_t>(affordableColumns(*kernel.engine(), mostNodes, 32)));
  return std::max(view.rows().visible(n).count, view.columns().visible(n).count) <= most;
}

bool BlockLive::covers(const HeatmapView& view) const {
  return asked_.order && asked_.rows.contains(view.rows().visible(asked_.order->size())) &&
         asked_.columns.contains(view.columns().visible(asked_.order->size()));
}

void BlockLive::update(const Workspace& workspace, const KernelLive& kernel, const HeatmapView& view) {
  if (kernel.image().valid() && !kernel.pictureIsOfEngine()) {  // the block stays as long as the picture does
    wanted_ = shown_ = shown_ && asked_.order == kernel.sharedOrder() && covers(view);
    return;
  }
  wanted_ = wants(workspace, kernel, view);
  shown_ = false;
  if (!wanted_) {
    cancelUnfinished();
    std::erase_if(parts_,
                  [&](const auto& part) { return part.second.engine != kernel.engineOf(part.first); });
    if (kernel.order() == nullptr) {  // another data set: nothing of the last one is held
      parts_.clear();
      asked_ = {};
      pairs_ = nullptr;
      forget(answer_);
    }
    return;
  }
  const auto order = kernel.sharedOrder();
  const PlaceRange rows = view.rows().visible(order->size()), columns = view.columns().visible(order->size());
  if (asked_.order != order || !asked_.rows.contains(rows) || !asked_.columns.contains(columns)) {
    const auto most = static_cast<std::size_t>(affordableColumns(*kernel.engine(), mostNodes, 32));
    pairs_ = std::make_shared<const std::vector<Edge>>(
        plan(widened(rows, most, order->size()), widened(columns, most, order->size()), order));
  }
  const std::vector<LaplacianKind> kinds = kindsOf(workspace);
  for (const LaplacianKind kind : kinds) {
    Part& part = parts_[kind];
    if (auto engine = kernel.engineOf(kind); part.engine != engine) part = {std::move(engine)};
    if (part.started != asked_.number) start(part, kind);
  }
  if (!std::all_of(kinds.begin(), kinds.end(), [&](LaplacianKind kind) { return isReady(kind); })) return;
  // The picture is computed anew whenever a kernel, the quantity or what is known of the traces changed.
  if (seenNumber_ != asked_.number || seenPicture_ != kernel.image().revision) recompute(workspace);
  seenNumber_ = asked_.number;
  seenPicture_ = kernel.image().revision;
  shown_ = answer_.valid() && answer_.trouble.empty();
}

std::vector<Edge> BlockLive::plan(PlaceRange rows, PlaceRange columns,
                                  std::shared_ptr<const std::vector<NodeId>> order) {
  std::vector<Edge> pairs;
  pairs.reserve(rows.count * columns.count + rows.count + columns.count);
  for (std::size_t i = rows.first; i < rows.end(); ++i)
    for (std::size_t j = columns.first; j < columns.end(); ++j) pairs.push_back({(*order)[i], (*order)[j]});
  asked_ = {order, rows, columns, {}, {}, 0, ++numbers_};
  std::map<std::size_t, std::size_t> variances;  // of a place
  const auto variance = [&](std::size_t place) {
    const auto [at, fresh] = variances.try_emplace(place, pairs.size());
    if (fresh) pairs.push_back({(*order)[place], (*order)[place]});
    return at->second;
  };
  for (std::size_t i = rows.first; i < rows.end(); ++i) asked_.rowVariance.push_back(variance(i));
  for (std::size_t j = columns.first; j < columns.end(); ++j) asked_.columnVariance.push_back(variance(j));
  asked_.pairs = pairs.size();
  return pairs;
}

void BlockLive::start(Part& part, LaplacianKind kind) {
  part.started = asked_.number;
  const auto ticket = std::make_shared<const int>(0);
  part.working = ticket;
  // In the kernel's lane: an engine prepares one thing at a time.
  jobs_.start("kernel", keyOf(kind), "computing the block in view",
              [this, ticket, kind, number = asked_.number, engine = part.engine,
               pairs = pairs_](const Progress& progress) -> Jobs::Delivery {
                const Result<void> result = engine->preparePairs(*pairs, progress);
                return [this, ticket, kind, number, result] {
                  Part& done = parts_[kind];
                  if (number != done.started) return;
                  if (result)
                    done.ready = number;
                  else if (result.error().kind != ErrorKind::Cancelled)
                    tell_(result.error().sentence());
                };
              });
}

bool BlockLive::wasStopped() const {
  return pending() && std::ranges::any_of(parts_, [](const auto& part) {
           return part.second.started != part.second.ready && part.second.working.expired();
         });
}

void BlockLive::askAgain() {
  for (auto& [kind, part] : parts_)
    if (part.started != part.ready && part.working.expired()) part.started = part.ready = 0;
}

void BlockLive::cancelUnfinished() {
  for (auto& [kind, part] : parts_)
    if (part.started != part.ready) {
      jobs_.cancel(keyOf(kind));
      part.started = part.ready = 0;
    }
}

bool BlockLive::isReady(LaplacianKind kind) const {
  const auto found = parts_.find(kind);
  return found != parts_.end() && found->second.ready == asked_.number &&
         found->second.engine->pairCount() == asked_.pairs;
}

Result<LiveInfo> BlockLive::entries(LaplacianKind kind, const KernelSpec& spec, bool correlation,
                                    std::span<float> out) const {
  const KernelEngine& engine = *parts_.at(kind).engine;
  std::vector<float> all(asked_.pairs);
  SISPDE_TRY(LiveInfo info, engine.pairs(spec, false, all));
  std::copy_n(all.begin(), out.size(), out.begin());
  if (!correlation) return info;
  double least = std::numeric_limits<double>::infinity();
  const auto roots = [&](const std::vector<std::size_t>& places) {
    std::vector<float> made;
    for (const std::size_t place : places) {
      made.push_back(all[place] > 0 ? 1 / std::sqrt(all[place]) : 0.0f);
      least = std::min(least, static_cast<double>(all[place]));
    }
    return made;
  };
  const std::vector<float> rowRoots = roots(asked_.rowVariance), columnRoots = roots(asked_.columnVariance);
  for (std::size_t i = 0; i < rowRoots.size(); ++i)
    for (std::size_t j = 0; j < columnRoots.size(); ++j)
      out[i * columnRoots.size() + j] *= rowRoots[i] * columnRoots[j];
  // K_uv/√(K_uu K_vv) with all three off by `error`.
  SISPDE_TRY(const double mean, meanVariance(engine, spec));
  const double error = info.bound * mean;
  info.bound = least > error ? 2 * error / (least - error) : std::numeric_limits<double>::infinity();
  info.scale = 0;
  return info;
}

void BlockLive::recompute(const Workspace& workspace) {
  const bool correlation = isCorrelation(workspace.quantity);
  const KernelSpec &spec = workspace.kernel(), &other = workspace.otherKernel();
  compute(answer_, asked_.rows.count * asked_.columns.count, [&](std::span<float> out) -> Result<LiveInfo> {
    SISPDE_TRY(LiveInfo info, entries(spec.laplacian, spec, correlation, out));
    if (!isChange(workspace.quantity)) return info;
    std::vector<float> values(out.size());
    SISPDE_TRY(const LiveInfo known, entries(other.laplacian, other, correlation, values));
    SISPDE_TRY(const double ours, meanVariance(*parts_.at(spec.laplacian).engine, spec));
    SISPDE_TRY(const double theirs, meanVariance(*parts_.at(other.laplacian).engine, other));
    subtract(out, info, ours, {values, known, theirs}, correlation);
    return info;
  });
}

HeatmapCell BlockLive::cell(const KernelLive& kernel, std::size_t row, std::size_t column) const {
  if (shown_ && rows().contains({row, 1}) && columns().contains({column, 1}))
    return {static_cast<double>(
                answer_.values[(row - rows().first) * columns().count + column - columns().first]),
            true, true};
  const auto* order = kernel.order();
  const auto bins = static_cast<std::size_t>(kernel.bins());
  if (order == nullptr || bins == 0) return {};
  const std::size_t n = order->size();
  const std::size_t at = binOf(row, bins, n) * bins + binOf(column, bins, n);
  return {static_cast<double>(kernel.image().values[at]), true, bins >= n};
}

}  // namespace sispde::studio
