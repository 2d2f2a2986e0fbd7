#pragma once
// What the user marks as out of distribution in the own data: a column of the node table, classes, single nodes.

#include <CLI/CLI.hpp>

#include "app/cli/data_argument.h"

namespace sispde::cli {

struct OodMarks {
  std::vector<std::string> classes;  // ids or names
  std::vector<std::string> nodes;    // ids or names, or one file that lists them

  void addClasses(CLI::App& command);
  void addNodes(CLI::App& command, DataArgument& argument);
  bool any(const DataArgument& argument) const {
    return !classes.empty() || !nodes.empty() || !argument.oodColumn.empty();
  }
  // Puts the marks into data.ood, in place of what the file marks itself. The column was read with the data.
  Result<void> apply(const DataArgument& argument, Dataset& data) const;
};

}  // namespace sispde::cli
