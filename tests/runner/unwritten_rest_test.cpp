// Which mistake left a rest unwritten, told by all sizes of a task and their launches.
#include "runner/findings/unwritten_rest.h"

#include <gtest/gtest.h>

#include "findings/catalogue.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

struct Size {
  std::uint64_t written, missing, first;
  std::uint32_t threads;
  std::string suspected;
  std::uint64_t bytes_per_element = 4;  ///< that were stored, of each written one
  std::uint64_t sectors = 0;            ///< different ones that were written; 0: unknown
  std::uint32_t block = 32;
};

std::vector<RestOfCase> refined(const std::vector<Size>& sizes) {
  record::RunRecord record;
  std::vector<RestOfCase> rests;
  for (const auto& size : sizes) {
    const auto index = static_cast<std::uint32_t>(record.cases.size());
    record.cases.emplace_back().task = "scale";
    auto& launch = test::add_launch(record);
    launch.case_index = index;
    launch.grid = {size.threads / size.block, 1, 1};
    launch.block = {size.block, 1, 1};
    launch.counters[std::string(record::metric::kStoreBytes)] =
        size.written * size.bytes_per_element;
    launch.written_sectors = size.sectors;
    rests.push_back(
        {index, {size.written, size.missing, 4, size.first}, make_finding(size.suspected)});
  }
  refine_unwritten_rests(record, rests);
  return rests;
}

constexpr const char* kTail = "vector-tail-missed";
constexpr const char* kGrid = "grid-too-small";
constexpr const char* kLeftOut = "last-elements-left-out";

TEST(UnwrittenRest, ATailAtEverySizeOfGroupsIsATail) {
  const auto rests = refined({{1020, 3, 0, 256, kTail}, {1024, 1, 0, 256, kTail}});
  for (const auto& of : rests) EXPECT_EQ(of.finding.id, kTail);
}

TEST(UnwrittenRest, WithoutGroupsThereIsNoTail) {
  const auto rests = refined({{1022, 1, 0, 1022 / 32 * 32, kTail}});
  EXPECT_EQ(rests[0].finding.id, kGrid);
}

TEST(UnwrittenRest, ALongerRestAtAnotherSizeRefutesTheTail) {
  const auto rests = refined({{1021, 2, 3, 256, kTail}, {8192 - 4, 4, 4, 2048, kGrid}});
  for (const auto& of : rests) EXPECT_NE(of.finding.id, kTail);
}

TEST(UnwrittenRest, SaysThatThreadsStandBeforeTheFirstElement) {
  const auto rests = refined({{8192 - 17, 17, 17, 8192, kGrid}});
  EXPECT_NE(rests[0].finding.cause.find("17 elements too early"), std::string::npos)
      << rests[0].finding.cause;
  EXPECT_NE(rests[0].finding.hint.find("before the first element"), std::string::npos);
}

TEST(UnwrittenRest, SaysThatGroupsStandBeforeTheFirstElement) {
  const auto rests = refined({{8192 - 17, 17, 17, 2048, kGrid}});
  EXPECT_NE(rests[0].finding.cause.find("17 elements too early"), std::string::npos)
      << rests[0].finding.cause;
}

TEST(UnwrittenRest, SaysHowManyThreadsThereWere) {
  const auto rests = refined({{1024, 256, 0, 1024, kGrid}});
  EXPECT_NE(rests[0].finding.cause.find("1,024 threads for 1,280 elements"), std::string::npos)
      << rests[0].finding.cause;
  EXPECT_NE(rests[0].finding.hint.find("rounded up"), std::string::npos);
}

TEST(UnwrittenRest, DoesNotAdviseToRoundUpWhatHasThreadsEnough) {
  const auto rests = refined({{1000, 24, 0, 1024, kGrid}});
  EXPECT_EQ(rests[0].finding.id, kLeftOut);
  EXPECT_EQ(rests[0].finding.hint.find("rounded up"), std::string::npos);
}

TEST(UnwrittenRest, TheSameRestAtEverySizeIsAGuard) {
  const std::vector<Size> sizes{
      {30, 1, 0, 32, kGrid}, {31, 1, 0, 32, kGrid}, {1024, 1, 0, 1056, kTail}};
  for (const auto& of : refined(sizes)) EXPECT_EQ(of.finding.id, "guard-too-strict");
  for (const auto& of : refined({sizes[0], sizes[1]})) EXPECT_EQ(of.finding.id, kLeftOut);
}

TEST(UnwrittenRest, MoreBytesStoredThanWrittenIsALocalIndex) {
  const auto rests = refined({{256, 768, 0, 1024, kGrid, 16, 0, 256}});
  EXPECT_EQ(rests[0].finding.id, "local-for-global-index");
}

TEST(UnwrittenRest, ThreadsThatShareAnIndexAreNotBlocksThatDo) {
  // One block: there is no other that could have done the same.
  const auto of_one = refined({{51, 104, 0, 256, kGrid, 12, 0, 256}});
  EXPECT_EQ(of_one[0].finding.id, "threads-share-an-index");
  EXPECT_NE(of_one[0].finding.cause.find("several threads computed the same"), std::string::npos);
  // Four blocks, and 1.2 times as much as they would have stored: record + field * 5 of 1000.
  EXPECT_EQ(refined({{1020, 3980, 0, 1024, kGrid, 20, 0, 256}})[0].finding.id,
            "threads-share-an-index");
  // What one size tells is said of all of them.
  for (const auto& of :
       refined({{51, 104, 0, 256, kGrid, 12, 0, 256}, {256, 768, 0, 1024, kGrid, 16, 0, 256}}))
    EXPECT_EQ(of.finding.id, "threads-share-an-index");
}

TEST(UnwrittenRest, OneElementForEachBlockIsNoIndexOfBlock0) {
  EXPECT_EQ(refined({{64, 448, 0, 2048, kGrid, 32}})[0].finding.id, "warps-share-an-index");
  EXPECT_EQ(refined({{65, 447, 0, 2048, kGrid, 32}})[0].finding.id, "threads-share-an-index");
}

// The host put 1,024 results into the first 256 places.
TEST(UnwrittenRest, WhatKernelsWroteAndTheHostLostIsNoLocalIndex) {
  EXPECT_TRUE(refined({{256, 768, 0, 1024, kGrid, 16, 128, 256}}).empty());
  const auto repeated = refined({{256, 768, 0, 1024, kGrid, 16, 32, 256}});
  ASSERT_EQ(repeated.size(), 1U);
  EXPECT_EQ(repeated[0].finding.id, "local-for-global-index");
}

}  // namespace
}  // namespace warpscope::runner
