#pragma once
// A saved workspace that differs from the defaults in every group.

#include "app/studio/workspace/workspace_file.h"

namespace sispde::studio {

inline SavedWorkspace example() {
  SavedWorkspace saved;
  saved.program = "sispde-studio";
  saved.version = "1.0";
  saved.data = {"karate", "", "", 3};
  saved.dataName = "karate";
  saved.dataHash = "abc";
  saved.workspace.kernels[1] = {.kind = KernelKind::Heat, .kappa = 4};
  saved.workspace.picked = 5;
  saved.workspace.watched = {7, 1};
  saved.workspace.selection = std::make_shared<const std::vector<NodeId>>(std::vector<NodeId>{2, 3, 4, 9});
  saved.camera = {1, 2, 30};
  saved.positions = {{1, 2}, {-3, 0.5f}};
  saved.pinned = {6};
  saved.arrangement = "[Window][Graph]\nPos=0,0\n";
  return saved;
}

}  // namespace sispde::studio
