#pragma once
// UnsavedWork knows what the user made by hand, or had trained, since it was last in a file. What a slider or a click brings back at once
// is no work: kernel, colours, selection.

#include <map>
#include <string>

#include "app/studio/shell/studio.h"

namespace sispde::studio {

class UnsavedWork {
 public:
  // What there is now, to be handed back to `saved` once it is in a file.
  struct Made {
    const Document* opened = nullptr;
    std::shared_ptr<const GraphEdits> edits;
    std::shared_ptr<const HeldNodes> held;
    std::vector<NodeId> oodNodes;
    std::map<int, int> epochs;  // of the runs of these data, by their id
  };
  static Made of(const Studio& studio);
  // Of data that are no longer open the runs alone count.
  void saved(const Studio& studio, Made made);

  // What is lost when other data are opened, in words such as "3 edited edges and a placed node"; empty: nothing.
  std::string lostByOpening(const Studio& studio) const;
  // What is lost when the program ends. `keeps`: runs that are not done are kept for the next start.
  std::string lostByClosing(const Studio& studio, bool keeps) const;
  // What is lost when a run is deleted: its epochs, where no file holds them.
  static std::string lostByDeleting(const Studio& studio, int run);

 private:
  std::vector<std::string> marks(const Studio& studio) const;
  Made saved_;
};

}  // namespace sispde::studio
