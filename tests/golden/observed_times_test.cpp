// Checks lower kernels in another way (docs/contributors/watching.md), and change no modelled time.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

/// All that the clock says of a launch, each by its name.
std::map<std::string, std::uint64_t> clocked(const record::Launch& launch) {
  std::map<std::string, std::uint64_t> all;
  if (!launch.clock) return all;
  all["sm_cycles"] = launch.clock->sm_cycles;
  for (const auto& [state, cycles] : launch.clock->warp_cycles) all[std::string(state)] = cycles;
  for (const auto& line : launch.clock->lines) {
    for (const auto& [state, cycles] : line.warp_cycles)
      all["line " + std::to_string(line.where.line) + " " + std::string(state)] = cycles;
  }
  return all;
}

class ObservedRuns : public testing::TestWithParam<const char*> {};

TEST_P(ObservedRuns, TakeTheSameTime) {
  const std::string program = std::string(WARPSCOPE_BINARY_DIR "/bin/warpscope_") + GetParam();
  // Of no profile alone: what one has as nothing another one may not.
  for (const std::string profile : {"h100", "mini"}) {
    const VirtualRun plain = run_virtually(program, {}, {"--clock", "--profile", profile});
    const VirtualRun observed =
        run_virtually(program, {}, {"--clock", "--profile", profile, "--check"});
    ASSERT_EQ(plain.exit_code, 0) << plain.output;
    ASSERT_GE(plain.record.launches.size(), 10U);
    ASSERT_EQ(plain.record.launches.size(), observed.record.launches.size()) << observed.output;
    for (std::size_t i = 0; i < plain.record.launches.size(); ++i) {
      const record::Launch& of = plain.record.launches[i];
      ASSERT_TRUE(of.clock) << of.kernel;
      EXPECT_EQ(clocked(of), clocked(observed.record.launches[i]))
          << profile << ", launch " << i << ": " << of.kernel;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Clock, ObservedRuns, testing::Values("observed_times", "stalls"));

}  // namespace
}  // namespace warpscope
