// Values made of the phases of rings.
#include "runner/metrics/phase_metrics.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

void add_phase(record::Launch& launch, const std::string& name, std::uint32_t warp,
               std::uint64_t begin, std::uint64_t end, std::uint64_t block = 0) {
  launch.phases.push_back({block, warp, 0, name, 0, begin, end});
}

class RingMetrics : public testing::Test {
 protected:
  /// Round `round` of a ring whose rounds begin each 100 cycles after the last, but for the first
  /// `stages`, which begin at once. Warp 0 and warp 1 use what warp 8 fills.
  void add_round(const std::string& ring, std::uint64_t round, std::uint64_t stages) {
    const std::uint64_t filled = round < stages ? 10 * round : 100 * (round - stages + 1);
    add_phase(launch_, "fill " + ring, 8, filled, filled + 5);
    for (const std::uint32_t warp : {0U, 1U})
      add_phase(launch_, "use " + ring, warp, 100 * round + 50, 100 * round + 90 + 5 * warp);
  }
  record::RunRecord record_ = test::made_record();
  record::Launch& launch_ = test::add_launch(record_);
  std::vector<std::uint32_t> cases_{0};
};

TEST_F(RingMetrics, StagesAreTheBuffersThatAreFilledAhead) {
  for (std::uint64_t round = 0; round < 8; ++round) add_round("x", round, 3);
  EXPECT_EQ(ring_stages(record_, cases_), 3);
  EXPECT_EQ(ring_dma_warps(record_, cases_), 1);
  for (std::uint64_t round = 0; round < 8; ++round) add_round("y", round, 1);
  EXPECT_EQ(ring_stages(record_, cases_), 1) << "of the ring that has fewest";
  launch_.is_unused = true;
  EXPECT_FALSE(ring_stages(record_, cases_, Counted::used).has_value());
}

TEST_F(RingMetrics, OneRoundShowsNoStages) {
  add_round("x", 0, 2);
  EXPECT_FALSE(ring_stages(record_, cases_).has_value());
  EXPECT_EQ(ring_dma_warps(record_, cases_), 1);
}

TEST_F(RingMetrics, WarpsOfSeveralRingsAreCountedTogetherAndOnce) {
  for (const std::uint32_t warp : {8U, 9U}) add_phase(launch_, "fill x", warp, 0, 10);
  for (const std::uint32_t warp : {9U, 10U}) add_phase(launch_, "fill y", warp, 20, 30);
  EXPECT_EQ(ring_dma_warps(record_, cases_), 3);
  add_phase(launch_, "fill x", 8, 0, 10, 1);
  EXPECT_EQ(ring_dma_warps(record_, cases_), 1) << "of the block that has fewest";
}

class UseWithTransferUnderWay : public testing::Test {
 protected:
  record::RunRecord record_ = test::made_record();
  record::Launch& launch_ = test::add_launch(record_);
  std::vector<std::uint32_t> cases_{0};
};

TEST_F(UseWithTransferUnderWay, IsNothingWhenEachTransferBeginsAfterTheUse) {
  for (std::uint64_t at : {0U, 100U, 200U}) {
    add_phase(launch_, "fill x", 8, at, at + 10);
    add_phase(launch_, "use x", 0, at + 20, at + 80);
  }
  EXPECT_EQ(use_with_transfer_under_way(record_, cases_), 0.0);
}

TEST_F(UseWithTransferUnderWay, CountsFromTheBeginOfTheNextTransferToTheEndOfTheUse) {
  add_phase(launch_, "fill x", 8, 0, 10);
  add_phase(launch_, "use x", 0, 20, 60);
  add_phase(launch_, "fill x", 8, 50, 55);  // 10 of 40 cycles
  add_phase(launch_, "use x", 0, 70, 110);
  add_phase(launch_, "fill x", 8, 62, 66);   // all 40
  add_phase(launch_, "use x", 0, 120, 160);  // the last
  EXPECT_EQ(use_with_transfer_under_way(record_, cases_), 50.0 / 80.0);
}

TEST_F(UseWithTransferUnderWay, TakesTheFirstWarpThatCarriesARound) {
  add_phase(launch_, "fill", 8, 0, 10);
  add_phase(launch_, "fill", 9, 0, 10);
  add_phase(launch_, "use", 0, 20, 60);
  add_phase(launch_, "fill", 8, 40, 80);
  add_phase(launch_, "fill", 9, 70, 80);
  EXPECT_EQ(use_with_transfer_under_way(record_, cases_), 0.5);
}

TEST_F(UseWithTransferUnderWay, KeepsRingsAndBlocksApart) {
  add_phase(launch_, "fill x", 8, 0, 10);
  add_phase(launch_, "fill y", 9, 0, 10);
  add_phase(launch_, "use x", 0, 20, 60);
  add_phase(launch_, "use y", 0, 20, 60);
  add_phase(launch_, "fill x", 8, 0, 10, 1);
  EXPECT_FALSE(use_with_transfer_under_way(record_, cases_).has_value());
  add_phase(launch_, "fill y", 9, 60, 70);
  EXPECT_EQ(use_with_transfer_under_way(record_, cases_), 0.0);
}

TEST_F(UseWithTransferUnderWay, IsThatOfTheWorstRing) {
  const auto add_ring = [&](const std::string& name, std::uint64_t second_fill) {
    add_phase(launch_, "fill " + name, 8, 0, 10);
    add_phase(launch_, "use " + name, 0, 20, 60);
    add_phase(launch_, "fill " + name, 8, second_fill, second_fill + 10);
    add_phase(launch_, "use " + name, 0, 100, 160);
  };
  for (const char* name : {"crumbs 0", "crumbs 1", "crumbs 2"}) add_ring(name, 10);
  EXPECT_EQ(use_with_transfer_under_way(record_, cases_), 1.0);
  add_ring("x and y", 60);
  EXPECT_EQ(use_with_transfer_under_way(record_, cases_), 0.0);
}

TEST_F(UseWithTransferUnderWay, IsNothingForOtherPhasesAndOtherCases) {
  add_phase(launch_, "user", 0, 0, 10);
  add_phase(launch_, "filled", 8, 0, 10);
  EXPECT_FALSE(use_with_transfer_under_way(record_, cases_).has_value());
  auto& other = test::add_launch(record_);
  other.case_index = 1;
  add_phase(other, "fill", 8, 0, 10);
  add_phase(other, "use", 0, 0, 10);
  add_phase(other, "fill", 8, 0, 10);
  EXPECT_FALSE(use_with_transfer_under_way(record_, cases_).has_value());
  const std::vector<std::uint32_t> second{1};
  EXPECT_EQ(use_with_transfer_under_way(record_, second), 1.0);
}

}  // namespace
}  // namespace warpscope::runner
