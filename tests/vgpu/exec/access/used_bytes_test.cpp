// How a vector load of which only some bytes are used is cut, and what that does to the counters.
#include <gtest/gtest.h>

#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/access/resolve.h"

namespace warpscope::exec::test {
namespace {

struct Row {
  std::uint32_t used_words;                                     // bit w: word w of four
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pieces;  // offset and size in bytes
};
// What ptxas 13.0 makes of ld.global.v4.b32 for sm_90.
const std::vector<Row>& table() {
  static const std::vector<Row> rows{
      {0b0001, {{0, 4}}},          {0b0010, {{4, 4}}},         {0b0100, {{8, 4}}},
      {0b1000, {{12, 4}}},         {0b0011, {{0, 8}}},         {0b1100, {{8, 8}}},
      {0b0110, {{4, 4}, {8, 4}}},  {0b0101, {{0, 4}, {8, 4}}}, {0b1001, {{0, 4}, {12, 4}}},
      {0b1010, {{4, 4}, {12, 4}}}, {0b0111, {{0, 16}}},        {0b1011, {{0, 16}}},
      {0b1101, {{0, 16}}},         {0b1110, {{0, 16}}},        {0b1111, {{0, 16}}},
  };
  return rows;
}

std::uint32_t bytes_of_words(std::uint32_t words) {
  std::uint32_t bytes = 0;
  for (std::uint32_t word = 0; word < 4; ++word) {
    if ((words >> word & 1) != 0) bytes |= 0xfu << (4 * word);
  }
  return bytes;
}

TEST(SplitByUsedBytes, FollowsPtxasForFourWords) {
  for (const Row& row : table()) {
    const Pieces pieces = split_by_used_bytes(16, 4, bytes_of_words(row.used_words));
    ASSERT_EQ(pieces.count, row.pieces.size()) << "words " << row.used_words;
    for (std::size_t k = 0; k < row.pieces.size(); ++k) {
      EXPECT_EQ(static_cast<std::uint32_t>(pieces.pieces[k].offset_bytes), row.pieces[k].first)
          << "words " << row.used_words;
      EXPECT_EQ(pieces.pieces[k].size_bytes, row.pieces[k].second) << "words " << row.used_words;
    }
  }
}

// ld.v4.b32, ld.local.v4.b32 and ld.const.v4.b32, which have no form for three words.
TEST(SplitByUsedBytes, LoadsThreeWordsAsPairAndSingleWhereMemoryIsNotGlobalOrShared) {
  using Expected = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  const std::vector<std::pair<std::uint32_t, Expected>> rows{{0b0111, {{0, 8}, {8, 4}}},
                                                             {0b1011, {{0, 8}, {12, 4}}},
                                                             {0b1101, {{0, 4}, {8, 8}}},
                                                             {0b1110, {{4, 4}, {8, 8}}},
                                                             {0b1111, {{0, 16}}}};
  for (const auto& [words, expected] : rows) {
    const Pieces pieces = split_by_used_bytes(16, 4, bytes_of_words(words), ThreeWords::apart);
    ASSERT_EQ(pieces.count, expected.size()) << "words " << words;
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_EQ(static_cast<std::uint32_t>(pieces.pieces[k].offset_bytes), expected[k].first)
          << "words " << words;
      EXPECT_EQ(pieces.pieces[k].size_bytes, expected[k].second) << "words " << words;
    }
  }
}

// ld.global.v4.b16 and .v2.b64: one element, or an aligned pair of halves, else all.
TEST(SplitByUsedBytes, NarrowsHalvesAndDoubles) {
  const auto first = [](std::uint32_t size, std::uint32_t element, std::uint32_t used) {
    const Pieces pieces = split_by_used_bytes(size, element, used);
    EXPECT_EQ(pieces.count, 1u);
    return std::pair{static_cast<std::uint32_t>(pieces.pieces[0].offset_bytes),
                     std::uint32_t{pieces.pieces[0].size_bytes}};
  };
  using Piece = std::pair<std::uint32_t, std::uint32_t>;
  EXPECT_EQ(first(8, 2, 0x03), Piece(0, 2));
  EXPECT_EQ(first(8, 2, 0xc0), Piece(6, 2));
  EXPECT_EQ(first(8, 2, 0x0f), Piece(0, 4));
  EXPECT_EQ(first(8, 2, 0xf0), Piece(4, 4));
  EXPECT_EQ(first(8, 2, 0x3c), Piece(0, 8));
  EXPECT_EQ(first(8, 2, 0x33), Piece(0, 8));
  EXPECT_EQ(first(4, 2, 0x0c), Piece(2, 2));
  EXPECT_EQ(first(16, 8, 0xff00), Piece(8, 8));
  EXPECT_EQ(first(16, 8, 0xffff), Piece(0, 16));
}

TEST(SplitByUsedBytes, LeavesBytesAndWholeLoadsAlone) {
  for (const auto& [size, element] : {std::pair{4u, 1u}, {4u, 4u}, {2u, 1u}, {16u, 16u}}) {
    const Pieces pieces = split_by_used_bytes(size, element, 1);
    EXPECT_EQ(pieces.count, 1u);
    EXPECT_EQ(pieces.pieces[0].size_bytes, size);
  }
}

TEST(Pieces, SurviveBeingPacked) {
  for (const Row& row : table()) {
    const Pieces pieces = split_by_used_bytes(16, 4, bytes_of_words(row.used_words));
    const Pieces again = Pieces::unpack(pieces.pack());
    ASSERT_EQ(again.count, pieces.count);
    for (std::size_t k = 0; k < pieces.count; ++k) {
      EXPECT_EQ(again.pieces[k].offset_bytes, pieces.pieces[k].offset_bytes);
      EXPECT_EQ(again.pieces[k].size_bytes, pieces.pieces[k].size_bytes);
    }
  }
}

// x and w of a 16-byte structure: two requests of 16 sectors, as the H200 counts for g_aos.
TEST(UsedBytes, DecideTheRequestsThatAreCounted) {
  const std::string body = element_address("in", "%rd1", 16) + element_address("out", "%rd2", 4) +
                           R"(.pragma "used_bytes_mask 0xf00f";
ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];
add.f32 %f5, %f1, %f4; st.global.f32 [%rd2], %f5;
)";
  Machine machine(module_with_kernel(".param .u64 in, .param .u64 out", body));
  std::vector<float> in(std::size_t{32} * 4);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  const std::uint64_t from = machine.upload(in), to = machine.allocate(128);
  const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, from, to);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(launched.counters[Counter::global_load_instructions], 1u);
  EXPECT_EQ(launched.counters[Counter::global_load_requests], 2u);
  EXPECT_EQ(launched.counters[Counter::global_load_sectors], 32u);
  EXPECT_EQ(launched.counters[Counter::global_load_sectors_ideal], 8u);
  const auto out = machine.download<float>(to, 32);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], in[4 * i] + in[4 * i + 3]);
}

// The same without the pragma, from shared memory and into a sink: what nobody reads is not loaded.
TEST(UsedBytes, AreThoseOfRegistersThatAreRead) {
  const std::string body = element_address("in", "%rd1", 16) + element_address("out", "%rd2", 4) +
                           R"(.shared .align 16 .b8 tile[512];
mov.u32 %r13, tile; mov.u32 %r14, %tid.x; mad.lo.u32 %r13, %r14, 16, %r13;
ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd1];
st.shared.v4.u32 [%r13], {%r4, %r4, %r4, %r4}; bar.warp.sync -1;
ld.shared.v4.u32 {%r7, _, %r8, _}, [%r13];
ld.volatile.global.v4.u32 {%r9, %r10, %r11, %r12}, [%rd1];
add.u32 %r7, %r7, %r8; add.u32 %r7, %r7, %r9; st.global.u32 [%rd2], %r7;
)";
  Machine machine(module_with_kernel(".param .u64 in, .param .u64 out", body));
  std::vector<std::uint32_t> in(std::size_t{32} * 4);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint32_t>(i);
  const std::uint64_t from = machine.upload(in), to = machine.allocate(128);
  const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, from, to);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(launched.counters[Counter::global_load_requests], 2u);
  EXPECT_EQ(launched.counters[Counter::global_load_sectors], 32u);
  // Words 4 bytes wide in steps of 16: eight lanes have a bank to share four times over.
  EXPECT_EQ(launched.counters[Counter::shared_load_instructions], 2u);
  EXPECT_EQ(launched.counters[Counter::shared_load_wavefronts], 8u);
  const auto out = machine.download<std::uint32_t>(to, 32);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], 2 * in[4 * i + 1] + in[4 * i]);
}

}  // namespace
}  // namespace warpscope::exec::test
