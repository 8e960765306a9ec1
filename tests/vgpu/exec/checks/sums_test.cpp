// Sums of 32 bits that pass the end of an int.
#include "tests/vgpu/exec/checks/checked_launch.h"

namespace warpscope::exec::test {
namespace {

class Sums : public Checks {
 protected:
  /// A loop of 64 rounds, in line 5 of which each thread adds `step` to what began as `first`;
  /// behind it `then`, and the sum is stored by `store`.
  std::string said(const std::string& first, const std::string& step, const std::string& then = {},
                   const std::string& store = "st.global.u32 [%rd2], %r5;\n") {
    return text(find("mov.u32 %r5, " + first +
                     "; mov.u32 %r6, 0;\nLOOP:\n.loc 1 5 1\nadd.s32 %r5, " + "%r5, " + step +
                     ";\n.loc 1 6 1\nadd.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 64; " +
                     "@%p1 bra LOOP;\n" + then + store));
  }
};

const std::string kSaid = "sum-overflow:5";

TEST_F(Sums, PassTheEndWithSmallNumbers) {
  EXPECT_EQ(said("0", "60000000"), kSaid);
  EXPECT_EQ(said("0", "-60000000"), kSaid);
  EXPECT_EQ(said("0", "60000000", "cvt.s64.s32 %rd5, %r5;\n", "st.global.u32 [%rd2], %rd5;\n"),
            kSaid)
      << "made wider only when it is there";
  EXPECT_EQ(said("0", "60000000", "add.u32 %r5, %r5, %r1;\n"), kSaid);
}

TEST_F(Sums, OfWhatFitsAreNone) {
  EXPECT_EQ(said("0", "30000000"), "");
  EXPECT_EQ(said("0", "-30000000"), "");
}

TEST_F(Sums, OfLargeWordsAreNone) {
  EXPECT_EQ(said("1000000007", "600000001"), "") << "as random words are";
  EXPECT_EQ(said("0", "300000000"), "");
}

TEST_F(Sums, ThatComeToNoMemoryAreNone) {
  const std::string kOther = "st.global.u32 [%rd2], %r7;\n";
  EXPECT_EQ(said("0", "60000000", {}, "st.global.u32 [%rd2], %r6;\n"), "");
  EXPECT_EQ(said("0", "60000000", "xor.b32 %r7, %r5, 1;\n", kOther), "") << "a hash";
  EXPECT_EQ(said("0", "60000000", "mul.lo.s32 %r7, %r5, 3;\n", kOther), "");
}

/// Of 64 threads in line 5 each adds `given` to one word of the block, which is 0.
std::string atomics(const std::string& given, const std::string& type = "u32") {
  return "setp.ne.u32 %p1, %r1, 0; mov.u32 %r5, tile; @%p1 bra READY;\nst.shared.u32 [tile], 0;\n"
         "READY: bar.sync 0;\nmov.u32 %r6, " +
         given + ";\n.loc 1 5 1\natom.shared.add." + type + " %r7, [tile], %r6;\n";
}

TEST_F(Sums, OfAtomicsPassTheEnd) {
  EXPECT_EQ(text(find(atomics("60000000"))), kSaid);
  EXPECT_EQ(text(find(atomics("60000000", "s32"))), kSaid);
  EXPECT_EQ(text(find(atomics("30000000"))), "");
  EXPECT_EQ(text(find(atomics("300000000"))), "") << "large words";
}

}  // namespace
}  // namespace warpscope::exec::test
