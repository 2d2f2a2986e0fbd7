#include "app/studio/live/kernel_live.h"

#include <algorithm>
#include <cmath>

#include "core/spectral/dense_eigen.h"
#include "core/spectral/spectral_density.h"

namespace sispde::studio {
namespace {

constexpr int noiseSteps = 64;

// Above this a first picture is worth more than the last digits, and a partial sum takes longer than a frame.
bool isLarge(const Graph& graph) {
  return graph.nodeCount() > 20'000 || graph.edgeCount() > 100'000;
}

}  // namespace

KernelLive::KernelLive(Jobs& jobs, std::function<void(const std::string&)> tell)
    : jobs_(jobs), tell_(std::move(tell)) {}

void KernelLive::open(std::shared_ptr<const Document> document) {
  for (const auto& [kind, side] : sides_)
    for (const std::string& key : side.asked) jobs_.cancel(key);
  document_ = std::move(document);
  sides_.clear();
  ++opened_;
  ++generation_;
  hopsOf_ = -1;
  hopMeans_.clear();
  hopSpreads_.clear();
  for (Answer* answer : {&row_, &correlation_, &variances_, &image_, &noise_, &otherNoise_, &otherVariances_})
    forget(*answer);
}

const KernelEngine* KernelLive::engine() const {
  const auto found = sides_.find(shown_);
  return found == sides_.end() ? nullptr : found->second.engine.get();
}

const Spectrum* KernelLive::spectrum() const {
  const auto found = sides_.find(shown_);
  return found == sides_.end() ? nullptr : found->second.spectrum.get();
}

std::vector<double> KernelLive::eigenvalueBars() const {
  const auto found = sides_.find(shown_);
  if (found == sides_.end() || !found->second.engine) return {};
  std::vector<double> bars = found->second.density;
  if (const Spectrum* pairs = spectrum()) {
    const double most = found->second.engine->laplacian().lambdaMax();
    bars.assign(densityBins, 0);
    for (const double value : pairs->values())
      ++bars[static_cast<std::size_t>(
          std::clamp(static_cast<int>(value / most * densityBins), 0, densityBins - 1))];
  }
  const double highest = bars.empty() ? 1 : std::max(1e-12, *std::max_element(bars.begin(), bars.end()));
  for (double& bar : bars) bar = std::max(0.0, bar / highest);
  return bars;
}

std::shared_ptr<KernelEngine> KernelLive::engineOf(LaplacianKind kind) const {
  const auto found = sides_.find(kind);
  return found == sides_.end() ? nullptr : found->second.engine;
}

std::shared_ptr<const std::vector<NodeId>> KernelLive::sharedOrder() const {
  const auto found = sides_.find(shown_);
  return found == sides_.end() ? nullptr : found->second.order;
}

const std::vector<NodeId>* KernelLive::order() const {
  const auto found = sides_.find(shown_);
  return found == sides_.end() ? nullptr : found->second.order.get();
}

int KernelLive::bins() const {
  return static_cast<int>(std::lround(std::sqrt(static_cast<double>(image_.values.size()))));
}

void KernelLive::startEngine(Side& side, LaplacianKind kind) {
  const std::string key = fmt::format("engine {}", laplacianName(kind));
  if (!side.asked.insert(key).second) return;
  jobs_.start("kernel", key, "building the kernel's basis",
              [this, kind, document = document_, mine = opened_](const Progress& progress) -> Jobs::Delivery {
                EngineOptions options;
                if (isLarge(document->data.graph))
                  options.tolerance = 1e-3;  // each view says the bound it has
                auto made =
                    KernelEngine::make(Laplacian(document->data.graph, kind, progress), options, progress);
                return [this, kind, mine, made] {
                  if (mine != opened_) return;
                  if (!made) {
                    tell_(made.error().sentence());
                    return;
                  }
                  sides_[kind].engine = *made;
                  ++generation_;
                };
              });
}

void KernelLive::startDensity(Side& side, LaplacianKind kind) {
  const std::string key = fmt::format("density {}", laplacianName(kind));
  if (!side.asked.insert(key).second) return;
  jobs_.start("kernel", key, "estimating the spectrum",
              [this, kind, engine = side.engine, mine = opened_](const Progress& progress) -> Jobs::Delivery {
                const bool large = engine->laplacian().graph().edgeCount() > 1'000'000;
                SpectralDensityOptions options{.bins = densityBins};
                if (large) options = {.bins = densityBins, .moments = 128, .probes = 2};
                auto made = spectralDensity(engine->laplacian(), options, progress);
                return [this, kind, mine, made] {
                  if (mine == opened_ && made) sides_[kind].density = *made;
                };
              });
}

void KernelLive::startSpectrum(Side& side, LaplacianKind kind) {
  if (document_->data.nodeCount() > exactNodes) return;
  const std::string key = fmt::format("spectrum {}", laplacianName(kind));
  if (!side.asked.insert(key).second) return;
  jobs_.start("kernel", key, "computing all eigenpairs",
              [this, kind, engine = side.engine, mine = opened_](const Progress& progress) -> Jobs::Delivery {
                auto made = computeSpectrum(engine->laplacian(), {}, progress);
                std::shared_ptr<const Spectrum> spectrum;
                if (made) spectrum = std::make_shared<const Spectrum>(std::move(*made));
                if (spectrum) (void)engine->setSpectrum(spectrum);
                return [this, kind, mine, spectrum] {
                  if (mine != opened_ || !spectrum) return;
                  sides_[kind].spectrum = spectrum;
                  ++generation_;
                };
              });
}

void KernelLive::prepare(Side& side, const std::string& key, const std::string& words,
                         std::function<Result<void>(KernelEngine&, const Progress&)> work,
                         std::function<void(Side&)> done) {
  if (!side.asked.insert(key).second) return;
  const LaplacianKind kind = side.engine->laplacian().kind();
  jobs_.start("kernel", key, words,
              [this, kind, key, engine = side.engine, mine = opened_, work = std::move(work),
               done = std::move(done)](const Progress& progress) -> Jobs::Delivery {
                const Result<void> result = work(*engine, progress);
                return [this, kind, key, mine, result, done] {
                  if (mine != opened_) return;
                  if (!result) {
                    tell_(result.error().sentence());
                    return;
                  }
                  done(sides_[kind]);
                  ++generation_;
                };
              });
}

void KernelLive::ask(Side& side, const Workspace& workspace) {
  const LaplacianKind kind = workspace.kernel().laplacian;
  if (!side.engine) {
    startEngine(side, kind);
    return;
  }
  const std::string name = laplacianName(kind);
  if (workspace.picked >= 0 && workspace.picked != side.rowAsked && !side.engine->hasRow(workspace.picked)) {
    side.asked.erase("row " + name);  // the latest wins
    side.rowAsked = workspace.picked;
    prepare(
        side, "row " + name, "preparing the node's covariance",
        [node = workspace.picked](KernelEngine& engine, const Progress& progress) {
          return engine.prepareRows(std::span(&node, 1), progress);
        },
        [](Side&) {});
  }
  askVariances(side);
  if (side.imageOrder != workspace.order) askPicture(side, workspace.order);
  if (isChange(workspace.quantity)) askOther(side, workspace);
  askNoise(side, workspace.seed);
  startDensity(side, kind);
  if (workspace.colourBy == ColourBy::Eigenvector) startSpectrum(side, kind);
}

void KernelLive::askVariances(Side& side) {
  prepare(
      side, fmt::format("variances {}", laplacianName(side.engine->laplacian().kind())),
      "computing variances",
      [](KernelEngine& engine, const Progress& progress) { return engine.prepareDiagonal(progress); },
      [](Side& made) { made.variances = true; });
}

void KernelLive::askPicture(Side& side, NodeOrder order) {
  const std::string key = fmt::format("picture {}", laplacianName(side.engine->laplacian().kind()));
  side.asked.erase(key);
  side.imageOrder = order;
  side.orderAsked = nullptr;
  const auto places = std::make_shared<std::vector<NodeId>>();
  prepare(
      side, key, "preparing the heatmap",
      [order, places, document = document_](KernelEngine& engine, const Progress& progress) -> Result<void> {
        const auto& labels = document->data.labels;
        const bool byClass = order == NodeOrder::Class && !labels.empty();
        // Within a class by community, so that its parts are seen.
        SISPDE_TRY(*places, orderNodes(engine.laplacian(), labels, byClass ? NodeOrder::Community : order, 0,
                                       progress));
        if (byClass)
          std::stable_sort(places->begin(), places->end(), [&](NodeId u, NodeId v) {
            return static_cast<std::uint32_t>(labels[u]) < static_cast<std::uint32_t>(labels[v]);
          });
        return engine.prepareImage(*places, affordableColumns(engine, mostBins, 48), progress);
      },
      [places](Side& made) { made.order = places; });
}

void KernelLive::askOther(const Side& shown, const Workspace& workspace) {
  const LaplacianKind kind = workspace.otherKernel().laplacian;
  if (kind == workspace.kernel().laplacian) return;
  Side& other = side(kind);
  if (!other.engine) {
    startEngine(other, kind);
    return;
  }
  askVariances(other);
  const int bins = shown.engine->imageBins();
  if (!shown.order || bins == 0 || other.order == shown.order || other.orderAsked == shown.order) return;
  if (other.order && *other.order == *shown.order && other.engine->imageBins() == bins) {
    other.order = shown.order;
    return;
  }
  const std::string key = fmt::format("picture {}", laplacianName(kind));
  other.asked.erase(key);
  other.orderAsked = shown.order;
  // The spectrum's order alone is each Laplacian's own.
  if (workspace.order == NodeOrder::Spectral)
    other.imageOrder.reset();
  else
    other.imageOrder = workspace.order;
  prepare(
      other, key, "preparing the other kernel's heatmap",
      [order = shown.order, bins](KernelEngine& engine, const Progress& progress) {
        return engine.prepareImage(*order, bins, progress);
      },
      [order = shown.order](Side& made) { made.order = order; });
}

void KernelLive::askNoise(Side& side, std::uint64_t seed) {
  const std::string name = laplacianName(side.engine->laplacian().kind());
  if (side.fieldSeed != seed) {
    side.asked.erase("noise " + name);
    side.fieldSeed = seed;
    const double perField =
        4.0 * document_->data.nodeCount() * static_cast<double>(side.engine->basis().rank());
    const int count = std::min(std::clamp(static_cast<int>(1e9 / perField), 1, noiseSteps),
                               affordableColumns(*side.engine, noiseSteps, 8));
    prepare(
        side, "noise " + name, "drawing noise",
        [seed, count](KernelEngine& engine, const Progress& progress) {
          return engine.prepareFields(seed, count, progress);
        },
        [](Side&) {});
  }
}

void KernelLive::update(const Workspace& workspace) {
  if (!document_) return;
  shown_ = workspace.kernel().laplacian;
  Side& current = side(shown_);
  ask(current, workspace);
  updateOther(workspace);
  const Seen wanted{workspace.kernel(),
                    workspace.picked,
                    workspace.quantity,
                    isChange(workspace.quantity) ? workspace.otherKernel() : KernelSpec{},
                    false,
                    generation_};
  if (wanted == seen_ || !current.engine) return;
  recompute(current, workspace);
  seen_ = wanted;
}

void KernelLive::updateOther(const Workspace& workspace) {
  const KernelSpec& other = workspace.otherKernel();
  const Seen wanted{other, -1, HeatmapQuantity::Correlation, {}, workspace.compared, generation_};
  if (!workspace.compared) {
    if (seenOther_.compared) {
      forget(otherNoise_);
      forget(otherVariances_);
    }
    seenOther_ = wanted;
    return;
  }
  Side& theirs = side(other.laplacian);
  if (!theirs.engine) {
    startEngine(theirs, other.laplacian);
    return;
  }
  askVariances(theirs);
  askNoise(theirs, workspace.seed);
  if (wanted == seenOther_) return;
  const auto n = static_cast<std::size_t>(document_->data.nodeCount());
  if (theirs.variances || theirs.spectrum)
    compute(otherVariances_, n, [&](std::span<float> out) { return theirs.engine->diagonal(other, out); });
  if (theirs.engine->fieldCount() > 0) recomputeNoise(theirs, other, otherNoise_);
  seenOther_ = wanted;
}

void KernelLive::recompute(const Side& side, const Workspace& workspace) {
  const KernelEngine& engine = *side.engine;
  const KernelSpec& spec = workspace.kernel();
  const auto n = static_cast<std::size_t>(document_->data.nodeCount());
  if (side.variances || side.spectrum)
    compute(variances_, n, [&](std::span<float> out) { return engine.diagonal(spec, out); });
  recomputeRow(side, workspace);
  if (engine.imageBins() > 0) recomputeImage(side, workspace);
  if (engine.fieldCount() > 0) recomputeNoise(side, spec, noise_);
}

void KernelLive::recomputeRow(const Side& side, const Workspace& workspace) {
  const NodeId picked = workspace.picked;
  if (picked < 0) {
    forget(row_);
    forget(correlation_);
    hopMeans_.clear();
    hopSpreads_.clear();
    return;
  }
  if (isLarge(document_->data.graph) && !side.engine->hasRow(picked)) return;
  const auto n = static_cast<std::size_t>(document_->data.nodeCount());
  compute(row_, n, [&](std::span<float> out) { return side.engine->row(picked, workspace.kernel(), out); });
  if (!row_.valid() || !variances_.valid()) return;
  correlation_.values.resize(n);
  const double own = variances_.values[picked];
  for (std::size_t v = 0; v < n; ++v) {
    const double both = std::sqrt(own * variances_.values[v]);
    correlation_.values[v] =
        both > 0 ? static_cast<float>(std::clamp(row_.values[v] / both, -1.0, 1.0)) : 0.0f;
  }
  correlation_.info = row_.info;
  correlation_.milliseconds = row_.milliseconds;
  ++correlation_.revision;
  if (hopsOf_ != picked) {
    hops_ = hopsFrom(document_->data.graph, picked);
    hopsOf_ = picked;
  }
  recomputeHops();
}

void KernelLive::recomputeHops() {
  constexpr std::size_t mostHops = 8;
  std::vector<double> sum(mostHops + 1, 0), squares(mostHops + 1, 0), count(mostHops + 1, 0);
  for (std::size_t v = 0; v < hops_.size(); ++v)
    if (hops_[v] >= 0 && hops_[v] <= static_cast<int>(mostHops)) {
      const double value = correlation_.values[v];
      sum[hops_[v]] += value;
      squares[hops_[v]] += value * value;
      ++count[hops_[v]];
    }
  hopMeans_.clear();
  hopSpreads_.clear();
  for (std::size_t d = 1; d <= mostHops && count[d] > 0; ++d) {
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
  if (change && (!other->engine || other->order != side.order ||
                 other->engine->imageBins() != static_cast<int>(bins))) {
    forget(image_);  // what is there is of another quantity, or of other nodes
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
  if (change && !image_.trouble.empty()) forget(image_);
}

void KernelLive::recomputeNoise(const Side& side, const KernelSpec& spec, Answer& noise) const {
  const auto n = static_cast<std::size_t>(document_->data.nodeCount());
  const auto steps = static_cast<std::size_t>(side.engine->fieldCount());
  std::vector<float> fields(steps * n);
  const double start = millisecondsNow();
  const Result<LiveInfo> info = side.engine->fields(spec, fields);
  if (!info) {
    noise.trouble = info.error().sentence();
    return;
  }
  noise.trouble.clear();
  noise.values.assign((steps + 1) * n, 0);
  const auto root = static_cast<float>(std::sqrt(1.0 / static_cast<double>(steps)));
  for (std::size_t j = 0; j < steps; ++j)
    for (std::size_t u = 0; u < n; ++u)
      noise.values[(j + 1) * n + u] = noise.values[j * n + u] + root * fields[j * n + u];
  noise.info = *info;
  noise.milliseconds = millisecondsNow() - start;
  ++noise.revision;
}

int KernelLive::stepsOf(const Answer& noise) const {
  if (!document_ || !noise.valid()) return 0;
  return static_cast<int>(noise.values.size() / static_cast<std::size_t>(document_->data.nodeCount())) - 1;
}

std::span<const float> KernelLive::fieldAt(double time) const {
  if (!noise_.valid()) return {};
  const auto n = static_cast<std::size_t>(document_->data.nodeCount());
  const auto at =
      static_cast<std::size_t>(std::clamp<int>(static_cast<int>(std::lround(time * steps())), 0, steps()));
  return std::span<const float>(noise_.values).subspan(at * n, n);
}

bool KernelLive::eigenvector(int k, std::vector<float>& out) const {
  const Spectrum* pairs = spectrum();
  if (pairs == nullptr) return false;
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

std::string KernelLive::truth() const {
  if (!document_) return {};
  const KernelEngine* live = engine();
  const char* laplacian =
      shown_ == LaplacianKind::Symmetric ? "symmetric Laplacian" : "combinatorial Laplacian";
  if (live == nullptr) return fmt::format("kernel: basis is being built, {}", laplacian);
  if (row_.valid() && !row_.info.ready)
    return fmt::format("kernel: partial sum of degree {}, error ≤ {:.0e}, {}", row_.info.terms,
                       row_.info.bound, laplacian);
  return fmt::format("kernel: reduced basis, rank {}, {}", live->basis().rank(), laplacian);
}

}  // namespace sispde::studio
