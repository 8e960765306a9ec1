// What is counted as lost by a line's code, and what right code looks like that is not. Lines are
// those of `.loc`.
#include "vgpu/exec/patterns/code_patterns.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr std::string_view kFile = ".file 1 \"k.cu\"\n.shared .align 16 .b8 tile[4096];\n";
// %rd1: in[tid], %rd2: out[tid] in floats, %f1: in[tid].
constexpr std::string_view kPrologue = R"(
.loc 1 1 1
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;
mad.wide.u32 %rd1, %r1, 4, %rd1; mad.wide.u32 %rd2, %r1, 4, %rd2;
cvta.to.global.u64 %rd1, %rd1; cvta.to.global.u64 %rd2, %rd2;
ld.global.f32 %f1, [%rd1]; mov.f32 %f2, 0f00000000; mov.u32 %r2, 0;
)";

/// "warpscope__…:3=8" for each pattern of a launch of two warps; loads in loops only if asked for.
std::string patterns_of(const std::string& body, bool wants_loads_in_loops = false,
                        const std::string& declarations = "") {
  Machine machine(module_with_kernel(".param .u64 in, .param .u64 out",
                                     std::string(kPrologue) + body,
                                     std::string(kFile) + declarations));
  const std::uint64_t in = machine.upload(std::vector<float>(1024, 0.5F));
  const std::uint64_t out = machine.allocate(8192);
  const LaunchResult launched = machine.launch("k", {1, 1, 1}, {64, 1, 1}, in, out);
  EXPECT_FALSE(launched.fault) << launched.fault->message;
  std::string text;
  for (const PatternCount& pattern : launched.patterns) {
    if ((pattern.metric == patterns::kLoadsInLoops) != wants_loads_in_loops) continue;
    if (!text.empty()) text += ", ";
    text += std::string(pattern.metric) + ":" + std::to_string(pattern.where.line) + "=" +
            std::to_string(pattern.value);
  }
  return text;
}

std::string one(std::string_view metric, int line, int value) {
  return std::string(metric) + ":" + std::to_string(line) + "=" + std::to_string(value);
}

/// Eight rounds; `body` is line 3.
std::string loop(const std::string& body) {
  return "loop:\n.loc 1 3 1\n" + body +
         "\n.loc 1 4 1\nadd.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 8; @%p1 bra loop;\n";
}

TEST(DoublesOfFloats, AFloatThatGoesThroughADoubleOnOneLineCounts) {
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1;\n"
                        "fma.rn.f64 %fd2, %fd1, 0d3FB999999999999A, 0d3FB999999999999A;\n"
                        "cvt.rn.f32.f64 %f3, %fd2; st.global.f32 [%rd2], %f3;\n"),
            one(patterns::kDoublesOfFloats, 2, 6));
}

TEST(DoublesOfFloats, DoublesThatAreWantedDoNot) {
  EXPECT_EQ(patterns_of(".loc 1 2 1\nmov.f64 %fd2, 0d0000000000000000;\n" +
                        loop("cvt.f64.f32 %fd1, %f1; add.rn.f64 %fd2, %fd2, %fd1;") +
                        ".loc 1 5 1\nmul.rn.f64 %fd3, %fd2, 0d3FB999999999999A;\n"
                        "cvt.rn.f32.f64 %f3, %fd3; st.global.f32 [%rd2], %f3;\n"),
            "")
      << "a sum of floats in double precision";
  EXPECT_EQ(patterns_of(".loc 1 2 1\nand.b64 %rd3, %rd2, -8; ld.global.f64 %fd2, [%rd3];\n"
                        "cvt.f64.f32 %fd1, %f1;\n"
                        "mul.rn.f64 %fd3, %fd2, %fd1; cvt.rn.f32.f64 %f3, %fd3;\n"
                        "st.global.f32 [%rd2], %f3;\n"),
            "")
      << "a double of an array";
}

TEST(DoublesOfFloats, AResultThatStaysADoubleDoesNot) {
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1; mul.rn.f64 %fd2, %fd1, %fd1;\n"
                        "cvt.rn.f32.f64 %f3, %fd2; st.global.f32 [%rd2], %f3;\n"
                        ".loc 1 3 1\nadd.rn.f64 %fd3, %fd2, %fd2; cvt.rn.f32.f64 %f4, %fd3;\n"
                        "st.global.f32 [%rd2+256], %f4;\n"),
            "");
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.rn.f64.u32 %fd1, %r1;\n"
                        "mul.rn.f64 %fd2, %fd1, 0d3FB999999999999A;\n"
                        "cvt.rn.f32.f64 %f3, %fd2; st.global.f32 [%rd2], %f3;\n"),
            "")
      << "an index, of which a float would not have all digits";
}

/// A function with two additions; `line`: its `.loc`, if it has one.
std::string routine(std::string_view line) {
  return ".func (.param .b64 r) f (.param .b64 x) {\n.reg .f64 %fd<4>;\n" + std::string(line) +
         "ld.param.f64 %fd1, [x]; add.rn.f64 %fd2, %fd1, %fd1; add.rn.f64 %fd3, %fd2, %fd2;\n"
         "st.param.f64 [r], %fd3; ret;\n}\n";
}
constexpr std::string_view kCallOfRoutine =
    "{ .param .b64 param0; st.param.f64 [param0], %fd1; .param .b64 retval0;\n"
    "call.uni (retval0), f, (param0); ld.param.f64 %fd2, [retval0]; }\n";
constexpr std::string_view kStoreAsFloat = "cvt.rn.f32.f64 %f3, %fd2; st.global.f32 [%rd2], %f3;\n";

TEST(DoublesOfFloats, WhatLibraryFunctionsMakeOfThemCounts) {
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1;\n"
                        "mov.b64 {%r3, %r4}, %fd1; shl.b32 %r4, %r4, 1; mov.b64 %fd1, {%r3, %r4};\n"
                        "cvt.rni.s32.f64 %r5, %fd1; cvt.rn.f64.s32 %fd3, %r5;\n"
                        "setp.lt.s32 %p1, %r1, 5; selp.f64 %fd3, %fd3, 0d3FF0000000000000, %p1;\n"
                        "add.rn.f64 %fd2, %fd3, %fd1;\n" +
                        std::string(kStoreAsFloat)),
            one(patterns::kDoublesOfFloats, 2, 6))
      << "parts of doubles as integers, and one rounded";
  EXPECT_EQ(
      patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1; cvt.rni.s32.f64 %r5, %fd1;\n"
                  "and.b32 %r5, %r5, 1; mul.wide.u32 %rd3, %r5, 8; mov.u64 %rd4, table;\n"
                  "cvta.global.u64 %rd4, %rd4; cvta.to.global.u64 %rd4, %rd4;\n"
                  "add.s64 %rd3, %rd4, %rd3; ld.global.nc.f64 %fd3, [%rd3];\n"
                  "mul.rn.f64 %fd2, %fd3, %fd1;\n" +
                      std::string(kStoreAsFloat),
                  false,
                  ".global .align 8 .f64 table[2] = {0d3FF0000000000000, 0d3FF0000000000000};\n"),
      one(patterns::kDoublesOfFloats, 2, 6))
      << "a table of coefficients";
}

TEST(DoublesOfFloats, ARoutineOfTheLibraryCountsForTheOnlyLineThatCallsIt) {
  const std::string line = ".loc 1 2 1\ncvt.f64.f32 %fd1, %f1;\n" + std::string(kCallOfRoutine) +
                           std::string(kStoreAsFloat);
  const std::string same_on_another =
      ".loc 1 3 1\nmov.f64 %fd4, 0d3FF0000000000000;\n"
      "{ .param .b64 param0; st.param.f64 [param0], %fd4; .param .b64 retval0;\n"
      "call.uni (retval0), f, (param0); ld.param.f64 %fd5, [retval0]; }\n"
      "and.b64 %rd3, %rd2, -8; st.global.f64 [%rd3+1024], %fd5;\n";
  EXPECT_EQ(patterns_of(line, false, routine("")), one(patterns::kDoublesOfFloats, 2, 8));
  EXPECT_EQ(patterns_of(line + same_on_another, false, routine("")),
            one(patterns::kDoublesOfFloats, 2, 4));
  EXPECT_EQ(patterns_of(line, false, routine(".loc 1 9 1\n")), "")
      << "a function that somebody wrote for doubles";
}

TEST(DoublesOfFloats, DoublesOfOtherThingsDoNotCount) {
  EXPECT_EQ(patterns_of(".loc 1 2 1\nloop: cvt.f64.f32 %fd1, %f1; cvt.rn.f64.u32 %fd3, %r2;\n"
                        "mul.rn.f64 %fd2, %fd3, %fd1; cvt.rn.f32.f64 %f3, %fd2;\n"
                        "add.f32 %f2, %f2, %f3; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 8;\n"
                        "@%p1 bra loop;\nst.global.f32 [%rd2], %f2;\n"),
            "")
      << "a loop's counter";
  EXPECT_EQ(patterns_of(".loc 1 2 1\nand.b64 %rd3, %rd2, -8; ld.global.nc.f64 %fd3, [%rd3];\n"
                        "cvt.f64.f32 %fd1, %f1; mul.rn.f64 %fd2, %fd3, %fd1;\n" +
                        std::string(kStoreAsFloat)),
            "")
      << "an array that does not change";
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1; ld.global.f64 %fd3, [factor];\n"
                        "mul.rn.f64 %fd2, %fd3, %fd1;\n" +
                            std::string(kStoreAsFloat),
                        false, ".global .align 8 .f64 factor = 0d3FF0000000000000;\n"),
            "")
      << "a variable";
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1; ld.param.f64 %fd3, [out];\n"
                        "mul.rn.f64 %fd2, %fd3, %fd1;\n" +
                        std::string(kStoreAsFloat)),
            "")
      << "a parameter";
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1; add.rn.f64 %fd2, %fd1, %fd1;\n"
                        "cvt.rzi.s32.f64 %r3, %fd2; st.global.u32 [%rd2+1024], %r3;\n" +
                        std::string(kStoreAsFloat)),
            "")
      << "an integer as result";
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1; mov.b64 %fd3, {%r1, %r1};\n"
                        "mul.rn.f64 %fd2, %fd3, %fd1;\n" +
                        std::string(kStoreAsFloat)),
            "")
      << "bits that come from elsewhere";
  EXPECT_EQ(patterns_of(".loc 1 1 9\nmov.f64 %fd1, 0d3FF0000000000000; cvt.rn.f64.u32 %fd1, %r1;\n"
                        ".loc 1 2 1\ncvt.f64.f32 %fd3, %f1; add.rn.f64 %fd4, %fd3, %fd3;\n" +
                            std::string(kCallOfRoutine) + "add.rn.f64 %fd2, %fd2, %fd4;\n" +
                            std::string(kStoreAsFloat),
                        false, routine("")),
            "")
      << "a routine that is given an index";
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1;\n" + std::string(kCallOfRoutine) +
                            "cvt.rn.f32.f64 %f3, %fd1; st.global.f32 [%rd2], %f3;\n"
                            "and.b64 %rd3, %rd2, -8; st.global.f64 [%rd3+1024], %fd2;\n",
                        false, routine("")),
            "")
      << "a routine's result that stays a double";
  EXPECT_EQ(patterns_of("{ .param .b64 param0; .param .b64 retval0;\n.loc 1 2 1\n"
                        "cvt.f64.f32 %fd1, %f1; st.param.f64 [param0], %fd1;\n"
                        "call.uni (retval0), f, (param0);\n.loc 1 3 1\n"
                        "ld.param.f64 %fd3, [retval0]; }\nadd.rn.f64 %fd2, %fd3, %fd1;\n" +
                            std::string(kStoreAsFloat),
                        false, routine("")),
            "")
      << "a routine that another line calls";
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1; mov.u32 %r3, %tid.x;\n"
                        "mov.b64 %fd3, {%r3, %r3}; mul.rn.f64 %fd2, %fd3, %fd1;\n" +
                        std::string(kStoreAsFloat)),
            "")
      << "bits of the thread's number";
  EXPECT_EQ(patterns_of(".loc 1 2 1\nmov.f64 %fd1, 0d3FF0000000000000;\n"
                        "mul.rn.f64 %fd2, %fd1, 0d3FB999999999999A;\n" +
                        std::string(kStoreAsFloat)),
            "")
      << "literals alone";
}

TEST(RepeatedStores, ASumInGlobalMemoryCountsAllButOneOfEachWarp) {
  EXPECT_EQ(patterns_of(loop("add.f32 %f2, %f2, %f1; st.global.f32 [%rd2], %f2;")),
            one(patterns::kRepeatedStores, 3, 14));
}

TEST(RepeatedStores, AnUnrolledLoopIsOne) {
  EXPECT_EQ(patterns_of(loop("add.f32 %f2, %f2, %f1; st.global.f32 [%rd2], %f2;\n"
                             "add.f32 %f2, %f2, %f1; st.global.f32 [%rd2], %f2;")),
            one(patterns::kRepeatedStores, 3, 30));
}

TEST(RepeatedStores, OtherLoopsThatStoreDoNotCount) {
  EXPECT_EQ(patterns_of(loop("add.f32 %f2, %f2, %f1; add.s64 %rd2, %rd2, 256;\n"
                             "st.global.f32 [%rd2], %f2;")),
            "")
      << "each round stores elsewhere";
  EXPECT_EQ(patterns_of(loop("add.f32 %f2, %f2, %f1; st.global.f32 [%rd2], %f2;\n"
                             "bar.sync 0;")),
            "")
      << "the others read it";
  EXPECT_EQ(patterns_of(loop("add.f32 %f2, %f2, %f1; st.volatile.global.f32 [%rd2], %f2;")), "")
      << "somebody watches";
  EXPECT_EQ(patterns_of(loop("st.global.f32 [%rd2], %f2;")), "") << "a flag, always the same value";
  EXPECT_EQ(
      patterns_of(loop("add.f32 %f2, %f2, %f1;") + ".loc 1 5 1\nst.global.f32 [%rd2], %f2;\n"), "")
      << "as it should be";
}

// Both sides of an `if` on line 3 store to one address; a warp executes both, a thread one.
constexpr std::string_view kTwoSides =
    "and.b32 %r3, %r1, 1; setp.eq.u32 %p2, %r3, 0; @%p2 bra EVEN;\n"
    ".loc 1 3 1\nadd.f32 %f2, %f1, %f2; st.global.f32 [%rd2], %f2; bra BOTH;\n"
    "EVEN: mul.f32 %f2, %f1, %f2; st.global.f32 [%rd2], %f2;\nBOTH:\n";

TEST(RepeatedStores, TheSidesOfABranchDoNotFollowOneAnother) {
  EXPECT_EQ(patterns_of(std::string(kTwoSides)), "");
  EXPECT_EQ(patterns_of(loop("add.s64 %rd2, %rd2, 256;\n" + std::string(kTwoSides))), "")
      << "each round stores elsewhere";
  EXPECT_EQ(patterns_of(loop(std::string(kTwoSides))), one(patterns::kRepeatedStores, 3, 30))
      << "each round stores what the next overwrites";
}

TEST(LoadsInLoops, CountWhereAWayLeadsBack) {
  // Each of two warps makes eight rounds; the load in front of the loop does not count.
  const std::string used = "st.global.f32 [%rd2], %f2;\n";
  EXPECT_EQ(patterns_of(loop("ld.global.f32 %f3, [%rd1]; add.f32 %f2, %f2, %f3;") + used, true),
            one(patterns::kLoadsInLoops, 3, 16));
  EXPECT_EQ(patterns_of(loop("ld.shared.f32 %f3, [tile]; add.f32 %f2, %f2, %f3;") + used, true),
            "");
  EXPECT_EQ(patterns_of("setp.lt.u32 %p1, %r1, 32; @%p1 bra LATER;\nld.global.f32 %f3, [%rd1];\n"
                        "LATER: ld.global.f32 %f2, [%rd1+4]; st.global.f32 [%rd2], %f2;",
                        true),
            "");
}

constexpr std::string_view kCopy =
    "mov.u32 %r3, tile; mad.lo.u32 %r3, %r1, 4, %r3;\n"
    "cp.async.ca.shared.global [%r3], [%rd1], 4; cp.async.commit_group;\n";

TEST(ImmediateWaits, AWaitBehindItsCopyCounts) {
  EXPECT_EQ(
      patterns_of(loop(std::string(kCopy) + "cp.async.wait_group 0;\n"
                                            "ld.shared.f32 %f3, [%r3]; add.f32 %f2, %f2, %f3;")),
      one(patterns::kImmediateWaits, 3, 16));
  EXPECT_EQ(patterns_of(loop(std::string(kCopy) + "cp.async.wait_all;")),
            one(patterns::kImmediateWaits, 3, 16));
}

TEST(ImmediateWaits, WorkInBetweenOrAnotherGroupUnderWayDoNotCount) {
  EXPECT_EQ(patterns_of(loop(std::string(kCopy) + "cp.async.wait_group 1;")), "");
  EXPECT_EQ(patterns_of(loop(std::string(kCopy) + "mul.f32 %f2, %f2, %f1; cp.async.wait_group 0;")),
            "");
  EXPECT_EQ(patterns_of(std::string(kCopy) + loop("add.f32 %f2, %f2, %f1; cp.async.wait_group 0;")),
            "");
}

// Nobody reaches the instruction, so the launch does not stop; it might do anything.
constexpr std::string_view kUnknown =
    "setp.ne.u32 %p3, %r1, %r1;\n@%p3 frobnicate.f64 %fd2, %fd2;\n";

TEST(CodePatterns, AnInstructionThatNobodyKnowsMayDoAnything) {
  const std::string unknown(kUnknown);
  EXPECT_EQ(patterns_of(".loc 1 2 1\ncvt.f64.f32 %fd1, %f1; mul.rn.f64 %fd2, %fd1, %fd1;\n" +
                        unknown + "cvt.rn.f32.f64 %f3, %fd2; st.global.f32 [%rd2], %f3;\n"),
            "")
      << "it needs a double";
  EXPECT_EQ(patterns_of(loop("add.f32 %f2, %f2, %f1; st.global.f32 [%rd2], %f2;\n" + unknown)), "")
      << "others may look";
  EXPECT_EQ(patterns_of(loop(std::string(kCopy) + unknown + "cp.async.wait_all;")), "")
      << "it may be work";
}

}  // namespace
}  // namespace warpscope::exec::test
