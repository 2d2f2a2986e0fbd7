#include <gtest/gtest.h>

#include "core/base/option_table.h"
#include "core/detect/presets.h"

namespace sispde {
namespace {

TEST(GebmOptionsTest, ItsOwnBackboneIsThatOfTheOptions) {
  DetectorOptions options = defaultsOf("gebm").value();
  options.learningRate = 0.02;
  EXPECT_EQ(withGebmBackbone(options), options);
}

TEST(GebmOptionsTest, TheSharedBackboneIsThatOfMspWhateverTheOptionsSay) {
  DetectorOptions options = defaultsOf("gebm").value();
  ASSERT_TRUE(setOption(options, detectorOptionTable(), "gebm.backbone", "shared"));
  options.learningRate = 0.02;
  const DetectorOptions shared = withGebmBackbone(options);
  DetectorOptions expected = defaultsOf("msp").value();
  expected.primary = "gebm";
  expected.gebm.backbone = GebmBackbone::Shared;
  EXPECT_EQ(shared, expected);
  options.epochs = 7;
  options.hidden = 16;
  EXPECT_EQ(withGebmBackbone(options).epochs, 7);
  EXPECT_EQ(withGebmBackbone(options).hidden, 16);
}

}  // namespace
}  // namespace sispde
