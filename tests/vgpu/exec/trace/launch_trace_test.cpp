// The trace of a launch replays to its counters, and is the same however it was run.
#include "vgpu/exec/trace/launch_trace.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "tests/vgpu/exec/trace/replay.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/exec/trace/trace_reader.h"

namespace warpscope::exec::test {
namespace {

// So many that several workers share them; of the last warp, half the lanes.
constexpr std::uint32_t kBlocks = 256, kThreads = 80;

// %rd1: in, %rd2: out, %r1: tid, %r21: thread of the grid, %rd3: in[thread], %rd4: out[thread],
// %r2: tile[tid].
std::string traced_kernel(std::string_view body) {
  return module_with_kernel(".param .u64 in, .param .u64 out", R"(
.local .align 16 .b8 own[64];
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; cvta.to.global.u64 %rd1, %rd1;
cvta.to.global.u64 %rd2, %rd2; mov.u32 %r1, %tid.x; mov.u32 %r20, %ctaid.x;
mad.lo.u32 %r21, %r20, 80, %r1; mad.wide.u32 %rd3, %r21, 4, %rd1;
mad.wide.u32 %rd4, %r21, 4, %rd2; mov.u32 %r2, tile; mad.lo.u32 %r2, %r1, 4, %r2;
)" + std::string(body),
                            ".shared .align 16 .b8 tile[8192];\n.shared .align 8 .b8 bar[8];\n"
                            ".const .align 4 .b8 table[256];\n");
}

// Each way an access can go: side by side, apart, wide, narrow, merged, guarded, in each space.
constexpr std::string_view kStraight = R"(
setp.lt.u32 %p1, %r1, 20; mov.u64 %rd6, own;
ld.global.u32 %r3, [%rd3]; ld.global.u32 %r4, [%rd3+4]; mad.wide.u32 %rd5, %r21, 100, %rd1;
and.b64 %rd5, %rd5, -8; ld.global.v2.u32 {%r5, %r6}, [%rd5]; ld.global.u32 %r7, [%rd1+64];
@%p1 ld.global.u32 %r8, [%rd3+512]; mul.wide.u32 %rd7, %r21, 16; add.u64 %rd8, %rd7, %rd1;
ld.global.v4.u32 {%r9, %r10, %r11, %r12}, [%rd8]; ld.global.u8 %r13, [%rd5];
mul.lo.u32 %r14, %r1, 1044; and.b32 %r14, %r14, 8188; mov.u32 %r15, tile; add.u32 %r15, %r15, %r14;
st.shared.u32 [%r2], %r3; st.shared.u32 [%r15], %r4; ld.shared.u32 %r16, [%r15];
mad.lo.u32 %r17, %r1, 12, %r2; ld.shared.v4.u32 {%r18, %r19, %r22, %r23}, [%r17];
ld.shared.u32 %r24, [tile]; st.local.u32 [own+4], %r5; ld.local.u32 %r25, [own+4];
and.b32 %r26, %r1, 15; mul.wide.u32 %rd9, %r26, 4; add.u64 %rd9, %rd6, %rd9;
and.b64 %rd9, %rd9, -8; ld.local.u32 %r27, [%rd9]; mov.u64 %rd10, table;
mul.wide.u32 %rd11, %r26, 8; add.u64 %rd10, %rd10, %rd11; ld.const.u32 %r28, [%rd10];
cvta.global.u64 %rd12, %rd3; ld.u32 %r29, [%rd12];
cvta.shared.u64 %rd13, 0; cvt.u64.u32 %rd14, %r2; add.u64 %rd13, %rd13, %rd14; ld.u32 %r30, [%rd13];
atom.global.add.u32 %r31, [%rd4], %r3; and.b32 %r32, %r1, 3; mad.wide.u32 %rd15, %r32, 4, %rd2;
red.global.max.u32 [%rd15+32768], %r4; atom.global.add.f32 %f1, [%rd15+40960], 0f3F800000;
atom.shared.add.u32 %r33, [%r2], %r4; atom.shared.add.f32 %f2, [%r15], 0f3F800000;
cp.async.ca.shared.global [%r2], [%rd3], 4; cp.async.wait_all;
mul.lo.u32 %r34, %r21, 7919; and.b32 %r34, %r34, 16383; mad.wide.u32 %rd17, %r34, 4, %rd1;
ld.global.u32 %r35, [%rd17]; atom.global.add.u32 %r36, [%rd17+65536], 1;
add.u32 %r35, %r35, %r36; add.u32 %r3, %r3, %r35;
add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r5; add.u32 %r3, %r3, %r6; add.u32 %r3, %r3, %r7;
add.u32 %r3, %r3, %r8; add.u32 %r3, %r3, %r9; add.u32 %r3, %r3, %r10; add.u32 %r3, %r3, %r12;
add.u32 %r3, %r3, %r13; add.u32 %r3, %r3, %r16; add.u32 %r3, %r3, %r18; add.u32 %r3, %r3, %r23;
add.u32 %r3, %r3, %r24; add.u32 %r3, %r3, %r25; add.u32 %r3, %r3, %r27; add.u32 %r3, %r3, %r28;
add.u32 %r3, %r3, %r29; add.u32 %r3, %r3, %r30; add.u32 %r3, %r3, %r31; add.u32 %r3, %r3, %r33;
st.global.u32 [%rd4], %r3; @%p1 st.global.u32 [%rd4+16384], %r3;
add.u64 %rd16, %rd7, %rd2; st.global.v2.u32 [%rd16+65536], {%r3, %r4};
)";

// Loops of other lengths in each lane, within a branch; lanes that leave early.
constexpr std::string_view kDivergent = R"(
setp.gt.u32 %p1, %r1, 70; @%p1 ret;
and.b32 %r3, %r1, 7; mov.u32 %r4, 0; setp.gt.u32 %p2, %r3, 4; @%p2 bra OTHER;
AGAIN: ld.global.u32 %r5, [%rd3]; add.u32 %r4, %r4, %r5; add.u64 %rd3, %rd3, 320;
sub.u32 %r3, %r3, 1; setp.gt.s32 %p3, %r3, 0; @%p3 bra AGAIN; bra.uni JOIN;
OTHER: setp.eq.u32 %p4, %r3, 6; @%p4 ret; ld.shared.u32 %r4, [%r2];
JOIN: st.global.u32 [%rd4], %r4;
)";

// A sum by a tree, in rounds with barriers, of a block whose last warp is not whole.
constexpr std::string_view kBarriers = R"(
ld.global.u32 %r3, [%rd3]; st.shared.u32 [%r2], %r3; mov.u32 %r4, 64;
ROUND: bar.sync 0; setp.lt.u32 %p1, %r1, %r4; add.u32 %r5, %r1, %r4; setp.lt.u32 %p2, %r5, 80;
and.pred %p1, %p1, %p2; @!%p1 bra NEXT; shl.b32 %r6, %r4, 2; add.u32 %r6, %r6, %r2;
ld.shared.u32 %r7, [%r6]; ld.shared.u32 %r8, [%r2]; add.u32 %r7, %r7, %r8; st.shared.u32 [%r2], %r7;
NEXT: shr.u32 %r4, %r4, 1; setp.ne.u32 %p3, %r4, 0; @%p3 bra ROUND;
setp.ne.u32 %p4, %r1, 0; @%p4 bra DONE; ld.shared.u32 %r9, [tile]; st.global.u32 [%rd4], %r9;
DONE:
setp.lt.u32 %p5, %r1, 32; @%p5 bra WAITS; setp.gt.u32 %p6, %r1, 63; @%p6 ret;
bar.arrive 1, 64; ret;
WAITS: bar.sync 1, 64;
)";

// What one thread brings with a bulk copy, all wait for.
constexpr std::string_view kBulk = R"(
setp.eq.u32 %p1, %r1, 0; mov.u32 %r3, bar; mov.u32 %r4, tile; mov.u32 %r5, 320;
@%p1 mbarrier.init.shared.b64 [%r3], 1; bar.sync 0;
@%p1 mbarrier.arrive.expect_tx.shared.b64 %rd5, [%r3], 320;
@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4], [%rd3], %r5, [%r3];
WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra WAIT;
ld.shared.u32 %r6, [%r2]; st.global.u32 [%rd4], %r6;
)";

// So long that all workers come to run some of the blocks.
constexpr std::string_view kLong = R"(
mov.u32 %r3, 0; mov.u32 %r5, 0;
AGAIN: ld.global.u32 %r4, [%rd3]; add.u64 %rd3, %rd3, 1280; add.u32 %r5, %r5, %r4;
add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 400; @%p1 bra AGAIN; st.global.u32 [%rd4], %r5;
)";

struct Traced {
  explicit Traced(const LaunchTrace::Limits& limits) : trace(limits) {}
  LaunchTrace trace;
  LaunchResult result;
  std::vector<std::uint32_t> memory;
  std::unique_ptr<Machine> machine;
};

std::unique_ptr<Traced> run(std::string_view body, std::uint32_t workers = 1, bool checks = false,
                            bool is_traced = true, const LaunchTrace::Limits& limits = {},
                            std::uint32_t blocks = kBlocks) {
  auto traced = std::make_unique<Traced>(limits);
  traced->machine = std::make_unique<Machine>(traced_kernel(body));
  Machine& machine = *traced->machine;
  if (is_traced) machine.options.trace = &traced->trace;
  machine.options.worker_threads = workers;
  machine.options.checks = checks;
  std::vector<std::uint32_t> values(std::size_t{1} << 20);
  for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = i * 2654435761U;
  const std::uint64_t in = machine.upload(values), out = machine.upload(values);
  traced->result = machine.launch("k", {blocks, 1, 1}, {kThreads, 1, 1}, in, out);
  traced->memory = machine.download<std::uint32_t>(out, values.size());
  return traced;
}

bool has_same_bytes(const LaunchTrace& one, const LaunchTrace& other) {
  return std::equal(one.blocks().begin(), one.blocks().end(), other.blocks().begin(),
                    other.blocks().end(), [](const auto& a, const auto& b) {
                      return a.first == b.first && a.second.bytes == b.second.bytes &&
                             a.second.warp_end == b.second.warp_end;
                    });
}

class LaunchTraces : public testing::TestWithParam<std::string_view> {};

TEST_P(LaunchTraces, ReplayToTheCounters) {
  const auto traced = run(GetParam());
  ASSERT_FALSE(traced->result.fault) << traced->result.fault->message;
  ASSERT_EQ(traced->trace.blocks().size(), kBlocks);
  const Kernel& kernel = traced->machine->program().kernel("k", {KernelUse::plain, true});
  CounterValues replayed = counters_of(kernel, replay(traced->trace));
  for (const CounterDescription& description : counter_descriptions()) {
    if (description.counter == Counter::divergent_branches) continue;
    EXPECT_EQ(replayed[description.counter], traced->result.counters[description.counter])
        << description.metric;
  }
}

TEST_P(LaunchTraces, HaveAllSectorsOfEachSite) {
  const auto traced = run(GetParam());
  const Replay sums = replay(traced->trace);
  std::uint64_t sectors = 0;
  for (std::size_t i = 0; i < sums.sites.size(); ++i) {
    using enum AccessSite::Kind;
    switch (traced->trace.sites()[i].kind) {
      case global_load:
      case global_store:
      case global_atomic:
      case global_reduction:
      case local_load:
      case local_store:
      case bulk_copy:
        EXPECT_EQ(sums.sectors[i], sums.sites[i].units) << "site " << i;
        sectors += sums.sectors[i];
        break;
      case constant_load:
        break;  // words, not sectors, are what is requested
      default:
        EXPECT_EQ(sums.sectors[i], 0U) << "site " << i;
    }
  }
  EXPECT_GT(sectors, 0U);
}

TEST_P(LaunchTraces, AreTheSameForAnyNumberOfWorkersAndWithChecks) {
  const auto one = run(GetParam());
  for (const std::uint32_t workers : {2U, 4U})
    EXPECT_TRUE(has_same_bytes(one->trace, run(GetParam(), workers)->trace)) << workers;
  EXPECT_TRUE(has_same_bytes(one->trace, run(GetParam(), 1, true)->trace)) << "with checks";
}

TEST_P(LaunchTraces, ChangeNeitherCountersNorMemory) {
  for (const bool checks : {false, true}) {
    const auto traced = run(GetParam(), 2, checks), plain = run(GetParam(), 2, checks, false);
    EXPECT_EQ(traced->result.counters.values, plain->result.counters.values);
    EXPECT_EQ(traced->memory, plain->memory);
    EXPECT_TRUE(plain->trace.blocks().empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, LaunchTraces,
                         testing::Values(kStraight, kDivergent, kBarriers, kBulk, kLong));

// Blocks write what others read, and branch by it, so that several workers find that they cannot
// share them, and one runs them all again.
TEST(LaunchTrace, OfBlocksThatRunAgainHasThemOnce) {
  constexpr std::string_view kHandedOn =
      "mov.u32 %r5, 0; AGAIN: add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 300; @%p2 bra AGAIN; "
      "ld.global.u32 %r3, [%rd4]; and.b32 %r4, %r3, 4; setp.eq.u32 %p1, %r4, 0; @%p1 bra EVEN; "
      "add.u32 %r3, %r3, 2; EVEN: add.u32 %r3, %r3, 3; st.global.u32 [%rd4+320], %r3;";
  const auto one = run(kHandedOn, 1, false, true, {}, 1024);
  const auto four = run(kHandedOn, 4, false, true, {}, 1024);
  EXPECT_EQ(one->memory, four->memory);
  EXPECT_TRUE(has_same_bytes(one->trace, four->trace));
  const Kernel& kernel = four->machine->program().kernel("k", {KernelUse::plain, true});
  const CounterValues replayed = counters_of(kernel, replay(four->trace));
  EXPECT_EQ(replayed[Counter::inst_executed], four->result.counters[Counter::inst_executed]);
  EXPECT_EQ(replayed[Counter::global_store_sectors],
            four->result.counters[Counter::global_store_sectors]);
}

TEST(LaunchTrace, TellsWhoComesToBarriers) {
  const auto traced = run(kBarriers);
  std::uint64_t waits = 0, arrivals = 0;
  TraceReader waiting(traced->trace.blocks().at(3).warp(0));
  for (auto record = waiting.next(); record; record = waiting.next()) {
    if (const auto* barrier = std::get_if<BarrierRecord>(&*record)) {
      EXPECT_TRUE(barrier->waits);
      EXPECT_EQ(barrier->lanes, ~0U);
      waits += barrier->barrier == 1 && barrier->threads == 64 ? 1 : 0;
    }
  }
  TraceReader arriving(traced->trace.blocks().at(3).warp(1));
  for (auto record = arriving.next(); record; record = arriving.next()) {
    if (const auto* barrier = std::get_if<BarrierRecord>(&*record))
      arrivals += barrier->waits ? 0 : 1;
  }
  EXPECT_EQ(waits, 1U);
  EXPECT_EQ(arrivals, 1U);
  const Replay bulk = replay(run(kBulk)->trace);
  EXPECT_EQ(bulk.mbarrier_waits, std::uint64_t{kBlocks} * kThreads);
  EXPECT_EQ(bulk.mbarrier_arrivals, kBlocks);
  EXPECT_EQ(bulk.mbarrier_expected, kBlocks);
  EXPECT_EQ(bulk.copied_bytes, std::uint64_t{kBlocks} * 320);
  EXPECT_EQ(bulk.mbarrier_bytes, std::int64_t{kBlocks} * 320);
}

TEST(LaunchTrace, HasTheLanesOfEachEntry) {
  const auto traced =
      run("setp.lt.u32 %p1, %r1, 4; @%p1 bra FEW; st.global.u32 [%rd4], %r1; ret; "
          "FEW: st.global.u32 [%rd4], %r20;");
  TraceReader reader(traced->trace.blocks().at(0).warp(0));
  std::vector<std::uint32_t> lanes;
  for (auto record = reader.next(); record; record = reader.next()) {
    if (const auto* entry = std::get_if<BlockEntry>(&*record)) lanes.push_back(entry->lanes);
  }
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{~0U, ~0xfU, 0xfU}));
  EXPECT_TRUE(traced->trace.blocks().at(0).warp(3).empty()) << "80 threads are three warps";
}

// A strided loop repeats itself but for an address.
TEST(LaunchTrace, TakesFewBytesForWhatRepeats) {
  constexpr std::uint32_t kRounds = 100;
  const auto traced =
      run("mov.u32 %r3, 0; AGAIN: ld.global.u32 %r4, [%rd3]; add.u64 %rd3, %rd3, 1280; "
          "add.u32 %r5, %r5, %r4; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 100; @%p1 bra AGAIN; "
          "st.global.u32 [%rd4], %r5;");
  EXPECT_LT(traced->trace.blocks().at(0).warp(0).size(), std::size_t{kRounds} * 5);
}

TEST(LaunchTrace, OfSomeBlocks) {
  const auto all = run(kStraight), some = run(kStraight, 2, false, true, {.period = 5, .count = 2});
  ASSERT_EQ(some->trace.blocks().size(), 103U);  // of 256: 0, 1, 5, 6, ..., 251, 255
  for (const auto& [number, block] : some->trace.blocks()) {
    EXPECT_LT(number % 5, 2U);
    EXPECT_EQ(block.bytes, all->trace.blocks().at(number).bytes) << number;
  }
}

TEST(LaunchTrace, ThatIsTooLongIsEmpty) {
  const std::uint64_t bytes = run(kStraight)->trace.size_bytes();
  const auto fits = run(kStraight, 4, false, true, {.most_bytes = bytes});
  EXPECT_TRUE(fits->trace.is_complete());
  EXPECT_EQ(fits->trace.size_bytes(), bytes);
  const auto exceeds = run(kStraight, 4, false, true, {.most_bytes = bytes - 1});
  EXPECT_FALSE(exceeds->trace.is_complete());
  EXPECT_TRUE(exceeds->trace.blocks().empty());
}

TEST(LaunchTrace, CostsNothingUnlessItIsAskedFor) {
  const auto traced = run(kStraight);
  const Program& program = traced->machine->program();
  const Kernel& plain = program.kernel("k");
  const Kernel& with_trace = program.kernel("k", {KernelUse::plain, true});
  EXPECT_EQ(plain.sites.size(), with_trace.sites.size());
  EXPECT_LT(plain.operations.size(), with_trace.operations.size());
  for (const Operation& operation : plain.operations) {
    const bool is_of_traces =
        std::none_of(with_trace.operations.begin(), with_trace.operations.end(),
                     [&](const Operation& other) { return other.handler == operation.handler; });
    if (is_of_traces) {
      // The one that enters a block; nothing else differs.
      EXPECT_EQ(operation.handler, plain.operations[plain.functions.front().entry].handler);
    }
  }
}

TEST(TraceReader, RefusesWhatEndsWithinARecord) {
  const auto traced = run(kStraight);
  const std::span<const std::byte> warp = traced->trace.blocks().at(0).warp(0);
  const auto read = [](std::span<const std::byte> bytes) {
    std::size_t records = 0;
    TraceReader reader(bytes);
    while (reader.next()) ++records;
    return records;
  };
  const std::size_t records = read(warp);
  std::size_t refused = 0;
  for (std::size_t length = 0; length < warp.size(); ++length) {
    try {
      EXPECT_LT(read(warp.first(length)), records);
    } catch (const std::runtime_error&) {
      ++refused;
    }
  }
  EXPECT_EQ(refused, warp.size() - records) << "all but the ends of records, and the empty one";
}

}  // namespace
}  // namespace warpscope::exec::test
