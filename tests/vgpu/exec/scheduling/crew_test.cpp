// Threads that stay between pieces of work.
#include "vgpu/exec/scheduling/crew.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace warpscope::exec {
namespace {

TEST(Crew, CallsWithEachNumberOnce) {
  Crew crew;
  for (const std::uint32_t count : {1u, 3u, 2u, 5u, 0u, 1u}) {
    std::vector<int> calls(6, 0);
    crew.begin(count, [&](std::uint32_t number) { ++calls.at(number); });
    crew.wait();
    for (std::uint32_t number = 0; number < calls.size(); ++number)
      EXPECT_EQ(calls[number], number >= 1 && number <= count ? 1 : 0);
  }
}

TEST(Crew, DoesWorkOfAnyLengthInTurn) {
  Crew crew;
  int sum = 0;
  for (int round = 0; round < 200; ++round) {
    crew.begin(1, [&](std::uint32_t) {
      if (round % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      sum += round;
    });
    crew.wait();
    if (round % 70 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // they sleep
  }
  EXPECT_EQ(sum, 199 * 200 / 2);
}

TEST(Crew, GivesOnWhatWasThrownAndGoesOn) {
  Crew crew;
  crew.begin(2, [](std::uint32_t number) {
    if (number == 2) throw std::runtime_error("no");
  });
  EXPECT_THROW(crew.wait(), std::runtime_error);
  int calls = 0;
  crew.begin(1, [&](std::uint32_t) { ++calls; });
  EXPECT_NO_THROW(crew.wait());
  EXPECT_EQ(calls, 1);
}

TEST(Crew, EndsWithoutWork) {
  Crew crew;
  crew.wait();
  crew.begin(2, [](std::uint32_t) {});
}

}  // namespace
}  // namespace warpscope::exec
