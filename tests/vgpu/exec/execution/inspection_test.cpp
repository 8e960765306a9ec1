// What can be seen of a launch that stands still, and where it cannot go.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "tests/vgpu/exec/execution/stepped.h"

namespace warpscope::exec::test {
namespace {

std::map<std::string, RegisterView> named(const std::vector<RegisterView>& views) {
  std::map<std::string, RegisterView> result;
  for (const RegisterView& view : views) result[view.name] = view;
  return result;
}

constexpr std::string_view kLines = R"(
.loc 1 10 0
setp.lt.u32 %p1, %r1, 8; @%p1 bra LOW;
.loc 1 20 0
add.u32 %r5, %r1, 100; mov.b64 %rd5, 0x123456789abc; cvt.u16.u32 %rs1, %r5;
bra.uni MEET;
LOW:
.loc 1 30 0
mul.lo.u32 %r5, %r1, %r1;
MEET:
.loc 1 40 0
@%p1 st.shared.u32 [s], %r5; bar.sync 0;
.loc 1 50 0
st.global.u32 [%rd2], %r5;
)";

Sample lines() {
  return {with_prologue(kLines, ".file 1 \"dir/k.cu\"\n.shared .align 4 .b8 s[4];"),
          {2, 1, 1},
          {64, 1, 1}};
}

TEST(Inspection, SaysWhereLanesAreAndWhatTheyHold) {
  Stepped stepped(lines());
  Execution& execution = stepped.execution();
  const std::vector<U32> low = execution.instructions_of_line("k.cu", 30);
  ASSERT_EQ(low.size(), 1u);
  EXPECT_TRUE(execution.instructions_of_line("u", 30).empty());
  EXPECT_TRUE(execution.instructions_of_line("k.cu", 31).empty());
  const auto at = execution.advance(at_instruction(low[0]));
  ASSERT_TRUE(at);
  EXPECT_EQ(at->lanes, 0xffu);
  const Inspection seen = execution.inspect();
  ASSERT_EQ(seen.blocks.size(), 1u);
  ASSERT_EQ(seen.blocks[0].warps.size(), 2u);
  EXPECT_EQ(seen.blocks[0].warps[1].state, WarpView::State::not_begun);
  const WarpView& warp = seen.blocks[0].warps[0];
  const auto running = std::find_if(warp.groups.begin(), warp.groups.end(), [](const auto& group) {
    return group.state == LaneGroup::State::running;
  });
  ASSERT_NE(running, warp.groups.end());
  EXPECT_EQ(running->place.where.line, 30u);
  EXPECT_EQ(running->place.instruction->opcode, "mul");
  EXPECT_EQ(running->lanes, 0xffu);
  EXPECT_EQ(running->enabled, 0xffu);
  U32 others = 0;
  for (const LaneGroup& group : warp.groups) others |= group.lanes;
  EXPECT_EQ(others, ~0u) << "all lanes are somewhere";
  auto registers = named(execution.registers(0, 0, *running));
  EXPECT_EQ(registers.at("%p1").values[7], 1u);
  EXPECT_EQ(registers.at("%p1").values[8], 0u);
  EXPECT_EQ(registers.at("%r1").values[5], 5u);
  EXPECT_EQ(registers.at("%r4").values[5], 64u);
  EXPECT_EQ(registers.at("%rd1").values[5], stepped.data_address());
  execution.advance(step_of(0, 0));
  registers = named(execution.registers(0, 0, *running));
  EXPECT_EQ(registers.at("%r5").values[5], 25u) << "one instruction later";
}

TEST(Inspection, SaysWhatIsWaitedFor) {
  Stepped stepped(lines());
  Execution& execution = stepped.execution();
  const auto store = execution.instructions_of_line("dir/k.cu", 50);
  ASSERT_EQ(store.size(), 1u);
  ASSERT_TRUE(execution.advance(step_of(0, 1)));
  const Inspection at_barrier = execution.inspect();
  ASSERT_EQ(at_barrier.blocks[0].warps[0].groups.size(), 1u);
  const LaneGroup& waiting = at_barrier.blocks[0].warps[0].groups[0];
  EXPECT_EQ(waiting.state, LaneGroup::State::at_barrier);
  EXPECT_EQ(waiting.place.instruction->opcode, "bar");
  EXPECT_EQ(waiting.place.where.line, 40u);
  EXPECT_EQ(waiting.lanes, ~0u);
  auto registers = named(execution.registers(0, 0, waiting));
  EXPECT_EQ(registers.at("%r5").values[20], 120u);
  EXPECT_EQ(registers.at("%rd5").values[20], 0x123456789abcu);
  EXPECT_EQ(registers.at("%rs1").values[20], 120u);
  U32 word = 0;
  std::memcpy(&word, at_barrier.blocks[0].shared.data(), sizeof word);
  EXPECT_EQ(word, 49u) << "lane 7 stored last";
  ASSERT_TRUE(execution.advance(at_instruction(store[0])));
  EXPECT_EQ(execution.inspect().blocks[0].warps[1].groups[0].state, LaneGroup::State::ready);
  ASSERT_TRUE(execution.advance(step_of(1, 0)));
  const Inspection next_block = execution.inspect();
  ASSERT_EQ(next_block.blocks.size(), 1u);
  EXPECT_EQ(next_block.blocks[0].number, 1u);
}

// Each group of lanes that comes to a line stops there once, in a loop each time.
TEST(Inspection, StopsAtALineEachTimeItBegins) {
  Stepped stepped({with_prologue(R"(
mov.u32 %r5, 0;
LOOP:
.loc 1 7 0
add.u32 %r6, %r6, %r5; add.u32 %r6, %r6, 1;
.loc 1 8 0
add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 3; @%p1 bra LOOP;
)",
                                 ".file 1 \"k.cu\"\n"),
                   {2, 1, 1},
                   {64, 1, 1}});
  Execution& execution = stepped.execution();
  const Until there = at_any_of(execution.instructions_of_line("k.cu", 7));
  int stops = 0;
  while (execution.advance(there)) ++stops;
  EXPECT_EQ(stops, 2 * 2 * 3);
}

TEST(Inspection, OfPlacesThatAreNotThereIsEmpty) {
  Stepped stepped(lines());
  Execution& execution = stepped.execution();
  EXPECT_TRUE(execution.registers(5, 0, {}).empty());
  EXPECT_TRUE(execution.registers(0, 9, {}).empty());
  LaneGroup group;
  group.frame = 12;
  EXPECT_TRUE(execution.registers(0, 0, group).empty());
  EXPECT_TRUE(execution.local_memory(0, 0, 32).empty());
  EXPECT_THROW(execution.result(), std::runtime_error) << "it has not ended";
}

TEST(Execution, EndsWithTheObject) {
  Stepped stepped(lines());
  stepped.execution().advance(any_step());
}

TEST(Execution, ThrowsWhatItsConditionThrows) {
  Stepped stepped(lines());
  const auto fails = [](const Step&) -> bool { throw std::logic_error("no"); };
  EXPECT_THROW(stepped.execution().advance(fails), std::logic_error);
  EXPECT_FALSE(stepped.execution().step());
  EXPECT_THROW(stepped.execution().go_to(0), std::runtime_error);
}

TEST(Execution, SaysWhyItCannotGoBack) {
  Stepped stepped({with_prologue(R"(
{ .param .b64 n; .param .b64 p; st.param.b64 [n], 16; call.uni (p), malloc, (n); ld.param.b64 %rd5, [p]; }
st.global.u32 [%rd2], 1;
)",
                                 ".extern .func (.param .b64 p) malloc(.param .b64 n);")});
  Execution& execution = stepped.execution();
  ASSERT_NE(execution.why_not_back(), nullptr);
  EXPECT_TRUE(execution.go_to(6));
  EXPECT_THROW(execution.go_to(3), std::runtime_error);
  EXPECT_TRUE(execution.step()) << "it stands where it stood";
  EXPECT_FALSE(execution.advance(at_end()));
  EXPECT_FALSE(execution.result().fault);
}

TEST(Execution, ForgetsTheOldestOfTooMuchMemory) {
  Stepped stepped({with_prologue(R"(
mov.u32 %r5, 0;
LOOP: add.u32 %r6, %r3, %r5; and.b32 %r6, %r6, 1023; mad.wide.u32 %rd3, %r6, 4, %rd1; st.global.u32 [%rd3], %r5; bar.sync 0;
add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 2000; @%p1 bra LOOP;
)")},
                  6000);
  Execution& execution = stepped.execution();
  ASSERT_TRUE(execution.go_to(15'000));
  EXPECT_GT(execution.earliest(), 0u);
  EXPECT_THROW(execution.go_to(0), std::runtime_error);
  const U64 hash = stepped.hash();
  ASSERT_TRUE(execution.go_to(execution.earliest()));
  ASSERT_TRUE(execution.go_to(15'000));
  EXPECT_EQ(stepped.hash(), hash);
}

TEST(Execution, RefusesOptionsThatDoNotGoWithSteps) {
  Stepped checked(lines()), cached(lines());
  checked.options().checks = true;
  EXPECT_THROW(checked.execution(), std::runtime_error);
  cached.options().l1_bytes = 1 << 16;
  EXPECT_THROW(cached.execution(), std::runtime_error);
}

}  // namespace
}  // namespace warpscope::exec::test
