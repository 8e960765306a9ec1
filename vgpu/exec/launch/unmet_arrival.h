// Arrivals at a barrier of a block at which nobody waited any more.
#pragma once

#include <cstdint>
#include <string>

#include "vgpu/exec/launch/dimensions.h"
#include "vgpu/exec/launch/source_line.h"

namespace warpscope::exec {

/// What a block left at a barrier when it ended: bar.arrive of some threads, without the bar.sync
/// of the others that it is for. Mostly a wait was forgotten.
struct UnmetArrival {
  Dim3 block_index{0, 0, 0};
  std::uint64_t block = 0;                 ///< the same, linear in the grid
  std::uint32_t barrier = 0;               ///< 0 to 15
  std::uint32_t arrived = 0, threads = 0;  ///< that came, and that the barrier was told it is for
  SourceLine where;                        ///< of the last arrival
  bool is_of_object = false;               ///< of CudaDMA, whose number is half of the barrier's
  /// At an mbarrier instead, whose library names it: what nobody has waited for, as "stage 1 of
  /// ring 'tiles' to be filled, …". Empty at a barrier.
  std::string awaited;
};

}  // namespace warpscope::exec
