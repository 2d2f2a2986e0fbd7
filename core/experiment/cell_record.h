#pragma once
// The result file of a cell, one JSON object (docs/benchmark.md has its members). What is known before the cell is run is its head; whether
// a stored cell is the one that is asked for is decided by that alone.

#include <nlohmann/json.hpp>

#include "core/experiment/experiment.h"
#include "core/train/snapshot.h"

namespace sispde {

// Raised when a cell of an earlier program would have other numbers or another meaning.
inline constexpr int cellVersion = 1;

struct CellRewiring {
  std::int64_t dropped = 0, added = 0, kept = 0;
  std::optional<double> informativenessAfter;
};

// What a cell gave.
struct CellOutcome {
  double accuracy = 0;  // on the ID test nodes
  int epoch = 0;        // whose weights were scored
  double seconds =
      0;  // preparation of the detector, training and scoring; without what is shared with other cells
  // The same as time of a processor, where one thread did it all.
  std::optional<double> processorSeconds;
  double trainNll = 0, validationNll = 0;  // of that epoch
  std::string primary;
  std::vector<ScoreMetrics> scores;
  std::int64_t idCount = 0, oodCount = 0;
  std::optional<CellRewiring> rewiring;
  std::vector<std::string> notes;
};

using CellJson = nlohmann::ordered_json;

// `program` is the version of the program.
Result<CellJson> cellHead(const Experiment& experiment, const Cell& cell, const std::string& program);
CellJson doneCell(CellJson head, const CellOutcome& outcome);
CellJson failedCell(CellJson head, const std::string& sentence);

// What in the configuration of a stored cell differs from that of a head: data, shift, seed, split, rewiring, options, version. Empty where
// it is the same. Options that a cell of an earlier program does not have are taken for the detector's defaults.
std::string cellDifference(const CellJson& head, const CellJson& stored);

}  // namespace sispde
