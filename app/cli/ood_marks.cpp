#include "app/cli/ood_marks.h"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/shift/shift.h"

namespace sispde::cli {
namespace {

// The lines of a file, or the items themselves.
Result<std::vector<std::string>> listed(const std::vector<std::string>& items) {
  std::error_code ignored;
  if (items.size() != 1 || !std::filesystem::is_regular_file(items.front(), ignored)) return items;
  SISPDE_TRY(const std::string text, readFile(items.front()));
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = std::string_view(text).substr(start, end - start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line = trim(line); !line.empty()) lines.emplace_back(line);
    start = end + 1;
  }
  if (lines.empty()) return inputError({items.front()}, "The file lists no node");
  return lines;
}

Result<std::vector<NodeId>> nodeIds(const std::vector<std::string>& items, const Dataset& data) {
  std::unordered_map<std::string_view, NodeId> named;
  for (std::size_t u = 0; u < data.nodeNames.size(); ++u)
    named.emplace(data.nodeNames[u], static_cast<NodeId>(u));
  std::vector<NodeId> ids;
  for (const std::string& item : items) {
    const auto number = parseInteger(item);
    if (const auto found = named.find(item); found != named.end())
      ids.push_back(found->second);
    else if (named.empty() && number && *number >= 0 && *number < data.nodeCount())
      ids.push_back(static_cast<NodeId>(*number));
    else
      return usageError("There is no node {} to mark as OOD; {}", inQuotes(item),
                        named.empty() ? fmt::format("the nodes are 0 to {}", data.nodeCount() - 1)
                                      : "nodes go by the names that the file gives them");
  }
  return ids;
}

Result<std::vector<std::int32_t>> classIds(const std::vector<std::string>& items, const Dataset& data) {
  std::vector<std::int32_t> ids;
  for (const std::string& item : items) {
    const auto named = std::find(data.classNames.begin(), data.classNames.end(), item);
    const auto number = parseInteger(item);
    if (named != data.classNames.end())
      ids.push_back(static_cast<std::int32_t>(named - data.classNames.begin()));
    else if (number && *number >= 0 && *number < data.classCount())
      ids.push_back(static_cast<std::int32_t>(*number));
    else
      return usageError("There is no class {} to mark as OOD; the data set has {}", inQuotes(item),
                        data.classCount() == 0    ? "none"
                        : data.classNames.empty() ? fmt::format("0 to {}", data.classCount() - 1)
                                                  : fmt::format("{}", fmt::join(data.classNames, ", ")));
  }
  return ids;
}

}  // namespace

void OodMarks::addClasses(CLI::App& command) {
  command.add_option("--ood-classes", classes, "Own marks: classes that are OOD, by id or name, as 0,2")
      ->delimiter(',');
}

void OodMarks::addNodes(CLI::App& command, DataArgument& argument) {
  command
      .add_option("--ood-nodes", nodes,
                  "Own marks: nodes that are OOD, by id or name, as 3,17, or a file with one per line")
      ->delimiter(',');
  command.add_option("--ood-column", argument.oodColumn,
                     "Own marks: column of the node table that is 1 for OOD nodes (default: ood)");
}

Result<void> OodMarks::apply(const DataArgument& argument, Dataset& data) const {
  if (classes.empty() && nodes.empty()) return {};
  SISPDE_TRY(const auto items, listed(nodes));
  SISPDE_TRY(const auto ids, nodeIds(items, data));
  SISPDE_TRY(const auto ofClasses, classIds(classes, data));
  SISPDE_TRY(Mask marked, markedNodes(data, ofClasses, ids));
  if (!argument.oodColumn.empty() && !data.ood.empty())
    for (std::size_t u = 0; u < marked.size(); ++u) marked[u] |= data.ood[u];
  data.ood = std::move(marked);
  return {};
}

}  // namespace sispde::cli
