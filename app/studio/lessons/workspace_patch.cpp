#include "app/studio/lessons/workspace_patch.h"

#include <algorithm>

#include "app/studio/workspace/workspace_file.h"

namespace sispde::studio {
namespace {

constexpr std::initializer_list<const char*> parts{"kernels", "noise",    "marks",    "colours",
                                                   "heatmap", "rewiring", "training", "score"};

Json jsonOf(const Workspace& workspace) {
  SavedWorkspace saved;
  saved.workspace = workspace;
  return Json::parse(toJson(saved));
}

Result<Workspace> applied(const Workspace& now, const Json& patch) {
  Json json = jsonOf(now);
  json.merge_patch(patch);
  SISPDE_TRY(SavedWorkspace read, fromJson(json.dump(), {}));
  Workspace workspace = std::move(read.workspace);
  workspace.selection = now.selection;
  workspace.edits = now.edits;
  workspace.held = now.held;
  return workspace;
}

// Every value of the patch must be found again in what it made: a misspelt key would change nothing and be
// silent.
Result<void> checkTaken(const Json& patch, const Json& made, const Place& place) {
  for (const auto& [key, value] : patch.items()) {
    const Place at{place.file, 0, place.item + "." + key};
    const auto found = made.find(key);
    if (found == made.end()) return inputError(at, "No setting of a workspace is called that");
    if (value.is_object() && found->is_object())
      SISPDE_CHECK(checkTaken(value, *found, at));
    else if (!value.is_null() && value != *found)
      return inputError(at, "This cannot be set to {}", option_table::shown(value));
  }
  return {};
}

}  // namespace

Result<void> checkPatch(const Json& patch, const Place& place) {
  for (const auto& [key, value] : patch.items())
    if (std::find(parts.begin(), parts.end(), key) == parts.end())
      return inputError({place.file, 0, place.item + "." + key},
                        "No part of a workspace that can be set is called that; it must be {}",
                        rangeText(Choices{{parts.begin(), parts.end()}}));
  const Result<Workspace> made = applied(Workspace{}, patch);
  if (!made)
    return inputError({place.file, 0, place.item + "." + made.error().place.item}, "{}",
                      made.error().message);
  return checkTaken(patch, jsonOf(*made), place);
}

Workspace patched(const Workspace& now, const Json& patch) {
  if (patch.is_null()) return now;
  return applied(now, patch).value_or(now);
}

}  // namespace sispde::studio
