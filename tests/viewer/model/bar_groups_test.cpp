// Bars that are too close to be drawn apart.
#include "viewer/model/bar_groups.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

/// 400 copies of 4 bytes, 2 us long and 10 us apart.
record::RunRecord many_copies() {
  auto record = student_record();
  record.transfers.clear();
  for (int i = 0; i < 400; ++i) {
    record::Transfer copy;
    copy.kind = record::Transfer::Kind::host_to_device;
    copy.size_bytes = 4;
    copy.start_s = i * 10e-6;
    copy.duration_s = 2e-6;
    record.transfers.push_back(copy);
  }
  return record;
}

TEST(BarGroups, MarksWhatFallsTogetherWithItsNumberAndKind) {
  const auto record = many_copies();
  const auto timeline = make_timeline(record);
  const auto& lane = timeline.lanes.back();
  // 400 pixels for 4 ms: a copy is a fifth of a pixel, the next one a pixel away.
  const auto groups = group_bars(lane, {0, 4e-3}, 30e-6, 15e-6);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].bars.size(), 400U);
  EXPECT_NEAR(groups[0].end_s, 399 * 10e-6 + 2e-6, 1e-12);
  const auto lines = describe(record, lane, groups[0]);
  EXPECT_EQ(lines[0], "400 copies to the device, too close to draw apart");
  EXPECT_EQ(lines[1], "4 B each, 1.56 KiB together");
  EXPECT_EQ(lines[2], "800 µs together, in a span of 3.99 ms");
}

TEST(BarGroups, SeparatesThemWhenZoomedIn) {
  const auto timeline = make_timeline(many_copies());
  // 400 pixels for 100 us: a copy is 8 pixels wide.
  const auto groups = group_bars(timeline.lanes.back(), {1e-3, 1.1e-3}, 0.75e-6, 0.375e-6);
  ASSERT_EQ(groups.size(), 11U) << "of the window alone";
  for (const auto& group : groups) EXPECT_EQ(group.bars.size(), 1U);
}

TEST(BarGroups, KeepsWideBarsApartThatTouch) {
  auto record = student_record();
  for (std::size_t i = 1; i < record.launches.size(); ++i) {
    const auto& before = record.launches[i - 1];
    record.launches[i].start_s = before.start_s + before.duration_s;
  }
  const auto timeline = make_timeline(record);
  EXPECT_EQ(group_bars(timeline.lanes[0], {0, 1}, 1e-6, 0.5e-6).size(), 6U);
}

TEST(BarGroups, CountsLaunchesByKernel) {
  auto record = student_record();
  record.launches[2].kernel = "other(int)";
  const auto timeline = make_timeline(record);
  const auto groups = group_bars(timeline.lanes[0], {0, 1}, 1e-2, 1e-2);
  ASSERT_EQ(groups.size(), 1U);
  const auto lines = describe(record, timeline.lanes[0], groups[0]);
  EXPECT_EQ(lines[0], "6 launches, too close to draw apart");
  EXPECT_EQ(lines[1], "5 \u00d7 copy");
  EXPECT_EQ(lines[2], "1 \u00d7 other");
}

}  // namespace
}  // namespace warpscope::viewer::test
