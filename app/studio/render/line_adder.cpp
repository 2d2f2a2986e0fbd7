// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "app/studio/render/line_adder.cpp"
// clang-format off
// Highway's headers in this order.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <type_traits>

#include "app/studio/render/line_adder.h"

HWY_BEFORE_NAMESPACE();
namespace sispde::studio::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The walks of all lines of the batch.
void findWalks(LineBatch& batch, float unit) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  const auto half = hn::Set(d, 0.5f), one = hn::Set(d, 1.0f), tiny = hn::Set(d, 1e-9f);
  const auto scale = hn::Set(d, 65536.0f);
  // Counted from the centre of the first pixel.
  const auto fixed = [&](auto b) { return hn::ConvertTo(di, hn::Mul(hn::Sub(b, half), scale)); };
  const auto store = [&](auto value, auto& column, int i) {
    if constexpr (std::is_same_v<decltype(value), hn::Vec<decltype(d)>>)
      hn::Store(value, d, column.data() + i);
    else
      hn::Store(value, di, column.data() + i);
  };
  for (int i = 0; i < batch.size; i += static_cast<int>(hn::Lanes(d))) {
    const auto x0 = hn::Load(d, batch.x0.data() + i), y0 = hn::Load(d, batch.y0.data() + i);
    const auto x1 = hn::Load(d, batch.x1.data() + i), y1 = hn::Load(d, batch.y1.data() + i);
    const auto steep = hn::Gt(hn::Abs(hn::Sub(y1, y0)), hn::Abs(hn::Sub(x1, x0)));
    // a runs along the longer side, b across it.
    const auto p = hn::IfThenElse(steep, y0, x0), q = hn::IfThenElse(steep, y1, x1);
    const auto r = hn::IfThenElse(steep, x0, y0), s = hn::IfThenElse(steep, x1, y1);
    const auto forwards = hn::Le(p, q);
    const auto a0 = hn::Min(p, q), a1 = hn::Max(p, q);
    const auto b0 = hn::IfThenElse(forwards, r, s), b1 = hn::IfThenElse(forwards, s, r);
    const auto span = hn::Sub(a1, a0), slope = hn::Div(hn::Sub(b1, b0), hn::Add(span, tiny));
    const auto weight =
        hn::Mul(hn::Set(d, unit), hn::Sqrt(hn::Add(one, hn::Mul(slope, slope))));  // of a whole column
    const auto first = hn::ConvertTo(di, a0), last = hn::ConvertTo(di, a1);
    const auto alone = hn::RebindMask(d, hn::Eq(first, last));
    const auto head = hn::IfThenElse(alone, span, hn::Sub(hn::Add(hn::ConvertTo(d, first), one), a0));
    const auto tail = hn::IfThenZeroElse(alone, hn::Sub(a1, hn::ConvertTo(d, last)));
    const auto halfSlope = hn::Mul(half, slope);
    store(hn::IfThenElseZero(hn::RebindMask(di, steep), hn::Set(di, 1)), batch.steep, i);
    store(first, batch.first, i);
    store(last, batch.last, i);
    store(fixed(hn::Add(b0, hn::Mul(head, halfSlope))), batch.headPlace, i);
    store(fixed(hn::Add(b0, hn::Add(hn::Mul(head, slope), halfSlope))), batch.place, i);
    store(fixed(hn::Sub(b1, hn::Mul(tail, halfSlope))), batch.tailPlace, i);
    store(hn::NearestInt(hn::Mul(slope, scale)), batch.step, i);
    store(hn::Mul(weight, head), batch.headWeight, i);
    store(weight, batch.weight, i);
    store(hn::Mul(weight, tail), batch.tailWeight, i);
  }
}

}  // namespace sispde::studio::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sispde::studio {

HWY_EXPORT(findWalks);

inline void LineAdder::put(std::ptrdiff_t start, std::int32_t place, std::ptrdiff_t across, float weight) {
  const auto whole = static_cast<std::uint64_t>(static_cast<std::int64_t>(weight + 0.5f));
  const auto second = static_cast<std::uint32_t>(whole * (place & 0xFFFF) >> 16);
  std::uint32_t* const pixel = sums_ + start + (place >> 16) * across;
  pixel[0] += static_cast<std::uint32_t>(whole) - second;
  pixel[across] += second;
}

void LineAdder::flush() {
  HWY_DYNAMIC_DISPATCH(findWalks)(batch_, weight_);
  const std::array<std::ptrdiff_t, 3> strides{1, stride_, 1};
  for (int i = 0; i < batch_.size; ++i) {
    const std::ptrdiff_t along = strides[batch_.steep[i]], across = strides[batch_.steep[i] + 1];
    const std::ptrdiff_t head = batch_.first[i] * along, tail = batch_.last[i] * along;
    put(head, batch_.headPlace[i], across, batch_.headWeight[i]);
    const float weight = batch_.weight[i];
    std::int32_t place = batch_.place[i];
    const std::int32_t step = batch_.step[i];
    for (std::ptrdiff_t at = head + along; at < tail; at += along, place += step)
      put(at, place, across, weight);
    put(tail, batch_.tailPlace[i], across, batch_.tailWeight[i]);
  }
  batch_.size = 0;
}

}  // namespace sispde::studio
#endif
