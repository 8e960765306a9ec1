// What an instruction says about L1: how its load goes through, and whether it drops what L1 holds.
#pragma once

#include "vgpu/counting/l1_use.h"
#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::l1 {

/// Of a load of global memory, by its modifiers (read off ptxas 13.0 for sm_90, and its effect off
/// an H200: tests/golden/h200/l1_probes.cu).
L1Use use_of(const ptx::Instruction& instruction);

/// Emits, behind an instruction that acquires beyond its multiprocessor, what drops L1's lines.
void emit_drop_if_acquiring(Builder& builder);

}  // namespace warpscope::exec::l1
