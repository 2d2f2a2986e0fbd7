// GOLD's loss terms on energies made by hand, and the products and layers below them against plain ones.

#include <cmath>

#include <gtest/gtest.h>

#include "core/detect/energy_margins.h"
#include "core/detect/gold_losses.h"
#include "core/model/functions.h"
#include "core/model/mlp.h"

namespace sispde {
namespace {

at::Tensor numbers(std::vector<float> values) {
  return at::tensor(values);
}

TEST(GoldLossesTorch, EnergyIsMinusTheLogarithmOfTheSumOfExponentials) {
  const at::Tensor energy = energyOf(at::tensor({0.0f, 0.0f, 1.0f, 3.0f}).view({2, 2}));
  EXPECT_NEAR(energy[0].item<double>(), -std::log(2.0), 1e-6);
  EXPECT_NEAR(energy[1].item<double>(), -std::log(std::exp(1.0) + std::exp(3.0)), 1e-6);
}

TEST(GoldLossesTorch, MarginsPunishIdEnergiesAboveAndDrawnOnesBelow) {
  // (−4 + 5)² = 1 and 0; (−3 + 4)² = 1, (−3 + 5)² = 4 and 0; the weight is 2.
  const GnnsafePlusOptions margins{.weight = 2, .marginIn = -5, .marginOut = -3};
  const at::Tensor loss = marginLoss(numbers({-4, -6}), numbers({-4, -5, -1}), margins);
  EXPECT_NEAR(loss.item<double>(), 2 * (1.0 / 2 + 5.0 / 3), 1e-6);
}

TEST(GoldLossesTorch, TheGapPunishesADetectorThatIsLessSureThanTheNetwork) {
  // ID: relu(−1 + 3)² = 4 and 0; drawn: relu(−1 + 2)² = 1 and 0.
  const EnergyPair network{numbers({-3, -3}), numbers({-1, -4})},
      detector{numbers({-1, -5}), numbers({-2, -2})};
  EXPECT_NEAR(gapLoss(network, detector).item<double>(), 4.0 / 2 + 1.0 / 2, 1e-6);
  EXPECT_EQ(gapLoss(network, network).item<double>(), 0);
}

TEST(GoldLossesTorch, TheDetectorsClassOneIsTheFirstHalf) {
  const at::Tensor logits = at::tensor({0.0f, 2.0f, 1.0f, 0.0f}).view({2, 2});
  const double first = std::log(1 + std::exp(-2.0)), second = std::log(1 + std::exp(-1.0));
  EXPECT_NEAR(detectorLoss(logits).item<double>(), (first + second) / 2, 1e-6);
}

// Several blocks of rows, and an odd number in each direction.
TEST(MlpTorch, LinearIsLibTorchsOwnWithItsGradients) {
  Random random(3);
  const at::Tensor x = uniformBy({131, 67}, 4, random), weight = uniformBy({67, 35}, 4, random),
                   bias = uniformBy({35}, 4, random), direction = uniformBy({131, 35}, 4, random).detach();
  const auto gradients = [&](const auto& map) {
    for (const at::Tensor& each : {x, weight, bias}) each.mutable_grad() = at::Tensor();
    const at::Tensor y = map();
    (y * direction).sum().backward();
    return std::vector<at::Tensor>{y.detach(), x.grad(), weight.grad(), bias.grad()};
  };
  const auto mine = gradients([&] { return linear(x, weight, bias); });
  const auto theirs = gradients([&] { return at::addmm(bias, x, weight); });
  for (std::size_t i = 0; i < mine.size(); ++i)
    EXPECT_LT((mine[i] - theirs[i]).abs().max().item<double>(), 1e-4) << i;
}

TEST(MlpTorch, HiddenLayersAddTheShiftBeforeTheNorm) {
  Random random(5);
  Mlp mlp("m", {3, 4, 2, 2}, random);
  const at::Tensor x = uniformBy({9, 3}, 1, random).detach(), shift = uniformBy({9, 4}, 1, random).detach();
  const auto parameters = mlp.parameters();
  ASSERT_EQ(parameters[0].name, "m.0.weight");
  const at::Tensor h = at::relu(at::mm(x, parameters[0].tensor) + parameters[1].tensor) + shift;
  const at::Tensor normed = (h - h.mean(0)) / (h.var(0, false) + 1e-5).sqrt();
  const auto last = [&](const at::Tensor& z) {
    return at::mm(z, parameters[2].tensor) + parameters[3].tensor;
  };
  EXPECT_LT((mlp.train(x, shift, false, {}) - last(normed)).abs().max().item<double>(), 1e-4);
  // Nothing is kept before keep(); then the running statistics move by a tenth.
  const double scale = 1 / std::sqrt(1 + 1e-5);
  EXPECT_LT((mlp.apply(x, shift, {}) - last(h * scale)).abs().max().item<double>(), 1e-5);
  mlp.keep();
  EXPECT_LT((mlp.buffers()[0].tensor - 0.1 * h.mean(0)).abs().max().item<double>(), 1e-6);
}

}  // namespace
}  // namespace sispde
