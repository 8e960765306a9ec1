// Lanes of one store that write to the same place.
#include "tests/vgpu/exec/support/checked.h"

namespace warpscope::exec::test {
namespace {

using LaneConflicts = Checked;

TEST_F(LaneConflicts, DifferentValuesAtOnePlace) {
  const LaunchResult launched =
      launch("ld.param.u64 %rd2, [out];\n.loc 1 3 1\nst.global.u32 [%rd2+8], %r1;", 32);
  ASSERT_EQ(text(launched), "conflicting-writes:3");
  EXPECT_EQ(launched.violations[0].array_offset, 8U);
  EXPECT_EQ(launched.violations[0].access.lane, 0U);
  EXPECT_EQ(launched.violations[0].other.lane, 1U);
  EXPECT_EQ(launched.violations[0].count, 1U);
}

TEST_F(LaneConflicts, TheSameValueOrOneLaneIsNoMistake) {
  EXPECT_EQ(find("ld.param.u64 %rd2, [out]; st.global.u32 [%rd2], 7;", 32), "");
  EXPECT_EQ(find("ld.param.u64 %rd2, [out]; setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u32 [%rd2], "
                 "%r1;",
                 32),
            "");
}

// Each lane adds what the others have; only lane 0 has the sum of all. Here all values are equal.
TEST_F(LaneConflicts, PartsOfASumThatAreEqualByLuck) {
  std::string sum = "ld.param.u64 %rd2, [out]; mov.u32 %r5, 1;\n";
  for (const char* distance : {"16", "8", "4", "2", "1"})
    sum += "shfl.sync.down.b32 %r6, %r5, " + std::string(distance) +
           ", 31, -1; add.u32 %r5, %r5, %r6;\n";
  EXPECT_EQ(find(sum + ".loc 1 6 1\nst.global.u32 [%rd2], %r5;", 32), "conflicting-writes:6");
  EXPECT_EQ(value(0), 32U);
  EXPECT_EQ(find(sum + "setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u32 [%rd2], %r5;", 32), "");
  // All lanes take it from lane 0.
  EXPECT_EQ(find(sum + "shfl.sync.idx.b32 %r5, %r5, 0, 31, -1; st.global.u32 [%rd2], %r5;", 32),
            "");
  // Each stores what it has for itself.
  EXPECT_EQ(find(sum + "st.global.u32 [%rd1], %r5;", 32), "");
}

TEST_F(LaneConflicts, AVolatileStoreMayBeAnyones) {
  EXPECT_EQ(find("ld.param.u64 %rd2, [out]; st.volatile.global.u32 [%rd2], %r1;", 32), "");
}

TEST_F(LaneConflicts, PairsOfLanesInSharedMemory) {
  const std::string pairs =
      "shr.u32 %r3, %r1, 1; mov.u32 %r4, tile; mad.lo.u32 %r4, %r3, 8, %r4;\n";
  EXPECT_EQ(find(pairs + ".loc 1 5 1\nst.shared.v2.u32 [%r4], {%r3, %r1};", 32),
            "conflicting-writes:5");
  EXPECT_EQ(find(pairs + "st.shared.v2.u32 [%r4], {%r3, %r3};", 32), "");
  // In falling order, which is not taken for the same place.
  EXPECT_EQ(find("mov.u32 %r3, tile; sub.u32 %r4, 31, %r1; mad.lo.u32 %r4, %r4, 4, %r3; "
                 "st.shared.u32 [%r4], %r1;",
                 32),
            "");
}

}  // namespace
}  // namespace warpscope::exec::test
