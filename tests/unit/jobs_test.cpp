#include "core/base/jobs.h"

#include <atomic>
#include <chrono>
#include <stdexcept>

#include <gtest/gtest.h>

namespace sispde {
namespace {

void settle(Jobs& jobs) {
  while (!jobs.idle()) {
    jobs.deliver();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

Jobs::Work untilStopped(std::atomic<int>& started) {
  return [&started](const Progress& progress) -> Jobs::Delivery {
    ++started;
    while (!progress.stopped()) std::this_thread::yield();
    return [] { ADD_FAILURE() << "a cancelled work was delivered"; };
  };
}

TEST(JobsTest, DeliversInTheOwnersThread) {
  Jobs jobs;
  std::thread::id worker, owner;
  jobs.start("a", "k", "work", [&](const Progress&) -> Jobs::Delivery {
    worker = std::this_thread::get_id();
    return [&] { owner = std::this_thread::get_id(); };
  });
  settle(jobs);
  EXPECT_EQ(owner, std::this_thread::get_id());
  EXPECT_NE(worker, owner);
}

TEST(JobsTest, WorksOfOneLaneFollowEachOther) {
  Jobs jobs;
  std::atomic<int> inside = 0;
  std::vector<int> order;
  for (int i = 0; i < 20; ++i)
    jobs.start("lane", std::to_string(i), "work", [&, i](const Progress&) -> Jobs::Delivery {
      EXPECT_EQ(inside++, 0);
      std::this_thread::yield();
      --inside;
      return [&order, i] { order.push_back(i); };
    });
  settle(jobs);
  ASSERT_EQ(order.size(), 20u);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(order[i], i);
}

TEST(JobsTest, TheLatestOfAKeyWins) {
  Jobs jobs;
  std::atomic<int> started = 0;
  jobs.start("lane", "slider", "old", untilStopped(started));
  while (started == 0) std::this_thread::yield();
  int seen = 0;
  for (int i = 1; i <= 5; ++i)
    jobs.start("lane", "slider", "new",
               [&, i](const Progress&) -> Jobs::Delivery { return [&, i] { seen = i; }; });
  settle(jobs);
  EXPECT_EQ(seen, 5);
}

TEST(JobsTest, CancelForgetsWhatWasFinishedButNotDelivered) {
  std::atomic<bool> done = false;
  Jobs jobs([&] { done = true; });
  jobs.start("lane", "k", "work",
             [](const Progress&) -> Jobs::Delivery { return [] { ADD_FAILURE() << "was cancelled"; }; });
  while (!done) std::this_thread::yield();
  jobs.cancel("k");
  EXPECT_EQ(jobs.deliver(), 0);
}

TEST(JobsTest, WhatAWorkThrowsIsTrouble) {
  std::string trouble;
  Jobs jobs({}, [&](const std::string& text) { trouble = text; });
  jobs.start("lane", "k", "counting",
             [](const Progress&) -> Jobs::Delivery { throw std::runtime_error("no more"); });
  settle(jobs);
  EXPECT_EQ(trouble, "counting: no more");
}

TEST(JobsTest, EndsWhileWorksRunAndWait) {
  std::atomic<int> started = 0;
  {
    Jobs jobs;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        jobs.start(std::to_string(i), std::to_string(10 * i + k), "work", untilStopped(started));
    while (started < 3) std::this_thread::yield();
    EXPECT_EQ(jobs.states().size(), 9u);
  }
  EXPECT_EQ(started, 3);
}

}  // namespace
}  // namespace sispde
