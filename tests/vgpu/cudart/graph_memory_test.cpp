// Graphs that allocate and free memory when they run.
#include <gtest/gtest.h>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

TEST(GraphMemory, IsThereFromItsNodeToTheNodeThatFreesIt) {
  const ProgramRun run = run_program("graph_memory");
  EXPECT_EQ(
      run.output,
      "destroy a joined stream: cudaSuccess\nend: cudaSuccess\ninstantiate: cudaSuccess\n"
      "launch: cudaSuccess\n1\nlaunch: cudaSuccess\n4\nlaunch: cudaSuccess\n9\nused 33554432\n")
      << run.errors;
  EXPECT_EQ(run.device_exit_code, 0);
}

}  // namespace
}  // namespace warpscope::cudart
