#include "app/studio/live/rewire_live.h"

#include "app/studio/live/answer.h"
#include "core/rewire/apply_rewiring.h"

namespace sispde::studio {

RewireOptions optionsOf(const RewireChoice& choice) {
  RewireOptions options;
  options.dropShare = choice.drop;
  options.addShare = choice.add;
  options.keepConnected = choice.guard;
  return options;
}

void RewireLive::open(std::shared_ptr<const Document> document) {
  document_ = std::move(document);
  ++opened_;
  prepared_.reset();
  plan_.reset();
  stale_ = false;
  for (auto* kernel : {&seenKernel_, &plannedKernel_, &streamedKernel_}) kernel->reset();
  for (auto* choice : {&seenChoice_, &plannedChoice_, &streamedChoice_}) choice->reset();
  trouble_.clear();
  asked_.clear();
  ++revision_;
}

void RewireLive::prepare(LaplacianKind laplacian, int hops) {
  const std::string what = fmt::format("{} {}", laplacianName(laplacian), hops);
  if (!preparing_.expired()) return;
  if (what == asked_) {
    if (trouble_.empty()) trouble_ = "The preparation was cancelled; choose other candidates to begin again.";
    return;
  }
  asked_ = what;
  trouble_.clear();
  const auto ticket = std::make_shared<const int>(0);
  preparing_ = ticket;
  jobs_.start("rewiring", "pairs", "preparing candidate pairs",
              [this, ticket, laplacian, hops, document = document_,
               mine = opened_](const Progress& progress) -> Jobs::Delivery {
                const auto made = std::make_shared<Result<Prepared>>([&]() -> Result<Prepared> {
                  const Graph& graph = document->data.graph;
                  SISPDE_TRY(Candidates candidates, candidatePairs(graph, hops, progress, mostPairs));
                  Prepared parts{laplacian, hops, nullptr,
                                 std::make_shared<const RewirePlanner>(graph, std::move(candidates))};
                  SISPDE_TRY(parts.engine,
                             KernelEngine::make(Laplacian(graph, laplacian, progress), {}, progress));
                  SISPDE_CHECK(parts.engine->prepareDiagonal(progress));
                  std::vector<Edge> pairs = parts.planner->edges();
                  const auto& more = parts.planner->candidates().pairs;
                  pairs.insert(pairs.end(), more.begin(), more.end());
                  if (!pairs.empty()) SISPDE_CHECK(parts.engine->preparePairs(pairs, progress));
                  return parts;
                }());
                return [this, ticket, made, mine] {
                  if (mine != opened_) return;
                  seenKernel_.reset();
                  if (*made) {
                    prepared_ = std::move(**made);
                  } else if (made->error().kind != ErrorKind::Cancelled) {
                    trouble_ = made->error().sentence();
                  }
                };
              });
}

void RewireLive::take(std::shared_ptr<const Rewiring> plan, const KernelSpec& kernel,
                      const RewireChoice& choice) {
  const auto after = rewired(document_->data.graph, *plan);
  if (!after) {
    trouble_ = after.error().sentence();
    return;
  }
  report_ = rewireReport(document_->data.graph, *after, document_->data.labels);
  plan_ = std::move(plan);
  plannedKernel_ = kernel;
  plannedChoice_ = choice;
  trouble_.clear();
  stale_ = false;
  ++revision_;
}

void RewireLive::planNow(const KernelSpec& kernel, const RewireChoice& choice) {
  const double start = millisecondsNow();
  const RewirePlanner& planner = *prepared_->planner;
  const std::size_t edges = planner.edges().size(), more = planner.candidates().pairs.size();
  std::vector<float> values(edges + more);
  if (!values.empty()) {
    const Result<LiveInfo> info = prepared_->engine->pairs(kernel, true, values);
    if (!info) {
      trouble_ = info.error().sentence();
      return;
    }
    bound_ = info->bound;
  }
  candidates_ = planner.candidates().total;
  const std::span<const float> all(values);
  Result<Rewiring> made = planner.plan(all.first(edges), all.subspan(edges), optionsOf(choice));
  if (!made) {
    trouble_ = made.error().sentence();
    return;
  }
  take(std::make_shared<const Rewiring>(std::move(*made)), kernel, choice);
  milliseconds_ = millisecondsNow() - start;
}

void RewireLive::stream(const KernelSpec& kernel, const RewireChoice& choice) {
  const auto ticket = std::make_shared<const int>(0);
  streaming_ = ticket;
  streamedKernel_ = kernel;
  streamedChoice_ = choice;
  jobs_.start("rewiring", "plan", "comparing all pairs",
              [this, ticket, kernel, choice, document = document_,
               mine = opened_](const Progress& progress) -> Jobs::Delivery {
                const double start = millisecondsNow();
                RewireRequest request;
                request.spec = kernel;
                request.options = optionsOf(choice);
                request.hops = 0;
                auto made = std::make_shared<Result<PlannedRewiring>>(rewireByKernel(
                    Laplacian(document->data.graph, kernel.laplacian, progress), request, progress));
                return [this, ticket, made, mine, kernel, choice, milliseconds = millisecondsNow() - start] {
                  // The latest value wins: what is of another one is thrown away.
                  if (mine != opened_ || seenKernel_ != kernel || seenChoice_ != choice) return;
                  if (*made) {
                    candidates_ = (*made)->candidates;
                    take(std::make_shared<const Rewiring>(std::move((*made)->rewiring)), kernel, choice);
                    milliseconds_ = milliseconds;
                  } else if (made->error().kind != ErrorKind::Cancelled) {
                    trouble_ = made->error().sentence();
                  }
                };
              });
}

void RewireLive::update(const KernelSpec& kernel, const RewireChoice& choice, double seconds) {
  if (!document_) return;
  const bool changed = seenKernel_ != kernel || seenChoice_ != choice;
  if (choice.hops == 0) {
    // Minutes of work on a large graph: a slider must rest, and one at a time.
    rested_ = changed ? 0 : rested_ + seconds;
    seenKernel_ = kernel;
    seenChoice_ = choice;
    stale_ = !current(kernel, choice);
    if (!stale_ || rested_ < rest || !streaming_.expired()) return;
    if (streamedKernel_ != kernel || streamedChoice_ != choice)
      stream(kernel, choice);
    else if (trouble_.empty())
      trouble_ = "The comparison of all pairs was cancelled; change a value to begin again.";
    return;
  }
  if (!prepared_ || prepared_->laplacian != kernel.laplacian || prepared_->hops != choice.hops) {
    stale_ = plan_ != nullptr;
    rested_ = rest;
    prepare(kernel.laplacian, choice.hops);
    return;
  }
  if (!changed) return;
  seenKernel_ = kernel;
  seenChoice_ = choice;
  planNow(kernel, choice);
}

}  // namespace sispde::studio
