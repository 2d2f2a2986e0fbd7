// The command line as a user meets it: exit codes, one sentence on stderr, JSON with the promised keys.

#include <csignal>
#include <cstdio>

#include <gtest/gtest.h>

#include "tests/unit/loopback_server.h"
#include "tests/unit/program.h"
#include "tests/unit/real_data.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::expectError;
using testing::Json;
using testing::jsonOf;
using testing::Outcome;
using testing::sispde;
using testing::TemporaryFolder;

TEST(CliTest, HelpAndVersionAreEverywhere) {
  EXPECT_EQ(sispde("--version").out.substr(0, 7), "sispde ");
  for (const char* arguments :
       {"--help", "info --help", "datasets --help", "datasets fetch --help", "shift --help", "metrics --help",
        "kernel --help", "sample --help", "detect --help"}) {
    const Outcome outcome = sispde(arguments);
    EXPECT_EQ(outcome.code, 0) << arguments;
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out.find("--help"), std::string::npos);
  }
  for (const char* verb : {"info", "datasets", "shift", "metrics", "kernel", "sample", "detect"})
    EXPECT_NE(sispde(std::string(verb) + " --help").out.find("Examples:"), std::string::npos);
}

TEST(CliTest, WrongUsageIsTwo) {
  expectError("", 2, "--help");
  expectError("nonsense", 2, "There is no verb called \"nonsense\"");
  for (const char* seed : {"-1", "18446744073709551616", "''", "x"})
    expectError(std::string("info karate --seed ") + seed, 2, "seed");
  expectError("info karate --nodes x.csv", 2, "--nodes");
  expectError("shift planted:50 --kind local --share 0 --out x.npz", 2, "share");
  expectError("datasets import karate --out x.npz --json ./x.npz", 2, "both name");
  expectError("info", 2, "DATA");
  expectError("info karate --nonsense", 2, "nonsense");
  expectError("info karate --threads -1", 2, "threads");
  expectError("shift karate --kind sideways --out x.npz", 2, "sideways");
  expectError("shift karate --kind label --out x.xyz", 2, ".npz");
  expectError("info sbm:nodes=x", 2, "sbm");
  expectError("datasets fetch atlantis", 2, "atlantis");
}

TEST(CliTest, UnreadableInputIsThree) {
  expectError("info /no/such/file.npz", 3, "no/such/file.npz");
  expectError("info cora", 3, "sispde datasets fetch cora");
  expectError("metrics /no/such.csv", 3, "no such file");
  const TemporaryFolder folder;
  expectError("info " + folder.write("empty.csv", ""), 3, "empty");
}

TEST(CliTest, FailedWritingIsOneAndLeavesNothing) {
  const TemporaryFolder folder;
  expectError("datasets import karate --out " + folder.file("no/such/x.npz"), 1, "cannot be written");
  expectError("info karate --json " + folder.file("no/such/x.json"), 1, "cannot be written");
  EXPECT_EQ(folder.fileCount(), 0u);
  std::filesystem::create_directory(folder.file("taken.csv"));
  expectError("datasets import karate --out " + folder.file("taken.csv"), 1, "cannot be written");
  EXPECT_EQ(folder.fileCount(), 1u);
}

TEST(CliTest, InfoPromisesItsKeys) {
  const Json json = jsonOf("info karate");
  for (const char* key : {"name", "nodes", "edges", "classes", "features", "isolated", "components", "degree",
                          "homophily", "informativeness", "hash"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["nodes"], 34);
  EXPECT_EQ(json["degree"]["max"], 17);
  EXPECT_NEAR(json["homophily"]["adjusted"].get<double>(), 0.6087, 5e-5);
  EXPECT_NEAR(json["informativeness"]["node"].get<double>(), 0.5031, 5e-5);
  EXPECT_EQ(json["hash"].get<std::string>().size(), 64u);
}

TEST(CliTest, ANodeTableGoesWithAnEdgeListAlone) {
  const TemporaryFolder folder;
  EXPECT_EQ(sispde("datasets import karate --out " + folder.file("k.npz")).code, 0);
  expectError("info " + folder.file("k.npz") + " --nodes x.csv", 2, "CSV edge list alone");
}

TEST(CliTest, UndefinedStatisticsAreNull) {
  const TemporaryFolder folder;
  const Json json = jsonOf("info " + folder.write("g.csv", "0,1\n"));
  EXPECT_TRUE(json["homophily"]["edge"].is_null());
  EXPECT_NE(sispde("info " + folder.file("g.csv")).out.find("–"), std::string::npos);
}

TEST(CliTest, ThePeopleTableShowsTheFigures) {
  const Outcome outcome = sispde("info karate");
  EXPECT_NE(outcome.out.find("0.6087"), std::string::npos);
  EXPECT_EQ(outcome.err, "");  // no progress bar where stderr is not a terminal
}

TEST(CliTest, JsonGoesToAFileBesideTheTable) {
  const TemporaryFolder folder;
  EXPECT_NE(sispde("info karate --json " + folder.file("k.json")).out.find("nodes"), std::string::npos);
  EXPECT_EQ(Json::parse(readFile(folder.file("k.json")).value())["edges"], 78);
}

TEST(CliTest, SeedAndThreadsDecideNothingTogether) {
  const std::string one = jsonOf("info citation:300 --seed 5 --threads 1")["hash"],
                    two = jsonOf("info citation:300 --seed 5 --threads 2")["hash"];
  EXPECT_EQ(one, two);
  EXPECT_NE(one, jsonOf("info citation:300 --seed 6")["hash"].get<std::string>());
}

TEST(CliTest, DataAreFoundByNameInTheDataFolder) {
  const TemporaryFolder folder;
  EXPECT_EQ(sispde("datasets import ring:12 --out " + folder.file("my_ring.npz")).code, 0);
  EXPECT_EQ(jsonOf("info My-Ring --data-dir " + folder.path())["nodes"], 12);
}

TEST(CliTest, DatasetsListsTheCatalogueWithItsKeys) {
  const Json json = jsonOf("datasets");
  EXPECT_GE(json["datasets"].size(), 13u);
  for (const char* key : {"name", "state", "nodes", "edges"})
    EXPECT_TRUE(json["datasets"][0].contains(key)) << key;
  EXPECT_EQ(json["datasets"][0]["state"], "missing");
  EXPECT_EQ(jsonOf("datasets list")["generators"].size(), 7u);
}

TEST(CliTest, ImportConvertsAmongFormats) {
  const TemporaryFolder folder;
  std::string source = "minesweeper:6x5", hash;
  for (const char* name : {"a.csv", "b.graphml", "c.npz"}) {
    const Json json = jsonOf("datasets import " + source + " --out " + folder.file(name));
    EXPECT_EQ(json["datasets"][0]["state"], "written");
    if (!hash.empty()) EXPECT_EQ(json["datasets"][0]["hash"], hash);
    hash = json["datasets"][0]["hash"];
    source = folder.file(name);
  }
}

TEST(CliTest, VerifyFindsADamagedSet) {
  const TemporaryFolder folder;
  EXPECT_EQ(sispde("datasets import ring:12 --out " + folder.file("cora.npz")).code, 0);
  const Outcome outcome = sispde("datasets verify --data-dir " + folder.path());
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.out.find("damaged"), std::string::npos);
  EXPECT_NE(outcome.err.find("cora"), std::string::npos);
  EXPECT_EQ(sispde("datasets verify citeseer --data-dir " + folder.path()).code, 3);
}

TEST(CliTest, VerifyPassesThePublishedSets) {
  SISPDE_REAL_DATA(cora, "cora.npz");
  const Json json =
      jsonOf("datasets verify --data-dir " + std::filesystem::path(cora).parent_path().string());
  int present = 0;
  for (const Json& entry : json["datasets"]) present += entry["state"] == "present";
  EXPECT_EQ(present, 10);
}

TEST(CliTest, ShiftWritesTheOodSet) {
  const TemporaryFolder folder;
  for (const char* kind : {"label", "structure", "feature", "local"}) {
    const Json json = jsonOf(std::string("shift minesweeper:20x20 --kind ") + kind + " --seed 2 --out " +
                             folder.file("s.npz"));
    EXPECT_EQ(json["kind"], kind);
    EXPECT_EQ(json["nodes"], 400);
    EXPECT_TRUE(json.contains("edges"));
    EXPECT_EQ(jsonOf("info " + folder.file("s.npz"))["hash"], json["hash"]);
  }
  const std::string options = " --out " + folder.file("s.csv") + " ";
  EXPECT_EQ(jsonOf("shift planted:100 --kind label --ood-classes 1,2 --id-classes 0" + options)["n_ood"], 40);
  EXPECT_EQ(jsonOf("shift planted:100 --kind local --region balls --share 0.3" + options)["n_ood"], 30);
  EXPECT_EQ(jsonOf("shift planted:100 --kind feature --features gaussian --fraction 0.1 --sigma 2" +
                   options)["n_ood"],
            10);
  EXPECT_EQ(jsonOf("shift planted:100 --kind feature --random-split" + options)["n_id_test"], 80);
  EXPECT_EQ(jsonOf("shift minesweeper:20x20 --kind feature --split 3" + options)["n_id_test"], 100);
  EXPECT_EQ(sispde("shift karate --kind feature" + options).code, 2);  // no features
}

TEST(CliTest, MetricsPromisesItsKeys) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("s.csv", "is_ood,score,other\n0,0.1,x\n1,0.9,x\nfalse,0.4,x\ntrue,0.35,x\n");
  const Json json = jsonOf("metrics " + file);
  EXPECT_NEAR(json["auroc"].get<double>(), 0.75, 1e-12);
  EXPECT_EQ(json["n_id"], 2);
  EXPECT_EQ(json["n_ood"], 2);
  for (const char* key : {"aupr_in", "aupr_out", "fpr95", "det_acc"}) EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_NE(sispde("metrics " + file + " --detacc-grid 10").out.find("10 thresholds"), std::string::npos);
}

TEST(CliTest, MetricsRefusesBadScores) {
  const TemporaryFolder folder;
  const auto refuse = [&](const std::string& text, const std::string& part) {
    expectError("metrics " + folder.write("s.csv", text), 3, part);
  };
  refuse("score,is_ood\nnan,1\n0,0\n", "s.csv:2: score: The score is NaN");
  refuse("score,is_ood\nx,1\n", "not a number");
  refuse("score,is_ood\n1,2\n", "not 0, 1");
  refuse("score,is_ood\n1,1\n", "need ID scores");
  refuse("score,is_ood\n", "no scores");
  refuse("a,b\n1,2\n", "must name the columns");
  refuse("score,score,is_ood\n1,2,0\n", "there twice");
  refuse("score,is_ood\n1,1\n2\n", "s.csv:3");
}

TEST(CliTest, AClosedPipeIsNoCrash) {
  const int status = std::system("'" SISPDE_PROGRAM "' datasets 2>/dev/null | head -n 1 >/dev/null");
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(CliTest, AFetchWithoutNetworkIsOneSentenceAndLeavesNothing) {
  const TemporaryFolder folder;
  // A proxy that is not there stands for the missing network.
  ::setenv("https_proxy", "http://127.0.0.1:9", 1);
  expectError("datasets fetch cora --data-dir " + folder.file("data"), 1, "cannot be downloaded");
  ::unsetenv("https_proxy");
}

TEST(CliTest, ABarShowsOnATerminalWhatTakesLongerThanASecond) {
  const TemporaryFolder folder;
  const std::string command = "script -qec \"'" SISPDE_PROGRAM "' info sbm:1500000\" /dev/null >'" +
                              folder.file("screen") + "' </dev/null";
  ASSERT_EQ(WEXITSTATUS(std::system(command.c_str())), 0);
  const std::string screen = readFile(folder.file("screen")).value();
  EXPECT_NE(screen.find("█"), std::string::npos);
  EXPECT_NE(screen.find("1 500 000"), std::string::npos);
}

TEST(CliTest, CtrlCEndsWith130) {
  // Reading a list of two million text ids takes long enough to be interrupted; the reader asks every few rows.
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 2'000'000; ++i) text += fmt::format("a{},b{}\n", i, i * 7 % 1000);
  folder.write("g.csv", text);
  const int status = std::system(("timeout --preserve-status -s INT 0.2 '" SISPDE_PROGRAM "' info " +
                                  folder.file("g.csv") + " >/dev/null 2>&1")
                                     .c_str());
  EXPECT_EQ(WEXITSTATUS(status), 130);
}

}  // namespace
}  // namespace sispde
