// Which launch is timed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "arch/occupancy.h"
#include "vgpu/exec/trace/clock_readings.h"
#include "vgpu/exec/trace/contact_times.h"
#include "vgpu/timing/clock/changes.h"
#include "vgpu/timing/clock/l2_contents.h"
#include "vgpu/timing/clock/launch_timeline.h"

namespace warpscope::timing {

struct TimedShape {
  std::uint64_t blocks = 0;  ///< of the grid
  arch::BlockNeeds block;
  // Of all blocks, where known (else 0), by which a sample is put right:
  std::uint64_t read_granules = 0;          ///< of memory: distinct ones that it reads
  std::uint64_t longest_atomic_queue = 0;   ///< sectors that the busiest part of L2 serves
  const L2Contents* l2_contents = nullptr;  ///< when it begins; nullptr: L2 is empty
  /// Sectors of global memory are counted from this one on: first_sector_of(). So it does not
  /// matter where the arrays of a launch are, only how they lie to each other.
  std::uint64_t first_sector = 0;
  /// Of which cost nothing is there; the profile is changed by who asks (changed_profile()).
  std::optional<Change> without{};
  std::shared_ptr<LaunchTimeline> timeline{};  ///< an empty one, to be filled; nullptr: none
  exec::ClockReadings* readings = nullptr;     ///< the same, when warps read a clock
  exec::ContactTimes* contacts = nullptr;      ///< the same, where blocks see each other's work
};

/// The lowest one that the launch touches, at a whole kilobyte; 0 where it touches nothing.
std::uint64_t first_sector_of(const exec::TouchedMemory& touched);

}  // namespace warpscope::timing
