// Every object and constructor at many points: sizes, strides, alignments, threads, ways to move.
#include <gtest/gtest.h>

#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

void expect_all_right(const std::string& program, const std::string& transfers) {
  const VirtualRun run = run_virtually(CUDADMA_PROGRAMS + program);
  EXPECT_EQ(run.output, transfers + " transfers, 0 wrong\n");
  EXPECT_EQ(run.exit_code, 0);
}

TEST(CudaDmaTransfers, SequentialMovesTheBytesAndNoOthers) {
  expect_all_right("sequential_points", "4080");
}
TEST(CudaDmaTransfers, StridedMovesTheBytesAndNoOthers) {
  expect_all_right("strided_points", "4080");
}
TEST(CudaDmaTransfers, IndirectMovesTheBytesAndNoOthers) {
  expect_all_right("indirect_points", "4520");
}
TEST(CudaDmaTransfers, HaloAndCustomMoveTheBytesAndNoOthers) {
  expect_all_right("halo_points", "1740");
}

}  // namespace
}  // namespace warpscope
