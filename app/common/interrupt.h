#pragma once
// Ctrl+C as a request to stop. While it lives, SIGINT and SIGTERM ask what runs to end; a second one ends the process.

#include <csignal>
#include <stop_token>
#include <thread>

namespace sispde {

class Interrupt {
 public:
  Interrupt();  // before any other thread is started, so that all of them leave the signals to this one
  std::stop_token token() const { return requested_.get_token(); }

 private:
  sigset_t signals_{};
  std::stop_source requested_;
  std::jthread watcher_;
};

}  // namespace sispde
