// Which executed instructions nothing needed.
#include "vgpu/exec/analysis/without_use.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::without_use_test {
namespace {

constexpr std::uint32_t kThreads = 64;
constexpr std::string_view kHead =
    "ld.param.u64 %rd1, [data]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;"
    "add.u64 %rd2, %rd1, %rd2; ld.global.u32 %r2, [%rd2];";
constexpr std::string_view kTail = "st.global.u32 [%rd2], %r2; ret;";

struct Counts {
  std::uint64_t warps = 0, threads = 0;
};

Counts without_use(const std::string& body) {
  Machine machine(module_with_kernel(".param .u64 data",
                                     std::string(kHead) + body + std::string(kTail),
                                     ".shared .align 16 .b8 tile[5120];"));
  std::vector<std::uint32_t> values(kThreads);
  for (std::uint32_t i = 0; i < kThreads; ++i) values[i] = i;
  const std::uint64_t data = machine.upload(values);
  const LaunchResult result = machine.launch("k", {1, 1, 1}, {kThreads, 1, 1}, data);
  EXPECT_FALSE(result.fault) << result.fault->message;
  return {result.counters[Counter::inst_executed_without_use],
          result.counters[Counter::thread_inst_executed_without_use]};
}

TEST(WithoutUse, IsNothingOfAPlainKernel) {
  EXPECT_EQ(without_use("add.u32 %r2, %r2, 1;").warps, 0U);
  EXPECT_EQ(
      without_use("setp.gt.u32 %p1, %r1, 1000; @%p1 bra out; add.u32 %r2, %r2, 1; out:").warps, 0U);
}

TEST(WithoutUse, IsWhatNobodyReads) {
  const Counts counts = without_use("mul.lo.u32 %r3, %r2, 7; add.u32 %r4, %r3, 1;");
  EXPECT_EQ(counts.warps, 2U * 2);
  EXPECT_EQ(counts.threads, 2U * kThreads);
}

// Two mov, ten times add, add, setp and bra, and the branch around a store that is never executed.
TEST(WithoutUse, IsALoopWhoseResultIsStoredInNoThread) {
  const std::string loop =
      "mov.u32 %r3, 0; mov.u32 %r4, %r2; loop: add.u32 %r4, %r4, 3; add.u32 %r3, %r3, 1;"
      "setp.lt.u32 %p1, %r3, 10; @%p1 bra loop;";
  const std::string never = "setp.ne.u32 %p2, %r4, 123456789; @%p2 bra out;";
  const Counts counts = without_use(loop + never + "st.global.u32 [%rd2], %r4; out:");
  EXPECT_EQ(counts.warps, 2U * (2 + 40 + 2));
  EXPECT_EQ(without_use(loop + "st.global.u32 [%rd2], %r4;").warps, 0U);
  EXPECT_EQ(
      without_use(loop + "setp.ne.u32 %p2, %r4, 40; @%p2 bra out; mov.u32 %r2, 9; out:").warps, 0U);
}

TEST(WithoutUse, IsWhatIsStoredInSharedMemoryThatNobodyNeeds) {
  const std::string store = "mov.u32 %r9, tile; add.u32 %r3, %r2, 1; st.shared.u32 [%r9], %r3;";
  EXPECT_EQ(without_use(store).warps, 2U * 3);
  EXPECT_EQ(without_use(store + "ld.shared.u32 %r4, [%r9];").warps, 2U * 4);
  EXPECT_EQ(without_use(store + "ld.shared.u32 %r2, [%r9];").warps, 0U);
}

TEST(WithoutUse, IsNothingThatSetsTheCarryFlag) {
  EXPECT_EQ(
      without_use("mul.lo.u32 %r3, %r2, 7; add.cc.u32 %r4, %r3, %r2; addc.u32 %r2, 0, 0;").warps,
      0U);
}

TEST(WithoutUse, IsNoLoopThatWaits) {
  EXPECT_EQ(without_use("wait: ld.volatile.global.u32 %r3, [%rd2]; setp.ne.u32 %p1, %r3, %r1;"
                        "@%p1 bra wait;")
                .warps,
            0U);
}

// nvcc lets a loop begin with the zero of another register.
TEST(WithoutUse, IsALoopWhoseCounterBeginsWithWhatIsNeeded) {
  const std::string loop =
      "loop: add.u32 %r4, %r4, 3; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 10; @%p1 bra loop;";
  EXPECT_EQ(without_use("mov.u32 %r3, 0; add.u32 %r2, %r2, %r3; mov.u32 %r4, %r2;" + loop).warps,
            2U * (1 + 40));
  EXPECT_EQ(
      without_use("mov.u32 %r3, 0; mov.u32 %r4, %r2;" + loop + "add.u32 %r2, %r2, %r3;").warps,
      2U * (1 + 10));
}

// Where no thread stores, all but the end.
TEST(WithoutUse, FollowsWhatAnotherLaunchOfTheKernelDoes) {
  Machine machine(module_with_kernel(
      ".param .u64 data", std::string(kHead) +
                              "add.u32 %r3, %r2, 5; setp.ne.u32 %p1, %r2, 7; @%p1 bra out;"
                              "st.global.u32 [%rd2], %r3; out: ret;"));
  const auto launch = [&](std::uint32_t value) {
    const std::uint64_t data = machine.upload(std::vector<std::uint32_t>(32, value));
    return machine.launch("k", {1, 1, 1}, {32, 1, 1}, data)
        .counters[Counter::inst_executed_without_use];
  };
  EXPECT_EQ(launch(1), 8U);
  EXPECT_EQ(launch(7), 0U);
  EXPECT_EQ(launch(1), 8U);
}

}  // namespace
}  // namespace warpscope::exec::test::without_use_test
