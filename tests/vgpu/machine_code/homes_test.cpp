#include "vgpu/machine_code/homes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

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

// The first turn of these stands in front of the loop, without what counts: ptxas knows the first
// turn's number. An H200 issues five instructions of the loop seven times for eight turns.
TEST(Homes, OfALoopWhoseFirstTurnStandsBeforeItAreTwo) {
  const std::string head = "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, 0; ";
  const std::string turn =
      "AGAIN: .pragma \"nounroll\"; mad.lo.s32 %r3, %r1, 513, %r2; xor.b32 %r1, %r3, 17; "
      "add.s32 %r2, %r2, 1; ";
  const std::string tail = "st.global.u32 [%rd1], %r1;";
  const auto expect_first_turn = [](const Matching& made) {
    const auto& homes = made.blocks[1].homes;
    ASSERT_EQ(homes.size(), 2U);
    EXPECT_EQ(homes[0].copies, 1U);
    EXPECT_EQ(homes[1].copies, 1U);
    const auto goes_round = [&](const Home& home) {
      const auto& next = made.function.blocks[home.machine_block].successors;
      return std::ranges::find(next, home.machine_block) != next.end();
    };
    EXPECT_FALSE(goes_round(homes[0]));
    EXPECT_TRUE(goes_round(homes[1]));
  };
  expect_first_turn(
      matching(head + turn + "setp.ne.s32 %p1, %r2, 8; @%p1 bra AGAIN; " + tail, {3, 8, 10}));
  expect_first_turn(
      matching(head + turn + "setp.eq.s32 %p1, %r2, 8; @%p1 bra END; bra AGAIN; END: " + tail,
               {3, 8, 9, 11}));
}

}  // namespace
}  // namespace warpscope::machine_code::test
