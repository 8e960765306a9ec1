#include "vgpu/cudart/queue/ordering.h"

#include <gtest/gtest.h>

namespace warpscope::cudart {
namespace {

TEST(Progress, CoversWhatCameBeforeInItsStream) {
  Progress progress;
  progress.advance(1, 5);
  EXPECT_TRUE(progress.covers(1, 5));
  EXPECT_TRUE(progress.covers(1, 3));
  EXPECT_FALSE(progress.covers(1, 6));
  EXPECT_FALSE(progress.covers(2, 1));
  progress.advance(1, 4);
  EXPECT_TRUE(progress.covers(1, 5)) << "progress does not go back";
}

TEST(Progress, MergingTakesTheLaterOfEach) {
  Progress a;
  a.advance(1, 5);
  a.advance(2, 1);
  Progress b;
  b.advance(2, 7);
  b.advance(3, 2);
  a.merge(b);
  EXPECT_TRUE(a.covers(1, 5));
  EXPECT_TRUE(a.covers(2, 7));
  EXPECT_TRUE(a.covers(3, 2));
  EXPECT_FALSE(b.covers(1, 1)) << "the other side is as it was";
}

TEST(Progress, AdvancingAllCoversEveryStream) {
  Progress progress;
  progress.advance(1, 12);
  progress.advance_all(10);
  EXPECT_TRUE(progress.covers(99, 10));
  EXPECT_FALSE(progress.covers(99, 11));
  EXPECT_TRUE(progress.covers(1, 12));
  Progress host;
  host.merge(progress);
  EXPECT_TRUE(host.covers(99, 10));
}

}  // namespace
}  // namespace warpscope::cudart
