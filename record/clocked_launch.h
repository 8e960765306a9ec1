// What the clock saw of a launch.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "record/source_line.h"

namespace warpscope::record {

/// What the clock saw of a launch (exec --clock), of the blocks that it timed. All of it is
/// modelled.
struct ClockedLaunch {
  /// Cycles that warps of a line waited for results of instructions of this line.
  struct Cause {
    SourceLine where;
    std::uint64_t cycles = 0;
    std::uint64_t times = 0;  ///< that a warp did
  };
  struct Line {
    SourceLine where;
    Counters warp_cycles;
    std::vector<Cause> waits_for;  ///< the longest first
  };
  std::uint64_t sm_cycles = 0;  ///< of SMs while they had blocks
  /// Of resident warps: by what they did (record/warp_states.h).
  Counters warp_cycles;
  std::vector<Line> lines;  ///< of instructions whose lines are known
  /// Of the peak over the launch's duration, by part of the GPU (record/warp_states.h).
  std::map<std::string, double> use;
};

}  // namespace warpscope::record
