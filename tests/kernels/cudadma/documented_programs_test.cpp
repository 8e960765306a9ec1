// Programs written against the original's documentation compile as they are and give what they say.
#include <gtest/gtest.h>

#include "tests/kernels/virtual_program.h"

namespace warpscope {
namespace {

TEST(DocumentedProgram, SaxpyGivesTheSameWithEachBuffering) {
  const VirtualRun run = run_virtually(CUDADMA_PROGRAMS "documented_saxpy");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output,
            "single: 0 of 3840 wrong\ndouble: 0 of 3840 wrong\nmanual: 0 of 3840 wrong\n"
            "not specialised: 0 of 3840 wrong\n");
}

}  // namespace
}  // namespace warpscope
