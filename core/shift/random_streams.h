#pragma once
// The random streams of this folder, all in one place: each use of randomness has a number of its own, so
// that no two uses of one seed see the same numbers, and a change in one of them leaves the others as they
// were.

#include <cstdint>

#include "core/base/random.h"

namespace sispde {

enum class RandomStream : std::uint64_t {
  // generators
  NodeOrder = 1001,   // which node gets which place in the blocks
  Edges = 1002,       // edges of the generated graph
  Degrees = 1003,     // citation: which node gets which degree
  ClassMeans = 1004,  // centres of the Gaussian features; citation: the words of each topic
  Features = 1005,    // one part per row or block of rows
  Splits = 1006,      // one part per split
  Mines = 1007,       // minesweeper: places of the mines
  Unknown = 1008,     // minesweeper: nodes whose number is hidden
  // shifts
  ShiftSplit = 1101,   // split of a data set that has none
  ShiftEdges = 1102,   // edges of the stochastic block model
  ShiftMixes = 1103,   // rows and weights of the interpolation
  ShiftNodes = 1104,   // nodes that are perturbed
  ShiftNoise = 1105,   // Gaussian noise, one part per node
  Calibration = 1106,  // which validation nodes calibrate
  Exposure = 1107,     // seed of a second draw, rows and weights of an interpolated copy
};

// The generator of one use; parts of one use (rows, splits) are independent, so they may be drawn in any
// order.
inline Random randomFor(std::uint64_t seed, RandomStream use, std::uint64_t part = 0) {
  return Random(seed, static_cast<std::uint64_t>(use) + (part << 32));
}

}  // namespace sispde
