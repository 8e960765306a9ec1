// Kinds of memory. The expected lines are what the same programs print on an H100 with NVIDIA's own
// runtime, but where a comment says otherwise.
#include <gtest/gtest.h>

#include "tests/vgpu/cudart/program_run.h"

namespace warpscope::cudart {
namespace {

TEST(Memory, HostAndKernelsShareManagedPinnedAndRegisteredMemory) {
  const ProgramRun run = run_program("shared_memory_of_host");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, "");
}

TEST(Memory, AdviceIsRememberedByRange) {
  const ProgramRun run = run_program("memory_advice");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, "");
}

}  // namespace
}  // namespace warpscope::cudart
