// cp.async, cp.async.bulk and their relatives, PTX ISA manual section 9.7.9.25.
#include <gtest/gtest.h>

#include <bit>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::async_copy_test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

// Each thread's 16 bytes of shared memory `s` begin as 7s; `in` holds 100, 101, 102 … The kernel
// stores what %r9 holds in the end. %rd1: out + 4 * tid, %rd2: in + 16 * tid, %r2: s + 16 * tid.
constexpr std::string_view kPrologue = R"(
ld.param.u64 %rd2, [in]; mad.wide.u32 %rd2, %r1, 16, %rd2;
.shared .align 16 .b8 s[4096]; .shared .align 8 .b8 bar[16];
mov.u32 %r2, s; mad.lo.u32 %r2, %r1, 16, %r2; st.shared.v4.u32 [%r2], {7, 7, 7, 7};
)";

LaunchResult run(const std::string& body, std::vector<U32>& out, U32 threads = 32) {
  Machine machine(module_with_kernel(".param .u64 out, .param .u64 in",
                                     element_address("out", "%rd1", 4) + std::string(kPrologue) +
                                         body + "\nst.global.u32 [%rd1], %r9;\n",
                                     ".file 1 \"k.cu\"\n"));
  std::vector<U32> in(std::size_t{threads} * 4);
  for (U32 i = 0; i < in.size(); ++i) in[i] = 100 + i;
  const U64 at = machine.upload(std::vector<U32>(threads, 0)), from = machine.upload(in);
  LaunchResult launched = machine.launch("k", {}, {threads, 1, 1}, at, from);
  out = machine.download<U32>(at, threads);
  return launched;
}

std::vector<U32> each(U32 threads, U32 (*value)(U32 thread)) {
  std::vector<U32> result(threads);
  for (U32 i = 0; i < threads; ++i) result[i] = value(i);
  return result;
}

TEST(CopyAsync, IsSeenAfterTheWaitAndNotBefore) {
  std::vector<U32> out;
  const auto launched = run(R"(
cp.async.cg.shared.global [%r2], [%rd2], 16; cp.async.commit_group;
ld.shared.u32 %r3, [%r2+8]; cp.async.wait_group 0; ld.shared.u32 %r4, [%r2+8]; mad.lo.u32 %r9, %r3, 1000, %r4;
)",
                            out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out, each(32, [](U32 i) { return 7000 + 102 + 4 * i; }));
  // As a 16-byte load and a 16-byte store: 32 * 16 / 32 sectors, four wavefronts.
  EXPECT_EQ(launched.counters[Counter::global_load_sectors], 16u);
  EXPECT_EQ(launched.counters[Counter::global_load_requests], 1u);
  EXPECT_EQ(launched.counters[Counter::shared_store_wavefronts], 4u);  // the prologue's
  EXPECT_EQ(launched.counters[Counter::shared_store_bank_conflicts], 0u);
  EXPECT_EQ(launched.counters[Counter::asynchronous_copy_instructions], 1u);
}

TEST(CopyAsync, WaitsForAllButTheNewestGroups) {
  std::vector<U32> out;
  const auto launched = run(R"(
cp.async.ca.shared.global [%r2], [%rd2], 4; cp.async.commit_group;
cp.async.ca.shared.global [%r2+4], [%rd2+4], 4; cp.async.commit_group;
cp.async.ca.shared.global [%r2+8], [%rd2+8], 4;
cp.async.wait_group 1; ld.shared.u32 %r3, [%r2]; ld.shared.u32 %r4, [%r2+4]; ld.shared.u32 %r5, [%r2+8];
cp.async.wait_group 0; ld.shared.u32 %r6, [%r2+4]; ld.shared.u32 %r7, [%r2+8];
cp.async.wait_all; ld.shared.u32 %r8, [%r2+8];
setp.eq.u32 %p1, %r4, 7; setp.eq.and.u32 %p1, %r5, 7, %p1; setp.eq.and.u32 %p1, %r7, 7, %p1;
add.u32 %r9, %r3, %r6; add.u32 %r9, %r9, %r8; @!%p1 mov.u32 %r9, 0;
)",
                            out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out, each(32, [](U32 i) { return 3 * (100 + 4 * i) + 3; }));
}

// Groups are counted per thread: only half of the lanes commits and waits.
TEST(CopyAsync, GroupsBelongToTheThread) {
  std::vector<U32> out;
  const auto launched = run(R"(
cp.async.ca.shared.global [%r2], [%rd2], 4;
setp.lt.u32 %p1, %r1, 16; @!%p1 bra END;
cp.async.commit_group;
END: cp.async.wait_group 0; ld.shared.u32 %r9, [%r2];
)",
                            out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out, each(32, [](U32 i) { return i < 16 ? 100 + 4 * i : 7; }));
}

TEST(CopyAsync, FillsWithZerosBehindTheSource) {
  std::vector<U32> out;
  const auto launched = run(R"(
and.b32 %r3, %r1, 15; cp.async.ca.shared.global [%r2], [%rd2], 16, %r3; cp.async.wait_all;
ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r2]; setp.ne.u32 %p1, %r7, 0; add.u32 %r9, %r4, %r5; add.u32 %r9, %r9, %r6; add.u32 %r9, %r9, %r7;
)",
                            out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (U32 i = 0; i < 32; ++i) {
    U32 sum = 0;
    for (U32 word = 0; word < 4; ++word) {
      U32 value = 0;
      for (U32 byte = 0; byte < 4; ++byte) {
        if (4 * word + byte < (i & 15)) value |= (100 + 4 * i + word) & 0xffu << 8 * byte;
      }
      sum += value;
    }
    EXPECT_EQ(out[i], sum) << i;
  }
}

// A lane whose source is ignored reads nothing, so its address may be anything.
TEST(CopyAsync, DoesNotReadWhatItIgnores) {
  std::vector<U32> out;
  const auto launched = run(R"(
setp.ge.u32 %p1, %r1, 20; @%p1 mov.u64 %rd2, 16;
cp.async.cg.shared.global [%r2], [%rd2], 16, %p1; cp.async.wait_all; ld.shared.u32 %r9, [%r2+4];
)",
                            out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out, each(32, [](U32 i) { return i < 20 ? 101 + 4 * i : 0; }));
  EXPECT_EQ(launched.counters[Counter::global_load_sectors], 10u);
}

TEST(CopyAsync, OutsideMemoryIsAFaultWhereItIsIssued) {
  std::vector<U32> out;
  auto launched =
      run(".loc 1 9 0\ncp.async.cg.shared.global [%r2], [%rd2+512], 16;\n.loc 1 10 "
          "0\ncp.async.wait_all;",
          out);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::out_of_bounds);
  EXPECT_EQ(launched.fault->where.line, 9u);
  launched = run("cp.async.cg.shared.global [%r2+8], [%rd2], 16;", out);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::misaligned_address);
  launched = run("cp.async.cg.shared.global [%r2+4096], [%rd2], 16;", out);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->space, ptx::Space::shared);
}

// Warp 1 waits at an mbarrier at which warp 0 arrives when its copies are done.
TEST(CopyAsync, ArrivesAtAnMbarrier) {
  for (const char* arrive :
       {"cp.async.mbarrier.arrive.noinc.shared.b64 [bar];",
        "cp.async.mbarrier.arrive.shared::cta.b64 [bar]; mbarrier.arrive.shared.b64 _, [bar];"}) {
    SCOPED_TRACE(arrive);
    std::vector<U32> out;
    const auto launched = run(std::string(R"(
setp.ne.u32 %p1, %r1, 0; @%p1 bra READY; mbarrier.init.shared.b64 [bar], 32;
READY: bar.sync 0;
setp.ge.u32 %p2, %r1, 32; @%p2 bra CONSUMER;
cp.async.ca.shared.global [%r2], [%rd2], 8;
)") + arrive + R"(
mov.u32 %r9, 1; bra.uni END;
CONSUMER: ld.shared.u32 %r3, [%r2+-508];
WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; @!%p3 bra WAIT;
ld.shared.u32 %r9, [%r2+-508]; mad.lo.u32 %r9, %r3, 1000, %r9;
END:
)",
                              out, 64);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    EXPECT_EQ(out, each(64, [](U32 i) { return i < 32 ? 1u : 7000 + 101 + 4 * (i - 32); }));
  }
}

TEST(CopyBulk, FromGlobalCompletesBytesAtTheMbarrier) {
  std::vector<U32> out;
  const auto launched = run(R"(
setp.ne.u32 %p1, %r1, 0; @%p1 bra READY; mbarrier.init.shared.b64 [bar], 1;
mbarrier.arrive.expect_tx.shared.b64 _, [bar], 512; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd2], 512, [bar];
READY: bar.sync 0; ld.shared.u32 %r3, [%r2];
WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0, 1000; @!%p3 bra WAIT;
ld.shared.u32 %r9, [%r2]; mad.lo.u32 %r9, %r3, 1000, %r9;
)",
                            out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(out, each(32, [](U32 i) { return 7000 + 100 + 4 * i; }));
  EXPECT_EQ(launched.distinct_read_sectors, 16u);
  EXPECT_EQ(launched.counters[Counter::bulk_copies], 1u);
  EXPECT_EQ(launched.counters[Counter::bulk_copy_sectors], 16u);
  EXPECT_EQ(launched.counters[Counter::other_reduction_sectors], 0u) << "it reduces nothing";
}

// The source is overwritten before the wait: a copy to global memory reads as late as it may.
TEST(CopyBulk, ToGlobalCompletesWithItsGroupOrTheBlock) {
  for (const bool waits : {true, false}) {
    std::vector<U32> out;
    const auto launched = run(std::string(R"(
st.shared.u32 [%r2], 50; bar.sync 0; mov.u32 %r9, 0;
setp.ne.u32 %p1, %r1, 0; @%p1 ret;
cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s], 64; cp.async.bulk.commit_group;
)") + (waits ? "cp.async.bulk.wait_group.read 0;" : "") +
                                  "st.shared.u32 [%r2+16], 51; ret;",
                              out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    const std::vector<U32> expected = {50, 7, 7, 7, waits ? 50u : 51u, 7, 7, 7, 50, 7, 7, 7,
                                       50, 7, 7, 7};
    EXPECT_EQ(std::vector<U32>(out.begin(), out.begin() + 16), expected) << waits;
    EXPECT_EQ(out[16], 0u);
  }
}

TEST(CopyBulk, ReducesEachElement) {
  std::vector<U32> out;
  const auto launched = run(R"(
st.shared.v4.u32 [%r2], {0x00000005, 0xffffffff, 0x3f800000, 9}; bar.sync 0; mov.u32 %r9, 3; st.global.u32 [%rd1], %r9;
setp.ne.u32 %p1, %r1, 0; @%p1 ret;
cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [s], 16;
cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s32 [%rd1+16], [s], 16;
cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b64 [%rd1+32], [s], 16;
cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.u32 [%rd1+48], [s], 16;
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ret;
)",
                            out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const std::vector<U32> expected = {8, 2, 0x3f800003, 12,         3,          0xffffffff,
                                     3, 3, 5 ^ 3,      0xfffffffc, 0x3f800003, 9 ^ 3,
                                     4, 4, 4,          4,          3};
  EXPECT_EQ(std::vector<U32>(out.begin(), out.begin() + 17), expected);
  EXPECT_EQ(launched.counters[Counter::bulk_copies], 4u);
  EXPECT_EQ(launched.counters[Counter::bulk_copy_sectors], 4u) << "each has one of its own";
  EXPECT_EQ(launched.counters[Counter::other_reduction_requests], 4u);
  EXPECT_EQ(launched.counters[Counter::other_reduction_sectors], 4u);
}

TEST(CopyBulk, WithinSharedMemoryAndOfRegisters) {
  std::vector<U32> out;
  const auto launched = run(R"(
setp.ne.u32 %p1, %r1, 0; @%p1 bra READY; mbarrier.init.shared.b64 [bar], 1;
mbarrier.arrive.expect_tx.shared.b64 _, [bar], 60; st.shared.u32 [s], 80;
cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [s+16], [s], 32, [bar];
mov.u32 %r3, 41; mov.u32 %r4, 42;
st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [s+64], {%r3, %r4, %r3, %r4}, [bar];
red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [s+128], %r3, [bar];
st.async.shared::cluster.mbarrier::complete_tx::bytes.u64 [s+144], 5, [bar];
READY: bar.sync 0;
WAIT: mbarrier.test_wait.parity.shared.b64 %p3, [bar], 0; @!%p3 bra WAIT;
mov.u32 %r3, s; mad.lo.u32 %r3, %r1, 4, %r3; ld.shared.u32 %r9, [%r3];
)",
                            out, 64);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  std::vector<U32> expected(64, 7);
  expected[0] = expected[4] = 80;
  for (U32 k = 16; k < 20; ++k) expected[k] = 41 + k % 2;
  expected[32] = 48;
  expected[36] = 5;
  expected[37] = 0;
  EXPECT_EQ(out, expected);
}

TEST(CopyBulk, OfAnOddSizeIsAFault) {
  std::vector<U32> out;
  const auto launched = run("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s], 24;", out);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::misaligned_address);
}

}  // namespace
}  // namespace warpscope::exec::test::async_copy_test
