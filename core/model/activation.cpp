// Compiled once per instruction set by Highway, which picks the best one of the processor when the program runs.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/model/activation.cpp"
// clang-format off
// Highway's headers in this order.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

#include "core/model/activation.h"

HWY_BEFORE_NAMESPACE();
namespace sispde::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls one(tag, at) for vectors that cover [0, count); the last numbers one by one.
template <class Body>
HWY_INLINE void overVectors(std::size_t count, const Body& body) {
  const hn::CappedTag<float, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) body(d, i);
  for (; i < count; ++i) body(hn::CappedTag<float, 1>(), i);
}

// 1 − 2/(e^{2x} + 1), to some 1e-7; beyond ±9 it is ±1 in float32.
template <class D>
HWY_INLINE hn::Vec<D> tanhOf(D d, hn::Vec<D> x) {
  const auto bounded = hn::Min(hn::Max(x, hn::Set(d, -9.5f)), hn::Set(d, 9.5f));
  const auto e = hn::Exp(d, hn::Add(bounded, bounded));
  // Min and Max may drop a NaN; adding 0·x brings it back, so that divergence is seen.
  const auto poison = hn::Mul(x, hn::Zero(d));
  return hn::Add(poison, hn::Sub(hn::Set(d, 1.0f), hn::Div(hn::Set(d, 2.0f), hn::Add(e, hn::Set(d, 1.0f)))));
}

void mixRow(const float* HWY_RESTRICT field, const float* HWY_RESTRICT xi, std::size_t samples,
            std::size_t hidden, float* HWY_RESTRICT mixed) {
  for (std::size_t s = 0; s < samples; ++s)
    overVectors(hidden, [&](auto d, std::size_t c) HWY_ATTR {
      const auto f = hn::LoadU(d, field + c);
      const std::size_t at = s * hidden + c;
      const auto m =
          xi == nullptr ? f : hn::MulAdd(hn::LoadU(d, field + hidden + c), hn::LoadU(d, xi + at), f);
      hn::StoreU(m, d, mixed + at);
    });
}

void mixRows(const FieldBlock& block) {
  const std::size_t wide = block.samples * block.hidden;
  for (std::size_t row = 0; row < block.rows; ++row)
    mixRow(block.field + row * block.columns, block.xi == nullptr ? nullptr : block.xi + row * wide,
           block.samples, block.hidden, block.mixed + row * wide);
}

void forwardRows(const FieldBlock& block, const float* bias) {
  for (std::size_t row = 0; row < block.rows; ++row) {
    float* HWY_RESTRICT field = block.field + row * block.columns;
    overVectors(block.columns, [&](auto d, std::size_t c) HWY_ATTR {
      hn::StoreU(tanhOf(d, hn::Add(hn::LoadU(d, field + c), hn::LoadU(d, bias + c))), d, field + c);
    });
  }
  mixRows(block);
}

void backwardRows(const FieldBlock& block, const float* gradMixed, float* gradPre) {
  const std::size_t wide = block.samples * block.hidden, h = block.hidden;
  for (std::size_t row = 0; row < block.rows; ++row) {
    const float* HWY_RESTRICT field = block.field + row * block.columns;
    const float* HWY_RESTRICT grad = gradMixed + row * wide;
    float* HWY_RESTRICT pre = gradPre + row * block.columns;
    overVectors(h, [&](auto d, std::size_t c) HWY_ATTR {
      const auto one = hn::Set(d, 1.0f);
      auto toF = hn::Zero(d), toG = hn::Zero(d);
      for (std::size_t s = 0; s < block.samples; ++s) {
        const auto g = hn::LoadU(d, grad + s * h + c);
        toF = hn::Add(toF, g);
        if (block.xi != nullptr) toG = hn::MulAdd(g, hn::LoadU(d, block.xi + row * wide + s * h + c), toG);
      }
      const auto f = hn::LoadU(d, field + c);
      hn::StoreU(hn::Mul(toF, hn::NegMulAdd(f, f, one)), d, pre + c);
      if (block.xi != nullptr) {
        const auto g = hn::LoadU(d, field + h + c);
        hn::StoreU(hn::Mul(toG, hn::NegMulAdd(g, g, one)), d, pre + h + c);
      }
    });
  }
}

void sumRows(const float* block, std::size_t rows, std::size_t columns, float* sum) {
  for (std::size_t row = 0; row < rows; ++row)
    overVectors(columns, [&](auto d, std::size_t c) HWY_ATTR {
      hn::StoreU(hn::Add(hn::LoadU(d, sum + c), hn::LoadU(d, block + row * columns + c)), d, sum + c);
    });
}

void sumSamples(const float* block, std::size_t rows, std::size_t samples, std::size_t columns, float* to) {
  for (std::size_t row = 0; row < rows; ++row)
    overVectors(columns, [&](auto d, std::size_t c) HWY_ATTR {
      auto sum = hn::LoadU(d, to + row * columns + c);
      for (std::size_t s = 0; s < samples; ++s)
        sum = hn::Add(sum, hn::LoadU(d, block + (row * samples + s) * columns + c));
      hn::StoreU(sum, d, to + row * columns + c);
    });
}

}  // namespace sispde::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sispde {
HWY_EXPORT(forwardRows);
HWY_EXPORT(backwardRows);
HWY_EXPORT(sumRows);
HWY_EXPORT(sumSamples);

void fieldForward(const FieldBlock& block, const float* bias) {
  HWY_DYNAMIC_DISPATCH(forwardRows)(block, bias);
}
void fieldBackward(const FieldBlock& block, const float* gradMixed, float* gradPre) {
  HWY_DYNAMIC_DISPATCH(backwardRows)(block, gradMixed, gradPre);
}
void addColumnSums(const float* block, std::size_t rows, std::size_t columns, float* sum) {
  HWY_DYNAMIC_DISPATCH(sumRows)(block, rows, columns, sum);
}
void addSamples(const float* block, std::size_t rows, std::size_t samples, std::size_t columns, float* to) {
  HWY_DYNAMIC_DISPATCH(sumSamples)(block, rows, samples, columns, to);
}
}  // namespace sispde
#endif
