// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/spectral/recurrence.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/spectral/recurrence.h"

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
class Stepper {
 public:
  using Run = typename RecurrenceMatrix<T>::Run;

  explicit HWY_INLINE Stepper(const StepArguments<T>& arguments)
      : targets_(arguments.matrix->targets.data()),
        weights_(arguments.matrix->weights.data()),
        offDiagonal_(arguments.matrix->offDiagonal.data()),
        diagonal_(arguments.matrix->diagonal.empty() ? nullptr : arguments.matrix->diagonal.data()),
        lastEntry_(static_cast<std::int64_t>(arguments.matrix->targets.size()) - 1),
        current_(static_cast<const Item*>(arguments.current)),
        previous_(static_cast<Item*>(arguments.previous)),
        sum_(arguments.first || arguments.accumulate ? arguments.sum : nullptr),
        a_(arguments.a),
        b_(arguments.b),
        c_(arguments.c),
        first_(arguments.first),
        ahead_(arguments.prefetch) {}

  void run(const Run& run) const {
    if (ahead_ > 0) return rows<0, true>(*this, run);
    if constexpr (kUnrolls) {
      switch (run.degree) {
        case 1: return rows<1>(*this, run);
        case 2: return rows<2>(*this, run);
        case 3: return rows<3>(*this, run);
        case 4: return rows<4>(*this, run);
        case 5: return rows<5>(*this, run);
        case 6: return rows<6>(*this, run);
        case 7: return rows<7>(*this, run);
        case 8: return rows<8>(*this, run);
        case 9: return rows<9>(*this, run);
        case 10: return rows<10>(*this, run);
        case 11: return rows<11>(*this, run);
        case 12: return rows<12>(*this, run);
        case 13: return rows<13>(*this, run);
        case 14: return rows<14>(*this, run);
        default: break;
      }
    }
    rows<0>(*this, run);
  }

 private:
  // Loops for each small degree are worth their size where most of the work is: unweighted, a cache line or more, not packed.
  static constexpr bool kUnrolls =
      !kWeighted && kWidth >= 16 && std::is_same_v<typename Access<hn::CappedTag<T, kWidth>>::Item, T>;
  using D = hn::CappedTag<T, kWidth>;
  using V = hn::Vec<D>;
  using Tile = Access<D>;
  using Item = typename Tile::Item;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  static constexpr int parts = kWidth / lanes;

  // kDegree 0: any degree. A function of its own for each, with a copy of the stepper, which the stores of the loop cannot change.
  template <int kDegree, bool kAhead = false>
  static HWY_NOINLINE void rows(const Stepper self, const Run run) {
    const std::int64_t degree = kDegree > 0 ? kDegree : run.degree;
    std::int64_t entry = run.entry;
    for (auto row = static_cast<std::size_t>(run.begin); row < static_cast<std::size_t>(run.end); ++row) {
      V sums[parts];
      if (kDegree > 0 || HWY_LIKELY(degree <= hubBlock))
        self.template sumBlock<kDegree, kAhead>(entry, degree, sums);
      else
        self.template sumHub<kAhead>(entry, degree, sums);
      self.finish(row, kDegree == 0 && degree == 0, sums);
      entry += degree;
    }
  }

  template <bool kAhead>
  HWY_INLINE const Item* neighbour(std::int64_t entry) const {
    if constexpr (kAhead) {
      const Item* coming =
          current_ + static_cast<std::size_t>(targets_[HWY_MIN(entry + ahead_, lastEntry_)]) * kWidth;
      for (std::size_t byte = 0; byte < kWidth * sizeof(Item); byte += 64)
        __builtin_prefetch(reinterpret_cast<const char*>(coming) + byte);
    }
    return current_ + static_cast<std::size_t>(targets_[entry]) * kWidth;
  }

  HWY_INLINE V add(V sum, const Item* from, [[maybe_unused]] std::int64_t entry) const {
    const D d;
    const V value = Tile::load(d, from);
    if constexpr (kWeighted)
      return hn::MulAdd(hn::Set(d, weights_[entry]), value, sum);
    else
      return hn::Add(sum, value);
  }

  // Neighbours go in turn to two sums, which the processor adds to side by side.
  template <int kDegree, bool kAhead>
  HWY_INLINE void sumBlock(std::int64_t entry, std::int64_t count, V* HWY_RESTRICT sums) const {
    const D d;
    V other[parts];
    for (int p = 0; p < parts; ++p) sums[p] = other[p] = hn::Zero(d);
    const std::int64_t stop = entry + (kDegree > 0 ? kDegree : count);
#pragma GCC unroll 4
    for (; entry + 1 < stop; entry += 2) {
      const Item *first = neighbour<kAhead>(entry), *second = neighbour<kAhead>(entry + 1);
      for (int p = 0; p < parts; ++p) {
        sums[p] = add(sums[p], first + p * lanes, entry);
        other[p] = add(other[p], second + p * lanes, entry + 1);
      }
    }
    if (entry < stop) {
      const Item* last = neighbour<kAhead>(entry);
      for (int p = 0; p < parts; ++p) sums[p] = add(sums[p], last + p * lanes, entry);
    }
    for (int p = 0; p < parts; ++p) sums[p] = hn::Add(sums[p], other[p]);
  }

  // Hubs are summed in blocks, and blocks of blocks, so that rounding does not grow with the degree.
  template <bool kAhead>
  HWY_INLINE void sumHub(std::int64_t entry, std::int64_t count, V* HWY_RESTRICT sums) const {
    const D d;
    V block[parts], outer[parts];
    for (int p = 0; p < parts; ++p) sums[p] = outer[p] = hn::Zero(d);
    for (std::int64_t blocks = 1; count > 0; entry += hubBlock, count -= hubBlock, ++blocks) {
      sumBlock<0, kAhead>(entry, HWY_MIN(count, hubBlock), block);
      for (int p = 0; p < parts; ++p) outer[p] = hn::Add(outer[p], block[p]);
      if (blocks % hubBlock != 0) continue;
      for (int p = 0; p < parts; ++p) {
        sums[p] = hn::Add(sums[p], outer[p]);
        outer[p] = hn::Zero(d);
      }
    }
    for (int p = 0; p < parts; ++p) sums[p] = hn::Add(sums[p], outer[p]);
  }

  HWY_INLINE void finish(std::size_t row, bool alone, const V* HWY_RESTRICT sums) const {
    const D d;
    const T twice = first_ ? T{1} : T{2};
    const V off = hn::Set(d, twice * offDiagonal_[row]);
    for (int p = 0; p < parts; ++p) {
      const std::size_t at = row * kWidth + static_cast<std::size_t>(p * lanes);
      // Products and sums that belong together are fused by name, so that no width rounds otherwise than another.
      const V before = first_ ? hn::Zero(d) : Tile::load(d, previous_ + at);
      V next = first_ ? hn::Mul(off, sums[p]) : hn::MulSub(off, sums[p], before);
      if (diagonal_ != nullptr || alone) {
        const V diagonal = hn::Set(d, twice * (diagonal_ != nullptr ? diagonal_[row] : T{-1}));
        next = hn::MulAdd(diagonal, Tile::load(d, current_ + at), next);
      }
      Tile::store(next, d, previous_ + at);
      if (sum_ == nullptr) continue;
      const V a = hn::Set(d, a_), b = hn::Set(d, b_), c = hn::Set(d, c_), here = Tile::load(d, current_ + at);
      const V sum =
          first_ ? hn::Mul(b, here) : hn::MulAdd(b, here, hn::MulAdd(a, before, hn::LoadU(d, sum_ + at)));
      hn::StoreU(hn::MulAdd(c, next, sum), d, sum_ + at);
    }
  }

  const NodeId* const targets_;
  const T *const weights_, *const offDiagonal_, *const diagonal_;
  const std::int64_t lastEntry_;
  const Item* const current_;
  Item* const previous_;
  T* const sum_;
  const T a_, b_, c_;
  const bool first_;
  const int ahead_;
};

template <int kWidth, bool kWeighted, template <class> class Access, class T>
void stepRows(const StepArguments<T>& arguments) {
  const Stepper<kWidth, kWeighted, Access, T> stepper(arguments);
  for (std::size_t i = arguments.begin; i < arguments.end; ++i) stepper.run(arguments.matrix->runs[i]);
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
