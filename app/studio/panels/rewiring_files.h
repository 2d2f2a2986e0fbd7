#pragma once
// The menu that writes what a rewiring makes: the graph, or the changes with their reasons. Each of the two files has a path of its own.

#include "app/studio/shell/save_path.h"
#include "app/studio/shell/studio.h"

namespace sispde::studio {

class RewiringFiles {
 public:
  static constexpr const char* popup = "write";  // for ImGui::OpenPopup
  // While it is open; `plan` is the one that is shown.
  void draw(Studio& studio, const Rewiring& plan);

 private:
  enum What { GraphNow, PlannedGraph, AppliedChanges, PlannedChanges };
  void choose(const Studio& studio);
  void write(Studio& studio, const std::string& path, const Rewiring& plan) const;
  bool isGraph() const { return what_ == GraphNow || what_ == PlannedGraph; }
  SavePath& line() { return isGraph() ? graph_ : list_; }

  What what_ = PlannedGraph;
  SavePath graph_, list_;
  const Document* of_ = nullptr;  // the data that the paths are of
};

}  // namespace sispde::studio
