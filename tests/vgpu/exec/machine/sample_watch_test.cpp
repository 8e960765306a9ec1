// Races that a sample of the blocks shows of launches that are too large to be watched.
#include "vgpu/exec/sample_watch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

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

TEST(SampleWatch, HasNeighboursAlongBothAxes) {
  const auto blocks = sampled_blocks({100, 100, 1}, false);
  const std::set<std::uint64_t> chosen(blocks.begin(), blocks.end());
  EXPECT_EQ(chosen.size(), blocks.size());
  EXPECT_TRUE(std::is_sorted(blocks.begin(), blocks.end()));
  EXPECT_LE(blocks.size(), 64U);
  EXPECT_TRUE(chosen.contains(0) && chosen.contains(9999));
  const auto pairs = [&](std::uint64_t distance) {
    return std::count_if(blocks.begin(), blocks.end(),
                         [&](std::uint64_t block) { return chosen.contains(block + distance); });
  };
  EXPECT_GE(pairs(1), 8);
  EXPECT_GE(pairs(100), 8);
  EXPECT_EQ(sampled_blocks({100, 100, 1}, true).back(), 31U);
  EXPECT_EQ(sampled_blocks({3, 1, 1}, false), (std::vector<std::uint64_t>{0, 1, 2}));
}

}  // namespace
}  // namespace warpscope::exec::test
