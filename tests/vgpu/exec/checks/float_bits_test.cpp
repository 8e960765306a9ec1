// Floats that atomics compare as integers, and loops that wait for a word that they read once.
#include "tests/vgpu/exec/checks/checked_launch.h"

namespace warpscope::exec::test {
namespace {

class FloatBits : public Checks {
 protected:
  /// An atomic by `operation` in line 5 with `given`, on a word of the block that has `found`.
  std::string said(const std::string& operation, const std::string& found, const std::string& given,
                   const std::string& behind = {}) {
    return text(find("setp.eq.u32 %p1, %r1, 0; @!%p1 bra DONE;\nmov.b32 %r5, " + found +
                     "; st.shared.u32 [tile], %r5; mov.b32 %r6, " + given +
                     ";\n.loc 1 5 1\natom.shared." + operation + " %r7, [tile], %r6;\n" + behind +
                     "DONE:\n"));
  }
};

constexpr const char* kMinusOne = "0fBF800000";
constexpr const char* kMinusTwo = "0fC0000000";
constexpr const char* kTwo = "0f40000000";
constexpr const char* kLowest = "0fFF7FFFFF";

TEST_F(FloatBits, OfNegativeNumbersHaveTheOtherOrder) {
  const std::string named = "floats-compared-as-bits:5";
  EXPECT_EQ(said("max.s32", kLowest, kMinusOne), named);
  EXPECT_EQ(said("min.s32", kMinusOne, kMinusTwo), named);
  EXPECT_EQ(said("max.u32", kTwo, kMinusOne), named);
}

TEST_F(FloatBits, OfOthersHaveTheOrderOfTheNumbers) {
  EXPECT_EQ(said("max.s32", kTwo, kMinusOne), "");
  EXPECT_EQ(said("max.s32", kLowest, kTwo), "");
  EXPECT_EQ(said("max.s32", kMinusOne, kMinusOne), "");
  EXPECT_EQ(said("max.s32", "-5", "-7"), "") << "small integers";
  EXPECT_EQ(said("add.s32", kMinusOne, kMinusTwo), "");
  EXPECT_EQ(said("min.u32", kTwo, kMinusOne, "atom.shared.max.s32 %r7, [tile], 0;\n"), "")
      << "the other one for numbers from 0 on";
}

class FlagReadOnce : public Checks {};

// The word is 7, so nobody comes into the loop.
TEST_F(FlagReadOnce, IsOneInFrontOfAnEmptyLoop) {
  const std::string begin = "ld.global.u32 %r5, [%rd1]; setp.eq.u32 %p1, %r5, 0;\n.loc 1 5 1\n";
  EXPECT_EQ(text(find(begin + "@%p1 bra LOOP; bra.uni DONE;\nLOOP: bra.uni LOOP;\nDONE:\n")),
            "flag-read-once:5");
  EXPECT_EQ(text(find("LOOP: " + begin + "@%p1 bra LOOP;\n")), "");
  EXPECT_EQ(text(find(begin + "@%p1 bra LOOP; bra.uni DONE;\nLOOP: st.global.u32 [%rd2], %r1; "
                              "bra.uni LOOP;\nDONE:\n")),
            "");
}

}  // namespace
}  // namespace warpscope::exec::test
