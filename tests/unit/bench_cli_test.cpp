// The verb `bench` as a user meets it: real trainings on tiny data.

#include <map>

#include <gtest/gtest.h>

#include "tests/unit/interrupted.h"
#include "tests/unit/program.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::expectError;
using testing::interrupted;
using testing::Json;
using testing::jsonOf;
using testing::Outcome;
using testing::sispde;
using testing::TemporaryFolder;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string quick = R"("hidden": 8, "epochs": 3, "test_samples": 3)";

std::string gridOf(const std::string& systems, const std::string& shifts = R"(["label", "structure"])",
                   const std::string& data = R"(["sbm:80"])") {
  return R"({"format": "sispde-grid", "version": 1, "name": "tiny", "datasets": )" + data +
         R"(, "shifts": )" + shifts + R"(, "seeds": [0, 1], "systems": )" + systems + "}";
}

std::string mixedGrid() {
  return gridOf(R"([{"detector": "msp", "set": {)" + quick + R"(}},
    {"detector": "gnnsafe", "set": {)" +
                quick + R"(}},
    {"detector": "sispde", "set": {)" +
                quick + R"(}},
    {"detector": "gcn", "variant": "searched", "set": {)" +
                quick + R"(}, "search": {"lr": [0.01, 0.1]}},
    {"detector": "msp", "variant": "rewired", "set": {)" +
                quick + R"(}, "rewire": {"scope": "2"}, "shifts": ["label"]},
    {"detector": "msp", "variant": "lot", "set": {)" +
                quick + R"(}, "rewire": {"random": true}, "shifts": ["label"]}])");
}

// Every result by its key, without what may differ.
std::map<std::string, Json> cellsOf(const std::string& folder) {
  std::map<std::string, Json> cells;
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/cells")) {
    Json cell = Json::parse(readFile(entry.path().string()).value());
    EXPECT_TRUE(cell["seconds"].is_number()) << entry.path();
    // Of one thread at a time, which the clock cannot be behind but for its own grain.
    if (cell["processor_seconds"].is_number()) {
      EXPECT_GT(cell["processor_seconds"], 0) << entry.path();
      EXPECT_LE(cell["processor_seconds"], cell["seconds"].get<double>() + 0.01) << entry.path();
    }
    cell.erase("seconds");
    cell.erase("processor_seconds");
    cells[entry.path().filename().string()] = std::move(cell);
  }
  return cells;
}

Json benched(const std::string& grid, const std::string& folder, const std::string& more = "") {
  return jsonOf("bench " + grid + " --out " + folder + " " + more);
}

TEST(BenchCliTest, ResultsDoNotDependOnJobsThreadsOrShards) {
  const TemporaryFolder folder;
  const std::string grid = folder.write("grid.json", mixedGrid());
  const Json report = benched(grid, folder.file("one"), "--threads 1");
  EXPECT_EQ(report["cells"], 24);
  EXPECT_EQ(report["run"], 24);
  EXPECT_EQ(report["failed"], 0);
  benched(grid, folder.file("jobs"), "--jobs 2 --threads 2");
  for (const char* shard : {"0/3", "1/3", "2/3"})
    benched(grid, folder.file("shards"), std::string("--shard ") + shard);
  const auto processorSeconds = [&](const std::string& name) {
    const std::string path = std::filesystem::directory_iterator(folder.file(name) + "/cells")->path();
    return Json::parse(readFile(path).value())["processor_seconds"];
  };
  EXPECT_TRUE(processorSeconds("one").is_number());
  EXPECT_TRUE(processorSeconds("jobs").is_number()) << "one thread per job";
  const auto one = cellsOf(folder.file("one"));
  EXPECT_EQ(one.size(), 24u);
  EXPECT_EQ(cellsOf(folder.file("jobs")), one);
  EXPECT_EQ(cellsOf(folder.file("shards")), one);
  for (const char* each : {"jobs", "shards"})
    EXPECT_EQ(readFile(folder.file(each) + "/grid.json").value(),
              readFile(folder.file("one/grid.json")).value());
}

TEST(BenchCliTest, ACellIsWhatTrainGives) {
  const TemporaryFolder folder;
  const std::string grid = folder.write(
      "grid.json", gridOf(R"([{"detector": "sispde", "preset": "reference", "set": {)" + quick + "}}]"));
  benched(grid, folder.file("out"));
  const Json trained = jsonOf(
      "train sbm:80 --detector sispde --preset reference --shift structure --seed 0 --set hidden=8 --set "
      "epochs=3 "
      "--set test_samples=3");
  const Json cell =
      Json::parse(readFile(folder.file("out/cells/sbm-80-structure-sispde-default-0.json")).value());
  for (const char* key : {"accuracy", "epoch", "scores", "primary", "nll", "n_id", "n_ood"})
    EXPECT_EQ(cell[key], trained[key]) << key;
  EXPECT_EQ(cell["config"]["options"], trained["config"]["options"]);
  EXPECT_EQ(cell["state"], "done");
}

TEST(BenchCliTest, RewiringsAreReportedAndTheLotIsDrawnAnewForEachSeed) {
  const TemporaryFolder folder;
  const std::string grid = folder.write("grid.json", mixedGrid());
  benched(grid, folder.file("out"), "--only '*-msp-*'");
  auto cells = cellsOf(folder.file("out"));
  const auto rewiring = [&](const std::string& variant, int seed) {
    return cells.at(fmt::format("sbm-80-label-msp-{}-{}.json", variant, seed))["rewiring"];
  };
  EXPECT_TRUE(rewiring("default", 0).is_null());
  EXPECT_GT(rewiring("rewired", 0)["dropped"], 0);
  EXPECT_EQ(rewiring("rewired", 0), rewiring("rewired", 1));
  EXPECT_EQ(rewiring("rewired", 0)["informativeness"]["before"],
            cells.at("sbm-80-label-msp-rewired-0.json")["informativeness"]);
  EXPECT_NE(rewiring("lot", 0)["informativeness"]["after"], rewiring("lot", 1)["informativeness"]["after"]);
}

TEST(BenchCliTest, BadGridsAreRefusedWithAllTheirMistakesBeforeAnythingRuns) {
  const TemporaryFolder folder;
  const std::string grid = folder.write(
      "grid.json", gridOf(R"([{"detector": "nobody"}, {"detector": "msp", "set": {"nonsense": 1}},
                              {"detector": "gcn", "set": {"primary": "epistemic"}}])",
                          R"(["label", "sideways"])", R"(["sbm:80", "cora", "missing.npz"])"));
  const Outcome outcome = sispde("bench " + grid + " --out " + folder.file("out"));
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  for (const char* part : {"6 mistakes", "\"nobody\"", "\"nonsense\"", "epistemic needs several",
                           "\"sideways\"", "sispde datasets fetch cora", "\"missing.npz\""})
    EXPECT_TRUE(contains(outcome.err, part)) << part << "\n" << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(folder.file("out")));
}

TEST(BenchCliTest, AGeneratorDoesNotStandInForPublishedData) {
  const TemporaryFolder folder;
  const std::string grid =
      folder.write("grid.json", gridOf(R"([{"detector": "msp"}])", R"(["label"])", R"(["minesweeper"])"));
  expectError("bench " + grid + " --list", 3, "\"minesweeper\" is not on this machine");
}

TEST(BenchCliTest, WrongUsageIsTwoAndAnUnknownGridThree) {
  const TemporaryFolder folder;
  const std::string grid = folder.write("grid.json", gridOf(R"([{"detector": "msp"}])"));
  expectError("bench " + grid, 2, "--out");
  expectError("bench " + grid + " --out " + folder.file("out") + " --shard 3/3", 2, "from 0 to n - 1");
  expectError("bench " + grid + " --out " + folder.file("out") + " --jobs 0", 2, "--jobs");
  expectError("bench nothing --out " + folder.file("out"), 3, "nu-sweep");
  expectError("bench " + folder.write("bad.json", "{") + " --out " + folder.file("out"), 3, "not JSON");
}

TEST(BenchCliTest, AFailedCellIsOneOfManyAndTriedAgainWhenAsked) {
  const TemporaryFolder folder;
  // One of the graphs has no edges, so that this kernel is 0 on it, which is seen when it is made.
  const std::string grid = folder.write(
      "grid.json", gridOf(R"([{"detector": "sispde", "set": {"kernel": "laplacian", )" + quick + "}}]",
                          R"(["structure"])", R"(["sbm:80", "sbm:60,degree=0"])"));
  const std::string command = "bench " + grid + " --out " + folder.file("out");
  const std::pair<std::string, std::string> runs[] = {
      {"", "0 there before, 4 run"}, {"", "4 there before, 0 run"}, {" --retry", "2 there before, 2 run"}};
  for (const auto& [option, said] : runs) {
    const Outcome outcome = sispde(command + option);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(contains(outcome.err, "2 cells failed")) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, said)) << outcome.out;
  }
  const Json cell =
      Json::parse(readFile(folder.file("out/cells/sbm-60-degree-0-structure-sispde-default-0.json")).value());
  EXPECT_EQ(cell["state"], "failed");
  EXPECT_GT(cell["error"].get<std::string>().size(), 10u);
}

TEST(BenchCliTest, ShiftsThatTheDataCannotHaveAreRefusedBeforeAnythingIsRun) {
  const TemporaryFolder folder;
  // Nothing is marked as OOD in the one, and the other has no features.
  const std::string grid =
      folder.write("grid.json", gridOf(R"([{"detector": "msp", "set": {)" + quick + "}}]",
                                       R"(["label", "given", "feature"])", R"(["sbm:80", "karate"])"));
  const Outcome outcome = sispde("bench " + grid + " --out " + folder.file("out"));
  EXPECT_EQ(outcome.code, 3);
  for (const char* part :
       {"3 mistakes", "sbm:80 cannot have the given shift", "karate cannot have the given shift",
        "karate cannot have the feature shift", "has no features"})
    EXPECT_TRUE(contains(outcome.err, part)) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(folder.file("out")));
}

TEST(BenchCliTest, DataThatNothingCanBeTrainedOnAreRefusedBeforeAnythingIsRun) {
  const TemporaryFolder folder;
  // One has one class in all, which no classifier takes, the other no validation nodes.
  const std::string edges = "0,1\n1,2\n2,3\n3,4\n4,5\n5,0\n";
  const std::string one = folder.write("one.csv", edges), odd = folder.write("odd.csv", edges);
  folder.write("one.nodes.csv", "id,label\n0,0\n1,0\n2,0\n3,0\n4,0\n5,0\n");
  folder.write("odd.nodes.csv",
               "id,label,split\n0,0,train\n1,1,train\n2,0,train\n3,1,test\n4,0,test\n5,1,test\n");
  const std::string grid = folder.write(
      "grid.json",
      gridOf(R"([{"detector": "msp"}, {"detector": "gold", "set": {"primary": "odin", "patience": 3}}])",
             R"(["structure"])", R"(["sbm:80", ")" + one + R"(", ")" + odd + R"("])"));
  const Outcome outcome = sispde("bench " + grid + " --out " + folder.file("out"));
  EXPECT_EQ(outcome.code, 3);
  for (const char* part :
       {"4 mistakes",
        "nothing can be trained on one under the structure shift: The data set one has one class",
        "nothing can be trained on odd under the structure shift: No validation node",
        "systems[1]: GOLD takes the weights at the end", "systems[1]: The score odin is that of"})
    EXPECT_TRUE(contains(outcome.err, part)) << part << "\n" << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(folder.file("out")));
}

// One ID class is trained on, its last epoch is scored, and that is said.
TEST(BenchCliTest, EveryDetectorTakesALabelShiftThatLeavesOneClass) {
  const TemporaryFolder folder;
  std::string systems;
  for (const char* detector : {"gcn", "msp", "odin", "mahalanobis", "oe", "gnnsafe", "gnnsafe++", "gnsd",
                               "gebm", "sispde-rbf", "sispde"})
    systems += fmt::format(R"({{"detector": "{}", "set": {{{}}}}},)", detector, quick);
  systems +=
      R"({"detector": "gold", "set": {"hidden": 8, "gold.warmup": 2, "gold.rounds": 1, "gold.iterations": 1, "gold.steps": 5, "gold.denoiser_hidden": 8, "gold.denoiser_updates": 2, "gold.detector_hidden": 8}})";
  const std::string grid =
      folder.write("grid.json", gridOf("[" + systems + "]", R"(["label"])", R"(["sbm:80,classes=2"])"));
  const Json report = benched(grid, folder.file("out"));
  EXPECT_EQ(report["run"], 24);
  EXPECT_EQ(report["failed"], 0);
  for (const auto& [name, cell] : cellsOf(folder.file("out"))) {
    EXPECT_TRUE(cell["scores"][cell["primary"].get<std::string>()]["auroc"].is_number()) << name;
    EXPECT_TRUE(contains(cell["notes"].dump(), "There is one ID class")) << name;
  }
}

TEST(BenchCliTest, ListShowsCellsAndRunsNothing) {
  const TemporaryFolder folder;
  const std::string grid = folder.write("grid.json", mixedGrid());
  const Json all = jsonOf("bench " + grid + " --list");
  ASSERT_EQ(all["cells"].size(), 24u);
  EXPECT_EQ(all["cells"][0], (Json{{"key", "sbm-80-label-msp-default-0"}, {"state", "to run"}}));
  benched(grid, folder.file("out"), "--only '*-label-msp-default-0'");
  const Json some = jsonOf("bench " + grid + " --list --out " + folder.file("out"));
  EXPECT_EQ(some["cells"][0]["state"], "done");
  EXPECT_EQ(some["cells"][1]["state"], "to run");
  EXPECT_EQ(cellsOf(folder.file("out")).size(), 1u);
}

TEST(BenchCliTest, AStoppedRunGoesOnAsIfItHadNotBeen) {
  const TemporaryFolder folder;
  const std::string longer = R"("hidden": 16, "epochs": 40, "test_samples": 3)";
  const std::string grid =
      folder.write("grid.json", gridOf(R"([{"detector": "msp", "set": {)" + longer +
                                           R"(}}, {"detector": "sispde", "set": {)" + longer + "}}]",
                                       R"(["label", "local"])", R"(["sbm:400"])"));
  benched(grid, folder.file("whole"));
  const std::string out = folder.file("out");
  const int code = interrupted({"bench", grid, "--out", out, "--jobs", "2"},
                               out + "/cells/sbm-400-label-msp-default-0.json", 0);
  EXPECT_TRUE(code == 130 || code == 0) << code;  // 0 where it was quick enough to end
  const Json rest = benched(grid, out);
  EXPECT_GE(rest["kept"], 1);
  EXPECT_EQ(rest["damaged"], 0);
  EXPECT_EQ(cellsOf(out), cellsOf(folder.file("whole")));
}

}  // namespace
}  // namespace sispde
