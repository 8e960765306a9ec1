// Which way of waiting a kernel's code shows.
#pragma once

#include <string_view>

#include "vgpu/exec/launch/protocol.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// `module`: the kernel's, whose files tell from which library an instruction is.
Protocol protocol_of(const Kernel& kernel, const ptx::Module& module);

/// The instruction comes from a file with `part` in its name, or from a function of such a file.
bool is_of_file(const ptx::Instruction& instruction, const ptx::Module& module,
                std::string_view part);

}  // namespace warpscope::exec
