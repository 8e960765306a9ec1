// bar and barrier: blocks that work together, and what is said when they wait for ever.
#include <gtest/gtest.h>

#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr std::string_view kFile = ".file 1 \"folder/k.cu\"\n";

// Tree reduction in shared memory with a barrier per step, for any block size.
TEST(Barrier, SeparatesTheStepsOfABlockReduction) {
  Machine machine(
      module_with_kernel(".param .u64 in, .param .u64 out", element_address("in", "%rd1", 4) + R"(
.shared .align 4 .b8 s[4096];
mov.u32 %r2, s; mad.lo.u32 %r2, %r1, 4, %r2; ld.global.u32 %r3, [%rd1]; st.shared.u32 [%r2], %r3;
mov.u32 %r4, %ntid.x; mov.u32 %r5, 1;
LOOP: bar.sync 0;
shl.b32 %r6, %r5, 1; sub.u32 %r7, %r6, 1; and.b32 %r7, %r1, %r7; setp.ne.u32 %p1, %r7, 0;
add.u32 %r8, %r1, %r5; setp.ge.u32 %p2, %r8, %r4; or.pred %p1, %p1, %p2; @%p1 bra NEXT;
mad.lo.u32 %r9, %r5, 4, %r2; ld.shared.u32 %r10, [%r9]; ld.shared.u32 %r11, [%r2]; add.u32 %r11, %r11, %r10; st.shared.u32 [%r2], %r11;
NEXT: mov.u32 %r5, %r6; setp.lt.u32 %p3, %r5, %r4; @%p3 bra LOOP;
setp.ne.u32 %p1, %r1, 0; @%p1 ret;
ld.shared.u32 %r3, [s]; ld.param.u64 %rd2, [out]; st.global.u32 [%rd2], %r3;
)"));
  for (const std::uint32_t threads : {1u, 31u, 32u, 33u, 100u, 256u, 1000u, 1024u}) {
    std::vector<std::uint32_t> in(threads);
    std::uint32_t sum = 0, steps = 0;
    for (std::uint32_t i = 0; i < threads; ++i) sum += in[i] = i * i + 1;
    while ((1u << steps) < threads) ++steps;
    const std::uint64_t out = machine.allocate(4);
    const LaunchResult launched = machine.launch("k", {}, {threads, 1, 1}, machine.upload(in), out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    EXPECT_EQ(machine.download<std::uint32_t>(out, 1)[0], sum) << threads << " threads";
    EXPECT_EQ(launched.counters[Counter::barriers],
              std::uint64_t{std::max(steps, 1u)} * ((threads + 31) / 32));
  }
}

// Two halves of the block, each with its own barrier, pass values around: neither may wait for the
// other.
TEST(Barrier, WithACountConcernsOnlyItsThreads) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 4) + R"(
.shared .align 4 .b8 s[512];
mov.u32 %r2, s; mad.lo.u32 %r3, %r1, 4, %r2; st.shared.u32 [%r3], %r1;
setp.ge.u32 %p1, %r1, 64; @%p1 bra UPPER;
bar.sync 1, 64; xor.b32 %r4, %r1, 63; bar.sync 1, 64; bra.uni READ;
UPPER: xor.b32 %r4, %r1, 63; barrier.sync 2, 64;
READ: mad.lo.u32 %r4, %r4, 4, %r2; ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd1], %r5;
)"));
  const std::uint64_t out = machine.allocate(512);
  const LaunchResult launched = machine.launch("k", {}, {128, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto values = machine.download<std::uint32_t>(out, 128);
  for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(values[i], i ^ 63u);
}

// Producer warps arrive at "full" and wait at "empty"; the consumer does the opposite.
TEST(Barrier, ArriveAndSyncMakeAProducerAndAConsumer) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 4) + R"(
.shared .align 4 .b8 s[128];
mov.u32 %r2, s; and.b32 %r3, %r1, 31; mad.lo.u32 %r2, %r3, 4, %r2; mov.u32 %r5, 0; mov.u32 %r6, 0;
setp.ge.u32 %p1, %r1, 32; @%p1 bra CONSUMER;
PRODUCER: bar.sync 2, 64; mad.lo.u32 %r4, %r5, 100, %r3; st.shared.u32 [%r2], %r4; bar.arrive 1, 64;
add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 10; @%p2 bra PRODUCER; bra.uni END;
CONSUMER: bar.arrive 2, 64;
NEXT: bar.sync 1, 64; ld.shared.u32 %r4, [%r2]; add.u32 %r6, %r6, %r4;
add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 10; @!%p2 bra END; bar.arrive 2, 64; bra.uni NEXT;
END: st.global.u32 [%rd1], %r6;
)"));
  const std::uint64_t out = machine.allocate(256);
  const LaunchResult launched = machine.launch("k", {}, {64, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto values = machine.download<std::uint32_t>(out, 64);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(values[32 + i], 4500 + 10 * i);
}

TEST(Barrier, WaitsForNoThreadThatHasExited) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 4) + R"(
setp.ge.u32 %p1, %r1, 70; @%p1 ret;
setp.lt.u32 %p1, %r1, 3; @%p1 exit;
bar.sync 0; st.global.u32 [%rd1], 1;
)"));
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(100, 0));
  const LaunchResult launched = machine.launch("k", {}, {100, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto values = machine.download<std::uint32_t>(out, 100);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(values[i], i >= 3 && i < 70 ? 1u : 0u);
}

// if (i >= 49) return; before __syncthreads(), as nvcc writes it: an H200 runs it to its end.
TEST(Barrier, WaitsForNoThreadThatBranchedToTheReturn) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 4) + R"(
setp.ge.u32 %p1, %r1, 49; @%p1 bra OUT;
bar.sync 0; st.global.u32 [%rd1], 1;
OUT: ret;
)"));
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(64, 0));
  const LaunchResult launched = machine.launch("k", {}, {64, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto values = machine.download<std::uint32_t>(out, 64);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], i < 49 ? 1u : 0u);
}

// Lanes of one warp that reach the barrier at different places count one by one (sm_70 and later).
TEST(Barrier, CountsDivergedLanes) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 4) + R"(
setp.lt.u32 %p1, %r1, 10; @%p1 bra LOW;
bar.sync 0; mov.u32 %r2, 2; bra.uni END;
LOW: bar.sync 0; mov.u32 %r2, 1;
END: st.global.u32 [%rd1], %r2;
)"));
  const std::uint64_t out = machine.allocate(256);
  const LaunchResult launched = machine.launch("k", {}, {64, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto values = machine.download<std::uint32_t>(out, 64);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], i < 10 ? 1u : 2u);
}

// A guard sends the other lanes around the barrier; they wait behind it for their warp.
TEST(Barrier, UnderAGuardOfSomeLanesWaitsOnlyForThem) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 4) + R"(
setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 3, 32; st.global.u32 [%rd1], %r1;
)"));
  const std::uint64_t out = machine.allocate(256);
  const LaunchResult launched = machine.launch("k", {}, {64, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(machine.download<std::uint32_t>(out, 64)[63], 63u);
}

TEST(Deadlock, NamesTheGroupsThatWaitAndTheirLines) {
  Machine machine(module_with_kernel("", R"(
.loc 1 10 0
mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 40; @%p1 bra LOW;
.loc 1 12 0
bar.sync 1, 64; ret;
LOW:
.loc 1 15 0
bar.sync 2, 64;
)",
                                     kFile));
  const LaunchResult launched = machine.launch("k", {}, {64, 1, 1});
  ASSERT_TRUE(launched.fault);
  const Fault& fault = *launched.fault;
  EXPECT_EQ(fault.kind, Fault::Kind::deadlock);
  EXPECT_EQ(fault.kernel, "k");
  EXPECT_EQ(fault.instruction, "bar.sync");
  for (const char* part : {"warp 0 lanes 0-31 wait at barrier 2 in k.cu:15",
                           "warp 1 lanes 0-7 wait at barrier 2 in k.cu:15",
                           "warp 1 lanes 8-31 wait at barrier 1 in k.cu:12",
                           "Barrier 1 lacks 40 of its 64 threads. Barrier 2 lacks 24 of its 64"})
    EXPECT_NE(fault.message.find(part), std::string::npos) << fault.message;
  EXPECT_EQ(fault.message.back(), '.');
}

TEST(Deadlock, OfManyWarpsThatDoTheSameNamesEachPlace) {
  Machine machine(module_with_kernel("", R"(
.loc 1 10 0
mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 960; @%p1 bra LOW;
.loc 1 12 0
bar.sync 1, 992; ret;
LOW:
.loc 1 15 0
bar.sync 2, 992;
)",
                                     kFile));
  const LaunchResult launched = machine.launch("k", {}, {992, 1, 1});
  ASSERT_TRUE(launched.fault);
  EXPECT_NE(launched.fault->message.find("warps 0-29 lanes 0-31 wait at barrier 2 in k.cu:15; "
                                         "warp 30 lanes 0-31 wait at barrier 1 in k.cu:12."),
            std::string::npos)
      << launched.fault->message;
}

// On a GPU two of the three arriving warps complete a phase without the one that waits.
TEST(Deadlock, IsWhatABarrierGivesThatMoreThreadsArriveAtThanItIsFor) {
  Machine machine(module_with_kernel("", R"(
.loc 1 10 0
mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 96; @%p1 bra ARRIVE;
.loc 1 12 0
bar.sync 3, 64; ret;
ARRIVE: bar.arrive 3, 64;
)",
                                     kFile));
  const LaunchResult launched = machine.launch("k", {}, {128, 1, 1});
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::deadlock);
  for (const char* part : {"warp 3 lanes 0-31 wait at barrier 3 in k.cu:12",
                           "Barrier 3 is for 64 threads, but 128 have come"})
    EXPECT_NE(launched.fault->message.find(part), std::string::npos) << launched.fault->message;
}

TEST(Deadlock, OfManyGroupsIsCutShort) {
  Machine machine(
      module_with_kernel("", "mov.u32 %r1, %warpid; and.b32 %r1, %r1, 15; bar.sync %r1, 1024;"));
  const LaunchResult launched = machine.launch("k", {}, {1024, 1, 1});
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::deadlock);
  EXPECT_NE(launched.fault->message.find("and 24 more groups"), std::string::npos)
      << launched.fault->message;
}

TEST(Deadlock, OfLanesThatMissAShuffleIsReported) {
  Machine machine(module_with_kernel("", R"(
mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 16; @%p1 bra OTHER;
.loc 1 20 0
shfl.sync.idx.b32 %r2, %r1, 0, 31, 0xffffffff; bra.uni END;
OTHER:
.loc 1 22 0
bar.sync 0;
END:
)",
                                     kFile));
  const LaunchResult launched = machine.launch("k", {}, {32, 1, 1});
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::deadlock);
  EXPECT_NE(launched.fault->message.find(
                "lanes 0-15 wait at a .sync instruction for lanes 0-31 in k.cu:20"),
            std::string::npos)
      << launched.fault->message;
}

TEST(Barrier, WithANumberOrCountThatDoesNotExistIsAFault) {
  using Kind = Fault::Kind;
  for (const auto& [text, part, kind] :
       {std::tuple{"mov.u32 %r1, 16; bar.sync %r1;", "16", Kind::trap},
        {"bar.sync 1, 48;", "48", Kind::barrier_thread_count}}) {
    Machine machine(module_with_kernel("", text));
    const LaunchResult launched = machine.launch("k", {}, {64, 1, 1});
    ASSERT_TRUE(launched.fault) << text;
    EXPECT_EQ(launched.fault->kind, kind);
    EXPECT_NE(launched.fault->message.find(part), std::string::npos) << launched.fault->message;
  }
}

}  // namespace
}  // namespace warpscope::exec::test
