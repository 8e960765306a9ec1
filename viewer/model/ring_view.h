// What warps brought to shared memory in one launch, as bars in lanes over the launch's own time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/clock_timeline.h"
#include "record/record.h"
#include "viewer/model/selection.h"
#include "viewer/model/timeline.h"

namespace warpscope::viewer {

/// Launches of a record with transfers, the longest first.
struct RingLaunches {
  std::vector<std::uint32_t> ids;
  std::string problem;  ///< a sentence about what could not be read; empty when all is well
};
RingLaunches ring_launches(const record::RunRecord& record);

/// Which launch to draw of a side: the chosen one, or one of the chosen case; where nothing is
/// chosen the longest, but of the side whose `partner` is drawn already one of the same case.
/// Nothing where what is chosen has no transfers.
std::optional<std::uint32_t> ring_launch(const RingLaunches& launches, const Selection& selection,
                                         Side side, const record::RunRecord& record,
                                         const std::string* partner_case);

struct RingView {
  /// In seconds from the launch's begin; empty where there is nothing to draw. Stages first, then
  /// some of the warps that ask and of those that use.
  Timeline timeline;
  std::string note;  ///< the most in one line: "saxpy/large-bulk: 8 KiB, 1.2 µs on the way, …"
  std::string headline;  ///< whole sentences: the launch, and means of its transfers
  std::string numbers;   ///< bytes in flight beside what memory's peak needs
  std::string problem;   ///< as RingLaunches::problem
};
RingView make_ring_view(const record::RunRecord& record, std::uint32_t launch);

/// What the colours of bars mean: places in the palette of phases, for TimelineBar::name.
struct RingColor {
  const char* meaning;
  std::uint32_t color;
};
const std::vector<RingColor>& ring_colors();

}  // namespace warpscope::viewer
