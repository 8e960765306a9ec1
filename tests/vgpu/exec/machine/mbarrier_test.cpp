// mbarrier: phases, waiting that lets others run, and what is said when a phase never ends.
#include <gtest/gtest.h>

#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

LaunchResult run(const std::string& body, std::vector<U32>& out, U32 threads = 32) {
  Machine machine(
      module_with_kernel(".param .u64 out",
                         element_address("out", "%rd1", 4) +
                             ".shared .align 8 .b8 bar[16]; .shared .align 4 .b8 s[4096];\n" +
                             body + "\nst.global.u32 [%rd1], %r9;\n",
                         ".file 1 \"k.cu\"\n"));
  const U64 at = machine.upload(std::vector<U32>(threads, 0));
  LaunchResult launched = machine.launch("k", {}, {threads, 1, 1}, at);
  out = machine.download<U32>(at, threads);
  return launched;
}

std::string initialised(U32 count) {
  std::string text = "setp.ne.u32 %p1, %r1, 0; @!%p1 mbarrier.init.shared.b64 [bar], ";
  text += std::to_string(count);
  text += "; bar.sync 0;\n";
  return text;
}

// Ten rounds; each thread reads what its neighbour in the other warp wrote before the phase ended.
TEST(Mbarrier, SeparatesPhases) {
  for (const std::string test : {"test_wait", "try_wait"}) {
    std::vector<U32> out;
    const auto launched = run(initialised(256) + R"(
mov.u32 %r2, s; mad.lo.u32 %r3, %r1, 4, %r2; xor.b32 %r4, %r1, 255; mad.lo.u32 %r4, %r4, 4, %r2; mov.u32 %r5, %r1; mov.u32 %r6, 0;
LOOP: st.shared.u32 [%r3], %r5; mbarrier.arrive.shared.b64 %rd2, [bar];
W1: mbarrier.)" + test + R"(.shared.b64 %p2, [bar], %rd2; @!%p2 bra W1;
ld.shared.u32 %r7, [%r4]; mad.lo.u32 %r5, %r5, 3, %r7;
mbarrier.arrive.release.cta.shared::cta.b64 %rd2, [bar];
and.b32 %r8, %r6, 0; add.u32 %r8, %r8, 1;
W2: mbarrier.)" + test + R"(.parity.shared.b64 %p2, [bar], %r8; @!%p2 bra W2;
add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 10; @%p3 bra LOOP; mov.u32 %r9, %r5;
)",
                              out, 256);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    std::vector<U32> value(256), next(256);
    for (U32 i = 0; i < 256; ++i) value[i] = i;
    for (int round = 0; round < 10; ++round) {
      for (U32 i = 0; i < 256; ++i) next[i] = 3 * value[i] + value[i ^ 255];
      value.swap(next);
    }
    EXPECT_EQ(out, value) << test;
  }
}

// The waiting warp is first in turn and would spin through its slices, were it not put aside.
TEST(Mbarrier, WaitingLetsOtherWarpsRun) {
  std::vector<U32> out;
  const auto launched = run(initialised(1) + R"(
setp.ge.u32 %p2, %r1, 32; @%p2 bra LATE;
WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; @!%p3 bra WAIT;
mov.u32 %r9, 1; bra.uni END;
LATE: mov.u32 %r3, 0;
SLOW: add.u32 %r3, %r3, 1; setp.lt.u32 %p4, %r3, 200000; @%p4 bra SLOW;
setp.eq.u32 %p4, %r1, 40; @%p4 mbarrier.arrive.shared.b64 _, [bar];
END:
)",
                            out, 64);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out[0], 1u);
  // 200,000 turns of three instructions by one warp, and hardly more by the waiting one.
  EXPECT_LT(launched.counters[Counter::inst_executed], 602000u);
}

// A thread that counts its vain tests and then arrives itself must get to do so.
TEST(Mbarrier, TryWaitGivesFalseAfterAWhile) {
  std::vector<U32> out;
  const auto launched = run(initialised(1) + R"(
@%p1 bra OTHERS; mov.u32 %r3, 0;
TRY: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; @%p3 bra DONE;
add.u32 %r3, %r3, 1; setp.ne.u32 %p4, %r3, 20; @%p4 bra TRY; mbarrier.arrive.shared.b64 _, [bar]; bra.uni TRY;
OTHERS: mbarrier.test_wait.parity.shared.b64 %p3, [bar], 0; @!%p3 bra OTHERS;
DONE: selp.u32 %r9, 1, 0, %p3; @!%p1 mov.u32 %r9, %r3;
)",
                            out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out[0], 20u);
  EXPECT_EQ(out[31], 1u);
}

// The same wherever the count is, and whatever else the registers hold while the thread waits.
TEST(Mbarrier, ThreadsThatCountTheirTestsGoOn) {
  const std::string in_shared =
      "@!%p1 red.shared.add.u32 [s], 1; ld.shared.u32 %r3, [s]; setp.ge.u32 %p4, %r3, 500; "
      "mov.u32 %r3, "
      "0;";
  const std::string in_local =
      "ld.local.u32 %r3, [mine]; add.u32 %r3, %r3, 1; st.local.u32 [mine], %r3; setp.ge.u32 %p4, "
      "%r3, 500; "
      "mov.u32 %r3, 0;";
  for (const std::string& count : {in_shared, in_local}) {
    std::vector<U32> out;
    const auto launched = run(
        ".local .align 4 .b8 mine[4]; mov.u32 %r3, 0; st.local.u32 [mine], %r3;"
        "@!%p1 st.shared.u32 [s], %r3;" +
            initialised(1) +
            "TRY: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; @%p3 bra DONE;" + count + R"(
@%p1 bra TRY; @!%p4 bra TRY; mbarrier.arrive.shared.b64 _, [bar]; bra.uni TRY;
DONE: mov.u32 %r9, 7;
)",
        out);
    ASSERT_FALSE(launched.fault) << count << launched.fault->message;
    EXPECT_EQ(out[0], 7u);
    EXPECT_EQ(out[31], 7u);
  }
}

TEST(Mbarrier, ArrivalsWithCountsAndDropsAndTheirStates) {
  std::vector<U32> out;
  const auto launched = run(R"(
setp.ne.u32 %p1, %r1, 0; @%p1 ret;
mbarrier.init.shared.b64 [bar], 10;
mbarrier.arrive.shared.b64 %rd2, [bar], 3; mbarrier.pending_count.b64 %r2, %rd2;
mbarrier.arrive_drop.shared.b64 %rd3, [bar], 2; mbarrier.pending_count.b64 %r3, %rd3;
mbarrier.arrive.noComplete.shared.b64 %rd4, [bar], 4; mbarrier.pending_count.b64 %r4, %rd4;
mbarrier.arrive.expect_tx.shared.b64 %rd5, [bar], 100; mbarrier.pending_count.b64 %r5, %rd5;
mbarrier.test_wait.shared.b64 %p2, [bar], %rd5; selp.u32 %r6, 1, 0, %p2;
mbarrier.complete_tx.relaxed.cta.shared.b64 [bar], 60; mbarrier.expect_tx.relaxed.cta.shared.b64 [bar], 5; mbarrier.complete_tx.shared.b64 [bar], 45;
mbarrier.test_wait.shared.b64 %p2, [bar], %rd5; selp.u32 %r7, 1, 0, %p2;
mbarrier.arrive.shared.b64 %rd6, [bar]; mbarrier.pending_count.b64 %r8, %rd6;
mad.lo.u32 %r9, %r2, 100, %r3; mad.lo.u32 %r9, %r9, 100, %r4; mad.lo.u32 %r9, %r9, 10, %r5; mad.lo.u32 %r9, %r9, 10, %r6; mad.lo.u32 %r9, %r9, 10, %r7; mad.lo.u32 %r9, %r9, 10, %r8;
mbarrier.inval.shared.b64 [bar];
)",
                            out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out[0], 1007051018u);  // 10, 07, 05, 1, 0, 1 and eight expected after the drop
}

TEST(Mbarrier, MisuseIsAFault) {
  for (const char* text :
       {"mbarrier.arrive.shared.b64 _, [bar];", "mbarrier.init.shared.b64 [bar], 0;",
        "mbarrier.init.shared.b64 [bar], 1; mbarrier.inval.shared.b64 [bar]; "
        "mbarrier.arrive.shared.b64 _, [bar];",
        "mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.shared.b64 _, [bar], 3;",
        "mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.noComplete.shared.b64 %rd2, [bar], 2;",
        "mbarrier.init.shared.b64 [bar], 2; mbarrier.expect_tx.shared.b64 [bar], 2000000;"}) {
    std::vector<U32> out;
    std::string body = "setp.ne.u32 %p1, %r1, 5; @%p1 ret;\n.loc 1 12 0\n";
    body.append(text);
    const auto launched = run(body, out);
    ASSERT_TRUE(launched.fault) << text;
    EXPECT_EQ(launched.fault->kind, Fault::Kind::trap) << text;
    EXPECT_EQ(launched.fault->lane_mask, 32u) << text;
    EXPECT_EQ(launched.fault->where.line, 12u);
  }
}

TEST(Mbarrier, ThatNeverCompletesIsADeadlockWithItsPlace) {
  for (const std::string test : {"test_wait", "try_wait"}) {
    std::vector<U32> out;
    const auto launched = run(initialised(65) + R"(
mbarrier.arrive.shared.b64 %rd2, [bar]; .loc 1 21 0
W: mbarrier.)" + test + R"(.shared.b64 %p2, [bar], %rd2; @!%p2 bra W;
)",
                              out, 64);
    ASSERT_TRUE(launched.fault) << test;
    EXPECT_EQ(launched.fault->kind, Fault::Kind::deadlock);
    EXPECT_EQ(launched.fault->where.line, 21u);
    for (const char* part : {"warp 0 lanes 0-31", "warp 1 lanes 0-31", "mbarrier at offset 0",
                             "lacks 1 arrival", "k.cu:21"})
      EXPECT_NE(launched.fault->message.find(part), std::string::npos)
          << part << ": " << launched.fault->message;
    // Nothing changes while they test, so a few hundred rounds of two warps tell.
    EXPECT_LT(launched.counters[Counter::inst_executed], 4000u) << test;
  }
}

}  // namespace
}  // namespace warpscope::exec::test
