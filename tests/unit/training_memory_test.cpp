#include <gtest/gtest.h>

#include "core/base/machine.h"
#include "core/detect/training_memory.h"

namespace sispde {
namespace {

const TrainingSize pubmed{19717, 44324, 988031, 3};

TEST(TrainingMemoryTest, GrowsWithWhatIsKept) {
  DetectorOptions options;
  const double base = trainingBytes(options, true, pubmed);
  options.trainSamples = 4;
  const double samples = trainingBytes(options, true, pubmed);
  // Three more samples, each with an input and two fields per step and ξ, 64 wide.
  EXPECT_GE(samples - base, 3.0 * 19717 * 64 * 4 * (4 * 3 + 4));
  options.noise = false;
  EXPECT_LT(trainingBytes(options, true, pubmed), samples);
  EXPECT_LT(trainingBytes(options, false, pubmed), base);
}

TEST(TrainingMemoryTest, CountsDenseFeaturesAndASecondGraph) {
  const DetectorOptions options;
  const double base = trainingBytes(options, false, pubmed);
  TrainingSize size = pubmed;
  size.steppedEntries = 19717 * 500;
  EXPECT_GE(trainingBytes(options, false, size) - base, 3.0 * 19717 * 500 * 4);
  size = pubmed;
  size.graphs = 2;
  EXPECT_EQ(trainingBytes(options, false, size), 2 * base);
}

TEST(TrainingMemoryTest, RefusesWhatDoesNotFitAndSaysWhatToChange) {
  DetectorOptions options;
  EXPECT_TRUE(checkTrainingMemory(options, true, pubmed, std::size_t{4} << 30));
  options.hidden = 4096;
  options.steps = 1000;
  const Result<void> refused = checkTrainingMemory(options, true, pubmed, std::size_t{4} << 30);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Usage);
  EXPECT_NE(refused.error().message.find("hidden (it is 4096)"), std::string::npos)
      << refused.error().message;
  EXPECT_TRUE(checkTrainingMemory(options, true, pubmed, 0)) << "nothing is known of this machine";
}

TEST(TrainingMemoryTest, TheMachineSaysWhatIsFree) {
  EXPECT_GT(freeMemory(), std::size_t{1} << 20);
}

}  // namespace
}  // namespace sispde
