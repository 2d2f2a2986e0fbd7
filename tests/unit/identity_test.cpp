#include <gtest/gtest.h>

#include "core/train/identity.h"
#include "core/train/model_folder.h"

namespace sispde {
namespace {

std::string without(std::string text, const std::string& key) {
  const std::size_t begin = text.find("\"" + key + "\"");
  EXPECT_NE(begin, std::string::npos) << key;
  return text.erase(begin, text.find('\n', begin) - begin);
}

TEST(IdentityTest, AnOptionThatACheckpointDoesNotKnowHadItsDefault) {
  ModelConfig config;
  config.detector = "msp";
  const std::string now = configText(config).value(), before = without(now, "odin.epsilon");
  EXPECT_TRUE(checkIdentity(now, before));
  config.options.odin.epsilon = 0.5;
  const auto refused = checkIdentity(configText(config).value(), before);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("options.odin.epsilon"), std::string::npos)
      << refused.error().message;
}

TEST(IdentityTest, AnOptionThatDiffersIsNamed) {
  ModelConfig config;
  const std::string one = configText(config).value();
  config.options.epochs = 7;
  const auto refused = checkIdentity(configText(config).value(), one);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("options.epochs"), std::string::npos);
}

}  // namespace
}  // namespace sispde
