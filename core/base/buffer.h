#pragma once
// Large arrays of numbers. A Buffer is a vector whose new elements are not set to zero: the memory is first touched by the
// thread that fills it. It begins on a cache line, so that vector loads do not straddle two, and on a 2 MB page where it is as
// large as that. Those that are read or written in random order go on 2 MB pages where the system has them, so
// that far fewer address translations miss.

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace sispde {

// std::allocator, but for its alignment, and for construction without a value, which does nothing.
template <class T>
struct UninitializedAllocator : std::allocator<T> {
  static_assert(std::is_trivial_v<T>);
  template <class U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };
  static std::align_val_t alignment(std::size_t count) {
    constexpr std::size_t page = std::size_t{2} << 20, line = 64;
    return std::align_val_t{count * sizeof(T) >= page ? page : line};
  }
  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(::operator new(count * sizeof(T), alignment(count)));
  }
  void deallocate(T* place, std::size_t count) noexcept { ::operator delete(place, alignment(count)); }
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
