// From the arguments of a launch call to a request for the device.
#pragma once

#include <driver_types.h>
#include <vector_types.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "vgpu/cudart/runtime.h"

namespace warpscope::cudart {

struct LaunchCall {
  const void* function = nullptr;  ///< a host stub's address or a kernel handle
  dim3 grid, block;
  void** arguments = nullptr;  ///< one pointer per parameter; read during the call
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool is_cooperative = false;
  std::optional<int> device{};  ///< of a graph's node; otherwise it is the stream's
};

/// CudaFailure for what a launch refuses, with the reason told to the user; the device is not
/// asked.
void check_launch_call(Runtime& runtime, const LaunchCall& call);

/// Queues the launch. CudaFailure at once for a configuration that CUDA refuses at the call.
void launch(Runtime& runtime, const LaunchCall& call);

}  // namespace warpscope::cudart
