// Values that a shuffle takes from lanes that take no part in it, and masks with lanes that never
// come.
#include "tests/vgpu/exec/support/checked.h"

namespace warpscope::exec::test {
namespace {

using Shuffles = Checked;

// %r5: the value of the lane `distance` further, on line 4.
std::string down(const std::string& mask, int distance = 1) {
  return ".loc 1 4 1\nshfl.sync.down.b32 %r5, %r1, " + std::to_string(distance) + ", 31, " + mask +
         ";\n";
}
const std::string kStoreOfResult = "st.global.u32 [%rd1], %r5;\n";
const std::string kLowerHalf = "setp.lt.u32 %p1, %r1, 16; @!%p1 bra OUT;\n";

TEST_F(Shuffles, AValueOfALaneThatHasExited) {
  const std::string body = kLowerHalf + down("0xffff") + kStoreOfResult + "OUT:\nret;";
  const LaunchResult launched = launch(body, 32);
  ASSERT_EQ(text(launched), "shuffle-from-inactive-lane:4");
  EXPECT_NE(launched.violations[0].detail.find("lane 15 use"), std::string::npos)
      << launched.violations[0].detail;
  EXPECT_EQ(find(down("-1") + kStoreOfResult, 32), "");  // the last lane has its own: out of range
}

TEST_F(Shuffles, AValueOfALaneThatIsNotInTheMask) {
  EXPECT_EQ(find("and.b32 %r6, %r1, 1; setp.eq.u32 %p1, %r6, 0; @!%p1 bra OUT;\n" +
                     down("0x55555555") + kStoreOfResult + "OUT:\nret;",
                 32),
            "shuffle-from-inactive-lane:4");
}

TEST_F(Shuffles, AValueOfALaneThatDoesNotExist) {
  EXPECT_EQ(find(down("-1", 8) + kStoreOfResult, 48), "shuffle-from-inactive-lane:4");
  EXPECT_EQ(find(down("-1", 8) + kStoreOfResult, 64), "");
}

TEST_F(Shuffles, AValueThatIsThrownAwayIsNoMistake) {
  const std::string head = kLowerHalf + down("0xffff") + "setp.lt.u32 %p2, %r1, 15;\n";
  // By a guard, a choice, a branch, or a comparison that is decided otherwise.
  EXPECT_EQ(find(head + "add.u32 %r7, %r5, 1;\n@%p2 st.global.u32 [%rd1], %r7;\nOUT:\nret;", 32),
            "");
  EXPECT_EQ(find(head + "selp.u32 %r5, %r5, 0, %p2;\n" + kStoreOfResult + "OUT:\nret;", 32), "");
  EXPECT_EQ(find(head + "@!%p2 bra SKIP; add.u32 %r1, %r1, %r5;\nSKIP:\nst.global.u32 [%rd1], %r1;"
                        "\nOUT:\nret;",
                 32),
            "");
  EXPECT_EQ(find(head + "setp.gt.u32 %p3, %r5, 3; and.pred %p3, %p3, %p2; selp.u32 %r8, 1, 0, %p3; "
                        "st.global.u32 [%rd1], %r8;\nOUT:\nret;",
                 32),
            "");
  EXPECT_EQ(find(head + "setp.gt.u32 %p3, %r5, 3; not.pred %p4, %p2; or.pred %p3, %p3, %p4; "
                        "selp.u32 %r8, 1, 0, %p3; st.global.u32 [%rd1], %r8;\nOUT:\nret;",
                 32),
            "");
  // And it is overwritten before it is used.
  EXPECT_EQ(find(head + "mov.u32 %r5, 0;\n" + kStoreOfResult + "OUT:\nret;", 32), "");
}

TEST_F(Shuffles, WhateverComesOfTheValueIsFollowed) {
  const std::string head = kLowerHalf + down("0xffff");
  const std::string found = "shuffle-from-inactive-lane:4";
  EXPECT_EQ(find(head + "mul.lo.u32 %r6, %r5, 3; add.u32 %r7, %r6, %r1; st.global.u32 [%rd1], %r7;"
                        "\nOUT:\nret;",
                 32),
            found);
  EXPECT_EQ(find(head + "setp.gt.u32 %p3, %r5, 3; @%p3 st.global.u32 [%rd1], 1;\nOUT:\nret;", 32),
            found);
  EXPECT_EQ(find(head + "setp.gt.u32 %p3, %r5, 3; setp.lt.u32 %p2, %r1, 15; and.pred %p4, %p3, "
                        "%p3; selp.u32 %r8, 1, 0, %p4; st.global.u32 [%rd1], %r8;\nOUT:\nret;",
                 32),
            found);
  // Through a second shuffle: lane 14 gets what lane 15 got.
  EXPECT_EQ(
      find(head + "shfl.sync.down.b32 %r7, %r5, 1, 31, 0xffff; setp.eq.u32 %p2, %r1, 14; @%p2 "
                  "st.global.u32 [%rd1], %r7;\nOUT:\nret;",
           32),
      found);
}

// Lane 0 has the sum of the lanes that are there; what the others hold does not matter.
TEST_F(Shuffles, ASumOverTheFirstLanesIsRightInTheFirstOne) {
  std::string body = kLowerHalf + "mov.u32 %r5, %r1;\n";
  for (const char* distance : {"8", "4", "2", "1"})
    body += "shfl.sync.down.b32 %r6, %r5, " + std::string(distance) +
            ", 31, 0xffff; add.u32 %r5, %r5, %r6;\n";
  EXPECT_EQ(find(body + "setp.eq.u32 %p2, %r1, 0; @%p2 st.global.u32 [%rd1], %r5;\nOUT:\nret;", 32),
            "");
  EXPECT_EQ(value(0), 120U);
}

TEST_F(Shuffles, LanesOfAMaskThatWentAnotherWay) {
  const std::string body = "setp.ge.u32 %p1, %r1, 16; @%p1 bra UPPER;\n" + down("-1", 4) +
                           kStoreOfResult +
                           "bra.uni OUT;\nUPPER:\nst.global.u32 [%rd1], 1;\nOUT:\nret;";
  const LaunchResult launched = launch(body, 32);
  EXPECT_EQ(text(launched), "missing-lanes-in-mask:4");
  ASSERT_EQ(launched.violations.size(), 1U);
  EXPECT_NE(launched.violations[0].detail.find("lanes 16-31"), std::string::npos)
      << launched.violations[0].detail;
}

// CUDA asks for all lanes of the mask that have not exited; these are on their way.
TEST_F(Shuffles, LanesThatHaveReturnedAreNotMissed) {
  EXPECT_EQ(find(kLowerHalf + "bar.warp.sync -1; st.global.u32 [%rd1], %r1;\nOUT:\nret;", 32), "");
  EXPECT_EQ(find("setp.lt.u32 %p1, %r1, 16; @%p1 bra LOWER;\nret;\nLOWER:\nbar.warp.sync -1; "
                 "st.global.u32 [%rd1], %r1;",
                 32),
            "");
}

}  // namespace
}  // namespace warpscope::exec::test
