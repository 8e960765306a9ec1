// The memory order that an instruction asks for.
#pragma once

#include "vgpu/exec/observation/access_event.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// PTX ISA manual, section 8.5: volatile accesses are relaxed ones of the whole system, atomics
/// relaxed ones of the device unless they say otherwise.
Ordering ordering_of(const ptx::Instruction& instruction);
Scope scope_of(const ptx::Instruction& instruction);

}  // namespace warpscope::exec
