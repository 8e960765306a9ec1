// Programs about memory. Their expected output, h200/<program>.txt, is what the same source printed
// on an H200 with NVIDIA's own runtime (CUDA 13.0).
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

std::string printed_on_hardware(const std::string& program) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/vgpu/cudart/h200/" + program + ".txt");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class AsOnHardware : public testing::TestWithParam<const char*> {};

TEST_P(AsOnHardware, TheProgramPrintsTheSame) {
  const std::string expected = printed_on_hardware(GetParam());
  ASSERT_FALSE(expected.empty());
  const ProgramRun run = run_program(GetParam());
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, expected);
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.device_exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(Memory, AsOnHardware,
                         testing::Values("boxes", "pools_and_limits", "surfaces", "textures",
                                         "shared_memory_of_host", "memory_advice"),
                         [](const testing::TestParamInfo<const char*>& test) {
                           return std::string(test.param);
                         });

}  // namespace
}  // namespace warpscope::cudart
