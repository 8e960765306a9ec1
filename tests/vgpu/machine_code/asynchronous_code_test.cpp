#include "vgpu/machine_code/asynchronous_code.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/vgpu/machine_code/kernels.h"
#include "vgpu/machine_code/function.h"
#include "vgpu/ptx/elf_image.h"

namespace warpscope::machine_code {
namespace {

struct Assembled {
  explicit Assembled(std::string_view body) : module(ptx::parse(test::module_with(body))) {
    function = functions_of(test::assembled(numbered_text(module, numbers).value())).at("k");
    const auto count = static_cast<std::uint32_t>(module.functions.front().body.size());
    blocks = {{&module.functions.front(), 0, count}};
  }
  std::vector<std::uint32_t> numbers_of(Class unit) const {
    std::vector<std::uint32_t> found;
    for (const MachineInstruction& instruction : function.code) {
      if (instruction.unit == unit) found.push_back(instruction.ptx);
    }
    return found;
  }
  std::uint32_t number_of(std::string_view opcode, std::string_view modifier) const {
    const ptx::Function& body = module.functions.front();
    for (std::size_t i = 0; i < body.body.size(); ++i) {
      if (body.body[i].opcode == opcode && body.body[i].modifiers.front() == modifier)
        return numbers.number(body, i);
    }
    return 0;
  }
  ptx::Module module;
  InstructionNumbers numbers{module};
  MachineFunction function;
  std::vector<PtxBlock> blocks;
};

// A lane arrives, and all test in a loop, twice: ptxas takes a first turn out of the
// first loop.
constexpr std::string_view kTests = R"(
mov.u32 %r1, tile; mbarrier.init.shared.b64 [%r1], 1; bar.sync 0;
mov.u32 %r4, %tid.x; setp.ne.u32 %p2, %r4, 0; @%p2 bra FIRST;
mbarrier.arrive.shared::cta.b64 _, [%r1];
FIRST: mov.u32 %r2, 0;
AGAIN: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r2;
@%p1 bra OVER; bra AGAIN;
OVER: @%p2 bra SECOND;
mbarrier.arrive.shared::cta.b64 _, [%r1];
SECOND: mov.u32 %r3, 1;
NEXT: mbarrier.test_wait.parity.shared::cta.b64 %p1, [%r1], %r3;
@%p1 bra DONE; bra NEXT;
DONE:
)";

TEST(AsynchronousCode, TestsOfAnMbarrierHaveItsNumber) {
  Assembled kernel(kTests);
  const ptx::Function& body = kernel.module.functions.front();
  const auto opcode_of = [&](std::uint32_t number) {
    return body.body.at(number - kernel.numbers.number(body, 0)).opcode;
  };
  const auto strangers = [&] {
    const auto uses = kernel.numbers_of(Class::mbarrier);
    return std::ranges::count_if(uses,
                                 [&](std::uint32_t use) { return opcode_of(use) != "mbarrier"; });
  };
  ASSERT_GE(strangers(), 1) << testing::PrintToString(kernel.numbers_of(Class::mbarrier));
  attribute_peeled_tests(kernel.function, kernel.numbers, kernel.blocks);
  EXPECT_EQ(strangers(), 0);
  const auto uses = kernel.numbers_of(Class::mbarrier);
  EXPECT_EQ(std::ranges::count(uses, kernel.number_of("mbarrier", "try_wait")), 2);
  EXPECT_EQ(std::ranges::count(uses, kernel.number_of("mbarrier", "test_wait")), 1);
}

// ptxas does not know that one lane copies.
constexpr std::string_view kCopy = R"(
mov.u32 %r1, tile; mov.u32 %r3, %tid.x; add.u32 %r4, %r1, 64; ld.param.u64 %rd1, [out];
shl.b32 %r5, %r3, 4; cvt.u64.u32 %rd2, %r5; add.u64 %rd1, %rd1, %rd2; add.u32 %r4, %r4, %r5;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4], [%rd1], 16, [%r1];
)";

TEST(AsynchronousCode, TurnsOfLanesAreNoLoop) {
  Assembled kernel(kCopy);
  const auto turns = [&] {
    std::size_t loops = 0;
    for (std::uint32_t number = 0; number < kernel.function.blocks.size(); ++number) {
      const MachineBlock& block = kernel.function.blocks[number];
      const bool copies =
          std::ranges::any_of(kernel.function.instructions(block),
                              [](const auto& of) { return of.unit == Class::bulk_copy; });
      loops += copies && std::ranges::find(block.successors, number) != block.successors.end();
    }
    return loops;
  };
  ASSERT_EQ(turns(), 1U);
  join_turns_of_lanes(kernel.function);
  EXPECT_EQ(turns(), 0U);
}

}  // namespace
}  // namespace warpscope::machine_code
