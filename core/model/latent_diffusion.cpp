#include "core/model/latent_diffusion.h"

#include <algorithm>
#include <cmath>

#include <ATen/core/grad_mode.h>

#include "core/base/normals.h"
#include "core/base/parallel.h"
#include "core/model/functions.h"
#include "core/model/network.h"

namespace sispde {
namespace {

// ω_i = 10000^{−i/(half − 1)}.
at::Tensor wavesOf(int steps, std::int64_t hidden) {
  at::Tensor waves = at::zeros({steps, hidden});
  float* values = waves.data_ptr<float>();
  const std::int64_t half = hidden / 2;
  for (std::int64_t t = 0; t < steps; ++t)
    for (std::int64_t i = 0; i < half; ++i) {
      const double rate = static_cast<double>(i) / static_cast<double>(std::max<std::int64_t>(1, half - 1));
      const double angle = static_cast<double>(t) * std::pow(10000.0, -rate);
      values[t * hidden + i] = static_cast<float>(std::sin(angle));
      values[t * hidden + half + i] = static_cast<float>(std::cos(angle));
    }
  return waves;
}

at::Tensor whiteNoise(std::int64_t rows, std::int64_t width, const NormalPlace& place) {
  at::Tensor noise = at::empty({rows, width});
  float* values = noise.data_ptr<float>();
  constexpr std::size_t block = 1 << 14;  // a multiple of what normals() draws together
  parallelBlocks(static_cast<std::size_t>(noise.numel()), block, [&](std::size_t begin, std::size_t end) {
    normals(place, begin, {values + begin, end - begin});
  });
  return noise;
}

// Row i has its one entry, 1, in column times[i].
SparsePair selection(std::vector<std::int32_t> times, int steps) {
  SparseMatrix matrix;
  matrix.width = static_cast<std::size_t>(steps);
  matrix.values.assign(times.size(), 1.0f);
  for (std::size_t i = 0; i < times.size(); ++i) matrix.offsets.push_back(static_cast<std::int64_t>(i) + 1);
  matrix.columns = std::move(times);
  return withTranspose(std::move(matrix));
}

}  // namespace

LatentDiffusion::LatentDiffusion(const DiffusionShape& shape, std::uint64_t seed)
    : LatentDiffusion(shape, seed, Random(seed, networkStream(NetworkStream::DenoiserWeights))) {}

LatentDiffusion::LatentDiffusion(const DiffusionShape& shape, std::uint64_t seed, Random random)
    : shape_(shape),
      seed_(seed),
      levels_(diffusionLevels(shape.steps)),
      waves_(wavesOf(shape.steps, shape.hidden)),
      timeFirst_(shape.hidden, shape.hidden, random),
      timeSecond_(shape.hidden, shape.hidden, random),
      denoiser_("denoiser", {shape.width, shape.hidden, shape.width, shape.layers}, random) {}

std::vector<NamedTensor> LatentDiffusion::parameters() const {
  std::vector<NamedTensor> all;
  timeFirst_.addTo(all, "time.0");
  timeSecond_.addTo(all, "time.1");
  for (NamedTensor& each : denoiser_.parameters()) all.push_back(std::move(each));
  return all;
}

at::Tensor LatentDiffusion::embeddings(const Progress& progress) const {
  return timeSecond_.apply(at::gelu(timeFirst_.apply(waves_, progress)), progress);
}

at::Tensor LatentDiffusion::loss(const at::Tensor& latents, int update, const Progress& progress) {
  const std::int64_t rows = latents.size(0);
  Random random(seed_, networkStream(NetworkStream::DiffusionTimes, update));
  std::vector<std::int32_t> times(static_cast<std::size_t>(rows));
  at::Tensor signal = at::empty({rows, 1}), level = at::empty({rows, 1});
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto t = random.below(static_cast<std::uint64_t>(shape_.steps));
    times[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(t);
    signal.data_ptr<float>()[i] = static_cast<float>(levels_[t].signal);
    level.data_ptr<float>()[i] = static_cast<float>(levels_[t].noise);
  }
  const at::Tensor noise = whiteNoise(
      rows, shape_.width, {seed_, static_cast<std::uint32_t>(update), 0, NormalSet::DiffusionTraining});
  const at::Tensor noisy = latents * signal + noise * level;
  const at::Tensor shift =
      sparseProduct(selection(std::move(times), shape_.steps), embeddings(progress), progress);
  return at::smooth_l1_loss(denoiser_.train(noisy, shift, false, progress), noise);
}

at::Tensor LatentDiffusion::start(std::int64_t rows, int round) const {
  return whiteNoise(rows, shape_.width,
                    {seed_, static_cast<std::uint32_t>(shape_.steps), static_cast<std::uint32_t>(round),
                     NormalSet::DiffusionDrawing});
}

Result<at::Tensor> LatentDiffusion::drawn(const at::Tensor& from, int round, int first, int count,
                                          const Progress& progress) const {
  const at::NoGradGuard none;
  const at::Tensor times = embeddings(progress);
  at::Tensor x = from.clone();
  for (int i = first; i < first + count; ++i) {
    const int t = shape_.steps - 1 - i;
    const DiffusionLevel& level = levels_[static_cast<std::size_t>(t)];
    const at::Tensor predicted = denoiser_.apply(x, times[t], progress);
    if (progress.stopped()) return cancelled();
    x.mul_(level.scale).sub_(predicted, level.predicted);
    if (t == 0) continue;
    const NormalPlace place{seed_, static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(round),
                            NormalSet::DiffusionDrawing};
    x.add_(whiteNoise(x.size(0), shape_.width, place), level.deviation);
  }
  return x;
}

}  // namespace sispde
