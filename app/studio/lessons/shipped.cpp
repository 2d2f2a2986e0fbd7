#include "app/studio/lessons/shipped.h"

#include <algorithm>

namespace sispde {
extern const std::string_view lessonSmoothness, lessonNoise, lessonScores, lessonRewiring;  // embedded
}

namespace sispde::studio {

std::array<LessonFile, 4> lessonFiles() {
  return {LessonFile{"smoothness", lessonSmoothness}, LessonFile{"noise", lessonNoise},
          LessonFile{"scores", lessonScores}, LessonFile{"rewiring", lessonRewiring}};
}

bool isLesson(std::string_view name) {
  const auto files = lessonFiles();
  return std::any_of(files.begin(), files.end(), [&](const LessonFile& file) { return file.name == name; });
}

std::string lessonNames() {
  Choices names;
  for (const LessonFile& file : lessonFiles()) names.names.emplace_back(file.name);
  return rangeText(names);
}

}  // namespace sispde::studio
