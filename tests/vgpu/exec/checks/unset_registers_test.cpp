// Registers that nobody has set: a sum counts, a copy does not.
#include "tests/vgpu/exec/support/checked.h"

namespace warpscope::exec::test {
namespace {

using UnsetRegisters = Checked;

// %r9 is the lane. %r5 is set in the first 16 lanes, where %p1 holds; %p2 holds in the last eight.
const std::string kHalfSet =
    "and.b32 %r9, %r1, 31; setp.lt.u32 %p1, %r9, 16; setp.ge.u32 %p2, %r9, 24;\n"
    "@%p1 mov.u32 %r5, 7;\n";
const std::string kStore = "st.global.u32 [%rd1], %r7;\n";

TEST_F(UnsetRegisters, ASumCountsAndACopyDoesNot) {
  EXPECT_EQ(find(kHalfSet + "mov.u32 %r7, %r5;\n" + kStore), "");
  EXPECT_EQ(find(kHalfSet + ".loc 1 4 1\nadd.u32 %r7, %r5, %r1;\n" + kStore),
            "uninitialised-local:4");
}

TEST_F(UnsetRegisters, ProductsExtremesAndRootsCount) {
  for (const auto* computed : {"fma.rn.f32 %r7, %r1, %r1, %r5;", "fma.rn.f32 %r7, %r5, %r1, %r1;",
                               "max.s32 %r7, %r5, %r1;", "max.f32 %r7, %r1, %r5;",
                               "sqrt.rn.f32 %r7, %r5;", "ex2.approx.f32 %r7, %r5;"}) {
    EXPECT_EQ(find(kHalfSet + ".loc 1 4 1\n" + computed + "\n" + kStore), "uninitialised-local:4")
        << computed;
  }
  EXPECT_EQ(find(kHalfSet + "max.s32 %r6, %r5, %r1;\nselp.b32 %r7, %r6, %r1, %p1;\n" + kStore), "");
  EXPECT_EQ(find(kHalfSet + "slct.u32.s32 %r7, %r1, %r5, %r9;\n" + kStore), "");
}

// `if (p) x += v;` becomes x + (p ? v : 0).
TEST_F(UnsetRegisters, WhereASelectionGaveZeroASumIsACopy) {
  const std::string selected = kHalfSet + "selp.b32 %r6, %r1, 0, %p1;\n.loc 1 4 1\n";
  EXPECT_EQ(find(selected + "add.u32 %r7, %r6, %r5;\n" + kStore), "");
  EXPECT_EQ(find(selected + "add.u32 %r7, %r5, %r6;\n" + kStore), "");
  EXPECT_EQ(find(selected + "sub.u32 %r7, %r5, %r6;\n" + kStore), "");
  EXPECT_EQ(find(kHalfSet +
                 "not.pred %p3, %p1; selp.b32 %r6, 0, %r1, %p3;\n"
                 "add.u32 %r7, %r6, %r5;\n" +
                 kStore),
            "");
  // The copy is added to again, the same way and another one.
  EXPECT_EQ(find(selected +
                 "add.u32 %r5, %r6, %r5; shl.b32 %r8, %r1, 1; bar.sync 0;\n"
                 "selp.b32 %r6, %r8, 0, %p1; add.u32 %r7, %r6, %r5;\n" +
                 kStore),
            "");
  EXPECT_EQ(
      find(selected + "add.u32 %r5, %r6, %r5;\n.loc 1 5 1\nadd.u32 %r7, %r5, %r1;\n" + kStore),
      "uninitialised-local:5");
}

TEST_F(UnsetRegisters, WhereTheSelectedValueOrTheOtherOneIsUnsetASumCounts) {
  const std::string line = ".loc 1 4 1\n";
  EXPECT_EQ(
      find(kHalfSet + "selp.b32 %r6, %r5, 0, %p2;\n" + line + "add.u32 %r7, %r6, %r1;\n" + kStore),
      "uninitialised-local:4");
  // Of the lanes 16 to 31, to which nothing has given a value, the last eight add something.
  const LaunchResult launched = launch(kHalfSet + "selp.b32 %r6, %r1, 0, %p2;\n" + line +
                                       "add.u32 %r7, %r6, %r5;\n" + kStore);
  ASSERT_EQ(text(launched), "uninitialised-local:4");
  EXPECT_NE(launched.violations[0].detail.find("lanes 24-31 compute"), std::string::npos)
      << launched.violations[0].detail;
}

TEST_F(UnsetRegisters, WhatWasComputedIsNotHiddenByACopyOfOtherLanes) {
  EXPECT_EQ(find(kHalfSet +
                 "@%p1 bra OUT; selp.b32 %r6, %r1, 0, %p1;\n.loc 1 4 1\n"
                 "@%p2 add.u32 %r7, %r5, 1;\n@%p2 bra MEET;\nadd.u32 %r7, %r5, %r6;\n"
                 "MEET:\n" +
                 kStore + "OUT:\nret;"),
            "uninitialised-local:4");
}

TEST_F(UnsetRegisters, AnotherZeroIsNoSelection) {
  const auto of_sum = [&](const std::string& before, const std::string& sum) {
    return find(kHalfSet + before + "\n.loc 1 4 1\n" + sum + "\n" + kStore);
  };
  const std::string add = "add.u32 %r7, %r6, %r5;";
  EXPECT_EQ(of_sum("mul.lo.u32 %r6, %r1, 0;", add), "uninitialised-local:4");
  EXPECT_EQ(of_sum("selp.b32 %r6, %r1, 1, %p1;", add), "uninitialised-local:4");
  EXPECT_EQ(of_sum("selp.b32 %r6, %r1, 0, %p1;", "sub.u32 %r7, %r6, %r5;"),
            "uninitialised-local:4");
  EXPECT_EQ(of_sum("selp.b32 %r6, %r1, 0, %p1;", "mul.lo.u32 %r7, %r6, %r5;"),
            "uninitialised-local:4");
  // The predicate or the value is another one by then, or may be.
  EXPECT_EQ(of_sum("selp.b32 %r6, %r1, 0, %p2; setp.lt.u32 %p2, %r9, 16;", add),
            "uninitialised-local:4");
  EXPECT_EQ(of_sum("selp.b32 %r6, %r1, 0, %p1; add.u32 %r6, %r6, 1;", add),
            "uninitialised-local:4");
  EXPECT_EQ(of_sum("selp.b32 %r6, %r1, 0, %p1; @!%p1 mov.u32 %r6, 1;", add),
            "uninitialised-local:4");
  EXPECT_EQ(of_sum("mov.u32 %r6, 1; @%p2 bra SUM; selp.b32 %r6, %r1, 0, %p1;\nSUM:", add),
            "uninitialised-local:4");
}

}  // namespace
}  // namespace warpscope::exec::test
