// The sample of requests that a launch keeps of its lines.
#include "vgpu/exec/access/request_sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr std::uint32_t kBlocks = 4, kThreads = 64;

using Space = WarpRequest::Space;
using Kind = WarpRequest::Kind;

// A line for each way an access can go. %rd1: in[i], %rd2: out[i], %r2: &tile[tid], %r4: a column
// of 32 x 32 words, %r5: one of 32 x 33.
std::string kernel() {
  return module_with_kernel(".param .u64 in, .param .u64 out", R"(
.loc 1 1 0
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; cvta.to.global.u64 %rd1, %rd1;
cvta.to.global.u64 %rd2, %rd2; mov.u32 %r1, %tid.x; mov.u32 %r20, %ctaid.x;
mad.lo.u32 %r21, %r20, 64, %r1;
mul.wide.u32 %rd5, %r21, 132; add.u64 %rd5, %rd5, %rd1;
mad.wide.u32 %rd6, %r21, 16, %rd1;
mad.wide.u32 %rd1, %r21, 4, %rd1; mad.wide.u32 %rd2, %r21, 4, %rd2;
mov.u32 %r2, tile; mad.lo.u32 %r2, %r1, 4, %r2;
and.b32 %r6, %r1, 31; mov.u32 %r4, tile; mad.lo.u32 %r5, %r6, 132, %r4;
mad.lo.u32 %r4, %r6, 128, %r4; mov.u32 %r7, tile; mad.lo.u32 %r7, %r6, 16, %r7;
setp.lt.u32 %p1, %r1, 20; mov.u32 %r10, 0;
loop:
.loc 1 10 0
ld.global.u32 %r11, [%rd1];
.loc 1 11 0
ld.global.u32 %r12, [%rd5];
.loc 1 12 0
@%p1 ld.global.u32 %r13, [%rd1+4];
.loc 1 13 0
st.shared.u32 [%r2], %r11;
.loc 1 14 0
bar.sync 0;
.loc 1 15 0
ld.shared.u32 %r14, [%r4];
.loc 1 16 0
ld.shared.u32 %r15, [%r5];
.loc 1 17 0
ld.shared.v4.u32 {%r16, %r17, %r18, %r19}, [%r7];
.loc 1 18 0
atom.shared.add.u32 %r22, [%r4], %r12;
.loc 1 19 0
red.global.add.u32 [%rd2], %r13;
.loc 1 20 0
ld.global.v4.u32 {%r23, %r24, %r25, %r26}, [%rd6];
.loc 1 21 0
add.u32 %r14, %r14, %r15; add.u32 %r14, %r14, %r16; add.u32 %r14, %r14, %r17;
add.u32 %r14, %r14, %r18; add.u32 %r14, %r14, %r19; add.u32 %r14, %r14, %r22;
add.u32 %r14, %r14, %r23; add.u32 %r14, %r14, %r24; add.u32 %r14, %r14, %r25;
add.u32 %r14, %r14, %r26;
.loc 1 22 0
st.global.u32 [%rd2+4096], %r14;
.loc 1 23 0
bar.sync 0;
add.u32 %r10, %r10, 1; setp.lt.u32 %p2, %r10, 3; @%p2 bra loop;
)",
                            ".file 1 \"k.cu\"\n.shared .align 16 .b8 tile[5120];\n");
}

struct Outcome {
  std::unique_ptr<Machine> machine;  ///< the requests' arrays are texts of its program
  LaunchResult result;
  std::vector<std::uint32_t> out;
};

Outcome run(bool has_checks, std::uint32_t workers = 1, bool wants_requests = true) {
  constexpr std::size_t kOut = 4096;
  auto machine = std::make_unique<Machine>(kernel());
  machine->options.checks = has_checks;
  machine->options.wants_requests = wants_requests;
  machine->options.worker_threads = workers;
  std::vector<std::uint32_t> values(16384);
  for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = i * 2654435761U;
  const std::uint64_t in = machine->upload(values);
  const std::uint64_t out = machine->upload(std::vector<std::uint32_t>(kOut));
  LaunchResult result = machine->launch("k", {kBlocks, 1, 1}, {kThreads, 1, 1}, in, out);
  auto values_out = machine->download<std::uint32_t>(out, kOut);
  return {std::move(machine), std::move(result), std::move(values_out)};
}

const std::vector<WarpRequest>& requests_at(const LaunchResult& result, std::uint32_t line) {
  static const std::vector<WarpRequest> none;
  const auto found = std::ranges::find_if(
      result.requests.lines, [&](const LineRequests& each) { return each.where.line == line; });
  return found == result.requests.lines.end() ? none : found->requests;
}

struct Expected {
  std::uint32_t line;
  Space space;
  Kind kind;
  std::uint32_t size_bytes, cost;
};

class Requests : public testing::TestWithParam<bool> {};

TEST_P(Requests, AreKeptOfEachLineWithItsWorst) {
  const Outcome outcome = run(GetParam());
  const LaunchResult& result = outcome.result;
  ASSERT_FALSE(result.fault) << result.fault->message;
  EXPECT_EQ(result.requests.blocks, kBlocks);
  const Expected expected[] = {
      {10, Space::global, Kind::load, 4, 4},   {11, Space::global, Kind::load, 4, 32},
      {12, Space::global, Kind::load, 4, 3},   {13, Space::shared, Kind::store, 4, 1},
      {15, Space::shared, Kind::load, 4, 32},  {16, Space::shared, Kind::load, 4, 1},
      {17, Space::shared, Kind::load, 16, 4},  {18, Space::shared, Kind::atomic, 4, 32},
      {19, Space::global, Kind::atomic, 4, 4}, {20, Space::global, Kind::load, 16, 16},
      {22, Space::global, Kind::store, 4, 4},
  };
  EXPECT_EQ(result.requests.lines.size(), std::size(expected));
  for (const Expected& each : expected) {
    const std::vector<WarpRequest>& requests = requests_at(result, each.line);
    ASSERT_FALSE(requests.empty()) << "line " << each.line;
    EXPECT_LE(requests.size(), RequestSampler::kMostOfLine);
    std::uint32_t worst = 0;
    for (const WarpRequest& request : requests) {
      EXPECT_EQ(request.space, each.space) << "line " << each.line;
      EXPECT_EQ(request.kind, each.kind) << "line " << each.line;
      EXPECT_EQ(request.size_bytes, each.size_bytes) << "line " << each.line;
      worst = std::max(worst, request.cost());
    }
    EXPECT_EQ(worst, each.cost) << "line " << each.line;
    EXPECT_EQ(requests.front().block, 0U);
    EXPECT_EQ(requests.front().warp, 0U);
  }
}

TEST_P(Requests, HaveAddressesLanesAndArrays) {
  const Outcome outcome = run(GetParam());
  const LaunchResult& result = outcome.result;
  const WarpRequest& column = requests_at(result, 15).front();
  EXPECT_EQ(column.array, "tile");
  EXPECT_EQ(column.array_bytes, 5120U);
  EXPECT_EQ(column.lanes, ~0U);
  EXPECT_EQ(column.addresses[0], column.array_address);
  EXPECT_EQ(column.addresses[31] - column.addresses[0], 31U * 128);
  const WarpRequest& load = requests_at(result, 10).front();
  EXPECT_EQ(load.array_bytes, 16384U * 4);
  EXPECT_EQ(load.addresses[0], load.array_address);
  EXPECT_EQ(load.addresses[5] - load.addresses[0], 20U);
  const WarpRequest& part = requests_at(result, 12).front();
  EXPECT_EQ(part.lanes, (1U << 20) - 1);
  EXPECT_EQ(part.addresses[20], 0U);
}

TEST_P(Requests, ChangeNeitherCountersNorResult) {
  const Outcome with = run(GetParam()), without = run(GetParam(), 1, false);
  EXPECT_EQ(with.result.counters.values, without.result.counters.values);
  EXPECT_EQ(with.out, without.out);
  EXPECT_NE(with.out, std::vector<std::uint32_t>(with.out.size()));
  EXPECT_TRUE(without.result.requests.lines.empty());
  EXPECT_EQ(without.result.requests.blocks, 0U);
}

TEST_P(Requests, AreTheSameForAnyNumberOfWorkers) {
  const Outcome one = run(GetParam(), 1), four = run(GetParam(), 4);
  const auto &lines = one.result.requests.lines, &others = four.result.requests.lines;
  ASSERT_EQ(lines.size(), others.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& a = lines[i].requests;
    const auto& b = others[i].requests;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
      EXPECT_EQ(a[k].block, b[k].block);
      EXPECT_EQ(a[k].warp, b[k].warp);
      EXPECT_TRUE(std::ranges::equal(a[k].addresses, b[k].addresses));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(WithChecksAndWithout, Requests, testing::Bool());

TEST(RequestSampler, SpreadsWhatItKeepsOverTheRun) {
  Machine machine(kernel());
  machine.options.wants_requests = true;
  machine.options.checks = true;
  const std::uint64_t in = machine.upload(std::vector<std::uint32_t>(1 << 20));
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(1 << 14));
  const LaunchResult result = machine.launch("k", {128, 1, 1}, {kThreads, 1, 1}, in, out);
  ASSERT_FALSE(result.fault) << result.fault->message;
  const auto& requests = requests_at(result, 10);
  ASSERT_GE(requests.size(), 3U);
  EXPECT_GT(requests.back().block, 32U);
}

}  // namespace
}  // namespace warpscope::exec::test
