// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/layout/pair_forces.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/layout/pair_forces.h"

HWY_BEFORE_NAMESPACE();
namespace sispde::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each lane is a body of the group, so that its sum runs in the order of the list whatever the width of a vector.
void pairForces(const ActingList& acting, float epsilon2, PairForces& group) {
  const float* HWY_RESTRICT x = acting.x;
  const float* HWY_RESTRICT y = acting.y;
  const float* HWY_RESTRICT mass = acting.mass;
  const float* HWY_RESTRICT added = acting.softening;
  const hn::CappedTag<float, PairForces::width / 2> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto own = hn::Set(d, epsilon2);
  // Two vectors at a time hide the latency of the sums and need few registers.
  for (std::size_t at = 0; at < group.count; at += 2 * lanes) {
    const auto x0 = hn::Load(d, group.x + at), x1 = hn::Load(d, group.x + at + lanes);
    const auto y0 = hn::Load(d, group.y + at), y1 = hn::Load(d, group.y + at + lanes);
    auto fx0 = hn::Zero(d), fx1 = hn::Zero(d), fy0 = hn::Zero(d), fy1 = hn::Zero(d);
    auto v0 = hn::Zero(d), v1 = hn::Zero(d);
    for (std::size_t j = 0; j < acting.count; ++j) {
      const auto xj = hn::Set(d, x[j]), yj = hn::Set(d, y[j]), mj = hn::Set(d, mass[j]);
      const auto softening = hn::Set(d, added[j]);
      const auto dx0 = hn::Sub(x0, xj), dy0 = hn::Sub(y0, yj);
      const auto dx1 = hn::Sub(x1, xj), dy1 = hn::Sub(y1, yj);
      const auto r0 = hn::MulAdd(dx0, dx0, hn::MulAdd(dy0, dy0, softening));
      const auto r1 = hn::MulAdd(dx1, dx1, hn::MulAdd(dy1, dy1, softening));
      const auto i0 = hn::ApproximateReciprocalSqrt(r0);
      const auto s0 = hn::Mul(hn::Mul(mj, i0), hn::Mul(i0, i0));
      const auto i1 = hn::ApproximateReciprocalSqrt(r1);
      const auto s1 = hn::Mul(hn::Mul(mj, i1), hn::Mul(i1, i1));
      fx0 = hn::MulAdd(s0, dx0, fx0);
      fy0 = hn::MulAdd(s0, dy0, fy0);
      fx1 = hn::MulAdd(s1, dx1, fx1);
      fy1 = hn::MulAdd(s1, dy1, fy1);
      v0 = hn::MulAdd(s0, hn::Sub(r0, own), v0);  // 0 of a body with itself
      v1 = hn::MulAdd(s1, hn::Sub(r1, own), v1);
    }
    hn::Store(fx0, d, group.forceX + at);
    hn::Store(fx1, d, group.forceX + at + lanes);
    hn::Store(fy0, d, group.forceY + at);
    hn::Store(fy1, d, group.forceY + at + lanes);
    hn::Store(v0, d, group.potential + at);
    hn::Store(v1, d, group.potential + at + lanes);
  }
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
