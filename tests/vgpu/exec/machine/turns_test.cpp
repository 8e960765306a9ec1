// Launches in which warps lose their turn in front of accesses (LaunchOptions::interleaves): what
// only the usual order hides shows, and what is right stays right.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint64_t kOrders = 12;
constexpr std::uint64_t kMostInstructions = 20'000'000;

/// A kernel with an array `out`, of which %rd1 is the address; %r1 is the thread of the block, %r2
/// the block.
struct Program {
  std::string body;
  std::string declarations;
  Dim3 grid{64, 1, 1}, block{1, 1, 1};
  std::size_t words = 1;
};

/// `out`, zeros at first, behind a launch; `schedule` 0: in the usual order.
Words run(const Program& program, std::uint64_t schedule) {
  Machine machine(module_with_kernel(
      ".param .u64 out",
      "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n" + program.body,
      program.declarations));
  machine.options.schedule = schedule;
  machine.options.interleaves = true;
  machine.options.instruction_budget = kMostInstructions;
  const std::uint64_t out = machine.upload(Words(program.words, 0));
  const LaunchResult launched = machine.launch("k", program.grid, program.block, out);
  EXPECT_FALSE(launched.fault) << launched.fault->message << ", order " << schedule;
  return machine.download<std::uint32_t>(out, program.words);
}

/// In how many of some orders it gives anything but `right`; each order the same twice.
int wrong_orders(const Program& program, const Words& right) {
  EXPECT_EQ(run(program, 0), right) << "in the usual order";
  int wrong = 0;
  for (std::uint64_t schedule = 1; schedule <= kOrders; ++schedule) {
    const Words result = run(program, schedule);
    EXPECT_EQ(result, run(program, schedule)) << "not the same twice";
    wrong += result != right ? 1 : 0;
  }
  return wrong;
}

/// Each block adds 1 to a word.
Program count(const std::string& add) {
  Program program;
  program.body = add;
  return program;
}

TEST(Turns, ShowUpdatesOfBlocksThatAreLost) {
  const Program racing =
      count("ld.global.u32 %r3, [%rd1]; add.u32 %r3, %r3, 1; st.global.u32 [%rd1], %r3;");
  EXPECT_EQ(wrong_orders(racing, {64}), kOrders);
  EXPECT_EQ(wrong_orders(count("red.global.add.u32 [%rd1], 1;"), {64}), 0);
}

// Twelve warps append to a list: a place is taken by a load and a store, or by an atomic.
TEST(Turns, ShowPlacesOfAListThatAreTakenTwice) {
  const auto append = [](const std::string& take) {
    Program program;
    program.grid = {4, 1, 1};
    program.block = {96, 1, 1};
    program.words = 13;
    program.body = "and.b32 %r4, %r1, 31; setp.ne.u32 %p1, %r4, 0; @%p1 ret;\n" + take +
                   "mad.wide.u32 %rd2, %r3, 4, %rd1; st.global.u32 [%rd2+4], 1;";
    return program;
  };
  Words right(13, 1);
  right[0] = 12;
  EXPECT_GE(wrong_orders(append("ld.global.u32 %r3, [%rd1]; add.u32 %r5, %r3, 1; st.global.u32 "
                                "[%rd1], %r5;"),
                         right),
            10);
  EXPECT_EQ(wrong_orders(append("atom.global.add.u32 %r3, [%rd1], 1;"), right), 0);
}

// Each thread reads what the warp before its own has written to shared memory.
TEST(Turns, ShowABarrierThatIsMissing) {
  const auto shift = [](const std::string& between) {
    Program program;
    program.grid = {2, 1, 1};
    program.block = {256, 1, 1};
    program.words = 512;
    program.body =
        ".shared .align 4 .b8 tile[1024];\n"
        "mov.u32 %r7, tile; mad.lo.u32 %r3, %r1, 4, %r7; st.shared.u32 [%r3], %r1;\n" +
        between +
        "setp.lt.u32 %p1, %r1, 32; @%p1 ret; ld.shared.u32 %r5, [%r3-128];\n"
        "mad.lo.u32 %r6, %r2, 256, %r1; mad.wide.u32 %rd2, %r6, 4, %rd1; "
        "st.global.u32 [%rd2], %r5;";
    return program;
  };
  Words right(512, 0);
  for (std::uint32_t thread = 0; thread < 512; ++thread)
    if (thread % 256 >= 32) right[thread] = thread % 256 - 32;
  EXPECT_EQ(wrong_orders(shift(""), right), kOrders);
  EXPECT_EQ(wrong_orders(shift("bar.sync 0;\n"), right), 0);
}

// Each block stores its part and draws a ticket; who draws the last one adds up the parts.
Program last_block(const std::string& between) {
  Program program;
  program.words = 66;
  program.body = "mad.wide.u32 %rd2, %r2, 4, %rd1; st.global.u32 [%rd2+8], 1;\n" + between +
                 R"(atom.global.add.u32 %r3, [%rd1], 1; setp.ne.u32 %p1, %r3, 63; @%p1 ret;
mov.u32 %r4, 0; mov.u32 %r5, 0;
MORE: mad.wide.u32 %rd2, %r4, 4, %rd1; ld.volatile.global.u32 %r6, [%rd2+8]; add.u32 %r5, %r5, %r6;
add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 64; @%p1 bra MORE;
st.global.u32 [%rd1+4], %r5;)";
  return program;
}

TEST(Turns, ShowAFenceThatIsMissing) {
  Words right(66, 1);
  right[0] = right[1] = 64;
  EXPECT_GE(wrong_orders(last_block(""), right), 6);
  EXPECT_EQ(wrong_orders(last_block("membar.gl;\n"), right), 0);
  EXPECT_EQ(wrong_orders(last_block("bar.sync 0; membar.gl;\n"), right), 0);
}

// Blocks take the last one for the one with the highest number.
TEST(Turns, ShowThatTheLastBlockIsNotTheLastToEnd) {
  Program program = count(R"(red.global.add.u32 [%rd1], 1; setp.ne.u32 %p1, %r2, 63; @%p1 ret;
ld.global.u32 %r3, [%rd1]; st.global.u32 [%rd1+4], %r3;)");
  program.words = 2;
  EXPECT_GE(wrong_orders(program, {64, 64}), 10);
}

// A block waits for the flag of the one before it, reads its word and hands on one more.
TEST(Turns, KeepBlocksThatWaitForEachOther) {
  const auto chain = [](const std::string& publish) {
    Program program;
    program.grid = {200, 1, 1};
    program.words = 402;
    program.body = R"(mul.lo.u32 %r3, %r2, 2; mad.wide.u32 %rd2, %r3, 4, %rd1;
setp.eq.u32 %p1, %r2, 0; mov.u32 %r5, 0; @%p1 bra READY;
WAIT: ld.volatile.global.u32 %r4, [%rd2+4]; setp.eq.u32 %p2, %r4, 0; @%p2 bra WAIT;
membar.gl; ld.global.u32 %r5, [%rd2];
READY: add.u32 %r5, %r5, 1; st.global.u32 [%rd2+8], %r5;
)" + publish + "st.volatile.global.u32 [%rd2+12], 1;";
    return program;
  };
  Words right(402, 1);
  right[0] = right[1] = 0;
  for (std::uint32_t block = 0; block < 200; ++block) right[2 * block + 2] = block + 1;
  EXPECT_EQ(wrong_orders(chain("membar.gl;\n"), right), 0);
  EXPECT_GE(wrong_orders(chain(""), right), 10) << "the flag is seen before the word";
}

// A lock that lanes of all warps want.
TEST(Turns, KeepLocks) {
  const auto locked = [](const std::string& free) {
    Program program;
    program.grid = {8, 1, 1};
    program.block = {64, 1, 1};
    program.words = 2;
    program.body = R"(mov.u32 %r4, 0;
TRY: atom.global.cas.b32 %r3, [%rd1], 0, 1; setp.ne.u32 %p1, %r3, 0; @%p1 bra NEXT;
membar.gl; ld.volatile.global.u32 %r5, [%rd1+4]; add.u32 %r5, %r5, 1; st.global.u32 [%rd1+4], %r5;
)" + free + R"(
atom.global.exch.b32 %r6, [%rd1], 0; mov.u32 %r4, 1;
NEXT: setp.eq.u32 %p1, %r4, 0; @%p1 bra TRY;)";
    return program;
  };
  EXPECT_EQ(wrong_orders(locked("membar.gl;"), {0, 512}), 0);
  EXPECT_GE(wrong_orders(locked(""), {0, 512}), 10) << "given back before the sum is there";
}

// A thread sees what it has stored itself, and lanes that come together what the others have.
TEST(Turns, KeepWhatAWarpHasStoredItself) {
  Program program;
  program.grid = {16, 1, 1};
  program.block = {32, 1, 1};
  program.words = 1 + 512 + 1;
  program.body = R"(mad.lo.u32 %r3, %r2, 32, %r1; mad.wide.u32 %rd2, %r3, 4, %rd1;
st.global.u32 [%rd2+4], 7; red.global.add.u32 [%rd2+4], 1; ld.global.u32 %r4, [%rd2+4];
add.u32 %r4, %r4, %r3; st.global.u32 [%rd2+4], %r4; st.global.u32 [%rd2+4], %r4;
atom.global.add.u32 %r6, [%rd1], 1; bar.warp.sync 0xffffffff;
mad.lo.u32 %r5, %r2, 32, 31; mad.wide.u32 %rd3, %r5, 4, %rd1; ld.global.u32 %r5, [%rd3+4];
add.u32 %r4, %r4, %r5; bar.warp.sync 0xffffffff; st.global.u32 [%rd2+4], %r4;)";
  Words right(514, 0);
  right[0] = 512;
  for (std::uint32_t thread = 0; thread < 512; ++thread)
    right[thread + 1] = (8 + thread) + (8 + thread / 32 * 32 + 31);
  EXPECT_EQ(wrong_orders(program, right), 0);
}

// One warp stores to memory of the kernel's malloc and tells the other one where, who frees it at
// once. That is wrong, but what is held back must not be stored to pages that are gone.
TEST(Turns, HoldNothingBackOnTheHeap) {
  Program program;
  program.grid = {1, 1, 1};
  program.block = {64, 1, 1};
  program.words = 2;
  const std::string allocate =
      "{ .param .b64 n; .param .b64 r; st.param.b64 [n], 3000000; call.uni (r), malloc, (n); "
      "ld.param.b64 %rd2, [r]; }\n";
  program.declarations =
      ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n";
  program.body =
      "and.b32 %r4, %r1, 31; setp.ne.u32 %p1, %r4, 0; @%p1 ret;\n"
      "setp.ne.u32 %p1, %r1, 0; @%p1 bra OTHER;\n" +
      allocate + "mov.u64 %rd3, %rd2;\n" + allocate +
      R"(st.global.u32 [%rd3], 7; st.global.u32 [%rd3+2999996], 7; st.volatile.global.u64 [%rd1], %rd3;
WAIT: ld.volatile.global.u64 %rd4, [%rd1]; setp.ne.u64 %p2, %rd4, 0; @%p2 bra WAIT;
ret;
OTHER: ld.volatile.global.u64 %rd4, [%rd1]; setp.eq.u64 %p2, %rd4, 0; @%p2 bra OTHER;
{ .param .b64 p; st.param.b64 [p], %rd4; call.uni free, (p); }
st.volatile.global.u64 [%rd1], 0;)";
  EXPECT_EQ(wrong_orders(program, {0, 0}), 0);
}

// Copies into the buffer that others still read, with and without waiting for them.
TEST(Turns, ShowCopiesThatComeTooEarly) {
  const auto refill = [](const std::string& between) {
    Program program;
    program.grid = {16, 1, 1};
    program.block = {128, 1, 1};
    program.words = 17 * 128;
    // The first 128 words are zeros and stay so: what comes early is 0, what was there is 5.
    program.body = R"(.shared .align 16 .b8 tile[512];
mov.u32 %r7, tile; mad.lo.u32 %r3, %r1, 4, %r7; st.shared.u32 [%r3], 5; bar.sync 0;
xor.b32 %r4, %r1, 96; mad.lo.u32 %r4, %r4, 4, %r7; mad.wide.u32 %rd2, %r1, 4, %rd1;
mad.lo.u32 %r6, %r2, 128, %r1; mad.wide.u32 %rd3, %r6, 4, %rd1;
)" + between + R"(
ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd3+512], %r5; bar.sync 0;
cp.async.wait_all; bar.sync 0;)";
    return program;
  };
  Words right(17 * 128, 0);
  std::fill(right.begin() + 128, right.end(), 5U);
  const std::string copy = "cp.async.ca.shared.global [%r3], [%rd2], 4;\n";
  EXPECT_GE(wrong_orders(refill(copy), right), 6);
  EXPECT_EQ(wrong_orders(refill(""), right), 0);
}

// The usual order has nothing of all that.
TEST(Turns, ChangeNothingWithoutASchedule) {
  const Program program = last_block("");
  Machine machine(module_with_kernel(
      ".param .u64 out",
      "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n" + program.body));
  const std::uint64_t out = machine.upload(Words(program.words, 0));
  const LaunchResult plain = machine.launch("k", program.grid, program.block, out);
  machine.options.interleaves = true;
  const std::uint64_t again = machine.upload(Words(program.words, 0));
  const LaunchResult asked = machine.launch("k", program.grid, program.block, again);
  EXPECT_EQ(plain.counters.values, asked.counters.values);
  EXPECT_EQ(machine.download<std::uint32_t>(out, program.words),
            machine.download<std::uint32_t>(again, program.words));
}

}  // namespace
}  // namespace warpscope::exec::test
