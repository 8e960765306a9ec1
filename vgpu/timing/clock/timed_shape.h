// Which launch is timed.
#pragma once

#include <cstdint>

#include "arch/occupancy.h"
#include "vgpu/timing/clock/l2_contents.h"

namespace warpscope::timing {

struct TimedShape {
  std::uint64_t blocks = 0;  ///< of the grid
  arch::BlockNeeds block;
  // Of all blocks, where known (else 0), by which a sample is put right:
  std::uint64_t read_granules = 0;          ///< of memory: distinct ones that it reads
  std::uint64_t longest_atomic_queue = 0;   ///< sectors that the busiest part of L2 serves
  const L2Contents* l2_contents = nullptr;  ///< when it begins; nullptr: L2 is empty
  /// Sectors of global memory are counted from this one on, a multiple of 4: what the clock does
  /// then does not depend on where the arrays of a launch are, only on how they lie to each other.
  std::uint64_t first_sector = 0;
};

}  // namespace warpscope::timing
