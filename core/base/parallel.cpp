#include "core/base/parallel.h"

#include <algorithm>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

namespace sispde {

void parallelBlocks(std::size_t count, std::size_t block,
                    const std::function<void(std::size_t, std::size_t)>& body) {
  block = std::max<std::size_t>(block, 1);
  const std::size_t blocks = (count + block - 1) / block;
  if (blocks == 0) return;
  if (blocks == 1) return body(0, count);
  tbb::parallel_for(std::size_t{0}, blocks,
                    [&](std::size_t b) { body(b * block, std::min(count, (b + 1) * block)); });
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
