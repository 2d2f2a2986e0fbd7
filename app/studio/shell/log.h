#pragma once
// What happened, for the Log window and for bug reports. Of the UI thread alone.

#include <chrono>
#include <deque>
#include <string>

namespace sispde::studio {

class Log {
 public:
  enum class Level { Note, Trouble };
  struct Line {
    Level level;
    std::chrono::system_clock::time_point time;
    std::string text;
  };
  void note(std::string text) { add(Level::Note, std::move(text)); }
  void trouble(std::string text) { add(Level::Trouble, std::move(text)); }
  const std::deque<Line>& lines() const { return lines_; }
  // Newest trouble that was not put away; null: none.
  const Line* banner() const { return hasBanner_ ? &banner_ : nullptr; }
  void putAway() { hasBanner_ = false; }

 private:
  void add(Level level, std::string text) {
    lines_.push_back({level, std::chrono::system_clock::now(), std::move(text)});
    if (lines_.size() > 2000) lines_.pop_front();
    if (level == Level::Trouble) {
      banner_ = lines_.back();
      hasBanner_ = true;
    }
  }
  std::deque<Line> lines_;
  Line banner_{};
  bool hasBanner_ = false;
};

}  // namespace sispde::studio
