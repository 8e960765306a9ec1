// Launches that never end, and such that only take long.
#include "tests/vgpu/exec/support/checked.h"

namespace warpscope::exec::test {
namespace {

using Progress = Checked;

// Words of out[]: a lock, a flag, a count.
const std::string kWords = "ld.param.u64 %rd2, [out];\n";

TEST_F(Progress, ALoopWhoseConditionDoesNotChange) {
  const LaunchResult launched =
      launch(kWords +
             "mov.u32 %r3, 0;\nLOOP:\n.loc 1 5 1\nld.global.u32 %r4, [%rd2+64];\n.loc 1 6 "
             "1\nsetp.eq.u32 %p1, %r4, 7; @%p1 add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, "
             "4; @%p2 bra LOOP;");
  EXPECT_EQ(text(launched), "endless-loop:5");
  EXPECT_NE(launched.fault->message.find("warp 0 lanes 0-31 read again and again in k.cu:5"),
            std::string::npos)
      << launched.fault->message;
}

TEST_F(Progress, ALoopWithoutAWayOut) {
  EXPECT_EQ(find(kWords + "mov.u32 %r3, 9;\nLOOP:\nsub.u32 %r3, %r3, 1;\n.loc 1 5 1\n"
                          "red.global.max.u32 [%rd2], %r3;\n.loc 1 6 1\nbra.uni LOOP;"),
            "endless-loop:5");
  // A trap is a way out.
  EXPECT_EQ(find(".loc 1 3 1\nmov.u32 %r3, 0;\nLOOP:\nadd.u32 %r3, %r3, 1; setp.gt.u32 %p1, %r3, "
                 "100000;\n.loc 1 4 1\n@!%p1 bra LOOP; trap;",
                 32),
            "trap:4");
}

TEST_F(Progress, ALockThatNobodyReleases) {
  const std::string lock =
      kWords +
      "setp.ne.u32 %p1, %r1, 0; @%p1 bra OUT;\nLOCK:\n.loc 1 4 1\natom.global.cas.b32 %r4, "
      "[%rd2], 0, 1; setp.ne.u32 %p2, %r4, 0; @%p2 bra LOCK;\n";
  const std::string release = "atom.global.exch.b32 %r5, [%rd2], 0;\nOUT:\nret;";
  EXPECT_EQ(find(lock + "OUT:\nret;", 32, 3), "spin-without-progress:4");
  EXPECT_EQ(find(lock + release, 32, 3), "");
}

TEST_F(Progress, LanesThatWaitForALockOfTheirOwnWarp) {
  EXPECT_EQ(
      find(kWords + "LOCK:\n.loc 1 4 1\natom.global.cas.b32 %r4, [%rd2], 0, 1; setp.ne.u32 "
                    "%p2, %r4, 0; @%p2 bra LOCK;\nbar.warp.sync -1; atom.global.exch.b32 %r5, "
                    "[%rd2], 0;",
           32),
      "spin-without-progress:4");
}

// Each block waits for the one with the next number.
const std::string kChain =
    "ld.param.u64 %rd2, [out]; mov.u32 %r3, %ctaid.x; mov.u32 %r6, %nctaid.x; add.u32 %r4, %r3, "
    "1;\n"
    "mad.wide.u32 %rd3, %r3, 4, %rd2; setp.eq.u32 %p1, %r4, %r6; @%p1 bra GO;\nWAIT:\n.loc 1 5 1\n"
    "ld.volatile.global.u32 %r5, [%rd3+4]; setp.eq.u32 %p2, %r5, 0; @%p2 bra WAIT;\nGO:\n"
    "membar.gl; st.volatile.global.u32 [%rd3], 1;";

TEST_F(Progress, BlocksThatWaitForMoreThanTheDeviceHolds) {
  options.resident_blocks = 8;
  EXPECT_EQ(find(kChain, 1, 8), "");
  EXPECT_EQ(find(kChain, 1, 9), "grid-larger-than-resident:5");
  options.resident_blocks = 0;  // not known
  EXPECT_EQ(find(kChain, 1, 40), "");
}

// Each barrier takes a round, in which no block ends.
TEST_F(Progress, BlocksWithBarriersThatWaitForMoreThanTheDeviceHolds) {
  std::string barriers;
  for (int i = 0; i < 20; ++i) barriers += "bar.sync 0;\n";
  options.resident_blocks = 4;
  EXPECT_EQ(find(barriers + kChain, 64, 4), "");
  EXPECT_EQ(find(barriers + kChain, 64, 5), "grid-larger-than-resident:5");
}

TEST_F(Progress, BlocksMayWaitForEarlierOnes) {
  options.resident_blocks = 2;
  EXPECT_EQ(
      find("ld.param.u64 %rd2, [out]; mov.u32 %r3, %ctaid.x; mad.wide.u32 %rd3, %r3, 4, %rd2; "
           "setp.eq.u32 %p1, %r3, 0; @%p1 bra GO;\nWAIT:\nld.volatile.global.u32 %r5, [%rd3-4]; "
           "setp.eq.u32 %p2, %r5, 0; @%p2 bra WAIT;\nGO:\nmembar.gl; st.volatile.global.u32 "
           "[%rd3], 1;",
           1, 64),
      "");
}

// A loop that counts does not come back to where it was, and a loop that waits for a warp which
// works for long goes on in the end.
TEST_F(Progress, LoopsThatOnlyTakeLongEnd) {
  EXPECT_EQ(find("mov.u32 %r3, 0;\nLOOP:\nadd.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 400000; @%p1 "
                 "bra LOOP; st.global.u32 [%rd1], %r3;",
                 32),
            "");
  EXPECT_EQ(
      find("setp.lt.u32 %p1, %r1, 32; @%p1 bra WAIT;\nmov.u32 %r3, 0;\nLOOP:\nadd.u32 %r3, "
           "%r3, 1; setp.lt.u32 %p2, %r3, 200000; @%p2 bra LOOP; st.volatile.shared.u32 [tile], "
           "%r3; bra.uni OUT;\nWAIT:\nld.volatile.shared.u32 %r4, [tile]; setp.ne.u32 %p3, %r4, "
           "200000; @%p3 bra WAIT;\nOUT:\nret;"),
      "");
}

// %r4 stays 0 for ever: the word that each round changes decides nothing.
TEST_F(Progress, ALoopThatStoresForEver) {
  const std::string begin = "mov.u32 %r3, 0; mov.u32 %r4, 0;\nLOOP:\n.loc 1 5 1\n";
  const std::string count =
      "ld.global.u32 %r5, [%rd1]; add.u32 %r5, %r5, 1; st.global.u32 [%rd1], %r5;\n";
  const std::string again =
      ".loc 1 6 1\nadd.u32 %r3, %r3, %r4; setp.lt.u32 %p1, %r3, 9; @%p1 bra LOOP;";
  EXPECT_EQ(find(begin + count + again, 32), "endless-loop:5");
  EXPECT_EQ(find(begin + count + "bar.sync 0;\n" + again), "endless-loop:5");
  // What the word decides is no way out.
  EXPECT_EQ(
      find(begin + count +
               "setp.eq.u32 %p2, %r5, 7; @%p2 bra PAST;\nst.global.u32 [%rd1+4], %r5;\nPAST:\n" +
               again,
           1),
      "endless-loop:5");
}

// The same numbers come again in each round of a loop around it, or a word of memory ends it.
TEST_F(Progress, LoopsThatStoreForLongEnd) {
  const std::string outer = "mov.u32 %r6, 0;\nOUTER:\n";
  const std::string inner =
      "mov.u32 %r3, 0;\nLOOP:\nst.global.u32 [%rd1], %r3; add.u32 %r3, %r3, 1; setp.lt.u32 "
      "%p1, %r3, 8; @%p1 bra LOOP;\n";
  EXPECT_EQ(
      find(outer + inner + "add.u32 %r6, %r6, 1; setp.lt.u32 %p2, %r6, 1000000; @%p2 bra OUTER;",
           32),
      "");
  EXPECT_EQ(find(outer + inner +
                     "ld.global.u32 %r6, [%rd1+1024]; add.u32 %r6, %r6, 1; st.global.u32 "
                     "[%rd1+1024], %r6; "
                     "setp.lt.u32 %p2, %r6, 1000000; @%p2 bra OUTER;",
                 32),
            "");
}

// The value comes back to what it was, but in between it was another one.
TEST_F(Progress, MemoryThatChangesToAndFroIsProgress) {
  EXPECT_EQ(
      find(kWords + "setp.lt.u32 %p1, %r1, 32; @%p1 bra WAIT;\nmov.u32 %r3, 0;\nLOOP:\n"
                    "st.volatile.global.u32 [%rd2+64], 1; st.volatile.global.u32 [%rd2+64], 0; "
                    "add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 20000; @%p2 bra LOOP; "
                    "st.volatile.global.u32 [%rd2+68], 1; bra.uni OUT;\nWAIT:\n"
                    "ld.volatile.global.u32 %r4, [%rd2+68]; setp.ne.u32 %p3, %r4, 1; @%p3 bra "
                    "WAIT;\nOUT:\nret;"),
      "");
}

}  // namespace
}  // namespace warpscope::exec::test
