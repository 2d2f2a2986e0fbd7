#include "app/cli/data_argument.h"
#include "app/cli/kernel_options.h"
#include "app/cli/verb.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "core/graph/dataset_hash.h"
#include "core/io/write.h"
#include "core/rewire/apply_rewiring.h"
#include "core/rewire/correlations.h"
#include "core/rewire/edges_csv.h"
#include "core/rewire/random_rewiring.h"
#include "core/rewire/rewire.h"
#include "core/rewire/rewire_report.h"

namespace sispde::cli {
namespace {

// "3" or "all"; 0 stands for all.
Result<int> hopsOf(const std::string& scope) {
  if (scope == "all") return 0;
  const auto hops = parseInteger(scope);
  if (!hops || *hops < 2 || *hops > 1000)
    return usageError("The scope is {}; it must be a number of hops from 2 to 1000, or all", inQuotes(scope));
  return static_cast<int>(*hops);
}

// "3,17"
Result<std::vector<Edge>> edgesOf(const std::vector<std::string>& texts, const char* option) {
  std::vector<Edge> edges;
  for (const std::string& text : texts) {
    const std::size_t comma = text.find(',');
    const auto u = parseInteger(trim(std::string_view(text).substr(0, comma)));
    const auto v = comma == std::string::npos ? std::optional<std::int64_t>()
                                              : parseInteger(trim(std::string_view(text).substr(comma + 1)));
    constexpr std::int64_t most = std::numeric_limits<NodeId>::max();
    if (!u || !v || *u < 0 || *v < 0 || *u > most || *v > most)
      return usageError("{} takes two nodes, counted from 0, as 3,17, not {}", option, inQuotes(text));
    edges.push_back({static_cast<NodeId>(*u), static_cast<NodeId>(*v)});
  }
  return edges;
}

class RewireVerb final : public Verb {
 public:
  const char* name() const override { return "rewire"; }
  const char* summary() const override {
    return "Drops the least correlated edges of a graph and adds the most correlated pairs.";
  }
  const char* examples() const override {
    return "Shares are shares of the number of edges. Correlations are those of the kernel, whose sigma and "
           "normalisation drop out.\n"
           "An edge whose dropping would split a component is kept, and no other takes its place, unless "
           "--no-guard.\n"
           "Examples:\n"
           "  sispde rewire cora.npz --drop 0.1 --add 0.1 --out cora_rewired.npz --edges changes.csv\n"
           "  sispde rewire tolokers.npz --scope all --nu 10 --kappa 4.4721 --out t.npz\n"
           "  sispde rewire cora.npz --drop-percentile 5 --add-percentile 99.9 --scope 2 --out c.npz\n"
           "  sispde rewire cora.npz --random --seed 3 --out control.npz\n"
           "  sispde rewire karate --drop-edge 0,2 --add-edge 4,30 --out what_if.npz";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("DATA", argument_.data, "File, folder, data-set name or generator")->required();
    command.add_option("--nodes", argument_.nodes, "Node table of a CSV edge list");
    command
        .add_option("--drop", options_.dropShare, "Edges to drop, of least correlation: share of the edges")
        ->capture_default_str();
    command
        .add_option("--add", options_.addShare, "Pairs to add, of greatest correlation: share of the edges")
        ->capture_default_str();
    command.add_option("--drop-percentile", options_.dropPercentile,
                       "Instead of --drop: drop edges below this percentile of their correlations, 0 to 100");
    command.add_option("--add-percentile", options_.addPercentile,
                       "Instead of --add: add pairs above this percentile of the candidates' correlations");
    command
        .add_option("--scope", scope_, "Candidates to add: pairs at most so many hops apart, or all pairs")
        ->capture_default_str();
    command.add_flag("--no-guard", noGuard_, "Drop edges even where that splits a component");
    CLI::Option* random =
        command.add_flag("--random", random_, "The control: as many edges and pairs by lot (--seed)");
    CLI::Option* dropEdges =
        command.add_option("--drop-edge", dropEdges_, "By hand, and nothing else: drop this edge, as 3,17");
    CLI::Option* addEdges =
        command.add_option("--add-edge", addEdges_, "By hand, and nothing else: add this edge, as 3,17");
    for (CLI::Option* byHand : {dropEdges, addEdges}) {
      byHand->take_all()->allow_extra_args(false);
      for (const char* other : {"--drop", "--add", "--drop-percentile", "--add-percentile", "--random"})
        byHand->excludes(command.get_option(other));
    }
    for (const char* other : {"--drop-percentile", "--add-percentile"})
      random->excludes(command.get_option(other));
    kernel_.addKernel(command);
    kernel_.addNumerics(command, "Error of a correlation");
    command.add_option("--out", out_, "File for the rewired data set: .npz, .csv or .graphml")->required();
    command.add_option("--edges", edges_, "File for the changed edges with their reasons, .csv");
  }
  Result<void> run(Console& console) override {
    SISPDE_CHECK(kernel_.check());
    options_.keepConnected = !noGuard_;
    SISPDE_CHECK(checkOptions(options_));
    SISPDE_TRY(hops_, hopsOf(scope_));
    SISPDE_CHECK(checkWritable(out_));
    SISPDE_CHECK(console.checkOutput(out_));
    if (!edges_.empty()) {
      SISPDE_CHECK(console.checkOutput(edges_));
      if (edges_ == out_) return usageError("--edges and --out name the same file");
    }
    SISPDE_TRY(const std::vector<Edge> dropped, edgesOf(dropEdges_, "--drop-edge"));
    SISPDE_TRY(const std::vector<Edge> added, edgesOf(addEdges_, "--add-edge"));
    SISPDE_TRY(const Dataset data, openData(argument_, console));
    SISPDE_TRY(const PlannedRewiring planned, plan(data, dropped, added, console));
    SISPDE_TRY(const Dataset result, rewired(data, planned.rewiring));
    console.working("computing statistics");
    const RewireReport report = rewireReport(data.graph, result.graph, data.labels);
    if (console.stopped()) return cancelled();
    console.working(fmt::format("writing {}", out_));
    SISPDE_CHECK(writeDataset(result, out_));
    if (!edges_.empty()) SISPDE_CHECK(writeFile(edges_, edgesCsv(planned.rewiring, data)));
    return show(console, data, contentHash(result), planned, report);
  }

 private:
  Result<PlannedRewiring> plan(const Dataset& data, const std::vector<Edge>& dropped,
                               const std::vector<Edge>& added, Console& console) const {
    const Graph& graph = data.graph;
    PlannedRewiring planned;
    if (random_) {
      const auto edges = static_cast<double>(graph.edgeCount());
      planned.rewiring = randomRewiring(graph, std::llround(options_.dropShare * edges),
                                        std::llround(options_.addShare * edges), console.options.seed,
                                        options_.keepConnected);
      return planned;
    }
    const CorrelationOptions numerics{kernel_.tolerance, kernel_.maxBytes()};
    if (!dropped.empty() || !added.empty()) {
      SISPDE_CHECK(editsByHand(graph, dropped, added));
      console.working("computing correlations");
      const Laplacian laplacian(graph, kernel_.spec.laplacian, console.progress());
      std::vector<Edge> pairs = dropped;
      pairs.insert(pairs.end(), added.begin(), added.end());
      SISPDE_TRY(const PairCorrelations found,
                 pairCorrelations(laplacian, kernel_.spec, pairs, numerics, console.progress()));
      planned.report = found.report;
      SISPDE_TRY(planned.rewiring, editsByHand(graph, dropped, added, found.values));
      return planned;
    }
    console.working("computing correlations");
    const Laplacian laplacian(graph, kernel_.spec.laplacian, console.progress());
    return rewireByKernel(laplacian, {kernel_.spec, options_, hops_, numerics}, console.progress());
  }

  std::vector<std::string> notesOf(const PlannedRewiring& planned) const {
    const Rewiring& rewiring = planned.rewiring;
    std::vector<std::string> notes;
    if (!rewiring.kept.empty())
      notes.push_back(fmt::format("The guard kept {} edges whose dropping would have split a component.",
                                  grouped(static_cast<std::int64_t>(rewiring.kept.size()))));
    if (rewiring.wantedAdditions > static_cast<std::int64_t>(rewiring.added.size()))
      notes.push_back(fmt::format("{} pairs were to be added, but there are only {} candidates.",
                                  grouped(rewiring.wantedAdditions),
                                  grouped(static_cast<std::int64_t>(rewiring.added.size()))));
    if (rewiring.reason == RewireReason::Correlation && !rewiring.added.empty() &&
        rewiring.added.back().correlation <= 0)
      notes.push_back("Some of the added pairs are not positively correlated under this kernel.");
    return notes;
  }

  static Json degreeJson(const GraphSummary& summary) {
    return {{"min", summary.degrees.min}, {"mean", summary.degrees.mean}, {"max", summary.degrees.max}};
  }
  static Json homophilyJson(const LabelStatistics& labels) {
    return {{"edge", orNull(labels.edgeHomophily)},
            {"node", orNull(labels.nodeHomophily)},
            {"class", orNull(labels.classHomophily)},
            {"adjusted", orNull(labels.adjustedHomophily)}};
  }

  Json jsonOf(const std::string& hash, const PlannedRewiring& planned, const RewireReport& report,
              const std::vector<std::string>& notes) const {
    const Rewiring& rewiring = planned.rewiring;
    const auto& [before, after] = report;
    Json json = {
        {"reason", reasonName(rewiring.reason)},
        {"dropped", rewiring.dropped.size()},
        {"added", rewiring.added.size()},
        {"kept", rewiring.kept.size()},
        {"threshold_drop", orNull(rewiring.thresholdDrop)},
        {"threshold_add", orNull(rewiring.thresholdAdd)},
        {"informativeness",
         {{"before", orNull(before.labels.edgeInformativeness)},
          {"after", orNull(after.labels.edgeInformativeness)}}},
        {"informativeness_node",
         {{"before", orNull(before.labels.nodeInformativeness)},
          {"after", orNull(after.labels.nodeInformativeness)}}},
        {"homophily", {{"before", homophilyJson(before.labels)}, {"after", homophilyJson(after.labels)}}},
        {"edges", {{"before", before.edges}, {"after", after.edges}}},
        {"degree", {{"before", degreeJson(before)}, {"after", degreeJson(after)}}},
        {"components", {{"before", before.components}, {"after", after.components}}},
        {"isolated", {{"before", before.degrees.isolated}, {"after", after.degrees.isolated}}}};
    if (rewiring.reason == RewireReason::Correlation) {
      json["scope"] = scope_;
      json["candidates"] = planned.candidates;
    }
    if (rewiring.reason != RewireReason::Random)
      json["correlations"] = {{"degree", planned.report.degree},
                              {"error", planned.report.error},
                              {"precision", planned.report.single ? "float32" : "float64"},
                              {"seconds", planned.report.seconds}};
    json["hash"] = hash;
    json["notes"] = notes;
    return json;
  }

  Result<void> show(Console& console, const Dataset& data, const std::string& hash,
                    const PlannedRewiring& planned, const RewireReport& report) const {
    const Rewiring& rewiring = planned.rewiring;
    const auto& [before, after] = report;
    const std::vector<std::string> notes = notesOf(planned);
    const auto counted = [](std::size_t count, const std::optional<double>& threshold, const char* side) {
      const std::string text = grouped(static_cast<std::int64_t>(count));
      return threshold ? fmt::format("{} (correlation {} {:.6g})", text, side, *threshold) : text;
    };
    const Table changes{{},
                        {{"dropped", counted(rewiring.dropped.size(), rewiring.thresholdDrop, "to")},
                         {"added", counted(rewiring.added.size(), rewiring.thresholdAdd, "from")},
                         {"kept by the guard", grouped(static_cast<std::int64_t>(rewiring.kept.size()))}}};
    const auto degrees = [](const DegreeStatistics& d) {
      return fmt::format("{} / {} / {}", grouped(d.min), fixed(d.mean, 2), grouped(d.max));
    };
    const auto both = [&](const char* what, auto LabelStatistics::*value) {
      return std::vector<std::string>{what, orDash(before.labels.*value), orDash(after.labels.*value)};
    };
    const Table effect{
        {"", "before", "after"},
        {{"edges", grouped(before.edges), grouped(after.edges)},
         both("label informativeness, edge", &LabelStatistics::edgeInformativeness),
         both("label informativeness, node", &LabelStatistics::nodeInformativeness),
         both("homophily, edge", &LabelStatistics::edgeHomophily),
         both("homophily, adjusted", &LabelStatistics::adjustedHomophily),
         {"degree, least / mean / most", degrees(before.degrees), degrees(after.degrees)},
         {"components", grouped(before.components), grouped(after.components)},
         {"isolated nodes", grouped(before.degrees.isolated), grouped(after.degrees.isolated)}}};
    const std::string how =
        rewiring.reason == RewireReason::Correlation ? describe(kernel_.spec) : reasonName(rewiring.reason);
    return console.show(fmt::format("{}, rewired ({}): wrote {}", data.name, how, out_), {changes, effect},
                        notes, jsonOf(hash, planned, report, notes));
  }

  DataArgument argument_;
  KernelOptions kernel_;
  RewireOptions options_;
  std::string scope_ = "3", out_, edges_;
  std::vector<std::string> dropEdges_, addEdges_;
  bool noGuard_ = false, random_ = false;
  int hops_ = 3;
};

}  // namespace

std::unique_ptr<Verb> makeRewireVerb() {
  return std::make_unique<RewireVerb>();
}

}  // namespace sispde::cli
