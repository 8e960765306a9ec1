// Lanes that part and meet again: results, and counts per line for shapes whose counts are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

struct Counts {
  std::uint64_t instructions = 0, lanes = 0;
  bool operator==(const Counts&) const = default;
};
void PrintTo(const Counts& counts, std::ostream* out) {
  *out << counts.instructions << " instructions of " << counts.lanes << " lanes";
}

// A kernel whose lines say `.loc`: "@5 add …" in the text stands for source line 5.
class Kernel {
 public:
  explicit Kernel(const std::string& body)
      : machine_(module_with_kernel(".param .u64 out, .param .u64 in", with_locations(body),
                                    ".file 1 \"k.cu\"\n")) {}

  // Runs one block; `in` has a word per thread.
  void run(const std::vector<std::uint32_t>& in) {
    const auto threads = static_cast<std::uint32_t>(in.size());
    const std::uint64_t out = machine_.upload(std::vector<std::uint32_t>(threads, 0));
    machine_.options.instruction_budget = 100'000'000;
    result_ = machine_.launch("k", {}, {threads, 1, 1}, out, machine_.upload(in));
    ASSERT_FALSE(result_.fault) << result_.fault->message;
    out_ = machine_.download<std::uint32_t>(out, threads);
  }
  const std::vector<std::uint32_t>& out() const { return out_; }
  Counts at(std::uint32_t line) const {
    for (const LineCounters& counters : result_.lines) {
      if (counters.where.line == line)
        return {counters.values[Counter::inst_executed],
                counters.values[Counter::thread_inst_executed]};
    }
    return {};
  }
  std::uint64_t sum(Counter counter) const { return result_.counters[counter]; }
  std::uint64_t longest_warp() const { return result_.longest_warp; }

 private:
  static std::string with_locations(const std::string& body) {
    std::string text =
        ".loc 1 1000 0\nmov.u32 %r1, %tid.x; ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];\n"
        "mul.wide.u32 %rd3, %r1, 4; add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3; "
        "ld.global.u32 %r2, [%rd1]; mov.u32 %r3, 0;\n";
    std::size_t from = 0;
    for (std::size_t at = body.find('#'); at != std::string::npos; at = body.find('#', from)) {
      const std::size_t space = body.find(' ', at);
      text +=
          body.substr(from, at - from) + "\n.loc 1 " + body.substr(at + 1, space - at - 1) + " 0\n";
      from = space;
    }
    return text + body.substr(from) + "\n.loc 1 1001 0\nst.global.u32 [%rd2], %r3;\n";
  }
  Machine machine_;
  LaunchResult result_;
  std::vector<std::uint32_t> out_;
};

std::vector<std::uint32_t> inputs(std::uint32_t threads, std::uint32_t (*of)(std::uint32_t)) {
  std::vector<std::uint32_t> values(threads);
  for (std::uint32_t i = 0; i < threads; ++i) values[i] = of(i);
  return values;
}

TEST(Divergence, OneWarpAloneIsTheLongest) {
  // Lanes leave the loop one after the other, and the warp goes round with those that are left.
  Kernel kernel("#1 LOOP: add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r2; @%p1 bra LOOP;");
  kernel.run(inputs(32, [](std::uint32_t i) { return 10 * i; }));
  EXPECT_EQ(kernel.at(1).instructions, 3U * 310);
  EXPECT_EQ(kernel.longest_warp(), kernel.sum(Counter::inst_executed));
}

// Long enough for many slices of the warp's; the warps before and behind it do less.
TEST(Divergence, TheLongestOfThreeWarps) {
  constexpr std::uint32_t kRounds = 100'000;
  const auto rounds = [](std::uint32_t i) { return i == 40 ? kRounds : i; };
  Kernel kernel("#1 LOOP: add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r2; @%p1 bra LOOP;");
  kernel.run(inputs(96, rounds));
  // Of the others the last lane decides.
  const std::uint64_t others = 3U * (31 + 95);
  const std::uint64_t outside = kernel.sum(Counter::inst_executed) - 3U * kRounds - others;
  EXPECT_EQ(outside % 3, 0U);
  EXPECT_EQ(kernel.longest_warp(), 3U * kRounds + outside / 3);
}

TEST(Divergence, IfElseRunsEachSideWithItsLanes) {
  Kernel kernel(R"(
#1 setp.lt.u32 %p1, %r2, 10;
#2 @%p1 bra THEN;
#3 add.u32 %r3, %r3, 2; #4 bra.uni END;
THEN: #5 add.u32 %r3, %r3, 1;
END: #6 add.u32 %r3, %r3, 100;
)");
  kernel.run(inputs(40, [](std::uint32_t i) { return i; }));
  for (std::uint32_t i = 0; i < 40; ++i) EXPECT_EQ(kernel.out()[i], i < 10 ? 101u : 102u);
  EXPECT_EQ(kernel.at(2), (Counts{2, 40}));
  EXPECT_EQ(kernel.at(3), (Counts{2, 30}));
  EXPECT_EQ(kernel.at(5), (Counts{1, 10}));
  EXPECT_EQ(kernel.at(6), (Counts{2, 40}));
  EXPECT_EQ(kernel.sum(Counter::divergent_branches), 1u);
  EXPECT_EQ(kernel.sum(Counter::branches), 4u);
}

TEST(Divergence, NestedIfsMeetInnermostFirst) {
  Kernel kernel(R"(
and.b32 %r4, %r2, 1; and.b32 %r5, %r2, 2; setp.ne.u32 %p1, %r4, 0; setp.ne.u32 %p2, %r5, 0;
#1 @%p1 bra ODD;
#2 @%p2 bra EVEN2; #3 add.u32 %r3, %r3, 1; bra.uni EVEN_END;
EVEN2: #4 add.u32 %r3, %r3, 2;
EVEN_END: #5 add.u32 %r3, %r3, 10; bra.uni END;
ODD: #6 @%p2 bra ODD_END; #7 add.u32 %r3, %r3, 3;
ODD_END: #8 add.u32 %r3, %r3, 20;
END: #9 add.u32 %r3, %r3, 100;
)");
  kernel.run(inputs(32, [](std::uint32_t i) { return i; }));
  const std::uint32_t expected[] = {111, 123, 112, 120};
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(kernel.out()[i], expected[i % 4]);
  EXPECT_EQ(kernel.at(3), (Counts{2, 16}));
  EXPECT_EQ(kernel.at(4), (Counts{1, 8}));
  EXPECT_EQ(kernel.at(5), (Counts{2, 32}));
  EXPECT_EQ(kernel.at(7), (Counts{1, 8}));
  EXPECT_EQ(kernel.at(8), (Counts{1, 16}));
  EXPECT_EQ(kernel.at(9), (Counts{1, 32}));
  EXPECT_EQ(kernel.sum(Counter::divergent_branches), 3u);
}

TEST(Divergence, LoopWithDifferentTripCountsMeetsBehindTheLoop) {
  Kernel kernel(R"(
LOOP: #1 add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r2;
#2 @%p1 bra LOOP;
#3 add.u32 %r3, %r3, 1000;
)");
  kernel.run(inputs(32, [](std::uint32_t i) { return i + 1; }));
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(kernel.out()[i], 1001 + i);
  // Trip k runs with the 32 - k lanes that are still in the loop: 32 + 31 + … + 1.
  EXPECT_EQ(kernel.at(2), (Counts{32, 528}));
  EXPECT_EQ(kernel.at(3), (Counts{1, 32}));
  EXPECT_EQ(kernel.sum(Counter::divergent_branches), 31u);
}

TEST(Divergence, NestedLoopsCountEveryTrip) {
  Kernel kernel(R"(
mov.u32 %r4, 0;
OUTER: #1 mov.u32 %r5, 0;
INNER: #2 add.u32 %r3, %r3, 1; #3 add.u32 %r5, %r5, 1; setp.le.u32 %p1, %r5, %r4; @%p1 bra INNER;
#4 add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, %r2; @%p2 bra OUTER;
#5 add.u32 %r3, %r3, 1000;
)");
  kernel.run(inputs(32, [](std::uint32_t i) { return i % 4 + 1; }));
  for (std::uint32_t i = 0; i < 32; ++i) {
    const std::uint32_t n = i % 4 + 1;
    EXPECT_EQ(kernel.out()[i], n * (n + 1) / 2 + 1000);
  }
  EXPECT_EQ(kernel.at(1), (Counts{4, 32 + 24 + 16 + 8}));
  EXPECT_EQ(kernel.at(2), (Counts{1 + 2 + 3 + 4, 32 * 1 + 24 * 2 + 16 * 3 + 8 * 4}));
  EXPECT_EQ(kernel.at(5), (Counts{1, 32}));
}

TEST(Divergence, BreakLeavesTheLoopEarly) {
  Kernel kernel(R"(
LOOP: #1 setp.eq.u32 %p1, %r3, %r2; @%p1 bra DONE;
#2 add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 8; @%p2 bra LOOP;
#3 add.u32 %r3, %r3, 100;
DONE: #4 add.u32 %r3, %r3, 1000;
)");
  kernel.run(inputs(32, [](std::uint32_t i) { return i; }));
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(kernel.out()[i], i < 8 ? 1000 + i : 1108u);
  EXPECT_EQ(kernel.at(3), (Counts{1, 24}));
  EXPECT_EQ(kernel.at(4), (Counts{1, 32}));
}

TEST(Divergence, ReturnedLanesDoNotComeBack) {
  Kernel kernel(R"(
setp.lt.u32 %p1, %r2, 5; setp.gt.u32 %p2, %r2, 20;
st.global.u32 [%rd2], 7;
#1 @%p1 ret;
#2 @%p2 bra HIGH; #3 add.u32 %r3, %r3, 1; bra.uni END;
HIGH: setp.gt.u32 %p3, %r2, 25; #4 @%p3 exit; #5 add.u32 %r3, %r3, 2;
END: #6 add.u32 %r3, %r3, 100;
)");
  kernel.run(inputs(32, [](std::uint32_t i) { return i; }));
  for (std::uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(kernel.out()[i], i < 5 || i > 25 ? 7u : i > 20 ? 102u : 101u);
  EXPECT_EQ(kernel.at(1), (Counts{1, 32}));
  EXPECT_EQ(kernel.at(2), (Counts{1, 27}));
  EXPECT_EQ(kernel.at(5), (Counts{1, 5}));
  EXPECT_EQ(kernel.at(6), (Counts{1, 21}));
}

// for (…) if (…) return; tail: lanes that leave the loop at different trips run the tail together.
TEST(Divergence, AReturnInALoopKeepsTheOthersTogether) {
  Kernel kernel(R"(
and.b32 %r4, %r2, 7;
LOOP: #1 add.u32 %r3, %r3, 1; setp.eq.u32 %p1, %r2, 17; @%p1 bra OUT;
setp.lt.u32 %p2, %r3, %r4; @%p2 bra LOOP;
#2 add.u32 %r3, %r3, 100; st.global.u32 [%rd2], %r3; st.global.u32 [%rd2], %r3;
bra.uni DONE;
OUT: #3 ret;
DONE:
)");
  kernel.run(inputs(32, [](std::uint32_t i) { return i; }));
  for (std::uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(kernel.out()[i], i == 17 ? 0u : 100 + std::max(i % 8, 1u));
  EXPECT_EQ(kernel.at(2), (Counts{4, 4 * 31}));
}

TEST(Divergence, AllLanesOfOneSideMayExitBeforeTheMeetingPoint) {
  Kernel kernel(R"(
setp.lt.u32 %p1, %r2, 16;
#1 @%p1 bra LOW; add.u32 %r3, %r3, 1; bra.uni END;
LOW: st.global.u32 [%rd2], 9; ret;
END: #2 add.u32 %r3, %r3, 100;
)");
  kernel.run(inputs(32, [](std::uint32_t i) { return i; }));
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(kernel.out()[i], i < 16 ? 9u : 101u);
  EXPECT_EQ(kernel.at(2), (Counts{1, 16}));
}

// A switch as nvcc writes it without a jump table: a chain of compares into shared tails.
TEST(Divergence, SwitchWithFallThroughMeetsAtItsEnd) {
  Kernel kernel(R"(
and.b32 %r4, %r2, 3;
setp.eq.u32 %p1, %r4, 0; #1 @%p1 bra CASE0;
setp.eq.u32 %p1, %r4, 1; #1 @%p1 bra CASE1;
setp.eq.u32 %p1, %r4, 2; #1 @%p1 bra CASE2;
#2 add.u32 %r3, %r3, 8; bra.uni END;
CASE0: #3 add.u32 %r3, %r3, 1;
CASE1: #4 add.u32 %r3, %r3, 2; bra.uni END;
CASE2: #5 add.u32 %r3, %r3, 4;
END: #6 add.u32 %r3, %r3, 100;
)");
  kernel.run(inputs(32, [](std::uint32_t i) { return i; }));
  const std::uint32_t expected[] = {103, 102, 104, 108};
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(kernel.out()[i], expected[i % 4]);
  EXPECT_EQ(kernel.at(4).lanes, 2u * 16);
  EXPECT_EQ(kernel.at(6), (Counts{1, 32}));
}

TEST(Divergence, UniformBranchesAreNotDivergent) {
  Kernel kernel(R"(
LOOP: #1 add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r2; @%p1 bra LOOP;
)");
  kernel.run(std::vector<std::uint32_t>(64, 5));
  EXPECT_EQ(kernel.sum(Counter::branches), 10u);
  EXPECT_EQ(kernel.sum(Counter::divergent_branches), 0u);
}

TEST(Divergence, APartialWarpCountsOnlyItsThreads) {
  Kernel kernel("#1 add.u32 %r3, %r2, 1;");
  kernel.run(inputs(45, [](std::uint32_t i) { return i; }));
  EXPECT_EQ(kernel.at(1), (Counts{2, 45}));
}

// Not a divergence: a guarded instruction is executed by the warp, with its lanes counted
// regardless of the predicate, as smsp__thread_inst_executed does.
TEST(Divergence, AGuardDoesNotPartLanes) {
  Kernel kernel("setp.lt.u32 %p1, %r2, 3; #1 @%p1 add.u32 %r3, %r3, 5;");
  kernel.run(inputs(32, [](std::uint32_t i) { return i; }));
  EXPECT_EQ(kernel.at(1), (Counts{1, 32}));
  EXPECT_EQ(kernel.out()[2], 5u);
  EXPECT_EQ(kernel.out()[3], 0u);
  EXPECT_EQ(kernel.sum(Counter::divergent_branches), 0u);
}

}  // namespace
}  // namespace warpscope::exec::test
