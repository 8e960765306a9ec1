// The arguments of a launch call, and the request for the device that they become.
#pragma once

#include <driver_types.h>
#include <vector_types.h>

#include <cstddef>
#include <optional>

#include "vgpu/cudart/modules/registry.h"

namespace warpscope::cudart {

struct Runtime;

struct LaunchCall {
  const void* function = nullptr;  ///< a host stub's address or a kernel handle
  dim3 grid, block;
  void** arguments = nullptr;  ///< one pointer per parameter; read during the call
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool is_cooperative = false;
  std::optional<int> device{};  ///< of a graph's node; otherwise it is the stream's
};

/// To the device that runs the kernel.
Connection& connection_of(Runtime& runtime, const LaunchCall& call);

/// Reads the arguments. The stream is still to be set.
device::LaunchRequest request_of(const Connection& connection, const Function& function,
                                 const LaunchCall& call);

/// Why CUDA refuses the launch, with the code that the device's refusal has; nothing when it does
/// not.
std::optional<device::Status> refusal_of(const Connection& connection, const Function& function,
                                         const device::LaunchRequest& request);
/// The refusal's error, as the program's CUDA version has it.
cudaError_t error_of(const Connection& connection, const device::LaunchRequest& request,
                     const device::Status& refusal);

/// CudaFailure for what a launch refuses, with the reason told to the user; the device is not
/// asked.
void check_launch_call(Runtime& runtime, const LaunchCall& call);

}  // namespace warpscope::cudart
