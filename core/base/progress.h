#pragma once
// What a long computation is handed: it reports how far it is, and asks whether it should stop. Copying is cheap.
// A default Progress is silent and never stops, so that short uses need not care.

#include <functional>
#include <stop_token>
#include <string_view>

namespace sispde {

struct Progress {
  std::stop_token stop;
  // Called from the thread that computes; fraction in [0, 1], or negative where the end is not known.
  std::function<void(double fraction, std::string_view what)> listener;

  bool stopped() const { return stop.stop_requested(); }
  void report(double fraction, std::string_view what) const {
    if (listener) listener(fraction, what);
  }
};

}  // namespace sispde
