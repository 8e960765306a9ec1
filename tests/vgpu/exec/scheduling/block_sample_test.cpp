// Launches of which a sample of the blocks runs.
#include "vgpu/exec/launch/block_sample.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

using WholeBecause = LaunchResult::WholeBecause;

std::vector<std::uint64_t> blocks_of(std::uint64_t all, std::uint64_t wanted) {
  const BlockSample sample(all, wanted);
  std::vector<std::uint64_t> blocks;
  for (std::uint64_t i = 0; i < sample.count(); ++i) blocks.push_back(sample(i));
  return blocks;
}

TEST(BlockSample, HasTheEdgesAndIsSpreadEvenly) {
  using Blocks = std::vector<std::uint64_t>;
  EXPECT_EQ(blocks_of(10, 4), (Blocks{0, 3, 6, 9}));
  EXPECT_EQ(blocks_of(10, 1), Blocks{0});
  EXPECT_EQ(blocks_of(3, 0), (Blocks{0, 1, 2}));
  EXPECT_EQ(blocks_of(3, 3), (Blocks{0, 1, 2}));
  EXPECT_EQ(blocks_of(3, 9), (Blocks{0, 1, 2}));
  // Columns of a square grid: not all the same one.
  std::set<std::uint64_t> columns;
  for (const auto block : blocks_of(64 * 64, 64)) columns.insert(block % 64);
  EXPECT_EQ(columns.size(), 64U);
}

TEST(BlockSample, OfTheLargestGridOverflowsNowhere) {
  constexpr std::uint64_t kAll = std::uint64_t{0x7fffffff} * 65535 * 65535, kMany = 0xffffffff;
  constexpr BlockSample kSample(kAll, kMany);
  EXPECT_EQ(kSample(kMany - 1), kAll - 1);
  std::uint64_t shortest = kAll, longest = 0;
  for (std::uint64_t i = kMany - 1000; i < kMany; ++i) {
    shortest = std::min(shortest, kSample(i) - kSample(i - 1));
    longest = std::max(longest, kSample(i) - kSample(i - 1));
  }
  EXPECT_EQ(longest, shortest + 1);
}

/// Each block stores its index plus 1; then what `body` does with %rd1, the word behind these.
LaunchResult run(std::string_view body, std::uint64_t sample, std::uint32_t workers,
                 std::vector<std::uint32_t>& out, bool is_cooperative = false) {
  constexpr std::uint32_t kBlocks = 1000;
  Machine machine(module_with_kernel(".param .u64 out", std::string(R"(
ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; mad.wide.u32 %rd2, %r1, 4, %rd1;
add.u32 %r2, %r1, 1; st.global.u32 [%rd2], %r2; add.u64 %rd1, %rd1, 4000;
)") + std::string(body)));
  machine.options.worker_threads = workers;
  machine.options.sample_blocks = sample;
  machine.options.is_cooperative = is_cooperative;
  machine.options.instruction_budget = 50'000'000;
  const auto address = machine.upload(std::vector<std::uint32_t>(kBlocks + 1, 0));
  auto result = machine.launch("k", {kBlocks, 1, 1}, {32, 1, 1}, address);
  out = machine.download<std::uint32_t>(address, kBlocks + 1);
  return result;
}

std::size_t blocks_that_ran(const std::vector<std::uint32_t>& out) {
  return out.size() - 1 - static_cast<std::size_t>(std::count(out.begin(), out.end() - 1, 0U));
}

TEST(SampledLaunch, RunsTheBlocksOfTheSampleAndCountsThem) {
  std::vector<std::uint32_t> all, out;
  const auto whole = run("", 0, 1, all);
  EXPECT_EQ(whole.blocks_to_run, 1000U);
  for (const std::uint32_t workers : {1U, 2U, 4U}) {
    const auto result = run("", 10, workers, out);
    ASSERT_FALSE(result.fault) << result.fault->message;
    EXPECT_EQ(result.blocks_to_run, 10U);
    EXPECT_EQ(result.finished_blocks, 10U);
    EXPECT_EQ(blocks_that_ran(out), 10U);
    for (const auto block : blocks_of(1000, 10)) EXPECT_EQ(out[block], block + 1);
    EXPECT_EQ(100 * result.counters[Counter::inst_executed],
              whole.counters[Counter::inst_executed]);
  }
}

/// How many of the blocks ran of which 10 were asked for.
std::size_t ran_of_ten(std::string_view body, WholeBecause expected, bool is_cooperative = false) {
  std::vector<std::uint32_t> out;
  const auto result = run(body, 10, 2, out, is_cooperative);
  EXPECT_FALSE(result.fault) << result.fault->message;
  EXPECT_EQ(result.whole_because, expected);
  EXPECT_EQ(result.blocks_to_run, blocks_that_ran(out));
  return blocks_that_ran(out);
}

// A grid that waits for itself, with its own counter: blocks that are left out would be waited for.
TEST(SampledLaunch, RunsAllWhereBlocksMayWaitForEachOther) {
  EXPECT_EQ(ran_of_ten("atom.global.add.u32 %r3, [%rd1], 32;\n"
                       "AGAIN: ld.volatile.global.u32 %r4, [%rd1]; setp.lt.u32 %p1, %r4, 32000;\n"
                       "@%p1 bra AGAIN;",
                       WholeBecause::blocks_may_wait),
            1000U);
  EXPECT_EQ(ran_of_ten("mov.u32 %r5, %tid.x; setp.ne.u32 %p2, %r5, 0; @%p2 bra END;\n"
                       "atom.global.add.u32 %r3, [%rd1], 1;\n"
                       "AGAIN: atom.global.add.u32 %r4, [%rd1], 0; setp.lt.u32 %p1, %r4, 1000;\n"
                       "@%p1 bra AGAIN;\nEND:",
                       WholeBecause::blocks_may_wait),
            1000U);
}

TEST(SampledLaunch, RunsAllOfACooperativeGrid) {
  EXPECT_EQ(ran_of_ten("", WholeBecause::is_cooperative, true), 1000U);
}

// What looks once waits for nobody, and neither does a sum, or a loop over what nobody changes.
TEST(SampledLaunch, IsASampleWhereNobodyWaits) {
  EXPECT_EQ(ran_of_ten("atom.global.add.u32 %r3, [%rd1], 1; st.global.u32 [%rd2+0], %r2;\n"
                       "add.u32 %r3, %r3, 1; max.u32 %r3, %r3, 1; st.global.u32 [%rd2], %r3;",
                       WholeBecause::no_sample_asked),
            10U);
  EXPECT_EQ(ran_of_ten("mov.u32 %r6, 0;\nAGAIN: red.global.add.u32 [%rd1], 1;\n"
                       "ld.global.u32 %r7, [%rd2]; add.u32 %r6, %r6, %r7;\n"
                       "setp.lt.u32 %p1, %r6, 3; @%p1 bra AGAIN;",
                       WholeBecause::no_sample_asked),
            10U);
}

}  // namespace
}  // namespace warpscope::exec::test
