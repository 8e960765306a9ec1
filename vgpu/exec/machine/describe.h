// Puts the machine's state into words for faults.
#pragma once

#include <span>

#include "vgpu/exec/launch/fault.h"
#include "vgpu/exec/launch/source_line.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

/// Fills place, warp and lanes of `fault` from where the first live path of the block's running
/// warp stands.
void describe_position(const BlockContext& block, Fault& fault);

/// A deadlock of the block: which group of threads waits where.
Fault describe_deadlock(const BlockContext& block, std::span<const WarpContext* const> warps);

/// Place of an operation in the source.
SourceLine source_line(const BlockContext& block, const Operation& operation);

}  // namespace warpscope::exec
