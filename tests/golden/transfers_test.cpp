// When tiles are asked for, there and used, of kernels of which one knows the order (transfers.cu).
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "record/timeline_slice.h"
#include "record/transfers.h"
#include "tests/support/virtual_program.h"

namespace warpscope::transfers_test {
namespace {

/// In the order of transfers.cu's main().
enum Which { kBulk, kBulkOf4, kAsync, kAsyncOf4, kVector, kObjects, kGroups, kTiles, kNothing };

using Transfer = record::ClockTimeline::Transfer;
constexpr std::uint64_t kTileBytes = 4096, kTilesOfABlock = 12;

const record::RunRecord& run() {
  static const VirtualRun run = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_transfers", {},
                                              {"--clock", "--profile", "mini"});
  return run.record;
}

record::ClockTimeline timeline(Which which) {
  const auto kept = record::timeline_of(run(), run().launches.at(which));
  if (!kept) throw std::runtime_error("The launch has no timeline.");
  return *kept;
}

std::vector<Transfer> of_block_0(Which which) {
  auto transfers = timeline(which).transfers;
  std::erase_if(transfers, [](const Transfer& transfer) { return transfer.block != 0; });
  return transfers;
}

/// Buffers that are filled or in use at a time, at most.
std::size_t most_buffers(const std::vector<Transfer>& transfers) {
  std::size_t most = 0;
  for (const Transfer& at : transfers) {
    most = std::max<std::size_t>(most, std::ranges::count_if(transfers, [&](const Transfer& other) {
      return other.asked_cycle <= at.asked_cycle && other.given_back_cycle > at.asked_cycle;
    }));
  }
  return most;
}

TEST(Transfers, AreAskedForThenThereThenUsedThenGivenBack) {
  for (const Which which : {kBulk, kBulkOf4, kAsync, kAsyncOf4, kVector, kObjects, kGroups, kTiles}) {
    const auto transfers = of_block_0(which);
    ASSERT_EQ(transfers.size(), kTilesOfABlock) << which;
    for (const Transfer& transfer : transfers) {
      EXPECT_LT(transfer.asked_cycle, transfer.arrived_cycle) << which;
      EXPECT_LE(transfer.arrived_cycle, transfer.used_cycle) << which;
      EXPECT_LT(transfer.used_cycle, transfer.given_back_cycle) << which;
      EXPECT_EQ(transfer.bytes, kTileBytes) << which;
      // L2 answers after some 200 cycles, memory after some 600; queues add to it.
      EXPECT_GT(transfer.latency_cycles, 150U) << which;
      EXPECT_LT(transfer.latency_cycles, 2'500U) << which;
      EXPECT_LE(transfer.latency_cycles, transfer.arrived_cycle - transfer.asked_cycle) << which;
    }
  }
}

TEST(Transfers, AreOfTheWarpsThatCarryAndUse) {
  constexpr std::uint64_t kComputeWarps = 0xF, kDmaWarp = 0x10;
  for (const Which which : {kBulk, kBulkOf4, kAsync, kAsyncOf4, kVector, kObjects}) {
    for (const Transfer& transfer : of_block_0(which)) {
      EXPECT_EQ(transfer.asking_warps, kDmaWarp) << which;
      EXPECT_EQ(transfer.using_warps, kComputeWarps) << which;
    }
  }
  for (const Which which : {kGroups, kTiles}) {
    for (const Transfer& transfer : of_block_0(which)) {
      EXPECT_EQ(transfer.asking_warps, kComputeWarps) << which;
      EXPECT_EQ(transfer.using_warps, kComputeWarps) << which;
    }
  }
}

TEST(Transfers, AreOfTheirKind) {
  using Kind = Transfer::Kind;
  for (const auto& [which, kind] : {std::pair{kBulk, Kind::bulk_copies},
                                    {kAsync, Kind::asynchronous_copies},
                                    {kGroups, Kind::asynchronous_copies},
                                    {kVector, Kind::loads},
                                    {kObjects, Kind::loads},
                                    {kTiles, Kind::loads}}) {
    EXPECT_EQ(of_block_0(which).front().kind, kind) << which;
  }
  EXPECT_EQ(of_block_0(kBulk).front().requests, 1U);
  EXPECT_EQ(of_block_0(kAsync).front().requests, kTileBytes / 512);
}

TEST(Transfers, OfOneStageAreAskedForAfterTheLastWasGivenBack) {
  for (const Which which : {kBulk, kAsync}) {
    const auto transfers = of_block_0(which);
    for (std::size_t i = 1; i < transfers.size(); ++i) {
      EXPECT_EQ(transfers[i].stage, 0U);
      EXPECT_GT(transfers[i].asked_cycle, transfers[i - 1].given_back_cycle) << which << ' ' << i;
    }
    EXPECT_EQ(most_buffers(transfers), 1U) << which;
  }
}

TEST(Transfers, OfFourStagesAreFourAtATimeAndEachStageGoesOnWhenItIsGivenBack) {
  for (const Which which : {kBulkOf4, kAsyncOf4}) {
    const auto transfers = of_block_0(which);
    EXPECT_EQ(most_buffers(transfers), 4U) << which;
    for (std::size_t i = 4; i < transfers.size(); ++i) {
      EXPECT_EQ(transfers[i].stage, transfers[i - 4].stage);
      EXPECT_GT(transfers[i].asked_cycle, transfers[i - 4].given_back_cycle) << which << ' ' << i;
    }
    const auto rows = record::transfer_rows(timeline(which));
    EXPECT_EQ(std::ranges::count(rows, 0U, &record::TransferRow::block), 4);
  }
}

TEST(Transfers, OfTwoGroupsAreTwoAtATimeBehindOneBarrier) {
  const auto transfers = of_block_0(kGroups);
  EXPECT_EQ(most_buffers(transfers), 2U);
  for (const Transfer& transfer : transfers) EXPECT_EQ(transfer.stage, 0U);
  EXPECT_EQ(most_buffers(of_block_0(kTiles)), 1U);
}

TEST(Transfers, BringAllBytesAndFourStagesHaveMoreOfThemInFlight) {
  double mean[2] = {};
  for (const Which which : {kBulk, kBulkOf4}) {
    const auto kept = timeline(which);
    double byte_cycles = 0, moved = 0;
    for (const Transfer& transfer : kept.transfers) {
      moved += static_cast<double>(transfer.bytes);
      byte_cycles += static_cast<double>(transfer.bytes * transfer.latency_cycles);
    }
    const double blocks = moved / (kTileBytes * kTilesOfABlock);
    EXPECT_EQ(blocks, static_cast<double>(std::min<std::size_t>(2, kept.warps.size() / 5)));
    // The curve of bytes in flight has at least the same bytes for the same time, of all blocks
    // that were timed; a copy's start is in a transfer and not in the curve.
    double curve = 0;
    for (const auto bytes : kept.bytes_in_flight)
      curve += static_cast<double>(bytes) * static_cast<double>(kept.interval_cycles);
    const auto timed = static_cast<double>(*run().launches[which].timed_blocks);
    EXPECT_LT(curve / timed, byte_cycles / blocks);
    EXPECT_GT(curve / timed, 0.3 * byte_cycles / blocks);
    mean[which == kBulk ? 0 : 1] = record::bytes_in_flight(run().launches[which], kept)->mean;
  }
  EXPECT_GT(mean[1], 1.3 * mean[0]);
}

TEST(Transfers, AreNoneWhereAKernelComputesWhatItStores) {
  const auto kept = timeline(kNothing);
  EXPECT_TRUE(kept.transfers.empty());
  EXPECT_FALSE(kept.warps.empty());
  EXPECT_FALSE(record::transfer_summary(run(), kept));
}

TEST(Transfers, AreTheSameForAnyNumberOfWorkers) {
  for (const char* workers : {"1", "3"}) {
    const VirtualRun again =
        run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_transfers", {},
                      {"--clock", "--profile", "mini", "--workers", workers});
    ASSERT_EQ(again.record.launches.size(), run().launches.size());
    for (const auto& launch : again.record.launches) {
      EXPECT_EQ(record::to_slice(*record::timeline_of(again.record, launch)),
                record::to_slice(timeline(static_cast<Which>(launch.id))));
    }
  }
}

}  // namespace
}  // namespace warpscope::transfers_test
