#include <gtest/gtest.h>

#include "core/base/machine.h"
#include "core/detect/training_memory.h"

namespace sispde {
namespace {

const TrainingSize pubmed{19717, 44324, 988031, 3};

TEST(TrainingMemoryTest, GrowsWithWhatIsKept) {
  DetectorOptions options;
  const double base = trainingBytes(options, NetworkKind::Spde, pubmed);
  options.trainSamples = 4;
  const double samples = trainingBytes(options, NetworkKind::Spde, pubmed);
  // Three more samples, each with an input and two fields per step and ξ, 64 wide.
  EXPECT_GE(samples - base, 3.0 * 19717 * 64 * 4 * (4 * 3 + 4));
  options.noise = false;
  EXPECT_LT(trainingBytes(options, NetworkKind::Spde, pubmed), samples);
  EXPECT_LT(trainingBytes(options, NetworkKind::Convolutions, pubmed), base);
}

TEST(TrainingMemoryTest, KeepsEveryStepOfADiffusionButNoFeaturePerEdge) {
  const TrainingSize tolokers{11758, 519000, 117580, 2};
  DetectorOptions options;
  options.steps = 10;
  const double base = trainingBytes(options, NetworkKind::Diffusion, tolokers);
  EXPECT_LT(base, 1e9);
  options.steps = 20;
  // H, two heads of values, two of results and ξ, each 64 wide.
  EXPECT_GE(trainingBytes(options, NetworkKind::Diffusion, tolokers) - base, 10.0 * 11758 * 64 * 4 * 6);
  options.gnsd.noise = GnsdNoise::Laplacian;
  EXPECT_GT(trainingBytes(options, NetworkKind::Diffusion, tolokers),
            trainingBytes(options, NetworkKind::Diffusion, {11758, 0, 117580, 2}));
}

TEST(TrainingMemoryTest, CountsDenseFeaturesAndASecondGraph) {
  const DetectorOptions options;
  const double base = trainingBytes(options, NetworkKind::Convolutions, pubmed);
  TrainingSize size = pubmed;
  size.steppedEntries = 19717 * 500;
  EXPECT_GE(trainingBytes(options, NetworkKind::Convolutions, size) - base, 3.0 * 19717 * 500 * 4);
  size = pubmed;
  size.graphs = 2;
  EXPECT_EQ(trainingBytes(options, NetworkKind::Convolutions, size), 2 * base);
}

TEST(TrainingMemoryTest, RefusesWhatDoesNotFitAndSaysWhatToChange) {
  DetectorOptions options;
  EXPECT_TRUE(checkTrainingMemory(options, NetworkKind::Spde, pubmed, std::size_t{4} << 30));
  options.hidden = 4096;
  options.steps = 1000;
  const Result<void> refused = checkTrainingMemory(options, NetworkKind::Spde, pubmed, std::size_t{4} << 30);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Usage);
  EXPECT_NE(refused.error().message.find("hidden (it is 4096)"), std::string::npos)
      << refused.error().message;
  EXPECT_TRUE(checkTrainingMemory(options, NetworkKind::Spde, pubmed, 0))
      << "nothing is known of this machine";
}

TEST(TrainingMemoryTest, TheMachineSaysWhatIsFree) {
  EXPECT_GT(freeMemory(), std::size_t{1} << 20);
}

}  // namespace
}  // namespace sispde
