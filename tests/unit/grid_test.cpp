// Grids: what is read, what is refused, and the cells that they mean.

#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/detect/presets.h"
#include "core/experiment/cells.h"
#include "core/experiment/grid_read.h"
#include "core/experiment/shard.h"
#include "core/experiment/time_left.h"
#include "tests/unit/small_grid.h"

namespace sispde {
namespace {

using testing::smallGrid;

GridReading readingOf(const std::string& text) {
  auto reading = readGrid(text);
  EXPECT_TRUE(reading) << reading.error().sentence();
  return reading.value_or(GridReading{});
}

std::vector<std::string> keysOf(const Grid& grid) {
  std::vector<std::string> keys;
  for (const Cell& cell : cellsOf(grid)) keys.push_back(cell.key);
  return keys;
}

TEST(GridTest, DefaultsAreFilledIn) {
  const GridReading reading = readingOf(smallGrid(R"([{"detector": "msp"}])"));
  EXPECT_EQ(reading.mistakes, std::vector<std::string>());
  const GridSystem& system = reading.grid.systems.at(0);
  EXPECT_EQ(system.variant, "default");
  EXPECT_EQ(system.preset, "recommended");
  EXPECT_EQ(system.datasets, reading.grid.datasets);
  EXPECT_EQ(system.shifts, reading.grid.shifts);
  EXPECT_FALSE(system.rewire);
}

TEST(GridTest, ValuesMayBeTextsNumbersAndFlags) {
  const GridReading reading =
      readingOf(smallGrid(R"([{"detector": "sispde", "set": {"nu": 0.3, "epochs": "7", "noise": false}}])"));
  EXPECT_EQ(reading.mistakes, std::vector<std::string>());
  const DetectorOptions options = cellsOf(reading.grid).front().options;
  EXPECT_EQ(options.nu, 0.3);
  EXPECT_EQ(options.epochs, 7);
  EXPECT_FALSE(options.noise);
}

TEST(GridTest, WhatIsWrittenReadsBackAsTheSame) {
  const GridReading reading = readingOf(smallGrid(
      R"([{"detector": "msp", "variant": "a", "search": {"epochs": [2, 3]}, "shifts": ["local"]},
          {"detector": "gcn", "rewire": {"nu": 3, "scope": "all", "laplacian": "comb"}},
          {"detector": "gcn", "variant": "lot", "rewire": {"random": true, "drop": 0.2}}])"));
  EXPECT_EQ(reading.mistakes, std::vector<std::string>());
  const auto json = gridJson(reading.grid);
  const GridReading again = readingOf(json.dump());
  EXPECT_EQ(again.mistakes, std::vector<std::string>());
  EXPECT_EQ(gridJson(again.grid), json);
  EXPECT_EQ(keysOf(again.grid), keysOf(reading.grid));
}

TEST(GridTest, AllMistakesAreToldAtOnce) {
  const GridReading reading =
      readingOf(R"({"format": "sispde-grid", "version": 1, "name": "Bad Name", "speed": 3,
    "datasets": ["sbm:80", "sbm:80"], "shifts": ["label", "sideways"], "seeds": [0, -1, 2.5, 0],
    "systems": [
      {"detector": "nonsense"},
      {"detector": "msp", "set": {"nonsense": 1, "epochs": 0}, "variant": "A/B"},
      {"detector": "msp", "search": {"hidden": [], "lr": ["quick", 0.1]}},
      {"detector": "gcn", "preset": "paper-literal"},
      {"detector": "gcn", "datasets": ["cora"], "shifts": ["structure"]},
      {"detector": "gcn", "variant": "x", "set": {"epochs": 5}, "search": {"epochs": [5]}},
      {"detector": "gcn", "variant": "y", "rewire": {"scope": "9000", "random": true, "nu": 1}},
      {"detector": "gcn", "variant": "z", "set": [], "colour": "red"},
      {"variant": "nobody"},
      7,
      {"detector": "sispde"},
      {"detector": "sispde"}]})");
  std::string all;
  for (const std::string& mistake : reading.mistakes) all += mistake + "\n";
  for (const char* part : {"\"speed\"",
                           "name: \"Bad Name\"",
                           "datasets: \"sbm:80\" stands there twice",
                           "\"sideways\"",
                           "seeds: -1",
                           "seeds: 2.5",
                           "seeds: 0 stands there twice",
                           "systems[0]: There is no detector \"nonsense\"",
                           "systems[1].set: There is no detector option \"nonsense\"",
                           "systems[1].set: epochs is \"0\"",
                           "systems[1].variant: \"A/B\"",
                           "systems[2].search.hidden: This is an empty list",
                           "systems[2].search: lr is \"quick\"",
                           "systems[3]: The preset paper-literal",
                           "systems[4].datasets: \"cora\" is not",
                           "systems[4].shifts: \"structure\" is not",
                           "systems[5].search: \"epochs\" is set and searched",
                           "systems[6].rewire: scope is \"9000\"",
                           "systems[6].rewire: scope says nothing",
                           "systems[6].rewire: nu says nothing",
                           "systems[7].set: This is an array",
                           "systems[7]: There is no key \"colour\"",
                           "systems[8]: The key \"detector\" is missing",
                           "systems[9]: This is 7",
                           "systems[11]: sispde has the variant \"default\" already in systems[10]"})
    EXPECT_NE(all.find(part), std::string::npos) << part << " is not in\n" << all;
  EXPECT_EQ(reading.mistakes.size(), 25u) << all;
}

TEST(GridTest, EmptyListsAreMistakes) {
  for (const char* key : {"datasets", "shifts", "seeds", "systems"}) {
    auto json = nlohmann::ordered_json::parse(smallGrid(R"([{"detector": "msp"}])"));
    json[key] = nlohmann::ordered_json::array();
    const GridReading reading = readingOf(json.dump());
    ASSERT_EQ(reading.mistakes.size(), 1u) << key;
    EXPECT_EQ(reading.mistakes.front(), std::string(key) + ": This is an empty list; it must be a list.");
  }
}

TEST(GridTest, WhatIsNotAGridIsAnError) {
  EXPECT_EQ(readGrid("{\n\n\"a\": }").error().place.line, 3);
  EXPECT_FALSE(readGrid("[]"));
  EXPECT_FALSE(readGrid("{}"));
  EXPECT_FALSE(readGrid(R"({"format": "sispde-grid", "version": 2})"));
}

TEST(GridTest, ADetectorsOwnRefusalsAreMistakes) {
  const auto check = [](const std::string& detector, const DetectorOptions& options) {
    std::vector<std::string> mistakes;
    if (options.epochs == 3) mistakes = {detector + " does not like 3 epochs", "And another thing"};
    return mistakes;
  };
  const auto reading =
      readGrid(smallGrid(R"([{"detector": "msp", "search": {"epochs": [2, 3], "hidden": [4, 8]}}])"), check);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->mistakes, (std::vector<std::string>{"systems[0]: msp does not like 3 epochs.",
                                                         "systems[0]: And another thing."}));
}

TEST(GridTest, TooManyCellsAreAMistake) {
  std::string values = "0";
  for (int i = 1; i < 400; ++i) values += fmt::format(",{}", i);
  const GridReading reading = readingOf(smallGrid(fmt::format(
      R"([{{"detector": "msp", "search": {{"prop_steps": [{0}], "score_every": [{0}]}}}}])", values)));
  ASSERT_EQ(reading.mistakes.size(), 1u);
  EXPECT_NE(reading.mistakes.front().find("cells; at most 100000"), std::string::npos);
}

// ---- Cells

TEST(GridTest, CellsComeSeedAfterSeedThenByDataAndShift) {
  const GridReading reading = readingOf(
      smallGrid(R"([{"detector": "msp"}, {"detector": "gcn", "variant": "b", "shifts": ["local"]}])"));
  EXPECT_EQ(keysOf(reading.grid),
            (std::vector<std::string>{
                "sbm-60-label-msp-default-0", "sbm-60-local-msp-default-0", "sbm-60-local-gcn-b-0",
                "ring-40-label-msp-default-0", "ring-40-local-msp-default-0", "ring-40-local-gcn-b-0",
                "sbm-60-label-msp-default-7", "sbm-60-local-msp-default-7", "sbm-60-local-gcn-b-7",
                "ring-40-label-msp-default-7", "ring-40-local-msp-default-7", "ring-40-local-gcn-b-7"}));
}

TEST(GridTest, ASearchMeansEveryCombination) {
  const GridReading reading = readingOf(smallGrid(
      R"([{"detector": "sispde", "datasets": ["sbm:60"], "shifts": ["label"],
           "search": {"nu": [0.3, 1, 5], "weight_decay": ["1e-3", "0.01"]}}])"));
  EXPECT_EQ(reading.mistakes, std::vector<std::string>());
  const std::vector<Cell> cells = cellsOf(reading.grid);
  ASSERT_EQ(cells.size(), 12u);  // three times two, two seeds
  std::set<std::pair<double, double>> seen;
  for (const Cell& cell : cells) {
    EXPECT_EQ(cell.group, "sbm-60-label-sispde-default");
    seen.emplace(cell.options.nu, cell.options.weightDecay);
  }
  EXPECT_EQ(seen.size(), 6u);
  EXPECT_EQ(cells[0].key, "sbm-60-label-sispde-default+nu_0.3+weight_decay_1e-3-0");
  EXPECT_EQ(cells[5].key, "sbm-60-label-sispde-default+nu_5+weight_decay_0.01-0");
}

TEST(GridTest, AVariantMayDifferBetweenDataSets) {
  const GridReading reading = readingOf(smallGrid(
      R"([{"detector": "msp", "datasets": ["sbm:60"]}, {"detector": "msp", "datasets": ["ring:40"]}])"));
  EXPECT_EQ(reading.mistakes, std::vector<std::string>());
  EXPECT_EQ(keysOf(reading.grid).size(), 8u);
}

TEST(GridTest, TwoFilesOfOneNameAreAMistake) {
  const GridReading reading = readingOf(R"({"format": "sispde-grid", "version": 1, "name": "two",
    "datasets": ["a/cora.npz", "b/Cora.npz"], "shifts": ["label"], "seeds": [0], "systems": [{"detector": "msp"}]})");
  ASSERT_EQ(reading.mistakes.size(), 1u);
  EXPECT_NE(reading.mistakes[0].find("cora-label-msp-default-0"), std::string::npos);
}

TEST(GridTest, DataSetsAreNamedAsPeopleDo) {
  EXPECT_EQ(datasetName("cora"), "cora");
  EXPECT_EQ(datasetName("/data/Roman_Empire.npz"), "roman_empire");
  EXPECT_EQ(datasetName("raw/cora/"), "cora");
  EXPECT_EQ(datasetName("planted:600,li=0.3"), "planted:600,li=0.3");
  EXPECT_EQ(keyText("planted:600,li=0.3"), "planted-600-li-0.3");
}

// ---- Ready grids

TEST(GridTest, ReadyGridsHaveNoMistakes) {
  for (const ReadyGrid& ready : readyGrids()) {
    const GridReading reading = readingOf(std::string(ready.text));
    EXPECT_EQ(reading.grid.name, ready.name);
    EXPECT_FALSE(reading.grid.meaning.empty());
    EXPECT_EQ(sispde::gridText(std::string(ready.name)).value(), ready.text);
    EXPECT_EQ(reading.mistakes, std::vector<std::string>()) << ready.name;
  }
}

TEST(GridTest, Table1HasEveryDetectorAndTheControls) {
  const GridReading reading = readingOf(sispde::gridText("table1").value());
  std::set<std::string> systems;
  for (const GridSystem& system : reading.grid.systems)
    systems.insert(system.detector + "/" + system.variant);
  for (const DetectorInfo& info : detectors())
    EXPECT_TRUE(systems.contains(std::string(info.name) + "/default")) << info.name;
  EXPECT_TRUE(systems.contains("sispde/noise-off"));
  EXPECT_TRUE(systems.contains("msp/prop"));
}

// Cora's label, structure and feature shifts have published margins; for all others four of each are tried.
TEST(GridTest, GoldMarginsSearchesWhereNoneArePublished) {
  const GridReading reading = readingOf(sispde::gridText("gold-margins").value());
  std::map<std::string, std::set<std::pair<double, double>>> tried;  // by data set and shift
  for (const Cell& cell : cellsOf(reading.grid))
    tried[fmt::format("{}/{}", reading.grid.datasets[cell.dataset], shiftName(cell.shift))].emplace(
        cell.options.gold.marginIn, cell.options.gold.marginOut);
  for (const std::string& dataset : reading.grid.datasets)
    for (const ShiftKind shift : reading.grid.shifts) {
      const bool published = dataset == "cora" && shift != ShiftKind::Local;
      EXPECT_EQ(tried[fmt::format("{}/{}", dataset, shiftName(shift))].size(), published ? 0u : 16u);
    }
  EXPECT_TRUE(tried["citeseer/label"].contains({-9, -5}));
  EXPECT_TRUE(tried["citeseer/label"].contains({-4, -1}));
}

TEST(GridTest, AnUnknownGridIsToldWhichThereAre) {
  const auto text = sispde::gridText("table9");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().kind, ErrorKind::Input);
  EXPECT_NE(text.error().message.find("table1, table2, nu-sweep, quick"), std::string::npos);
}

// ---- Shards and time

TEST(ShardTest, ShardsAreDisjointEvenAndTogetherAll) {
  for (const std::size_t cells : {0u, 1u, 7u, 100u, 101u})
    for (const int count : {1, 2, 7, 20}) {
      std::set<std::size_t> all;
      for (int i = 0; i < count; ++i) {
        const auto mine = cellsOfShard(cells, {i, count});
        EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
        EXPECT_LE(mine.size(), cells / count + 1);
        EXPECT_GE(mine.size(), cells / count);
        for (const std::size_t cell : mine) EXPECT_TRUE(all.insert(cell).second);
      }
      EXPECT_EQ(all.size(), cells);
      if (cells > 0) EXPECT_EQ(*all.rbegin(), cells - 1);
    }
}

TEST(ShardTest, AShardDoesNotAlwaysGetTheSameSystem) {
  std::set<std::size_t> systems;  // of seven
  for (const std::size_t cell : cellsOfShard(140, {0, 7})) systems.insert(cell % 7);
  EXPECT_EQ(systems.size(), 7u);
}

TEST(ShardTest, TextsAreReadOrRefused) {
  EXPECT_EQ(parseShard("3/8")->index, 3);
  EXPECT_EQ(parseShard("3/8")->count, 8);
  for (const char* text : {"", "1", "8/8", "-1/8", "0/0", "a/b", "1/2/3", "0/1000000"})
    EXPECT_FALSE(parseShard(text)) << text;
}

TEST(TimeLeftTest, TheNearestMeanIsTaken) {
  const Cell a{.dataset = 0, .system = 0}, b{.dataset = 0, .system = 1}, c{.dataset = 1, .system = 0};
  TimeLeft times;
  EXPECT_FALSE(times.expected(a));
  times.add(a, 2);
  times.add(a, 4);
  EXPECT_EQ(times.expected(a), 3);
  EXPECT_EQ(times.expected(c), 3);  // nothing of this data set yet
  times.add(c, 12);
  EXPECT_EQ(times.expected(c), 12);
  EXPECT_EQ(times.expected(b), 3);  // of its data set
}

TEST(TimeLeftTest, ItIsSharedAmongJobsButNoLessThanTheLongestCell) {
  const std::vector<double> underWay{10, 20}, waiting{30, 40, 20}, one{300};
  EXPECT_EQ(secondsLeft(underWay, waiting, 1), 120);
  EXPECT_EQ(secondsLeft(underWay, waiting, 2), 60);
  EXPECT_EQ(secondsLeft(one, waiting, 2), 300);
  EXPECT_EQ(secondsLeft(underWay, one, 4), 300);
  EXPECT_EQ(secondsLeft({}, {}, 2), 0);
}

TEST(TimeLeftTest, DurationsAreShort) {
  EXPECT_EQ(durationText(0.2), "0 s");
  EXPECT_EQ(durationText(89), "89 s");
  EXPECT_EQ(durationText(600), "10 min");
  EXPECT_EQ(durationText(12000), "3 h 20 min");
  EXPECT_EQ(durationText(190000), "2 d 5 h");
}

}  // namespace
}  // namespace sispde
