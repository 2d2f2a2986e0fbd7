#include "app/studio/workspace/workspace_file.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/base/text.h"

namespace sispde::studio {
namespace fs = std::filesystem;
namespace {

const std::vector<NodeId>& selectedOf(const Workspace& workspace) {
  static const std::vector<NodeId> none;
  return workspace.selection ? *workspace.selection : none;
}

GraphEdits editsOf(const Workspace& workspace) {
  return workspace.edits ? *workspace.edits : GraphEdits{};
}

// JSON holds no other texts, and paths may be any bytes.
Result<void> checkTexts(const SavedWorkspace& saved, const std::string& path) {
  const std::pair<const char*, const std::string&> texts[] = {{"program.name", saved.program},
                                                              {"program.version", saved.version},
                                                              {"data.source", saved.data.data},
                                                              {"data.nodes", saved.data.nodes},
                                                              {"data.ood_column", saved.data.oodColumn},
                                                              {"data.name", saved.dataName},
                                                              {"data.hash", saved.dataHash},
                                                              {"view.arrangement", saved.arrangement}};
  for (const auto& [key, text] : texts)
    if (!isUtf8(text))
      return failure({path, 0, key}, "The workspace cannot be saved: {} is not UTF-8", inQuotes(text));
  for (const SavedRun& run : saved.runs)
    if (!isUtf8(run.name) || !isUtf8(run.checkpoint))
      return failure({path, 0, "runs"}, "The workspace cannot be saved: {} is not UTF-8",
                     inQuotes(run.checkpoint));
  return {};
}

Result<void> checkNode(const char* key, NodeId node, NodeId nodes) {
  if (node < nodes) return {};
  return inputError({"", 0, key}, "The workspace names node {}, but the data has {} nodes", node, nodes);
}

Result<void> checkNodes(const char* key, const std::vector<NodeId>& list, NodeId nodes) {
  const auto largest = std::max_element(list.begin(), list.end());
  return largest == list.end() ? Result<void>() : checkNode(key, *largest, nodes);
}

}  // namespace

bool operator==(const SavedWorkspace& a, const SavedWorkspace& b) {
  Workspace first = a.workspace, second = b.workspace;
  if (selectedOf(first) != selectedOf(second)) return false;
  first.selection = second.selection = nullptr;
  if (editsOf(first) != editsOf(second)) return false;
  first.edits = second.edits = nullptr;
  first.held = second.held = nullptr;  // positions and pins are saved as they are
  const auto rest = [](const SavedWorkspace& s) {
    return std::tie(s.program, s.version, s.data.data, s.data.nodes, s.data.seed, s.data.oodColumn,
                    s.dataName, s.dataHash, s.camera, s.positions, s.pinned, s.arrangement, s.dark, s.runs);
  };
  return first == second && rest(a) == rest(b);
}

Result<void> saveWorkspace(const std::string& path, const SavedWorkspace& saved) {
  SISPDE_CHECK(checkTexts(saved, path));
  const std::string text = toJson(saved);
  const Result<SavedWorkspace> back = fromJson(text, path);
  if (!back)
    return failure(back.error().place, "The workspace cannot be saved, for it could not be read back: {}",
                   back.error().message);
  if (!(*back == saved))
    return failure({path}, "The workspace cannot be saved, for it would be read back as another one");
  return writeFile(path, text);
}

Result<SavedWorkspace> loadWorkspace(const std::string& path) {
  SISPDE_TRY(const std::uint64_t size, fileSize(path));
  if (size > SavedWorkspace::largestFile)
    return inputError({path}, "The file has {} bytes; a workspace has at most {}", size,
                      SavedWorkspace::largestFile);
  SISPDE_TRY(const std::string text, readFile(path));
  SISPDE_TRY(SavedWorkspace saved, fromJson(text, path));
  for (SavedRun& run : saved.runs)
    if (const fs::path checkpoint = run.checkpoint; !run.checkpoint.empty() && checkpoint.is_relative())
      run.checkpoint = (fs::path(path).parent_path() / checkpoint).string();
  return saved;
}

Result<void> fits(const SavedWorkspace& saved, NodeId nodes, const std::string& hash) {
  if (!saved.dataHash.empty() && saved.dataHash != hash)
    return inputError({"", 0, "data.hash"},
                      "The data {} has changed since the workspace was saved: its hash was {} and is now {}",
                      inQuotes(saved.dataName.empty() ? saved.data.data : saved.dataName),
                      inQuotes(saved.dataHash), inQuotes(hash));
  const Workspace& workspace = saved.workspace;
  SISPDE_CHECK(checkNode("marks.picked", workspace.picked, nodes));
  SISPDE_CHECK(checkNodes("marks.watched", workspace.watched, nodes));
  SISPDE_CHECK(checkNodes("marks.selection", selectedOf(workspace), nodes));
  SISPDE_CHECK(checkNodes("marks.pinned", saved.pinned, nodes));
  SISPDE_CHECK(checkNodes("training.ood_nodes", *workspace.training.oodNodes, nodes));
  const auto checkEdits = [&](const GraphEdits& edits) -> Result<void> {
    for (const std::vector<Edge>* list : {&edits.dropped, &edits.added})
      for (const Edge& edge : *list) SISPDE_CHECK(checkNode("edges", edge.v, nodes));
    return {};
  };
  SISPDE_CHECK(checkEdits(editsOf(workspace)));
  for (const SavedRun& run : saved.runs) SISPDE_CHECK(checkEdits(run.edits));
  if (workspace.eigenvector > std::max(1, nodes - 1))
    return inputError({"", 0, "colours.eigenvector"},
                      "The workspace names eigenvector {}, but the data has {} nodes", workspace.eigenvector,
                      nodes);
  if (!saved.positions.empty() && saved.positions.size() != static_cast<std::size_t>(nodes))
    return inputError({"", 0, "view.positions"}, "There are positions of {} nodes, but the data has {} nodes",
                      saved.positions.size(), nodes);
  return {};
}

SavedWorkspace withoutNodes(SavedWorkspace saved) {
  Workspace& workspace = saved.workspace;
  workspace.picked = -1;
  workspace.watched.clear();
  workspace.selection = nullptr;
  workspace.eigenvector = 1;
  workspace.edits = nullptr;
  workspace.training.oodNodes = {};
  saved.pinned.clear();
  saved.positions.clear();
  saved.dataHash.clear();
  return saved;
}

DataRequest lastingRequest(DataRequest request) {
  std::error_code trouble;
  for (std::string* path : {&request.data, &request.nodes})
    if (!path->empty() && fs::exists(*path, trouble))
      if (const fs::path whole = fs::absolute(*path, trouble); !trouble)
        *path = whole.lexically_normal().string();
  request.dataDir.clear();
  return request;
}

}  // namespace sispde::studio
