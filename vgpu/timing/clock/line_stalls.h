// What the warps of a launch did, by source line.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/timing/clock/stall_account.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::timing {

struct LineStalls {
  struct Cause {
    exec::SourceLine where;
    std::uint64_t cycles = 0;
    std::uint64_t times = 0;  ///< that a warp waited
  };
  exec::SourceLine where;  ///< line 0: not known
  StallAccount::Cycles cycles{};
  std::vector<Cause> causes;  ///< of its scoreboards, the largest first
};

/// Cycles of warps, of the blocks that were timed.
struct LaunchStalls {
  StallAccount::Cycles cycles{};
  std::uint64_t sm_cycles = 0;    ///< of SMs while they had blocks
  std::vector<LineStalls> lines;  ///< in the order of files and lines; none with no cycles
};

LaunchStalls line_stalls(const MachineKernel& kernel, const StallAccount& account);

}  // namespace warpscope::timing
