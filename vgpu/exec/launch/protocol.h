// How a kernel's threads wait for each other, for the remedy that fits.
#pragma once

#include <cstdint>

namespace warpscope::exec {

/// The first of these that a kernel has.
enum class Protocol : std::uint8_t {
  block_barrier,   ///< __syncthreads(), or nothing
  ring,            ///< of the device library (kernels/dma)
  mbarriers,       ///< cuda::barrier, or mbarrier in inline PTX
  named_barriers,  ///< bar.sync and bar.arrive with a number and a count of threads
  groups           ///< cooperative groups
};

}  // namespace warpscope::exec
