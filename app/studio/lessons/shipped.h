#pragma once
// The lessons that are compiled into the program, from assets/lessons.

#include <array>
#include <string_view>

#include "app/studio/lessons/lesson.h"

namespace sispde::studio {

struct LessonFile {
  const char* name;  // as --lesson has it
  std::string_view text;
};
std::array<LessonFile, 4> lessonFiles();  // in the order in which they are to be taken
bool isLesson(std::string_view name);
std::string lessonNames();  // "smoothness, noise, scores or rewiring"

}  // namespace sispde::studio
