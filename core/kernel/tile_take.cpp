// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/tile_take.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <array>

#include "core/kernel/tile_take.h"

HWY_BEFORE_NAMESPACE();
namespace sispde::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
void meanRows(const T* HWY_RESTRICT tile, const NodeId* rows, const NodeId* nodes, std::size_t count,
              const T* HWY_RESTRICT scale, float* out) {
  constexpr int width = 32;
  using D = hn::CappedTag<T, width>;
  const D d;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  constexpr int parts = width / lanes;
  hn::Vec<D> sums[parts];
  for (int p = 0; p < parts; ++p) sums[p] = hn::Zero(d);
  for (std::size_t i = 0; i < count; ++i) {
    const auto u = static_cast<std::size_t>(nodes[i]);
    const T* row = tile + static_cast<std::size_t>(rows[u]) * width;
    const auto factor = hn::Set(d, scale[u]);
    for (int p = 0; p < parts; ++p) sums[p] = hn::MulAdd(factor, hn::LoadU(d, row + p * lanes), sums[p]);
  }
  std::array<T, width> values;
  const auto share = hn::Set(d, T{1} / static_cast<T>(count));
  for (int p = 0; p < parts; ++p) hn::StoreU(hn::Mul(share, sums[p]), d, values.data() + p * lanes);
  for (int j = 0; j < width; ++j) out[j] = static_cast<float>(values[static_cast<std::size_t>(j)]);
}

void meanRowsFloat(const float* tile, const NodeId* rows, const NodeId* nodes, std::size_t count,
                   const float* scale, float* out) {
  meanRows(tile, rows, nodes, count, scale, out);
}
void meanRowsDouble(const double* tile, const NodeId* rows, const NodeId* nodes, std::size_t count,
                    const double* scale, float* out) {
  meanRows(tile, rows, nodes, count, scale, out);
}

}  // namespace sispde::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sispde {
HWY_EXPORT(meanRowsFloat);
HWY_EXPORT(meanRowsDouble);

void meanOfRows(const float* tile, const NodeId* rows, std::span<const NodeId> nodes, const float* scale,
                float* out) {
  HWY_DYNAMIC_DISPATCH(meanRowsFloat)(tile, rows, nodes.data(), nodes.size(), scale, out);
}
void meanOfRows(const double* tile, const NodeId* rows, std::span<const NodeId> nodes, const double* scale,
                float* out) {
  HWY_DYNAMIC_DISPATCH(meanRowsDouble)(tile, rows, nodes.data(), nodes.size(), scale, out);
}
}  // namespace sispde
#endif
