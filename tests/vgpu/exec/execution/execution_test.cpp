// Launches that are run step by step, forward and back, are in every place what a straight run is.
#include "vgpu/exec/execution/execution.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/vgpu/exec/execution/stepped.h"

namespace warpscope::exec::test {
namespace {

void expect_same(const LaunchResult& stepped, const LaunchResult& straight) {
  EXPECT_EQ(stepped.counters.values, straight.counters.values);
  EXPECT_EQ(stepped.longest_warp, straight.longest_warp);
  EXPECT_EQ(stepped.output, straight.output);
  EXPECT_EQ(stepped.distinct_read_sectors, straight.distinct_read_sectors);
  EXPECT_EQ(stepped.distinct_written_sectors, straight.distinct_written_sectors);
  EXPECT_EQ(stepped.time.longest_atomic_queue, straight.time.longest_atomic_queue);
  EXPECT_EQ(stepped.time.longest_float_queue, straight.time.longest_float_queue);
  ASSERT_EQ(stepped.fault.has_value(), straight.fault.has_value());
  if (!straight.fault) return;
  EXPECT_EQ(stepped.fault->kind, straight.fault->kind);
  EXPECT_EQ(stepped.fault->instruction, straight.fault->instruction);
  EXPECT_EQ(stepped.fault->lane_mask, straight.fault->lane_mask);
}

// Goes forward by single instructions (or a few, if there are thousands), back to about `stops` of
// them, forward again, and to the end.
void expect_steps_like_straight(const Sample& sample, std::size_t stops = 60) {
  Stepped straight(sample), stepped(sample);
  const LaunchResult expected = straight.straight();
  const std::size_t executed = expected.counters[Counter::inst_executed];
  const std::size_t pace = executed / 4000 + 1, stride = (executed / stops / pace + 1) * pace;
  const Until next = [pace](const Step& step) { return step.number % pace == 0; };
  Execution& execution = stepped.execution();
  std::map<U64, Step> steps;
  std::map<U64, U64> hashes;
  for (auto at = execution.step(); at; at = execution.advance(next)) {
    ASSERT_EQ(at->number, steps.size() * pace);
    if (at->number % stride == 0) hashes[at->number] = stepped.hash();
    steps[at->number] = *at;
  }
  if (!expected.fault) {
    EXPECT_EQ(execution.inspect().step, executed);
  }
  EXPECT_EQ(stepped.data(), straight.data());
  expect_same(execution.result(), expected);
  for (auto back = hashes.rbegin(); back != hashes.rend(); ++back) {
    ASSERT_EQ(execution.go_to(back->first), steps[back->first]);
    ASSERT_EQ(stepped.hash(), back->second) << "back at step " << back->first;
  }
  for (U64 on = 0; hashes.contains(on); on += 3 * stride) {
    ASSERT_EQ(execution.go_to(on), steps[on]);
    ASSERT_EQ(stepped.hash(), hashes.at(on)) << "forward again at step " << on;
  }
  EXPECT_EQ(execution.advance(at_end()), std::nullopt);
  EXPECT_EQ(stepped.data(), straight.data());
  expect_same(execution.result(), expected);
}

TEST(Execution, OfLanesThatPart) {
  expect_steps_like_straight({with_prologue(R"(
mov.u32 %r5, 0; and.b32 %r6, %r1, 7;
LOOP: setp.ge.u32 %p1, %r5, %r6; @%p1 bra OUT;
and.b32 %r7, %r5, 1; setp.eq.u32 %p2, %r7, 0; @%p2 bra EVEN;
mad.lo.u32 %r8, %r8, 3, %r1; bra NEXT;
EVEN: add.u32 %r8, %r8, 5; @%p1 exit;
NEXT: add.u32 %r5, %r5, 1; bra LOOP;
OUT: setp.gt.u32 %p3, %r6, 5; @%p3 exit; @!%p2 st.global.u32 [%rd2], %r8;
)"),
                              {2, 1, 1},
                              {50, 1, 1}});
}

TEST(Execution, OfBlocksThatMeetAtBarriers) {
  expect_steps_like_straight({with_prologue(R"(
.shared .align 4 .b8 s[512];
mov.u32 %r5, s; mad.lo.u32 %r6, %r1, 4, %r5; xor.b32 %r7, %r1, 64; mad.lo.u32 %r7, %r7, 4, %r5;
st.shared.u32 [%r6], %r3; bar.sync 0; ld.shared.u32 %r8, [%r7]; bar.sync 0;
mad.lo.u32 %r8, %r8, 7, %r3; st.shared.u32 [%r6], %r8; barrier.sync 3, 128; ld.shared.u32 %r9, [%r7];
setp.lt.u32 %p1, %r9, 1000; bar.red.popc.u32 %r10, 1, %p1; add.u32 %r9, %r9, %r10;
st.global.u32 [%rd2], %r9;
)"),
                              {3, 1, 1},
                              {128, 1, 1}});
}

TEST(Execution, OfShuffles) {
  expect_steps_like_straight({with_prologue(R"(
mov.u32 %r5, %r1; shfl.sync.bfly.b32 %r5|%p1, %r5, 1, 31, -1; and.b32 %r6, %r1, 16;
setp.ne.u32 %p2, %r6, 0; @%p2 bra UPPER;
shfl.sync.up.b32 %r7, %r5, 3, 0, 0xffff; bra.uni MEET;
UPPER: shfl.sync.down.b32 %r7, %r5, 2, 31, 0xffff0000; vote.sync.ballot.b32 %r8, %p1, 0xffff0000;
MEET: bar.warp.sync -1; match.any.sync.b32 %r9, %r7, -1; @%p2 redux.sync.add.u32 %r10, %r7, 0xffff0000;
add.u32 %r9, %r9, %r8; add.u32 %r9, %r9, %r10; st.global.u32 [%rd2], %r9;
)"),
                              {2, 1, 1},
                              {64, 1, 1}});
}

TEST(Execution, OfAtomics) {
  expect_steps_like_straight({with_prologue(R"(
.shared .align 4 .b8 s[64];
mov.u32 %r5, s; and.b32 %r6, %r1, 3; mad.lo.u32 %r5, %r6, 4, %r5; st.shared.u32 [%r5], %r2; bar.sync 0;
atom.shared.add.u32 %r7, [%r5], %r1; atom.global.add.u32 %r8, [%rd1], %r7; red.global.max.u32 [%rd1+64], %r8;
atom.global.cas.b32 %r9, [%rd1+4], %r7, %r8; atom.global.exch.b32 %r10, [%rd1+8], %r9; red.global.add.f32 [%rd1+12], 0f3f800000;
add.u32 %r8, %r8, %r10; st.global.u32 [%rd2+256], %r8;
)"),
                              {3, 1, 1},
                              {64, 1, 1}});
}

// Warps and blocks that spin on what others hold, with few instructions a turn.
TEST(Execution, OfLocksAndFlagsBetweenBlocks) {
  const std::string ptx = with_prologue(R"(
st.volatile.global.u32 [%rd2+512], %r1; membar.gl;
setp.ne.u32 %p1, %r1, 0; @%p1 bra DONE;
LOCK: atom.global.cas.b32 %r5, [lock], 0, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra LOCK;
ld.global.u32 %r6, [%rd1]; mad.lo.u32 %r6, %r6, 3, %r2; st.global.u32 [%rd1], %r6; membar.gl; atom.global.exch.b32 %r7, [lock], 0;
xor.b32 %r8, %r2, 1; mad.wide.u32 %rd4, %r8, 4, %rd1; mad.wide.u32 %rd5, %r2, 4, %rd1; st.volatile.global.u32 [%rd5+64], 1;
WAIT: ld.volatile.global.u32 %r9, [%rd4+64]; setp.ne.u32 %p3, %r9, 1; @%p3 bra WAIT;
DONE:
)",
                                        ".global .align 4 .u32 lock;");
  for (const U64 schedule : {0, 7}) {
    Sample sample{ptx, {4, 1, 1}, {64, 1, 1}};
    sample.schedule = schedule;
    sample.is_cooperative = schedule != 0;
    expect_steps_like_straight(sample, 12);
  }
}

TEST(Execution, OfAsynchronousCopies) {
  expect_steps_like_straight({with_prologue(R"(
.shared .align 16 .b8 tile[1024]; .shared .align 8 .b8 bar[8];
mov.u32 %r5, tile; mad.lo.u32 %r6, %r1, 16, %r5; mad.wide.u32 %rd3, %r1, 16, %rd1;
cp.async.ca.shared.global [%r6], [%rd3], 16; cp.async.commit_group; cp.async.ca.shared.global [%r6], [%rd3+64], 8;
cp.async.wait_group 0; ld.shared.u32 %r7, [%r6]; cp.async.wait_all; bar.sync 0;
setp.ne.u32 %p1, %r1, 0; @%p1 bra REST;
mbarrier.init.shared.b64 [bar], 64; fence.proxy.async.shared::cta;
cp.async.bulk.global.shared::cta.bulk_group [%rd1+2048], [%r5], 512; cp.async.bulk.commit_group;
REST: bar.sync 0; @%p1 bra ARRIVE;
mbarrier.arrive.expect_tx.shared.b64 %rd4, [bar], 256;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r5+512], [%rd1], 256, [bar]; bra.uni WAIT;
ARRIVE: mbarrier.arrive.shared.b64 %rd4, [bar];
WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0; @!%p2 bra WAIT;
ld.shared.u32 %r8, [%r6+4]; add.u32 %r8, %r8, %r7; st.global.u32 [%rd2+3072], %r8;
@!%p1 cp.async.bulk.wait_group 0;
)"),
                              {2, 1, 1},
                              {64, 1, 1}});
}

TEST(Execution, OfReducingCopiesAndMatrices) {
  expect_steps_like_straight({with_prologue(R"(
.shared .align 16 .b8 tile[128];
mov.u32 %r5, tile; mad.lo.u32 %r6, %r1, 4, %r5; st.shared.u32 [%r6], %r3; bar.sync 0;
setp.ne.u32 %p1, %r1, 0; @%p1 bra REST;
cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1+2048], [%r5], 64; cp.async.bulk.commit_group;
cp.async.bulk.wait_group 0;
REST: cvt.rn.f32.u32 %f1, %r3; mov.f32 %f2, 0f40000000;
wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd1], {%f1, %f2, %f1, %f2, %f1, %f1, %f2, %f2}, 16;
)"),
                              {3, 1, 1},
                              {32, 1, 1}});
}

TEST(Execution, OfSurfaces) {
  expect_steps_like_straight({with_prologue(R"(
and.b32 %r5, %r1, 31; shl.b32 %r5, %r5, 2; shr.u32 %r6, %r3, 5; suld.b.2d.b32.trap {%r7}, [%rd9, {%r5, %r6}];
add.u32 %r7, %r7, %r3; sust.b.2d.b32.trap [%rd9, {%r5, %r6}], {%r7};
sured.b.add.2d.u32.trap [%rd9, {%r5, %r6}], %r1; mov.u32 %r8, 0; sured.b.max.2d.u32.trap [%rd9, {%r8, %r8}], %r3;
)"),
                              {3, 1, 1},
                              {50, 1, 1}});
}

TEST(Execution, OfCallsAndLocalMemory) {
  expect_steps_like_straight({with_prologue(R"(
.local .align 4 .b8 kept[64];
and.b32 %r5, %r1, 15; mov.u32 %r6, kept; mad.lo.u32 %r6, %r5, 4, %r6; st.local.u32 [%r6], %r3;
setp.lt.u32 %p1, %r1, 20; @!%p1 bra AFTER;
{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r5; call.uni (r), sum, (a); ld.param.b32 %r7, [r]; }
AFTER: ld.local.u32 %r8, [%r6]; add.u32 %r8, %r8, %r7; st.global.u32 [%rd2], %r8;
)",
                                            R"(.func (.param .b32 r) sum(.param .b32 n) {
.reg .b32 %r<8>; .reg .pred %p<2>;
ld.param.u32 %r1, [n]; setp.eq.u32 %p1, %r1, 0; mov.u32 %r3, 0; @%p1 bra END; sub.u32 %r2, %r1, 1;
{ .param .b32 a; .param .b32 q; st.param.b32 [a], %r2; call.uni (q), sum, (a); ld.param.b32 %r3, [q]; }
END: add.u32 %r3, %r3, %r1; st.param.b32 [r], %r3; ret; })"),
                              {2, 1, 1},
                              {33, 1, 1}});
}

TEST(Execution, OfPrintf) {
  expect_steps_like_straight(
      {with_prologue(R"(
.local .align 8 .b8 arguments[8]; mov.u64 %rd5, arguments; cvta.local.u64 %rd6, %rd5; st.local.u32 [%rd5], %r3;
cvta.global.u64 %rd7, format;
{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %rd7; st.param.b64 [a], %rd6;
call.uni (r), vprintf, (f, a); ld.param.b32 %r9, [r]; }
st.global.u32 [%rd2], %r9;
)",
                     R"(.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 format[4] = {37, 117, 32, 0};)"),
       {2, 1, 1},
       {4, 1, 1}});
}

TEST(Execution, OfAKernelWithAFault) {
  expect_steps_like_straight({with_prologue(R"(
setp.lt.u32 %p1, %r3, 40; st.global.u32 [%rd2], %r3; @!%p1 st.global.u32 [%rd2+1], %r3;
)"),
                              {2, 1, 1},
                              {64, 1, 1}});
}

// Loops, branches, shared and global memory, shuffles and barriers as a seed has them.
class RandomKernel {
 public:
  explicit RandomKernel(U32 seed) : random_(seed) {}
  Sample make() {
    std::string body = R"(
.shared .align 4 .b8 s[1024]; mov.u32 %r20, s; mov.u32 %r10, %r3; mov.u32 %r11, 7; mov.u32 %r12, %r1;
mad.lo.u32 %r21, %r1, 4, %r20; st.shared.u32 [%r21], %r3; mov.u32 %r30, )" +
                       std::to_string(1 + below(4)) + ";\nLOOP:\n";
    const U32 count = 3 + below(6);
    for (U32 i = 0; i < count; ++i) body += piece(i);
    body +=
        "sub.u32 %r30, %r30, 1; setp.ne.u32 %p1, %r30, 0; @%p1 bra LOOP;\n"
        "xor.b32 %r10, %r10, %r11; add.u32 %r10, %r10, %r12; st.global.u32 [%rd2], %r10;";
    Sample sample{with_prologue(body)};
    sample.block = {1 + below(130), 1, 1};
    sample.grid = {1 + below(3), 1, 1};
    sample.schedule = below(2) * below(1000);
    return sample;
  }

 private:
  U32 below(U32 limit) { return std::uniform_int_distribution<U32>(0, limit - 1)(random_); }
  std::string piece(U32 number) {
    const std::string label = "L" + std::to_string(number);
    const std::string guard = below(3) == 0 ? "setp.gt.u32 %p2, %r10, 9999; @%p2 " : "";
    const std::string own = "[%rd2+" + std::to_string(below(4) * 4) + "]";
    const std::string any = "and.b32 %r5, %r10, 255; mad.wide.u32 %rd3, %r5, 4, %rd1; ";
    const std::string shared = "and.b32 %r5, %r12, 127; mad.lo.u32 %r6, %r5, 4, %r20; ";
    switch (below(10)) {
      case 0:
        return any + guard + "ld.global.u32 %r10, [%rd3];\n";
      case 1:
        return any + guard + "st.global.u32 [%rd3], %r11;\n";
      case 2:
        return guard + "st.global.u32 " + own + ", %r10;\n";
      case 3:
        return shared + guard + "ld.shared.u32 %r11, [%r6];\n";
      case 4:
        return shared + guard + "st.shared.u32 [%r6], %r10;\n";
      case 5:
        return any + guard + "atom.global.add.u32 %r12, [%rd3], %r11;\n";
      case 6:
        return "bar.sync 0;\n";
      case 7:
        return "shfl.sync.bfly.b32 %r11, %r10, " + std::to_string(1 + below(15)) + ", 31, -1;\n";
      case 8:
        return "and.b32 %r7, %r10, " + std::to_string(1 + below(7)) +
               "; setp.eq.u32 %p3, %r7, 0; @%p3 bra " + label +
               "; mad.lo.u32 %r10, %r10, 5, %r1; mul.lo.u32 %r12, %r12, 3; " + label + ":\n";
      default:
        return "mad.lo.u32 %r10, %r10, 1664525, %r11; add.u32 %r12, %r12, %r10;\n";
    }
  }
  std::mt19937 random_;
};

TEST(Execution, OfRandomKernels) {
  for (U32 seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_steps_like_straight(RandomKernel(seed).make(), 8);
    if (HasFailure()) return;
  }
}

// More steps than are between two copies of the state, and more copies than are kept.
TEST(Execution, OfManySteps) {
  const Sample sample{with_prologue(R"(
mov.u32 %r5, 0;
LOOP: ld.global.u32 %r6, [%rd2]; mad.lo.u32 %r6, %r6, 5, %r5; st.global.u32 [%rd2], %r6; bar.sync 0;
add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 9000; @%p1 bra LOOP;
)"),
                      {2, 1, 1},
                      {64, 1, 1}};
  Stepped straight(sample), stepped(sample);
  const LaunchResult expected = straight.straight();
  Execution& execution = stepped.execution();
  std::map<U64, U64> hashes;
  for (U64 at = 0; execution.go_to(at); at += 19'001) hashes[at] = stepped.hash();
  ASSERT_GT(hashes.size(), 10u);
  expect_same(execution.result(), expected);
  for (auto at = hashes.rbegin(); at != hashes.rend(); ++at) {
    ASSERT_TRUE(execution.go_to(at->first));
    ASSERT_EQ(stepped.hash(), at->second) << at->first;
  }
  execution.advance(at_end());
  EXPECT_EQ(stepped.data(), straight.data());
  expect_same(execution.result(), expected);
}

}  // namespace
}  // namespace warpscope::exec::test
