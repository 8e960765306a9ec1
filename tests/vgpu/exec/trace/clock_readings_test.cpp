// What warps read from clocks that were timed before.
#include "vgpu/exec/trace/clock_readings.h"

#include <gtest/gtest.h>

#include <variant>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/exec/trace/trace_reader.h"

namespace warpscope::exec::test {
namespace {

using U64 = std::uint64_t;

TEST(ClockReadings, GoOnAsTheyWentAtLast) {
  ClockReadings readings;
  readings.block(0).warps = {{100, 110, 150, 190}, {20}};
  readings.fill();
  EXPECT_EQ(readings.at(0, 0, 2), 150U);
  EXPECT_EQ(readings.at(0, 0, 4), 190U + 30U);
  EXPECT_EQ(readings.at(0, 0, 14), 190U + 11U * 30U);
  EXPECT_GT(readings.at(0, 1, 1), 20U);
  EXPECT_GT(readings.at(0, 2, 1), readings.at(0, 2, 0)) << "a warp that was not seen to read";
}

TEST(ClockReadings, PutTheLastOneInForWhatWasNotSeen) {
  ClockReadings readings;
  readings.block(0).warps = {{0, 110, 0, 190}};
  readings.fill();
  EXPECT_EQ(readings.at(0, 0, 0), 0U);
  EXPECT_EQ(readings.at(0, 0, 2), 110U);
}

// Of 132 SMs three were timed, in two rows.
TEST(ClockReadings, OfBlocksThatWereNotTimedAreThoseOfTheSameRow) {
  ClockReadings readings(132);
  for (const U64 row : {0U, 1U})
    for (const U64 column : {0U, 1U, 2U})
      readings.block(row * 132 + column).warps = {{row * 1000 + column}};
  readings.fill();
  EXPECT_EQ(readings.at(1, 0, 0), 1U);
  EXPECT_EQ(readings.at(5, 0, 0), 2U);
  EXPECT_EQ(readings.at(131, 0, 0), 131U % 3U);
  EXPECT_EQ(readings.at(132 + 3, 0, 0), 1000U);
  EXPECT_EQ(readings.at(132 * 9 + 4, 0, 0), 1001U) << "behind the last row that was timed";
  EXPECT_EQ(ClockReadings(132).like(0), nullptr);
}

TEST(ClockReadings, DifferByTheLargestDifferenceToWhatWasShown) {
  ClockReadings one, two;
  one.block(0).warps = {{10, 20, 30}};
  two.block(0).warps = {{10, 25, 27, 1000}};
  EXPECT_EQ(one.largest_difference(two), 5U);
  EXPECT_EQ(two.largest_difference(one), 1000U - 40U) << "the clock went on as before";
}

// Two reads of each warp, a pause between them.
constexpr const char* kReads = R"(
ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; mul.wide.u32 %rd2, %r2, 24; add.u64 %rd2, %rd1, %rd2;
mov.u64 %rd3, %clock64; nanosleep.u32 500; mov.u64 %rd4, %clock64; mov.u64 %rd5, %globaltimer;
st.global.u64 [%rd2], %rd3; st.global.u64 [%rd2+8], %rd4; st.global.u64 [%rd2+16], %rd5;
)";

TEST(ClockReadings, AreWhatWarpsRead) {
  Machine machine(module_with_kernel(".param .u64 out", kReads));
  const auto out = machine.upload(std::vector<U64>(6));
  ClockReadings readings;
  readings.block(0).warps = {{100, 600, 700}, {120, 620, 800}};
  readings.fill();
  machine.options.sm_clock_hz = 1e9;
  machine.options.clock = {&readings, 2e-6};
  ASSERT_FALSE(machine.launch("k", {}, {64, 1, 1}, out).fault);
  // The timer steps by 32 ns.
  EXPECT_EQ(machine.download<U64>(out, 6), (std::vector<U64>{2100, 2600, 2688, 2120, 2620, 2784}));
}

TEST(ClockReadings, AreTracedInTheirOrder) {
  Machine machine(module_with_kernel(".param .u64 out", kReads));
  const auto out = machine.upload(std::vector<U64>(6));
  LaunchTrace trace;
  machine.options.trace = &trace;
  ASSERT_FALSE(machine.launch("k", {}, {64, 1, 1}, out).fault);
  ASSERT_EQ(trace.blocks().size(), 1U);
  for (std::size_t warp = 0; warp < 2; ++warp) {
    std::string seen;
    TraceReader reader(trace.blocks().begin()->second.warp(warp));
    for (auto record = reader.next(); record; record = reader.next()) {
      if (std::holds_alternative<ClockRecord>(*record)) seen += 'c';
      if (const auto* pause = std::get_if<PauseRecord>(&*record)) {
        seen += 'p';
        EXPECT_EQ(pause->nanoseconds, 500U);
      }
    }
    EXPECT_EQ(seen, "cpcc") << warp;
  }
}

}  // namespace
}  // namespace warpscope::exec::test
