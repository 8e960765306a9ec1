// Programs with several devices. The rules that two H200s showed are tested in rules_test.cpp.
#include <gtest/gtest.h>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

class HaloExchange : public testing::TestWithParam<const char*> {};

TEST_P(HaloExchange, ComputesWhatTheHostDoes) {
  for (const int devices : {1, 2, 3, 4, 8}) {
    const ProgramRun run = run_program("halo_exchange", {GetParam()}, "mini", devices);
    EXPECT_EQ(run.output, std::to_string(devices) + " devices, 0 wrong, 0 failures\n")
        << run.errors;
    EXPECT_EQ(run.device_exit_code, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, HaloExchange, testing::Values("copies", "loads", "boxes"),
                         [](const auto& test) { return std::string(test.param); });

TEST(SeveralDevices, HaveTheirOwnAndShareTheHosts) {
  const ProgramRun run = run_program("several_devices", {}, "mini", 3);
  EXPECT_EQ(run.output,
            "3 devices, found 1\n"
            "by bus: cudaErrorInvalidDevice\n"
            "choose: cudaSuccess\n"
            "properties: cudaErrorInvalidDevice\n"
            "initialise: cudaSuccess\n"
            "initialise none: cudaErrorInvalidDevice\n"
            "linked: cudaSuccess\n"
            "1\n"
            "linked with itself: cudaErrorInvalidDevice\n"
            "device 0: sum 320, total 64, heap 16 MiB\n"
            "device 1: sum 672, total 128, heap 17 MiB\n"
            "device 2: sum 1056, total 192, heap 18 MiB\n"
            "default stream on 0\n"
            "both: cudaSuccess\n"
            "7\n"
            "default stream on 1\n"
            "both: cudaSuccess\n"
            "8\n"
            "from the pool: cudaSuccess\n"
            "fill without a grant: cudaErrorInvalidValue\n"
            "grant: cudaSuccess\n"
            "flags 3\n"
            "with it: cudaSuccess\n"
            "77\n"
            "another device's pool: cudaErrorInvalidValue\n"
            "free in the other's stream: cudaSuccess\n"
            "instantiate: cudaSuccess\n"
            "graph: cudaSuccess\n"
            "wait: cudaSuccess\n"
            "41 41\n"
            "before 0, behind 41\n"
            "reset: cudaSuccess\n"
            "stream of before: cudaErrorInvalidResourceHandle\n"
            "memory of before: cudaErrorInvalidValue\n"
            "host memory of the other: cudaSuccess\n"
            "1010101 192\n"
            "launch again: cudaSuccess\n"
            "193\n"
            "no peer any more: cudaErrorPeerAccessNotEnabled\n"
            "41\n")
      << run.errors;
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.device_exit_code, 0);
}

TEST(SeveralDevices, AnAccessToADeviceThatIsNoPeerIsDiagnosed) {
  const ProgramRun run = run_program("several_devices", {"fault"}, "mini", 2);
  EXPECT_TRUE(run.output.ends_with("fault: cudaErrorIllegalAddress\n")) << run.output;
  const auto findings = run.events_of<device::Diagnosed>();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].finding.id, "no-peer-access");
  EXPECT_NE(findings[0].finding.cause.find("writes 4 bytes in a 4-byte allocation of device 0, "
                                           "to which device 1 has no access"),
            std::string::npos)
      << findings[0].finding.cause;
}

}  // namespace
}  // namespace warpscope::cudart
