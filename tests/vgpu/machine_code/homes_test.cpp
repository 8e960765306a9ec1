#include "vgpu/machine_code/homes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "tests/vgpu/machine_code/kernels.h"

namespace warpscope::machine_code::test {
namespace {

struct Matching {
  ptx::Module module;
  MachineFunction function;
  std::vector<MatchedBlock> blocks;
};

/// `ends`: where the basic blocks of the body end.
Matching matching(std::string_view body, const std::vector<std::uint32_t>& ends) {
  Matching made{ptx::parse(module_with(body)), {}, {}};
  const InstructionNumbers numbers(made.module);
  auto functions = functions_of(assembled(*numbered_text(made.module, numbers)));
  made.function = functions.at("k");
  std::vector<PtxBlock> blocks;
  std::uint32_t first = 0;
  for (const std::uint32_t end : ends) {
    blocks.push_back({&made.module.functions.front(), first, end});
    first = end;
  }
  made.blocks = match(made.function, numbers, blocks);
  return made;
}

// A body so short that ptxas gives its store a guard in the place of the branch.
TEST(Homes, OfBlocksThatWereJoinedAreTheSame) {
  const Matching made = matching(
      "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; "
      "add.u64 %rd1, %rd1, %rd2; setp.gt.u32 %p1, %r1, 7; @%p1 bra END; "
      "st.global.u32 [%rd1], %r1; END: st.global.u32 [%rd1+4096], %r1;",
      {6, 7, 9});
  ASSERT_EQ(made.function.blocks.size(), 1U);
  for (const MatchedBlock& block : made.blocks) {
    ASSERT_EQ(block.homes.size(), 1U);
    EXPECT_EQ(block.homes.front().machine_block, 0U);
    EXPECT_EQ(block.homes.front().copies, 1U);
  }
  EXPECT_TRUE(made.blocks[2].ends_with_return);
  EXPECT_FALSE(made.blocks[2].only_returns);
}

// A loop of as many turns as a parameter says: ptxas unrolls it by four and more, and has one turn
// for what is left.
TEST(Homes, OfALoopThatWasUnrolledHaveCopies) {
  const Matching made = matching(
      "ld.param.u64 %rd1, [out]; ld.param.u32 %r2, [out+4]; mov.u32 %r1, 0; mov.u32 %r4, 0; "
      "AGAIN: ld.global.u32 %r3, [%rd1]; add.u32 %r4, %r4, %r3; add.u64 %rd1, %rd1, 4; "
      "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, %r2; @%p1 bra AGAIN; st.global.u32 [%rd1], %r4;",
      {4, 10, 12});
  EXPECT_TRUE(made.blocks[1].is_copied());
  EXPECT_GE(made.blocks[1].most_copies(), 4U);
  EXPECT_GE(made.blocks[1].homes.size(), 2U);
  EXPECT_FALSE(made.blocks[2].is_copied());
}

/// Machine code as ptxas 13.0 makes it of the divergence lab's operation<6>: in front of the loop
/// stand those instructions of its first turn that `before` names, by their place in the body.
std::vector<Home> homes_of_loop(std::string_view control, std::span<const std::uint32_t> before) {
  const ptx::Module module = ptx::parse(
      module_with("mov.u32 %r2, 0; AGAIN: mad.lo.s32 %r3, %r1, 513, %r2; xor.b32 %r1, %r3, 17; "
                  "add.s32 %r2, %r2, 1; " +
                  std::string(control)));
  const InstructionNumbers numbers(module);
  const ptx::Function& kernel = module.functions.front();
  constexpr std::uint16_t kForms[] = {0x424, 0x824, 0x812, 0x836, 0x80c, 0x947};
  MachineFunction function;
  const auto add = [&](std::uint32_t place) {
    MachineInstruction& one = function.code.emplace_back();
    one.ptx = numbers.number(kernel, place);
    one.opcode = kForms[place];
    one.form = kForms[place];
    if (place == 5) one.unit = Class::branch;
  };
  for (const std::uint32_t place : before) add(place);
  const auto first = static_cast<std::uint32_t>(function.code.size());
  for (const std::uint32_t place : {1U, 2U, 3U, 4U, 5U}) add(place);
  function.blocks = {{0, first, {1}, {}}, {first, first + 5, {1}, {}}};
  const PtxBlock blocks[] = {{&kernel, 0, 1}, {&kernel, 1, 6}};
  return match(function, numbers, blocks)[1].homes;
}

// An H200 issues the loop's five instructions seven times for eight turns.
TEST(Homes, OfALoopWhoseFirstTurnStandsBeforeItAreTwo) {
  for (const char* control : {"setp.ne.s32 %p1, %r2, 8; @%p1 bra AGAIN;",
                              "setp.eq.s32 %p1, %r2, 8; @%p1 bra END; bra AGAIN; END:"}) {
    const std::uint32_t turn[] = {0, 1, 2}, part[] = {0, 1};
    const auto homes = homes_of_loop(control, turn);
    ASSERT_EQ(homes.size(), 2U) << control;
    for (const Home& home : homes) EXPECT_EQ(home.copies, 1U);
    EXPECT_EQ(homes_of_loop(control, part).size(), 1U) << control;
  }
  const std::uint32_t turn[] = {0, 1, 2};
  EXPECT_EQ(homes_of_loop("setp.ne.s32 %p1, %r2, 8; @%p1 bra END; END:", turn).size(), 1U);
}

}  // namespace
}  // namespace warpscope::machine_code::test
