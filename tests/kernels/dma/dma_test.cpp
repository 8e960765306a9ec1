// warpscope::dma on the virtual GPU: every engine over thousands of transfers, and wrong uses.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

class DmaEngine : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Engines, DmaEngine, ::testing::Values("vector", "cp_async", "bulk"),
                         [](const auto& test) { return std::string(test.param); });

// The program compares with the host and checks the bytes around every destination.
TEST_P(DmaEngine, CarriesEveryPoint) {
  const ProgramRun run = run_program(GetParam(), {"500"});
  EXPECT_EQ(run.output,
            "to shared memory: 625 points, 0 wrong\nto global memory: 500 points, 0 wrong\n");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.exit_code, 0);
}

// The virtual GPU takes down what the warps do with a ring, and its name, without any marks.
TEST(DmaRightUse, ShowsItsPhases) {
  const ProgramRun run = run_program("wrong_use", {"named_right_use"});
  EXPECT_EQ(run.output, "cudaSuccess\n");
  const auto launches = run.events_of<device::LaunchEnded>();
  ASSERT_EQ(launches.size(), 1U);
  std::map<std::string, std::map<std::uint32_t, int>> counts;  // by name and warp
  for (const record::Phase& phase : launches[0].launch.phases) {
    ++counts[phase.name][phase.warp];
    EXPECT_LE(phase.begin_cycles, phase.end_cycles);
  }
  EXPECT_EQ(counts["fill tiles"], (std::map<std::uint32_t, int>{{2, 4}}));
  EXPECT_EQ(counts["use tiles"], (std::map<std::uint32_t, int>{{0, 4}, {1, 4}}));
  EXPECT_FALSE(counts["wait to use tiles"].empty());
  EXPECT_FALSE(counts["wait to fill tiles"].empty());
}

struct WrongUse {
  const char* kind;
  const char* finding;
  std::vector<const char*> texts;  ///< parts of the finding's cause or of the output
  std::uint32_t line = 0;          ///< of wrong_use.cu, where the finding is; 0: not looked at
};

class DmaWrongUse : public ::testing::TestWithParam<WrongUse> {};

TEST_P(DmaWrongUse, EndsInAReport) {
  const WrongUse& use = GetParam();
  const ProgramRun run = run_program("wrong_use", {use.kind});
  const auto findings = run.events_of<device::Diagnosed>();
  ASSERT_EQ(findings.size(), 1U) << run.output << run.errors;
  const record::Finding& finding = findings[0].finding;
  EXPECT_EQ(finding.id, use.finding);
  if (use.line != 0) {
    ASSERT_TRUE(finding.where.has_value());
    EXPECT_EQ(finding.where->line, use.line);
  }
  for (const char* text : use.texts) {
    EXPECT_NE((finding.cause + run.output).find(text), std::string::npos) << text << "\nis not in\n"
                                                                          << finding.cause << "\n"
                                                                          << run.output;
  }
}

TEST(DmaRightUse, EndsWithoutAReport) {
  const ProgramRun run = run_program("wrong_use", {"right_use"});
  EXPECT_EQ(run.output, "cudaSuccess\n");
  EXPECT_TRUE(run.events_of<device::Diagnosed>().empty());
}

// The lines are those of wrong_use.cu, where the verbs are called: 28 execute_dma, 31
// wait_for_dma_finish.
INSTANTIATE_TEST_SUITE_P(
    Kinds, DmaWrongUse,
    ::testing::Values(
        WrongUse{"compute_trips",
                 "deadlock",
                 {"warp 0 lanes 0-31 wait for stage 0 of a ring to be filled, which the DMA warps "
                  "say by",
                  "warp 1 lanes 0-31 wait for stage 0",
                  "; the DMA warps have made four transfers of five; the barrier lacks 1 of 1 "
                  "arrivals in wrong_use.cu:31"}},
        WrongUse{
            "dma_trips",
            "deadlock",
            {"warp 2 lanes 0-31 wait for stage 0 of a ring to be emptied, which the compute "
             "warps say "
             "by start_async_dma(); the compute warps have given back four buffers of five; the "
             "barrier lacks 2 of 2 arrivals in wrong_use.cu:28"}},
        WrongUse{"compute_threads",
                 "trap",
                 {"DMA threads and compute threads overlap: 96 compute threads have room neither "
                  "before thread 64 nor behind the 32 DMA threads that begin with it. Begin those "
                  "with number 96, and launch 128 threads a block"}},
        WrongUse{"dma_threads_among_others",
                 "trap",
                 {"64 compute threads have room neither before thread 32 nor behind the 32 DMA "
                  "threads that begin with it. Begin those with number 64"}},
        WrongUse{
            "dma_threads",
            "trap",
            {"a team of 64 DMA threads from thread 64 on and 64 compute threads does not fit a "
             "block of 96 threads"}},
        WrongUse{"no_dma_threads",
                 "trap",
                 {"The kernel executed trap. The last line that it printed: dma ring ",
                  "the launch has no DMA threads: the block has 64 threads, and the DMA threads "
                  "begin with number 64. Launch 96 threads a block"}},
        WrongUse{"some_stages",
                 "deadlock",
                 {"warp 0 lanes 0-31 wait for stage 0 of a ring to be filled",
                  "; the DMA warps have made four transfers of five"}},
        WrongUse{"two_stages",
                 "deadlock",
                 {"warp 0 lanes 0-31 wait for stage 0 of a ring to be filled",
                  "; the DMA warps have made four transfers of five"}},
        WrongUse{"no_stages", "assertion-failed", {"A ring has at least one stage"}},
        WrongUse{"more_stages_than_room", "assertion-failed", {"no more than its storage"}},
        WrongUse{"swapped",
                 "assertion-failed",
                 {"The destination is not in shared memory: are source and destination swapped?"},
                 77},
        WrongUse{"swapped_stores",
                 "assertion-failed",
                 {"The source is not in shared memory: are source and destination swapped?"},
                 101},
        WrongUse{"broken_promise",
                 "assertion-failed",
                 {"A size is negative or not a multiple of the promised alignment"},
                 89},
        WrongUse{"never_filled",
                 "deadlock",
                 {"wait for stage 0 of a ring to be filled, which the compute warps say by "
                  "start_async_dma(); the compute warps have filled no buffers of one"}},
        WrongUse{"large_element",
                 "assertion-failed",
                 {"The transfer does not fit the array that it is given"},
                 134},
        WrongUse{"large_source",
                 "assertion-failed",
                 {"The transfer does not fit the array that it is given"},
                 136},
        WrongUse{"halo_at_the_edge",
                 "assertion-failed",
                 {"The transfer does not fit the array that it is given"},
                 138},
        WrongUse{"recycled",
                 "deadlock",
                 {"warp 0 lanes 0-31 wait for stage 0 of a ring", "warp 1 lanes 0-31 wait",
                  "wrong_use.cu:57"}},
        WrongUse{"retired",
                 "deadlock",
                 {"warp 0 lanes 0-31 wait for stage 0 of a ring",
                  "warp 2 lanes 0-31 wait at barrier 0", "wrong_use.cu:65", "wrong_use.cu:66"}},
        WrongUse{
            "one_dma_trip_more",
            "unmet-arrival",
            {"nobody had waited for stage 0 of a ring to be filled, which the DMA warps say by",
             "cudaSuccess"},
            28},
        WrongUse{
            "start_before_wait",
            "deadlock",
            {"wait for stage 1 of ring 'x' to be filled, which the DMA warps say by "
             "execute_dma() or finish_async_dma(); the DMA warps have made no transfers of two; "
             "the barrier lacks 1 of 1 arrivals"}},
        WrongUse{"checked_trips",
                 "trap",
                 {"dma ring 'tiles': warp 0 of block (0, 0, 0) waits in vain for 'DMA finished' of "
                  "stage 0, phase 0\n"}},
        WrongUse{"checked_team",
                 "trap",
                 {"dma ring 'tiles': a team of 64 DMA threads from thread 64 on and 64 compute "
                  "threads does not fit a block of 96 threads"}}),
    [](const auto& test) { return std::string(test.param.kind); });

}  // namespace
}  // namespace warpscope::cudart
