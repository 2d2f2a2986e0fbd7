#pragma once
// Scored pairs in one piece of memory of a size that is given at the start, and whose end can be given back. A std::vector cannot do
// that: to become smaller it takes a second piece.

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "core/graph/graph.h"

namespace sispde {

struct ScoredPair {
  float correlation = 0;
  Edge pair;
};

class PairBuffer {
 public:
  PairBuffer() = default;
  explicit PairBuffer(std::size_t capacity);  // throws where the memory is not there

  void add(const ScoredPair& pair) { pairs_[size_++] = pair; }  // while there is room
  void cutTo(std::size_t size) { size_ = size; }                // the first ones stay
  void giveBack();                                              // what lies behind the pairs

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  ScoredPair* begin() { return pairs_.get(); }
  ScoredPair* end() { return pairs_.get() + size_; }
  const ScoredPair* begin() const { return pairs_.get(); }
  const ScoredPair* end() const { return pairs_.get() + size_; }
  const ScoredPair& operator[](std::size_t i) const { return pairs_[i]; }

 private:
  struct Free {
    void operator()(ScoredPair* pairs) const { std::free(pairs); }
  };
  std::unique_ptr<ScoredPair[], Free> pairs_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace sispde
