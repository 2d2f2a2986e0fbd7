#pragma once
// The folder of an experiment's results: grid.json, the grid as it was run with the keys of its cells in order, and cells/KEY.json, one file
// per cell, each whole or not at all. Several processes may work in one folder.

#include "core/experiment/cell_record.h"

namespace sispde {

class ResultsFolder {
 public:
  explicit ResultsFolder(std::string path) : path_(std::move(path)) {}

  std::string cellPath(const std::string& key) const;

  // Makes the folder and writes grid.json. An error where it holds the results of a grid of another name.
  Result<void> open(const Experiment& experiment) const;

  enum class State {
    Absent,
    Done,
    Failed,
    Damaged,  // no whole result of any configuration
    Other,    // a result of another configuration
  };
  struct Found {
    State state = State::Absent;
    double seconds = 0;  // of a processor, or else of the clock, that it took where it is done
    std::string words;   // the sentence of a failed cell; what differs in one of another configuration
  };
  Found find(const CellJson& head) const;

  Result<void> write(const CellJson& cell) const;

 private:
  std::string path_;
};

}  // namespace sispde
