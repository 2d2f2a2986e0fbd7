#pragma once
// What a file says of its nodes, column by column, whatever the format: a CSV node table, GraphML data, JSON attributes.
// The name of a column decides its meaning:
//   class, label, y, target, category   class of the node; numbers are class ids (−1 or empty: unknown), texts become
//                                       classes in alphabetical order. The first of these names that occurs counts.
//   split, split_0, split_1, …          train, val (valid, validation), test, or empty
//   ood, placeholder                    0 or 1, true or false
//   features[F]                         sparse features: "column" or "column:value" separated by blanks
//   any other                           a dense feature when every cell is a number, otherwise left out with a note

#include <string>
#include <string_view>
#include <vector>

#include "core/graph/dataset.h"

namespace sispde {

class NodeTable {
 public:
  explicit NodeTable(std::string file) : file_(std::move(file)) {}

  std::size_t addColumn(std::string name);
  // Begins the next node; cells that are not set are empty.
  void addNode(std::string name) { names_.push_back(std::move(name)); }
  // A cell of the latest node. `line` is where it stands in the file (0 = unknown).
  Result<void> set(std::size_t column, std::string_view value, std::int64_t line);

  const std::vector<std::string>& names() const { return names_; }

  // Moves everything but the graph and the node names into `data`.
  Result<void> finish(Dataset& data);

 private:
  enum class Role { Feature, Class, Split, Ood, Placeholder, SparseFeatures };
  struct Column {
    std::string name;
    Role role = Role::Feature;
    std::vector<float> numbers;      // Feature: one per node so far
    std::vector<std::string> texts;  // Class: one per node so far
    Mask flags;                      // Ood, Placeholder; Split: 1 train, 2 validation, 3 test
    std::int64_t filled = 0;         // cells that were not empty
    bool isText = false;             // Feature: a cell was no number
  };

  Place place(const Column& column, std::int64_t line = 0) const { return {file_, line, quotedName(column)}; }
  static std::string quotedName(const Column& column);
  Result<void> setSparse(const Column& column, std::string_view value, std::int64_t line);
  Result<void> finishClasses(Column& column, Dataset& data) const;
  Result<void> finishFeatures(Dataset& data);

  std::string file_;
  std::vector<std::string> names_;
  std::vector<Column> columns_;
  std::int64_t sparseColumns_ = -1;  // F of features[F]; −1 when there is no such column
  std::vector<std::int64_t> sparseOffsets_{0};
  std::vector<std::int32_t> sparseIndices_;
  std::vector<float> sparseValues_;
};

}  // namespace sispde
