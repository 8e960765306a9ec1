// Where a kernel's parameters lie in the buffer that a launch gives it.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/exec/program/kernel_info.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

struct ParameterLayout {
  std::vector<KernelInfo::Parameter> parameters;
  std::uint32_t size_bytes = 0;  ///< of all
};

/// Throws std::runtime_error when they are more than CUDA allows.
ParameterLayout lay_out_parameters(const ptx::Function& kernel);

}  // namespace warpscope::exec
