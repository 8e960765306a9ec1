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
  /// "the DMA warps have made one transfer of two", of those that whoever waits now waits for.
  /// Empty when the label has no words for it.
  std::string progress;
};

/// The name of the mbarrier at `offset` bytes of the block's shared memory; nothing when no label
/// stands before it.
std::optional<BarrierName> barrier_name(const BlockContext& block, std::uint32_t offset);

/// The mbarrier at this host address if it has a name and has been initialised, else nullptr. Most
/// programs have none.
NamedBarrier* named_barrier(BlockContext& block, const std::byte* at);

/// To be called after anything that may have ended a phase of the mbarrier at this host address.
void note_phase(BlockContext& block, const std::byte* at);

}  // namespace warpscope::exec
