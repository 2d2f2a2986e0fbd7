#pragma once
// The LessonPlayer leads through a lesson: it opens the lesson's data, keeps which step the user is at, ticks
// steps whose conditions hold, and does a step by itself where it is asked to. It blocks nothing: every step
// can be skipped and every view used meanwhile.

#include <memory>
#include <optional>

#include "app/studio/lessons/lesson.h"

namespace sispde::studio {

struct Document;
struct Studio;

class LessonPlayer {
 public:
  // The shipped lessons; a sentence per file that could not be read.
  std::vector<std::string> load();
  const std::vector<Lesson>& lessons() const { return lessons_; }
  int find(std::string_view name) const;  // −1: there is none of that name

  // At its first step, with its settings; its data are opened unless they are.
  void begin(Studio& studio, int lesson);
  void end() {
    current_ = -1;
    settingsWanted_ = false;
  }
  const Lesson* current() const {
    return current_ < 0 ? nullptr : &lessons_[static_cast<std::size_t>(current_)];
  }
  bool wasTaken(int lesson) const { return taken_[static_cast<std::size_t>(lesson)]; }  // up to its end

  int step() const { return step_; }
  const LessonStep& now() const { return current()->steps[static_cast<std::size_t>(step_)]; }
  bool isLast() const { return step_ + 1 == std::ssize(current()->steps); }
  void go(const Studio& studio, int step);
  void next(const Studio& studio);  // from the last step: the end
  // What the step waits for was there, be it undone since; without conditions: the user went on from it.
  bool ticked(int step) const { return ticks_[static_cast<std::size_t>(step)]; }
  bool holds() const { return holds_; }  // what the present step waits for is there now

  bool hasItsData(const Studio& studio) const;
  // With the settings of its beginning. Whatever else is opened stays as it comes.
  void openItsData(Studio& studio);
  // Does what the present step asks for. ν, κ and the time glide, so that the views are seen to follow.
  void showMe(Studio& studio);
  const std::string& trouble() const { return trouble_; }  // why that could not be done, in a sentence
  bool gliding() const { return glide_.has_value(); }

  // Once per frame.
  void update(Studio& studio, double seconds);

 private:
  struct Glide {
    Workspace from, to;
    Workspace made;  // by the last frame; another one is the user's, who takes over
    std::string words;
    double phase = 0;  // 0 … 1
  };
  void prepare(Studio& studio);
  void advance(Studio& studio, double seconds);

  static constexpr double glideSeconds = 1.2;

  std::vector<Lesson> lessons_;
  std::vector<bool> taken_;
  int current_ = -1, step_ = 0;
  std::vector<bool> ticks_;
  bool holds_ = false;
  std::string trouble_;
  bool settingsWanted_ = false;         // on the data that are open, or that the lesson asked for
  std::weak_ptr<const Document> seen_;  // the lesson's data that were open in the frame before
  Workspace began_;                     // the workspace when the step began, or those data were opened
  std::optional<Glide> glide_;
};

}  // namespace sispde::studio
