// Lines of spilled registers: one for each place and warp, wherever in a module the kernel stands.
#include "vgpu/timing/clock/spill_lines.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/vgpu/timing/clock/load_kernel.h"

namespace warpscope::timing {
namespace {

std::uint64_t line_of(std::uint32_t at, std::uint64_t warp, std::uint32_t moved = 0) {
  test::LoadKernel of;
  for (auto& instruction : of.function.code) instruction.ptx += moved;
  for (auto& number : of.code.ptx_numbers) number += moved;
  return SpillLines(of.code).line_of(of.function.code.at(at), warp);
}

TEST(SpillLines, AreApart) {
  EXPECT_EQ(std::set({line_of(0, 0), line_of(1, 0), line_of(0, 1), line_of(1, 1)}).size(), 4U);
}

TEST(SpillLines, AreTheSameElsewhereInAModule) {
  for (const std::uint32_t moved : {1U, 100U, 254U, 255U, 5000U})
    EXPECT_EQ(line_of(1, 3, moved), line_of(1, 3)) << moved;
}

// Addresses that a kernel's code has, and numbers of instructions that have none.
TEST(SpillLines, CountFromTheFirstInstructionOfTheKernel) {
  test::LoadKernel of;
  of.code.ptx_numbers = {0, 41, 40};
  of.function.code[0].ptx = 40;
  const std::uint64_t first = SpillLines(of.code).line_of(of.function.code[0], 0);
  EXPECT_EQ(first % 256, 0U);
}

}  // namespace
}  // namespace warpscope::timing
