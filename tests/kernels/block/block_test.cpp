// The block's operations on the virtual GPU. Each program compares with loops on the host.
#include <gtest/gtest.h>

#include "record/metrics.h"
#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

class Block : public ::testing::TestWithParam<const char*> {
 protected:
  static ProgramRun run(const std::string& program) {
    return run_program("block_" + program + "_" + GetParam());
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, Block, ::testing::Values("75", "90"));

TEST_P(Block, ReducesAndScans) {
  const ProgramRun ended = run("reduce_scan");
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.errors, "");
  EXPECT_EQ(
      ended.output,
      "int sum: 0 wrong\nunsigned maximum: 0 wrong\ndouble sum: 0 wrong\nmaps in order: 0 wrong\n");
}

std::uint64_t conflicts_of(const device::LaunchEnded& ended) {
  const auto found = ended.launch.counters.find(record::metric::kSharedConflicts);
  return found == ended.launch.counters.end() ? 0 : found->second;
}

TEST_P(Block, TransposesWithoutBankConflicts) {
  const ProgramRun ended = run("transpose");
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.errors, "");
  EXPECT_EQ(ended.output, "tile: 0 wrong\ntile: 0 wrong\nexchanges: 0 wrong\n");
  const auto launches = ended.events_of<device::LaunchEnded>();
  ASSERT_EQ(launches.size(), 10U);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(conflicts_of(launches[i]), 0U) << launches[i].launch.kernel;
  }
  // Twenty items are four times an odd number: two lanes meet in a bank, going and coming, in 4
  // warps and 20 accesses at most.
  EXPECT_GT(conflicts_of(launches[9]), 0U);
  EXPECT_LE(conflicts_of(launches[9]), 2U * 4 * 20);
}

}  // namespace
}  // namespace warpscope::cudart
