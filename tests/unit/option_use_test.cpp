#include "core/detect/option_use.h"

#include <gtest/gtest.h>

#include "core/base/option_table.h"
#include "core/detect/presets.h"
#include "core/experiment/grid_read.h"

namespace sispde {
namespace {

TEST(OptionUseTest, OptionsOfOneSystemAreThatSystemsAlone) {
  for (const DetectorInfo& info : detectors())
    for (const char* owner : {"gebm", "gnnsafe++", "gnsd", "gold", "mahalanobis", "oe", "odin"}) {
      int keys = 0;
      for (const auto& field : detectorOptionTable().fields)
        if (field.info.key.starts_with(std::string(owner) + ".")) {
          ++keys;
          EXPECT_EQ(usesOption(info.name, field.info.key), info.name == owner) << field.info.key;
        }
      EXPECT_GT(keys, 0) << owner;
    }
}

TEST(OptionUseTest, TheKernelIsOfDetectorsWithMaternNoise) {
  for (const char* key : {"kernel", "nu", "kappa", "laplacian", "noise_mode", "order"}) {
    EXPECT_TRUE(usesOption("sispde", key)) << key;
    EXPECT_TRUE(usesOption("sispde-rbf", key)) << key;
    for (const char* other : {"msp", "gcn", "gnsd", "gold"}) EXPECT_FALSE(usesOption(other, key)) << key;
  }
}

TEST(OptionUseTest, FewOptionsLeadAndEachChangesSomething) {
  const auto leading = [](std::string_view detector) {
    std::string keys;
    for (const auto& field : detectorOptionTable().fields)
      if (leadsFor(detector, field.info)) keys += (keys.empty() ? "" : " ") + field.info.key;
    return keys;
  };
  EXPECT_EQ(leading("sispde"), "epochs lr hidden noise primary");
  EXPECT_EQ(leading("sispde-rbf"), leading("sispde"));
  EXPECT_EQ(leading("gnsd"), leading("sispde"));
  EXPECT_EQ(leading("msp"), "epochs lr hidden primary");
  EXPECT_EQ(leading("oe"), "epochs lr hidden primary oe.weight");
  EXPECT_EQ(leading("gold"), "lr hidden primary gold.rounds");
  for (const DetectorInfo& info : detectors())
    for (const auto& field : detectorOptionTable().fields)
      if (leadsFor(info.name, field.info)) EXPECT_TRUE(usesOption(info.name, field.info.key)) << info.name;
}

TEST(OptionUseTest, WhatManyShareIsNeverRefused) {
  for (const DetectorInfo& info : detectors())
    for (const char* key : {"epochs", "hidden", "test_samples", "gnnsafe.steps", "prop_keep", "matern_nu"})
      EXPECT_TRUE(usesOption(info.name, key)) << info.name << " " << key;
}

// What a preset sets must not be refused when a command line repeats it.
TEST(OptionUseTest, PresetsSetWhatIsUsed) {
  int settings = 0;
  for (const DetectorInfo& info : detectors())
    for (const PresetInfo& preset : presets()) {
      const auto found = presetSettings(info.name, preset.name);
      if (!found) continue;
      for (const PresetSetting& setting : *found) {
        ++settings;
        EXPECT_TRUE(usesOption(info.name, setting.key)) << info.name << " " << setting.key;
      }
    }
  EXPECT_GT(settings, 10);
}

TEST(OptionUseTest, AGridThatSetsOrSearchesWhatChangesNothingIsRefused) {
  const auto reading = readGrid(
      R"({"format": "sispde-grid", "version": 1, "name": "unused", "datasets": ["sbm:80"], "shifts": ["label"],
          "seeds": [0], "systems": [{"detector": "msp", "set": {"nu": 2}},
          {"detector": "gcn", "search": {"gold.steps": [5, 10]}}, {"detector": "sispde", "set": {"nu": 2}}]})",
      {});
  ASSERT_TRUE(reading);
  ASSERT_EQ(reading->mistakes.size(), 2u);
  EXPECT_EQ(reading->mistakes[0],
            "systems[0].set: msp has no use for the option \"nu\", which is one of Matérn noise; sispde has "
            "that.");
  EXPECT_EQ(reading->mistakes[1],
            "systems[1].search: gcn has no use for the option \"gold.steps\", which is gold's own.");
}

}  // namespace
}  // namespace sispde
