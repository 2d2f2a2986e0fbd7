#pragma once
// EditReasons say of every edge that differs from the graph as it was opened which edit changed it, and why: by a plan, with the
// correlation and the rank that the edge had in it, or by hand. Edits are counted from 1 in the order in which they were made; a
// correlation and a rank are those of the graph that the edit was of.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/studio/workspace/graph_edits.h"
#include "core/graph/dataset.h"
#include "core/rewire/rewiring.h"

namespace sispde::studio {

struct ReasonedEdge {
  RewiredEdge changed;
  std::optional<RewireReason> reason;  // none: not known, as of a workspace that was opened
  int edit = 1;
};

struct EditReasons {
  int edits = 0;
  std::vector<ReasonedEdge> dropped, added;  // the edges of the GraphEdits, by edit and rank
  std::vector<ReasonedEdge> kept;            // by the guard of a plan, and not dropped since
};

// What `then` adds to the reasons before it: an edge that was added and is dropped again has none, as in composed (graph_edits.h).
EditReasons continued(EditReasons before, const Rewiring& then);
// One edit of which nothing is known.
EditReasons unknownReasons(const GraphEdits& edits);

// As edgesCsv of a plan, with the column edit.
std::string edgesCsv(const EditReasons& reasons, const Dataset& data);

// How each graph was made out of the one before, for as long as the history or a run leads back to it.
class ReasonsKept {
 public:
  void keep(const std::shared_ptr<const GraphEdits>& before, const std::shared_ptr<const GraphEdits>& after,
            Rewiring step);
  EditReasons of(const std::shared_ptr<const GraphEdits>& edits) const;  // null: none

 private:
  struct Step {
    std::shared_ptr<const Step> before;  // null: of the opened graph, or of `unknown`
    std::shared_ptr<const GraphEdits>
        unknown;  // what was there first, of which nothing is known; null: nothing
    Rewiring made;
  };
  struct Entry {
    std::weak_ptr<const GraphEdits> edits;
    std::shared_ptr<const Step> last;
  };
  std::shared_ptr<const Step> find(const std::shared_ptr<const GraphEdits>& edits) const;
  std::vector<Entry> entries_;
};

}  // namespace sispde::studio
