// The primitives of the whole device on the virtual GPU. Each program compares with loops on the
// host.
#include <gtest/gtest.h>

#include "record/metrics.h"
#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

ProgramRun run(const std::string& program, const std::string& output) {
  ProgramRun ended = run_program("device_" + program + "_90");
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.errors, "");
  EXPECT_EQ(ended.output, output);
  return ended;
}

std::uint64_t counter(const device::LaunchEnded& ended, std::string_view name) {
  const auto found = ended.launch.counters.find(name);
  return found == ended.launch.counters.end() ? 0 : found->second;
}

TEST(DevicePrimitives, Reduce) {
  run("reduce",
      "int sum: 0 wrong\nfloat sum: 0 wrong\ndouble maximum: 0 wrong\nbyte xor: 0 wrong\n");
}

TEST(DevicePrimitives, Scan) {
  const ProgramRun ended =
      run("scan",
          "inclusive sum: 0 wrong\nexclusive sum from 1000: 0 wrong\nexclusive float sum: 0 wrong\n"
          "running maximum: 0 wrong\nmaps in order: 0 wrong\nmaps before: 0 wrong\n");
  for (const device::LaunchEnded& launch : ended.events_of<device::LaunchEnded>()) {
    EXPECT_EQ(counter(launch, record::metric::kSharedConflicts), 0U) << launch.launch.kernel;
  }
}

TEST(DevicePrimitives, Histogram) {
  const ProgramRun ended = run("histogram", "histograms: 0 wrong\nrandom bytes: 0 wrong\n");
  const auto launches = ended.events_of<device::LaunchEnded>();
  ASSERT_GE(launches.size(), 2U);
  // A column of its own for each lane: no conflicts, where a single histogram has some for random
  // bytes.
  EXPECT_EQ(counter(launches[launches.size() - 2], record::metric::kSharedAtomicConflicts), 0U);
  EXPECT_GT(counter(launches[launches.size() - 1], record::metric::kSharedAtomicConflicts), 0U);
}

TEST(DevicePrimitives, TransposeTriadAndGather) {
  const ProgramRun ended =
      run("moves",
          "transpositions: 0 wrong\nfloat triads: 0 wrong\ndouble triads: 0 wrong\n"
          "gathers: 0 wrong\n");
  const auto launches = ended.events_of<device::LaunchEnded>();
  ASSERT_GE(launches.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(counter(launches[i], record::metric::kSharedConflicts), 0U) << i;
    // 128 x 192 words of 4 bytes in sectors of 32 bytes: each read once.
    EXPECT_EQ(counter(launches[i], record::metric::kLoadSectors), 128U * 192 / 8) << i;
  }
  // The first writes by stores, each sector once; the second by bulk copies.
  EXPECT_EQ(counter(launches[0], record::metric::kStoreSectors), 128U * 192 / 8);
  EXPECT_EQ(counter(launches[1], record::metric::kStoreSectors), 0U);
}

}  // namespace
}  // namespace warpscope::cudart
