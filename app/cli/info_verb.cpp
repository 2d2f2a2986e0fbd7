#include "app/cli/data_argument.h"
#include "app/cli/verb.h"
#include "core/graph/components.h"
#include "core/graph/dataset_hash.h"
#include "core/graph/label_statistics.h"

namespace sispde::cli {
namespace {

std::string featureText(const Features& features) {
  if (features.empty()) return "none";
  return fmt::format("{} ({})", grouped(features.columns()), features.isSparse() ? "sparse" : "dense");
}

class InfoVerb final : public Verb {
 public:
  const char* name() const override { return "info"; }
  const char* summary() const override {
    return "Size, degrees, components, homophily and label informativeness of a graph.";
  }
  const char* examples() const override {
    return "Examples:\n"
           "  sispde info karate                      a built-in graph\n"
           "  sispde info cora.npz                    a file\n"
           "  sispde info edges.csv --nodes people.csv\n"
           "  sispde info minesweeper:50x50 --seed 3 --json -";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("DATA", argument_.data, "File, folder, data-set name or generator")->required();
    command.add_option("--nodes", argument_.nodes,
                       "Node table of a CSV edge list (default: the one beside it)");
  }
  Result<void> run(Console& console) override {
    SISPDE_TRY(const Dataset data, openData(argument_, console));
    console.working("computing statistics");
    const DegreeStatistics degrees = degreeStatistics(data.graph);
    const std::int32_t components = connectedComponents(data.graph).count;
    const LabelStatistics labels = labelStatistics(data.graph, data.labels);
    const std::string hash = contentHash(data);

    Json json;
    json["name"] = data.name;
    json["nodes"] = data.nodeCount();
    json["edges"] = data.graph.edgeCount();
    json["classes"] = data.classCount();
    json["features"] = data.features.columns();
    json["isolated"] = degrees.isolated;
    json["components"] = components;
    json["degree"] = {{"min", degrees.min}, {"mean", degrees.mean}, {"max", degrees.max}};
    json["homophily"] = {{"edge", orNull(labels.edgeHomophily)},
                         {"node", orNull(labels.nodeHomophily)},
                         {"class", orNull(labels.classHomophily)},
                         {"adjusted", orNull(labels.adjustedHomophily)}};
    json["informativeness"] = {{"edge", orNull(labels.edgeInformativeness)},
                               {"node", orNull(labels.nodeInformativeness)}};
    json["hash"] = hash;
    json["dropped"] = {{"self_loops", data.dropped.selfLoops}, {"duplicates", data.dropped.duplicates}};
    json["splits"] = data.splits.size();
    json["placeholders"] = count(data.placeholders);
    json["source"] = data.source;
    json["notes"] = data.notes;

    Table size{{},
               {{"nodes", grouped(data.nodeCount())},
                {"edges", grouped(data.graph.edgeCount())},
                {"classes", grouped(data.classCount())},
                {"features", featureText(data.features)},
                {"splits", grouped(static_cast<std::int64_t>(data.splits.size()))},
                {"isolated nodes", grouped(degrees.isolated)},
                {"components", grouped(components)},
                {"degree, least / mean / most", fmt::format("{} / {} / {}", grouped(degrees.min),
                                                            fixed(degrees.mean, 2), grouped(degrees.max))}}};
    Table homophily{{},
                    {{"homophily, edge", orDash(labels.edgeHomophily)},
                     {"homophily, node", orDash(labels.nodeHomophily)},
                     {"homophily, class", orDash(labels.classHomophily)},
                     {"homophily, adjusted", orDash(labels.adjustedHomophily)},
                     {"label informativeness, edge", orDash(labels.edgeInformativeness)},
                     {"label informativeness, node", orDash(labels.nodeInformativeness)}}};
    size.rows.insert(size.rows.end(), homophily.rows.begin(), homophily.rows.end());
    size.rows.push_back({"content hash", hash.substr(0, 16) + "…"});
    return console.show(data.name, {size}, data.notes, json);
  }

 private:
  DataArgument argument_;
};

}  // namespace

std::unique_ptr<Verb> makeInfoVerb() {
  return std::make_unique<InfoVerb>();
}

}  // namespace sispde::cli
