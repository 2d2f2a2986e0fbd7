// GOLD's settings by data set and shift, its schedule as epochs, and its memory.

#include <gtest/gtest.h>

#include "core/base/option_table.h"
#include "core/detect/detector_options.h"
#include "core/detect/gold_memory.h"
#include "core/detect/gold_note.h"
#include "core/detect/gold_schedule.h"

namespace sispde {
namespace {

GoldOptions resolvedFor(const GoldCase& which, const GoldOptions& options = {}) {
  std::vector<std::string> notes;
  const GoldOptions gold = resolvedGold(options, which, notes);
  EXPECT_EQ(notes.size(), 1u);
  return gold;
}

TEST(GoldOptionsTest, CoraHasThePublishedSettingsOfItsShift) {
  const GoldOptions label = resolvedFor({"Cora", ShiftKind::Label, 2708, 7});
  EXPECT_EQ(label.steps, 800);
  EXPECT_EQ(label.warmup, 50);
  EXPECT_EQ(label.iterations, 5);
  EXPECT_EQ(label.denoiserLayers, 3);
  EXPECT_EQ(label.marginIn, -4);
  EXPECT_EQ(label.marginOut, -2);
  const GoldOptions structure = resolvedFor({"cora", ShiftKind::Structure, 2708, 7});
  EXPECT_EQ(structure.iterations, 8);
  EXPECT_EQ(structure.denoiserHidden, 256);
  EXPECT_EQ(structure.marginOut, -3);
  const GoldOptions feature = resolvedFor({"cora", ShiftKind::Feature, 2708, 7});
  EXPECT_EQ(feature.iterations, 15);
  EXPECT_EQ(feature.skipRound, 2);
  EXPECT_EQ(feature.steps, 600);
}

TEST(GoldOptionsTest, OtherDataHaveDefaultsByTheirSize) {
  const GoldOptions small = resolvedFor({"citeseer", ShiftKind::Label, 3327, 6});
  EXPECT_EQ(small.weightReg, 1);
  EXPECT_EQ(small.marginOut, -3);
  EXPECT_EQ(small.skipRound, small.rounds);
  const GoldOptions large = resolvedFor({"tolokers", ShiftKind::Label, 11758, 2});
  EXPECT_EQ(large.weightReg, 0.1);
  EXPECT_EQ(large.weightDetector, 1);
  EXPECT_EQ(large.weightGap, 0.1);
  EXPECT_EQ(large.marginIn, -5);
  EXPECT_EQ(large.marginOut, -1);
  EXPECT_EQ(resolvedFor({"cora", ShiftKind::Local, 2708, 7}), resolvedFor({"x", ShiftKind::Label, 2708, 7}));
}

TEST(GoldOptionsTest, TheNoteSaysWhetherTheMarginsWereChosen) {
  const auto noteOf = [](const GoldOptions& options) {
    std::vector<std::string> notes;
    resolvedGold(options, {"citeseer", ShiftKind::Label, 3327, 6}, notes);
    return notes.at(0);
  };
  GoldOptions options;
  EXPECT_TRUE(noteOf(options).starts_with(std::string(goldUnpublished) +
                                          " and takes defaults; its margins are not searched: warm-up"));
  options.marginIn = -9;
  options.marginOut = -5;
  EXPECT_TRUE(noteOf(options).starts_with(std::string(goldUnpublished) +
                                          " and takes defaults; its margins are chosen: warm-up"));
}

TEST(GoldOptionsTest, WhatIsChosenStays) {
  GoldOptions chosen;
  chosen.warmup = 3;
  chosen.marginIn = -9;
  chosen.weightGap = 0;
  const GoldOptions gold = resolvedFor({"cora", ShiftKind::Label, 2708, 7}, chosen);
  EXPECT_EQ(gold.warmup, 3);
  EXPECT_EQ(gold.marginIn, -9);
  EXPECT_EQ(gold.weightGap, 0);
  EXPECT_EQ(gold.weightReg, 1);
}

TEST(GoldOptionsTest, TheTableSetsEveryField) {
  DetectorOptions options;
  for (const char* setting : {"gold.warmup=7", "gold.margin_out=-1.5", "gold.weight_reg=0.25"}) {
    const std::string text = setting;
    const auto equals = text.find('=');
    ASSERT_TRUE(setOption(options, detectorOptionTable(), text.substr(0, equals), text.substr(equals + 1)));
  }
  EXPECT_EQ(options.gold.warmup, 7);
  EXPECT_EQ(options.gold.marginOut, -1.5);
  EXPECT_EQ(options.gold.weightReg, 0.25);
  EXPECT_FALSE(setOption(options, detectorOptionTable(), "gold.margin_in", "1"));
}

TEST(GoldScheduleTest, TrainsDrawsAndRetrainsInOrder) {
  GoldOptions options;
  options.warmup = 2;
  options.rounds = 3;
  options.iterations = 2;
  options.skipRound = 2;
  options.steps = samplingStepsPerEpoch + 1;
  options.denoiserUpdates = 2 * denoiserUpdatesPerEpoch;
  using Kind = GoldEpoch::Kind;
  const auto part = denoiserUpdatesPerEpoch, draws = samplingStepsPerEpoch;
  std::vector<GoldEpoch> expected{{Kind::WarmUp, 0, 0, 1},
                                  {Kind::WarmUp, 0, 1, 1},
                                  {Kind::Denoising, 0, 0, part},
                                  {Kind::Denoising, 0, part, part}};
  for (int round = 1; round <= 3; ++round) {
    expected.push_back({Kind::Sampling, round, 0, draws});
    expected.push_back({Kind::Sampling, round, draws, 1});
    expected.push_back({Kind::Joint, round, 0, 1});
    expected.push_back({Kind::Joint, round, 1, 1});
    if (round != 1) continue;  // the second is left out as asked, the third draws nothing more
    expected.push_back({Kind::Denoising, round, 0, part});
    expected.push_back({Kind::Denoising, round, part, part});
  }
  EXPECT_EQ(goldSchedule(options), expected);
}

TEST(GoldMemoryTest, GrowsWithTheDenoiserAndRefusesWhatDoesNotFit) {
  DetectorOptions options;
  options.gold = resolvedFor({"pubmed", ShiftKind::Label, 19717, 3});
  const TrainingSize pubmed{19717, 44324, 988031, 3};
  const double base = goldBytes(options, pubmed);
  // At least what the detector's widest layers keep for the way back.
  EXPECT_GT(base, 2.0 * 19717 * 512 * 4 * 2 * 4);
  options.gold.denoiserHidden = 4096;
  EXPECT_GT(goldBytes(options, pubmed), 2 * base);
  const Result<void> refused = checkGoldMemory(options, pubmed, std::size_t{1} << 30);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("gold.denoiser_hidden (it is 4096)"), std::string::npos);
  EXPECT_TRUE(checkGoldMemory(options, pubmed, 0)) << "nothing is known of this machine";
}

}  // namespace
}  // namespace sispde
