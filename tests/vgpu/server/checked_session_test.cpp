// Which launches of a session are checked for races and for reads of unwritten memory.
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "tests/vgpu/server/session_fixture.h"

namespace warpscope::device {
namespace {

/// `mark(u64 data, u32 unused)` adds 1 to data[threadIdx.x].
const std::string kIncrement = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry mark(.param .u64 mark_param_0, .param .u32 mark_param_1)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [mark_param_0];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  add.u32 %r3, %r2, 1;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";

class CheckedSessionTest : public SessionTest {
 protected:
  CheckedSessionTest() : SessionTest(1, true), module_(load_module(kIncrement)) {}

  /// What a launch on `data` finds.
  std::size_t findings_of(std::uint64_t data, std::uint32_t threads) {
    const std::size_t before = events_of<Diagnosed>().size();
    EXPECT_EQ(ask(Opcode::launch, mark(module_, data, 0, threads)).status.code,
              cuda_error::success);
    return events_of<Diagnosed>().size() - before;
  }

  std::uint32_t module_;
};

TEST_F(CheckedSessionTest, ALaunchOfFewThreadsIs) {
  const std::uint64_t data = allocate(1024);
  EXPECT_EQ(findings_of(data, kMostCheckedThreads), 1U);
  EXPECT_EQ(findings_of(data, kMostCheckedThreads), 0U) << "the first one has written it";
}

// Whoever reads the log can then put the finding beside its launch.
TEST_F(CheckedSessionTest, AFindingComesBehindItsLaunchInTheLog) {
  EXPECT_EQ(findings_of(allocate(1024), 32), 1U);
  std::vector<std::string> order;
  for (const Event& event : events) {
    if (std::holds_alternative<LaunchEnded>(event)) order.emplace_back("launch");
    if (const auto* diagnosed = std::get_if<Diagnosed>(&event)) {
      order.push_back(diagnosed->finding.id);
      EXPECT_EQ(diagnosed->finding.launch, 0U);
      EXPECT_NE(diagnosed->finding.cause.find("The array is parameter 1 of the kernel."),
                std::string::npos)
          << diagnosed->finding.cause;
    }
  }
  EXPECT_EQ(order, (std::vector<std::string>{"launch", "uninitialised-global"}));
}

TEST_F(CheckedSessionTest, ALargerOneIsNotAndLeavesWrittenMemory) {
  const std::uint64_t data = allocate(1024);
  EXPECT_EQ(findings_of(data, kMostCheckedThreads + 1), 0U);
  EXPECT_EQ(findings_of(data, kMostCheckedThreads), 0U);
}

TEST_F(CheckedSessionTest, ACaseMayLeaveItOut) {
  session_.begin_case(0, false);
  EXPECT_EQ(findings_of(allocate(1024), 32), 0U);
  session_.begin_case(1, true);
  EXPECT_EQ(findings_of(allocate(1024), 32), 1U);
}

// A warp makes two accesses, so the second launch of two warps is looked at no more.
TEST_F(CheckedSessionTest, ACaseHasItsAccesses) {
  const std::uint64_t data = allocate(256), other = allocate(256);
  EXPECT_EQ(findings_of(data, 64), 1U);
  EXPECT_EQ(findings_of(other, 32), 0U);
  session_.begin_case(1);
  EXPECT_EQ(findings_of(other, 32), 0U) << "the launch before has touched it";
  EXPECT_EQ(findings_of(allocate(256), 32), 1U);
}

// One warp looks at two arrays of which the accesses suffice for the first alone.
TEST_F(CheckedSessionTest, ALaunchMayBeLookedAtInPart) {
  const std::uint64_t first = allocate(256), second = allocate(256);
  session_.begin_case(0);
  EXPECT_EQ(findings_of(first, 32), 1U);
  EXPECT_EQ(findings_of(second, 64), 1U) << "its first warp";
  session_.begin_case(1);
  EXPECT_EQ(findings_of(second, 64), 0U) << "the rest counts as written";
}

}  // namespace
}  // namespace warpscope::device
