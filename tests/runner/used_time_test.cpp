#include "runner/process/used_time.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "runner/process/child_process.h"
#include "tests/runner/paths.h"

namespace warpscope::runner::used_time_test {
namespace {

using namespace std::chrono_literals;
using Clock = UsedTime::Clock;

double in_s(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

ChildProcess start(std::vector<std::string> arguments, bool has_own_session = true) {
  SpawnOptions options;
  options.has_own_session = has_own_session;
  options.arguments = std::move(arguments);
  return ChildProcess::spawn(options);
}

/// While this lives, what is started runs on one processor.
class OnOneProcessor {
 public:
  OnOneProcessor() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    int processor = 0;
    while (processor + 1 < CPU_SETSIZE && !CPU_ISSET(processor, &before_)) ++processor;
    CPU_SET(processor, &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  ~OnOneProcessor() { ::sched_setaffinity(0, sizeof before_, &before_); }
  OnOneProcessor(const OnOneProcessor&) = delete;
  OnOneProcessor& operator=(const OnOneProcessor&) = delete;

 private:
  cpu_set_t before_{};
};

/// Looks as the runner does, until so much wall clock is over.
void look_for(UsedTime& time, Clock::duration wall) {
  const auto end = Clock::now() + wall;
  while (Clock::now() < end) {
    std::this_thread::sleep_for(20ms);
    time.look();
  }
}

TEST(UsedTime, AWaitIsWallClock) {
  const auto child = start({"/bin/sleep", "5"});
  std::this_thread::sleep_for(50ms);  // it has started
  UsedTime time({child.pid()});
  look_for(time, 400ms);
  EXPECT_GT(in_s(time.used()), 0.3);
}

TEST(UsedTime, AProcessThatIsGoneIsWallClockToo) {
  UsedTime time({1 << 30});
  look_for(time, 200ms);
  EXPECT_GT(in_s(time.used()), 0.1);
}

TEST(UsedTime, WhatOthersTakeOfTheProcessorDoesNotCount) {
  std::vector<ChildProcess> others;
  std::optional<OnOneProcessor> together(std::in_place);
  for (int i = 0; i < 4; ++i) others.push_back(start({test::kMisbehave.string(), "spin"}));
  const auto child = start({"/bin/sh", "-c", test::kMisbehave.string() + " spin; true"});
  together.reset();
  std::this_thread::sleep_for(200ms);
  UsedTime time({child.pid()});
  const auto begin = Clock::now();
  look_for(time, 1s);
  const auto wall_s = in_s(Clock::now() - begin);
  // A fifth of a processor is its share; in wall clock it would be all of it.
  EXPECT_LT(in_s(time.used()), 0.6 * wall_s);
  EXPECT_GT(in_s(time.used()), 0.02 * wall_s);
}

TEST(UsedTime, AProcessThatLetsAllOthersGoFirstComesToAnEnd) {
  std::vector<ChildProcess> others;
  std::optional<OnOneProcessor> together(std::in_place);
  // In one session, because the kernel shares a processor out by sessions first.
  for (int i = 0; i < 4; ++i) others.push_back(start({test::kMisbehave.string(), "spin"}, false));
  const auto child =
      start({"/usr/bin/chrt", "--idle", "0", test::kMisbehave.string(), "spin"}, false);
  together.reset();
  std::this_thread::sleep_for(200ms);
  UsedTime time({child.pid()});
  const auto begin = Clock::now();
  look_for(time, 1s);
  // It can always run and hardly ever does: without a bound a class would wait for it.
  EXPECT_GT(in_s(time.used()), 0.08 * in_s(Clock::now() - begin));
  others.clear();  // or it cannot even end
}

TEST(UsedTime, OnlyATenthIsUsedDuringAPause) {
  const auto child = start({test::kMisbehave.string(), "spin"});
  const auto begun = Clock::now();
  UsedTime time({child.pid()});
  look_for(time, 200ms);
  time.pause();
  const auto before = time.used();
  EXPECT_GT(in_s(before), 0);
  look_for(time, 600ms);
  // The moment between the last look and the pause is not in it.
  const auto least = [&] { return std::max(before, (Clock::now() - begun) / 10) + 2ms; };
  EXPECT_LE(time.used(), least());
  time.resume();
  EXPECT_LE(time.used(), least());
  const auto used = time.used();
  const auto begin = Clock::now();
  look_for(time, 400ms);
  EXPECT_GT(time.used(), used);
  EXPECT_LE(in_s(time.used() - used), in_s(Clock::now() - begin) + 0.03);
}

TEST(UsedTime, OfPausesBetweenTwoLooksNothingIsUsedEither) {
  const auto child = start({test::kMisbehave.string(), "spin"});
  UsedTime time({child.pid()});
  const auto begin = Clock::now();
  Clock::duration paused{};
  while (Clock::now() - begin < 600ms) {
    for (int i = 0; i < 4; ++i) {
      const auto at = Clock::now();
      time.pause();
      std::this_thread::sleep_for(4ms);
      time.resume();
      paused += Clock::now() - at;
      std::this_thread::sleep_for(1ms);
    }
    time.look();
  }
  const auto wall = Clock::now() - begin;
  EXPECT_LE(in_s(time.used()), in_s(std::max(wall - paused, wall / 10)) + 0.03);
  EXPECT_GT(in_s(time.used()), 0);
}

TEST(UsedTime, APauseComesToAnEnd) {
  const auto child = start({test::kMisbehave.string(), "spin"});
  UsedTime time({child.pid()});
  time.pause();
  look_for(time, 500ms);
  EXPECT_GT(in_s(time.used()), 0.045);
  EXPECT_LT(in_s(time.used()), 0.25);
  time.resume();
  EXPECT_LT(in_s(time.used()), 0.25);
}

TEST(UsedTime, NeverMoreThanWallClock) {
  const auto one = start({test::kMisbehave.string(), "spin"});
  const auto two = start({test::kMisbehave.string(), "spin"});
  UsedTime time({one.pid(), two.pid()});
  const auto begin = Clock::now();
  look_for(time, 400ms);
  EXPECT_LE(in_s(time.used()), in_s(Clock::now() - begin) + 0.001);
  EXPECT_GT(in_s(time.used()), 0);
}

}  // namespace
}  // namespace warpscope::runner::used_time_test
