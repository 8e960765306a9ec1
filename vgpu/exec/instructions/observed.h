// Operations that only tell a block's observer of an instruction. Observed kernels have them behind
// the instruction's own (Kernel::is_observed()).
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::observed {

/// Behind the operations of the instruction that is being lowered: that lanes have come together,
/// or that a fence orders accesses; nothing for other instructions.
void emit_event(Builder& builder);

}  // namespace warpscope::exec::observed
