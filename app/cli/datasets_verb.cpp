#include "app/cli/data_argument.h"
#include "app/cli/verb.h"
#include "core/base/text.h"
#include "core/graph/dataset_hash.h"
#include "core/io/catalogue.h"
#include "core/io/fetch.h"
#include "core/io/search_path.h"
#include "core/io/write.h"
#include "core/shift/generators.h"

namespace sispde::cli {
namespace {

Json entryJson(const CatalogueEntry& entry, const EntryStatus& status) {
  return {{"name", entry.name},       {"state", toText(status.state)}, {"nodes", entry.nodes},
          {"edges", entry.edges},     {"classes", entry.classes},      {"features", entry.features},
          {"path", status.path},      {"detail", status.detail},       {"page", entry.page},
          {"licence", entry.licence}, {"in_paper", entry.inPaper}};
}

class DatasetsVerb final : public Verb {
 public:
  const char* name() const override { return "datasets"; }
  const char* summary() const override { return "The catalogue of data sets: list, fetch, import, verify."; }
  const char* examples() const override {
    return "Examples:\n"
           "  sispde datasets                            what there is, and what is on this machine\n"
           "  sispde datasets fetch cora                 download into the user's data folder (or "
           "--data-dir)\n"
           "  sispde datasets import graph.graphml --out graph.npz\n"
           "  sispde datasets import karate --out karate.csv\n"
           "  sispde datasets verify                     check every data set that is here against the "
           "catalogue";
  }
  void addOptions(CLI::App& command) override {
    list_ = command.add_subcommand("list", "Data sets and generators (the default).");
    fetch_ = command.add_subcommand("fetch", "Download a data set of the catalogue and check it.");
    fetch_->add_option("NAME", name_, "Name in the catalogue")->required();
    import_ = command.add_subcommand(
        "import", "Convert any readable data set; the ending of the output chooses the format.");
    import_->add_option("SRC", source_.data, "File, folder, data-set name or generator")->required();
    import_->add_option("--nodes", source_.nodes, "Node table of a CSV edge list");
    import_->add_option("--out", out_, "File to write: .npz, .csv or .graphml")->required();
    verify_ = command.add_subcommand("verify", "Check the data sets on this machine against the catalogue.");
    verify_->add_option("NAME", name_, "One data set (default: all that are here)");
    for (CLI::App* action : {list_, fetch_, import_, verify_}) action->fallthrough();
    command.require_subcommand(0, 1);
  }
  Result<void> run(Console& console) override {
    if (*fetch_) return fetch(console);
    if (*import_) return import(console);
    if (*verify_) return verify(console);
    return list(console);
  }

 private:
  static Result<const CatalogueEntry*> entryNamed(const std::string& name) {
    if (const CatalogueEntry* entry = findEntry(name)) return entry;
    return usageError("The catalogue has no data set called {}; sispde datasets lists them", inQuotes(name));
  }

  Result<void> list(Console& console) const {
    const auto folders = dataFolders(console.options.dataDir);
    Json json = {{"datasets", Json::array()}, {"generators", Json::array()}};
    Table table{{"data set", "nodes", "edges", "classes", "features", "state"}, {}};
    for (const CatalogueEntry& entry : catalogue()) {
      const EntryStatus status = locateEntry(entry, folders);
      json["datasets"].push_back(entryJson(entry, status));
      table.rows.push_back({entry.name, grouped(entry.nodes), grouped(entry.edges), grouped(entry.classes),
                            grouped(entry.features), std::string(toText(status.state))});
    }
    Table made{{"generator"}, {}};
    for (const GeneratorInfo& info : generators()) {
      json["generators"].push_back({{"name", info.name},
                                    {"syntax", info.syntax},
                                    {"description", info.description},
                                    {"example", info.example}});
      made.rows.push_back({fmt::format("{:<16}{}", info.name, info.description)});
    }
    return console.show("", {table, Table{{""}, {}}, made}, {}, json);
  }

  Result<void> fetch(Console& console) const {
    SISPDE_TRY(const CatalogueEntry* entry, entryNamed(name_));
    const std::string folder = console.options.dataDir.empty() ? userDataFolder() : console.options.dataDir;
    if (folder.empty()) return usageError("There is no folder for data sets: set HOME, or give --data-dir");
    SISPDE_TRY(const std::string path, fetchDataset(*entry, folder, console.progress()));
    return showStates(console, {{entry, {EntryState::Present, path, "Fetched and checked."}}});
  }

  Result<void> import(Console& console) const {
    SISPDE_CHECK(checkWritable(out_));
    SISPDE_CHECK(console.checkOutput(out_));
    SISPDE_TRY(const Dataset data, openData(source_, console));
    if (console.stopped()) return cancelled();
    console.working(fmt::format("writing {}", out_));
    SISPDE_CHECK(writeDataset(data, out_));
    const Json json = {{"datasets",
                        {{{"name", data.name},
                          {"state", "written"},
                          {"nodes", data.nodeCount()},
                          {"edges", data.graph.edgeCount()},
                          {"path", out_},
                          {"hash", contentHash(data)}}}}};
    return console.show(
        fmt::format("Wrote {}", out_),
        {Table{{}, {{"nodes", grouped(data.nodeCount())}, {"edges", grouped(data.graph.edgeCount())}}}},
        data.notes, json);
  }

  Result<void> verify(Console& console) const {
    const auto folders = dataFolders(console.options.dataDir);
    std::vector<std::pair<const CatalogueEntry*, EntryStatus>> states;
    const Progress progress = console.progress();
    if (!name_.empty()) {
      SISPDE_TRY(const CatalogueEntry* entry, entryNamed(name_));
      states.emplace_back(entry, verifyEntry(*entry, folders));
    } else {
      for (const CatalogueEntry& entry : catalogue()) {
        if (progress.stopped()) return cancelled();
        progress.report(static_cast<double>(states.size()) / static_cast<double>(catalogue().size()),
                        entry.name);
        states.emplace_back(&entry, verifyEntry(entry, folders));
      }
    }
    SISPDE_CHECK(showStates(console, states));
    std::vector<std::string> wrong;
    for (const auto& [entry, status] : states)
      if (status.state == EntryState::Damaged || (!name_.empty() && status.state == EntryState::Missing))
        wrong.push_back(entry->name);
    if (!wrong.empty()) return inputError({}, "Not as in the catalogue: {}", fmt::join(wrong, ", "));
    return {};
  }

  static Result<void> showStates(Console& console,
                                 const std::vector<std::pair<const CatalogueEntry*, EntryStatus>>& states) {
    Json json = {{"datasets", Json::array()}};
    Table table{{"data set", "state", "path"}, {}};
    std::vector<std::string> notes;
    for (const auto& [entry, status] : states) {
      json["datasets"].push_back(entryJson(*entry, status));
      table.rows.push_back({entry->name, std::string(toText(status.state)), status.path});
      if (status.state == EntryState::Damaged) notes.push_back(entry->name + ": " + status.detail);
    }
    return console.show("", {table}, notes, json);
  }

  CLI::App *list_ = nullptr, *fetch_ = nullptr, *import_ = nullptr, *verify_ = nullptr;
  std::string name_, out_;
  DataArgument source_;
};

}  // namespace

std::unique_ptr<Verb> makeDatasetsVerb() {
  return std::make_unique<DatasetsVerb>();
}

}  // namespace sispde::cli
