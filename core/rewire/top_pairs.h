#pragma once
// The strongest of many scored pairs that pass by, in a buffer of twice as many as are wanted. When it is full the weaker half is thrown
// away, and the weakest that is left is from then on what a pair must beat. Which pairs remain does not depend on the order in which
// they come. Every pair is looked at once, and thrown away with a constant amount of work.

#include <atomic>
#include <mutex>
#include <span>

#include "core/rewire/pair_buffer.h"

namespace sispde {

// The greater correlation first, then the smaller (u, v).
inline bool isStronger(const ScoredPair& a, const ScoredPair& b) {
  if (a.correlation != b.correlation) return a.correlation > b.correlation;
  return a.pair.u != b.pair.u ? a.pair.u < b.pair.u : a.pair.v < b.pair.v;
}

class TopPairs {
 public:
  static std::size_t bytesFor(std::size_t wanted, std::int64_t total);

  // `total` is how many may come.
  TopPairs(std::size_t wanted, std::int64_t total);

  // What is below certainly is not wanted; −∞ at first. It only rises.
  float threshold() const { return threshold_.load(std::memory_order_relaxed); }
  // From several threads.
  void add(std::span<const ScoredPair> pairs);
  // The strongest, in order, in memory for no more than these.
  PairBuffer take();

 private:
  static std::size_t capacity(std::size_t wanted, std::int64_t total);
  void cut();  // to the wanted ones

  std::size_t wanted_;
  std::atomic<float> threshold_;
  std::mutex mutex_;
  PairBuffer pairs_;
  ScoredPair weakest_;  // of those that were left by the last cut
  bool wasCut_ = false;
};

}  // namespace sispde
