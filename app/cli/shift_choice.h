#pragma once
// The kinds of shifts as a choice on the command line.

#include <CLI/CLI.hpp>

#include "core/shift/shift.h"

namespace sispde::cli {

inline CLI::Validator shiftChoice() {
  std::map<std::string, ShiftKind> kinds;
  std::string names;
  for (const ShiftKind kind : allShiftKinds) {
    kinds.emplace(shiftName(kind), kind);
    names += (names.empty() ? "" : ",") + std::string(shiftName(kind));
  }
  return CLI::CheckedTransformer(kinds).description("{" + names + "}");
}

}  // namespace sispde::cli
