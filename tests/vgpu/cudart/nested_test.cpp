// What the record has of kernels that launch kernels. Their rules: rules_test.cpp.
#include <gtest/gtest.h>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

TEST(NestedLaunches, AreLaunchesOfTheirOwnInTheRecord) {
  const ProgramRun& run = run_once("nested_launches", {}, "h200");
  std::vector<std::string> kernels;
  for (const auto& ended : run.events_of<device::LaunchEnded>())
    kernels.push_back(ended.launch.kernel);
  ASSERT_GE(kernels.size(), 8U);
  kernels.resize(8);
  EXPECT_EQ(kernels, (std::vector<std::string>{"in_order()", "note_and_launch(int)", "note(int)",
                                               "note_and_launch(int)", "note(int)", "note(int)",
                                               "give(float const*)",
                                               "take(char, Mixed, float const*, long long)"}));
  std::size_t faults = 0;
  for (const auto& diagnosed : run.events_of<device::Diagnosed>())
    faults += diagnosed.finding.id == "out-of-bounds" ? 1 : 0;
  EXPECT_EQ(faults, 1U);
}

}  // namespace
}  // namespace warpscope::cudart
