// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/spectral/recurrence.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/spectral/recurrence.h"

#ifndef SISPDE_INLINE
#define SISPDE_INLINE __attribute__((always_inline))  // lambdas of the hot loop: their sums stay in registers
#endif

HWY_BEFORE_NAMESPACE();
namespace sispde::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// How a tile's entries are loaded and stored.
template <class D>
struct Plain {
  using Item = hn::TFromD<D>;
  static HWY_INLINE hn::Vec<D> load(D d, const Item* from) { return hn::LoadU(d, from); }
  static HWY_INLINE void store(hn::Vec<D> value, D d, Item* to) { hn::StoreU(value, d, to); }
};
template <class D>
struct Packed {
  using Item = hwy::float16_t;
  using Narrow = hn::Rebind<hwy::float16_t, D>;
  static HWY_INLINE hn::Vec<D> load(D d, const Item* from) {
    return hn::PromoteTo(d, hn::LoadU(Narrow(), from));
  }
  static HWY_INLINE void store(hn::Vec<D> value, D, Item* to) {
    hn::StoreU(hn::DemoteTo(Narrow(), value), Narrow(), to);
  }
};

constexpr std::int64_t hubBlock = 64;  // neighbours added one after the other

template <int kWidth, bool kWeighted, template <class> class Access, class T>
void stepRows(const StepArguments<T>& arguments) {
  using D = hn::CappedTag<T, kWidth>;
  using Tile = Access<D>;
  using Item = typename Tile::Item;
  const D d;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  constexpr int parts = kWidth / lanes;
  const RecurrenceMatrix<T>& matrix = *arguments.matrix;
  const std::int64_t* HWY_RESTRICT offsets = matrix.graph.offsets().data();
  const NodeId* HWY_RESTRICT targets = matrix.graph.targets().data();
  const auto entries = static_cast<std::int64_t>(matrix.graph.targets().size());
  const Item* HWY_RESTRICT current = static_cast<const Item*>(arguments.current);
  Item* HWY_RESTRICT previous = static_cast<Item*>(arguments.previous);
  const auto a = hn::Set(d, arguments.a), b = hn::Set(d, arguments.b);
  const T twice = arguments.first ? T{1} : T{2};
  const int ahead = arguments.prefetch;

  const NodeId* HWY_RESTRICT schedule = matrix.schedule.data();
  const auto row = [&](std::int64_t e) HWY_ATTR SISPDE_INLINE {
    if (ahead > 0) {
      const Item* coming =
          current + static_cast<std::size_t>(targets[HWY_MIN(e + ahead, entries - 1)]) * kWidth;
      for (std::size_t byte = 0; byte < kWidth * sizeof(Item); byte += 64)
        __builtin_prefetch(reinterpret_cast<const char*>(coming) + byte);
    }
    return current + static_cast<std::size_t>(targets[e]) * kWidth;
  };
  const auto add = [&](hn::Vec<D> sum, const Item* from,
                       [[maybe_unused]] std::int64_t e) HWY_ATTR SISPDE_INLINE {
    const auto value = Tile::load(d, from);
    if constexpr (kWeighted)
      return hn::MulAdd(hn::Set(d, matrix.weights[static_cast<std::size_t>(e)]), value, sum);
    else
      return hn::Add(sum, value);
  };

  // Longer rows go in turn to two sums, which the processor adds to side by side.
  const auto sumBlock = [&](std::int64_t e, std::int64_t stop, hn::Vec<D>* HWY_RESTRICT sums)
                            HWY_ATTR SISPDE_INLINE {
                              for (int p = 0; p < parts; ++p) sums[p] = hn::Zero(d);
                              if (stop - e >= 8) {
                                hn::Vec<D> other[parts];
                                for (int p = 0; p < parts; ++p) other[p] = hn::Zero(d);
                                for (; e + 1 < stop; e += 2) {
                                  const Item *first = row(e), *second = row(e + 1);
                                  for (int p = 0; p < parts; ++p) {
                                    sums[p] = add(sums[p], first + p * lanes, e);
                                    other[p] = add(other[p], second + p * lanes, e + 1);
                                  }
                                }
                                for (int p = 0; p < parts; ++p) sums[p] = hn::Add(sums[p], other[p]);
                              }
                              for (; e < stop; ++e) {
                                const Item* next = row(e);
                                for (int p = 0; p < parts; ++p) sums[p] = add(sums[p], next + p * lanes, e);
                              }
                            };
  // Hubs are summed in blocks, and blocks of blocks, so that rounding does not grow with the degree.
  const auto sumHub = [&](std::int64_t begin, std::int64_t end, hn::Vec<D>* HWY_RESTRICT sums)
                          HWY_ATTR SISPDE_INLINE {
                            hn::Vec<D> block[parts], outer[parts];
                            for (int p = 0; p < parts; ++p) sums[p] = outer[p] = hn::Zero(d);
                            for (std::int64_t count = 1; begin < end; begin += hubBlock, ++count) {
                              sumBlock(begin, HWY_MIN(end, begin + hubBlock), block);
                              for (int p = 0; p < parts; ++p) outer[p] = hn::Add(outer[p], block[p]);
                              if (count % hubBlock != 0) continue;
                              for (int p = 0; p < parts; ++p) {
                                sums[p] = hn::Add(sums[p], outer[p]);
                                outer[p] = hn::Zero(d);
                              }
                            }
                            for (int p = 0; p < parts; ++p) sums[p] = hn::Add(sums[p], outer[p]);
                          };

  for (std::size_t i = arguments.begin; i < arguments.end; ++i) {
    const auto u = static_cast<std::size_t>(schedule[i]);
    hn::Vec<D> sums[parts];
    const std::int64_t start = offsets[u], end = offsets[u + 1];
    if (HWY_LIKELY(end - start <= hubBlock))
      sumBlock(start, end, sums);
    else
      sumHub(start, end, sums);
    const auto off = hn::Set(d, twice * matrix.offDiagonal[u]),
               diagonal = hn::Set(d, twice * matrix.diagonal[u]);
    for (int p = 0; p < parts; ++p) {
      const std::size_t at = u * kWidth + static_cast<std::size_t>(p * lanes);
      const auto here = Tile::load(d, current + at);
      auto next = hn::MulAdd(off, sums[p], hn::Mul(diagonal, here));
      if (!arguments.first) next = hn::Sub(next, Tile::load(d, previous + at));
      Tile::store(next, d, previous + at);
      if (arguments.sum == nullptr) continue;
      if (arguments.first)
        hn::StoreU(hn::MulAdd(b, next, hn::Mul(a, here)), d, arguments.sum + at);
      else if (arguments.accumulate)
        hn::StoreU(hn::MulAdd(b, next, hn::MulAdd(a, here, hn::LoadU(d, arguments.sum + at))), d,
                   arguments.sum + at);
    }
  }
}

template <int kWidth, template <class> class Access, class T>
void stepWidth(const StepArguments<T>& arguments) {
  if (arguments.matrix->weights.empty())
    stepRows<kWidth, false, Access>(arguments);
  else
    stepRows<kWidth, true, Access>(arguments);
}

template <template <class> class Access, class T>
void step(const StepArguments<T>& arguments) {
  switch (arguments.width) {
    case 4: return stepWidth<4, Access>(arguments);
    case 8: return stepWidth<8, Access>(arguments);
    case 16: return stepWidth<16, Access>(arguments);
    default: return stepWidth<32, Access>(arguments);
  }
}

void stepFloat(const StepArguments<float>& arguments) {
  if (arguments.half)
    step<Packed>(arguments);
  else
    step<Plain>(arguments);
}
void stepDouble(const StepArguments<double>& arguments) {
  step<Plain>(arguments);
}

void halfFromFloat(const float* from, std::uint16_t* to, std::size_t count) {
  const hn::CappedTag<float, 4> d;
  const hn::Rebind<hwy::float16_t, decltype(d)> narrow;
  for (std::size_t i = 0; i < count; i += 4)
    hn::StoreU(hn::DemoteTo(narrow, hn::LoadU(d, from + i)), narrow,
               reinterpret_cast<hwy::float16_t*>(to) + i);
}

}  // namespace sispde::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sispde {
HWY_EXPORT(stepFloat);
HWY_EXPORT(stepDouble);
HWY_EXPORT(halfFromFloat);

bool halfStorageWorks() {
  return (hwy::SupportedTargets() & (HWY_AVX2 | HWY_AVX3)) != 0;
}

void recurrenceStep(const StepArguments<float>& arguments) {
  HWY_DYNAMIC_DISPATCH(stepFloat)(arguments);
}
void recurrenceStep(const StepArguments<double>& arguments) {
  HWY_DYNAMIC_DISPATCH(stepDouble)(arguments);
}
void toHalf(const float* from, std::uint16_t* to, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(halfFromFloat)(from, to, count);
}
}  // namespace sispde
#endif
