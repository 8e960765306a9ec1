// Branches of graphs on the device's clock.
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

double end_s(const auto& operation) { return operation.start_s + operation.duration_s; }

TEST(GraphBranches, RunSideBySideAndWhatIsBehindThemWaitsForAll) {
  const ProgramRun run = run_program("graph_branches");
  EXPECT_EQ(run.output,
            "instantiate cudaSuccess\nlaunch cudaSuccess\nagain cudaSuccess\nend cudaSuccess\n"
            "destroy cudaSuccess\n");
  std::vector<record::Launch> launches;
  for (const auto& ended : run.events_of<device::LaunchEnded>()) launches.push_back(ended.launch);
  std::vector<record::Transfer> copies;
  for (const auto& ended : run.events_of<device::TransferEnded>()) {
    if (ended.transfer.kind == record::Transfer::Kind::host_to_device)
      copies.push_back(ended.transfer);
  }
  ASSERT_EQ(launches.size(), 7U);
  ASSERT_EQ(copies.size(), 2U);
  for (const std::size_t graph : {0U, 1U}) {
    const auto* kernels = &launches[3 * graph];
    const auto& copy = copies[graph];
    EXPECT_GE(kernels[1].start_s, end_s(kernels[0]));
    EXPECT_GE(copy.start_s, end_s(kernels[0]));
    EXPECT_LT(kernels[1].start_s, end_s(copy));
    EXPECT_LT(copy.start_s, end_s(kernels[1])) << "one after the other";
    EXPECT_NE(copy.stream, kernels[1].stream);
    EXPECT_GE(kernels[2].start_s, end_s(kernels[1]));
    EXPECT_GE(kernels[2].start_s, end_s(copy));
    EXPECT_GE(kernels[3].start_s, end_s(kernels[2])) << "what comes next";
    EXPECT_EQ(kernels[0].stream, launches[0].stream);
    EXPECT_EQ(copy.stream, copies[0].stream) << "the second launch takes the same streams";
  }
}

}  // namespace
}  // namespace warpscope::cudart
