#pragma once
// What happened, for the Log window and for bug reports. Of the UI thread alone.

#include <chrono>
#include <deque>
#include <string>

namespace sispde::studio {

class Log {
 public:
  enum class Level { Note, Trouble };
  // Where a trouble is told, and what can be done about it.
  struct Concern {
    std::string window = {};  // title of the window whose matter it is; empty: the program's
    std::string remedy = {};  // words of the action that may help; empty: none
  };
  struct Line {
    Level level;
    std::chrono::system_clock::time_point time;
    std::string text;
    Concern concern = {};
  };
  void note(std::string text) { add(Level::Note, std::move(text), {}); }
  // A note on what the user has just done, for the status bar too.
  void tell(std::string text) {
    note(std::move(text));
    told_ = lines_.back();
  }
  // What was told in the last seconds; null: nothing.
  const Line* told() const {
    const auto age = std::chrono::system_clock::now() - told_.time;
    return age >= std::chrono::seconds(0) && age < tellingTime ? &told_ : nullptr;
  }
  static constexpr std::chrono::seconds tellingTime{8};
  void trouble(std::string text, Concern concern = {"", ""}) {
    add(Level::Trouble, std::move(text), std::move(concern));
  }
  const std::deque<Line>& lines() const { return lines_; }
  // Newest trouble that was not put away; null: none.
  const Line* banner() const { return hasBanner_ ? &banner_ : nullptr; }
  void putAway() { hasBanner_ = false; }

 private:
  void add(Level level, std::string text, Concern concern) {
    lines_.push_back({level, std::chrono::system_clock::now(), std::move(text), std::move(concern)});
    if (lines_.size() > 2000) lines_.pop_front();
    if (level == Level::Trouble) {
      banner_ = lines_.back();
      hasBanner_ = true;
    }
  }
  std::deque<Line> lines_;
  Line banner_{}, told_{};
  bool hasBanner_ = false;
};

}  // namespace sispde::studio
