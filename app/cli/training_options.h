#pragma once
// What to train and how, from the command line: detector, preset, a JSON file of options, single options, in this order of precedence.

#include <CLI/CLI.hpp>

#include "app/cli/console.h"
#include "core/detect/detector_options.h"
#include "core/shift/shift.h"

namespace sispde::cli {

struct TrainingOptions {
  std::string detector = "sispde", preset, config;
  std::vector<std::string> set;  // key=value
  ShiftKind shift = ShiftKind::Label;
  bool shiftChosen = false;  // by --shift
  bool randomSplit = false;

  void add(CLI::App& command, const char* shiftHelp = "How the OOD nodes are made (default: label)");
  // The OOD nodes are those that the user marks; an error where --shift says otherwise.
  Result<void> useMarks();
  Result<DetectorOptions> options() const;
  // The shift with the conventions of the detector's options.
  ShiftOptions shiftOptions(const DetectorOptions& options, const Dataset& data, std::uint64_t seed) const;
};

// All options of a detector, and what a preset changes and why.
Result<void> explainOptions(const TrainingOptions& training, Console& console);

}  // namespace sispde::cli
