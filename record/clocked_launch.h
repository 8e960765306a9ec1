// What the clock saw of a launch.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
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
  /// The launch once more, without one of its costs (record/what_if.h).
  struct WhatIf {
    std::string change;  ///< "no_bank_conflicts"
    double duration_s = 0;
    Counters warp_cycles;
    std::map<std::string, double> use;
  };
  std::uint32_t sms = 0;          ///< that had blocks, of those that were timed
  std::uint64_t sm_cycles = 0;    ///< of SMs while they had blocks
  std::uint64_t tail_cycles = 0;  ///< of SMs from their last block's end to that of all SMs
  /// What the launch would take without the launches that ran beside it; absent where that is its
  /// duration.
  std::optional<double> alone_s{};
  /// Of resident warps: by what they did (record/warp_states.h).
  Counters warp_cycles;
  std::vector<Line> lines;  ///< of instructions whose lines are known
  /// Of the peak over the launch's duration, by part of the GPU (record/warp_states.h).
  std::map<std::string, double> use;
  std::vector<WhatIf> what_if;  ///< none where that was not asked for (exec --explain)
};

}  // namespace warpscope::record
