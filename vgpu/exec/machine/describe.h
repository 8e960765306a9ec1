// Puts the machine's state into words for faults.
#pragma once

#include <span>
#include <string>

#include "vgpu/exec/launch/fault.h"
#include "vgpu/exec/launch/source_line.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

/// Fills place, warp and lanes of `fault` from where the first live path of the block's running
/// warp stands.
void describe_position(const BlockContext& block, Fault& fault);

/// A deadlock of the block: which group of threads waits where.
Fault describe_deadlock(const BlockContext& block, std::span<const WarpContext* const> warps);

/// A launch that never ends: `why`, then where each group of the block's threads goes round, or
/// waits. The place is that of the first group that goes round: of what it read last, if it reads.
Fault describe_loop(const BlockContext& block, std::span<const WarpContext* const> warps,
                    Fault::Kind kind, const std::string& why);

/// Place of an operation in the source.
SourceLine source_line(const BlockContext& block, const Operation& operation);

}  // namespace warpscope::exec
