// Loads and stores of observed kernels whose lanes lie side by side: the observer is told, and the
// plain kernel's handler does the rest.
#pragma once

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/select_memory.h"

namespace warpscope::exec::memory_access {

/// Appends the operations of an observed access: `access` is what the plain kernel's handler reads,
/// with no handler yet; `access_bytes` are a lane's. `form` is an observed one for which
/// select_access() has a handler.
void emit_watched(Builder& builder, const AccessForm& form, const Operation& access,
                  std::uint32_t access_bytes);

}  // namespace warpscope::exec::memory_access
