#pragma once
// The readers and writers, one pair of functions per file format. Users call openDataset (open.h) and writeDataset
// (write.h), which choose among them. Readers take the bytes (or the folder) and the name used in errors; what they return
// has passed checkDataset.

#include <string>
#include <string_view>

#include "core/base/progress.h"
#include "core/graph/dataset.h"
#include "core/graph/graph_builder.h"

namespace sispde {

// numpy archives: the uniform layout, that of the heterophilous suite (node_features, …) and that of the gnn-benchmark
// collection (adj_indptr, …), told apart by their arrays.
Result<Dataset> readNpzDataset(std::string bytes, const std::string& file, const Progress& progress = {});
Result<void> writeNpzDataset(const Dataset& data, const std::string& path);

// A folder with the eight files ind.NAME.{x,y,tx,ty,allx,ally,graph,test.index}.
// Without a name, the only set of the folder.
Result<Dataset> readPlanetoid(const std::string& folder, const std::string& name = {},
                              const Progress& progress = {});

// Edge list in CSV or TSV; `nodesFile` is empty when there is no node table. `oodColumn` here and below: the node column
// that marks OOD nodes in place of ood.
Result<Dataset> readCsvDataset(const std::string& edgesFile, const std::string& nodesFile,
                               const Progress& progress = {}, const std::string& oodColumn = {});
// Writes PATH and, beside it, the node table (csvNodeTablePath).
Result<void> writeCsvDataset(const Dataset& data, const std::string& path);
// "graph.csv" → "graph.nodes.csv"; "edges.csv" → "nodes.csv".
std::string csvNodeTablePath(const std::string& edgesFile);

Result<Dataset> readGraphml(std::string bytes, const std::string& file, const std::string& oodColumn = {},
                            const Progress& progress = {});
Result<void> writeGraphml(const Dataset& data, const std::string& path);

// JSON node-link, as networkx and d3 write it.
Result<Dataset> readJsonGraph(std::string_view bytes, const std::string& file,
                              const std::string& oodColumn = {}, const Progress& progress = {});

// Builds the graph of `data`, and notes what was dropped.
void setGraph(Dataset& data, BuiltGraph built);
// The last step of every reader: placeholder nodes are recognised, labels that are all unknown are forgotten, the whole is
// checked.
Result<Dataset> finishDataset(Dataset data, const std::string& file);

}  // namespace sispde
