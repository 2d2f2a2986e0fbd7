#pragma once
// The graph that the plan of the rewiring would make, in the second graph's window: it follows the plan, and has the first graph's colours
// and shapes, whatever changes them.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

class PlanBeside {
 public:
  // Once per frame. Shows it where the view asks for that and the second window is looked at, and ends that.
  void update(Studio& studio);

 private:
  void make(const Studio& studio, const Rewiring& plan);
  std::shared_ptr<const SecondScene> scene_;
  std::uint64_t plan_ = 0;                           // revision that the scene is of
  std::pair<std::uint64_t, std::uint64_t> colours_;  // revisions of the colours and the shapes that it has
};

}  // namespace sispde::studio
