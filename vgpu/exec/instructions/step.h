// The operation in front of each PTX instruction of a kernel that is run step by step
// (KernelUse::stepped).
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::step {

/// Tells observers that the instruction which is being lowered comes next: InstructionBegin.
void emit(Builder& builder);

/// True for such an operation.
bool is_step(const Operation& operation);

}  // namespace warpscope::exec::step
