#pragma once
// Grids on tiny data, for tests of the benchmark.

#include <string>

namespace sispde::testing {

// Two data sets, two shifts, seeds 0 and 7, and these systems (a JSON list).
inline std::string smallGrid(const std::string& systems) {
  return R"({"format": "sispde-grid", "version": 1, "name": "small", "datasets": ["sbm:60", "ring:40"],
             "shifts": ["label", "local"], "seeds": [0, 7], "systems": )" +
         systems + "}";
}

}  // namespace sispde::testing
