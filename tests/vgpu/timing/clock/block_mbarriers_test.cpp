#include "vgpu/timing/clock/block_mbarriers.h"

#include <gtest/gtest.h>

namespace warpscope::timing {
namespace {

TEST(BlockMbarriers, EndAPhaseWithTheLastArrival) {
  BlockMbarriers mbarriers;
  mbarriers.init(8, 2);
  EXPECT_EQ(mbarriers.wait(8, false, 5), std::nullopt);
  EXPECT_FALSE(mbarriers.arrive(8, 1, 0, false, 100));
  EXPECT_TRUE(mbarriers.arrive(8, 1, 0, false, 60));
  const BlockMbarriers::Woken woken = mbarriers.take_woken(8);
  EXPECT_EQ(woken.warps, std::vector<std::uint32_t>{5});
  EXPECT_EQ(woken.when, 100U);  // the later of the two
  EXPECT_EQ(mbarriers.wait(8, false, 6), 100U);
  EXPECT_EQ(mbarriers.wait(8, true, 7), std::nullopt);  // the next phase
  EXPECT_TRUE(mbarriers.arrive(8, 2, 0, false, 200));
  EXPECT_EQ(mbarriers.take_woken(8).warps, std::vector<std::uint32_t>{7});
}

TEST(BlockMbarriers, WaitForTheirBytes) {
  BlockMbarriers mbarriers;
  mbarriers.init(0, 1);
  EXPECT_FALSE(mbarriers.arrive(0, 1, 512, false, 10));
  EXPECT_FALSE(mbarriers.arrive(0, 0, -256, false, 700));
  EXPECT_EQ(mbarriers.wait(0, false, 1), std::nullopt);
  EXPECT_TRUE(mbarriers.arrive(0, 0, -256, false, 650));
  EXPECT_EQ(mbarriers.take_woken(0).when, 700U);
}

TEST(BlockMbarriers, ExpectFewerWhenSomeLeave) {
  BlockMbarriers mbarriers;
  mbarriers.init(0, 2);
  EXPECT_FALSE(mbarriers.arrive(0, 1, 0, true, 10));
  EXPECT_TRUE(mbarriers.arrive(0, 1, 0, false, 20));
  EXPECT_TRUE(mbarriers.arrive(0, 1, 0, false, 30));  // one is left
}

TEST(BlockMbarriers, ExpectMoreForCopiesThatArrive) {
  BlockMbarriers mbarriers;
  mbarriers.init(0, 1);
  mbarriers.expect_arrivals(0, 32);
  EXPECT_FALSE(mbarriers.arrive(0, 1, 0, false, 10));
  EXPECT_TRUE(mbarriers.arrive(0, 32, 0, false, 20));
}

TEST(BlockMbarriers, ThatNobodyHasMadeKeepNobody) {
  BlockMbarriers mbarriers;
  EXPECT_FALSE(mbarriers.arrive(16, 1, 0, false, 10));
  EXPECT_EQ(mbarriers.wait(16, false, 1), 0U);
}

}  // namespace
}  // namespace warpscope::timing
