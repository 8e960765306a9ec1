// What L2 holds between operations, beside what an H200 said (docs/evidence/time.md).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "record/kernel_name.h"
#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

/// Cycles of a load, of each chain of 2,048 loads.
std::vector<double> cycles_of_chains(const std::vector<std::string>& options) {
  constexpr double kLoads = 2048;
  std::vector<std::string> all{"--profile", "h200", "--clock"};
  all.insert(all.end(), options.begin(), options.end());
  const VirtualRun run =
      run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_l2_contents", {"1"}, all);
  EXPECT_EQ(run.exit_code, 0) << run.output;
  std::vector<double> cycles;
  for (const auto& launch : run.record.launches) {
    if (record::short_kernel_name(launch.kernel) == "chase")
      cycles.push_back(launch.duration_s * run.record.device.clock_hz / kLoads);
  }
  return cycles;
}

TEST(L2Contents, StayAsLongAsOnAnH200) {
  constexpr double kFromMemory = 656, kHeld = 287, kNear = 0.05;
  constexpr double kMostHeld = 400;  // of copies and stores the card's are 328 to 451
  const auto cycles = cycles_of_chains({});
  ASSERT_EQ(cycles.size(), 8U + 16U);
  EXPECT_NEAR(cycles[0], kFromMemory, kNear * kFromMemory);
  EXPECT_NEAR(cycles[1], kHeld, kNear * kHeld);
  // Copied from and to the host, written and read by a copy, written by a kernel.
  for (std::size_t i = 2; i < 7; ++i) EXPECT_LT(cycles[i], kMostHeld) << i;
  // Behind 8, 16, 24, 32, 40, 48, 64, 96 MB of others; on the card it goes between 32 and 48.
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(cycles[9 + 2 * i], kHeld, kNear * kHeld) << i;
  for (std::size_t i = 5; i < 8; ++i)
    EXPECT_NEAR(cycles[9 + 2 * i], kFromMemory, kNear * kFromMemory) << i;
}

TEST(L2Contents, AreFlushedWhereThatIsAsked) {
  constexpr std::size_t kSet = 7;  // all loads are of one line then
  const auto cycles = cycles_of_chains({"--cache-control", "all"});
  ASSERT_EQ(cycles.size(), 8U + 16U);
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    if (i != kSet) {
      EXPECT_GT(cycles[i], 600) << i;
    }
  }
}

}  // namespace
}  // namespace warpscope
