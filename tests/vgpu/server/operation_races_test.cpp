#include "vgpu/server/operation_races.h"

#include <gtest/gtest.h>

#include "vgpu/memory/written_bytes.h"
#include "vgpu/server/unwritten_copies.h"

namespace warpscope::device {
namespace {

constexpr std::uint64_t kArray = 0x1000;

HostOperation operation(std::uint32_t stream, std::uint64_t sequence,
                        std::vector<KnownOperations> before = {}, std::uint64_t all_before = 0) {
  return {stream, sequence, static_cast<std::uint32_t>(sequence), all_before, std::move(before)};
}

std::vector<OperationRaces::Span> all(bool is_write, bool is_strong = false) {
  return {{kArray, kArray + 64, is_write, is_strong}};
}

std::size_t findings_of_second(const HostOperation& second,
                               const std::vector<OperationRaces::Span>& first_use,
                               const std::vector<OperationRaces::Span>& second_use) {
  OperationRaces races;
  races.begin(operation(1, 5));
  EXPECT_TRUE(races.add("launch of produce", first_use).empty());
  races.begin(second);
  return races.add("launch of consume", second_use).size();
}

TEST(OperationRaces, TwoStreamsThatNothingOrders) {
  OperationRaces races;
  races.begin(operation(1, 5));
  EXPECT_TRUE(races.add("launch of produce", all(true)).empty());
  races.begin(operation(2, 6, {{2, 6}}));
  const auto found = races.add("copy to the host", all(false));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].finding.id, "stream-race");
  EXPECT_EQ(found[0].finding.cause,
            "The copy to the host reads 64 bytes that the launch of produce ({site 5}) writes, and "
            "nothing makes one of them wait for the other.");
  ASSERT_TRUE(found[0].call);
  EXPECT_EQ(found[0].call->site, 6u);
}

TEST(OperationRaces, CopiesOfPiecesMayLackAnOffset) {
  const auto hint = [](const std::string& first, const std::vector<OperationRaces::Span>& its,
                       const std::string& second, const std::vector<OperationRaces::Span>& other) {
    OperationRaces races;
    races.begin(operation(1, 5));
    races.add(first, its);
    races.begin(operation(2, 6, {{2, 6}}));
    const auto found = races.add(second, other);
    return found.empty() ? std::string() : found[0].finding.hint;
  };
  const std::string in = "copy to the device", out = "copy to the host";
  EXPECT_NE(hint(in, all(true), in, all(true)).find("add the piece's offset"), std::string::npos);
  const auto whole = hint(in, {{kArray + 32, kArray + 48, true, false}}, out, all(false));
  EXPECT_NE(whole.find("is of 64 bytes, the other of 16"), std::string::npos) << whole;
  EXPECT_EQ(hint(in, all(true), out, all(false)).find("piece"), std::string::npos);
  EXPECT_EQ(hint("launch of scale", all(true), in, all(true)).find("piece"), std::string::npos);
}

TEST(OperationRaces, WhatIsOrderedOrHarmlessIsNone) {
  EXPECT_EQ(findings_of_second(operation(2, 6, {{2, 6}}), all(true), all(true)), 1u);
  // An event, or the same stream; a wait of the host for everything; the next grid of a launch.
  EXPECT_EQ(findings_of_second(operation(2, 6, {{1, 5}, {2, 6}}), all(true), all(true)), 0u);
  EXPECT_EQ(findings_of_second(operation(2, 6, {{1, 4}}), all(true), all(true)), 1u);
  EXPECT_EQ(findings_of_second(operation(2, 6, {}, 5), all(true), all(true)), 0u);
  EXPECT_EQ(findings_of_second(operation(1, 5), all(true), all(true)), 0u);
  // Two reads; two atomics; an atomic and a plain write.
  EXPECT_EQ(findings_of_second(operation(2, 6), all(false), all(false)), 0u);
  EXPECT_EQ(findings_of_second(operation(2, 6), all(true, true), all(true, true)), 0u);
  EXPECT_EQ(findings_of_second(operation(2, 6), all(true, true), all(true)), 1u);
  // Other bytes.
  EXPECT_EQ(
      findings_of_second(operation(2, 6), all(true), {{kArray + 64, kArray + 99, true, false}}),
      0u);
  // Nobody told of the operation.
  EXPECT_EQ(findings_of_second({}, all(true), all(true)), 0u);
}

TEST(OperationRaces, APairOfLinesIsToldOnce) {
  OperationRaces races;
  races.begin({1, 1, 7, 0, {}});
  races.add("fill", all(true));
  std::size_t told = 0;
  for (std::uint64_t sequence = 2; sequence < 5; ++sequence) {
    races.begin({2, sequence, 8, 0, {{2, sequence}}});
    told += races.add("fill", all(true)).size();
  }
  EXPECT_EQ(told, 1u);
}

TEST(OperationRaces, RowsOfABoxAreToldApart) {
  Box box = Box::linear(kArray, 16);
  box.height = 3;
  box.row_pitch = 64;
  box.slice_pitch = 3;
  const auto spans = spans_of(box, true);
  ASSERT_EQ(spans.size(), 3u);
  EXPECT_EQ(spans[1].begin, kArray + 64);
  EXPECT_EQ(spans[1].end, kArray + 80);
}

class UnwrittenCopiesTest : public testing::Test {
 protected:
  UnwrittenCopiesTest() : memory_(1 << 20) {
    address_ = memory_.allocate(400).value();
    memory_.track_writes(address_);
  }
  /// A launch of `threads` threads, of which `writers` wrote [begin, end).
  void launch(std::uint64_t threads, std::uint64_t writers, std::uint32_t widest_bytes,
              std::uint64_t begin, std::uint64_t end) {
    memory_.mark_written(address_ + begin, end - begin);
    copies_.note(
        {.kernel = "square",
         .threads = threads,
         .blocks = 1,
         .host_site = 3,
         .stored = {.address = address_, .writers = writers, .widest_bytes = widest_bytes}});
  }
  /// A launch of `blocks` blocks of 16 threads, of which one has left `writers` words, and which
  /// has stored so many in all.
  void launch_blocks(std::uint64_t blocks, std::uint64_t writers, std::uint64_t stored_words) {
    memory_.mark_written(address_, 4 * writers);
    copies_.note(
        {.kernel = "square",
         .threads = 16 * blocks,
         .blocks = blocks,
         .stored_bytes = 4 * stored_words,
         .stored = {
             .address = address_, .writers = writers, .is_of_one_block = true, .widest_bytes = 4}});
  }
  bool is_found(std::uint64_t begin = 0, std::uint64_t end = 400) const {
    return copies_.look_at(memory_, Box::linear(address_ + begin, end - begin)).has_value();
  }
  memory::DeviceMemory memory_;
  std::uint64_t address_ = 0;
  UnwrittenCopies copies_;
};

TEST_F(UnwrittenCopiesTest, TooFewThreadsOfWhichEachWrites) {
  EXPECT_FALSE(is_found());  // nobody has written: that is somebody else's mistake
  launch(64, 64, 4, 0, 256);
  EXPECT_TRUE(is_found());
  EXPECT_FALSE(is_found(0, 256));
  EXPECT_FALSE(is_found(256, 400));  // begins with what nobody wrote
}

TEST_F(UnwrittenCopiesTest, ThreadsThatKeptBackAreABufferWithSpareRoom) {
  launch(128, 64, 4, 0, 256);
  EXPECT_FALSE(is_found());
}

TEST_F(UnwrittenCopiesTest, ARestShorterThanAGroup) {
  launch(128, 24, 16, 0, 384);
  EXPECT_FALSE(is_found());  // 16 bytes are a whole group
  EXPECT_TRUE(is_found(0, 392));
}

TEST_F(UnwrittenCopiesTest, BlocksOneOverTheOther) {
  launch_blocks(4, 16, 64);
  const auto finding = copies_.look_at(memory_, Box::linear(address_, 400));
  ASSERT_TRUE(finding.has_value());
  EXPECT_NE(finding->cause.find("each block has written to the same elements"), std::string::npos);
}

TEST_F(UnwrittenCopiesTest, WhatASingleBlockLeavesIsABufferWithSpareRoom) {
  launch_blocks(4, 16, 20);  // the others stored a word each, elsewhere
  EXPECT_FALSE(is_found());
  launch_blocks(4, 12, 64);  // some of its threads kept back
  EXPECT_FALSE(is_found());
}

TEST_F(UnwrittenCopiesTest, ABorderIsLeftAlone) {
  launch(64, 64, 4, 4, 260);
  EXPECT_FALSE(is_found());
}

}  // namespace
}  // namespace warpscope::device
