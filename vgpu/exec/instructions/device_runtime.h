// The CUDA runtime's calls in kernels: launches and the streams, errors and memory that go with
// them (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism", second version).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "vgpu/exec/program/operation.h"

namespace warpscope::exec::device_runtime {

struct Function {
  std::size_t arguments = 0;
  Handler handler = nullptr;
};

/// The function of that PTX name; nothing when there is no such function here.
std::optional<Function> find(std::string_view name);

}  // namespace warpscope::exec::device_runtime
