// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/base/normals.cpp"
// clang-format off
// Highway's headers in this order.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Random123/philox.h>

#include "core/base/normals.h"

HWY_BEFORE_NAMESPACE();
namespace sispde::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t blockItems = 256;  // drawn together, on the stack

// Radius from two of the four numbers of each Philox block, angle from the others.
void normalBlock(const NormalPlace& place, std::uint64_t firstBlock, float* HWY_RESTRICT out) {
  constexpr std::size_t half = blockItems / 2;
  HWY_ALIGN std::array<float, half> radius, angle;
  const r123::Philox4x32::key_type key{
      {static_cast<std::uint32_t>(place.seed), static_cast<std::uint32_t>(place.seed >> 32)}};
  constexpr float unit = 0x1p-24f;
  for (std::size_t b = 0; b < blockItems / 4; ++b) {
    const auto low = static_cast<std::uint32_t>(firstBlock + b);
    const auto high =
        static_cast<std::uint32_t>((firstBlock + b) >> 32) | static_cast<std::uint32_t>(place.set) << 24;
    const auto bits =
        r123::Philox4x32{}(r123::Philox4x32::ctr_type{{low, high, place.column, place.step}}, key);
    radius[2 * b] = (static_cast<float>(bits[0] >> 8) + 0.5f) * unit;  // in (0, 1)
    radius[2 * b + 1] = (static_cast<float>(bits[2] >> 8) + 0.5f) * unit;
    angle[2 * b] = static_cast<float>(static_cast<std::int32_t>(bits[1]) >> 8) * (unit * 2);  // in [−1, 1)
    angle[2 * b + 1] = static_cast<float>(static_cast<std::int32_t>(bits[3]) >> 8) * (unit * 2);
  }
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto pi = hn::Set(d, std::numbers::pi_v<float>), two = hn::Set(d, -2.0f);
  for (std::size_t i = 0; i < half; i += lanes) {
    const auto r = hn::Sqrt(hn::Mul(two, hn::Log(d, hn::Load(d, radius.data() + i))));
    const auto a = hn::Mul(pi, hn::Load(d, angle.data() + i));
    hn::Store(hn::Mul(r, hn::Cos(d, a)), d, radius.data() + i);
    hn::Store(hn::Mul(r, hn::Sin(d, a)), d, angle.data() + i);
  }
  for (std::size_t i = 0; i < half; ++i) {
    out[2 * i] = radius[i];
    out[2 * i + 1] = angle[i];
  }
}

void drawNormals(const NormalPlace& place, std::uint64_t first, float* out, std::size_t count) {
  std::array<float, blockItems> whole;
  for (std::size_t i = 0; i < count; i += blockItems) {
    const std::uint64_t block = (first + i) / 4;
    if (count - i >= blockItems) {
      normalBlock(place, block, out + i);
    } else {
      normalBlock(place, block, whole.data());
      std::copy_n(whole.data(), count - i, out + i);
    }
  }
}

}  // namespace sispde::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sispde {
HWY_EXPORT(drawNormals);

void normals(const NormalPlace& place, std::uint64_t first, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(drawNormals)(place, first, out.data(), out.size());
}
}  // namespace sispde
#endif
