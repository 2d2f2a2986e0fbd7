#pragma once
// A Document is an opened data set with the figures that are shown of it. It never changes and is shared.

#include <memory>
#include <span>

#include "app/common/find_data.h"
#include "core/graph/components.h"
#include "core/graph/label_statistics.h"

namespace sispde::studio {

struct Document {
  DataRequest request;  // what was asked for
  Dataset data;
  DegreeStatistics degrees;
  Components components;
  LabelStatistics labels;
  std::string hash;
  std::vector<std::int64_t> classSizes;
  std::vector<double> degreeCounts;  // nodes of degree 0, 1, …; the last entry holds all above
  std::vector<Edge> edges;

  std::string nodeName(NodeId u) const;   // its id in the file, or its number
  std::string className(NodeId u) const;  // empty where it has none
};

Result<std::shared_ptr<const Document>> openDocument(const DataRequest& request,
                                                     const Progress& progress = {});

// The same data with another graph on its nodes; an error where the edits do not fit it.
Result<std::shared_ptr<const Document>> editedDocument(const Document& document,
                                                       std::span<const Edge> dropped,
                                                       std::span<const Edge> added,
                                                       const Progress& progress = {});

// Edges from `source` to every node; −1 where there is no way.
std::vector<std::int32_t> hopsFrom(const Graph& graph, NodeId source);

}  // namespace sispde::studio
