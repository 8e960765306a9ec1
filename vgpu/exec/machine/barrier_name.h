// Names of mbarriers, where the program's library has left some (kernels/trace_layout).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

struct BarrierName {
  std::string awaited;  ///< "stage 1 of ring 'tiles' to be filled, …"
  std::string ring;     ///< its name alone; empty when it has none
  bool announces_data;  ///< somebody must wait for it before the block ends
};

/// The name of the mbarrier at `offset` bytes of the block's shared memory; nothing when no label
/// stands before it.
std::optional<BarrierName> barrier_name(const BlockContext& block, std::uint32_t offset);

}  // namespace warpscope::exec
