// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/layout/pair_forces.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/layout/pair_forces.h"

HWY_BEFORE_NAMESPACE();
namespace sispde::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The bodies from `at` on, as many as `count` vectors hold. Each lane is a body, so that its sum runs in the order of the list
// whatever the width of a vector.
template <std::size_t count, class D>
HWY_INLINE void vectorForces(D d, const ActingList& acting, float epsilon2, std::size_t at,
                             PairForces& group) {
  using V = hn::Vec<D>;
  const std::size_t lanes = hn::Lanes(d);
  const V own = hn::Set(d, epsilon2);
  V x[count], y[count], forceX[count], forceY[count], potential[count];
  for (std::size_t k = 0; k < count; ++k) {
    x[k] = hn::Load(d, group.x + at + k * lanes);
    y[k] = hn::Load(d, group.y + at + k * lanes);
    forceX[k] = forceY[k] = potential[k] = hn::Zero(d);
  }
  for (std::size_t j = 0; j < acting.count; ++j) {
    const V xj = hn::Set(d, acting.x[j]), yj = hn::Set(d, acting.y[j]), mass = hn::Set(d, acting.mass[j]);
    const V softening = hn::Set(d, acting.softening[j]);
    for (std::size_t k = 0; k < count; ++k) {
      const V dx = hn::Sub(x[k], xj), dy = hn::Sub(y[k], yj);
      const V square = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, softening));
      const V inverse = hn::ApproximateReciprocalSqrt(square);
      const V share = hn::Mul(hn::Mul(mass, inverse), hn::Mul(inverse, inverse));
      forceX[k] = hn::MulAdd(share, dx, forceX[k]);
      forceY[k] = hn::MulAdd(share, dy, forceY[k]);
      potential[k] = hn::MulAdd(share, hn::Sub(square, own), potential[k]);  // 0 of a body with itself
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    hn::Store(forceX[k], d, group.forceX + at + k * lanes);
    hn::Store(forceY[k], d, group.forceY + at + k * lanes);
    hn::Store(potential[k], d, group.potential + at + k * lanes);
  }
}

// Two vectors at a time hide the latency of the sums and need few registers.
void pairForces(const ActingList& acting, float epsilon2, PairForces& group) {
  const hn::CappedTag<float, PairForces::width / 2> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t at = 0;
  for (; at + lanes < group.count; at += 2 * lanes) vectorForces<2>(d, acting, epsilon2, at, group);
  if (at < group.count) vectorForces<1>(d, acting, epsilon2, at, group);
}

}  // namespace sispde::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sispde {
HWY_EXPORT(pairForces);

void sumPairForces(const ActingList& acting, float epsilon2, PairForces& group) {
  HWY_DYNAMIC_DISPATCH(pairForces)(acting, epsilon2, group);
}
}  // namespace sispde
#endif
