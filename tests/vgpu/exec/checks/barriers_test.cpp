// Who meets whom at a barrier of the block.
#include "tests/vgpu/exec/support/checked.h"

namespace warpscope::exec::test {
namespace {

using Barriers = Checked;

// Half of the warps go to the label; `then` is what they do, `otherwise` what the others do.
std::string halves(const std::string& then, const std::string& otherwise,
                   const std::string& after) {
  return "setp.lt.u32 %p1, %r1, 32; @%p1 bra THEN;\n" + otherwise + "\nbra.uni JOIN;\nTHEN:\n" +
         then + "\nJOIN:\n" + after;
}

TEST_F(Barriers, ThreadsThatMeetFromDifferentPlaces) {
  const std::string two = halves(".loc 1 3 1\nbar.sync 0;", ".loc 1 4 1\nbar.sync 0;", "");
  const LaunchResult launched = launch(two);
  ASSERT_EQ(text(launched), "divergent-barrier:4");  // as many: the one that stands first
  EXPECT_EQ(launched.violations[0].other.where.line, 3U);
  EXPECT_EQ(launched.violations[0].access.warp, 1U);
  EXPECT_EQ(find(halves(".loc 1 3 1\nbar.sync 0;", ".loc 1 4 1\nbar.sync 0;", ""), 96),
            "divergent-barrier:3");
  EXPECT_EQ(find(halves("", "", ".loc 1 4 1\nbar.sync 0;")), "");
}

TEST_F(Barriers, LanesOfOneWarpThatMeetFromDifferentPlaces) {
  const std::string sides = "setp.lt.u32 %p1, %r1, 8; @%p1 bra THEN;\n.loc 1 4 1\n";
  const std::string join = " bra.uni JOIN;\nTHEN:\n.loc 1 6 1\nbarrier.sync 0;\nJOIN:";
  EXPECT_EQ(find(sides + "bar.sync 0;" + join, 32), "divergent-barrier:6");
  EXPECT_EQ(find(sides + "barrier.sync.aligned 0;" + join, 32), "divergent-barrier:6");
  // It counts lanes and does not say from where.
  EXPECT_EQ(find(sides + "barrier.sync 0;" + join, 32), "");
}

TEST_F(Barriers, SidesWithABarrierOfTheirOwnMayComeFromDifferentPlaces) {
  EXPECT_EQ(find(halves("bar.sync 1, 64;", "bar.sync 1, 64;", "bar.sync 0;")), "");
  EXPECT_EQ(find(halves("bar.arrive 1, 64; bar.sync 2, 64;", "bar.sync 1, 64; bar.arrive 2, 64;",
                        "bar.sync 0;")),
            "");
}

TEST_F(Barriers, ThreadsThatHaveReturnedAreMissedOnce) {
  const std::string leave = "setp.lt.u32 %p1, %r1, 40; @!%p1 bra OUT;\n";
  const LaunchResult launched =
      launch(leave + ".loc 1 4 1\nbar.sync 0;\n.loc 1 5 1\nbar.sync 0;\nOUT:\nret;");
  ASSERT_EQ(text(launched), "early-exit-before-barrier:4");
  EXPECT_NE(launched.violations[0].detail.find("24 threads of block (0,0,0) had returned"),
            std::string::npos)
      << launched.violations[0].detail;
  EXPECT_NE(launched.violations[0].detail.find("thread (40,0,0)"), std::string::npos);
  // No barrier follows, or all have left, or it is one of those that stay.
  EXPECT_EQ(find(leave + "st.global.u32 [%rd1], %r1;\nOUT:\nret;"), "");
  EXPECT_EQ(find("bar.sync 0; setp.lt.u32 %p1, %r1, 40; @!%p1 bra OUT; st.global.u32 [%rd1], %r1;"
                 "\nOUT:\nret;"),
            "");
  EXPECT_EQ(find("setp.lt.u32 %p1, %r1, 32; @!%p1 bra OUT; bar.sync 1, 32;\nOUT:\nret;"), "");
}

TEST_F(Barriers, OneBarrierOfTwoNumbers) {
  const std::string sides =
      "setp.lt.u32 %p1, %r1, 32; selp.u32 %r3, 64, 96, %p1;\n.loc 1 4 1\n"
      "bar.sync 3, %r3;";
  EXPECT_EQ(find(sides, 96), "barrier-thread-count:4");
  // All threads of the block, and their number, are the same.
  EXPECT_EQ(find(halves("bar.sync 1;", "bar.sync 1, 64;", "")), "");
}

TEST_F(Barriers, ABarrierThatIsNotForWholeWarps) {
  EXPECT_EQ(find("mov.u32 %r3, 40;\n.loc 1 7 1\nbar.sync 2, %r3;"), "barrier-thread-count:7");
}

// Each phase takes as many threads as it is for. An H200 leaves the third warp waiting.
TEST_F(Barriers, ThreadsTooManyWaitForTheNextPhase) {
  EXPECT_EQ(find("setp.lt.u32 %p1, %r1, 96; @!%p1 bra OUT;\n.loc 1 4 1\nbar.sync 1, 64;\n"
                 "st.global.u32 [%rd1], 1;\nOUT:\nret;",
                 128),
            "deadlock:4");
  EXPECT_EQ(value(0), 1U);
  EXPECT_EQ(value(64), 0U);
  EXPECT_EQ(find("bar.sync 1, 64;", 128), "");
}

// A thread that has found what it looks for returns out of the loop; the others do not wait for it
// at the end of the function. So it is on an H200.
TEST_F(Barriers, ReturningOutOfALoopWithABarrier) {
  const std::string body =
      "mov.u32 %r3, 0;\nLOOP:\nbar.sync 0; setp.eq.u32 %p1, %r1, 5; @%p1 bra OUT;\n.loc 1 6 1\n"
      "bar.sync 0; add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 4; @%p2 bra LOOP; "
      "st.global.u32 [%rd1], %r3;\nOUT:\nret;";
  EXPECT_EQ(find(body), "early-exit-before-barrier:6");
  EXPECT_EQ(value(0), 4U);
  EXPECT_EQ(value(5), 0U);
  // The way on which it stores what it has found stands last.
  const std::string found_last =
      "mov.u32 %r3, 0;\nLOOP:\nbar.sync 0; setp.eq.u32 %p1, %r1, 5; @%p1 bra FOUND;\n.loc 1 6 1\n"
      "bar.sync 0; add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 4; @%p2 bra LOOP; bra.uni OUT;\n"
      "FOUND:\nst.global.u32 [%rd1], 9;\nOUT:\nret;";
  EXPECT_EQ(find(found_last), "early-exit-before-barrier:6");
  EXPECT_EQ(value(5), 9U);
}

// Lanes that come to where the others meet wait there, so this does not end. On an H200 they count
// as if they had gone on, where the barrier need not be reached together
// (tests/golden/h200/synchronisation_probes.cu).
TEST_F(Barriers, LanesThatMakeARoundMore) {
  const std::string rounds = "and.b32 %r3, %r1, 1; add.u32 %r3, %r3, 2;\nLOOP:\n.loc 1 5 1\n";
  const std::string end = "sub.u32 %r3, %r3, 1; setp.gt.u32 %p1, %r3, 0; @%p1 bra LOOP;\n";
  EXPECT_EQ(find(rounds + "bar.sync 0; " + end + "bar.sync 0;"), "deadlock:5");
  EXPECT_EQ(find(rounds + "barrier.sync 0; " + end +
                 "setp.eq.u32 %p1, %r3, 0; and.b32 %r3, %r1, 1; setp.eq.u32 %p2, %r3, 0;\n"
                 "@%p2 barrier.sync 0; st.global.u32 [%rd1], 7;"),
            "");
  EXPECT_EQ(value(63), 7U);
  // Who never comes is missed all the same.
  EXPECT_EQ(find(rounds + "barrier.sync 1, 96; " + end + "st.global.u32 [%rd1], 7;"), "deadlock:5");
}

TEST_F(Barriers, ArrivalsThatFillABarrierOfWhichTheNextPhaseIsAwaited) {
  const std::string fill =
      "setp.lt.u32 %p1, %r1, 64; @%p1 bra FILL; bra.uni BOTH;\nFILL:\n"
      ".loc 1 4 1\nbarrier.arrive 1, 64;\nBOTH: bar.sync 0;\n";
  const std::string writes =
      "setp.lt.u32 %p2, %r1, 96; @%p2 bra READ;\n.loc 1 6 1\n"
      "sub.u32 %r2, %r2, 128; st.shared.u32 [%r2], %r1; ";
  const std::string reads =
      "bra.uni END;\nREAD: setp.lt.u32 %p2, %r1, 64; @%p2 bra END; "
      "barrier.sync 1, 64;\n.loc 1 8 1\n"
      "ld.shared.u32 %r4, [%r2]; st.global.u32 [%rd1], %r4;\nEND:";
  EXPECT_EQ(find(fill + writes + "barrier.arrive 1, 64; " + reads, 128), "");
  EXPECT_EQ(value(64), 96U);
  // Nobody ever waits.
  const LaunchResult unmet = launch(fill, 128);
  ASSERT_TRUE(unmet.unmet_arrival);
  EXPECT_EQ(unmet.unmet_arrival->where.line, 4U);
  EXPECT_EQ(unmet.unmet_arrival->arrived, 64U);
}

}  // namespace
}  // namespace warpscope::exec::test
