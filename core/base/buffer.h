#pragma once
// Large arrays of numbers. A Buffer is a vector whose new elements are not set to zero: the memory is first touched by the
// thread that fills it. Those that are read or written in random order go on 2 MB pages where the system has them, so
// that far fewer address translations miss.

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace sispde {

// std::allocator, but for construction without a value, which does nothing.
template <class T>
struct UninitializedAllocator : std::allocator<T> {
  static_assert(std::is_trivial_v<T>);
  template <class U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };
  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Args>
  void construct(U* place, Args&&... args) {
    ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
  }
};

template <class T>
using Buffer = std::vector<T, UninitializedAllocator<T>>;

// A hint, to be given before the memory is first touched; nothing changes where it is not followed.
void preferHugePages(void* begin, std::size_t bytes);

// A Buffer of `size` elements without values, on large pages.
template <class T>
Buffer<T> hugeBuffer(std::size_t size) {
  Buffer<T> items;
  items.reserve(size);
  preferHugePages(items.data(), size * sizeof(T));
  items.resize(size);
  return items;
}

}  // namespace sispde
