// Following one warp: its lines and instructions forward and back, and its history.
#include "vgpu/exec/execution/walk.h"

#include <gtest/gtest.h>

#include <bit>

#include "tests/vgpu/exec/execution/stepped.h"

namespace warpscope::exec::test {
namespace {

// Two blocks of two warps; odd lanes go another way on line 4, and the warps meet at a barrier.
Sample lanes_part() {
  Sample sample;
  sample.ptx = with_prologue(R"(
.loc 1 2 0
and.b32 %r5, %r1, 1; setp.eq.u32 %p1, %r5, 0; @%p1 bra EVEN;
.loc 1 4 0
mul.lo.u32 %r6, %r1, 3; st.global.u32 [%rd2], %r6; membar.gl; bra.uni MEET;
EVEN:
.loc 1 5 0
mul.lo.u32 %r6, %r1, 5; membar.gl; st.global.u32 [%rd2], %r6;
MEET:
.loc 1 6 0
bar.sync 0;
.loc 1 7 0
ld.global.u32 %r7, [%rd2]; add.u32 %r7, %r7, 1; st.global.u32 [%rd2], %r7; ret;
)",
                             ".file 1 \"k.cu\"");
  sample.grid = {2, 1, 1};
  sample.block = {64, 1, 1};
  return sample;
}

constexpr WarpNumber kWarp{1, 1};
using End = Walk::End;

TEST(Walk, LinesBackAreThoseForward) {
  Stepped stepped(lanes_part());
  Execution& execution = stepped.execution();
  Walk walk(execution, {});
  std::vector<U64> forward;
  std::vector<U32> lines;
  ASSERT_EQ(walk.line(kWarp), End::there);
  do {
    forward.push_back(execution.step()->number);
    lines.push_back(execution.place(execution.step()->instruction).where.line);
    EXPECT_EQ(execution.step()->block, kWarp.block);
    EXPECT_EQ(execution.step()->warp, kWarp.warp);
  } while (walk.line(kWarp) == End::there);
  EXPECT_EQ(execution.step()->number, forward.back()) << "it stands where it stood";
  // The prologue has no line; the lanes that fall through come first or last.
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[1], 2U);
  EXPECT_EQ(lines[2] + lines[3], 9U);
  EXPECT_EQ(lines[4], 6U);
  EXPECT_EQ(lines[5], 7U);
  for (std::size_t i = forward.size() - 1; i-- > 1;) {
    ASSERT_EQ(walk.line_back(kWarp), End::there);
    EXPECT_EQ(execution.step()->number, forward[i]);
  }
  EXPECT_EQ(walk.line_back(kWarp), End::not_reached) << "before line 2 nothing has a line";
  EXPECT_EQ(execution.inspect().step, forward[1]);
}

TEST(Walk, FromWithinALineBackIsItsBegin) {
  Stepped stepped(lanes_part());
  Execution& execution = stepped.execution();
  Walk walk(execution, {});
  ASSERT_EQ(walk.to_line("k.cu", 7, kWarp), End::there);
  const auto begin = execution.step();
  ASSERT_EQ(walk.instruction(kWarp), End::there);
  const auto within = execution.step();
  ASSERT_EQ(walk.instruction(kWarp), End::there);
  ASSERT_EQ(walk.line_back(kWarp), End::there);
  EXPECT_EQ(execution.step(), begin);
  ASSERT_EQ(walk.instruction(kWarp), End::there);
  EXPECT_EQ(execution.step(), within);
  ASSERT_EQ(walk.instruction_back(kWarp), End::there);
  EXPECT_EQ(execution.step(), begin);
}

TEST(Walk, BackFromTheEndAndWhatIsNotThere) {
  Stepped stepped(lanes_part());
  Execution& execution = stepped.execution();
  Walk walk(execution, {});
  EXPECT_EQ(walk.instruction_back(kWarp), End::not_reached);
  EXPECT_EQ(walk.to_line("k.cu", 3, {}), End::not_reached);
  EXPECT_EQ(walk.to_line("k.cu", 7, WarpNumber{7, 0}), End::not_reached);
  EXPECT_EQ(execution.step()->number, 0U);
  EXPECT_EQ(walk.end(), End::there);
  EXPECT_EQ(execution.step(), std::nullopt);
  ASSERT_EQ(walk.line_back(kWarp), End::there);
  EXPECT_EQ(execution.place(execution.step()->instruction).where.line, 7U);
  EXPECT_EQ(walk.to(3), End::there);
  EXPECT_EQ(execution.step()->number, 3U);
}

TEST(Walk, CanBeStoppedOnTheWay) {
  Sample sample;
  sample.ptx = with_prologue(R"(mov.u32 %r5, 20000;
LOOP: sub.u32 %r5, %r5, 1; setp.ne.u32 %p1, %r5, 0; @%p1 bra LOOP; ret;)");
  Stepped stepped(sample);
  int asked = 0;
  Walk walk(stepped.execution(), [&] { return ++asked == 3; });
  EXPECT_EQ(walk.end(), End::interrupted);
  ASSERT_TRUE(stepped.execution().step());
  EXPECT_EQ(walk.end(), End::there);
}

TEST(Walk, AHistoryHasAllThatTheWarpDoes) {
  Stepped stepped(lanes_part());
  Execution& execution = stepped.execution();
  Walk walk(execution, {});
  std::map<SourceLine, LaneUse> lines;
  U64 count = 0;
  for (auto at = execution.step(); at; at = execution.advance(any_step())) {
    if (at->block != kWarp.block || at->warp != kWarp.warp) continue;
    auto& use = lines[execution.place(at->instruction).where];
    ++use.instructions;
    use.lanes += static_cast<U64>(std::popcount(at->lanes));
    ++count;
  }
  execution.go_to(5);
  const auto history = walk.history(kWarp, 100);
  EXPECT_EQ(execution.step()->number, 5U);
  EXPECT_TRUE(history.is_whole);
  EXPECT_EQ(history.lines, lines);
  U64 in_spans = 0;
  for (const auto& span : history.spans) {
    in_spans += span.count;
    if (span.where.line == 4) EXPECT_EQ(span.lanes, 0xAAAAAAAAU);
    if (span.where.line == 5) EXPECT_EQ(span.lanes, 0x55555555U);
    if (span.where.line == 6) EXPECT_EQ(span.lanes, 0xFFFFFFFFU);
  }
  EXPECT_EQ(in_spans, count);
  const auto cut = walk.history(kWarp, 2);
  EXPECT_EQ(cut.spans.size(), 2U);
  EXPECT_FALSE(cut.is_whole);
  EXPECT_EQ(cut.lines, lines);
}

TEST(Registers, AreKnownByWhatSetsThem) {
  Stepped stepped(lanes_part());
  Execution& execution = stepped.execution();
  const auto step = execution.step();
  const auto views = execution.registers(step->block, step->warp,
                                         execution.inspect().blocks[0].warps[step->warp].groups[0]);
  const auto uses = execution.register_uses("k");
  ASSERT_EQ(views.size(), uses.size());
  std::map<std::string, RegisterUse> by_name;
  for (std::size_t i = 0; i < views.size(); ++i) by_name[views[i].name] = uses[i];
  EXPECT_EQ(by_name["%rd1"].parameter, 1U);
  EXPECT_EQ(by_name["%r1"].special, "tid.x");
  EXPECT_EQ(by_name["%r6"].set_at, (std::vector<U32>{4, 5}));
  EXPECT_FALSE(by_name["%r6"].is_read_elsewhere);
  EXPECT_EQ(by_name["%r7"].set_at, (std::vector<U32>{7}));
  EXPECT_EQ(by_name["%r3"].parameter, 0U);
}

}  // namespace
}  // namespace warpscope::exec::test
