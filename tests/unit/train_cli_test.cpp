// The verb `train` as a user meets it: what it promises, what it refuses, what it leaves in its folder, and that a training that was
// stopped goes on as if it had not been.

#include <map>

#include <gtest/gtest.h>

#include "core/ood/metrics.h"
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

const std::string quick = " --set hidden=8 --set test_samples=3 ";

Json withoutSeconds(Json json) {
  json.erase("seconds");
  return json;
}

Json fileJson(const std::string& path) {
  return Json::parse(readFile(path).value(), nullptr, false);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Whether a note holds this part.
bool isNoted(const Json& json, const std::string& part) {
  for (const Json& note : json["notes"])
    if (contains(note.get<std::string>(), part)) return true;
  return false;
}

// ---- The promise

TEST(TrainCliTest, PromisesItsKeys) {
  for (const std::string detector : {"odin", "mahalanobis", "oe", "gnnsafe++", "gebm", "gnsd", "sispde"}) {
    const Json json =
        jsonOf("train sbm:80 --shift structure --seed 4 --set epochs=3 --detector " + detector + quick);
    for (const char* key :
         {"detector", "shift", "seed", "accuracy", "epoch", "seconds", "scores", "primary", "config"})
      ASSERT_TRUE(json.contains(key)) << key;
    EXPECT_EQ(isNoted(json, "sees OOD data"), detector == "oe" || detector == "gnnsafe++");
    EXPECT_EQ(json["detector"], detector);
    EXPECT_EQ(json["shift"], "structure");
    EXPECT_EQ(json["seed"], 4);
    EXPECT_GE(json["epoch"], 1);
    EXPECT_LE(json["epoch"], 3);
    EXPECT_GT(json["seconds"], 0);
    EXPECT_TRUE(json["accuracy"] >= 0 && json["accuracy"] <= 1);
    EXPECT_EQ(json["config"]["options"]["epochs"], 3);
    EXPECT_TRUE(json["scores"].contains(json["primary"].get<std::string>()));
    for (const auto& [name, score] : json["scores"].items())
      for (const char* key : {"auroc", "aupr_in", "aupr_out", "fpr95", "det_acc"}) {
        ASSERT_TRUE(score.contains(key)) << name << " " << key;
        EXPECT_TRUE(score[key] >= 0 && score[key] <= 1) << name << " " << key;
      }
  }
}

TEST(TrainCliTest, EqualSeedsGiveEqualJsonForAnyNumberOfThreads) {
  for (const std::string rest : {"gcn --shift label", "sispde --shift structure"}) {
    const std::string command = "train sbm:900 --set epochs=4 --seed 3 --detector " + rest + quick;
    EXPECT_EQ(withoutSeconds(jsonOf(command + " --threads 1")),
              withoutSeconds(jsonOf(command + " --threads 2")));
  }
}

TEST(TrainCliTest, AnotherSeedIsAnotherTraining) {
  EXPECT_NE(jsonOf("train karate --shift structure --set epochs=3 --seed 1" + quick)["scores"],
            jsonOf("train karate --shift structure --set epochs=3 --seed 2" + quick)["scores"]);
}

TEST(TrainCliTest, ATableForPeopleMarksThePrimaryScore) {
  const Outcome outcome = sispde("train sbm:80 --set epochs=2 --set primary=energy-prop" + quick);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, "energy-prop *")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "after seeing OOD results")) << outcome.out;
}

// ---- What is said

TEST(TrainCliTest, DataWithoutSplitAndFeaturesAreTrainedOnAndItIsSaid) {
  const Json json = jsonOf("train karate --shift structure --set epochs=2" + quick);
  EXPECT_TRUE(isNoted(json, "no split"));
  EXPECT_TRUE(isNoted(json, "no features"));
  EXPECT_EQ(json["n_id"], 28);  // of 34 nodes three train and three validate
  EXPECT_EQ(json["config"]["split"], "random 10/10/80");
}

TEST(TrainCliTest, OneIdClassTakesTheLastEpochAndItIsSaid) {
  const Json json = jsonOf("train minesweeper:12x12 --set epochs=4 --set lr=0.5 --detector msp" + quick);
  EXPECT_EQ(json["epoch"], 4);
  EXPECT_TRUE(isNoted(json, "one ID class") || isNoted(json, "one class")) << json["notes"];
}

TEST(TrainCliTest, ThatTheConstantsOfMaternEnergyWereChosenAfterSeeingOodResultsIsSaid) {
  const Json json = jsonOf("train sbm:80 --set epochs=2 --detector msp" + quick);
  ASSERT_TRUE(json["scores"].contains("matern-energy"));
  bool said = false;
  for (const Json& note : json["notes"])
    said = said || (contains(note.get<std::string>(), "matern-energy") &&
                    contains(note.get<std::string>(), "after seeing OOD results"));
  EXPECT_TRUE(said) << json["notes"];
}

// ---- Options

TEST(TrainCliTest, WrongUsageIsTwo) {
  expectError("train", 2, "data set");
  expectError("train karate --set nonsense=1", 2, "nonsense");
  expectError("train karate --set nu", 2, "key=value");
  expectError("train karate --set nu=0", 2, "0.01");
  expectError("train karate --detector msp --set nu=2", 2, "no use for the option \"nu\"");
  expectError("train karate --set epochs=2.5", 2, "epochs");
  expectError("train karate --detector nonsense", 2, "gnnsafe");
  expectError("train karate --preset nonsense", 2, "paper-literal");
  expectError("train karate --shift sideways", 2, "sideways");
  expectError("train karate --resume", 2, "--out");
}

TEST(TrainCliTest, AScoreThatIsNotComputedCannotBePrimary) {
  // A network without noise has one sample: no epistemic part.
  for (const char* options : {"--detector gcn", "--set sigma=0"})
    expectError(std::string("train sbm:80 --set epochs=1 --set hidden=8 --set primary=epistemic ") + options,
                2, "epistemic");
}

TEST(TrainCliTest, UnreadableInputIsThree) {
  const TemporaryFolder folder;
  expectError("train cora", 3, "sispde datasets fetch cora");
  expectError("train karate --config " + folder.write("a.json", "{"), 3, "not JSON");
  expectError("train karate --config " + folder.write("b.json", "{\"nonsense\": 1}"), 3, "nonsense");
}

TEST(TrainCliTest, OneClassIsRefused) {
  const TemporaryFolder folder;
  std::string edges, nodes = "id,label\n";
  for (int u = 0; u < 20; ++u) {
    edges += fmt::format("{},{}\n", u, (u + 1) % 20);
    nodes += fmt::format("{},1\n", u);  // that its number is 1 does not make it two
  }
  expectError("train " + folder.write("edges.csv", edges) + " --nodes " + folder.write("nodes.csv", nodes) +
                  " --shift structure --set epochs=1",
              2, "one class");
}

TEST(TrainCliTest, OptionsMayStandBeforeTheData) {
  EXPECT_EQ(sispde("train --detector msp --shift structure --set epochs=1 --set hidden=4 karate").code, 0);
}

TEST(TrainCliTest, SetComesOverTheConfigFileAndThatOverThePreset) {
  const TemporaryFolder folder;
  const std::string config = folder.write("c.json", R"({"primary": "energy", "epochs": 2, "nu": 3})");
  const Json options = jsonOf("train sbm:80 --preset reference --config " + config + " --set nu=4" +
                              quick)["config"]["options"];
  EXPECT_EQ(options["features"], "raw");  // auto in the preset, which is that for dense features
  EXPECT_EQ(options["primary"], "energy");
  EXPECT_EQ(options["epochs"], 2);
  EXPECT_EQ(options["nu"], 4);
}

TEST(TrainCliTest, ATrainingCanBeRepeatedFromItsOwnConfiguration) {
  const TemporaryFolder folder;
  const std::string command = "train sbm:80 --shift structure --detector sispde-rbf ";
  const Json first = jsonOf(command + "--set epochs=3 --set sigma=0.3 --set noise_mode=path" + quick);
  const std::string config = folder.write("c.json", first["config"]["options"].dump());
  EXPECT_EQ(withoutSeconds(jsonOf(command + "--config " + config)), withoutSeconds(first));
}

TEST(TrainCliTest, ExplainShowsEveryPresetWithItsReasonsAndTrainsNothing) {
  for (const std::string preset : {"recommended", "reference", "paper-literal"}) {
    const std::string command = "train --explain --preset " + preset;
    const Json json = jsonOf(command);
    EXPECT_EQ(json["preset"], preset);
    EXPECT_TRUE(json["options"].contains("epochs"));
    EXPECT_GE(json["changes"].size(), 2u);
    const Outcome table = sispde(command);
    EXPECT_EQ(table.code, 0);
    for (const auto& [key, value] : json["options"].items()) EXPECT_TRUE(contains(table.out, key)) << key;
    for (const Json& change : json["changes"]) {
      EXPECT_GT(change["reason"].get<std::string>().size(), 20u) << change;
      EXPECT_TRUE(contains(table.out, change["reason"].get<std::string>())) << change;
    }
  }
  expectError("train --explain --preset paper-literal --detector gcn", 2, "paper-literal");
}

// ---- The folder

// Rows of a scores.csv as maps from column to text.
std::vector<std::map<std::string, std::string>> rowsOf(const std::string& path) {
  const std::string text = readFile(path).value();
  std::vector<std::map<std::string, std::string>> rows;
  std::vector<std::string> header;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    at += line.size() + 1;
    std::vector<std::string> cells(1);
    for (const char c : line)
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
    if (header.empty()) {
      header = cells;
      continue;
    }
    EXPECT_EQ(cells.size(), header.size()) << line;
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) row[header[i]] = cells[i];
  }
  return rows;
}

TEST(TrainCliTest, TheFolderHoldsConfigurationMetricsScoresHistoryAndCheckpoint) {
  const TemporaryFolder folder;
  const std::string out = folder.file("runs/one");
  const Json json =
      jsonOf("train sbm:80 --detector sispde --shift label --set epochs=5 --out " + out + quick);
  for (const char* name : {"config.json", "metrics.json", "scores.csv", "history.csv", "checkpoint.npz"})
    EXPECT_TRUE(std::filesystem::exists(out + "/" + name)) << name;
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(out), {}), 5);  // and nothing half-written
  EXPECT_EQ(fileJson(out + "/metrics.json"), json);
  EXPECT_EQ(fileJson(out + "/config.json"), json["config"]);
  const auto history = rowsOf(out + "/history.csv");
  ASSERT_EQ(history.size(), 5u);
  EXPECT_EQ(history[4].at("epoch"), "5");
  // The selected epoch is the one with the smallest validation NLL.
  std::size_t best = 0;
  for (std::size_t e = 1; e < 5; ++e)
    if (std::stod(history[e].at("validation_nll")) < std::stod(history[best].at("validation_nll"))) best = e;
  EXPECT_EQ(json["epoch"], best + 1);
}

TEST(TrainCliTest, MetricsAreThoseOfTheScoresInTheFolder) {
  for (const std::string shift : {"label", "structure", "feature", "local"}) {
    SCOPED_TRACE(shift);
    const TemporaryFolder folder;
    const std::string out = folder.file("out");
    const Json json = jsonOf("train sbm:80 --set epochs=4 --shift " + shift + " --out " + out + quick);
    EXPECT_EQ(json["shift"], shift);
    const auto rows = rowsOf(out + "/scores.csv");
    EXPECT_EQ(rows.size(), shift == "structure" || shift == "feature" ? 160u : 80u);
    int right = 0;
    for (const auto& row : rows)
      if (row.at("set") == "id") {
        right += row.at("label") == row.at("prediction") ? 1 : 0;
        EXPECT_EQ(row.at("graph"), "training");
      }
    EXPECT_NEAR(json["accuracy"].get<double>(), right / json["n_id"].get<double>(), 1e-12);
    for (const auto& [name, score] : json["scores"].items()) {
      std::vector<double> id, ood;
      for (const auto& row : rows)
        if (!row.at("set").empty()) (row.at("set") == "ood" ? ood : id).push_back(std::stod(row.at(name)));
      EXPECT_EQ(id.size(), json["n_id"]);
      EXPECT_EQ(ood.size(), json["n_ood"]);
      const OodMetrics metrics = oodMetrics(id, ood).value();
      EXPECT_NEAR(score["auroc"].get<double>(), metrics.auroc, 1e-12) << name;
      EXPECT_NEAR(score["aupr_in"].get<double>(), metrics.auprIn, 1e-12) << name;
      EXPECT_NEAR(score["aupr_out"].get<double>(), metrics.auprOut, 1e-12) << name;
      EXPECT_NEAR(score["fpr95"].get<double>(), metrics.fpr95, 1e-12) << name;
      EXPECT_NEAR(score["det_acc"].get<double>(), metrics.detAcc, 1e-12) << name;
    }
  }
}

TEST(TrainCliTest, AFolderOfAnotherTrainingIsNotOverwritten) {
  const TemporaryFolder folder;
  const std::string command = "train sbm:80 --detector msp --out " + folder.file("out") + quick;
  ASSERT_EQ(sispde(command + "--set epochs=2").code, 0);
  const std::string kept = readFile(folder.file("out/metrics.json")).value();
  expectError(command + "--set epochs=3", 2, "holds a training already");
  EXPECT_EQ(readFile(folder.file("out/metrics.json")).value(), kept);
  EXPECT_EQ(fileJson(folder.file("out/config.json"))["options"]["epochs"], 2);
}

TEST(TrainCliTest, AFolderThatCannotBeMadeIsOneSentence) {
  const TemporaryFolder folder;
  folder.write("file", "x");
  expectError("train sbm:80 --detector msp --set epochs=1 --out " + folder.file("file"), 1, "cannot be made");
}

// ---- Stop and resume

TEST(TrainCliTest, AResumeNeedsATrainingOfTheSameConfiguration) {
  const TemporaryFolder folder;
  const std::string out = " --out " + folder.file("out"), resume = out + " --resume";
  const std::string command = "train sbm:80 --detector msp --set epochs=2" + quick;
  expectError(command + resume, 3, "no checkpoint");
  EXPECT_FALSE(std::filesystem::exists(folder.file("out")));
  ASSERT_EQ(sispde(command + out).code, 0);
  expectError(command + " --seed 1" + resume, 3, "\"seed\" (1 in this run, 0 in the checkpoint)");
  expectError(command + " --shift structure" + resume, 3, "\"shift\"");
  expectError(command + " --random-split" + resume, 3, "\"split\"");
  expectError("train sbm:90 --detector msp --set epochs=2" + quick + resume, 3, "data_hash");
}

TEST(TrainCliTest, ARefusedResumeNamesTheOptionThatDiffers) {
  const TemporaryFolder folder;
  const std::string command = "train sbm:80 --detector msp --out " + folder.file("out") + quick;
  ASSERT_EQ(sispde(command + "--set epochs=2").code, 0);
  expectError(command + "--set epochs=2 --set weight_decay=0.5 --resume", 3, "weight_decay");
}

TEST(TrainCliTest, ATrainingThatIsDoneIsScoredAgainByResume) {
  const TemporaryFolder folder;
  const std::string command = "train sbm:80 --set epochs=3 --out " + folder.file("out") + quick;
  ASSERT_EQ(sispde(command).code, 0);
  const Json first = fileJson(folder.file("out/metrics.json"));
  const std::string scores = readFile(folder.file("out/scores.csv")).value(),
                    history = readFile(folder.file("out/history.csv")).value();
  ASSERT_EQ(sispde(command + " --resume").code, 0);
  EXPECT_EQ(withoutSeconds(fileJson(folder.file("out/metrics.json"))), withoutSeconds(first));
  EXPECT_EQ(readFile(folder.file("out/scores.csv")).value(), scores);
  EXPECT_EQ(readFile(folder.file("out/history.csv")).value(), history);
}

TEST(TrainCliTest, ADamagedCheckpointIsRefused) {
  const TemporaryFolder folder;
  const std::string command =
      "train sbm:80 --detector msp --set epochs=2 --out " + folder.file("out") + quick;
  ASSERT_EQ(sispde(command).code, 0);
  const std::string whole = readFile(folder.file("out/checkpoint.npz")).value();
  for (const std::size_t size : {std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
    folder.write("out/checkpoint.npz", whole.substr(0, size));
    expectError(command + " --resume", 3, "checkpoint.npz");
  }
  // That of another training, although the configuration beside it fits.
  ASSERT_EQ(
      sispde("train sbm:80 --detector msp --set epochs=2 --seed 9 --out " + folder.file("other") + quick)
          .code,
      0);
  std::filesystem::copy_file(folder.file("other/checkpoint.npz"), folder.file("out/checkpoint.npz"),
                             std::filesystem::copy_options::overwrite_existing);
  expectError(command + " --resume", 3, "seed");
  folder.write("out/checkpoint.npz", whole);
  EXPECT_EQ(sispde(command + " --resume").code, 0);
}

TEST(TrainCliTest, AStoppedTrainingGoesOnAsIfItHadNotBeen) {
  const TemporaryFolder folder;
  // Long enough to be met while it trains.
  std::vector<std::string> command{
      "train",     "sbm:500", "--shift",     "structure", "--set",          "epochs=120",         "--set",
      "hidden=16", "--set",   "dropout=0.2", "--set",     "test_samples=3", "--checkpoint-every", "1"};
  std::string text;
  for (const std::string& part : command) text += part + " ";
  ASSERT_EQ(sispde(text + "--out " + folder.file("whole")).code, 0);

  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = command;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const std::string out = folder.file("out"), checkpoint = folder.file("out/checkpoint.npz");
  ASSERT_EQ(interrupted(with({"--out", out}), checkpoint, 0), 130);
  EXPECT_FALSE(std::filesystem::exists(out + "/metrics.json"));
  EXPECT_TRUE(std::filesystem::exists(out + "/config.json"));
  // And again while it goes on. Where it was quick enough to end, or so slow that the signal met it before it listened to signals (-1),
  // that is as good.
  const int again = interrupted(with({"--out", out, "--resume"}), checkpoint, 500);
  EXPECT_TRUE(again == 130 || again == 0 || again == -1) << again;
  ASSERT_EQ(sispde(text + "--resume --out " + out).code, 0);

  const Json whole = fileJson(folder.file("whole/metrics.json")), stopped = fileJson(out + "/metrics.json");
  EXPECT_EQ(withoutSeconds(stopped), withoutSeconds(whole));
  for (const char* name : {"scores.csv", "history.csv", "config.json"})
    EXPECT_EQ(readFile(out + "/" + name).value(), readFile(folder.file("whole/") + name).value()) << name;
}

// ---- Failure

TEST(TrainCliTest, ADivergedTrainingIsOneSentenceAndOne) {
  // Features near the end of float32: the first product leaves it.
  const TemporaryFolder folder;
  std::string edges, nodes = "id,label";
  for (int c = 0; c < 30; ++c) nodes += fmt::format(",f{}", c);
  for (int u = 0; u < 40; ++u) {
    edges += fmt::format("{},{}\n", u, (u + 1) % 40);
    nodes += fmt::format("\n{},{}", u, u % 2);
    for (int c = 0; c < 30; ++c) nodes += ",3e38";
  }
  const std::string data =
      folder.write("edges.csv", edges) + " --nodes " + folder.write("nodes.csv", nodes + "\n");
  for (const std::string detector : {"gcn", "sispde"}) {
    const Outcome outcome =
        sispde("train " + data + " --shift structure --set epochs=3 --set features=raw --detector " +
               detector + " --out " + folder.file(detector) + quick);
    EXPECT_EQ(outcome.code, 1) << detector << outcome.out;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(contains(outcome.err, "epoch 1")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "not finite")) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder.file(detector) + "/metrics.json"));
  }
}

}  // namespace
}  // namespace sispde
