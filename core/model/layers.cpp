#include "core/model/layers.h"

#include <cmath>

#include "core/base/parallel.h"

namespace sispde {

static at::Tensor uniform(at::IntArrayRef sizes, double bound, Random& random) {
  at::Tensor tensor = at::empty(sizes, at::kFloat);
  float* values = tensor.data_ptr<float>();
  for (std::int64_t i = 0; i < tensor.numel(); ++i)
    values[i] = static_cast<float>(bound * (2 * random.uniform() - 1));
  return tensor.set_requires_grad(true);
}

at::Tensor glorot(std::int64_t rows, std::int64_t columns, Random& random) {
  return uniform({rows, columns}, std::sqrt(6.0 / static_cast<double>(rows + columns)), random);
}

at::Tensor uniformBy(at::IntArrayRef sizes, std::int64_t inputs, Random& random) {
  return uniform(sizes, 1 / std::sqrt(static_cast<double>(inputs)), random);
}

BatchNorm::BatchNorm(std::int64_t width)
    : weight(at::ones({width}).set_requires_grad(true)),
      bias(at::zeros({width}).set_requires_grad(true)),
      mean(at::zeros({width})),
      variance(at::ones({width})) {}

static constexpr double momentum = 0.1, epsilon = 1e-5;

at::Tensor BatchNorm::train(const at::Tensor& x, bool further) {
  nextMean_ = (further ? nextMean_ : mean).clone();
  nextVariance_ = (further ? nextVariance_ : variance).clone();
  return std::get<0>(
      at::native_batch_norm(x, weight, bias, nextMean_, nextVariance_, true, momentum, epsilon));
}

at::Tensor BatchNorm::apply(const at::Tensor& x) const {
  return std::get<0>(at::native_batch_norm(x, weight, bias, mean, variance, false, momentum, epsilon));
}

void BatchNorm::keep() {
  if (!nextMean_.defined()) return;
  mean.copy_(nextMean_);
  variance.copy_(nextVariance_);
}

at::Tensor dropout(const at::Tensor& x, double p, std::uint64_t seed, std::uint64_t stream) {
  if (p <= 0) return x;
  at::Tensor mask = at::empty(x.sizes(), at::kFloat);
  float* values = mask.data_ptr<float>();
  // 16 bits decide about one number; each block has a stream of its own.
  const auto threshold = static_cast<std::uint64_t>(std::lround(p * 65536));
  const float kept = static_cast<float>(1 / (1 - p));
  constexpr std::size_t block = 1 << 16;
  parallelBlocks(static_cast<std::size_t>(mask.numel()), block, [&](std::size_t begin, std::size_t end) {
    Random random(seed, stream + (static_cast<std::uint64_t>(begin / block) << 50));
    std::uint64_t bits = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (i % 4 == 0) bits = random.bits();
      values[i] = (bits & 0xFFFF) < threshold ? 0.0f : kept;
      bits >>= 16;
    }
  });
  return x * mask;
}

}  // namespace sispde
