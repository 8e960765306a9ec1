// From a kernel's PTX to operations.
#pragma once

#include <memory>

#include "vgpu/exec/program/program.h"

namespace warpscope::exec {

/// Lowers one entry function and what it may call. Throws std::runtime_error with a sentence when
/// they are broken or larger than any GPU allows. An instruction that the machine does not have
/// becomes an operation that stops the launch with a fault.
std::unique_ptr<Kernel> lower(const Program& program, const ptx::Function& function,
                              const KernelForm& form);

}  // namespace warpscope::exec
