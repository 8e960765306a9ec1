// What the checks of a launch find, and what they leave alone. Lines are those of `.loc`.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/vgpu/exec/checks/checked_launch.h"

namespace warpscope::exec::test {
namespace {

TEST_F(Checks, ReadsOfDeviceMemoryThatNothingHasWritten) {
  const std::string body =
      ".loc 1 3 1\nld.global.f32 %f1, [%rd1]; add.f32 %f1, %f1, %f1;\n.loc 1 4 1\n"
      "st.global.f32 [%rd2], %f1;";
  EXPECT_EQ(text(find(body)), "");
  const auto found = find(body, 64, 1, false);
  ASSERT_EQ(text(found), "uninitialised-global:3");
  EXPECT_EQ(found[0].count, 2U);  // warps
  EXPECT_EQ(found[0].access_bytes, 4U);
  EXPECT_EQ(found[0].array_offset, 0U);
}

TEST_F(Checks, AccessesBeyondThoseThatHaveANumberAreNotTakenForOthers) {
  std::string body;
  for (int i = 0; i < 1100; ++i) body += "st.shared.u32 [%r2], %r1;\n";
  // All threads, in step with nobody: only strong accesses do not race.
  body += "bar.sync 0; st.volatile.shared.u32 [tile], 1; ld.volatile.shared.u32 %r5, [tile];\n";
  EXPECT_EQ(text(find(body)), "");
}

TEST_F(Checks, AValueThatTheKernelWroteItselfIsWritten) {
  EXPECT_EQ(text(find("st.global.u32 [%rd2], %r1; ld.global.u32 %r5, [%rd2]; add.u32 %r5, %r5, 1; "
                      "st.global.u32 [%rd2], %r5;")),
            "");
}

TEST_F(Checks, AnAtomicReadsWhatItAddsToUnlessItExchanges) {
  EXPECT_EQ(text(find(".loc 1 9 1\nred.global.add.u32 [%rd2], 1;")), "uninitialised-global:9");
  EXPECT_EQ(text(find(".loc 1 9 1\natom.global.exch.b32 %r5, [%rd2], 1;")), "");
}

TEST_F(Checks, CopiesOfPaddingAreNoMistake) {
  // Structures of 16 bytes, of which the last word is written by nobody.
  const std::string write =
      "ld.param.u64 %rd3, [out]; mad.wide.u32 %rd3, %r1, 16, %rd3; st.global.v2.u32 [%rd3], {%r1, "
      "%r1}; st.global.u32 [%rd3+8], %r1; bar.sync 0;\n";
  EXPECT_EQ(text(find(write + "ld.global.v4.u32 {%r5,%r6,%r7,%r8}, [%rd3]; "
                              "st.global.v4.u32 [%rd3], {%r5,%r6,%r7,%r8};")),
            "");
  EXPECT_EQ(text(find(write + ".loc 1 6 1\nld.global.u32 %r5, [%rd3+12]; add.u32 %r5, %r5, %r1; "
                              "st.global.u32 [%rd3+12], %r5;")),
            "uninitialised-global:6");
}

// As cooperative groups of more than one warp do on 8.0 and later: nobody sets their words to zero.
TEST_F(Checks, SharedMemoryThatTheSystemReservesIsZero) {
  EXPECT_EQ(text(find(".loc 1 4 1\nmov.u32 %r5, %reserved_smem_offset_1;\n"
                      "atom.shared.add.u32 %r6, [%r5], 1; ld.shared.u32 %r7, [%r5+16];\n"
                      "st.global.u32 [%rd2], %r7;\n",
                      64, 2)),
            "");
  EXPECT_EQ(text(find(".loc 1 4 1\nmov.u32 %r5, %reserved_smem_offset_1;\n"
                      "atom.shared.add.u32 %r6, [%r5], 1;\n"
                      ".loc 1 5 1\nld.shared.u32 %r7, [%r2];\nst.global.u32 [%rd2], %r7;\n")),
            "uninitialised-shared:5");
}

TEST_F(Checks, SharedMemoryThatNothingHasWritten) {
  const auto found = find(".loc 1 5 1\nld.shared.u32 %r5, [%r2+256]; st.global.u32 [%rd2], %r5;");
  ASSERT_EQ(text(found), "uninitialised-shared:5");
  EXPECT_EQ(found[0].array, "tile");
  EXPECT_EQ(found[0].array_offset, 256U);
}

TEST_F(Checks, LocalMemoryThatNothingHasWritten) {
  EXPECT_EQ(text(find(".local .align 4 .b8 mine[64];\nst.local.u32 [mine], %r1; ld.local.u32 %r5, "
                      "[mine]; add.u32 %r5, %r5, 1; st.global.u32 [%rd2], %r5;")),
            "");
  EXPECT_EQ(text(find(".local .align 4 .b8 mine[64];\nst.local.u32 [mine], %r1;\n.loc 1 8 1\n"
                      "ld.local.u32 %r5, [mine+4]; add.u32 %r5, %r5, 1; st.global.u32 [%rd2], "
                      "%r5;")),
            "uninitialised-local:8");
}

// Threads beyond the edge of a tile compute with what is not there, and store nothing.
TEST_F(Checks, AValueThatGoesNowhereIsNoMistake) {
  const auto body = [](const std::string& guard) {
    return "mov.u32 %r9, 0;\nLOOP:\n.loc 1 5 1\nld.shared.u32 %r5, [%r2+256]; add.u32 %r5, %r5, 1; "
           "setp.gt.u32 %p2, %r1, 4096;\n" +
           guard +
           " st.global.u32 [%rd2], %r5; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 3; @%p1 bra "
           "LOOP;";
  };
  EXPECT_EQ(text(find(body("@%p2"))), "");
  EXPECT_EQ(text(find(body("@!%p2"))), "uninitialised-shared:5");
}

TEST_F(Checks, ALoopAroundCompareAndSwapMayBeginWithAPlainLoad) {
  const auto body = [](const std::string& update) {
    return "ld.param.u64 %rd3, [in];\n.loc 1 4 1\nld.global.u32 %r5, [%rd3]; add.u32 %r6, %r5, 1;\n"
           ".loc 1 5 1\n" +
           update + "\nst.global.u32 [%rd2], %r7;";
  };
  EXPECT_EQ(text(find(body("atom.global.cas.b32 %r7, [%rd3], %r5, %r6;"))), "");
  EXPECT_NE(text(find(body("atom.global.exch.b32 %r7, [%rd3], %r6;"))), "");
}

TEST_F(Checks, AMissingBarrier) {
  const std::string write(kWrite), read(kRead);
  EXPECT_EQ(text(find(write + "bar.sync 0;\n" + read)), "");
  EXPECT_EQ(text(find(write + read)), "missing-barrier:6 with 4");
  // A barrier of one warp is none for the other.
  EXPECT_EQ(text(find(write + "bar.warp.sync -1;\n" + read)), "missing-barrier:6 with 4");
}

TEST_F(Checks, AMissingBarrierAtTheEndOfARound) {
  const auto loop = [&](const std::string& end) {
    return "mov.u32 %r9, 0;\nLOOP:\n" + std::string(kWrite) + "bar.sync 0;\n" + std::string(kRead) +
           end + "add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 3; @%p1 bra LOOP;\n";
  };
  EXPECT_EQ(text(find(loop("bar.sync 0;\n"))), "");
  EXPECT_EQ(text(find(loop(""))), "missing-trailing-barrier:4 with 6");
}

// A warp waits until the other one has read the row, but by a flag without a fence, which orders
// nothing.
TEST_F(Checks, BothWarpsThatHaveReadARowAreKept) {
  const auto body = [](const std::string& is_other, const std::string& fence) {
    return "and.b32 %r6, %r1, 31; mov.u32 %r7, tile; mad.lo.u32 %r7, %r6, 4, %r7;\n"
           "setp.lt.u32 %p1, %r1, 32; @%p1 st.shared.u32 [%r7], 7; st.shared.u32 [tile+2048], 0;\n"
           "bar.sync 0;\n"
           ".loc 1 4 1\nld.shared.u32 %r5, [%r7]; st.global.u32 [%rd2], %r5;\n" +
           fence + "setp." + is_other +
           ".u32 %p1, %r1, 32; @%p1 bra SECOND;\n"
           "WAIT: ld.volatile.shared.u32 %r8, [tile+2048]; setp.ne.u32 %p2, %r8, 1; @%p2 bra "
           "WAIT;\n" +
           fence +
           ".loc 1 6 1\nst.shared.u32 [%r7], %r1; ret;\n"
           "SECOND: st.volatile.shared.u32 [tile+2048], 1;\n";
  };
  for (const std::string is_other : {"ge", "lt"}) {
    EXPECT_EQ(text(find(body(is_other, "membar.cta;\n"))), "");
    EXPECT_EQ(text(find(body(is_other, ""))), "missing-trailing-barrier:6 with 4");
  }
}

TEST_F(Checks, NamedBarriersOrderThoseThatUseThem) {
  const auto handed_over = [](const std::string& arrive, const std::string& wait) {
    return "setp.ge.u32 %p1, %r1, 32; @%p1 bra USER;\n.loc 1 4 1\nst.shared.u32 [%r2], %r1;\n" +
           arrive + "ret;\nUSER: " + wait +
           "\n.loc 1 6 1\nld.shared.u32 %r5, [%r2+-128]; st.global.u32 [%rd2], %r5;\n";
  };
  EXPECT_EQ(text(find(handed_over("bar.arrive 1, 64;\n", "bar.sync 1, 64;"))), "");
  EXPECT_EQ(text(find(handed_over("bar.arrive 1, 64;\n", ""))), "missing-barrier:6 with 4");
}

TEST_F(Checks, LanesOfAWarpNeedASyncwarp) {
  const std::string write(kWrite);
  const std::string read =
      ".loc 1 6 1\nxor.b32 %r6, %r2, 4; ld.shared.u32 %r5, [%r6]; st.global.u32 [%rd2], %r5;\n";
  EXPECT_EQ(text(find(write + "bar.warp.sync -1;\n" + read)), "");
  EXPECT_EQ(text(find(write + read)), "missing-syncwarp:6 with 4");
  // Half a warp, with a mask of its own.
  const std::string half = "setp.gt.u32 %p1, %r1, 15; @%p1 ret;\n";
  EXPECT_EQ(text(find(half + write + "bar.warp.sync 65535;\n" + read, 32)), "");
  EXPECT_EQ(text(find(half + write + read, 32)), "missing-syncwarp:6 with 4");
}

TEST_F(Checks, WritersOfTheSameValueDoNotDisturbEachOther) {
  EXPECT_EQ(text(find("mov.u32 %r5, 1; st.shared.u32 [tile], %r5;")), "");
  EXPECT_EQ(text(find(".loc 1 7 1\nshr.u32 %r5, %r1, 5; st.shared.u32 [tile], %r5;")),
            "conflicting-writes:7 with 7");
}

TEST_F(Checks, AHistogramWithoutAtomics) {
  EXPECT_EQ(
      text(find("st.shared.u32 [%r2], 0; bar.sync 0;\nand.b32 %r5, %r1, 7; mov.u32 %r6, tile; "
                "mad.lo.u32 %r6, %r5, 4, %r6;\n.loc 1 9 1\nld.shared.u32 %r7, [%r6]; add.u32 "
                "%r7, %r7, 1; st.shared.u32 [%r6], %r7;"))
          .substr(0, 22),
      "non-atomic-update:9 wi");
  EXPECT_EQ(
      text(find("st.shared.u32 [%r2], 0; bar.sync 0;\nand.b32 %r5, %r1, 7; mov.u32 %r6, tile; "
                "mad.lo.u32 %r6, %r5, 4, %r6; red.shared.add.u32 [%r6], 1;")),
      "");
}

// A thread that looks at two words and then stores one of them updates that one.
TEST_F(Checks, AnUpdateMayLookAtAnotherWordInBetween) {
  EXPECT_EQ(
      text(find("st.shared.u32 [%r2], 0; bar.sync 0;\nand.b32 %r5, %r1, 7; mov.u32 %r6, tile; "
                "mad.lo.u32 %r6, %r5, 4, %r6;\n.loc 1 9 1\nld.shared.u32 %r7, [%r6]; "
                "ld.shared.u32 %r8, [%r6+64]; add.u32 %r7, %r7, %r8; add.u32 %r7, %r7, 1; "
                "st.shared.u32 [%r6], %r7;"))
          .substr(0, 22),
      "non-atomic-update:9 wi");
}

TEST_F(Checks, BytesOfOneWordAreApart) {
  EXPECT_EQ(text(find("mov.u32 %r5, tile; add.u32 %r5, %r5, %r1; st.shared.u8 [%r5], %r1; "
                      "ld.shared.u8 %r6, [%r5]; st.global.u32 [%rd2], %r6;")),
            "");
}

TEST_F(Checks, BlocksThatUseEachOthersWords) {
  // Each block writes its word and reads its neighbour's.
  const std::string body = R"(
ld.param.u64 %rd3, [out]; mov.u32 %r5, %ctaid.x; xor.b32 %r6, %r5, 1; mad.wide.u32 %rd4, %r5, 4, %rd3;
mad.wide.u32 %rd5, %r6, 4, %rd3;
.loc 1 4 1
st.global.u32 [%rd4], %r5;
.loc 1 6 1
ld.global.u32 %r7, [%rd5]; st.global.u32 [%rd3+512], %r7;
)";
  EXPECT_EQ(text(find(body, 1, 2)), "race-between-blocks:4 with 6");
}

// The last block adds up what the others have left.
TEST_F(Checks, AFenceAndACounterOrderBlocks) {
  const auto body = [](const std::string& fence, const std::string& fence_behind,
                       const std::string& load = "ld.global") {
    return R"(
ld.param.u64 %rd3, [out]; mov.u32 %r5, %ctaid.x; mad.wide.u32 %rd4, %r5, 4, %rd3;
.loc 1 4 1
st.global.u32 [%rd4+256], %r5;
)" + fence +
           R"(
ld.param.u64 %rd6, [in]; atom.global.add.u32 %r6, [%rd6], 1; setp.ne.u32 %p1, %r6, 10; @%p1 ret;
mov.u32 %r7, 0; mov.u32 %r9, 0;
)" + fence_behind +
           R"(
LOOP:
mad.wide.u32 %rd5, %r7, 4, %rd3;
.loc 1 9 1
)" + load + R"(.u32 %r8, [%rd5+256]; add.u32 %r9, %r9, %r8;
add.u32 %r7, %r7, 1; setp.lt.u32 %p2, %r7, 4; @%p2 bra LOOP;
st.global.u32 [%rd3], %r9;
)";
  };
  const std::string fence = "membar.gl;\n", race = "race-between-blocks:9 with 4";
  EXPECT_EQ(text(find(body(fence, fence), 1, 4)), "");
  EXPECT_EQ(text(find(body("", fence), 1, 4)), race);
  // Without one behind the counter, what is loaded may be older than that.
  EXPECT_EQ(text(find(body(fence, ""), 1, 4)), race);
  EXPECT_EQ(text(find(body(fence, "membar.cta;\n"), 1, 4)), race);
  EXPECT_EQ(text(find(body(fence, "bar.sync 0;\n"), 1, 4)), "");
  EXPECT_EQ(text(find(body(fence, "", "ld.volatile.global"), 1, 4)), "");
  EXPECT_EQ(text(find(body(fence, "", "ld.global.cg"), 1, 4)), "");
}

// Blocks change a word by turns, with a lock around it: 7 is free, 8 is taken.
TEST_F(Checks, ALockOrdersThoseWhoTakeItAndGiveItBack) {
  const auto body = [](const std::string& take) {
    return "ld.param.u64 %rd6, [in];\nSPIN: " + take + R"(
membar.gl;
.loc 1 6 1
ld.global.u32 %r7, [%rd6+64]; add.u32 %r7, %r7, 1; st.global.u32 [%rd6+64], %r7;
membar.gl; atom.global.exch.b32 %r8, [%rd6], 7;
)";
  };
  const std::string wait = "setp.ne.u32 %p1, %r6, 7; @%p1 bra SPIN;";
  EXPECT_EQ(text(find(body("atom.global.cas.b32 %r6, [%rd6], 7, 8; " + wait), 1, 4)), "");
  EXPECT_EQ(text(find(body("atom.global.exch.b32 %r6, [%rd6], 8; " + wait), 1, 4)), "");
  const std::string race = "non-atomic-update:6 with 6";
  // The values in the other order: the word never changes.
  EXPECT_EQ(text(find(body("atom.global.cas.b32 %r6, [%rd6], 8, 7; " + wait), 1, 4)), race);
  // Nobody waits for the lock.
  EXPECT_EQ(text(find(body("atom.global.cas.b32 %r6, [%rd6], 7, 8;"), 1, 4)), race);
}

TEST_F(Checks, AnMbarrierOrdersThoseThatWaitThere) {
  const auto body = [](const std::string& wait) {
    return ".shared .align 8 .b8 bar[8];\nsetp.ne.u32 %p1, %r1, 0; @%p1 bra INIT;\n"
           "mbarrier.init.shared.b64 [bar], 32;\nINIT: bar.sync 0;\nsetp.ge.u32 %p1, %r1, 32; "
           "@%p1 bra USER;\n.loc 1 4 1\nst.shared.u32 [%r2], %r1; mbarrier.arrive.shared.b64 _, "
           "[bar]; ret;\nUSER: " +
           wait + "\n.loc 1 6 1\nld.shared.u32 %r5, [%r2+-128]; st.global.u32 [%rd2], %r5;\n";
  };
  EXPECT_EQ(text(find(body("mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0; @!%p2 bra USER;"))),
            "");
  EXPECT_EQ(text(find(body(""))), "missing-barrier:6 with 4");
}

TEST_F(Checks, AnMbarrierIsInitialisedBeforeOtherWarpsUseIt) {
  const auto body = [](const std::string& between, const std::string& use) {
    return ".shared .align 8 .b8 bar[8];\nsetp.ne.u32 %p1, %r1, 0; @%p1 bra INIT;\n.loc 1 3 1\n"
           "mbarrier.init.shared.b64 [bar], 64;\nINIT: " +
           between + "\n.loc 1 5 1\n" + use + "\n";
  };
  const std::string arrive = "mbarrier.arrive.shared.b64 _, [bar];";
  const std::string look = "mbarrier.test_wait.parity.shared.b64 %p2, [bar], 1;";
  for (const std::string& use : {arrive, look}) {
    EXPECT_EQ(text(find(body("bar.sync 0;", use))), "");
    EXPECT_EQ(text(find(body("bar.sync 1, 64;", use))), "");
    EXPECT_EQ(text(find(body("", use), 32)), "");
    EXPECT_EQ(text(find(body("", use))), "missing-barrier:5");
    EXPECT_EQ(text(find(body("bar.warp.sync -1;", use))), "missing-barrier:5");
  }
}

TEST_F(Checks, AnAsynchronousCopyIsThereAfterItsWaitAndABarrier) {
  const auto body = [](const std::string& wait) {
    return ".loc 1 4 1\ncp.async.ca.shared.global [%r2], [%rd1], 4; cp.async.commit_group;\n" +
           wait + ".loc 1 6 1\nld.shared.u32 %r5, [%r3]; st.global.u32 [%rd2], %r5;\n";
  };
  EXPECT_EQ(text(find(body("cp.async.wait_group 0; bar.sync 0;\n"))), "");
  EXPECT_EQ(text(find(body("bar.sync 0;\n"))), "async-copy-not-waited:6 with 4");
  EXPECT_EQ(text(find(body("cp.async.wait_group 0;\n"))), "missing-barrier:6 with 4");
  // The thread's own store may come before or behind what the copy brings.
  constexpr const char* kStore = ".loc 1 5 1\nst.shared.u32 [%r2], 0;\n";
  constexpr const char* kWait = "cp.async.wait_group 0;\n";
  constexpr const char* kBarrier = "bar.sync 0;\n";
  EXPECT_EQ(text(find(body(std::string(kStore) + kWait + kBarrier))),
            "async-copy-not-waited:5 with 4");
  EXPECT_EQ(text(find(body(std::string(kWait) + kStore + kBarrier))), "");
}

// 64 bytes from 112 on: of two rows of records.
TEST_F(Checks, ABulkCopyMayReadOfTwoRows) {
  EXPECT_EQ(
      text(find(".shared .align 8 .b8 bar[8];\nld.param.u64 %rd3, [in]; mov.u32 %r5, %ctaid.x; "
                "setp.ne.u32 %p1, %r5, 0; @%p1 bra WRITE;\nmbarrier.init.shared.b64 [bar], 1; "
                "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64; add.u64 %rd3, %rd3, 112;\n"
                ".loc 1 4 1\ncp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                "[tile], [%rd3], 64, [bar];\nWAIT: mbarrier.try_wait.parity.shared.b64 %p2, "
                "[bar], 0; @!%p2 bra WAIT;\nret;\nWRITE:\n.loc 1 6 1\n"
                "st.global.u32 [%rd3+128], 1;",
                1, 2)),
      "race-between-blocks:6 with 4");
}

// Rows are copied whole, with the padding behind them.
TEST_F(Checks, AnAsynchronousCopyMayBringWhatNothingHasWritten) {
  EXPECT_EQ(text(find("cp.async.ca.shared.global [%r2], [%rd1], 4; cp.async.wait_all; bar.sync 0;",
                      64, 1, false)),
            "");
}

// Checking changes neither what a launch computes nor what it counts.
TEST_F(Checks, CountersAreTheSame) {
  const std::string body = std::string(kWrite) + "bar.sync 0;\n" + std::string(kRead);
  find(body);
  Machine plain(module_with_kernel(".param .u64 in, .param .u64 out",
                                   std::string(kTile) + std::string(kPrologue) + body, kFile));
  const std::uint64_t in = plain.allocate(4096), out = plain.allocate(4096);
  const LaunchResult unchecked = plain.launch("k", {2, 1, 1}, {64, 1, 1}, in, out);
  machine_->options.checks = true;
  const std::uint64_t other = machine_->allocate(4096);
  const LaunchResult checked = machine_->launch("k", {2, 1, 1}, {64, 1, 1}, other, other);
  EXPECT_EQ(unchecked.counters.values, checked.counters.values);
  EXPECT_EQ(plain.download<std::uint32_t>(out, 64), machine_->download<std::uint32_t>(other, 64));
}

// Each thread reads what the warp before its own has written: right as long as warps run in order.
std::vector<std::uint32_t> values_of_another_order(const std::string& between,
                                                   std::uint64_t schedule) {
  Machine machine(module_with_kernel(
      ".param .u64 in, .param .u64 out",
      std::string(kTile) + std::string(kPrologue) + "st.shared.u32 [%r2], %r1;\n" + between +
          "add.u32 %r6, %r1, 224; and.b32 %r6, %r6, 255; setp.lt.u32 %p1, %r1, 32; @%p1 ret; "
          "mov.u32 %r7, tile; mad.lo.u32 %r7, %r6, 4, %r7; ld.shared.u32 %r5, [%r7]; "
          "st.global.u32 [%rd2], %r5;"));
  machine.options.schedule = schedule;
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(1024));
  const LaunchResult launched = machine.launch("k", {2, 1, 1}, {256, 1, 1}, out, out);
  EXPECT_FALSE(launched.fault) << launched.fault->message;
  return machine.download<std::uint32_t>(out, 256);
}

TEST(Schedule, ShowsARaceInTheAnswerAndLeavesOthersAlone) {
  const std::vector<std::uint32_t> right = values_of_another_order("bar.sync 0;\n", 0);
  EXPECT_EQ(right[255], 223U);
  EXPECT_EQ(values_of_another_order("", 0), right);  // the mistake does not show
  int differ = 0;
  for (std::uint64_t schedule = 1; schedule <= 8; ++schedule) {
    EXPECT_EQ(values_of_another_order("bar.sync 0;\n", schedule), right) << schedule;
    const auto racing = values_of_another_order("", schedule);
    EXPECT_EQ(racing, values_of_another_order("", schedule)) << "not the same twice";
    differ += racing != right ? 1 : 0;
  }
  EXPECT_GE(differ, 6);
}

}  // namespace
}  // namespace warpscope::exec::test
