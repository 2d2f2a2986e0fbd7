#include "core/base/jobs.h"

#include <algorithm>
#include <exception>

#include "core/base/machine.h"

namespace sispde {

Jobs::Jobs(std::function<void()> wake, std::function<void(const std::string&)> trouble)
    : wake_(std::move(wake)), trouble_(std::move(trouble)) {}

Jobs::~Jobs() {
  cancelAll();
  for (auto& [name, lane] : lanes_) lane.thread.request_stop();
  lanes_.clear();
}

void Jobs::start(const std::string& lane, const std::string& key, const std::string& words, Work work) {
  const std::lock_guard lock(mutex_);
  cancelLocked(key);
  auto job = std::make_shared<Job>();
  job->key = key;
  job->words = words;
  job->work = std::move(work);
  Lane& place = lanes_[lane];
  place.queue.push_back(std::move(job));
  if (!place.thread.joinable())
    place.thread = std::jthread([this, &place](const std::stop_token& quit) { serve(quit, place); });
  changed_.notify_all();
}

void Jobs::cancelLocked(const std::string& key) {
  const auto ours = [&](const std::shared_ptr<Job>& job) { return job->key == key; };
  for (auto& [name, lane] : lanes_)
    for (auto it = lane.queue.begin(); it != lane.queue.end();) {
      if (!ours(*it)) {
        ++it;
        continue;
      }
      (*it)->stop.request_stop();
      it = (*it)->running ? it + 1 : lane.queue.erase(it);
    }
  std::erase_if(finished_, ours);
}

void Jobs::cancel(const std::string& key) {
  const std::lock_guard lock(mutex_);
  cancelLocked(key);
}

void Jobs::cancelAll() {
  const std::lock_guard lock(mutex_);
  for (auto& [name, lane] : lanes_)
    while (!lane.queue.empty()) {
      lane.queue.back()->stop.request_stop();
      if (lane.queue.back()->running) break;
      lane.queue.pop_back();
    }
  finished_.clear();
}

void Jobs::serve(const std::stop_token& quit, Lane& lane) {
  giveWay();
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, quit, [&] { return !lane.queue.empty(); })) {
    if (quit.stop_requested()) return;
    const std::shared_ptr<Job> job = lane.queue.front();
    job->running = true;
    const Progress progress{job->stop.get_token(), [&](double fraction, std::string_view) {
                              const std::lock_guard inner(mutex_);
                              job->fraction = fraction;
                            }};
    lock.unlock();
    Delivery delivery;
    try {
      delivery = job->work(progress);
    } catch (const std::exception& error) {
      delivery = [trouble = trouble_, text = job->words + ": " + error.what()] {
        if (trouble) trouble(text);
      };
    }
    job->work = {};  // what it holds is freed here, not under the lock
    lock.lock();
    lane.queue.pop_front();
    job->delivery = std::move(delivery);
    if (!job->stop.stop_requested()) finished_.push_back(job);
    lock.unlock();
    if (wake_) wake_();
    lock.lock();
  }
}

int Jobs::deliver() {
  int delivered = 0;
  for (;; ++delivered) {
    std::shared_ptr<Job> job;
    {
      const std::lock_guard lock(mutex_);
      if (finished_.empty()) return delivered;
      job = finished_.front();
      finished_.pop_front();
    }
    if (job->delivery) job->delivery();
  }
}

std::vector<Jobs::State> Jobs::states() const {
  const std::lock_guard lock(mutex_);
  std::vector<State> states;
  for (const auto& [name, lane] : lanes_)
    for (const auto& job : lane.queue)
      if (!job->stop.stop_requested()) states.push_back({job->key, job->words, job->fraction, job->running});
  return states;
}

bool Jobs::idle() const {
  const std::lock_guard lock(mutex_);
  return finished_.empty() && std::all_of(lanes_.begin(), lanes_.end(),
                                          [](const auto& each) { return each.second.queue.empty(); });
}

}  // namespace sispde
