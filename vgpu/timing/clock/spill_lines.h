// Where registers lie that ptxas keeps in local memory.
#pragma once

#include <cstdint>

#include "vgpu/timing/machine_module.h"

namespace warpscope::timing {

/// PTX does not know of them, so a launch's trace has none of their lines. PTX
/// instructions for which one is stored or loaded have lines of their own, 256 of them at most, and
/// each warp has others.
class SpillLines {
 public:
  explicit SpillLines(const MachineKernel& kernel) : first_ptx_(kernel.first_ptx_number()) {}
  /// Of the instruction, a load or store of local memory that PTX has not; apart from all lines of
  /// WarpRequests. It does not matter where in its module the kernel stands. Never 0.
  std::uint64_t line_of(const machine_code::MachineInstruction& instruction,
                        std::uint64_t warp) const {
    constexpr std::uint64_t kSpilled = std::uint64_t{3} << 50, kPlaces = 256;
    constexpr int kPlaceBits = 19;
    return kSpilled | warp << kPlaceBits | (instruction.ptx - first_ptx_) % kPlaces;
  }

 private:
  std::uint32_t first_ptx_;
};

}  // namespace warpscope::timing
