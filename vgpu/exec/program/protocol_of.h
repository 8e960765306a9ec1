// Which way of waiting a kernel's code shows.
#pragma once

#include "vgpu/exec/launch/protocol.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// `module`: the kernel's, whose files tell from which library an instruction is.
Protocol protocol_of(const Kernel& kernel, const ptx::Module& module);

}  // namespace warpscope::exec
