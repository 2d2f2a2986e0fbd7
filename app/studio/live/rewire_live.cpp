#include "app/studio/live/rewire_live.h"

#include "app/studio/live/answer.h"
#include "core/rewire/apply_rewiring.h"

namespace sispde::studio {

RewireOptions optionsOf(const RewireChoice& choice) {
  RewireOptions options;
  options.dropShare = choice.drop;
  options.addShare = choice.add;
  if (choice.percentiles) {
    options.dropPercentile = choice.dropPercent;
    options.addPercentile = 100 - choice.addPercent;
  }
  options.keepConnected = choice.guard;
  return options;
}

void RewireLive::open(std::shared_ptr<const Document> document) {
  follow(std::move(document));
  forgetPlan();
}

void RewireLive::follow(std::shared_ptr<const Document> document) {
  document_ = std::move(document);
  ++opened_;
  for (const char* key : {"pairs", "plan"}) jobs_.cancel(key);  // of the last graph, and in the way
  prepared_.reset();
  for (auto* kernel : {&seenKernel_, &askedKernel_}) kernel->reset();
  for (auto* choice : {&seenChoice_, &askedChoice_}) choice->reset();
  trouble_.clear();
  askedPairs_.clear();
}

void RewireLive::forgetPlan() {
  plan_.reset();
  plannedOn_.reset();
  plannedKernel_.reset();
  plannedChoice_.reset();
  former_ = stale_ = false;
  formerSince_ = 0;
  ++revision_;
}

void RewireLive::prepare(LaplacianKind laplacian, int hops) {
  const std::string what = fmt::format("{} {}", laplacianName(laplacian), hops);
  if (!preparing_.expired()) return;
  if (what == askedPairs_) {
    if (trouble_.empty()) trouble_ = "The preparation was cancelled.";
    return;
  }
  askedPairs_ = what;
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

Result<RewireLive::Made> RewireLive::made(const std::optional<Prepared>& prepared, const Document& document,
                                          const KernelSpec& kernel, const RewireChoice& choice,
                                          const Progress& progress) {
  const double start = millisecondsNow();
  const Graph& graph = document.data.graph;
  Made made;
  if (prepared) {
    const RewirePlanner& planner = *prepared->planner;
    const std::size_t edges = planner.edges().size(), more = planner.candidates().pairs.size();
    std::vector<float> values(edges + more);
    if (!values.empty()) {
      SISPDE_TRY(const LiveInfo info, prepared->engine->pairs(kernel, true, values));
      made.bound = info.bound;
    }
    made.candidates = planner.candidates().total;
    const std::span<const float> all(values);
    SISPDE_TRY(made.plan, planner.plan(all.first(edges), all.subspan(edges), optionsOf(choice)));
  } else {
    RewireRequest request;
    request.spec = kernel;
    request.options = optionsOf(choice);
    request.hops = 0;
    SISPDE_TRY(PlannedRewiring planned,
               rewireByKernel(Laplacian(graph, kernel.laplacian, progress), request, progress));
    made.candidates = planned.candidates;
    made.bound = planned.report.error;
    made.plan = std::move(planned.rewiring);
  }
  SISPDE_TRY(const Graph after, rewired(graph, made.plan));
  made.report = rewireReport(graph, after, document.data.labels);
  made.milliseconds = millisecondsNow() - start;
  return made;
}

void RewireLive::take(Result<Made> made, const KernelSpec& kernel, const RewireChoice& choice) {
  if (!made) {
    if (made.error().kind != ErrorKind::Cancelled) trouble_ = made.error().sentence();
    return;
  }
  plan_ = std::make_shared<const Rewiring>(std::move(made->plan));
  report_ = made->report;
  candidates_ = made->candidates;
  bound_ = made->bound;
  milliseconds_ = made->milliseconds;
  plannedOn_ = document_;
  plannedKernel_ = kernel;
  plannedChoice_ = choice;
  trouble_.clear();
  ++revision_;
}

void RewireLive::planLater(const KernelSpec& kernel, const RewireChoice& choice) {
  const auto ticket = std::make_shared<const int>(0);
  planning_ = ticket;
  askedKernel_ = kernel;
  askedChoice_ = choice;
  const bool all = choice.hops == 0;
  jobs_.start("rewiring", "plan", all ? "comparing all pairs" : "planning the rewiring",
              [this, ticket, kernel, choice, document = document_, mine = opened_,
               prepared = all ? std::nullopt : prepared_](const Progress& progress) -> Jobs::Delivery {
                const auto plan =
                    std::make_shared<Result<Made>>(made(prepared, *document, kernel, choice, progress));
                return [this, ticket, plan, mine, kernel, choice] {
                  if (mine == opened_) take(std::move(*plan), kernel, choice);
                };
              });
}

void RewireLive::update(const KernelSpec& kernel, const RewireChoice& choice, double seconds) {
  if (!document_) return;
  refresh(kernel, choice, seconds);
  // Of a graph that is gone nothing is shown once no plan of the present one is to come.
  if (plan_ && plannedOn_ != document_ && !trouble_.empty() && !working()) forgetPlan();
  noteFormer(kernel, choice);
}

void RewireLive::noteFormer(const KernelSpec& kernel, const RewireChoice& choice) {
  constexpr double patience = 150;  // milliseconds before a view is dimmed
  const double now = millisecondsNow();
  former_ = plan_ && !current(kernel, choice);
  formerSince_ = !former_ ? 0 : formerSince_ > 0 ? formerSince_ : now;
  stale_ = former_ && now - formerSince_ > patience;
}

std::string RewireLive::formerWords() const {
  if (!stale_) return {};
  return plannedOn_ != document_ ? "former graph" : "former plan";
}

void RewireLive::refresh(const KernelSpec& kernel, const RewireChoice& choice, double seconds) {
  const bool all = choice.hops == 0;
  const bool changed = seenKernel_ != kernel || seenChoice_ != choice;
  if (all && preparing_.expired() && !askedPairs_.empty()) {  // whoever comes back from there asks anew
    askedPairs_.clear();
    if (changed) trouble_.clear();
  }
  // Minutes of work on a large graph, over all pairs: a slider must rest before it begins.
  rested_ = !all ? rest : changed ? 0 : rested_ + seconds;
  if (!all && (!prepared_ || prepared_->laplacian != kernel.laplacian || prepared_->hops != choice.hops)) {
    prepare(kernel.laplacian, choice.hops);
    return;
  }
  seenKernel_ = kernel;
  seenChoice_ = choice;
  const auto pairs = [&] {
    return std::ssize(prepared_->planner->edges()) + std::ssize(prepared_->planner->candidates().pairs);
  };
  if (!all && pairs() <= atOnce_) {
    if (changed) take(made(prepared_, *document_, kernel, choice, {}), kernel, choice);
  } else if (!current(kernel, choice) && rested_ >= rest && planning_.expired()) {
    if (askedKernel_ != kernel || askedChoice_ != choice)
      planLater(kernel, choice);
    else if (trouble_.empty())
      trouble_ = "The planning was cancelled.";
  }
}

}  // namespace sispde::studio
