#include "core/rewire/top_pairs.h"

#include <algorithm>
#include <limits>

namespace sispde {

std::size_t TopPairs::capacity(std::size_t wanted, std::int64_t total) {
  // No more than there are; and a cut for every pair would be slow where very few are wanted.
  return std::min(std::max<std::size_t>(2 * wanted, 1024), static_cast<std::size_t>(total) + 1);
}

std::size_t TopPairs::bytesFor(std::size_t wanted, std::int64_t total) {
  return capacity(wanted, total) * sizeof(ScoredPair);
}

TopPairs::TopPairs(std::size_t wanted, std::int64_t total)
    : wanted_(wanted),
      threshold_(wanted > 0 ? -std::numeric_limits<float>::infinity()
                            : std::numeric_limits<float>::infinity()),
      pairs_(wanted > 0 ? capacity(wanted, total) : 0) {}

void TopPairs::cut() {
  std::nth_element(pairs_.begin(), pairs_.begin() + wanted_ - 1, pairs_.end(), isStronger);
  pairs_.cutTo(wanted_);
  weakest_ = pairs_[wanted_ - 1];
  wasCut_ = true;
  threshold_.store(weakest_.correlation, std::memory_order_relaxed);
}

void TopPairs::add(std::span<const ScoredPair> pairs) {
  if (wanted_ == 0) return;
  const std::lock_guard lock(mutex_);
  for (const ScoredPair& pair : pairs) {
    if (wasCut_ && !isStronger(pair, weakest_)) continue;
    pairs_.add(pair);
    if (pairs_.size() == pairs_.capacity()) cut();
  }
}

PairBuffer TopPairs::take() {
  const std::lock_guard lock(mutex_);
  if (pairs_.size() > wanted_) cut();
  pairs_.giveBack();
  std::sort(pairs_.begin(), pairs_.end(), isStronger);
  return std::move(pairs_);
}

}  // namespace sispde
