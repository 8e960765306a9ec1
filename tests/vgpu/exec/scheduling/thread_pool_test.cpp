// Threads that stay between pieces of work.
#include "vgpu/exec/scheduling/thread_pool.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace warpscope::exec {
namespace {

TEST(ThreadPool, CallsWithEachNumberOnce) {
  ThreadPool threads;
  for (const std::uint32_t count : {1u, 3u, 2u, 5u, 0u, 1u}) {
    std::vector<int> calls(6, 0);
    threads.begin(count, [&](std::uint32_t number) { ++calls.at(number); });
    threads.wait();
    for (std::uint32_t number = 0; number < calls.size(); ++number)
      EXPECT_EQ(calls[number], number >= 1 && number <= count ? 1 : 0);
  }
}

TEST(ThreadPool, DoesWorkOfAnyLengthInTurn) {
  ThreadPool threads;
  int sum = 0;
  for (int round = 0; round < 200; ++round) {
    threads.begin(1, [&](std::uint32_t) {
      if (round % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      sum += round;
    });
    threads.wait();
    if (round % 70 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // they sleep
  }
  EXPECT_EQ(sum, 199 * 200 / 2);
}

TEST(ThreadPool, GivesOnWhatWasThrownAndGoesOn) {
  ThreadPool threads;
  threads.begin(2, [](std::uint32_t number) {
    if (number == 2) throw std::runtime_error("no");
  });
  EXPECT_THROW(threads.wait(), std::runtime_error);
  int calls = 0;
  threads.begin(1, [&](std::uint32_t) { ++calls; });
  EXPECT_NO_THROW(threads.wait());
  EXPECT_EQ(calls, 1);
}

TEST(ThreadPool, EndsWithoutWork) {
  ThreadPool threads;
  threads.wait();
  threads.begin(2, [](std::uint32_t) {});
}

}  // namespace
}  // namespace warpscope::exec
