#include "app/common/interrupt.h"

#include <ctime>

#include <unistd.h>

namespace sispde {

Interrupt::Interrupt() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  watcher_ = std::jthread([signals = signals_, requested = requested_](const std::stop_token& done) mutable {
    const timespec interval{0, 50'000'000};
    while (!done.stop_requested()) {
      if (sigtimedwait(&signals, nullptr, &interval) < 0) continue;
      if (requested.stop_requested()) ::_exit(130);
      requested.request_stop();
    }
  });
}

}  // namespace sispde
