// Loads and stores of a warp within one 128-byte line of shared memory, in any order.
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::shared_line_test {
namespace {

struct Outcome {
  std::vector<std::uint32_t> values;
  CounterValues counters;
};

// Each lane loads word words[lane] of a tile whose word i holds 1000 + i.
Outcome load_words(const std::vector<std::uint32_t>& words, std::uint32_t tile_bytes) {
  Machine machine(module_with_kernel(
      ".param .u64 out, .param .u64 words",
      element_address("out", "%rd1", 4) + element_address("words", "%rd2", 4) +
          ".shared .align 4 .b8 tile[" + std::to_string(tile_bytes) +
          "];\n"
          "mov.u32 %r3, tile; mov.u32 %r5, 0;\n"
          "FILL: add.u32 %r6, %r5, 1000; shl.b32 %r7, %r5, 2; add.u32 %r7, %r7, %r3;\n"
          "st.shared.u32 [%r7], %r6; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, " +
          std::to_string(tile_bytes / 4) +
          "; @%p1 bra FILL;\n"
          "ld.global.u32 %r8, [%rd2]; shl.b32 %r8, %r8, 2; add.u32 %r8, %r8, %r3;\n"
          "ld.shared.u32 %r20, [%r8]; st.global.u32 [%rd1], %r20;"));
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(32));
  const std::uint64_t at = machine.upload(words);
  const LaunchResult result = machine.launch("k", {1, 1, 1}, {32, 1, 1}, out, at);
  EXPECT_FALSE(result.fault) << result.fault->message;
  return {machine.download<std::uint32_t>(out, 32), result.counters};
}

void expect_words(const std::vector<std::uint32_t>& words, std::uint32_t tile_bytes,
                  std::uint64_t wavefronts) {
  const Outcome outcome = load_words(words, tile_bytes);
  for (std::size_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(outcome.values[lane], 1000 + words[lane]) << "lane " << lane;
  EXPECT_EQ(outcome.counters[Counter::shared_load_instructions], 1u);
  EXPECT_EQ(outcome.counters[Counter::shared_load_wavefronts], wavefronts);
  EXPECT_EQ(outcome.counters[Counter::shared_load_bank_conflicts], wavefronts - 1);
}

TEST(SharedLine, IsOneWavefrontInAnyOrder) {
  std::vector<std::uint32_t> neighbours, mixed, crossed, strided;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    neighbours.push_back(32 + (lane ^ 1));
    mixed.push_back((lane * 13 + 7) % 32);          // with 13 odd, each word once
    crossed.push_back(16 + (31 - lane));            // each bank once, over two lines
    strided.push_back(lane % 2 == 0 ? 0 : 32 + 5);  // two lines, different banks
  }
  expect_words(neighbours, 256, 1);
  expect_words(mixed, 256, 1);
  expect_words(std::vector<std::uint32_t>(32, 37), 256, 1);
  expect_words(crossed, 256, 1);
  expect_words(strided, 256, 1);
}

TEST(SharedLine, OfWhichAPartIsBeyondTheTile) {
  std::vector<std::uint32_t> words;
  for (std::uint32_t lane = 0; lane < 32; ++lane) words.push_back(32 + (lane * 3) % 8);
  expect_words(words, 160, 1);
}

TEST(SharedLine, TwoLinesWithTheSameBanksAreTwo) {
  std::vector<std::uint32_t> words;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    words.push_back((lane ^ 1) % 16 + 32 * (lane / 16));
  expect_words(words, 256, 2);
}

// Of lanes that store to the same word one's value stays; here all store the same.
TEST(SharedLine, StoresGoToTheirWords) {
  Machine machine(module_with_kernel(
      ".param .u64 out",
      element_address("out", "%rd1", 4) +
          ".shared .align 4 .b8 tile[128];\n"
          "mov.u32 %r3, tile; mad.lo.u32 %r4, %r1, 11, 5; and.b32 %r4, %r4, 31; shl.b32 %r5, %r4, "
          "2;\n"
          "add.u32 %r5, %r5, %r3; st.shared.u32 [%r5], %r4; bar.warp.sync -1;\n"
          "shl.b32 %r6, %r1, 2; add.u32 %r6, %r6, %r3; ld.shared.u32 %r20, [%r6];\n"
          "st.global.u32 [%rd1], %r20;"));
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(32));
  const LaunchResult result = machine.launch("k", {1, 1, 1}, {32, 1, 1}, out);
  ASSERT_FALSE(result.fault) << result.fault->message;
  const auto values = machine.download<std::uint32_t>(out, 32);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(values[i], i);
  EXPECT_EQ(result.counters[Counter::shared_store_wavefronts], 1u);
}

}  // namespace
}  // namespace warpscope::exec::test::shared_line_test
