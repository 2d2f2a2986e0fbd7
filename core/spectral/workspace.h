#pragma once
// Memory of the recurrence: two vectors and the sum of one tile.

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/buffer.h"

namespace sispde {

// In one piece, which large pages can serve as a whole. The parts are shifted against each other by some cache lines, so that equal
// rows do not compete for the same place in the cache. Small pieces are kept for later calls when a workspace ends: the system takes
// longer to hand out fresh pages than a small graph takes to compute.
class Workspace {
 public:
  // Bytes of a vector, and of the sum (0: none).
  Workspace(std::size_t vectorBytes, std::size_t sumBytes);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  unsigned char *current, *previous, *sum;

 private:
  Buffer<unsigned char> memory_;
};

// The workspaces of one call: they go from tile to tile.
class Workspaces {
 public:
  Workspaces(std::size_t vectorBytes, std::size_t sumBytes) : vector_(vectorBytes), sum_(sumBytes) {}
  std::unique_ptr<Workspace> take();
  void give(std::unique_ptr<Workspace> workspace);

 private:
  std::size_t vector_, sum_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

}  // namespace sispde
