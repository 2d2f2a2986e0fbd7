#include "app/studio/lessons/lesson.h"

#include <filesystem>

#include "app/studio/lessons/workspace_patch.h"
#include "core/shift/generators.h"

namespace sispde::studio {
namespace {

Result<std::string> needed(const JsonFields& fields, const char* key, std::size_t mostBytes) {
  std::string text;
  if (fields.find(key) == nullptr) return inputError(fields.place(key), "The field is missing");
  SISPDE_CHECK(fields.read(key, text, mostBytes));
  if (text.empty()) return inputError(fields.place(key), "The text is empty");
  return text;
}

Result<std::vector<std::string>> texts(const JsonFields& fields, const char* key, std::size_t most) {
  std::vector<std::string> list;
  const Json* json = fields.find(key);
  if (json == nullptr) return list;
  const std::string must =
      fmt::format("a list of one to {} texts, none longer than {} bytes", most, Lesson::largestSentence);
  if (!json->is_array() || json->empty() || json->size() > most) return fields.refuse(key, must);
  for (const Json& entry : *json) {
    if (!entry.is_string()) return fields.refuse(key, must);
    list.push_back(entry.get<std::string>());
    if (list.back().empty() || list.back().size() > Lesson::largestSentence) return fields.refuse(key, must);
  }
  return list;
}

// Null where it is missing.
Result<Json> readPatch(const JsonFields& fields, const char* key) {
  SISPDE_CHECK(fields.inside(key));
  const Json* json = fields.find(key);
  if (json == nullptr) return Json();
  SISPDE_CHECK(checkPatch(*json, fields.place(key)));
  return *json;
}

Result<LessonStep> readStep(const JsonFields& fields) {
  SISPDE_CHECK(fields.allowOnly({"heading", "text", "show", "until"}));
  LessonStep step;
  SISPDE_TRY(step.heading, needed(fields, "heading", Lesson::largestHeading));
  if (fields.find("text") == nullptr) return inputError(fields.place("text"), "The field is missing");
  SISPDE_TRY(step.sentences, texts(fields, "text", Lesson::mostSentences));
  SISPDE_TRY(const JsonFields show, fields.inside("show"));
  SISPDE_CHECK(show.allowOnly({"actions", "settings"}));
  SISPDE_TRY(step.show.actions, texts(show, "actions", 8));
  SISPDE_TRY(step.show.settings, readPatch(show, "settings"));
  SISPDE_TRY(step.until, readConditions(fields));
  if (!step.until.empty() && step.show.empty())
    return inputError(fields.place("show"),
                      "The field is missing: what a step waits for must be shown on demand");
  return step;
}

}  // namespace

Result<Lesson> readLesson(std::string_view text, const std::string& file) {
  SISPDE_TRY(const Json json, parseObject(text, file));
  const JsonFields fields(json, file);
  SISPDE_CHECK(fields.allowOnly({"title", "audience", "data", "settings", "steps"}));
  Lesson lesson;
  lesson.name = std::filesystem::path(file).stem().string();
  SISPDE_TRY(lesson.title, needed(fields, "title", Lesson::largestHeading));
  SISPDE_TRY(lesson.audience, needed(fields, "audience", Lesson::largestHeading));
  SISPDE_TRY(lesson.data, needed(fields, "data", Lesson::largestHeading));
  if (!isGeneratorSpec(lesson.data))
    return inputError(fields.place("data"), "{} is no generator; a lesson must need no file",
                      inQuotes(lesson.data));
  SISPDE_TRY(lesson.settings, readPatch(fields, "settings"));
  SISPDE_TRY(const std::vector<JsonFields> steps, fields.list("steps"));
  if (steps.size() < Lesson::leastSteps || steps.size() > Lesson::mostSteps)
    return inputError(fields.place("steps"), "There are {} steps; a lesson has {} to {}", steps.size(),
                      Lesson::leastSteps, Lesson::mostSteps);
  for (const JsonFields& each : steps) {
    SISPDE_TRY(LessonStep step, readStep(each));
    lesson.steps.push_back(std::move(step));
  }
  return lesson;
}

}  // namespace sispde::studio
