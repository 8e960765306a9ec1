// Numbers of CUDA's occupancy calculator (cuda_occupancy.h of CUDA Toolkit 13.0).
#include "arch/occupancy.h"

#include <gtest/gtest.h>

#include "tests/support/profiles.h"

namespace warpscope::arch {
namespace {

class OccupancyOfH200 : public testing::Test {
 protected:
  Occupancy of(const BlockNeeds& block) const { return occupancy(sm_, block); }

  Multiprocessor sm_ = static_cast<const Multiprocessor&>(test::profile("h200").sm);
};

TEST_F(OccupancyOfH200, EachOfTheFourMayRunOutFirst) {
  EXPECT_EQ(of({32, 0, 16}).blocks(), 32U);
  EXPECT_EQ(of({32, 0, 16}).limiter(), Limiter::blocks);
  EXPECT_EQ(of({256, 0, 16}).blocks(), 8U);
  EXPECT_EQ(of({256, 0, 16}).limiter(), Limiter::threads);
  EXPECT_EQ(of({256, 0, 64}).blocks(), 4U);
  EXPECT_EQ(of({256, 0, 64}).limiter(), Limiter::registers);
  EXPECT_EQ(of({64, 40'000, 16}).blocks(), 5U);
  EXPECT_EQ(of({64, 40'000, 16}).limiter(), Limiter::shared_memory);
}

TEST_F(OccupancyOfH200, ThreadsCountAsWholeWarps) {
  EXPECT_EQ(of({33}).room_by(Limiter::threads), 32U);
  EXPECT_EQ(of({96}).room_by(Limiter::threads), 21U);  // 63 of 64 warps
  EXPECT_EQ(of({1024}).blocks(), 2U);
  EXPECT_EQ(of({1025}).blocks(), 0U);
  EXPECT_EQ(of({0}).blocks(), 0U);
}

TEST_F(OccupancyOfH200, RegistersComeInUnitsAndBelongToSchedulers) {
  EXPECT_EQ(of({256, 0, 33}).room_by(Limiter::registers), 6U);  // 40 for 33
  EXPECT_EQ(of({1024, 0, 64}).blocks(), 1U);
  EXPECT_EQ(of({1024, 0, 65}).blocks(), 0U);  // such a launch fails
  // 51 warps have 1280 registers each of 65,536; 12 have them of a scheduler's quarter.
  EXPECT_EQ(of({64, 0, 40}).room_by(Limiter::registers), 24U);
  // Five warps take the registers of eight: two of each scheduler.
  EXPECT_FALSE(has_registers(sm_, {32 * 5, 0, 257}));
  EXPECT_TRUE(has_registers(sm_, {32 * 5, 0, 255}));
}

TEST_F(OccupancyOfH200, SharedMemoryComesInUnitsAndHasAReservedPart) {
  EXPECT_EQ(of({32, 0}).room_by(Limiter::shared_memory), 228U);
  EXPECT_EQ(shared_bytes_of(sm_, {32, 0}), 1024U);
  EXPECT_EQ(shared_bytes_of(sm_, {32, 1}), 1152U);
  EXPECT_EQ(of({32, 6272}).room_by(Limiter::shared_memory), 32U);  // 7296 each: 32 of them fill it
  EXPECT_EQ(of({32, 6273}).room_by(Limiter::shared_memory), 31U);
  EXPECT_EQ(of({32, 227 << 10}).blocks(), 1U);
  EXPECT_EQ(of({32, (227 << 10) + 1}).blocks(), 0U);
}

}  // namespace
}  // namespace warpscope::arch
