#include "app/studio/workspace/workspace_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <nlohmann/json.hpp>

#include "app/studio/workspace/node_text.h"
#include "core/base/file.h"
#include "tests/unit/saved_example.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::studio {
namespace {

using Json = nlohmann::ordered_json;
using sispde::testing::TemporaryFolder;
constexpr double infinity = std::numeric_limits<double>::infinity();

Json exampleJson() {
  return Json::parse(toJson(example()));
}

TEST(WorkspaceFileTest, IsWrittenToAFileAndReadFromIt) {
  const TemporaryFolder folder;
  const std::string path = folder.file("karate.json");
  SavedWorkspace saved = example();
  saved.data.dataDir = "/of/this/machine";
  ASSERT_TRUE(saveWorkspace(path, saved));
  const auto back = loadWorkspace(path);
  ASSERT_TRUE(back) << back.error().sentence();
  EXPECT_TRUE(*back == example());
  EXPECT_EQ(back->data.dataDir, "");
  EXPECT_EQ(readFile(path).value().find("/of/this/machine"), std::string::npos);
  EXPECT_FALSE(loadWorkspace(folder.file("none.json")));
}

TEST(WorkspaceFileTest, TheSmallestFileGivesTheDefaults) {
  const auto read = fromJson(R"({"format": "sispde workspace", "version": 1})", "file");
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_TRUE(*read == SavedWorkspace{});
}

TEST(WorkspaceFileTest, EachKeyMayBeMissing) {
  const Json whole = exampleJson().flatten();
  for (const auto& [pointer, value] : whole.items()) {
    if (pointer == "/format" || pointer == "/version") continue;
    Json json = exampleJson();
    const Json::json_pointer at(pointer);
    Json& parent = json[at.parent_pointer()];
    if (!parent.is_object()) continue;
    parent.erase(at.back());
    const auto read = fromJson(json.dump(), "file");
    EXPECT_TRUE(read) << read.error().sentence();
  }
}

TEST(WorkspaceFileTest, UnknownKeysAreIgnored) {
  Json json = exampleJson();
  json["future"] = {{"deep", {1, 2, {{"x", nullptr}}}}};
  json["kernels"]["C"] = "x";
  json["view"]["camera"]["tilt"] = 3;
  const auto read = fromJson(json.dump(), "file");
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_TRUE(*read == example());
}

TEST(WorkspaceFileTest, EachBadValueIsToldByItsKey) {
  const Point notFinite[] = {{0, 0}, {0, std::numeric_limits<float>::quiet_NaN()}};
  const std::pair<const char*, Json> cases[] = {{"format", "another"},
                                                {"version", 2},
                                                {"version", "1"},
                                                {"program", 3},
                                                {"program.name", false},
                                                {"data", Json::array()},
                                                {"data.source", 3},
                                                {"data.source", std::string(5000, 'x')},
                                                {"data.seed", -1},
                                                {"data.seed", 1.5},
                                                {"kernels.A.kind", "gauss"},
                                                {"kernels.A.kind", 0},
                                                {"kernels.A.nu", 0},
                                                {"kernels.B.nu", 5000},  // not used by this kind
                                                {"kernels.B.kappa", -1},
                                                {"kernels.B.sigma", -0.5},
                                                {"kernels.B.sigma", nullptr},
                                                {"kernels.A.laplacian", "symmetric"},
                                                {"kernels.A.normalise", "max"},
                                                {"kernels.active", "C"},
                                                {"kernels.active", 1},
                                                {"noise.seed", "42"},
                                                {"noise.time", 1.5},
                                                {"noise.time", -0.1},
                                                {"marks.picked", -1},
                                                {"marks.picked", 3e9},
                                                {"marks.watched", 3},
                                                {"marks.watched", {1, -2}},
                                                {"marks.watched", {1, 1}},
                                                {"marks.watched", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
                                                {"marks.selection", "3 2"},
                                                {"marks.selection", "2 2"},
                                                {"marks.selection", "-3"},
                                                {"marks.selection", "9-5"},
                                                {"marks.selection", "0-2000000000"},
                                                {"marks.selection", "x"},
                                                {"marks.selection", {1, 2}},
                                                {"marks.pinned", "4 4"},
                                                {"marks.pinned", "99999999999"},
                                                {"colours.by", "colour"},
                                                {"colours.eigenvector", 0},
                                                {"colours.eigenvector", 1.5},
                                                {"colours.locked", 1},
                                                {"colours.low", 2},
                                                {"colours.high", "1"},
                                                {"colours.size_by", true},
                                                {"colours.size_by_degree", nullptr},
                                                {"kernels.compared", 1},
                                                {"training.calibration_alpha", 0},
                                                {"training.calibration_alpha", 0.51},
                                                {"training.calibration_alpha", "0.05"},
                                                {"heatmap.order", "name"},
                                                {"heatmap.correlation", "yes"},
                                                {"heatmap.quantity", "difference"},
                                                {"heatmap.quantity", true},
                                                {"view.camera", 1},
                                                {"view.camera.x", nullptr},
                                                {"view.camera.scale", 0},
                                                {"view.positions", "AAAA"},
                                                {"view.positions", "not base64!!"},
                                                {"view.positions", positionsText(notFinite)},
                                                {"view.dark", "dark"},
                                                {"view.arrangement", std::string(300'000, 'x')}};
  for (const auto& [key, value] : cases) {
    std::string pointer = "/" + std::string(key);
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    Json json = exampleJson();
    json[Json::json_pointer(pointer)] = value;
    const auto read = fromJson(json.dump(), "w.json");
    ASSERT_FALSE(read) << key << " " << value.dump().substr(0, 80);
    EXPECT_EQ(read.error().kind, ErrorKind::Input) << key;
    EXPECT_EQ(read.error().place.file, "w.json") << key;
    EXPECT_EQ(read.error().place.item, key) << read.error().sentence();
    EXPECT_FALSE(read.error().message.empty());
  }
}

TEST(WorkspaceFileTest, FilesWithoutAQuantitySayWhetherCorrelationsAreShown) {
  for (const bool correlation : {false, true}) {
    Json json = exampleJson();
    json["heatmap"].erase("quantity");
    json["heatmap"]["correlation"] = correlation;
    const auto read = fromJson(json.dump(), "w.json");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->workspace.quantity,
              correlation ? HeatmapQuantity::Correlation : HeatmapQuantity::Covariance);
  }
}

TEST(WorkspaceFileTest, FormatAndVersionMustBeThere) {
  EXPECT_EQ(fromJson("{}", "f").error().place.item, "format");
  EXPECT_EQ(fromJson(R"({"format": "sispde workspace"})", "f").error().place.item, "version");
}

TEST(WorkspaceFileTest, EveryTruncationIsRefused) {
  std::string whole = toJson(example());
  whole.pop_back();  // the line's end, without which it is whole
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto read = fromJson(std::string_view(whole).substr(0, size), "file");
    ASSERT_FALSE(read) << size;
    EXPECT_EQ(read.error().kind, ErrorKind::Input);
  }
  EXPECT_TRUE(fromJson(whole, "file"));
}

RC_GTEST_PROP(WorkspaceFileTest, ADamagedByteGivesAnErrorOrAWorkspaceThatCanBeSaved, ()) {
  std::string damaged = toJson(example());
  damaged[*rc::gen::inRange<std::size_t>(0, damaged.size())] = static_cast<char>(*rc::gen::inRange(0, 256));
  const auto read = fromJson(damaged, "file");
  if (!read) return;
  const auto again = fromJson(toJson(*read), "file");
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == *read);
}

// What seeds in a row of all scores leave behind, up to the limits that the file names.
TEST(WorkspaceFileTest, AsManyRunsAsAreKeptCanBeWrittenAndRead) {
  SavedRun run;
  run.checkpoint = "/of/a/run.pt";
  for (int epoch = 1; epoch <= static_cast<int>(SavedWorkspace::mostScored); ++epoch) {
    SavedScoring point{epoch, 0.5, {}};
    for (int score = 0; score < 16; ++score)
      point.metrics[fmt::format("score-{}", score)] = {0.51, 0.52, 0.53, 0.54, 0.55};
    run.scored.push_back(std::move(point));
  }
  SavedWorkspace saved = example();
  saved.runs.assign(SavedWorkspace::mostRuns, run);
  const std::string text = toJson(saved);
  EXPECT_LT(text.size(), SavedWorkspace::largestFile);
  const auto read = fromJson(text, "file");
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_TRUE(*read == saved);
}

TEST(WorkspaceFileTest, OtherJsonIsRefused) {
  std::string many = R"({"format": "sispde workspace", "version": 1)";
  for (int i = 0; i < 20'000; ++i) many += fmt::format(", \"k{}\": 0", i);
  for (const std::string& text :
       {std::string("[]"), std::string("3"), std::string("null"), std::string("{\"a\": 1e999}"),
        std::string(1'000'000, '['), many + "}", std::string(SavedWorkspace::largestFile + 1, ' ')})
    EXPECT_FALSE(fromJson(text, "file"));
}

TEST(WorkspaceFileTest, WhatCouldNotBeReadBackIsNotWritten) {
  const std::pair<const char*, std::function<void(SavedWorkspace&)>> cases[] = {
      {"kernels.A.nu", [](auto& s) { s.workspace.kernels[0].nu = 0; }},
      {"kernels.B.sigma", [](auto& s) { s.workspace.kernels[1].sigma = infinity; }},
      {"noise.time", [](auto& s) { s.workspace.time = std::nan(""); }},
      {"marks.watched", [](auto& s) { s.workspace.watched.assign(13, 1); }},
      {"marks.pinned",
       [](auto& s) {
         s.pinned = {-2147483647 - 1, 3};
       }},
      {"view.camera.x", [](auto& s) { s.camera.x = infinity; }},
      {"view.positions", [](auto& s) { s.positions[0].x = std::numeric_limits<float>::infinity(); }},
      {"view.positions", [](auto& s) { s.positions.resize(SavedWorkspace::mostPositions + 1); }},
      {"data.source", [](auto& s) { s.data.data = "/caf\xE9.csv"; }},
      {"view.arrangement", [](auto& s) { s.arrangement.assign(300'000, 'x'); }},
      {"", [](auto& s) { s.workspace.picked = -5; }},
      {"", [](auto& s) { s.workspace.active = 2; }},
      {"", [](auto& s) { s.workspace.order = static_cast<NodeOrder>(77); }}};
  const TemporaryFolder folder;
  const std::string path = folder.write("w.json", "as it was");
  for (const auto& [key, spoil] : cases) {
    SavedWorkspace saved = example();
    spoil(saved);
    const auto written = saveWorkspace(path, saved);
    ASSERT_FALSE(written) << key;
    EXPECT_EQ(written.error().place.item, key) << written.error().sentence();
    EXPECT_EQ(readFile(path).value(), "as it was");
  }
  EXPECT_EQ(folder.fileCount(), 1u);
}

TEST(WorkspaceFileTest, FitsTheDataItWasSavedWith) {
  SavedWorkspace saved = example();
  saved.positions.resize(10);
  EXPECT_TRUE(fits(saved, 10, "abc"));
  const auto changed = fits(saved, 10, "def");
  ASSERT_FALSE(changed);
  EXPECT_EQ(changed.error().place.item, "data.hash");
  EXPECT_NE(changed.error().message.find("\"karate\" has changed"), std::string::npos)
      << changed.error().message;
  EXPECT_TRUE(fits(withoutNodes(saved), 2, "def"));
  saved.dataHash.clear();
  EXPECT_TRUE(fits(saved, 10, "def"));
  EXPECT_EQ(fits(saved, 11, "").error().place.item, "view.positions");
  saved.positions.clear();
  EXPECT_TRUE(fits(saved, 11, ""));
  EXPECT_TRUE(fits(SavedWorkspace{}, 0, ""));
}

TEST(WorkspaceFileTest, DoesNotFitDataWithoutItsNodes) {
  const std::pair<const char*, std::function<void(SavedWorkspace&)>> cases[] = {
      {"marks.picked", [](auto& s) { s.workspace.picked = 10; }},
      {"marks.watched",
       [](auto& s) {
         s.workspace.watched = {10, 1};
       }},
      {"marks.selection",
       [](auto& s) { s.workspace.selection = std::make_shared<const std::vector<NodeId>>(1, 10); }},
      {"marks.pinned", [](auto& s) { s.pinned = {10}; }},
      {"colours.eigenvector", [](auto& s) { s.workspace.eigenvector = 10; }}};
  for (const auto& [key, change] : cases) {
    SavedWorkspace saved;
    change(saved);
    EXPECT_TRUE(fits(saved, 11, ""));
    const auto fit = fits(saved, 10, "");
    ASSERT_FALSE(fit) << key;
    EXPECT_EQ(fit.error().place.item, key);
  }
}

TEST(WorkspaceFileTest, IsToldFromOtherJsonByItsBeginning) {
  const std::string whole = toJson(example());
  EXPECT_TRUE(looksLikeWorkspace(whole));
  EXPECT_TRUE(looksLikeWorkspace(whole.substr(0, 40)));
  EXPECT_TRUE(looksLikeWorkspace("\xEF\xBB\xBF" + exampleJson().dump()));
  EXPECT_TRUE(looksLikeWorkspace(nlohmann::json::parse(whole).dump()));  // keys by the alphabet
  for (const char* other :
       {"", "{", "[\"format\", \"sispde workspace\"]",
        R"({"nodes": [{"format": "sispde workspace"}], "links": []})", R"({"format": "sispde model"})",
        R"({"a": "\"format\": \"sispde workspace\""})", R"({"name": "format", "x": "sispde workspace"})",
        R"({"format": ["sispde workspace"]})", R"({} {"format": "sispde workspace"})",
        R"({"format": "sispde workspace)", "\"\\", "}}]]"})
    EXPECT_FALSE(looksLikeWorkspace(other)) << other;
}

TEST(WorkspaceFileTest, ARequestThatLastsHasAbsolutePaths) {
  const TemporaryFolder folder;
  folder.write("graph.csv", "");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const DataRequest request = lastingRequest({"./graph.csv", "", "/dir", 4});
  const DataRequest generator = lastingRequest({"grid:3x3"});
  const std::string whole = (std::filesystem::current_path() / "graph.csv").string();
  std::filesystem::current_path(before);
  EXPECT_EQ(request.data, whole);
  EXPECT_EQ(request.dataDir, "");
  EXPECT_EQ(request.seed, 4u);
  EXPECT_EQ(generator.data, "grid:3x3");
}

}  // namespace
}  // namespace sispde::studio
