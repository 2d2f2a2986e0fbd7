// The runner of a benchmark with a stand-in for training: what is kept, what is run again, what a folder holds in the end.

#include <atomic>
#include <barrier>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "core/base/file.h"
#include "core/experiment/bench.h"
#include "core/experiment/shared_parts.h"
#include "core/shift/generators.h"
#include "tests/unit/small_grid.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::smallGrid;
using testing::TemporaryFolder;
using State = ResultsFolder::State;

const char* twoSystems = R"([{"detector": "msp"}, {"detector": "gcn", "search": {"epochs": [2, 3]}}])";

Experiment experimentOf(const std::string& systems = twoSystems) {
  auto made = makeExperiment(smallGrid(systems), "small.json",
                             [](const std::string& data) { return generateDataset(data, 0); }, {});
  EXPECT_TRUE(made) << made.error().sentence();
  return std::move(*made);
}

// Numbers that depend on the cell alone.
class FakeWork final : public CellWork {
 public:
  std::set<std::string> failing, failingOnce;
  std::mutex mutex;
  std::size_t stopAfter = 1'000'000;
  std::stop_source stop;
  std::atomic<std::size_t> runs{0}, expected{0};

  void expect(const std::vector<const Cell*>& cells) override { expected = cells.size(); }
  Result<CellOutcome> run(const Cell& cell, const Progress& progress) override {
    if (progress.stopped()) return cancelled();
    if (runs++ >= stopAfter) {
      stop.request_stop();
      return cancelled();
    }
    {
      const std::lock_guard lock(mutex);
      if (failing.contains(cell.key)) {
        if (failingOnce.contains(cell.key)) failing.erase(cell.key);
        return usageError("This cell was to fail");
      }
    }
    CellOutcome outcome;
    outcome.accuracy = static_cast<double>(cell.key.size()) / 100;
    outcome.epoch = cell.options.epochs;
    outcome.seconds = 0.25;
    outcome.primary = "msp";
    outcome.scores = {{"msp", {.auroc = 0.5 + 0.01 * static_cast<double>(cell.seed)}, ""},
                      {"energy", {}, "There are no OOD nodes"}};
    outcome.notes = {cell.key};
    return outcome;
  }
};

// Text of every file below a folder.
std::map<std::string, std::string> filesOf(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files[std::filesystem::relative(entry.path(), folder).string()] =
          readFile(entry.path().string()).value();
  return files;
}

BenchReport ran(const Experiment& experiment, const std::string& folder, CellWork& work,
                const BenchOptions& options = {}) {
  const auto report = runBench(experiment, ResultsFolder(folder), work, options);
  EXPECT_TRUE(report) << report.error().sentence();
  return report.value_or(BenchReport{});
}

TEST(BenchTest, KeepsTheGridAndOneFilePerCell) {
  const TemporaryFolder folder;
  const Experiment experiment = experimentOf();
  FakeWork work;
  const BenchReport report = ran(experiment, folder.path(), work);
  EXPECT_EQ(report.cells, 24u);
  EXPECT_EQ(report.made, 24u);
  EXPECT_EQ(work.expected, 24u);
  const auto files = filesOf(folder.path());
  EXPECT_EQ(files.size(), 25u);  // and nothing half-written
  const auto grid = CellJson::parse(files.at("grid.json"));
  ASSERT_EQ(grid["cells"].size(), 24u);
  for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(grid["cells"][i], experiment.cells[i].key);
}

TEST(BenchTest, ACellHoldsWhatIsPromised) {
  const TemporaryFolder folder;
  const Experiment experiment = experimentOf();
  FakeWork work;
  ran(experiment, folder.path(), work);
  const auto cell =
      CellJson::parse(readFile(folder.file("cells/sbm-60-local-gcn-default+epochs_3-7.json")).value());
  EXPECT_EQ(cell["format"], "sispde-cell");
  EXPECT_EQ(cell["version"], 1);
  EXPECT_EQ(cell["dataset"], "sbm:60");
  EXPECT_EQ(cell["data_hash"], experiment.datasets[0].hash);
  EXPECT_EQ(cell["nodes"], 60);
  EXPECT_EQ(cell["edges"], experiment.datasets[0].data->graph.edgeCount());
  EXPECT_TRUE(cell["informativeness"].is_number());
  EXPECT_EQ(cell["shift"], "local");
  EXPECT_EQ(cell["detector"], "gcn");
  EXPECT_EQ(cell["settings"], (CellJson{{"epochs", "3"}}));
  EXPECT_EQ(cell["search"]["group"], "sbm-60-local-gcn-default");
  EXPECT_EQ(cell["search"]["values"], (CellJson{{"epochs", "3"}}));
  EXPECT_EQ(cell["seed"], 7);
  EXPECT_EQ(cell["state"], "done");
  EXPECT_FALSE(cell.contains("error"));
  EXPECT_DOUBLE_EQ(cell["scores"]["msp"]["auroc"].get<double>(), 0.57);
  EXPECT_TRUE(cell["scores"]["energy"]["auroc"].is_null());
  EXPECT_EQ(cell["config"]["options"]["epochs"], 3);
  EXPECT_TRUE(cell["rewiring"].is_null());
}

TEST(BenchTest, GoesOnAfterACut) {
  const TemporaryFolder folder;
  const Experiment experiment = experimentOf();
  FakeWork first, second;
  ran(experiment, folder.path(), first);
  const auto whole = filesOf(folder.path());
  const auto path = [&](std::size_t i) { return folder.file("cells/" + experiment.cells[i].key + ".json"); };
  for (const std::size_t gone : {0u, 5u, 23u}) std::filesystem::remove(path(gone));
  folder.write("cells/" + experiment.cells[7].key + ".json", whole.begin()->second.substr(0, 100));
  folder.write("cells/" + experiment.cells[8].key + ".json", "");
  const BenchReport report = ran(experiment, folder.path(), second);
  EXPECT_EQ(report.made, 5u);
  EXPECT_EQ(report.kept, 19u);
  EXPECT_EQ(report.damaged, 2u);
  EXPECT_EQ(second.runs, 5u);
  EXPECT_EQ(second.expected, 5u);
  EXPECT_EQ(filesOf(folder.path()), whole);
}

TEST(BenchTest, AStoppedRunGoesOnAsIfItHadNotBeen) {
  const TemporaryFolder stopped, whole;
  const Experiment experiment = experimentOf();
  FakeWork work, rest, all;
  work.stopAfter = 9;
  const auto report =
      runBench(experiment, ResultsFolder(stopped.path()), work, {}, {work.stop.get_token(), {}});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::Cancelled);
  EXPECT_EQ(ran(experiment, stopped.path(), rest).kept, 9u);
  ran(experiment, whole.path(), all);
  EXPECT_EQ(filesOf(stopped.path()), filesOf(whole.path()));
}

TEST(BenchTest, ShardsAndJobsGiveWhatOneRunGives) {
  const TemporaryFolder shards, jobs, one;
  const Experiment experiment = experimentOf();
  FakeWork work;
  ran(experiment, one.path(), work);
  ran(experiment, jobs.path(), work, {.jobs = 3});
  std::size_t cells = 0;
  for (int i = 0; i < 5; ++i) cells += ran(experiment, shards.path(), work, {.shard = {i, 5}}).made;
  EXPECT_EQ(cells, 24u);
  EXPECT_EQ(filesOf(jobs.path()), filesOf(one.path()));
  EXPECT_EQ(filesOf(shards.path()), filesOf(one.path()));
}

TEST(BenchTest, CellsAreChosenByPatterns) {
  const TemporaryFolder folder;
  FakeWork work;
  EXPECT_EQ(
      ran(experimentOf(), folder.path(), work, {.only = {"sbm-*", "*-label-*"}, .skip = {"*-gcn-*"}}).cells,
      6u);
  const auto none = runBench(experimentOf(), ResultsFolder(folder.path()), work, {.only = {"nothing"}});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::Usage);
}

TEST(BenchTest, ResultsOfTwoConfigurationsAreNotMixedByPatterns) {
  const TemporaryFolder folder;
  FakeWork work;
  ran(experimentOf(R"([{"detector": "msp"}])"), folder.path(), work, {.only = {"*-0"}});
  const Experiment other = experimentOf(R"([{"detector": "msp", "set": {"epochs": 7}}])");
  const auto mixed = runBench(other, ResultsFolder(folder.path()), work, {.only = {"*-1"}});
  ASSERT_FALSE(mixed);
  EXPECT_NE(mixed.error().message.find("epochs"), std::string::npos) << mixed.error().message;
}

TEST(BenchTest, AFailedCellIsKeptWithItsSentenceAndTheOthersGoOn) {
  const TemporaryFolder folder;
  const Experiment experiment = experimentOf();
  FakeWork work;
  work.failing = {experiment.cells[3].key};
  const BenchReport report = ran(experiment, folder.path(), work);
  EXPECT_EQ(work.runs, 24u);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0], std::pair(experiment.cells[3].key, std::string("This cell was to fail.")));
  const auto cell =
      CellJson::parse(readFile(folder.file("cells/" + experiment.cells[3].key + ".json")).value());
  EXPECT_EQ(cell["state"], "failed");
  EXPECT_EQ(cell["error"], "This cell was to fail.");
  EXPECT_TRUE(cell["accuracy"].is_null());
}

// As for a lack of memory that the neighbours had: whether a cell fails does not depend on the number of jobs.
TEST(BenchTest, ACellThatFailsBesideOthersIsTriedOnceMoreByItself) {
  const TemporaryFolder folder;
  const Experiment experiment = experimentOf();
  FakeWork work;
  work.failing = {experiment.cells[3].key, experiment.cells[7].key};
  work.failingOnce = {experiment.cells[7].key};
  const BenchReport report = ran(experiment, folder.path(), work, {.jobs = 2});
  EXPECT_EQ(work.runs, 26u);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].first, experiment.cells[3].key);
  EXPECT_EQ(filesOf(folder.path()).size(), 25u);
}

// Stopped between the failure beside others and the run alone: what is in the folder does not depend on the jobs.
TEST(BenchTest, ACellThatWaitsForItsRunAloneIsNotKeptAsFailed) {
  const TemporaryFolder stopped, whole;
  const Experiment experiment = experimentOf();
  const std::string failing = experiment.cells[3].key;
  FakeWork work, rest, all;
  work.failing = {failing};
  work.stopAfter = 24;  // all cells beside others, and none alone
  const auto report =
      runBench(experiment, ResultsFolder(stopped.path()), work, {.jobs = 2}, {work.stop.get_token(), {}});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::Cancelled);
  EXPECT_FALSE(std::filesystem::exists(stopped.file("cells/" + failing + ".json")));
  const BenchReport again = ran(experiment, stopped.path(), rest);
  EXPECT_EQ(again.kept, 23u);
  EXPECT_EQ(again.made, 1u);
  EXPECT_TRUE(again.failures.empty());
  ran(experiment, whole.path(), all);
  EXPECT_EQ(filesOf(stopped.path()), filesOf(whole.path()));
}

TEST(BenchTest, AFailedCellIsTriedAgainWhenAskedAlone) {
  const TemporaryFolder folder;
  const Experiment experiment = experimentOf();
  FakeWork failing, quiet, again;
  failing.failing = {experiment.cells[3].key};
  ran(experiment, folder.path(), failing);
  EXPECT_EQ(ran(experiment, folder.path(), quiet).failures.size(), 1u);
  EXPECT_EQ(quiet.runs, 0u);
  EXPECT_EQ(ran(experiment, folder.path(), again, {.retry = true}).failures.size(), 0u);
  EXPECT_EQ(again.runs, 1u);
}

TEST(BenchTest, ResultsOfAnotherConfigurationAreNotOverwrittenUnlessAsked) {
  const TemporaryFolder folder;
  FakeWork work, second, third;
  ran(experimentOf(), folder.path(), work);
  const auto before = filesOf(folder.path());
  const Experiment other = experimentOf(
      R"([{"detector": "msp", "set": {"lr": 0.5}}, {"detector": "gcn", "search": {"epochs": [2, 3]}}])");
  const auto refused = runBench(other, ResultsFolder(folder.path()), second, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Input);
  EXPECT_NE(refused.error().message.find("lr (0.5 here, 0.01 there). 8 of 24 cells differ."),
            std::string::npos)
      << refused.error().message;
  EXPECT_EQ(second.runs, 0u);
  EXPECT_EQ(filesOf(folder.path()), before);
  EXPECT_EQ(ran(other, folder.path(), third, {.replace = true}).replaced, 8u);
  EXPECT_EQ(third.runs, 8u);
}

TEST(BenchTest, EveryPartOfTheConfigurationCounts) {
  const Experiment experiment = experimentOf();
  const CellJson head = cellHead(experiment, experiment.cells[0], "1").value();
  const CellJson cell = doneCell(head, {});
  EXPECT_EQ(cellDifference(head, cell), "");
  for (const char* key : {"version", "data_hash", "shift", "detector", "seed"}) {
    CellJson changed = cell;
    changed[key] = "x";
    EXPECT_NE(cellDifference(head, changed).find(key), std::string::npos) << key;
  }
  for (const char* key : {"split", "rewire"}) {
    CellJson changed = cell;
    changed["config"][key] = "x";
    EXPECT_EQ(cellDifference(head, changed), key);
  }
}

TEST(BenchTest, AnOptionThatAnOlderCellDoesNotHaveIsTheDetectorsDefault) {
  const Experiment experiment = experimentOf();
  for (const Cell& each :
       {experiment.cells[0], experiment.cells[1]}) {  // msp by default, gcn with two epochs
    const CellJson head = cellHead(experiment, each, "1").value();
    CellJson stored = doneCell(head, {});
    stored["config"]["options"].erase("dropout");
    EXPECT_EQ(cellDifference(head, stored), "");
    stored["config"]["options"].erase("epochs");
    EXPECT_EQ(cellDifference(head, stored), each.options.epochs == 200 ? "" : "epochs (2 here, 200 there)");
  }
}

TEST(BenchTest, ACellFromBeforeProcessorSecondsIsKept) {
  const TemporaryFolder folder;
  FakeWork work, more;
  ran(experimentOf(R"([{"detector": "msp"}])"), folder.path(), work);
  for (const auto& entry : std::filesystem::directory_iterator(folder.file("cells"))) {
    CellJson cell = CellJson::parse(readFile(entry.path().string()).value());
    cell.erase("processor_seconds");
    folder.write("cells/" + entry.path().filename().string(), cell.dump());
  }
  const BenchReport report = ran(experimentOf(R"([{"detector": "msp"}])"), folder.path(), more);
  EXPECT_EQ(report.kept, 8u);
  EXPECT_EQ(report.made, 0u);
}

TEST(BenchTest, AGridMayGrowInItsFolder) {
  const TemporaryFolder folder;
  FakeWork work, more;
  ran(experimentOf(R"([{"detector": "msp"}])"), folder.path(), work);
  const BenchReport report = ran(experimentOf(), folder.path(), more);
  EXPECT_EQ(report.kept, 8u);
  EXPECT_EQ(report.made, 16u);
  EXPECT_EQ(CellJson::parse(readFile(folder.file("grid.json")).value())["cells"].size(), 24u);
}

TEST(BenchTest, AFolderOfAnotherGridIsRefused) {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({"name": "table1"})");
  FakeWork work;
  const auto report = runBench(experimentOf(), ResultsFolder(folder.path()), work, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::Usage);
  EXPECT_NE(report.error().message.find("\"table1\""), std::string::npos);
  EXPECT_EQ(work.runs, 0u);
}

TEST(BenchTest, AResultThatCannotBeWrittenEndsTheRun) {
  const TemporaryFolder folder;
  const Experiment experiment = experimentOf();
  folder.write("cells/" + experiment.cells[2].key + ".json/file", "");
  FakeWork work;
  const auto report = runBench(experiment, ResultsFolder(folder.path()), work, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::Failed);
  EXPECT_EQ(work.runs, 3u);
}

TEST(BenchTest, DataThatCannotBeOpenedAreToldWithTheMistakesOfTheGrid) {
  const auto made = makeExperiment(
      smallGrid(R"([{"detector": "nobody"}])"), "bad.json",
      [](const std::string& data) -> Result<Dataset> { return inputError({data}, "There is no such file"); },
      {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::Input);
  const std::string sentence = made.error().sentence();
  for (const char* part :
       {"bad.json", "3 mistakes", "\"nobody\"", "sbm:60: There is no such file", "ring:40: There"})
    EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
}

TEST(BenchTest, ShiftsThatTheDataCannotHaveAreToldWithTheOtherMistakes) {
  const auto made = makeExperiment(smallGrid(R"([{"detector": "nobody"}])"), "bad.json",
                                   [](const std::string&) -> Result<Dataset> {
                                     Dataset data = generateDataset("ring:40", 1).value();
                                     data.labels.clear();
                                     return data;
                                   },
                                   {});
  ASSERT_FALSE(made);
  const std::string sentence = made.error().sentence();
  for (const char* part : {"\"nobody\"", "cannot have the label shift"})
    EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
}

TEST(BenchTest, AShiftThatNoSystemAsksOfTheDataIsNoMistake) {
  const auto unlabelled = [](const std::string& name) -> Result<Dataset> {
    Dataset data = generateDataset(name, 1).value();
    if (name == "ring:40") data.labels.clear();
    return data;
  };
  const std::string restricted = R"({"detector": "msp", "datasets": ["sbm:60"]},
                                    {"detector": "nobody", "datasets": ["sbm:60"], "shifts": ["local"]})";
  const auto made = makeExperiment(smallGrid("[" + restricted + "]"), "bad.json", unlabelled, {});
  ASSERT_FALSE(made);
  const std::string sentence = made.error().sentence();
  EXPECT_NE(sentence.find("\"nobody\""), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("ring:40"), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("mistakes"), std::string::npos) << sentence;
}

TEST(BenchTest, ProgressCountsCellsAndTellsTheTimeLeft) {
  const TemporaryFolder folder;
  class Reporting final : public CellWork {
   public:
    void expect(const std::vector<const Cell*>&) override {}
    Result<CellOutcome> run(const Cell&, const Progress& progress) override {
      progress.report(-1, "epoch 1 of 2");
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      return CellOutcome{};
    }
  } work;
  std::vector<std::string> said;
  const Progress progress{{}, [&](double, std::string_view what) { said.emplace_back(what); }};
  ASSERT_TRUE(runBench(experimentOf(), ResultsFolder(folder.path()), work, {}, progress));
  ASSERT_EQ(said.size(), 24u);
  EXPECT_EQ(said[0], "0 of 24 cells; sbm-60-label-msp-default-0: epoch 1 of 2");
  EXPECT_TRUE(said[3].starts_with("3 of 24 cells, ")) << said[3];
  EXPECT_NE(said[3].find(" s left; sbm-60-"), std::string::npos) << said[3];
}

// The last two cells: none waits, so all the time that is left is that of those under way.
TEST(BenchTest, TheTimeLeftCountsCellsUnderWay) {
  const TemporaryFolder folder;
  class Slow final : public CellWork {
   public:
    std::barrier<> both{2};
    void expect(const std::vector<const Cell*>&) override {}
    Result<CellOutcome> run(const Cell&, const Progress& progress) override {
      if (wait) both.arrive_and_wait();
      progress.report(-1, "epoch 1 of 2");
      if (wait) both.arrive_and_wait();
      CellOutcome outcome;
      outcome.seconds = 600;
      return outcome;
    }
    bool wait = false;
  } work;
  const Experiment experiment = experimentOf();
  ran(experiment, folder.path(), work);
  for (const std::size_t gone : {8u, 22u})
    std::filesystem::remove(folder.file("cells/" + experiment.cells[gone].key + ".json"));
  work.wait = true;
  std::vector<std::string> said;
  const Progress progress{{}, [&](double, std::string_view what) { said.emplace_back(what); }};
  ASSERT_TRUE(runBench(experiment, ResultsFolder(folder.path()), work, {.jobs = 2}, progress));
  ASSERT_EQ(said.size(), 2u);
  for (const std::string& each : said) EXPECT_TRUE(each.starts_with("22 of 24 cells, 10 min left; ")) << each;
}

// What else ran on the machine made those cells ten times as slow by the clock.
TEST(BenchTest, TheTimeLeftGoesByTheTimeOfAProcessor) {
  const TemporaryFolder folder;
  class Crowded final : public CellWork {
   public:
    void expect(const std::vector<const Cell*>&) override {}
    Result<CellOutcome> run(const Cell&, const Progress& progress) override {
      progress.report(-1, "epoch 1 of 2");
      CellOutcome outcome;
      outcome.seconds = 6000;
      outcome.processorSeconds = 600;
      return outcome;
    }
  } work;
  const Experiment experiment = experimentOf();
  ran(experiment, folder.path(), work);
  std::filesystem::remove(folder.file("cells/" + experiment.cells[8].key + ".json"));
  std::vector<std::string> said;
  const Progress progress{{}, [&](double, std::string_view what) { said.emplace_back(what); }};
  ASSERT_TRUE(runBench(experiment, ResultsFolder(folder.path()), work, {}, progress));
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(said[0].starts_with("23 of 24 cells, 10 min left; ")) << said[0];
}

// ---- Shared parts

TEST(SharedPartsTest, APartIsMadeOnceAndDroppedWithTheLastThatNeedsIt) {
  SharedParts<int> parts;
  int made = 0;
  const auto make = [&]() -> Result<int> { return ++made; };
  for (int i = 0; i < 3; ++i) parts.expect("a");
  parts.expect("b");
  std::weak_ptr<const int> seen;
  for (int i = 0; i < 3; ++i) {
    const auto part = parts.get("a", make);
    ASSERT_TRUE(part);
    EXPECT_EQ(**part, 1);
    seen = *part;
    EXPECT_EQ(parts.size(), 2u);
    parts.release("a");
  }
  EXPECT_EQ(parts.size(), 1u);
  EXPECT_TRUE(seen.expired());
}

TEST(SharedPartsTest, AnErrorIsSharedButACancelledMakingIsNot) {
  SharedParts<int> parts;
  int calls = 0;
  for (int i = 0; i < 4; ++i) parts.expect("a");
  EXPECT_FALSE(parts.get("a", [&]() -> Result<int> { return ++calls, cancelled(); }));
  EXPECT_FALSE(parts.get("a", [&]() -> Result<int> { return ++calls, usageError("no"); }));
  const auto again = parts.get("a", [&]() -> Result<int> { return ++calls; });
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message, "no");
  EXPECT_EQ(calls, 2);
}

TEST(SharedPartsTest, ThreadsWaitForWhoCameFirst) {
  SharedParts<int> parts;
  std::atomic<int> made{0};
  for (int i = 0; i < 4; ++i) parts.expect("a");
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      const auto part = parts.get("a", [&]() -> Result<int> {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return ++made;
      });
      EXPECT_TRUE(part && **part == 1);
      parts.release("a");
    });
  threads.clear();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(parts.size(), 0u);
}

}  // namespace
}  // namespace sispde
