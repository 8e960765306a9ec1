// Where the variables in a kernel's shared memory lie.
#pragma once

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/lowering/reachable.h"

namespace warpscope::exec {

/// Offsets of the shared variables, behind what the system reserves where the kernel looks at it;
/// sets Kernel::shared_bytes. Throws std::runtime_error when they
/// are larger than any GPU's shared memory.
SharedLayout lay_out_shared(const Reachable& reachable, std::uint32_t reserved_bytes,
                            Kernel& kernel);

}  // namespace warpscope::exec
