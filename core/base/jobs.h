#pragma once
// Jobs runs work in the background for a thread that must not wait, such as the one that draws a window. Works of one lane run one
// after the other, lanes beside each other. A work is known by its key: one that is started replaces an earlier one of the same key
// that was not yet delivered (the latest value wins), and what the earlier one made is thrown away.
//
//   jobs.start("kernel", "rows of 7", "preparing covariance rows", [=](const Progress& progress) -> Jobs::Delivery {
//     auto made = prepare(progress);
//     return [=] { show(made); };            // runs in the owner's thread, in deliver()
//   });

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/base/progress.h"

namespace sispde {

class Jobs {
 public:
  using Delivery = std::function<void()>;  // may be empty
  using Work = std::function<Delivery(const Progress&)>;

  // `wake` is called from the workers when there is something new to see. `trouble` gets, in the owner's thread, what a work threw.
  explicit Jobs(std::function<void()> wake = {}, std::function<void(const std::string&)> trouble = {});
  ~Jobs();  // cancels and joins; nothing is delivered
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  void start(const std::string& lane, const std::string& key, const std::string& words, Work work);
  void cancel(const std::string& key);
  void cancelAll();

  // Runs what finished works left, in the order in which they finished. Returns how many there were.
  int deliver();

  // What runs or waits, oldest first.
  struct State {
    std::string key, words;
    double fraction = -1;  // negative: not known
    bool running = false;
  };
  std::vector<State> states() const;
  bool idle() const;  // nothing runs, waits or is to be delivered

 private:
  struct Job {
    std::string key, words;
    Work work;
    std::stop_source stop;
    double fraction = -1;
    bool running = false;
    Delivery delivery;
  };
  struct Lane {
    std::deque<std::shared_ptr<Job>> queue;  // the first one runs
    std::jthread thread;
  };
  void serve(const std::stop_token& quit, Lane& lane);
  void cancelLocked(const std::string& key);

  std::function<void()> wake_;
  std::function<void(const std::string&)> trouble_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<Job>> finished_;
  std::map<std::string, Lane> lanes_;  // last: their threads use all of the above
};

}  // namespace sispde
