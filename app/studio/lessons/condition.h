#pragma once
// A Condition is what a step of a lesson waits for, by its name in the lesson's file: a fact that is true or
// false, a number that is below or above another, or a name that something has. The player looks at it once
// per frame and ticks the step.
//
//   "until": {"nu": {"below": 0.2}, "colour": "score", "scores": true}

#include <functional>
#include <string>
#include <vector>

#include "app/studio/workspace/json_fields.h"
#include "app/studio/workspace/workspace.h"

namespace sispde::studio {

// What conditions are asked of: the workspace, what it was when the step began, and what no workspace holds.
struct Seen {
  const Workspace* now = nullptr;
  const Workspace* began = nullptr;
  bool byHops = false;       // the Spectrum window shows correlation against hops
  bool trained = false;      // a run is shown, be it that it has just begun
  bool scores = false;       // and its scores
  bool bothTrained = false;  // runs on these data and on the rewired ones are done
  std::string shift;         // of the run whose scores are shown; empty: none
  std::function<bool(const std::string& title)> isOpen = [](const std::string&) { return false; };
};

struct Condition {
  std::string name, wanted;  // the second: a window's title, or whatever name it must have; otherwise empty
  std::function<bool(const Seen&)> holds;
};

// The object of the key "until", each member a condition; none where it is missing.
Result<std::vector<Condition>> readConditions(const JsonFields& step);
bool allHold(const std::vector<Condition>& conditions, const Seen& seen);
// Every name that a file can use.
std::vector<std::string> conditionNames();

inline constexpr const char* windowCondition = "window";

}  // namespace sispde::studio
