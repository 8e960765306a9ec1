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
