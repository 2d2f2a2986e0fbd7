#pragma once
// What several works need: made once, by whoever comes first, while the others wait for it, and dropped with the last that needs it.

#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace sispde {

template <class T>
class SharedParts {
 public:
  using Part = Result<std::shared_ptr<const T>>;

  // One more work needs the part of this key; each calls release once, when it is over.
  void expect(const std::string& key) {
    const std::lock_guard lock(mutex_);
    ++slots_[key].expected;
  }

  // The part, or the error that making it gave; that is given to all. A work that was cancelled leaves the making to the next. `make`
  // runs without a lock.
  Part get(const std::string& key, const std::function<Result<T>()>& make) {
    std::unique_lock lock(mutex_);
    Slot& slot = slots_[key];
    changed_.wait(lock, [&] { return !slot.making; });
    if (slot.part) return *slot.part;
    slot.making = true;
    lock.unlock();
    Part made = guarded(make);
    lock.lock();
    slot.making = false;
    if (made || made.error().kind != ErrorKind::Cancelled) slot.part = made;
    changed_.notify_all();
    return made;
  }

  void release(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto slot = slots_.find(key);
    if (slot != slots_.end() && --slot->second.expected <= 0) slots_.erase(slot);
  }

  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return slots_.size();
  }

 private:
  struct Slot {
    int expected = 0;
    bool making = false;
    std::optional<Part> part;
  };

  static Part guarded(const std::function<Result<T>()>& make) {
    try {
      Result<T> made = make();
      if (!made) return Unexpected(made.error());
      return std::make_shared<const T>(std::move(*made));
    } catch (const std::exception& error) {
      return failure({}, "The data could not be prepared: {}", error.what());
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Slot> slots_;  // a slot stays where it is
};

}  // namespace sispde
