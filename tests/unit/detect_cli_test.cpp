// The verb `detect`, and OOD marks of the user's own data in `train`, `score` and `shift`.

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/io/write.h"
#include "core/shift/calibration_split.h"
#include "core/shift/generators.h"
#include "core/shift/random_split.h"
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

const std::string quick = " --detector msp --set hidden=8 --set epochs=15 ";

bool isNoted(const Json& json, const std::string& part) {
  for (const Json& note : json["notes"])
    if (note.get<std::string>().find(part) != std::string::npos) return true;
  return false;
}

struct Row {
  std::int64_t node = 0;
  double score = 0, p = 0, q = 0;
  bool flagged = false;
  std::string ood;
};

std::vector<Row> rowsOf(const std::string& file) {
  std::istringstream text(readFile(file).value());
  std::vector<Row> rows;
  std::string line;
  std::getline(text, line);
  while (std::getline(text, line)) {
    std::vector<std::string> cells;
    std::istringstream parts(line);
    for (std::string cell; std::getline(parts, cell, ',');) cells.push_back(cell);
    if (cells.size() != 10) {
      ADD_FAILURE() << line;
      return rows;
    }
    rows.push_back({parseInteger(cells[0]).value(), parseReal(cells[2]).value(), parseReal(cells[3]).value(),
                    parseReal(cells[4]).value(), cells[5] == "1", cells[8]});
  }
  return rows;
}

// ---- The promise

TEST(DetectCliTest, PromisesItsKeysAndWritesWhatTheySay) {
  const TemporaryFolder folder;
  const std::string out = folder.file("flagged.csv");
  const Json json = jsonOf("detect planted:400 --shift label --alpha 0.2 --out " + out + quick);
  for (const char* key :
       {"flagged", "threshold", "alpha", "calibration", "tested", "smallest_p", "checks", "truth"})
    ASSERT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["alpha"], 0.2);
  EXPECT_DOUBLE_EQ(json["smallest_p"].get<double>(), 1 / (json["calibration"].get<double>() + 1));
  const std::vector<Row> rows = rowsOf(out);
  ASSERT_EQ(rows.size(), json["tested"].get<std::size_t>());
  std::int64_t flagged = 0, wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) EXPECT_LE(rows[i].score, rows[i - 1].score);
    EXPECT_GE(rows[i].q, rows[i].p * (1 - 1e-9));
    flagged += rows[i].flagged;
    wrong += rows[i].flagged && rows[i].ood == "0";
    if (!json["threshold"].is_null())
      EXPECT_EQ(rows[i].flagged, rows[i].score > json["threshold"].get<double>()) << i;
  }
  EXPECT_EQ(json["flagged"], flagged);
  EXPECT_EQ(json["truth"]["false_discoveries"], wrong);
  EXPECT_TRUE(isNoted(json, "exchangeable"));
  EXPECT_TRUE(isNoted(json, "neither training nor that choice saw a calibration node"));
}

TEST(DetectCliTest, WithoutAnyMarkThereIsAnAnswerAndNoTruth) {
  const TemporaryFolder folder;
  const Json json = jsonOf("detect planted:400 --alpha 0.1 --out " + folder.file("f.csv") + quick);
  EXPECT_EQ(json["shift"], "none");
  EXPECT_TRUE(json["truth"].is_null());
  EXPECT_TRUE(json["enough_calibration"]);
  EXPECT_TRUE(json["false_alarm"]["threshold"].is_number());
  EXPECT_TRUE(json["checks"]["held_out"].is_object());
  EXPECT_TRUE(isNoted(json, "taken to be in distribution"));
  for (const Row& row : rowsOf(folder.file("f.csv"))) EXPECT_EQ(row.ood, "");
}

TEST(DetectCliTest, EqualSeedsGiveEqualFilesForAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const std::string command = "detect planted:400 --alpha 0.1 --seed 3" + quick;
  (void)jsonOf(command + "--threads 1 --out " + folder.file("a.csv"));
  (void)jsonOf(command + "--threads 2 --out " + folder.file("b.csv"));
  EXPECT_EQ(readFile(folder.file("a.csv")).value(), readFile(folder.file("b.csv")).value());
  (void)jsonOf("detect planted:400 --alpha 0.1 --seed 4 --out " + folder.file("c.csv") + quick);
  EXPECT_NE(readFile(folder.file("a.csv")).value(), readFile(folder.file("c.csv")).value());
}

TEST(DetectCliTest, TooFewCalibrationNodesAreSaidAndNothingIsFlagged) {
  const TemporaryFolder folder;
  const Json json = jsonOf("detect karate --alpha 0.05 --out " + folder.file("f.csv") + quick);
  EXPECT_EQ(json["flagged"], 0);
  EXPECT_TRUE(json["threshold"].is_null());
  EXPECT_FALSE(json["enough_calibration"]);
  EXPECT_EQ(json["least_calibration"], 19);
  EXPECT_TRUE(isNoted(json, "Too few calibration nodes for this level"));
}

TEST(DetectCliTest, CalibrationNodesAreHeldOutForAnotherLevelWhereThatIsAskedFor) {
  const TemporaryFolder folder;
  const std::string command = "detect planted:200 --seed 2 --out " + folder.file("f.csv") + quick;
  const Json loose = jsonOf(command + "--alpha 0.4"), strict = jsonOf(command + "--alpha 0.01");
  ASSERT_GT(strict["calibration"].get<int>(), loose["calibration"].get<int>());
  const Json asked = jsonOf(command + "--alpha 0.4 --calibrate-for 0.01");
  EXPECT_EQ(asked["calibration"], strict["calibration"]);
  EXPECT_EQ(asked["alpha"], 0.4);
  expectError(command + "--calibrate-for 1", 2, "level");
}

TEST(DetectCliTest, FalseAlarmsAreControlledInsteadWhereThatIsAskedFor) {
  const TemporaryFolder folder;
  const Json json = jsonOf("detect planted:400 --shift label --alpha 0.1 --control false-alarm --out " +
                           folder.file("f.csv") + quick);
  EXPECT_EQ(json["flagged"], json["false_alarm"]["flagged"]);
  EXPECT_EQ(json["threshold"], json["false_alarm"]["threshold"]);
  for (const Row& row : rowsOf(folder.file("f.csv"))) EXPECT_EQ(row.flagged, row.p <= 0.1 * (1 + 1e-12));
}

TEST(DetectCliTest, WrongRequestsAreRefused) {
  const TemporaryFolder folder;
  const std::string out = " --out " + folder.file("f.csv");
  for (const char* alpha : {"0", "1", "-0.1", "2"})
    expectError("detect planted:100 --alpha " + std::string(alpha) + out, 2, "alpha");
  expectError("detect planted:100 --score best --detector msp --set epochs=1" + out, 2,
              "There is no score \"best\"");
  expectError("detect planted:100 --shift given" + out, 2, "Nothing is marked");
  expectError("detect planted:100 --shift label --ood-nodes 3" + out, 2, "--shift given");
  expectError("detect planted:100 --ood-nodes 100" + out, 2, "There is no node \"100\"");
  expectError("detect planted:100 --ood-classes 77" + out, 2, "There is no class \"77\"");
  expectError("detect planted:100 --ood-column odd" + out, 2, "no column \"odd\"");
  expectError("detect planted:100 --model " + folder.file("none") + out, 3, "config.json");
  expectError("detect planted:100 --model x --set epochs=3" + out, 2, "has its options");
  expectError("detect planted:100", 2, "--out");
  EXPECT_FALSE(std::filesystem::exists(folder.file("f.csv")));
}

// Labels of calibration nodes may be anything: no score depends on them. Labels of training nodes may not.
TEST(DetectCliTest, NeitherTrainingNorTheChoiceOfTheEpochSeesCalibrationNodes) {
  const TemporaryFolder folder;
  const Dataset data = generateDataset("planted:300", 2).value();
  ASSERT_FALSE(data.splits.empty());
  ShiftedData shifted = applyShift(data, {.kind = ShiftKind::None, .seed = 6}).value();
  const Mask calibration = holdOutCalibration(shifted, 0.1, 6);
  ASSERT_GT(count(calibration), 9);
  const auto scoresWith = [&](const Mask& changed) {
    Dataset other = data;
    for (const NodeId u : members(changed)) other.labels[u] = (other.labels[u] + 1) % data.classCount();
    EXPECT_TRUE(writeDataset(other, folder.file("other.npz")));
    const Json json = jsonOf("detect " + folder.file("other.npz") + " --seed 6 --alpha 0.1 --out " +
                             folder.file("f.csv") + quick);
    EXPECT_EQ(json["calibration"], count(calibration));
    return readFile(folder.file("f.csv")).value();
  };
  const std::string scores = scoresWith(Mask(300, 0));
  EXPECT_EQ(scoresWith(calibration), scores);
  EXPECT_NE(scoresWith(shifted.training.splits[0].train), scores);
}

// Validation nodes of high degree have lower scores than the rest: the promise is broken, and the verb says so.
TEST(DetectCliTest, ValidationNodesThatWereChosenByDegreeAreFoundOut) {
  const TemporaryFolder folder;
  Dataset data = generateDataset("citation:1500", 1).value();
  std::vector<NodeId> nodes = allNodes(1500);
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](NodeId a, NodeId b) { return data.graph.degree(a) > data.graph.degree(b); });
  Split split = emptySplit(1500);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    (i < 300 ? split.validation : nodes[i] % 4 == 0 ? split.train : split.test)[nodes[i]] = 1;
  data.splits = {split};
  ASSERT_TRUE(writeDataset(data, folder.file("d.npz")));
  const Json json =
      jsonOf("detect " + folder.file("d.npz") +
             " --alpha 0.1 --detector msp --score energy --ood-nodes 0 --out " + folder.file("f.csv"));
  EXPECT_TRUE(json["checks"]["degrees"]["differ"]);
  EXPECT_FALSE(json["checks"]["held_out"]["passes"]);
  EXPECT_GT(json["checks"]["held_out"]["rate"], 0.15);
  EXPECT_TRUE(isNoted(json, "Exchangeability does not hold"));
  EXPECT_TRUE(isNoted(json, "Degrees of calibration and tested nodes differ"));
}

// ---- With a trained model

TEST(DetectCliTest, AModelIsCalibratedOnTestNodesAndTestsTheOthers) {
  const TemporaryFolder folder;
  (void)jsonOf("train planted:400 --shift label --seed 2 --out " + folder.file("model") + quick);
  const std::string command = "detect planted:400 --seed 2 --alpha 0.1 --model " + folder.file("model");
  const Json json = jsonOf(command + " --out " + folder.file("f.csv"));
  EXPECT_EQ(json["shift"], "label");
  EXPECT_EQ(json["detector"], "msp");
  EXPECT_TRUE(isNoted(json, "test nodes with a label calibrate"));
  EXPECT_GT(json["truth"]["n_ood"], 10);
  // Its scores are those that train wrote.
  std::map<std::int64_t, double> written;
  std::istringstream text(readFile(folder.file("model/scores.csv")).value());
  std::string line;
  std::getline(text, line);
  std::size_t column = 0, at = 0;
  std::istringstream header(line);
  for (std::string cell; std::getline(header, cell, ','); ++at)
    if (cell == json["score"].get<std::string>()) column = at;
  while (std::getline(text, line)) {
    std::vector<std::string> cells;
    std::istringstream parts(line);
    for (std::string cell; std::getline(parts, cell, ',');) cells.push_back(cell);
    written[parseInteger(cells[1]).value()] = parseReal(cells.at(column)).value();
  }
  for (const Row& row : rowsOf(folder.file("f.csv"))) EXPECT_EQ(row.score, written.at(row.node));
  expectError(command + " --shift none --out " + folder.file("g.csv"), 2, "trained under --shift label");
}

TEST(DetectCliTest, AModelTestsOtherDataAsTheyAre) {
  const TemporaryFolder folder;
  (void)jsonOf("train planted:400 --shift none --seed 2 --out " + folder.file("model") + quick);
  const Json json = jsonOf("detect planted:400 --seed 5 --alpha 0.1 --ood-nodes 1,2,3 --model " +
                           folder.file("model") + " --out " + folder.file("f.csv"));
  EXPECT_EQ(json["shift"], "given");
  EXPECT_TRUE(isNoted(json, "trained on other data"));
  EXPECT_EQ(json["truth"]["n_ood"], 3);
}

// ---- Own marks

// Two rings of two classes with features that tell them apart, and a column `odd`.
void writeOwnData(const TemporaryFolder& folder) {
  std::string edges = "source,target\n", nodes = "id,class,f,g,odd\n";
  for (int u = 0; u < 80; ++u) {
    edges += fmt::format("n{},n{}\n", u, u % 2 == 0 ? (u + 2) % 80 : (u + 2) % 80);
    nodes += fmt::format("n{},{},{},{},{}\n", u,
                         u % 2 == 0   ? "ham"
                         : u % 5 == 0 ? "spam"
                                      : "beef",
                         u % 2, (u * 7) % 11, u < 6 ? 1 : 0);
  }
  folder.write("mine.csv", edges);
  folder.write("mine.nodes.csv", nodes);
}

TEST(OwnMarksTest, AColumnAClassOrNodesAreTheOodSet) {
  const TemporaryFolder folder;
  writeOwnData(folder);
  const std::string train = "train " + folder.file("mine.csv") + quick;
  EXPECT_EQ(jsonOf(train + "--ood-column odd")["n_ood"], 6);
  EXPECT_EQ(jsonOf(train + "--ood-classes spam")["n_ood"], 8);
  EXPECT_EQ(jsonOf(train + "--ood-nodes n1,n7,n9")["n_ood"], 3);
  folder.write("list.txt", "n1\r\n n7\n\nn30\n");
  const Json json = jsonOf(train + "--ood-nodes " + folder.file("list.txt") + " --ood-column odd");
  EXPECT_EQ(json["n_ood"], 8);  // n1 is in both
  EXPECT_EQ(json["shift"], "given");
  EXPECT_TRUE(json["scores"]["msp"]["auroc"].is_number());
  expectError(train + "--ood-nodes 1", 2, "names that the file gives");
  expectError(train + "--ood-classes spam --shift label", 2, "--shift given");
}

TEST(OwnMarksTest, OtherMarksAreAnotherTraining) {
  const TemporaryFolder folder;
  writeOwnData(folder);
  const std::string train = "train " + folder.file("mine.csv") + " --out " + folder.file("model") + quick;
  (void)jsonOf(train + "--ood-nodes n1,n7");
  expectError(train + "--ood-nodes n1,n9 --resume", 3, "data_hash");
}

TEST(OwnMarksTest, WithoutMarksThereAreScoresAndNoMetricsAndItIsSaidOnce) {
  const TemporaryFolder folder;
  const Json json = jsonOf("train planted:200 --shift none --out " + folder.file("model") + quick);
  EXPECT_EQ(json["n_ood"], 0);
  for (const auto& [name, score] : json["scores"].items()) EXPECT_TRUE(score.contains("error")) << name;
  int said = 0;
  for (const Json& note : json["notes"])
    said += note.get<std::string>().find("need OOD scores") != std::string::npos;
  EXPECT_EQ(said, 1);
  EXPECT_TRUE(isNoted(json, "No node is known to be OOD"));
  EXPECT_TRUE(std::filesystem::exists(folder.file("model/scores.csv")));
  EXPECT_EQ(sispde("score " + folder.file("model") + " planted:200").code, 0);
}

TEST(OwnMarksTest, ShiftWritesThemIntoTheFile) {
  const TemporaryFolder folder;
  writeOwnData(folder);
  const std::string shift =
      "shift " + folder.file("mine.csv") + " --out " + folder.file("m.npz") + " --kind ";
  EXPECT_EQ(jsonOf(shift + "given --ood-column odd")["n_ood"], 6);
  EXPECT_EQ(jsonOf(shift + "given --ood-classes 2")["n_ood"], 8);
  EXPECT_EQ(jsonOf(shift + "given --ood-classes 2 --ood-nodes n0")["n_ood"], 9);
  EXPECT_EQ(jsonOf(shift + "none")["n_ood"], 0);
  expectError(shift + "label --ood-nodes n0", 2, "--kind given");
  // What was marked comes back from the file.
  (void)jsonOf(shift + "given --ood-nodes n3,n4");
  const Json json =
      jsonOf("detect " + folder.file("m.npz") + " --alpha 0.2 --out " + folder.file("f.csv") + quick);
  EXPECT_EQ(json["shift"], "given");
  EXPECT_EQ(json["truth"]["n_ood"], 2);
}

// ---- Published data

// Over seeds the share of false discoveries keeps to alpha, and most OOD nodes are found.
TEST(DetectCliTest, OnCoraTheFalseDiscoveryRateIsKept) {
  SISPDE_REAL_DATA(cora, "cora.npz");
  const TemporaryFolder folder;
  double share = 0, power = 0;
  constexpr int seeds = 4;
  for (int seed = 0; seed < seeds; ++seed) {
    const Json json =
        jsonOf(fmt::format("detect {} --shift label --alpha 0.1 --seed {} --detector msp --out {}", cora,
                           seed, folder.file("f.csv")));
    EXPECT_EQ(json["shift"], "label");
    share += json["truth"]["fdp"].get<double>() / seeds;
    power += json["truth"]["power"].get<double>() / seeds;
  }
  EXPECT_LE(share, 0.1);
  EXPECT_GT(power, 0.3);
}

}  // namespace
}  // namespace sispde
