// From the arguments of a launch call to a request for the device.
#pragma once

#include <driver_types.h>
#include <vector_types.h>

#include <cstddef>
#include <cstdint>

#include "vgpu/cudart/runtime.h"

namespace warpscope::cudart {

struct LaunchCall {
  const void* function = nullptr;  ///< a host stub's address or a kernel handle
  dim3 grid, block;
  void** arguments = nullptr;  ///< one pointer per parameter; read during the call
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

/// Queues the launch. CudaFailure at once for a configuration that CUDA refuses at the call.
void launch(Runtime& runtime, const LaunchCall& call);

/// Blocks of a kernel that fit on one SM at once, by threads, shared memory and the block limit
/// (the virtual GPU does not allocate registers); 0 when a block does not fit at all.
int resident_blocks(const device::DeviceDescription& device,
                    const device::KernelDescription& kernel, std::uint32_t block_size,
                    std::size_t dynamic_shared_bytes);

}  // namespace warpscope::cudart
