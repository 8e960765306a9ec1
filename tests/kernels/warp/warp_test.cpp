// The warp's operations on the virtual GPU, for a target with REDUX and one without. Each program
// compares with loops on the host.
#include <gtest/gtest.h>

#include "record/metrics.h"
#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

class Warp : public ::testing::TestWithParam<const char*> {
 protected:
  static ProgramRun run(const std::string& program) {
    return run_program("warp_" + program + "_" + GetParam());
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, Warp, ::testing::Values("75", "90"));

void expect_output(const ProgramRun& run, const std::string& output) {
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, output);
}

TEST_P(Warp, Reduces) {
  expect_output(
      run("reduce"),
      "int sum: 0 wrong\nint minimum: 0 wrong\nint maximum: 0 wrong\nunsigned minimum: 0 wrong\n"
      "and: 0 wrong\nor: 0 wrong\nxor: 0 wrong\n64-bit sum: 0 wrong\nshort maximum: 0 wrong\n"
      "float sum: 0 wrong\ndouble minimum: 0 wrong\nmaps in order: 0 wrong\nextremes: 0 wrong\n");
}

TEST_P(Warp, Scans) {
  expect_output(run("scan"),
                "int sum: 0 wrong\nint maximum: 0 wrong\nxor: 0 wrong\n64-bit sum: 0 wrong\n"
                "double sum: 0 wrong\nfloat minimum: 0 wrong\nmaps in order: 0 wrong\n");
}

TEST_P(Warp, CountsAndAddsWithBallots) {
  expect_output(run("ballot"), "ranks: 0 wrong\nwide sums: 0 wrong\n");
}

std::uint64_t atomics_of(const record::Launch& launch) {
  // With a result and without. Each counter has a sector of its own, so sectors are addresses.
  std::uint64_t sum = 0;
  for (const std::string_view name :
       {record::metric::kAtomicSectors, record::metric::kReductionSectors}) {
    const auto found = launch.counters.find(name);
    if (found != launch.counters.end()) sum += found->second;
  }
  return sum;
}

TEST_P(Warp, AggregatesAtomics) {
  const ProgramRun run = Warp::run("aggregate");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.errors, "");
  const std::string right =
      "slots of one counter: 0 wrong\nslots of many counters: 0 wrong\n"
      "int sums: 0 wrong\nfloat sums: 0 wrong\ndouble sums: 0 wrong\n";
  ASSERT_EQ(run.output.substr(0, right.size()), right);
  unsigned warps = 0;
  std::size_t distinct = 0;
  ASSERT_EQ(
      std::sscanf(run.output.c_str() + right.size(), "%u warps, %zu distinct", &warps, &distinct),
      2);
  const auto launches = run.events_of<device::LaunchEnded>();
  ASSERT_EQ(launches.size(), 5U);
  // One atomic for each warp and each distinct address in it, not one for each lane.
  EXPECT_EQ(atomics_of(launches[0].launch), warps);
  EXPECT_EQ(atomics_of(launches[1].launch), distinct);
}

}  // namespace
}  // namespace warpscope::cudart
