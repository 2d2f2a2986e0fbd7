#pragma once
// Parallel loops over fixed blocks. The blocks depend on the amount of work alone, never on the number of threads, so a
// loop whose blocks write to separate places gives the same result with one thread and with many.

#include <cstddef>
#include <functional>
#include <memory>

namespace sispde {

// Calls body(begin, end) for consecutive ranges of at most `block` items that cover [0, count). The order is not defined.
void parallelBlocks(std::size_t count, std::size_t block,
                    const std::function<void(std::size_t, std::size_t)>& body);

// Number of threads that loops may use now (at least 1).
int threadCount();

// While it lives, loops of the calling thread run on that thread alone. For a thread that must not wait for others: where a
// processor is busy, a helper may be held up for seconds with the last block in its hands.
class RunAlone {
 public:
  RunAlone();
  ~RunAlone();
  RunAlone(const RunAlone&) = delete;
  RunAlone& operator=(const RunAlone&) = delete;
};

// Limits the threads of all loops while it lives. 0 means one per processor.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct Control;
  std::unique_ptr<Control> control_;
};

}  // namespace sispde
