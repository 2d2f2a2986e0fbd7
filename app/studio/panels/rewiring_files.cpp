#include "app/studio/panels/rewiring_files.h"

#include <utility>

#include "app/studio/shell/widgets.h"
#include "core/base/atomic_file.h"
#include "core/io/write.h"
#include "core/rewire/apply_rewiring.h"
#include "core/rewire/edges_csv.h"

namespace sispde::studio {
namespace {

// Null: the graph as it is.
void writeGraph(Studio& studio, const std::string& path, std::shared_ptr<const Rewiring> plan) {
  studio.write(path, [path, document = studio.document, plan](const Progress&) -> Result<void> {
    if (!plan) return writeDataset(document->data, path);
    SISPDE_TRY(const Dataset data, rewired(document->data, *plan));
    return writeDataset(data, path);
  });
}

// A plan's changes, or all since the graph was opened.
template <class Changes>
void writeList(Studio& studio, const std::string& path, const Changes& changes,
               std::shared_ptr<const Document> document) {
  studio.write(path, [path, changes, document](const Progress&) {
    return writeFile(path, edgesCsv(changes, document->data));
  });
}

}  // namespace

void RewiringFiles::draw(Studio& studio, const Rewiring& plan) {
  if (std::exchange(of_, studio.opened.get()) != studio.opened.get()) {
    graph_.forget();
    list_.forget();
  }
  setSaveWidth(studio.theme);
  if (!ImGui::BeginPopup(popup)) {
    line().close();
    return;
  }
  choose(studio);
  caption(studio.theme, isGraph() ? "The data with these edges, as a .npz, .csv or .graphml file"
                                  : "Each edge with what is done, why, ρ and its rank, as a .csv file");
  if (const auto path = line().draw(studio.theme, "Write", isGraph() ? ".npz" : ".csv")) {
    write(studio, *path, plan);
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void RewiringFiles::choose(const Studio& studio) {
  struct Choice {
    What what;
    bool there;
    const char *name, *help;
  };
  const bool edited = studio.workspace().edits != nullptr;
  const Choice choices[] = {
      {GraphNow, edited, "graph as it is now",
       "The data with the edges that are shown: what was applied or edited"},
      {PlannedGraph, true, "graph of this plan", "The data as they would be after Apply"},
      {AppliedChanges, edited, "applied changes",
       "Each edge that differs from the opened graph, with what was done, why, by which edit, and ρ and its "
       "rank in that edit's plan. Of a workspace from a file the reasons are not known."},
      {PlannedChanges, true, "changes of this plan",
       "Each edge with what would be done, why, ρ and its rank"}};
  bool suggests = ImGui::IsWindowAppearing(), first = true;
  const auto take = [&](What what) {
    line().close();
    what_ = what;
    suggests = true;
  };
  for (const Choice& each : choices)
    if (each.what == what_ && !each.there) take(isGraph() ? PlannedGraph : PlannedChanges);
  for (const Choice& each : choices) {
    if (!each.there) continue;
    if (chip(studio.theme, each.name, what_ == each.what, std::exchange(first, false)) && what_ != each.what)
      take(each.what);
    tooltip(studio.theme, each.help);
  }
  if (suggests) line().suggest(suggestedFile(*studio.opened, isGraph() ? "-rewired.npz" : "-changes.csv"));
}

void RewiringFiles::write(Studio& studio, const std::string& path, const Rewiring& plan) const {
  if ((what_ == PlannedGraph || what_ == PlannedChanges) && !studio.planSettled()) return;
  switch (what_) {
    case GraphNow: writeGraph(studio, path, {}); break;
    case PlannedGraph: writeGraph(studio, path, std::make_shared<const Rewiring>(plan)); break;
    case AppliedChanges: writeList(studio, path, studio.editReasons(), studio.opened); break;
    case PlannedChanges: writeList(studio, path, plan, studio.document); break;
  }
}

}  // namespace sispde::studio
