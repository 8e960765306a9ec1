#include "vgpu/exec/program/parameters.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warpscope::exec {
namespace {

// CUDA Programming Guide, "Function Parameters": sm_70 and newer.
constexpr std::uint32_t kMostParameterBytes = 32764;

}  // namespace

ParameterLayout lay_out_parameters(const ptx::Function& kernel) {
  ParameterLayout layout;
  for (const ptx::Variable& parameter : kernel.parameters) {
    if (parameter.size_bytes > kMostParameterBytes || parameter.alignment > kMostParameterBytes ||
        layout.size_bytes > kMostParameterBytes) {
      throw std::runtime_error("Kernel " + std::string(kernel.name) +
                               " has more than the 32764 bytes of parameters that CUDA allows.");
    }
    const std::uint32_t alignment = std::max(parameter.alignment, 1u);
    const std::uint32_t offset = (layout.size_bytes + alignment - 1) / alignment * alignment;
    const auto size_bytes = static_cast<std::uint32_t>(parameter.size_bytes);
    layout.parameters.push_back({offset, size_bytes});
    layout.size_bytes = offset + size_bytes;
  }
  return layout;
}

}  // namespace warpscope::exec
