// Ways of warps through graphs that are made by hand.
#include "vgpu/machine_code/walk.h"

#include <gtest/gtest.h>

namespace warpscope::machine_code {
namespace {

constexpr std::uint32_t kAll = ~0U, kLow = 0xFFFF, kHigh = 0xFFFF0000;

/// A function with a block of so many instructions for each row.
struct Row {
  std::uint32_t size = 1;
  std::vector<std::uint32_t> successors;
  Class last = Class::alu;
  bool is_last_guarded = false;
};
MachineFunction function_of(const std::vector<Row>& rows) {
  MachineFunction function;
  for (const Row& row : rows) {
    MachineBlock block;
    block.first = static_cast<std::uint32_t>(function.code.size());
    function.code.resize(function.code.size() + row.size);
    block.end = static_cast<std::uint32_t>(function.code.size());
    block.successors = row.successors;
    function.code.back().unit = row.last;
    function.code.back().is_guarded = row.is_last_guarded;
    function.blocks.push_back(block);
  }
  return function;
}

MatchedBlock at_home(std::vector<Home> homes) {
  MatchedBlock block;
  block.homes = std::move(homes);
  return block;
}

TEST(Walk, IssuesABlockOnceForLanesThatAreInItTogether) {
  const MachineFunction function = function_of({{3, {1}}, {2, {}, Class::exit}});
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}})};
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {1, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 1}));
  EXPECT_EQ(walk.issued().threads, (std::vector<std::uint64_t>{32, 32}));
  EXPECT_EQ(walk.issued().lost, 0U);
}

// `if` and `else` have become instructions with guards in one block.
TEST(Walk, IssuesJoinedBlocksOnce) {
  const MachineFunction function = function_of({{5, {}, Class::exit}});
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{0, 1}}),
                                            at_home({{0, 1}})};
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {1, kLow}, {2, kHigh}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(walk.issued().threads, (std::vector<std::uint64_t>{32}));
}

TEST(Walk, IssuesBothSidesOfABranchAndWhatTheyPass) {
  // 0 -> 1 or 2; both -> 3, which is the home of no PTX block; -> 4.
  const MachineFunction function =
      function_of({{2, {1, 2}, Class::branch}, {4, {3}}, {4, {3}}, {1, {4}}, {2, {}, Class::exit}});
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}}), at_home({{2, 1}}),
                                            at_home({{4, 1}})};
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {1, kLow}, {2, kHigh}, {3, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 1, 1, 2, 1}));
  EXPECT_EQ(walk.issued().threads, (std::vector<std::uint64_t>{32, 16, 16, 32, 32}));
}

// A comparison for a branch at the loop's end stands at its head, with what begins a turn.
TEST(Walk, GoesNotBackForWhatWasComputedBefore) {
  const MachineFunction function = function_of(
      {{4, {1}}, {3, {2}, Class::branch}, {2, {0, 3}, Class::branch}, {1, {}, Class::exit}});
  std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}}), at_home({{0, 1}}),
                                      at_home({{2, 1}}), at_home({{3, 1}})};
  for (MatchedBlock& block : blocks) block.is_anchored = &block != &blocks[2];
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll},
                                   {1, kAll},
                                   {2, kAll},
                                   {3, kAll},
                                   {0, kAll},
                                   {1, kAll},
                                   {2, kAll},
                                   {3, kAll},
                                   {4, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{2, 2, 2, 1}));
}

// The head of an inner loop, which only computes, is executed again in each turn of the outer one.
// nvcc has made four rounds of a loop one, and ptxas has put the loads of all into one block: lanes
// that have stored what the first gives need not go round for the second.
TEST(Walk, GoesNotRoundForWhatStandsInABlockThatLanesHavePassed) {
  const MachineFunction function = function_of({{2, {1}},
                                                {8, {2, 3}, Class::branch},
                                                {3, {3}},
                                                {1, {1, 4}, Class::branch},
                                                {1, {}, Class::exit}});
  std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}}), at_home({{2, 1}}),
                                      at_home({{1, 1}}), at_home({{3, 1}}), at_home({{4, 1}})};
  for (MatchedBlock& block : blocks) block.is_anchored = true;
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll},
                                   {1, kAll},
                                   {2, kLow},
                                   {3, kAll},
                                   {4, kAll},
                                   {1, kAll},
                                   {2, kAll},
                                   {3, kAll},
                                   {4, kAll},
                                   {5, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 2, 2, 2, 1}));
  EXPECT_EQ(walk.issued().lost, 0U);
}

// Of an inner loop, unrolled by two, one turn comes in each turn of the outer one: no two in a row.
TEST(Walk, TakesOneTurnOfAnInnerLoopInEachOfTheOuterOne) {
  const MachineFunction function = function_of({{2, {1}},
                                                {1, {2, 3}, Class::branch},
                                                {8, {2, 3}, Class::branch},
                                                {4, {4}},
                                                {2, {1, 5}, Class::branch},
                                                {1, {}, Class::exit}});
  std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}}),
                                      at_home({{2, 2}, {3, 1}}), at_home({{4, 1}}),
                                      at_home({{5, 1}})};
  for (MatchedBlock& block : blocks) block.is_anchored = true;
  blocks[2].loop_first = 2;
  blocks[2].loop_end = 3;
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{
      {0, kAll}, {1, kAll}, {2, kAll}, {3, kAll}, {1, kAll}, {2, kAll}, {3, kAll}, {4, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 2, 0, 2, 2, 1}));
}

TEST(Walk, GoesBackForWhatIsComputedAgain) {
  const MachineFunction function = function_of(
      {{4, {1}}, {3, {1, 2}, Class::branch}, {2, {0, 3}, Class::branch}, {1, {}, Class::exit}});
  std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}}), at_home({{2, 1}}),
                                      at_home({{3, 1}})};
  for (MatchedBlock& block : blocks) block.is_anchored = &block != &blocks[0];
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{
      {0, kAll}, {1, kAll}, {1, kAll}, {2, kAll}, {0, kAll}, {1, kAll}, {2, kAll}, {3, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{2, 3, 2, 1}));
}

// A division of a kernel without branches: around a routine, to the block that ends it.
TEST(Walk, GoesFromTheFirstBlockToTheHomeOfAKernelOfOneBlock) {
  const MachineFunction function =
      function_of({{9, {2, 1}, Class::branch}, {4, {2}}, {1, {3}}, {5, {}, Class::exit}});
  MatchedBlock only = at_home({{3, 1}});
  only.ends_with_return = true;
  const std::vector<MatchedBlock> blocks = {only};
  Walk walk(function, blocks);
  std::vector<IssuedBlock> order;
  walk.write_order(&order);
  walk.warps(std::vector<PtxEntry>{{0, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 0, 1, 1}));
  ASSERT_EQ(order.size(), 3U);
  EXPECT_EQ(order[1].block, 2U);
}

// The same behind a loop: the last block begins where its home is and goes on to the end.
TEST(Walk, GoesFromTheLastHomeToTheEnd) {
  const MachineFunction function =
      function_of({{3, {1}}, {2, {3, 2}, Class::branch}, {4, {3}}, {1, {4}}, {5, {}, Class::exit}});
  MatchedBlock last = at_home({{1, 1}});
  last.ends_with_return = true;
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), last};
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {1, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 1, 0, 1, 1}));
  EXPECT_EQ(walk.issued().threads, (std::vector<std::uint64_t>{32, 32, 0, 32, 32}));
}

// Lanes that have left by a guarded exit go nowhere.
TEST(Walk, LeavesLanesWhereTheyHaveEnded) {
  const MachineFunction function = function_of({{3, {1}, Class::exit, true}, {5, {}, Class::exit}});
  MatchedBlock first = at_home({{0, 1}});
  first.ends_with_return = true;
  const std::vector<MatchedBlock> blocks = {first};
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 0}));
}

// Four turns at once, and one at a time for what is left; the guards before the loop are all asked.
TEST(Walk, TakesTurnsOfAnUnrolledLoopTogether) {
  const MachineFunction function = function_of({{2, {1, 3}, Class::branch},
                                                {2, {2, 3}, Class::branch},
                                                {8, {2, 3}, Class::branch},
                                                {1, {4, 5}, Class::branch},
                                                {3, {4, 5}, Class::branch},
                                                {1, {}, Class::exit}});
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{2, 4}, {4, 1}}),
                                            at_home({{5, 1}})};
  Walk walk(function, blocks);
  std::vector<PtxEntry> entries = {{0, kAll}};
  for (int turn = 0; turn < 10; ++turn) entries.push_back({1, kAll});
  entries.push_back({2, kAll});
  walk.warps(entries);
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 1, 2, 1, 2, 1}));
}

TEST(Walk, LosesALaneThatNoWayLeadsFor) {
  const MachineFunction function = function_of({{1, {}, Class::exit}, {1, {}, Class::exit}});
  std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}})};
  for (MatchedBlock& block : blocks) block.is_anchored = true;
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {1, kAll}});
  EXPECT_EQ(walk.issued().lost, 1U);
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 1}));
}

// A loop that is unrolled by four and has a remainder, with a condition in each turn of which ptxas
// has left nothing in the remainder: one turn is the remainder's.
TEST(Walk, TakesTheCopyOnTheWayToWhatIsCertain) {
  // 0 -> guard of four (1) or of the rest (3); 1 -> four turns (2); 3 -> one turn (4); -> 5.
  const MachineFunction function = function_of({{2, {1, 3}, Class::branch},
                                                {2, {2}},
                                                {40, {2, 3}, Class::branch},
                                                {1, {4, 5}, Class::branch},
                                                {12, {5}},
                                                {1, {}, Class::exit}});
  std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}, {2, 1}}),
                                      at_home({{2, 4}, {4, 1}}), at_home({{5, 1}})};
  for (MatchedBlock& block : blocks) block.is_anchored = &block != &blocks[1];
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {1, kAll}, {2, kAll}, {3, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 0, 0, 1, 1, 1}));
}

TEST(Walk, LetsLanesLeaveByAGuardedExitWhereTheyAre) {
  const MachineFunction function = function_of({{3, {1}, Class::exit, true}, {2, {}, Class::exit}});
  MatchedBlock returns = at_home({{1, 1}});
  returns.only_returns = returns.ends_with_return = true;
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), returns};
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {1, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 0}));
}

TEST(Walk, CountsWarpsThatGoTheSameWayTogether) {
  const MachineFunction function = function_of({{3, {1}}, {2, {}, Class::exit}});
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}})};
  const std::vector<PtxEntry> entries = {{0, kAll}, {1, kLow}};
  Walk together(function, blocks), apart(function, blocks);
  together.warps(entries, {}, 5);
  for (int i = 0; i < 5; ++i) apart.warps(entries);
  EXPECT_EQ(together.issued().warps, apart.issued().warps);
  EXPECT_EQ(together.issued().threads, apart.issued().threads);
}

// More visits than are kept at a time.
TEST(Walk, CountsTheThreadsOfLongLoops) {
  const MachineFunction function =
      function_of({{1, {1}}, {2, {1, 2}, Class::branch}, {1, {}, Class::exit}});
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}}),
                                            at_home({{2, 1}})};
  Walk walk(function, blocks);
  std::vector<PtxEntry> entries = {{0, kAll}};
  constexpr std::uint32_t kTurns = 20000;
  for (std::uint32_t turn = 0; turn < kTurns; ++turn)
    entries.push_back({1, turn % 2 == 0 ? kAll : kLow});
  entries.push_back({2, kAll});
  walk.warps(entries);
  EXPECT_EQ(walk.issued().warps[1], kTurns);
  EXPECT_EQ(walk.issued().threads[1], kTurns / 2 * 48);
}

// A function that calls itself and in whose last call the thread ends: nobody returns, and all have
// been there.
TEST(Walk, CountsTheThreadsOfCallsThatDoNotReturn) {
  const MachineFunction function = function_of({{1, {1}}, {2, {1}}});
  std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}})};
  blocks[1].begins_function = true;
  blocks[1].called_at = 1;
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {1, kAll}, {1, kLow}, {1, 0}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(walk.issued().threads, (std::vector<std::uint64_t>{32, 48}));
}

/// A kernel (blocks 0 and 1) that calls a function (2) so many times in block 0.
MachineFunction calling(std::uint32_t calls) {
  MachineFunction function =
      function_of({{6, {0, 1}, Class::branch}, {2, {}, Class::exit}, {4, {}, Class::exit}});
  for (std::uint32_t i = 0; i < calls; ++i)
    function.blocks[0].calls.push_back({2 * i + 1, 2, false});
  function.subroutines.push_back({"called", 2, 3, false});
  return function;
}
std::vector<MatchedBlock> blocks_of_calling(std::uint32_t calls) {
  std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}}), at_home({{2, 1}})};
  blocks[0].calls = calls;
  blocks[1].ends_with_return = blocks[1].all_return = true;
  blocks[2].begins_function = blocks[2].ends_with_return = blocks[2].all_return = true;
  blocks[2].called_at = 2;
  blocks[2].function = 2;
  return blocks;
}

TEST(Walk, GoesOnceThroughAFunctionThatIsCalledInALoop) {
  const MachineFunction function = calling(1);
  const auto blocks = blocks_of_calling(1);
  Walk walk(function, blocks);
  std::vector<IssuedBlock> order;
  walk.write_order(&order);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {2, kAll}, {0, kAll}, {2, kAll}, {1, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{2, 1, 2}));
  EXPECT_EQ(walk.issued().lost, 0U);
  // To the call, the function, the rest: twice, and the end.
  ASSERT_EQ(order.size(), 7U);
  EXPECT_EQ(order[0].end, 2U);
  EXPECT_EQ(order[1].block, 2U);
  EXPECT_EQ(order[2].first, 2U);
  EXPECT_EQ(order[2].end, 6U);
  EXPECT_EQ(order[6].block, 1U);
}

TEST(Walk, ComesBackBetweenTwoCallsOfABlock) {
  const MachineFunction function = calling(2);
  const auto blocks = blocks_of_calling(2);
  Walk walk(function, blocks);
  std::vector<IssuedBlock> order;
  walk.write_order(&order);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {2, kAll}, {2, kLow}, {1, kAll}});
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 1, 2}));
  EXPECT_EQ(walk.issued().threads, (std::vector<std::uint64_t>{32, 32, 48}));
  ASSERT_EQ(order.size(), 6U);
  EXPECT_EQ(order[2].first, 2U);
  EXPECT_EQ(order[2].end, 4U);
  EXPECT_EQ(order[4].first, 4U);
}

/// A question (block 0) whether a routine (4 to 6) is called (1), the usual way (2) where there is
/// one, and the place where both meet (3), which is the end as well. The routine goes from 4 by 5
/// to 6, or at once.
MachineFunction asking(bool has_usual_way) {
  MachineFunction function = function_of({{5, {has_usual_way ? 2U : 3U, 1}, Class::branch},
                                          {3, {3}},
                                          {4, {3}},
                                          {1, {7}},
                                          {10, {6, 5}, Class::branch},
                                          {7, {6}},
                                          {2, {}, Class::exit},
                                          {2, {}, Class::exit}});
  function.blocks[1].calls.push_back({function.blocks[1].first + 1, 4, true});
  function.code[function.blocks[1].first + 1].ptx = 7;
  function.code[function.blocks[3].first].ends_reconvergence = true;
  return function;
}

TEST(Walk, CallsARoutineForLanesWithRareOperands) {
  const MachineFunction function = asking(false);
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{7, 1}})};
  const std::vector<PtxEntry> entries = {{0, kAll}, {1, kAll}};
  const auto issued_with = [&](const std::vector<RareOperands>& rare) {
    Walk walk(function, blocks);
    walk.warps(entries, rare);
    return walk.issued();
  };
  EXPECT_EQ(issued_with({}).warps, (std::vector<std::uint64_t>{1, 0, 0, 1, 0, 0, 0, 1}));
  // All lanes: nobody comes to the end by the short way.
  EXPECT_EQ(issued_with({{7, 0, kAll, 12}}).warps,
            (std::vector<std::uint64_t>{1, 1, 0, 1, 1, 0, 1, 1}));
  // Some lanes, by the longer way: two groups come to where all meet.
  const Issued some = issued_with({{7, 0, kLow, 19}});
  EXPECT_EQ(some.warps, (std::vector<std::uint64_t>{1, 1, 0, 2, 1, 1, 1, 1}));
  EXPECT_EQ(some.threads[5], 16U);
  EXPECT_EQ(some.uncertain, 0U);
  // Two kinds of operands, which part in the routine and come back apart.
  const Issued two = issued_with({{7, 0, 1, 19}, {7, 0, 2, 12}});
  EXPECT_EQ(two.warps, (std::vector<std::uint64_t>{1, 1, 0, 3, 1, 1, 2, 1}));
  EXPECT_EQ(two.further_instructions, 1U);
  // A number that no way has.
  EXPECT_EQ(issued_with({{7, 0, kAll, 50}}).uncertain, 1U);
}

TEST(Walk, LeavesTheUsualWayOutWhereAllLanesCall) {
  const MachineFunction function = asking(true);
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{7, 1}})};
  const std::vector<PtxEntry> entries = {{0, kAll}, {1, kAll}};
  Walk all(function, blocks), some(function, blocks);
  all.warps(entries, std::vector<RareOperands>{{7, 0, kAll, 12}});
  EXPECT_EQ(all.issued().warps, (std::vector<std::uint64_t>{1, 1, 0, 1, 1, 0, 1, 1}));
  some.warps(entries, std::vector<RareOperands>{{7, 0, kHigh, 12}});
  EXPECT_EQ(some.issued().warps, (std::vector<std::uint64_t>{1, 1, 1, 2, 1, 0, 1, 1}));
  EXPECT_EQ(some.issued().threads[2], 16U);
}

TEST(Walk, RepeatsTheLoopOfASharedAtomic) {
  MachineFunction function =
      function_of({{1, {1}}, {5, {1, 2}, Class::branch}, {1, {3}}, {1, {}, Class::exit}});
  for (std::uint32_t i = function.blocks[1].first; i < function.blocks[2].end; ++i)
    function.code[i].ptx = 7;
  function.code[function.blocks[1].first + 2].unit = Class::shared_atomic;
  function.code[function.blocks[1].end - 1].is_conditional = true;
  function.code[function.blocks[2].first].ends_reconvergence = true;
  const std::vector<MatchedBlock> blocks = {at_home({{0, 1}}), at_home({{1, 1}}),
                                            at_home({{3, 1}})};
  Walk walk(function, blocks);
  walk.warps(std::vector<PtxEntry>{{0, kAll}, {1, kAll}, {2, kAll}});
  walk.repeat_atomic(7, 4);
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 4, 4, 1}));
  EXPECT_EQ(walk.issued().repeated, 3U);
  walk.repeat_atomic(7, 4);  // nothing is left to do
  EXPECT_EQ(walk.issued().warps, (std::vector<std::uint64_t>{1, 4, 4, 1}));
}

}  // namespace
}  // namespace warpscope::machine_code
