// What the pane of transfers draws.
#include "viewer/model/ring_view.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/viewer/support/ring_records.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer {
namespace {

using test::with_rings;

TEST(RingView, HasALaneForEachStageAndForWarpsThatCarryAndUse) {
  const auto record = with_rings({2});
  const RingView view = make_ring_view(record, 2);
  ASSERT_EQ(view.timeline.lanes.size(), 4U);
  EXPECT_EQ(view.timeline.lanes[0].title, "stage 0");
  EXPECT_EQ(view.timeline.lanes[1].title, "stage 1");
  EXPECT_EQ(view.timeline.lanes[2].title, "carries 8");
  EXPECT_EQ(view.timeline.lanes[3].title, "uses 0");
  const auto& bars = view.timeline.lanes[0].bars;
  ASSERT_EQ(bars.size(), 3U);
  EXPECT_EQ(bars[0].label, "on the way");
  EXPECT_NEAR(bars[0].start_s, 500e-9, 1e-15);  // from the launch's begin
  EXPECT_NEAR(bars[0].end_s, 1300e-9, 1e-15);
  EXPECT_EQ(bars[1].label, "there");
  EXPECT_EQ(bars[2].label, "in use");
  EXPECT_NE(bars[0].detail.find("8 KiB by bulk copies, 2 of them"), std::string::npos);
  EXPECT_NE(bars[0].detail.find("all there at cycle 1,300, 800 later"), std::string::npos);
  // At once used, and not given back.
  EXPECT_EQ(view.timeline.lanes[1].bars.size(), 1U);
  EXPECT_EQ(view.timeline.lanes[3].bars.at(1).label, "long_scoreboard");
  EXPECT_NEAR(view.timeline.end_s, 3000e-9, 1e-15);
  EXPECT_NE(view.note.find("8 KiB each, 800 ns on the way"), std::string::npos) << view.note;
  EXPECT_NE(view.note.find("in flight 4 KiB"), std::string::npos) << view.note;
  EXPECT_NE(view.numbers.find("(modelled)"), std::string::npos);
}

TEST(RingView, IsOfWhatIsChosenElseOfTheLongestLaunch) {
  const auto record = with_rings({2, 4});
  const RingLaunches launches = ring_launches(record);
  ASSERT_EQ(launches.ids.size(), 2U);
  const bool is_second_longer = record.launches[4].duration_s > record.launches[2].duration_s;
  Selection selection;
  EXPECT_EQ(ring_launch(launches, selection, Side::student, record, nullptr),
            is_second_longer ? 4U : 2U);
  const std::string* name = case_name_of(record, record.launches[2].case_index);
  ASSERT_NE(name, nullptr);
  EXPECT_EQ(ring_launch(launches, selection, Side::reference, record, name), 2U);
  selection.launches = {2, 2};
  EXPECT_EQ(ring_launch(launches, selection, Side::student, record, nullptr), 2U);
  selection.launches = {1, 1};
  EXPECT_FALSE(ring_launch(launches, selection, Side::student, record, nullptr));
}

TEST(RingView, IsNothingWithoutTransfers) {
  const auto record = test::student_record();
  EXPECT_TRUE(ring_launches(record).ids.empty());
  EXPECT_TRUE(make_ring_view(record, 0).timeline.lanes.empty());
  EXPECT_TRUE(make_ring_view(record, 12'345).timeline.lanes.empty());
}

}  // namespace
}  // namespace warpscope::viewer
