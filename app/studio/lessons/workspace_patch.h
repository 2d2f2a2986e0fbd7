#pragma once
// A patch is a part of a workspace's JSON, as the files of workspaces have it, that a lesson lays over the
// present workspace:
//
//   {"kernels": {"A": {"nu": 0.3}, "active": "A"}, "score": {"threshold": null}}
//
// null gives a setting its default. What belongs to a graph that a user has (selection, edits, pinned nodes)
// cannot be patched.

#include "app/studio/workspace/json_fields.h"
#include "app/studio/workspace/workspace.h"

namespace sispde::studio {

// An error where a key is no setting of a workspace or a value is not allowed; `place` is that of the patch.
Result<void> checkPatch(const Json& patch, const Place& place);
// Of a patch that was checked; a null one changes nothing.
Workspace patched(const Workspace& now, const Json& patch);

}  // namespace sispde::studio
