// Races that a sample of the blocks shows of launches that are too large to be watched.
#include "vgpu/exec/sample_watch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/launch/block_sample.h"

namespace warpscope::exec::test {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kManyBlocks = 5000;

struct Watched {
  LaunchResult result;
  Words words;
};

// %r2: the block; %rd1: `out`, %rd2: the block's own word of it.
Watched watch(const std::string& body, bool checks_sample = true, Dim3 grid = {kManyBlocks, 1, 1}) {
  Machine machine(module_with_kernel(
      ".param .u64 out",
      "ld.param.u64 %rd1, [out]; mov.u32 %r2, %ctaid.x; mad.wide.u32 %rd2, %r2, 4, %rd1;\n" +
          body));
  machine.options.checks_sample = checks_sample;
  machine.options.most_checked_accesses = 2500;
  machine.options.instruction_budget = 50'000'000;
  const std::uint64_t out = machine.upload(Words(kManyBlocks + 4, 0));
  Watched watched;
  watched.result = machine.launch("k", grid, {1, 1, 1}, out);
  EXPECT_FALSE(watched.result.fault);
  watched.words = machine.download<std::uint32_t>(out, kManyBlocks + 4);
  return watched;
}

bool has_race(const Watched& watched) {
  return std::any_of(watched.result.violations.begin(), watched.result.violations.end(),
                     [](const Violation& violation) { return violation.is_race; });
}

constexpr const char* kUpdate =
    "ld.global.u32 %r3, [%rd1]; add.u32 %r3, %r3, 1; st.global.u32 [%rd1], %r3;";
constexpr const char* kOfNeighbours =
    "ld.global.u32 %r3, [%rd2+4]; add.u32 %r3, %r3, 1; st.global.u32 [%rd2], %r3;";

TEST(SampleWatch, NamesRacesOfBlocksFarApartAndOfNeighbours) {
  EXPECT_TRUE(has_race(watch(kUpdate)));
  EXPECT_TRUE(has_race(watch(kOfNeighbours)));
  EXPECT_FALSE(has_race(watch(kUpdate, false)));
}

TEST(SampleWatch, LeavesResultAndCountsAsTheyAre) {
  for (const char* body : {kUpdate, kOfNeighbours}) {
    const Watched plain = watch(body, false), with = watch(body, true);
    EXPECT_EQ(plain.words, with.words);
    EXPECT_EQ(plain.result.counters.values, with.result.counters.values);
    EXPECT_EQ(plain.result.distinct_written_sectors, with.result.distinct_written_sectors);
  }
}

TEST(SampleWatch, AccusesNothingThatIsRight) {
  for (const char* body : {
           "red.global.add.u32 [%rd1], 1;",
           "ld.global.u32 %r3, [%rd2]; add.u32 %r3, %r3, 1; st.global.u32 [%rd2], %r3;",
           "atom.global.add.u32 %r3, [%rd1], 1; mad.wide.u32 %rd3, %r3, 4, %rd1; st.global.u32 "
           "[%rd3+4], %r2;",
       }) {
    EXPECT_TRUE(watch(body).result.violations.empty()) << body;
  }
}

// 64 threads of a block halve their sums in shared memory, with a barrier behind each round.
constexpr const char* kFold = R"(.shared .align 4 .b8 words[256];
mov.u32 %r3, %tid.x; shl.b32 %r4, %r3, 2; mov.u32 %r5, words; add.s32 %r6, %r5, %r4;
add.u32 %r7, %r3, 5; st.shared.u32 [%r6], %r7; bar.sync 0; mov.u32 %r8, 1;
ROUND: shl.b32 %r9, %r8, 1; sub.u32 %r10, %r9, 1; and.b32 %r11, %r3, %r10; setp.ne.u32 %p1, %r11, 0;
@%p1 bra NEXT;
shl.b32 %r12, %r8, 2; add.s32 %r13, %r6, %r12; ld.shared.u32 %r14, [%r13];
ld.shared.u32 %r15, [%r6]; add.u32 %r2, %r14, %r15; st.shared.u32 [%r6], %r2;
NEXT: bar.sync 0; mov.u32 %r8, %r9; setp.lt.u32 %p2, %r8, 64; @%p2 bra ROUND;
)";

// Wherever the watch ends, what is not seen any more is not missing.
TEST(SampleWatch, AccusesNothingThatItDidNotSeeToTheEnd) {
  for (const char* checks : {"all", "sample"}) {
    for (std::uint64_t most = 1; most < 240; ++most) {
      Machine machine(module_with_kernel(".param .u64 out", kFold));
      machine.options.checks = std::string_view(checks) == "all";
      machine.options.checks_sample = !machine.options.checks;
      machine.options.most_checked_accesses = most;
      const auto result = machine.launch("k", {3, 1, 1}, {64, 1, 1}, machine.upload(Words(4, 0)));
      EXPECT_FALSE(result.fault);
      EXPECT_TRUE(result.violations.empty()) << checks << " " << most;
    }
  }
}

// A block waits for the one before it: the sample is then the beginning of the grid.
TEST(SampleWatch, DoesNotWaitForWhoIsNotInTheSample) {
  const std::string chain = R"(setp.eq.u32 %p1, %r2, 0; @%p1 bra READY;
WAIT: ld.acquire.gpu.global.u32 %r3, [%rd2]; setp.eq.u32 %p1, %r3, 0; @%p1 bra WAIT;
READY: st.release.gpu.global.u32 [%rd2+4], 1;)";
  const Watched watched = watch(chain);
  EXPECT_TRUE(watched.result.violations.empty());
  EXPECT_EQ(watched.words[kManyBlocks], 1U);
}

bool has(const std::vector<Violation>& violations, Violation::Kind kind) {
  return std::any_of(violations.begin(), violations.end(),
                     [&](const Violation& violation) { return violation.kind == kind; });
}

/// A block that neither sample has, far behind the beginning.
std::uint32_t block_outside(std::uint64_t sample_blocks) {
  const auto chosen = sampled_blocks({kManyBlocks, 1, 1}, false, 0);
  std::set<std::uint64_t> all(chosen.begin(), chosen.end());
  const BlockSample even(kManyBlocks, sample_blocks);
  for (std::uint64_t i = 0; i < even.count(); ++i) all.insert(even(i));
  std::uint32_t block = 300;
  while (all.contains(block)) ++block;
  return block;
}

// Of a word that a block outside of the sample uses in another way the whole launch says nothing,
// and of one that such a block would have written a sample does not know.
TEST(SampleWatch, SaysNothingThatABlockOutsideMightMakeRight) {
  constexpr std::uint64_t kEven = 40;
  const std::string outside = std::to_string(block_outside(kEven));
  struct Case {
    Violation::Kind kind;
    std::string body;
    bool is_said_of_whole;
  };
  const std::vector<Case> cases{
      {Violation::Kind::lock_not_waited_for,
       "atom.global.cas.b32 %r3, [%rd1], 0, 1; setp.ne.u32 %p1, %r3, 0; @%p1 bra OUT;\n"
       "atom.global.exch.b32 %r6, [%rd1], 0;\nOUT: setp.ne.u32 %p2, %r2, " +
           outside +
           "; @%p2 ret;\natom.global.exch.b32 %r6, [%rd1], 2; atom.global.exch.b32 %r6, [%rd1], 0;",
       false},
      {Violation::Kind::broken_lock,
       "setp.lt.u32 %p1, %r2, " + outside + "; @%p1 ret; setp.eq.u32 %p2, %r2, " + outside +
           "; @%p2 bra SWAP;\nld.volatile.global.u32 %r3, [%rd1]; setp.ne.u32 %p1, %r3, 0; @%p1 "
           "ret;\nst.volatile.global.u32 [%rd1], 1; st.volatile.global.u32 [%rd1], 0; ret;\n"
           "SWAP: atom.global.add.u32 %r6, [%rd1], 0;",
       false},
      {Violation::Kind::uninitialised_global,
       "ld.global.u32 %r3, [%rd1+64]; st.global.u32 [%rd2+128], %r3;", true}};
  for (const Case& each : cases) {
    for (const char* watch : {"all", "sample", "even blocks"}) {
      Machine machine(module_with_kernel(
          ".param .u64 out",
          "ld.param.u64 %rd1, [out]; mov.u32 %r2, %ctaid.x; mad.wide.u32 %rd2, %r2, 4, %rd1;\n" +
              each.body));
      machine.options.checks_sample = std::string_view(watch) == "sample";
      machine.options.checks = !machine.options.checks_sample;
      if (std::string_view(watch) == "even blocks") machine.options.sample_blocks = kEven;
      const std::uint64_t out = machine.allocate((kManyBlocks + 100) * 4);
      machine.memory().track_writes(out);
      machine.memory().mark_written(out, 4);
      std::memset(machine.memory().translate(out, 4), 0, 4);
      const auto result = machine.launch("k", {kManyBlocks, 1, 1}, {32, 1, 1}, out);
      EXPECT_FALSE(result.fault);
      const bool is_whole = std::string_view(watch) == "all";
      EXPECT_EQ(has(result.violations, each.kind), is_whole && each.is_said_of_whole)
          << finding_id(each.kind) << ", watched: " << watch;
    }
  }
}

TEST(SampleWatch, NamesALockThatNobodyWaitsForInAWatchedLaunch) {
  Machine machine(module_with_kernel(
      ".param .u64 out",
      "ld.param.u64 %rd1, [out]; atom.global.cas.b32 %r3, [%rd1], 0, 1; setp.ne.u32 %p1, %r3, 0; "
      "@%p1 ret;\natom.global.exch.b32 %r6, [%rd1], 0;"));
  machine.options.checks = true;
  const auto result = machine.launch("k", {40, 1, 1}, {32, 1, 1}, machine.upload(Words(1, 0)));
  EXPECT_TRUE(has(result.violations, Violation::Kind::lock_not_waited_for));
}

// A word in shared memory says that an mbarrier is there. Who does not see the word any more does
// not know that it was waited for.
TEST(SampleWatch, AccusesNobodyOfAnMbarrierBehindItsEnd) {
  const std::string body = R"(.shared .align 8 .b8 bar[8];
.shared .align 4 .b8 flag[4];
mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra FILLED; st.volatile.shared.u32 [flag], 0;
FILLED: bar.sync 0; setp.ge.u32 %p2, %r1, 32; @%p2 bra WAIT; @%p1 ret;
mbarrier.init.shared.b64 [bar], 32; membar.cta; st.volatile.shared.u32 [flag], 1; ret;
WAIT: ld.volatile.shared.u32 %r3, [flag]; setp.ne.u32 %p3, %r3, 1; @%p3 bra WAIT; membar.cta;
mbarrier.arrive.shared.b64 _, [bar];)";
  for (const bool is_sample : {false, true}) {
    for (std::uint64_t most = 0; most < 12; ++most) {
      Machine machine(module_with_kernel(".param .u64 out", body));
      machine.options.checks = !is_sample;
      machine.options.checks_sample = is_sample;
      machine.options.most_checked_accesses = most;
      const auto result = machine.launch("k", {3, 1, 1}, {64, 1, 1}, machine.upload(Words(4, 0)));
      EXPECT_FALSE(result.fault) << result.fault->message;
      EXPECT_TRUE(result.violations.empty()) << is_sample << " " << most;
    }
  }
}

// Which blocks are watched hangs on a seed that the program does not know.
TEST(SampleWatch, CannotBeEvaded) {
  const std::uint32_t outside = block_outside(2);
  const std::string body = "setp.ne.u32 %p1, %r2, " + std::to_string(outside) +
                           "; @%p1 bra OTHER; st.global.u32 [%rd1], 1; ret;\nOTHER: ";
  const std::string other = "setp.ne.u32 %p2, %r2, " + std::to_string(outside + 1) +
                            "; @%p2 ret; st.global.u32 [%rd1], 2;";
  std::size_t seeds = 0, found = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const auto blocks = sampled_blocks({kManyBlocks, 1, 1}, false, seed);
    EXPECT_EQ(blocks, sampled_blocks({kManyBlocks, 1, 1}, false, seed));
    EXPECT_TRUE(std::is_sorted(blocks.begin(), blocks.end()));
    EXPECT_LE(blocks.size(), 80U);
    EXPECT_EQ(blocks.front(), 0U);
    EXPECT_EQ(blocks.back(), kManyBlocks - 1);
    const bool has_both =
        std::binary_search(blocks.begin(), blocks.end(), std::uint64_t{outside}) &&
        std::binary_search(blocks.begin(), blocks.end(), std::uint64_t{outside} + 1);
    seeds += has_both ? 1 : 0;
    if (!has_both || found != 0) continue;
    Machine machine(module_with_kernel(
        ".param .u64 out", "ld.param.u64 %rd1, [out]; mov.u32 %r2, %ctaid.x;\n" + body + other));
    machine.options.checks_sample = true;
    machine.options.sample_seed = seed;
    const auto result =
        machine.launch("k", {kManyBlocks, 1, 1}, {1, 1, 1}, machine.upload(Words(1, 0)));
    found += std::any_of(result.violations.begin(), result.violations.end(),
                         [](const Violation& violation) { return violation.is_race; })
                 ? 1
                 : 0;
  }
  EXPECT_GE(seeds, 1U);
  EXPECT_EQ(found, 1U);
}

TEST(SampleWatch, HasNeighboursAlongBothAxes) {
  const auto blocks = sampled_blocks({100, 100, 1}, false, 7);
  const std::set<std::uint64_t> chosen(blocks.begin(), blocks.end());
  EXPECT_EQ(chosen.size(), blocks.size());
  EXPECT_TRUE(std::is_sorted(blocks.begin(), blocks.end()));
  EXPECT_LE(blocks.size(), 80U);
  EXPECT_TRUE(chosen.contains(0) && chosen.contains(9999));
  const auto pairs = [&](std::uint64_t distance) {
    return std::count_if(blocks.begin(), blocks.end(),
                         [&](std::uint64_t block) { return chosen.contains(block + distance); });
  };
  EXPECT_GE(pairs(1), 8);
  EXPECT_GE(pairs(100), 8);
  EXPECT_GE(sampled_blocks({100, 100, 1}, true, 7).back(), 31U);
  EXPECT_EQ(sampled_blocks({3, 1, 1}, false, 7), (std::vector<std::uint64_t>{0, 1, 2}));
}

}  // namespace
}  // namespace warpscope::exec::test
