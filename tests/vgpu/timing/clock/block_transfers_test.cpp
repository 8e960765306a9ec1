#include "vgpu/timing/clock/block_transfers.h"

#include <gtest/gtest.h>

namespace warpscope::timing {
namespace {

using CarriedBy = BlockTransfers::Kind;
constexpr BlockTransfers::Place kFull{true, 0}, kEmpty{true, 8}, kBarrier{false, 0};

TEST(BlockTransfers, OfABulkCopyGoFromTheCopyToTheWaitAndToTheArrival) {
  BlockTransfers block(3);
  block.copy_in_bulk(8, kFull.number, 4096, 100, 900);
  block.copy_in_bulk(8, kFull.number, 4096, 120, 950);
  block.arrive(8, kFull, 130);  // expects their bytes
  block.end_phase(kFull);
  block.go_on(0, kFull, 960);
  block.go_on(1, kFull, 970);
  block.arrive(0, kEmpty, 1200);
  block.arrive(1, kEmpty, 1250);
  EXPECT_EQ(block.block(), 3U);
  ASSERT_EQ(block.transfers().size(), 1U);
  const auto& transfer = block.transfers().front();
  EXPECT_EQ(transfer.kind, CarriedBy::bulk_copies);
  EXPECT_EQ(transfer.asking_warps, 1U << 8);
  EXPECT_EQ(transfer.using_warps, 3U);
  EXPECT_EQ(transfer.requests, 2U);
  EXPECT_EQ(transfer.bytes, 8192U);
  EXPECT_EQ(transfer.byte_ticks, 4096U * 800 + 4096U * 830);
  EXPECT_EQ(transfer.asked, 100U);
  EXPECT_EQ(transfer.arrived, 950U);
  EXPECT_EQ(transfer.used, 960U);
  EXPECT_EQ(transfer.given_back, 1250U);
}

TEST(BlockTransfers, OfOneStageFollowEachOtherAndOfSeveralHaveStagesOfTheirOwn) {
  BlockTransfers block(0);
  for (std::uint32_t turn = 0; turn < 4; ++turn) {
    const BlockTransfers::Place full{true, 16 * (turn % 2)}, empty{true, 16 * (turn % 2) + 8};
    block.copy_in_bulk(1, full.number, 64, turn * 1000 + 1, turn * 1000 + 500);
    block.end_phase(full);
    block.go_on(0, full, turn * 1000 + 510);
    block.arrive(0, empty, turn * 1000 + 600);
    block.end_phase(empty);
    block.go_on(1, empty, turn * 1000 + 610);  // of which nothing is used
  }
  ASSERT_EQ(block.transfers().size(), 4U);
  for (std::uint32_t turn = 0; turn < 4; ++turn) {
    EXPECT_EQ(block.transfers()[turn].stage, turn % 2);
    EXPECT_EQ(block.transfers()[turn].used, turn * 1000 + 510);
    EXPECT_EQ(block.transfers()[turn].using_warps, 1U);
  }
}

TEST(BlockTransfers, OfGroupsAreHandedOverWhenTheyHaveBeenWaitedFor) {
  BlockTransfers block(0);
  block.copy_asynchronously(0, 512, 10, 700);
  block.copy_asynchronously(0, 512, 12, 710);
  block.end_group(0);
  block.copy_asynchronously(0, 256, 20, 800);
  block.end_group(0);
  block.has_waited_for_groups(0, 1);
  block.arrive(0, kBarrier, 720);
  block.end_phase(kBarrier);
  block.go_on(0, kBarrier, 730);
  ASSERT_EQ(block.transfers().size(), 1U);  // the other group is under way
  EXPECT_EQ(block.transfers()[0].bytes, 1024U);
  EXPECT_EQ(block.transfers()[0].arrived, 710U);
  EXPECT_EQ(block.transfers()[0].used, 730U);
  block.has_waited_for_groups(0, 0);
  block.arrive(0, kBarrier, 810);
  block.end_phase(kBarrier);
  block.go_on(0, kBarrier, 820);
  ASSERT_EQ(block.transfers().size(), 2U);
  EXPECT_EQ(block.transfers()[0].given_back, 810U);
  EXPECT_EQ(block.transfers()[1].bytes, 256U);
}

TEST(BlockTransfers, OfCopiesThatAnMbarrierHearsOfNeedNoWait) {
  BlockTransfers block(0);
  for (std::uint32_t warp = 2; warp < 4; ++warp) {
    block.copy_asynchronously(warp, 512, 10 + warp, 700 + warp);
    block.tell_mbarrier(warp, kFull.number);
  }
  block.end_phase(kFull);
  block.go_on(0, kFull, 760);
  ASSERT_EQ(block.transfers().size(), 1U);
  EXPECT_EQ(block.transfers()[0].kind, CarriedBy::asynchronous_copies);
  EXPECT_EQ(block.transfers()[0].asking_warps, 0b1100U);
  EXPECT_EQ(block.transfers()[0].asked, 12U);
  EXPECT_EQ(block.transfers()[0].arrived, 703U);
}

TEST(BlockTransfers, OfLoadsAreThoseThatAreStored) {
  BlockTransfers block(0);
  block.load(0, 7, 128, 10, 500);
  block.load(0, 9, 128, 11, 600);  // somebody computes with it
  block.store(0, {7});
  block.load(1, 7, 128, 12, 520);
  block.store(1, {5, 7});
  for (std::uint32_t warp = 0; warp < 2; ++warp) block.arrive(warp, kBarrier, 530);
  block.end_phase(kBarrier);
  for (std::uint32_t warp = 0; warp < 2; ++warp) block.go_on(warp, kBarrier, 550);
  ASSERT_EQ(block.transfers().size(), 1U);
  EXPECT_EQ(block.transfers()[0].kind, CarriedBy::loads);
  EXPECT_EQ(block.transfers()[0].bytes, 256U);
  EXPECT_EQ(block.transfers()[0].arrived, 520U);
  EXPECT_EQ(block.transfers()[0].using_warps, 3U);
}

TEST(BlockTransfers, OfWhatAWarpReadsItselfNeedNoBarrier) {
  BlockTransfers block(0);
  for (Ticks turn = 0; turn < 2; ++turn) {
    block.copy_asynchronously(4, 512, turn * 1000 + 10, turn * 1000 + 700);
    block.end_group(4);
    block.has_waited_for_groups(4, 0);
    block.read_shared(4, turn * 1000 + 705);
    block.read_shared(4, turn * 1000 + 709);
  }
  ASSERT_EQ(block.transfers().size(), 2U);
  EXPECT_EQ(block.transfers()[0].used, 705U);
  EXPECT_EQ(block.transfers()[0].using_warps, 1U << 4);
  EXPECT_EQ(block.transfers()[0].given_back, 1705U);
}

TEST(BlockTransfers, AreCountedBeyondABound) {
  BlockTransfers block(0);
  for (Ticks turn = 0; turn < 300; ++turn) {
    block.copy_in_bulk(0, 0, 16, turn, turn + 5);
    block.copy_in_bulk(0, 0, 16, turn, turn + 5);  // of the same transfer
    block.end_phase(kFull);
    block.go_on(1, kFull, turn + 6);
    block.load(0, 1, 4, turn, turn);  // nobody stores it
  }
  EXPECT_EQ(block.transfers().size(), BlockTransfers::kMost);
  EXPECT_EQ(block.left_out(), 300 - BlockTransfers::kMost);
}

TEST(BlockTransfers, ThatNobodyWaitedForAreNotUsed) {
  BlockTransfers block(0);
  block.copy_in_bulk(0, 0, 16, 10, 500);
  ASSERT_EQ(block.transfers().size(), 1U);
  EXPECT_EQ(block.transfers()[0].used, 0U);
  EXPECT_EQ(block.transfers()[0].given_back, 0U);
}

}  // namespace
}  // namespace warpscope::timing
