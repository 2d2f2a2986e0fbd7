#pragma once
// What the background would do in a lane waits, so that a test sees what is shown until then.

#include <atomic>
#include <thread>

#include "tests/gui/gui_test.h"

namespace sispde::studio {

// A lane of the background that does nothing while this lives.
class HeldLane {
 public:
  HeldLane(Studio& studio, const char* lane) {
    studio.jobs.start(lane, std::string("held ") + lane, "waiting",
                      [free = free_](const Progress& progress) -> Jobs::Delivery {
                        while (!*free && !progress.stopped())
                          std::this_thread::sleep_for(std::chrono::milliseconds(1));
                        return {};
                      });
  }
  ~HeldLane() { *free_ = true; }

 private:
  std::shared_ptr<std::atomic<bool>> free_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace sispde::studio
