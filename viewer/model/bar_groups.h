// Bars of a timeline that lie too close to be drawn apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "record/record.h"
#include "viewer/model/time_window.h"
#include "viewer/model/timeline.h"

namespace warpscope::viewer {

/// Neighbours in one row of a lane that are drawn as one; most have a single bar.
struct BarGroup {
  std::vector<std::uint32_t> bars;  ///< positions in TimelineLane::bars, by start; not empty
  std::uint32_t row = 0;
  double start_s = 0, end_s = 0;
};

/// The bars that the window shows. Bars join when they overlap, or when both are narrower than
/// `narrow_s` and less than `gap_s` lies between them: both are what a few pixels stand for.
std::vector<BarGroup> group_bars(const TimelineLane& lane, const TimeWindow& window,
                                 double narrow_s, double gap_s);

/// Lines about several bars that are drawn as one: how many, of which kinds, how large or long.
std::vector<std::string> describe(const record::RunRecord& record, const TimelineLane& lane,
                                  const BarGroup& group);

}  // namespace warpscope::viewer
