// Launches, what warps did in them, and copies as bars in lanes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::viewer {

struct TimelineBar {
  enum class Kind : std::uint8_t {
    launch,
    copy_in,
    copy_out,
    copy_inside,
    fill,
    phase,
    range,
    part
  };
  Kind kind = Kind::launch;
  std::uint32_t index = 0;  ///< in RunRecord::launches, transfers or ranges
  std::optional<std::uint32_t> case_index;
  std::string label;  ///< kernel name without parameters, or what is copied; says so where a launch
                      ///< of the record is the sum of several
  double start_s = 0;
  double end_s = 0;         ///< not before start_s
  std::uint32_t row = 0;    ///< within the lane: bars that overlap in time lie in different rows
  std::uint32_t phase = 0;  ///< of a phase: in Launch::phases; `index` is its launch's
  std::uint32_t name = 0;   ///< of a phase: the place of its name among the run's, for a colour
  /// Of a part of a launch (Kind::part; ring_view.h), `index`: lines about it.
  std::string detail{};
};

/// Warps of a launch whose phases are drawn, each in a row of its own.
inline constexpr std::uint32_t kMostPhaseRows = 16;

struct TimelineLane {
  std::string title;  ///< "stream 0", "copy H2D", …
  std::uint32_t rows = 1;
  std::vector<TimelineBar> bars;  ///< sorted by start; of phases by launch and row
};

struct Timeline {
  std::vector<TimelineLane> lanes;  ///< ranges by NVTX; streams in order of their numbers, each
                                    ///< with its phases; then copies
  double start_s = 0, end_s = 0;    ///< of everything; equal when there is nothing
};

/// A launch's phases lie beneath it. Where they last longer than it, they are drawn shorter so that
/// they end together: on the virtual GPU they run on the block's own clock. Bars whose times are
/// not finite are left out.
Timeline make_timeline(const record::RunRecord& record);

}  // namespace warpscope::viewer
