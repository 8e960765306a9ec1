// Wrong use of an object ends in a report of who waits where, never in a hang.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

using testing::HasSubstr;

// The line of wrong_use.cu that ends in "// here: " and these words.
std::string place(const std::string& words) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/kernels/cudadma/programs/wrong_use.cu");
  int number = 1;
  for (std::string line; std::getline(file, line); ++number)
    if (line.ends_with("// here: " + words)) return "wrong_use.cu:" + std::to_string(number);
  ADD_FAILURE() << "no line for " << words;
  return "";
}

// The deadlock's cause; empty when there is none of this name.
std::string deadlock_of(const std::string& kernel, std::string_view id = "deadlock") {
  const VirtualRun run = run_virtually(CUDADMA_PROGRAMS "wrong_use", {kernel});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.output, HasSubstr("cudaErrorLaunchTimeout"));
  for (const record::Finding& finding : run.record.findings)
    if (finding.id == id) return finding.cause;
  ADD_FAILURE() << run.output;
  return "";
}

TEST(CudaDmaWrongUse, ComputeThreadsThatWaitForOneBufferMore) {
  const std::string cause = deadlock_of("unequal_trips");
  const std::string where = place("unequal_trips compute");
  EXPECT_THAT(cause, HasSubstr("warp 0 lanes 0-31 wait at barrier 2 in " + where));
  EXPECT_THAT(cause, HasSubstr("warp 1 lanes 0-31 wait at barrier 2 in " + where));
  EXPECT_THAT(cause, HasSubstr("Barrier 2 lacks 32 of its 96 threads."));
}

TEST(CudaDmaWrongUse, DmaThreadsThatTransferOnceMore) {
  const std::string cause = deadlock_of("one_transfer_too_many");
  EXPECT_THAT(cause, HasSubstr("warp 2 lanes 0-31 wait at barrier 3 in " +
                               place("one_transfer_too_many dma") + "."));
  EXPECT_THAT(cause, HasSubstr("Barrier 3 lacks 64 of its 96 threads."));
}

TEST(CudaDmaWrongUse, FewerDmaThreadsThanTheObjectWasTold) {
  const std::string cause = deadlock_of("wrong_dma_threads");
  const std::string compute = place("wrong_dma_threads compute");
  EXPECT_THAT(cause, HasSubstr("warp 0 lanes 0-31 wait at barrier 4 in " + compute));
  EXPECT_THAT(cause, HasSubstr("warp 1 lanes 0-31 wait at barrier 4 in " + compute));
  EXPECT_THAT(
      cause, HasSubstr("warp 2 lanes 0-31 wait at barrier 5 in " + place("wrong_dma_threads dma")));
  EXPECT_THAT(cause, HasSubstr("Barrier 4 lacks 64 of its 128 threads. "
                               "Barrier 5 lacks 32 of its 128 threads."));
}

TEST(CudaDmaWrongUse, FewerComputeThreadsThanTheObjectWasTold) {
  const std::string cause = deadlock_of("wrong_compute_threads");
  EXPECT_THAT(cause, HasSubstr("warp 0 lanes 0-31 wait at barrier 6 in " +
                               place("wrong_compute_threads compute")));
  EXPECT_THAT(cause, HasSubstr("warp 2 lanes 0-31 wait at barrier 7 in " +
                               place("wrong_compute_threads dma")));
  EXPECT_THAT(cause, HasSubstr("Barrier 7 lacks 32 of its 96 threads."));
}

TEST(CudaDmaWrongUse, MoreComputeThreadsThanTheObjectWasTold) {
  const std::string cause = deadlock_of("more_compute_threads");
  EXPECT_THAT(cause, HasSubstr("warp 4 lanes 0-31 wait at barrier 3 in " +
                               place("more_compute_threads dma")));
  EXPECT_THAT(cause, HasSubstr("Barrier 3 is for 96 threads, but 160 have come"));
}

TEST(CudaDmaWrongUse, TwoObjectsWithOneNumber) {
  const std::string cause = deadlock_of("recycled_id", "dma-objects-collide");
  const std::string where = place("recycled_id compute");
  EXPECT_THAT(cause, HasSubstr("warp 0 lanes 0-31 wait at barrier 2 in " + where));
  EXPECT_THAT(cause, HasSubstr("warp 1 lanes 0-31 wait at barrier 2 in " + where));
  EXPECT_THAT(cause, HasSubstr("warp 2 lanes 0-31 wait at barrier 3 in " + place("recycled_id x")));
  EXPECT_THAT(cause, HasSubstr("warp 3 lanes 0-31 wait at barrier 3 in " + place("recycled_id y")));
  EXPECT_THAT(cause, HasSubstr("Barrier 3 is for 96 threads, but 192 have come"));
}

// The kernel ends, with what was in the buffer.
TEST(CudaDmaWrongUse, AWaitThatIsForgottenOnce) {
  const VirtualRun run = run_virtually(CUDADMA_PROGRAMS "wrong_use", {"forgotten_wait"});
  EXPECT_EQ(run.exit_code, 0);
  ASSERT_EQ(run.record.findings.size(), 1U) << run.output;
  const record::Finding& finding = run.record.findings[0];
  EXPECT_EQ(finding.id, "unmet-arrival");
  EXPECT_THAT(finding.cause, HasSubstr("32 threads had arrived at barrier 2, which is for 96"));
  ASSERT_TRUE(finding.where.has_value());
  EXPECT_THAT(place("forgotten_wait dma"),
              testing::EndsWith(":" + std::to_string(finding.where->line)));
}

TEST(CudaDmaWrongUse, RightUseEnds) {
  const VirtualRun run = run_virtually(CUDADMA_PROGRAMS "wrong_use", {"right_use"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, "cudaSuccess\n");
  EXPECT_TRUE(run.record.findings.empty());
}

}  // namespace
}  // namespace warpscope
