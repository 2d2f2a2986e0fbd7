#pragma once
// Edge lists as text, one edge per line. Lists of plain node numbers take a fast path that reads the file in blocks on all
// threads; everything else (text ids, quotes, columns in another order) goes through CsvReader.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/graph_builder.h"

namespace sispde {

// Node ids as a node table declares them, in its order.
struct DeclaredNodes {
  std::vector<std::string> names;
  bool areNumbers = false;  // the names are "0", "1", …, "N−1" in this order
};

struct EdgeList {
  BuiltGraph built;
  std::vector<std::string> nodeNames;  // empty when the ids are 0…N−1
  std::vector<std::string> notes;
};

// Without declared nodes, the nodes are those that the edges name: numbers in ascending order, texts in the order of their
// first appearance. With declared nodes, an edge to another one is an error.
Result<EdgeList> readEdgeList(const std::string& file, const DeclaredNodes* declared,
                              const Progress& progress = {});

// The two stages, for the tests: nothing when the fast path does not apply (or was stopped).
std::optional<EdgeList> readNumericEdgeList(const std::string& file, const DeclaredNodes* declared,
                                            const Progress& progress = {});
Result<EdgeList> readGeneralEdgeList(std::string bytes, const std::string& file,
                                     const DeclaredNodes* declared, const Progress& progress = {});

// Whether the cells name the columns of an edge list, and which two columns hold the ends.
struct EdgeColumns {
  bool header = false;
  std::size_t source = 0, target = 1;
};
std::string unusedColumnsNote(std::size_t columns);
EdgeColumns edgeColumns(const std::vector<std::string_view>& firstRow);

}  // namespace sispde
