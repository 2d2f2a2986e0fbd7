// What KernelLive asks for: everything a kernel needs before its sliders can be followed, as Jobs. Each is asked for once; a new pick,
// order or seed takes the place of the old.

#include <algorithm>

#include "app/studio/live/kernel_live.h"
#include "core/spectral/dense_eigen.h"
#include "core/spectral/spectral_density.h"

namespace sispde::studio {
namespace {

constexpr int noiseSteps = 64;

// The node at each place of the heatmap.
Result<std::vector<NodeId>> placesOf(const Document& document, const Laplacian& laplacian, NodeOrder order,
                                     const Progress& progress) {
  const auto& labels = document.data.labels;
  const bool byClass = order == NodeOrder::Class && !labels.empty();
  // Within a class by community, so that its parts are seen.
  SISPDE_TRY(std::vector<NodeId> places,
             orderNodes(laplacian, labels, byClass ? NodeOrder::Community : order, 0, progress));
  if (byClass)
    std::stable_sort(places.begin(), places.end(), [&](NodeId u, NodeId v) {
      return static_cast<std::uint32_t>(labels[u]) < static_cast<std::uint32_t>(labels[v]);
    });
  return places;
}

}  // namespace

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
  // A first look, before anything is finished, where there would be a blank: what is shown of before stays until the new is whole. Small
  // graphs need none.
  const bool picture = side.imageOrder != workspace.order, noise = side.fieldSeed != workspace.seed;
  if (document_->data.nodeCount() > instantNodes) {
    if (!side.variances && !variances_.valid()) askVariances(side, Depth::FirstLook);
    if (picture && !image_.valid()) askPicture(side, workspace.order, Depth::FirstLook);
    if (noise && !noise_.answer.valid()) askNoise(side, workspace.seed, Depth::FirstLook);
  }
  askVariances(side);
  if (picture) askPicture(side, workspace.order);
  if (isChange(workspace.quantity)) askOther(side, workspace);
  if (noise) askNoise(side, workspace.seed);
  startDensity(side, kind);
  // The first eigenvectors come by Lanczos, which can be cancelled; all of them, which cannot, where others are asked for.
  const bool eigenvectors = workspace.colourBy == ColourBy::Eigenvector;
  const bool few = workspace.eigenvector < leadingCount;
  const NodeId n = document_->data.nodeCount();
  if (n <= exactNodes && (n <= instantNodes || exactWanted_ || (eigenvectors && !few)))
    startSpectrum(side, kind);
  else if (eigenvectors)
    startLeading(side, kind);
}

void KernelLive::askVariances(Side& side, Depth depth) {
  const bool full = depth == Depth::Full;
  const std::string key = fmt::format("variances {}", laplacianName(side.engine->laplacian().kind()));
  prepare(
      side, full ? key : lookOf(key), full ? "computing variances" : "a first look at the variances",
      [depth](KernelEngine& engine, const Progress& progress) {
        return engine.prepareDiagonal(progress, depth);
      },
      [this, full](Side& made) {
        (full ? made.variances : made.looked) = true;
        if (full) ++fields_;
      });
}

void KernelLive::askPicture(Side& side, NodeOrder order, Depth depth) {
  const bool full = depth == Depth::Full;
  const std::string whole = fmt::format("picture {}", laplacianName(side.engine->laplacian().kind()));
  const std::string key = full ? whole : lookOf(whole);
  side.asked.erase(key);
  if (side.imageOrder != order || !side.places) side.places = std::make_shared<std::vector<NodeId>>();
  side.imageOrder = order;
  side.orderAsked = nullptr;
  prepare(
      side, key, full ? "preparing the heatmap" : "a first look at the heatmap",
      [order, depth, places = side.places, document = document_](KernelEngine& engine,
                                                                 const Progress& progress) -> Result<void> {
        if (places->empty()) {
          SISPDE_TRY(*places, placesOf(*document, engine.laplacian(), order, progress));
        }
        return engine.prepareImage(*places, affordableColumns(engine, mostBins, 48), progress, depth);
      },
      [places = side.places, order](Side& made) {
        made.order = places;
        made.orderBy = order;
      });
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
  const std::optional<NodeOrder> by = workspace.order == NodeOrder::Spectral ? std::nullopt : shown.orderBy;
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
      [order = shown.order, by](Side& made) {
        made.order = order;
        made.orderBy = by;
      });
}

void KernelLive::askNoise(Side& side, std::uint64_t seed, Depth depth) {
  const bool full = depth == Depth::Full;
  const std::string whole = fmt::format("noise {}", laplacianName(side.engine->laplacian().kind()));
  const std::string key = full ? whole : lookOf(whole);
  side.asked.erase(key);
  side.fieldSeed = seed;
  const double perField =
      4.0 * document_->data.nodeCount() * static_cast<double>(side.engine->basis().rank());
  const int count = std::min(std::clamp(static_cast<int>(1e9 / perField), 1, noiseSteps),
                             affordableColumns(*side.engine, noiseSteps, 8));
  prepare(
      side, key, full ? "drawing noise" : "a first look at the noise",
      [seed, count, depth](KernelEngine& engine, const Progress& progress) {
        return engine.prepareFields(seed, count, progress, depth);
      },
      [this, seed](Side& made) {
        made.fieldsOf = seed;
        ++fields_;
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
                    stopped_.insert(key);  // so that it can be asked for again
                    tell_(result.error().sentence());
                    return;
                  }
                  done(sides_[kind]);
                  ++generation_;
                };
              });
}

void KernelLive::startEngine(Side& side, LaplacianKind kind) {
  const std::string key = fmt::format("engine {}", laplacianName(kind));
  if (!side.asked.insert(key).second) return;
  jobs_.start("kernel", key, "building the kernel's basis",
              [this, kind, key, document = document_, rough = large(),
               mine = opened_](const Progress& progress) -> Jobs::Delivery {
                EngineOptions options;
                if (rough) options.tolerance = 1e-3;  // each view says the bound it has
                auto made =
                    KernelEngine::make(Laplacian(document->data.graph, kind, progress), options, progress);
                return [this, kind, key, mine, made] {
                  if (mine != opened_) return;
                  if (!made) {
                    stopped_.insert(key);  // so that it can be asked for again
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
                const double start = millisecondsNow();
                auto made = spectralDensity(engine->laplacian(), options, progress);
                return [this, kind, mine, made, options, took = millisecondsNow() - start] {
                  if (mine != opened_ || !made) return;
                  Side& here = sides_[kind];
                  here.density = *made;
                  here.moments = options.moments;
                  here.probes = options.probes;
                  if (!here.spectrum) here.spectrumMilliseconds = took;
                };
              });
}

// Edited graphs come and go: only what was opened will be asked for again.
std::string KernelLive::keptIn() const {
  return document_ != first_ || document_->data.nodeCount() <= instantNodes ? std::string()
                                                                            : eigenpairsFolder_;
}

void KernelLive::startLeading(Side& side, LaplacianKind kind) {
  const std::string key = fmt::format("eigenvectors {}", laplacianName(kind));
  if (!side.asked.insert(key).second) return;
  jobs_.start("kernel", key, "computing the first eigenvectors",
              [this, kind, key, engine = side.engine, mine = opened_,
               folder = keptIn()](const Progress& progress) -> Jobs::Delivery {
                auto made = leadingEigenpairs(engine->laplacian(), leadingCount, 1e-5, folder, progress);
                std::shared_ptr<const LeadingPairs> leading;
                std::string trouble;
                if (made)
                  leading = std::make_shared<const LeadingPairs>(std::move(*made));
                else if (made.error().kind != ErrorKind::Cancelled)
                  trouble = made.error().sentence();
                return [this, kind, key, mine, leading, trouble] {
                  if (mine != opened_) return;
                  if (!trouble.empty() && document_->data.nodeCount() <= exactNodes)
                    exactWanted_ = true;  // the exact way is there for graphs of this size
                  else if (!trouble.empty()) {
                    stopped_.insert(key);
                    tell_(trouble);
                  }
                  sides_[kind].leading = leading;
                  ++generation_;
                };
              });
}

void KernelLive::startPartial(const Side& side, const Workspace& workspace) {
  jobs_.start("partial row", "partial row", "a first look at the node's covariance",
              [this, engine = side.engine, node = workspace.picked, spec = workspace.kernel(),
               document = document_, hops = hopsOf_ != workspace.picked && hopsMadeOf_ != workspace.picked,
               mine = opened_](const Progress& progress) -> Jobs::Delivery {
                const auto made = std::make_shared<Answer>();
                compute(*made, static_cast<std::size_t>(document->data.nodeCount()),
                        [&](std::span<float> out) { return engine->row(node, spec, out); });
                const auto distances = std::make_shared<std::vector<std::int32_t>>();
                if (hops && !progress.stopped()) *distances = hopsFrom(document->data.graph, node);
                return [this, node, spec, made, distances, mine] {
                  if (mine != opened_ || node != rowWanted_) return;
                  if (!distances->empty()) {
                    hopsMade_ = *distances;
                    hopsMadeOf_ = node;
                  }
                  if (!made->valid()) {
                    row_.trouble = made->trouble;
                    return;
                  }
                  const std::uint64_t revision = row_.revision;
                  row_ = *made;
                  row_.revision = revision + 1;
                  rowOf_ = {mine, spec, node};
                  finishRow();
                };
              });
}

void KernelLive::startSpectrum(Side& side, LaplacianKind kind) {
  const std::string key = fmt::format("spectrum {}", laplacianName(kind));
  if (!side.asked.insert(key).second) return;
  // It cannot be stopped half-way: what else is prepared does not wait for it. Small graphs have it before their variances.
  const char* lane = document_->data.nodeCount() > instantNodes ? "eigenpairs" : "kernel";
  jobs_.start(lane, key, "computing all eigenpairs",
              [this, kind, engine = side.engine, mine = opened_,
               folder = keptIn()](const Progress& progress) -> Jobs::Delivery {
                const double start = millisecondsNow();
                auto made = computeSpectrum(engine->laplacian(), folder, progress);
                std::shared_ptr<const Spectrum> spectrum;
                if (made) spectrum = std::make_shared<const Spectrum>(std::move(*made));
                if (spectrum) (void)engine->setSpectrum(spectrum);
                return [this, kind, mine, spectrum, took = millisecondsNow() - start] {
                  if (mine != opened_ || !spectrum) return;
                  sides_[kind].spectrum = spectrum;
                  sides_[kind].spectrumMilliseconds = took;
                  ++generation_;
                  ++fields_;
                };
              });
}

}  // namespace sispde::studio
