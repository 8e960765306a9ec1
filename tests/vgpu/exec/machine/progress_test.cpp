// Forward progress of diverged lanes and of warps that wait for each other (CUDA C++ Programming
// Guide, independent thread scheduling).
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr std::uint64_t kBudget = 300'000'000;

// Runs `body` with `counter` pointing to four zero words; returns them afterwards. It may take
// `budget` warp instructions.
std::vector<std::uint32_t> run(const std::string& body, std::uint32_t threads,
                               std::uint32_t blocks = 1, std::uint64_t budget = kBudget) {
  Machine machine(module_with_kernel(
      ".param .u64 counter", "ld.param.u64 %rd1, [counter]; mov.u32 %r1, %tid.x;\n" + body));
  machine.options.instruction_budget = budget;
  const std::uint64_t counter = machine.upload(std::vector<std::uint32_t>(4, 0));
  const LaunchResult launched = machine.launch("k", {blocks, 1, 1}, {threads, 1, 1}, counter);
  EXPECT_FALSE(launched.fault) << launched.fault->message;
  return machine.download<std::uint32_t>(counter, 4);
}

// Lock, critical section and unlock within one turn of the loop.
TEST(SpinLock, TakenAndReleasedInsideTheLoopFinishes) {
  const auto words = run(R"(
AGAIN: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra NEXT;
ld.volatile.global.u32 %r3, [%rd1+4]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%rd1+4], %r3;
atom.global.exch.b32 %r4, [%rd1], 0;
NEXT: @%p1 bra AGAIN;
)",
                         96);
  EXPECT_EQ(words[1], 96u);
  EXPECT_EQ(words[0], 0u);
}

// while (atomicCAS(lock, 0, 1) != 0) {} with the critical section behind the loop: the holder
// waits where the lanes meet, and must be let go on.
TEST(SpinLock, WhoseHolderLeftTheLoopFinishes) {
  const auto words = run(R"(
AGAIN: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra AGAIN;
ld.volatile.global.u32 %r3, [%rd1+4]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%rd1+4], %r3;
atom.global.exch.b32 %r4, [%rd1], 0;
)",
                         64);
  EXPECT_EQ(words[1], 64u);
  EXPECT_EQ(words[0], 0u);
}

// Each lane holds the lock once, so with fair turns the spins of the others cost some instructions
// for each lane and warp, and no slice of tens of thousands: neither in one full block, nor in many
// blocks, nor where the way out of the loop is a jump.
TEST(SpinLock, CostsLittleForManyLanes) {
  const std::string critical = R"(
ld.volatile.global.u32 %r3, [%rd1+4]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%rd1+4], %r3;
atom.global.exch.b32 %r4, [%rd1], 0;
)";
  const std::string again = R"(
AGAIN: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra AGAIN;
)";
  const std::string out = R"(
AGAIN: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra OUT; bra.uni AGAIN;
OUT:
)";
  // Lanes take turns, as in a lock that needs no forward progress of diverged lanes.
  const std::string turns = R"(
mov.u32 %r6, %laneid; mov.u32 %r5, 0;
TURN: setp.ne.u32 %p2, %r5, %r6; @%p2 bra NEXT;
AGAIN: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra AGAIN;
)" + critical + R"(
NEXT: add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, 32; @%p3 bra TURN;
)";
  for (const auto& body : {again + critical, out + critical, turns}) {
    for (const std::uint32_t threads : {96u, 256u, 1024u}) {
      const auto words = run(body, threads, 1, 2'000'000);
      EXPECT_EQ(words[1], threads) << body;
    }
    const auto words = run(body, 256, 32, 5'000'000);
    EXPECT_EQ(words[1], 32 * 256u) << body;
  }
}

// The same inside an if that not all lanes take.
TEST(SpinLock, WhoseHolderDivergedFinishes) {
  const auto words = run(R"(
and.b32 %r5, %r1, 1; setp.eq.u32 %p2, %r5, 0; @%p2 bra SKIP;
AGAIN: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra AGAIN;
ld.volatile.global.u32 %r3, [%rd1+4]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%rd1+4], %r3;
atom.global.exch.b32 %r4, [%rd1], 0;
SKIP: atom.global.add.u32 %r4, [%rd1+8], 1;
)",
                         64);
  EXPECT_EQ(words[1], 32u);
  EXPECT_EQ(words[2], 64u);
}

// One lane of a warp waits for another lane of the same warp.
TEST(FlagInAWarp, SetByALaneOnTheOtherSideFinishes) {
  for (const char* sides : {"setp.lt.u32 %p1, %r1, 16;", "setp.ge.u32 %p1, %r1, 16;"}) {
    const auto words = run(std::string(sides) + R"( @%p1 bra WAIT;
st.volatile.global.u32 [%rd1], 1; bra.uni END;
WAIT: ld.volatile.global.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;
atom.global.add.u32 %r3, [%rd1+4], 1;
END: atom.global.add.u32 %r3, [%rd1+8], 1;
)",
                           32);
    EXPECT_EQ(words[1], 16u);
    EXPECT_EQ(words[2], 32u);
  }
}

// Warps of a block hand a token around: each waits for its number, then passes on the next one.
TEST(FlagBetweenWarps, GoesAroundTheBlock) {
  for (const bool from_the_last : {false, true}) {
    const auto words = run(std::string("mov.u32 %r2, %warpid;\n") +
                               (from_the_last ? "sub.u32 %r2, 7, %r2;\n" : "") + R"(
mov.u32 %r6, %laneid; setp.ne.u32 %p1, %r6, 0; @%p1 bra END;
WAIT: ld.volatile.global.u32 %r3, [%rd1]; setp.ne.u32 %p2, %r3, %r2; @%p2 bra WAIT;
add.u32 %r3, %r3, 1; membar.gl; st.volatile.global.u32 [%rd1], %r3;
END: bar.sync 0;
)",
                           256);
    EXPECT_EQ(words[0], 8u);
  }
}

// The lanes come to bar.warp.sync from two places, again and again, and the other warp must have a
// turn meanwhile.
TEST(FlagBetweenWarps, FinishesWhileLanesMeetAllTheTime) {
  const auto words = run(R"(
setp.ge.u32 %p1, %r1, 32; @%p1 bra SETS; setp.lt.u32 %p2, %r1, 16;
AGAIN: @%p2 bra LOW; bar.warp.sync 0xffffffff; bra.uni BOTH;
LOW: bar.warp.sync 0xffffffff;
BOTH: ld.volatile.global.u32 %r2, [%rd1]; setp.eq.u32 %p3, %r2, 0; @%p3 bra AGAIN;
bra.uni DONE;
SETS: st.volatile.global.u32 [%rd1], 1;
DONE: bar.sync 0;
)",
                         64);
  EXPECT_EQ(words[0], 1u);
}

// Loops in which no warp ever uses up its turn, because it waits before: the launch's budget and
// the user's cancel must stop them as all others.
class LoopThatWaits : public testing::TestWithParam<const char*> {
 protected:
  Fault::Kind stopped_by(std::uint64_t budget, bool is_canceled) {
    Machine machine(module_with_kernel(
        ".param .u64 counter",
        std::string("ld.param.u64 %rd1, [counter]; mov.u32 %r1, %tid.x;\n") + GetParam()));
    machine.options.instruction_budget = budget;
    int questions = 0;
    if (is_canceled) machine.options.is_canceled = [&] { return ++questions > 3; };
    const std::uint64_t counter = machine.upload(std::vector<std::uint32_t>(4, 0));
    const LaunchResult launched = machine.launch("k", {}, {64, 1, 1}, counter);
    return launched.fault ? launched.fault->kind : Fault::Kind::trap;
  }
};

TEST_P(LoopThatWaits, IsStoppedByTheBudget) {
  EXPECT_EQ(stopped_by(20000, false), Fault::Kind::instruction_budget);
}

TEST_P(LoopThatWaits, IsStoppedByTheUser) { EXPECT_EQ(stopped_by(0, true), Fault::Kind::canceled); }

INSTANTIATE_TEST_SUITE_P(
    Waits, LoopThatWaits,
    testing::Values(
        "AGAIN: bar.sync 0; bra.uni AGAIN;", "AGAIN: nanosleep.u32 20; bra.uni AGAIN;",
        "setp.lt.u32 %p1, %r1, 16; AGAIN: @%p1 bra LOW; bar.warp.sync 0xffffffff; bra.uni AGAIN;\n"
        "LOW: bar.warp.sync 0xffffffff; bra.uni AGAIN;",
        ".shared .align 8 .b64 b; setp.ne.u32 %p1, %r1, 0;\n"
        "@!%p1 mbarrier.init.shared.b64 [b], 1; bar.sync 0;\n"
        "AGAIN: @!%p1 mbarrier.arrive.shared.b64 _, [b];\n"
        "mbarrier.try_wait.parity.shared.b64 %p2, [b], 1; bra.uni AGAIN;"));

}  // namespace
}  // namespace warpscope::exec::test
