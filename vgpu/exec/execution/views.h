// Makes the parts of an Inspection out of the machine's state, while it stands still.
#pragma once

#include "vgpu/exec/execution/inspection.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

/// Where the machine stands: nullptr when it has ended.
struct Standing {
  const WarpContext* warp = nullptr;
  const Operation* operation = nullptr;
};

BlockView view_of(const BlockRunner& runner, const Standing& standing);

/// The instruction with this number.
CodePlace place_of(const Program& program, const Kernel& kernel, std::uint32_t number);

/// All registers of a frame's function.
std::vector<RegisterView> registers_of(Frame& frame);

}  // namespace warpscope::exec
