#include <set>

#include <gtest/gtest.h>

#include "app/studio/lessons/shipped.h"
#include "app/studio/lessons/workspace_patch.h"
#include "app/studio/live/document.h"

namespace sispde::studio {
namespace {

Result<Lesson> readShipped(const LessonFile& file) {
  return readLesson(file.text, fmt::format("{}.json", file.name));
}

// A lesson that is good, with `change` made to its JSON.
template <class Change>
std::string refusal(const Change& change) {
  Json json = Json::parse(R"({"title": "T", "audience": "all", "data": "karate", "steps": []})");
  for (int i = 0; i < 4; ++i)
    json["steps"].push_back({{"heading", "H"}, {"text", Json::array({"One sentence."})}});
  change(json);
  const Result<Lesson> lesson = readLesson(json.dump(), "short.json");
  return lesson ? "" : lesson.error().sentence();
}

TEST(LessonsTest, EveryShippedLessonIsReadAndSaysWhatItIs) {
  std::set<std::string> titles;
  for (const LessonFile& file : lessonFiles()) {
    const Result<Lesson> lesson = readShipped(file);
    ASSERT_TRUE(lesson) << lesson.error().sentence();
    EXPECT_EQ(lesson->name, file.name);
    EXPECT_TRUE(titles.insert(lesson->title).second);
    EXPECT_TRUE(isLesson(file.name));
    EXPECT_NE(lessonNames().find(file.name), std::string::npos);
  }
  EXPECT_FALSE(isLesson("rough"));
}

// Whatever a workspace alone decides is there after the settings of "Show me", and was not there before.
TEST(LessonsTest, WhatIsShownIsWhatIsWaitedFor) {
  int seen = 0;
  for (const LessonFile& file : lessonFiles()) {
    const Lesson lesson = readShipped(file).value();
    Workspace began;
    began.picked = 0;
    began = patched(began, lesson.settings);
    for (const LessonStep& step : lesson.steps) {
      const Workspace after = patched(began, step.show.settings);
      for (const Condition& each : step.until) {
        if (!step.show.actions.empty() || each.name == "scores" || each.name == "shift") continue;
        EXPECT_FALSE(each.holds({.now = &began, .began = &began})) << file.name << ": " << step.heading;
        EXPECT_TRUE(each.holds({.now = &after, .began = &began})) << file.name << ": " << step.heading;
        ++seen;
      }
      began = after;
    }
  }
  EXPECT_GT(seen, 8);
}

TEST(LessonsTest, DataAreMadeAndNodesAreThere) {
  for (const LessonFile& file : lessonFiles()) {
    const Lesson lesson = readShipped(file).value();
    const auto document = openDocument({lesson.data, {}, {}, 1});
    ASSERT_TRUE(document) << document.error().sentence();
    for (const LessonStep& step : lesson.steps)
      EXPECT_LT(patched(Workspace{}, step.show.settings).picked, (*document)->data.nodeCount());
  }
}

TEST(LessonsTest, APatchChangesWhatItNamesAlone) {
  Workspace now;
  now.picked = 7;
  now.score.threshold = 0.5;
  now.edits = std::make_shared<const GraphEdits>(GraphEdits{{{0, 1}}, {}});
  now.selection = std::make_shared<const std::vector<NodeId>>(std::vector<NodeId>{1, 2});
  Workspace wanted = now;
  wanted.kernels[1].nu = 3;
  wanted.score.threshold.reset();
  const Json patch = Json::parse(R"({"kernels": {"B": {"nu": 3}}, "score": {"threshold": null}})");
  ASSERT_TRUE(checkPatch(patch, {}));
  EXPECT_EQ(patched(now, patch), wanted);
  EXPECT_EQ(patched(now, Json()), now);
}

TEST(LessonsTest, AGoodLessonIsRead) {
  EXPECT_EQ(refusal([](Json&) {}), "");
}

TEST(LessonsTest, WhatIsMissingIsRefusedByItsPlace) {
  for (const char* key : {"title", "audience", "data"})
    EXPECT_EQ(refusal([&](Json& json) { json.erase(key); }),
              fmt::format("short.json: {}: The field is missing.", key));
  for (const char* key : {"heading", "text"})
    EXPECT_EQ(refusal([&](Json& json) { json["steps"][2].erase(key); }),
              fmt::format("short.json: steps[2].{}: The field is missing.", key));
  EXPECT_EQ(refusal([](Json& json) { json["steps"].erase(0); }),
            "short.json: steps: There are 3 steps; a lesson has 4 to 7.");
  EXPECT_EQ(
      refusal([](Json& json) {
        json["steps"][0]["until"] = {{"compared", true}};
      }),
      "short.json: steps[0].show: The field is missing: what a step waits for must be shown on demand.");
  EXPECT_EQ(refusal([](Json& json) {
              json["steps"][1]["until"] = {{"nu", Json::object()}};
            }),
            "short.json: steps[1].until.nu: Neither below nor above is given; one of them must be.");
}

TEST(LessonsTest, WhatIsUnknownIsRefusedByItsPlace) {
  const auto begins = [](const std::string& text, const std::string& beginning) {
    EXPECT_EQ(text.substr(0, beginning.size()), beginning);
  };
  begins(refusal([](Json& json) {
           json["steps"][3]["until"] = {{"smooth", true}};
         }),
         "short.json: steps[3].until.smooth: No condition is called that; it must be another_node, ");
  begins(
      refusal([](Json& json) { json["steps"][3]["untill"] = Json::object(); }),
      "short.json: steps[3].untill: No field is called that here; it must be heading, text, show or until.");
  begins(refusal([](Json& json) {
           json["steps"][0]["until"] = {{"colour", "mood"}};
         }),
         "short.json: steps[0].until.colour: The value is \"mood\"; it must be class, ");
  begins(refusal([](Json& json) {
           json["steps"][0]["until"] = {{"nu", {{"under", 1}}}};
         }),
         "short.json: steps[0].until.nu.under: No field is called that here");
  const auto settings = [](const char* text) {
    return refusal([&](Json& json) { json["steps"][1]["show"]["settings"] = Json::parse(text); });
  };
  begins(settings(R"({"kernels": {"A": {"mu": 1}}})"),
         "short.json: steps[1].show.settings.kernels.A.mu: No setting of a workspace is called that.");
  begins(settings(R"({"view": {"dark": true}})"),
         "short.json: steps[1].show.settings.view: No part of a workspace that can be set is called that");
  begins(settings(R"({"kernels": {"A": {"nu": -1}}})"), "short.json: steps[1].show.settings.kernels.A.nu: ");
  begins(settings(R"({"marks": {"selection": "3 5"}})"),
         "short.json: steps[1].show.settings.marks.selection: This cannot be set to \"3 5\".");
  begins(refusal([](Json& json) { json["data"] = "cora.npz"; }),
         "short.json: data: \"cora.npz\" is no generator; a lesson must need no file.");
}

TEST(LessonsTest, AFileThatIsNoLessonIsRefused) {
  EXPECT_FALSE(readLesson("[]", "list.json"));
  EXPECT_FALSE(readLesson("{\"title\": ", "cut.json"));
  EXPECT_EQ(refusal([](Json& json) { json["steps"][0] = 3; }),
            "short.json: steps[0]: The value is 3; it must be an object.");
  EXPECT_FALSE(refusal([](Json& json) {
                 json["steps"][0]["text"] = Json::array({"1", "2", "3", "4"});
               }).empty());
}

}  // namespace
}  // namespace sispde::studio
