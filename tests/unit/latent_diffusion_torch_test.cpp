// A diffusion that learns a known distribution, and how it draws.

#include <cmath>

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/model/adam.h"
#include "core/model/gemm.h"
#include "core/model/latent_diffusion.h"

namespace sispde {
namespace {

constexpr DiffusionShape smallShape{2, 64, 3, 600};

// N(2, 0.5²) beside N(−1, 1.5²).
at::Tensor twoNormals(std::int64_t rows) {
  at::Tensor x = at::empty({rows, 2});
  Random random(11);
  for (std::int64_t i = 0; i < rows; ++i) {
    x.data_ptr<float>()[2 * i] = static_cast<float>(2 + 0.5 * random.normal());
    x.data_ptr<float>()[2 * i + 1] = static_cast<float>(-1 + 1.5 * random.normal());
  }
  return x;
}

void train(LatentDiffusion& diffusion, const at::Tensor& data, int updates) {
  Adam adam(diffusion.parameters(), 1e-3, 0);
  for (int update = 0; update < updates; ++update) {
    for (const NamedTensor& each : diffusion.parameters()) each.tensor.mutable_grad() = at::Tensor();
    diffusion.loss(data, update).backward();
    adam.step();
    diffusion.keep();
  }
}

at::Tensor drawAll(const LatentDiffusion& diffusion, std::int64_t rows, int round = 1) {
  return diffusion.drawn(diffusion.start(rows, round), round, 0, smallShape.steps).value();
}

bool looksLikeTwoNormals(const at::Tensor& x) {
  const at::Tensor mean = x.mean(0), deviation = x.std(0);
  const auto near = [](const at::Tensor& value, double wanted, double tolerance) {
    return std::abs(value.item<double>() - wanted) < tolerance;
  };
  return near(mean[0], 2, 0.2) && near(mean[1], -1, 0.3) && near(deviation[0], 0.5, 0.2) &&
         near(deviation[1], 1.5, 0.35);
}

TEST(LatentDiffusionTorch, LearnsTwoNormalDistributions) {
  holdTorchAtOneThread();
  const at::Tensor data = twoNormals(512);
  LatentDiffusion diffusion(smallShape, 7);
  EXPECT_FALSE(looksLikeTwoNormals(drawAll(diffusion, 512)));
  train(diffusion, data, 900);
  const at::Tensor drawn = drawAll(diffusion, 512);
  EXPECT_TRUE(looksLikeTwoNormals(drawn)) << drawn.mean(0) << drawn.std(0);
}

TEST(LatentDiffusionTorch, TheLossOfKnowingNothingIsThatOfTheNoise) {
  // With a last map of 0 the prediction is 0, and the mean over N(0, 1) of the smooth-L1 error is known:
  // ∫ |x| ≤ 1: x²/2, beyond: |x| − 1/2.
  LatentDiffusion diffusion(smallShape, 7);
  const at::NoGradGuard none;
  for (const NamedTensor& each : diffusion.parameters())
    if (each.name == "denoiser.2.weight" || each.name == "denoiser.2.bias") each.tensor.zero_();
  double expected = 0;
  for (double x = -8; x < 8; x += 1e-3) {
    const double error = std::abs(x) < 1 ? x * x / 2 : std::abs(x) - 0.5;
    expected += 1e-3 * error * std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
  }
  EXPECT_NEAR(diffusion.loss(twoNormals(20000), 0).item<double>(), expected, 0.01);
}

TEST(LatentDiffusionTorch, DrawingInPartsIsDrawingAtOnce) {
  const LatentDiffusion diffusion(smallShape, 7);
  at::Tensor x = diffusion.start(9, 3);
  for (const auto& [first, count] : {std::pair{0, 1}, {1, 250}, {251, 349}})
    x = diffusion.drawn(x, 3, first, count).value();
  EXPECT_TRUE(x.equal(drawAll(diffusion, 9, 3)));
  EXPECT_FALSE(x.equal(drawAll(diffusion, 9, 4)));
}

TEST(LatentDiffusionTorch, NumbersDoNotDependOnTheNumberOfThreads) {
  std::vector<at::Tensor> seen;
  for (const int threads : {1, 3}) {
    const ThreadLimit limit(threads);
    LatentDiffusion diffusion({20, 70, 3, 40}, 7);
    Random random(2);
    train(diffusion, uniformBy({700, 20}, 1, random).detach(), 3);
    seen.push_back(diffusion.drawn(diffusion.start(700, 1), 1, 0, 5).value());
  }
  EXPECT_TRUE(seen[0].equal(seen[1]));
}

TEST(LatentDiffusionTorch, AStoppedDrawingIsCancelled) {
  const LatentDiffusion diffusion(smallShape, 7);
  std::stop_source source;
  source.request_stop();
  const auto drawn = diffusion.drawn(diffusion.start(9, 1), 1, 0, 600, {source.get_token(), {}});
  ASSERT_FALSE(drawn.has_value());
  EXPECT_EQ(drawn.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sispde
