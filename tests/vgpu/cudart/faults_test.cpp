// Kernels that go wrong: CUDA's error, that it sticks, and what is diagnosed.
#include <gtest/gtest.h>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

struct Expected {
  const char* kind;
  const char* error;
  const char* finding;
  const char* cause;  ///< a part of it
};

class Faults : public testing::TestWithParam<Expected> {};

TEST_P(Faults, HaveTheirErrorAndFinding) {
  const Expected& expected = GetParam();
  const ProgramRun run = run_program("kernel_fault", {expected.kind});
  const std::string error = expected.error;
  EXPECT_EQ(run.output, "launch cudaSuccess\nwait " + error + "\nget " + error +
                            "\nget again cudaSuccess\nmalloc " + error + "\n");
  const auto findings = run.events_of<device::Diagnosed>();
  ASSERT_EQ(findings.size(), 1U);
  const record::Finding& finding = findings[0].finding;
  EXPECT_EQ(finding.id, expected.finding);
  EXPECT_NE(finding.cause.find(expected.cause), std::string::npos) << finding.cause;
  ASSERT_TRUE(finding.where.has_value());
  EXPECT_TRUE(finding.where->file.ends_with("kernel_fault.cu")) << finding.where->file;
  EXPECT_EQ(finding.launch, 0U);
  EXPECT_NE(run.errors.find(expected.finding), std::string::npos);
  EXPECT_NE(run.errors.find("kernel_fault.cu:" + std::to_string(finding.where->line)),
            std::string::npos)
      << run.errors;
  EXPECT_EQ(run.device_exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Faults,
    testing::Values(Expected{"bounds", "cudaErrorIllegalAddress", "out-of-bounds",
                             "writes 4 bytes directly past the end of a 132-byte allocation"},
                    Expected{"freed", "cudaErrorIllegalAddress", "use-after-free",
                             "of a 132-byte allocation that was freed"},
                    Expected{"null", "cudaErrorIllegalAddress", "out-of-bounds", "null pointer"},
                    Expected{"host", "cudaErrorIllegalAddress", "host-pointer-in-kernel", "host"},
                    Expected{"misaligned", "cudaErrorMisalignedAddress", "misaligned-address", ""},
                    Expected{"trap", "cudaErrorLaunchFailure", "trap", ""},
                    Expected{"forever", "cudaErrorLaunchTimeout", "instruction-budget", ""}),
    [](const testing::TestParamInfo<Expected>& test) { return std::string(test.param.kind); });

TEST(BrokenOff, AnAbortedProgramEndsTheDeviceInOrder) {
  const ProgramRun run = run_program("broken_off", {"abort"});
  EXPECT_EQ(run.exit_code, 128 + 6);
  EXPECT_EQ(run.device_exit_code, 0);
  EXPECT_EQ(run.events_of<device::Finished>().size(), 1U);
  EXPECT_TRUE(run.events_of<device::LaunchEnded>().empty()) << "work that nobody waited for";
}

TEST(BrokenOff, ALaunchNobodyWaitedForRunsAtANormalEnd) {
  const ProgramRun run = run_program("broken_off", {"return"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.events_of<device::LaunchEnded>().size(), 1U);
}

}  // namespace
}  // namespace warpscope::cudart
