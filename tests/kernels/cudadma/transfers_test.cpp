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

// Loads before the signal would move what the buffer or the index array held a round before.
TEST(CudaDmaTransfers, WhatComputeThreadsWriteInSharedMemoryIsReadAfterTheSignal) {
  const VirtualRun run = run_virtually(CUDADMA_PROGRAMS "shared_sources");
  EXPECT_EQ(run.output,
            "scatter: cudaSuccess, 0 wrong\n"
            "scatter_at_run_time: cudaSuccess, 0 wrong\n"
            "scatter_in_two_phases: cudaSuccess, 0 wrong\n"
            "strided: cudaSuccess, 0 wrong\n"
            "gather_by_shared_index: cudaSuccess, 0 wrong\n");
}

}  // namespace
}  // namespace warpscope
