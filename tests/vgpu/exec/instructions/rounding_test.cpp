// A rounding modifier holds for its own instruction, PTX ISA manual section 9.7.3.
#include <gtest/gtest.h>

#include <bit>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::rounding_test {
namespace {

// 1 + 1.5 * 2^-24 lies three quarters of the way to the next float: to nearest it goes up, towards
// zero and down it is 1.
constexpr float kOne = 1, kAddend = 0x1.8p-24F;

std::uint32_t rounded_after(const std::string& first) {
  Machine machine(module_with_kernel(
      ".param .u64 out, .param .f32 a, .param .f32 b",
      element_address("out", "%rd1", 4) + "ld.param.f32 %f1, [a]; ld.param.f32 %f2, [b];\n" +
          first + " %f3, %f1, %f2;\nadd.rn.f32 %f4, %f1, %f2;\nst.global.f32 [%rd1], %f4;"));
  const std::uint64_t out = machine.upload(std::vector<float>(32));
  const LaunchResult result = machine.launch("k", {1, 1, 1}, {32, 1, 1}, out, kOne, kAddend);
  EXPECT_FALSE(result.fault) << first;
  return std::bit_cast<std::uint32_t>(machine.download<float>(out, 32)[5]);
}

TEST(Rounding, OfOneInstructionLeavesTheNextOneAlone) {
  constexpr std::uint32_t kNextFloat = 0x3f800001;
  for (const char* first : {"add.rn.f32", "add.rz.f32", "sub.rm.f32", "mul.rm.f32", "div.rz.f32"})
    EXPECT_EQ(rounded_after(first), kNextFloat) << "after " << first;
}

// The same for subnormal numbers as zero.
TEST(Rounding, FlushingOfOneInstructionLeavesTheNextOneAlone) {
  Machine machine(module_with_kernel(".param .u64 out, .param .f32 a, .param .f32 b",
                                     element_address("out", "%rd1", 4) +
                                         "ld.param.f32 %f1, [a]; ld.param.f32 %f2, [b];\n"
                                         "mul.rz.ftz.f32 %f3, %f1, %f2;\n"
                                         "mul.rn.f32 %f4, %f1, %f2;\nst.global.f32 [%rd1], %f4;"));
  const std::uint64_t out = machine.upload(std::vector<float>(32));
  const LaunchResult result = machine.launch("k", {1, 1, 1}, {32, 1, 1}, out, 0x1p-126F, 0x1p-3F);
  EXPECT_FALSE(result.fault);
  EXPECT_EQ(machine.download<float>(out, 32)[5], 0x1p-129F);
}

}  // namespace
}  // namespace warpscope::exec::test::rounding_test
