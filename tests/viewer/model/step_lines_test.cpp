// The source of a launch that stands still, with the lanes of a warp beside its lines.
#include "viewer/model/step_lines.h"

#include <gtest/gtest.h>

namespace warpscope::viewer {
namespace {

device::StoodGroup group(device::StoodGroup::State state, std::uint32_t lanes, std::uint32_t line) {
  device::StoodGroup group;
  group.state = state;
  group.lanes = lanes;
  group.place.where = {"k.cu", line};
  return group;
}

TEST(StepLines, HaveTheLanesThatAreThere) {
  using State = device::StoodGroup::State;
  device::Stood stood;
  stood.warp = 1;
  stood.warps.resize(2);
  stood.warps[0].groups = {group(State::running, ~0U, 1)};
  stood.warps[1].groups = {group(State::at_barrier, 0xF0, 3), group(State::ready, 0x0F, 2),
                           group(State::ready, 0x300, 2), group(State::ready, 0xC00, 99)};
  device::Stood history;
  history.lines = {{{"k.cu", 2}, 4, 64}, {{"other.cu", 3}, 1, 1}, {{"k.cu", 3}, 0, 0}};
  const auto lines = step_lines(stood, &history, "k.cu", "a\r\nb\nc");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], (StepLine{"a", 0, 0, std::nullopt, 0}));
  EXPECT_EQ(lines[1], (StepLine{"b", 0x30F, 0, 16.0, 4}));
  EXPECT_EQ(lines[2], (StepLine{"c", 0, 0xF0, std::nullopt, 0}));
  EXPECT_EQ(place_of_warp(stood).line, 2U);
  stood.warps[1].groups.resize(1);
  EXPECT_EQ(place_of_warp(stood).line, 3U);
  stood.warp = 7;
  EXPECT_EQ(place_of_warp(stood).line, 0U);
}

}  // namespace
}  // namespace warpscope::viewer
