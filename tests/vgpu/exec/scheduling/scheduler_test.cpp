// Blocks that run together: on several threads, waiting for each other, and as a cooperative grid.
#include <gtest/gtest.h>

#include <optional>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::test {
namespace {

constexpr std::uint32_t kBlocks = 300, kThreads = 96;

// Each thread does some arithmetic, diverges, adds to one of 16 sums and stores its own value.
std::string work() {
  return module_with_kernel(".param .u64 out, .param .u64 sums", R"(
.shared .align 4 .b8 tile[384];
ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [sums];
mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r4, %r1, %r2, %r3;
mad.wide.u32 %rd3, %r4, 4, %rd1;
mul.lo.u32 %r5, %r4, 2654435761; shr.u32 %r6, %r5, 28; mad.wide.u32 %rd4, %r6, 4, %rd2;
mov.u32 %r7, tile; mad.lo.u32 %r8, %r3, 4, %r7; st.shared.u32 [%r8], %r5; bar.sync 0;
xor.b32 %r9, %r3, 1; mad.lo.u32 %r8, %r9, 4, %r7; ld.shared.u32 %r10, [%r8];
and.b32 %r11, %r5, 7; setp.lt.u32 %p1, %r11, 3; @%p1 bra ODD;
add.u32 %r10, %r10, 17; bra END;
ODD: mul.lo.u32 %r10, %r10, 3;
END: st.global.u32 [%rd3], %r10;
red.global.add.u32 [%rd4], %r11;
)");
}

struct Outcome {
  std::vector<std::uint32_t> out, sums;
  LaunchResult result;
};

Outcome run_work(std::uint32_t workers) {
  Machine machine(work());
  machine.options.worker_threads = workers;
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(kBlocks * kThreads, 0));
  const std::uint64_t sums = machine.upload(std::vector<std::uint32_t>(16, 0));
  Outcome outcome;
  outcome.result = machine.launch("k", {kBlocks, 1, 1}, {kThreads, 1, 1}, out, sums);
  outcome.out = machine.download<std::uint32_t>(out, kBlocks * kThreads);
  outcome.sums = machine.download<std::uint32_t>(sums, 16);
  return outcome;
}

TEST(Workers, GiveTheSameForAnyNumberOfThem) {
  const Outcome one = run_work(1);
  ASSERT_FALSE(one.result.fault) << one.result.fault->message;
  EXPECT_EQ(one.result.distinct_written_sectors_beside_atomics, 16 * sizeof(std::uint32_t) / 32);
  for (const std::uint32_t workers : {2u, 3u, 8u}) {
    const Outcome many = run_work(workers);
    ASSERT_FALSE(many.result.fault);
    EXPECT_EQ(many.result.distinct_written_sectors_beside_atomics,
              one.result.distinct_written_sectors_beside_atomics);
    EXPECT_EQ(many.out, one.out);
    EXPECT_EQ(many.sums, one.sums);
    EXPECT_EQ(many.result.counters.values, one.result.counters.values);
    EXPECT_EQ(many.result.longest_warp, one.result.longest_warp);
    EXPECT_EQ(many.result.distinct_read_sectors, one.result.distinct_read_sectors);
    EXPECT_EQ(many.result.distinct_written_sectors, one.result.distinct_written_sectors);
    EXPECT_EQ(many.result.time.longest_atomic_queue, one.result.time.longest_atomic_queue);
  }
  // All 16 sums lie in 64 bytes, which one part of L2 serves.
  EXPECT_EQ(one.result.time.longest_atomic_queue,
            one.result.counters[Counter::global_reduction_sectors]);
  EXPECT_EQ(one.result.time.longest_float_queue, 0u);
}

TEST(Workers, ReportTheFaultOfTheFirstBlockThatHasOne) {
  for (const std::uint32_t workers : {1u, 2u, 8u}) {
    Machine machine(module_with_kernel(".param .u64 out", R"(
ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; mad.wide.u32 %rd1, %r1, 4, %rd1;
st.global.u32 [%rd1], %r1;
)"));
    machine.options.worker_threads = workers;
    const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(100, 0));
    const LaunchResult result = machine.launch("k", {300, 1, 1}, {32, 1, 1}, out);
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->block_index, (Dim3{100, 0, 0}));
  }
}

// Its blocks are known to be apart, so nothing is put back; each element grows with each attempt.
TEST(Workers, ReportTheSameFaultWhereNothingIsPutBack) {
  constexpr std::string_view kBody = R"(
ld.param.u64 %rd1, [y]; ld.param.u32 %r1, [n]; mov.u32 %r4, %ntid.x; mov.u32 %r5, %ctaid.x;
mov.u32 %r6, %tid.x; mad.lo.s32 %r2, %r5, %r4, %r6; setp.ge.s32 %p1, %r2, %r1; @%p1 bra END;
mad.wide.s32 %rd2, %r2, 4, %rd1; ld.global.u32 %r7, [%rd2]; add.u32 %r7, %r7, 1;
st.global.u32 [%rd2], %r7;
setp.ne.s32 %p2, %r2, 9000; @%p2 bra END; mov.u32 %r8, 0;
LOOP: add.u32 %r8, %r8, 1; bra LOOP;
END: ret;
)";
  std::optional<LaunchResult> one;
  for (const std::uint32_t workers : {1u, 2u, 3u, 8u}) {
    Machine machine(module_with_kernel(".param .u64 y, .param .u32 n", kBody));
    machine.options.worker_threads = workers;
    machine.options.instruction_budget = 1'000'000;
    ASSERT_TRUE(machine.program().kernel("k").access_ranges);
    const std::uint64_t y = machine.upload(std::vector<std::uint32_t>(64 * 400, 0));
    const LaunchResult result =
        machine.launch("k", {400, 1, 1}, {64, 1, 1}, y, std::uint32_t{64 * 400});
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, Fault::Kind::instruction_budget);
    EXPECT_EQ(result.fault->block_index, (Dim3{9000 / 64, 0, 0}));
    if (!one) one = result;
    EXPECT_EQ(result.fault->message, one->fault->message);
    EXPECT_EQ(result.fault->warp, one->fault->warp);
    EXPECT_EQ(result.fault->lane_mask, one->fault->lane_mask);
    EXPECT_EQ(result.counters.values, one->counters.values);
    EXPECT_EQ(result.distinct_read_sectors, one->distinct_read_sectors);
    EXPECT_EQ(result.distinct_written_sectors, one->distinct_written_sectors);
  }
}

// Tickets: what an atomic returns decides, so the blocks run in their order on one thread.
TEST(Workers, KeepTheOrderOfBlocksThatSeeEachOther) {
  for (const std::uint32_t workers : {1u, 4u}) {
    Machine machine(module_with_kernel(".param .u64 out, .param .u64 next", R"(
ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [next];
atom.global.add.u32 %r2, [%rd2], 1; mov.u32 %r1, %ctaid.x; mad.wide.u32 %rd1, %r1, 4, %rd1;
st.global.u32 [%rd1], %r2;
)"));
    machine.options.worker_threads = workers;
    const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(500, 0));
    const std::uint64_t next = machine.upload(std::vector<std::uint32_t>(1, 0));
    ASSERT_FALSE(machine.launch("k", {500, 1, 1}, {1, 1, 1}, out, next).fault);
    const auto tickets = machine.download<std::uint32_t>(out, 500);
    for (std::uint32_t i = 0; i < 500; ++i) ASSERT_EQ(tickets[i], i);
  }
}

// Block 0 spins until block 5 has set a flag.
TEST(ResidentBlocks, AreAdmittedWhenOneWaitsForALaterOne) {
  Machine machine(module_with_kernel(".param .u64 flag", R"(
ld.param.u64 %rd1, [flag]; mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 5; @%p1 st.volatile.global.u32 [%rd1], 1;
setp.ne.u32 %p2, %r1, 0; @%p2 bra END;
AGAIN: ld.volatile.global.u32 %r2, [%rd1]; setp.eq.u32 %p3, %r2, 0; @%p3 bra AGAIN;
END: add.u64 %rd2, %rd1, 4; red.global.add.u32 [%rd2], 1;
)"));
  machine.options.instruction_budget = 500'000'000;
  const std::uint64_t flag = machine.upload(std::vector<std::uint32_t>(2, 0));
  const LaunchResult result = machine.launch("k", {20, 1, 1}, {1, 1, 1}, flag);
  ASSERT_FALSE(result.fault) << result.fault->message;
  EXPECT_EQ(machine.download<std::uint32_t>(flag, 2)[1], 20u);
}

// All blocks meet at a counter, as cooperative groups make a grid wait.
TEST(CooperativeLaunch, HasAllItsBlocksResident) {
  Machine machine(module_with_kernel(".param .u64 out", R"(
ld.param.u64 %rd1, [out]; mov.u32 %r5, %envreg1; mov.u32 %r6, %envreg2; mov.b64 %rd2, {%r6, %r5};
mov.u32 %r1, %ctaid.x; mov.u32 %r7, %nctaid.x; mov.u32 %r3, %tid.x; setp.ne.u32 %p1, %r3, 0;
bar.sync 0; @%p1 bra WAITED;
atom.add.release.gpu.global.u32 %r2, [%rd2+4], 1;
AGAIN: ld.acquire.gpu.global.u32 %r4, [%rd2+4]; setp.lt.u32 %p2, %r4, %r7; @%p2 bra AGAIN;
WAITED: bar.sync 0;
ld.acquire.gpu.global.u32 %r8, [%rd2+4]; mad.wide.u32 %rd1, %r1, 4, %rd1; st.global.u32 [%rd1], %r8;
)"));
  machine.options.is_cooperative = true;
  machine.options.instruction_budget = 500'000'000;
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(200, 0));
  const LaunchResult result = machine.launch("k", {200, 1, 1}, {64, 1, 1}, out);
  ASSERT_FALSE(result.fault) << result.fault->message;
  for (const std::uint32_t seen : machine.download<std::uint32_t>(out, 200)) EXPECT_EQ(seen, 200u);
}

/// Pieces of work that each of 64 blocks has taken off a counter.
std::vector<std::uint32_t> pieces_taken(bool shares_time, std::uint64_t resident_blocks) {
  Machine machine(module_with_kernel(".param .u64 next, .param .u64 taken", R"(
ld.param.u64 %rd1, [next]; ld.param.u64 %rd2, [taken]; mov.u32 %r1, %ctaid.x; mov.u32 %r5, 0;
mad.wide.u32 %rd2, %r1, 4, %rd2;
MORE: atom.global.add.u32 %r2, [%rd1], 1; setp.ge.u32 %p1, %r2, 4096; @%p1 bra DONE;
mov.u32 %r3, 0;
WORK: add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 40; @%p2 bra WORK;
add.u32 %r5, %r5, 1; bra MORE;
DONE: st.global.u32 [%rd2], %r5;
)"));
  machine.options.shares_time = shares_time;
  machine.options.resident_blocks = resident_blocks;
  const std::uint64_t next = machine.upload(std::vector<std::uint32_t>(1, 0));
  const std::uint64_t taken = machine.upload(std::vector<std::uint32_t>(64, 0));
  const LaunchResult result = machine.launch("k", {64, 1, 1}, {1, 1, 1}, next, taken);
  EXPECT_FALSE(result.fault);
  return machine.download<std::uint32_t>(taken, 64);
}

// Who takes what is given out while the launch runs: the first block all of it, one block after the
// other, and each as much as the others where they share time.
TEST(SharedTime, GivesEachResidentBlockItsPart) {
  const auto alone = pieces_taken(false, 64);
  EXPECT_EQ(alone.front(), 4096U);
  const auto together = pieces_taken(true, 64);
  for (const std::uint32_t pieces : together) EXPECT_NEAR(pieces, 64, 8);
  // The second half begins when the first has ended, and nothing is left.
  const auto halves = pieces_taken(true, 32);
  for (std::size_t block = 0; block < 64; ++block) {
    if (block < 32) {
      EXPECT_NEAR(halves[block], 128, 16) << block;
    } else {
      EXPECT_LE(halves[block], 8U) << block;
    }
  }
}

}  // namespace
}  // namespace warpscope::exec::test
