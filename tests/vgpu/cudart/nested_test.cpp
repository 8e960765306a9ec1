// Kernels that launch kernels, and cudaDeviceReset with work that waits.
#include <gtest/gtest.h>

#include "tests/vgpu/cudart/program_run.h"

namespace warpscope::cudart {
namespace {

// What each line must be follows from the programming guide: a grid ends when all that it launched
// have ended, what one block launches in one stream runs in order, a tail launch behind the rest;
// a tree of depth 4 has 2 + 6 * (2 + 8 + 32 + 128) threads; kernels nest 24 deep.
TEST(NestedLaunches, KeepTheOrderAndTheRulesOfTheGuide) {
  const ProgramRun run = run_program("nested_launches");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output,
            "in order: cudaSuccess; 1 2 3 4 9 0\n"
            "parameters: cudaSuccess; 97 98 9 5 10 7\n"
            "a tree: cudaSuccess; 1022\n"
            "a stream of its own: cudaSuccess; 0 2016 0 496\n"
            "memory: cudaSuccess; 0 77 0\n"
            "refused: cudaSuccess; 1 1 1 1 0 0\n"
            "beyond launch bounds: cudaSuccess; total 0 1\n"
            "tails: cudaSuccess; 40\n"
            "depth: cudaSuccess; 24 65\n"
            "fault of a child: cudaErrorIllegalAddress;\n");
}

TEST(NestedLaunches, AreLaunchesOfTheirOwnInTheRecord) {
  const ProgramRun run = run_program("nested_launches");
  std::vector<std::string> kernels;
  for (const auto& ended : run.events_of<device::LaunchEnded>())
    kernels.push_back(ended.launch.kernel);
  ASSERT_GE(kernels.size(), 8U);
  kernels.resize(8);
  EXPECT_EQ(kernels, (std::vector<std::string>{
                         "in_order()", "note_and_launch(int)", "note(int)", "note_and_launch(int)",
                         "note(int)", "note(int)", "give(float const*)",
                         "take(char, Mixed, float const*, long long)"}));
  std::size_t faults = 0;
  for (const auto& diagnosed : run.events_of<device::Diagnosed>())
    faults += diagnosed.finding.id == "out-of-bounds" ? 1 : 0;
  EXPECT_EQ(faults, 1U);
}

TEST(Reset, DoesWhatWaitsFirst) {
  const ProgramRun run = run_program("reset_rules");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output,
            "block 0 of launch 1\n"
            "block 1 of launch 1\n"
            "block 0 of launch 2\n"
            "reset: cudaSuccess\n"
            "host functions called: 1\n"
            "block 0 of launch 3\n"
            "reset again: cudaSuccess\n"
            "block 0 of launch 4\n"
            "reset behind a fault: cudaErrorIllegalAddress\n"
            "last error: cudaErrorIllegalAddress\n"
            "synchronize: cudaErrorIllegalAddress\n"
            "malloc: cudaErrorIllegalAddress\n"
            "reset of a failed one: cudaSuccess\n");
}

}  // namespace
}  // namespace warpscope::cudart
