#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace sispde {

static thread_local int alone = 0;  // how many RunAlone of this thread live

RunAlone::RunAlone() {
  ++alone;
}
RunAlone::~RunAlone() {
  --alone;
}

#ifdef __SANITIZE_THREAD__
// The thread sanitizer cannot see how oneTBB, which is not built with it, hands work over. With plain threads it finds the
// races of our own loops and no others.
static void runBlocks(std::size_t blocks, const std::function<void(std::size_t)>& run) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t b = next++; b < blocks; b = next++) run(b);
  };
  std::vector<std::jthread> helpers;
  for (int t = 1; t < threadCount(); ++t) helpers.emplace_back(work);
  work();
}
#else
static void runBlocks(std::size_t blocks, const std::function<void(std::size_t)>& run) {
  // A thread that waits for a loop inside a block takes no other block meanwhile: what one block holds in memory is held once a thread.
  tbb::this_task_arena::isolate(
      [&] { tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t b) { run(b); }); });
}
#endif

void parallelBlocks(std::size_t count, std::size_t block,
                    const std::function<void(std::size_t, std::size_t)>& body) {
  block = std::max<std::size_t>(block, 1);
  const std::size_t blocks = (count + block - 1) / block;
  if (blocks == 0) return;
  if (blocks == 1) return body(0, count);
  const auto run = [&](std::size_t b) { body(b * block, std::min(count, (b + 1) * block)); };
  if (alone > 0)
    for (std::size_t b = 0; b < blocks; ++b) run(b);
  else
    runBlocks(blocks, run);
}

int threadCount() {
  return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

struct ThreadLimit::Control {
  explicit Control(std::size_t threads) : limit(tbb::global_control::max_allowed_parallelism, threads) {}
  tbb::global_control limit;
};

ThreadLimit::ThreadLimit(int threads)
    : control_(threads > 0 ? std::make_unique<Control>(static_cast<std::size_t>(threads)) : nullptr) {}
ThreadLimit::~ThreadLimit() = default;

}  // namespace sispde
