#include "core/io/node_columns.h"

namespace sispde {

std::string nodeName(const Dataset& data, NodeId u) {
  return data.nodeNames.empty() ? std::to_string(u) : data.nodeNames[u];
}

static std::string sparseCell(const Features& features, NodeId u) {
  std::string cell;
  features.forEachNonZero(u, [&](std::int32_t column, float value) {
    if (!cell.empty()) cell += ' ';
    cell += value == 1.0f ? std::to_string(column) : fmt::format("{}:{}", column, value);
  });
  return cell;
}

std::vector<NodeColumn> nodeColumns(const Dataset& data) {
  std::vector<NodeColumn> columns;
  if (!data.labels.empty())
    columns.push_back({"class", "int", [&](NodeId u) { return std::to_string(data.labels[u]); }});
  for (std::size_t s = 0; s < data.splits.size(); ++s) {
    const auto in = [](const Mask& mask, NodeId u) { return !mask.empty() && mask[u] != 0; };
    columns.push_back({fmt::format("split_{}", s), "string", [&data, s, in](NodeId u) -> std::string {
                         const Split& split = data.splits[s];
                         return in(split.train, u)        ? "train"
                                : in(split.validation, u) ? "val"
                                : in(split.test, u)       ? "test"
                                                          : "";
                       }});
  }
  if (!data.ood.empty())
    columns.push_back({"ood", "int", [&](NodeId u) { return std::to_string(data.ood[u]); }});
  if (!data.placeholders.empty())
    columns.push_back({"placeholder", "int", [&](NodeId u) { return std::to_string(data.placeholders[u]); }});
  const Features& features = data.features;
  if (features.isSparse()) {
    columns.push_back({fmt::format("features[{}]", features.columns()), "string",
                       [&](NodeId u) { return sparseCell(features, u); }});
  } else {
    for (std::int64_t j = 0; j < features.columns(); ++j)
      columns.push_back({fmt::format("x{}", j), "float",
                         [&features, j](NodeId u) { return fmt::format("{}", features.denseRow(u)[j]); }});
  }
  return columns;
}

}  // namespace sispde
