// What is seen of a launch's barriers, loads and shared memory. Lines are those of `.loc`.
#include "vgpu/exec/patterns/watched_patterns.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr std::string_view kTile = ".file 1 \"k.cu\"\n.shared .align 16 .b8 tile[4096];\n";
// %rd1: in[tid], %rd2: out[tid], %rd3: in, %r2: &tile[tid], %r3: &tile[63 - tid], %r5: round.
constexpr std::string_view kBegin = R"(
.loc 1 1 1
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; mov.b64 %rd3, %rd1;
mad.wide.u32 %rd1, %r1, 4, %rd1; mad.wide.u32 %rd2, %r1, 4, %rd2;
mov.u32 %r2, tile; mad.lo.u32 %r2, %r1, 4, %r2; sub.u32 %r4, 63, %r1; mov.u32 %r3, tile;
mad.lo.u32 %r3, %r4, 4, %r3; mov.u32 %r5, 0; ld.global.u32 %r6, [%rd1];
)";

/// The named pattern's count by line, of two blocks of 64 threads: "3=16, 5=16".
std::string watched(std::string_view metric, const std::string& body) {
  Machine machine(
      module_with_kernel(".param .u64 in, .param .u64 out", std::string(kBegin) + body, kTile));
  machine.options.checks = true;
  const std::uint64_t in = machine.upload(std::vector<std::uint32_t>(1024, 7));
  const std::uint64_t out = machine.allocate(4096);
  const LaunchResult launched = machine.launch("k", {2, 1, 1}, {64, 1, 1}, in, out);
  EXPECT_FALSE(launched.fault) << launched.fault->message;
  std::string text;
  for (const PatternCount& pattern : launched.patterns) {
    if (pattern.metric != metric) continue;
    if (!text.empty()) text += ", ";
    text += std::to_string(pattern.where.line) + "=" + std::to_string(pattern.value);
  }
  return text;
}

/// Four rounds; `body` begins at line 3.
std::string rounds(const std::string& body) {
  return "again:\n.loc 1 3 1\n" + body +
         "\n.loc 1 9 1\nadd.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 4; @%p1 bra again;\n"
         "st.global.u32 [%rd2], %r6;\n";
}
std::string barriers(const std::string& body) {
  return watched(patterns::kUnneededBarriers, rounds(body));
}

constexpr const char* kWrite = "st.shared.u32 [%r2], %r6;\n";
constexpr const char* kReadOther = "ld.shared.u32 %r6, [%r3];\n";
constexpr const char* kReadOwn = "ld.shared.u32 %r6, [%r2];\n";
std::string barrier(int line) { return ".loc 1 " + std::to_string(line) + " 1\nbar.sync 0;\n"; }

TEST(BarrierUse, BothBarriersOfATileAreNeeded) {
  EXPECT_EQ(barriers(kWrite + barrier(4) + kReadOther + barrier(5)), "");
}

TEST(BarrierUse, OneBehindTheLastReadsOfATileIsNeededForTheNextRound) {
  EXPECT_EQ(barriers(barrier(4) + kWrite + barrier(5) + kReadOther), "");
}

TEST(BarrierUse, OneForNothingButRegistersCanGo) {
  EXPECT_EQ(barriers("add.u32 %r6, %r6, 1;\n" + barrier(4)), "4=16");
}

TEST(BarrierUse, OneBesideAnInstructionThatNobodyKnowsMayBeNeeded) {
  EXPECT_EQ(
      barriers("add.u32 %r6, %r6, 1;\nsetp.ne.u32 %p3, %r1, %r1;\n@%p3 frobnicate.u32 %r6;\n" +
               barrier(4)),
      "");
}

TEST(BarrierUse, OneBetweenAccessesOfTheSameThreadCanGo) {
  EXPECT_EQ(barriers(kWrite + barrier(4) + kReadOwn), "4=16");
}

TEST(BarrierUse, OfTwoInARowTheSecondCanGo) {
  EXPECT_EQ(barriers(kWrite + barrier(4) + kReadOther + barrier(5) + "add.u32 %r6, %r6, 1;\n" +
                     barrier(6)),
            "6=16");
}

TEST(BarrierUse, ReadsOfWhatOthersReadNeedNone) {
  EXPECT_EQ(
      barriers("ld.global.u32 %r6, [%rd3];\n" + barrier(4) + "ld.global.u32 %r7, [%rd3+4];\n"),
      "4=16");
}

TEST(BarrierUse, GlobalMemoryThatAnotherThreadOfTheBlockReadsNeedsOne) {
  const std::string to_other =
      "sub.u32 %r4, 63, %r1; ld.param.u64 %rd4, [out];\n"
      "mad.wide.u32 %rd4, %r4, 4, %rd4;\n";
  EXPECT_EQ(barriers(to_other + "st.global.u32 [%rd2], %r6;\n" + barrier(4) +
                     "ld.global.u32 %r6, [%rd4];\n" + barrier(5)),
            "");
}

TEST(BarrierUse, LanesOfOneWarpAreThreadsToo) {
  EXPECT_EQ(barriers("xor.b32 %r7, %r1, 1; mov.u32 %r8, tile; mad.lo.u32 %r8, %r7, 4, %r8;\n" +
                     std::string(kWrite) + barrier(4) + "ld.shared.u32 %r6, [%r8];\n" + barrier(5)),
            "");
}

TEST(BarrierUse, AtomicsOfOthersNeedOne) {
  EXPECT_EQ(barriers("red.shared.add.u32 [tile], %r6;\n" + barrier(4) +
                     "ld.shared.u32 %r6, [tile];\n" + barrier(5)),
            "");
}

TEST(BarrierUse, KernelsThatMeasureTimeOrWaitOtherwiseAreLeftAlone) {
  EXPECT_EQ(barriers(barrier(4) + "mov.u32 %r7, %clock;\n"), "");
  EXPECT_EQ(barriers(barrier(4) + "bar.sync 1, 64;\n"), "");
  EXPECT_EQ(barriers(barrier(4) + "membar.gl;\n"), "");
}

constexpr const char* kIsFirst = "setp.lt.u32 %p2, %r1, 32;\n";

TEST(Turns, AWarpThatFillsAndAWarpThatUsesOneBuffer) {
  EXPECT_EQ(watched(patterns::kBarriersOfTurns,
                    rounds(kIsFirst + std::string("@%p2 st.shared.u32 [%r2], %r6;\n") + barrier(4) +
                           "@!%p2 ld.shared.u32 %r6, [%r3];\n" + barrier(5))),
            "4=8, 5=12")
      << "from the third span on that is like another, in each of two blocks and warps";
}

TEST(Turns, WarpsThatDoBothDoNotTakeTurns) {
  EXPECT_EQ(
      watched(patterns::kBarriersOfTurns, rounds(kWrite + barrier(4) + kReadOther + barrier(5))),
      "");
}

TEST(SharedUse, TellsHowFarABlockReaches) {
  EXPECT_EQ(watched(patterns::kSharedBytesReached, rounds(kWrite)), "0=256");
}

TEST(Effects, ThreadsThatOnlyLookDoNotCount) {
  EXPECT_EQ(watched(patterns::kThreadsWithEffect,
                    "setp.lt.u32 %p2, %r1, 5; @%p2 st.global.u32 [%rd2], %r6;\n"),
            "0=10");
}

TEST(RepeatedLoads, WhatBothWarpsOfABlockLoadIsLoadedTwice) {
  const std::string body = rounds("add.s64 %rd3, %rd3, 32; ld.global.u32 %r6, [%rd3];\n");
  EXPECT_EQ(watched(patterns::kSampledLoads, body), "1=128, 3=16");
  EXPECT_EQ(watched(patterns::kSampledDistinctLoads, body), "1=128, 3=8");
}

TEST(RepeatedLoads, ALaneThatLoadsTheSamePlaceAgainDoesNotCount) {
  EXPECT_EQ(watched(patterns::kSampledLoads, rounds("ld.global.u32 %r6, [%rd3];\n")), "1=128, 3=4");
}

TEST(RepeatedLoads, WhoLooksAtAFlagAgainWantsItsNewValue) {
  const std::string body = rounds("add.s64 %rd3, %rd3, 32; ld.volatile.global.u32 %r6, [%rd3];\n");
  EXPECT_EQ(watched(patterns::kSampledLoads, body), "1=128");
}

}  // namespace
}  // namespace warpscope::exec::test
