// nanosleep, PTX ISA manual section 9.7.16: the pause lets others run and the clock goes on.
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

using U32 = std::uint32_t;

// Thread 0 waits for the flag that the last thread sets after `work` instructions.
LaunchResult wait_for_flag(const std::string& pause, Dim3 grid, Dim3 block) {
  Machine machine(module_with_kernel(".param .u64 flag", R"(
ld.param.u64 %rd1, [flag]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r1, %r2, %r3, %r1;
mov.u32 %r4, %nctaid.x; mul.lo.u32 %r4, %r4, %r3; sub.u32 %r4, %r4, 1; setp.eq.u32 %p1, %r1, %r4; @%p1 bra SET;
setp.ne.u32 %p2, %r1, 0; @%p2 bra END;
WAIT: ld.volatile.global.u32 %r5, [%rd1]; setp.ne.u32 %p3, %r5, 0; @%p3 bra END; )" +
                                                             pause +
                                                             R"( bra WAIT;
SET: st.volatile.global.u32 [%rd1], 1;
END:
)"));
  machine.options.instruction_budget = 10'000'000;
  const auto flag = machine.upload(std::vector<U32>(1));
  return machine.launch("k", grid, block, flag);
}

TEST(Nanosleep, LetsAnotherWarpRun) {
  const auto spinning = wait_for_flag("", {}, {64, 1, 1});
  const auto sleeping = wait_for_flag("nanosleep.u32 100;", {}, {64, 1, 1});
  ASSERT_FALSE(spinning.fault);
  ASSERT_FALSE(sleeping.fault);
  EXPECT_LT(sleeping.counters[Counter::inst_executed], 100u);
  EXPECT_GT(spinning.counters[Counter::inst_executed], 1'000u) << "until the spin is noticed";
}

TEST(Nanosleep, LetsAnotherBlockRun) {
  const auto sleeping = wait_for_flag("nanosleep.u32 100;", {2, 1, 1}, {32, 1, 1});
  ASSERT_FALSE(sleeping.fault);
  EXPECT_LT(sleeping.counters[Counter::inst_executed], 200u);
}

TEST(Nanosleep, LetsAnotherLaneOfTheWarpRun) {
  const auto sleeping = wait_for_flag("nanosleep.u32 100;", {}, {32, 1, 1});
  ASSERT_FALSE(sleeping.fault);
  EXPECT_LT(sleeping.counters[Counter::inst_executed], 200u);
}

// The clock has gone on by the longest pause of the lanes, of at most a millisecond; lanes outside
// the guard do not pause.
TEST(Nanosleep, TakesItsTime) {
  const auto nanoseconds = [](const std::string& pause) {
    Machine machine(
        module_with_kernel(".param .u64 out",
                           "ld.param.u64 %rd1, [out]; mov.u32 %r1, %laneid; setp.lt.u32 %p1, %r1, "
                           "4; mul.lo.u32 %r2, %r1, 1000; mov.u64 %rd2, %globaltimer;\n" +
                               pause +
                               "\nmov.u64 %rd3, %globaltimer; sub.u64 %rd3, %rd3, %rd2; "
                               "st.global.u64 [%rd1], %rd3;"));
    const auto out = machine.upload(std::vector<std::uint64_t>(1));
    const auto launched = machine.launch("k", {}, {32, 1, 1}, out);
    EXPECT_FALSE(launched.fault) << launched.fault->message;
    return machine.download<std::uint64_t>(out, 1).front();
  };
  const auto none = nanoseconds("");
  EXPECT_LT(none, 50u);
  EXPECT_NEAR(static_cast<double>(nanoseconds("nanosleep.u32 500;")), 500.0 + none, 5);
  EXPECT_NEAR(static_cast<double>(nanoseconds("@%p1 nanosleep.u32 %r2;")), 3000.0 + none, 5);
  EXPECT_NEAR(static_cast<double>(nanoseconds("nanosleep.u32 2000000000;")), 1e6 + none, 5);
}

}  // namespace
}  // namespace warpscope::exec::test
