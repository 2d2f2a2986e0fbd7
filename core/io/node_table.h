#pragma once
// What a file says of its nodes, column by column, whatever the format: a CSV node table, GraphML data, JSON attributes.
// The name of a column decides its meaning:
//   class, label, y, target, category   class of the node. Whole numbers are class ids (−1, nan or empty: unknown), texts
//                                       become classes in alphabetical order. Of several such columns the first in this
//                                       list counts; one with a different text for most nodes is taken for names and
//                                       passed over, and so is y where there is an x.
//   split, split_0, split_1, …          train, val (valid, validation), test, or empty
//   ood, placeholder                    0 or 1, true or false; another column may take the place of ood by name
//   features[F]                         sparse features: "column" or "column:value" separated by blanks
//   any other                           a dense feature when every cell is a number, otherwise left out with a note

#include <string>
#include <string_view>
#include <vector>

#include "core/graph/dataset.h"

namespace sispde {

// Whether a node table would know a column by this name.
bool isKnownColumn(std::string_view name);
// Whether the names are "0", "1", …, "N−1", in this order.
bool areNodeNumbers(const std::vector<std::string>& names);

class NodeTable {
 public:
  // `oodColumn`: the column that marks OOD nodes, whatever its name would mean otherwise; empty: ood. Case does not
  // count. finish fails where it is not there.
  explicit NodeTable(std::string file, std::string oodColumn = {})
      : file_(std::move(file)), oodColumn_(std::move(oodColumn)) {}

  std::size_t addColumn(std::string name);
  // Begins the next node; cells that are not set are empty.
  void addNode(std::string name) { names_.push_back(std::move(name)); }
  // A cell of the latest node, which must not have been set before. `line` is where it stands in the file (0 = unknown).
  Result<void> set(std::size_t column, std::string_view value, std::int64_t line);
  // Whether the latest node has the cell.
  bool isSet(std::size_t column) const {
    return columns_[column].latest == static_cast<std::int64_t>(names_.size()) - 1;
  }

  const std::vector<std::string>& names() const { return names_; }

  // Moves everything but the graph and the node names into `data`.
  Result<void> finish(Dataset& data);

 private:
  enum class Role { Feature, Class, Split, Ood, Placeholder, SparseFeatures, Unused };
  struct Column {
    std::string name;
    Role role = Role::Feature;
    std::int64_t latest = -1;    // the latest node with a cell
    std::int64_t filled = 0;     // cells that were not empty
    std::vector<float> numbers;  // Feature: one per node, as long as there is no gap and no text
    bool isText = false;         // Feature: a cell was no number
    std::string bad;             // Feature: a number that is not finite
    std::int64_t badLine = 0;
    std::vector<std::string> texts;  // Class: one per node so far
    Mask flags;                      // Ood, Placeholder; Split: 1 train, 2 validation, 3 test
  };

  Place place(const Column& column, std::int64_t line = 0) const;
  void setNumber(Column& column, std::string_view value, std::int64_t line);
  Result<void> setFlag(Column& column, std::string_view value, std::int64_t line);
  Result<void> setSparse(const Column& column, std::string_view value, std::int64_t line);
  Result<void> finishClasses(Dataset& data);
  Result<void> finishMasks(Dataset& data);
  Result<void> checkOodColumn(Dataset& data) const;
  Result<void> finishFeatures(Dataset& data);

  std::string file_, oodColumn_;
  std::vector<std::string> names_;
  std::vector<Column> columns_;
  std::vector<std::size_t> classColumns_;  // at most one of each name
  bool hasX_ = false;
  std::int64_t sparseColumns_ = -1;  // F of features[F]; −1 when there is no such column
  std::vector<std::int64_t> sparseOffsets_{0};
  std::vector<std::int32_t> sparseIndices_;
  std::vector<float> sparseValues_;
};

}  // namespace sispde
