#include "runner/build/making_lock.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>

namespace warpscope::runner {
namespace {

using namespace std::chrono_literals;

class Making : public testing::Test {
 protected:
  ~Making() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("warpscope-making-" + std::to_string(getpid()));
};

TEST_F(Making, TheSecondWaitsForTheFirst) {
  std::atomic<bool> is_made = false;
  std::jthread other;
  {
    const MakingLock first(folder_, "driver", {});
    other = std::jthread([&] {
      const MakingLock second(folder_, "driver", {});
      EXPECT_TRUE(is_made);
    });
    std::this_thread::sleep_for(100ms);
    is_made = true;
  }
}

TEST_F(Making, OtherNamesDoNotWait) {
  const MakingLock first(folder_, "driver", {});
  const auto begin = std::chrono::steady_clock::now();
  const MakingLock second(folder_, "exercise", {});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
}

TEST_F(Making, WaitsNoLongerThanItShall) {
  const MakingLock first(folder_, "driver", {});
  const auto begin = std::chrono::steady_clock::now();
  const MakingLock second(folder_, "driver", {}, 50ms);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 50ms);
}

TEST_F(Making, CanBeCanceled) {
  const MakingLock first(folder_, "driver", {});
  std::stop_source source;
  source.request_stop();
  const auto begin = std::chrono::steady_clock::now();
  const MakingLock second(folder_, "driver", source.get_token());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
}

}  // namespace
}  // namespace warpscope::runner
