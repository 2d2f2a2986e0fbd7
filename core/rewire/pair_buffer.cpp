#include "core/rewire/pair_buffer.h"

#include <algorithm>
#include <new>
#include <type_traits>

namespace sispde {

static_assert(std::is_trivially_copyable_v<ScoredPair> && std::is_trivially_destructible_v<ScoredPair>);

PairBuffer::PairBuffer(std::size_t capacity) : capacity_(capacity) {
  if (capacity == 0) return;
  pairs_.reset(static_cast<ScoredPair*>(std::calloc(capacity, sizeof(ScoredPair))));
  if (!pairs_) throw std::bad_alloc();
}

void PairBuffer::giveBack() {
  if (size_ == capacity_) return;
  const std::size_t kept = std::max<std::size_t>(size_, 1);
  void* moved = std::realloc(static_cast<void*>(pairs_.get()), kept * sizeof(ScoredPair));
  if (moved == nullptr) return;  // it stays as it is
  static_cast<void>(pairs_.release());
  pairs_.reset(static_cast<ScoredPair*>(moved));
  capacity_ = kept;
}

}  // namespace sispde
