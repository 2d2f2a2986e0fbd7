#pragma once
// Seeded, counter-based random numbers (Philox 4x32-10 of Random123). A Random is fixed by (seed, stream): two streams of
// one seed are independent, and what a stream gives does not depend on threads, platform or standard library.

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace sispde {

class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  std::uint64_t bits();                      // 64 uniform bits
  double uniform();                          // uniform in [0, 1), 53 bits
  std::uint64_t below(std::uint64_t bound);  // uniform in {0, …, bound − 1}; bound ≥ 1
  double normal();                           // N(0, 1)
  bool chance(double p) { return uniform() < p; }
  // Number of failures before the first success of probability p in (0, 1]; saturates at 2^62.
  std::uint64_t skip(double p);

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t seed_, stream_, counter_ = 0;
  std::array<std::uint64_t, 2> block_{};
  int left_ = 0;  // unused halves of block_
  double spare_ = 0;
  bool hasSpare_ = false;
};

}  // namespace sispde
