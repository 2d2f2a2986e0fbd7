// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/layout/springs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/layout/springs.h"

HWY_BEFORE_NAMESPACE();
namespace sispde::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void springs(const float* HWY_RESTRICT dx, const float* HWY_RESTRICT dy, std::size_t count,
             float* HWY_RESTRICT lengths, float* HWY_RESTRICT constants) {
  const hn::CappedTag<float, 16> d;
  for (std::size_t e = 0; e < count; e += hn::Lanes(d)) {
    const auto x = hn::Load(d, dx + e), y = hn::Load(d, dy + e);
    const auto length = hn::Sqrt(hn::MulAdd(x, x, hn::Mul(y, y)));
    hn::Store(length, d, lengths + e);
    hn::Store(hn::Sqrt(length), d, constants + e);
  }
}

}  // namespace sispde::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sispde {
HWY_EXPORT(springs);

void springsOf(const float* dx, const float* dy, std::size_t count, float* lengths, float* springs) {
  HWY_DYNAMIC_DISPATCH(springs)(dx, dy, count, lengths, springs);
}
}  // namespace sispde
#endif
