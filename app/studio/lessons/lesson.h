#pragma once
// A Lesson explains one idea in a few steps on data of its own, which a generator makes. It is one JSON file:
//
//   title, audience   a few words each; the second says for whom it is and how long it takes
//   data              what is opened, as the command line has it
//   settings          the workspace at the beginning, as a patch (workspace_patch.h)
//   steps             four to seven of
//     heading, text   a few words; a list of one to three sentences
//     show            what "Show me" does: {"actions": [words of the action table …], "settings": patch}
//     until           conditions that tick the step (condition.h)
//
// A step with `until` has `show` too: whatever the user is asked to do can be shown.

#include "app/studio/lessons/condition.h"

namespace sispde::studio {

struct ShowMe {
  Json settings;                     // made as one edit; null: none
  std::vector<std::string> actions;  // then run one after the other, those that are in force already left out
  bool empty() const { return actions.empty() && settings.is_null(); }
};

struct LessonStep {
  std::string heading;
  std::vector<std::string> sentences;
  ShowMe show;
  std::vector<Condition> until;  // all must hold; empty: nothing is to be done
};

struct Lesson {
  std::string name;  // of its file, without the ending
  std::string title, audience, data;
  Json settings;
  std::vector<LessonStep> steps;

  static constexpr std::size_t leastSteps = 4, mostSteps = 7, mostSentences = 3;
  static constexpr std::size_t largestHeading = 60, largestSentence = 300;  // bytes
};

// Words of the action that begins it.
inline std::string lessonAction(const Lesson& lesson) {
  return "Lesson: " + lesson.title;
}

// `file` goes into errors, whose Place::item is the key ("steps[2].until.nu").
Result<Lesson> readLesson(std::string_view text, const std::string& file);

}  // namespace sispde::studio
