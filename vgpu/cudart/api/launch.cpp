// Launching kernels, and what can be asked and set of a kernel.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <limits>

#include "vgpu/cudart/launching.h"
#include "vgpu/cudart/runtime.h"
#include "vgpu/cudart/unsupported.h"

using warpscope::cudart::CudaFailure;
using warpscope::cudart::expect;
using warpscope::cudart::Function;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::device::DeviceDescription;
using warpscope::device::KernelDescription;

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    warpscope::cudart::launch(runtime, {function, grid, block, arguments, shared_bytes, stream});
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  return run_call([&](Runtime& runtime) {
    expect(config != nullptr);
    for (unsigned i = 0; i < config->numAttrs; ++i) {
      if (config->attrs[i].id == cudaLaunchAttributeIgnore) continue;
      warpscope::cudart::report_unsupported(
          runtime, "cudaLaunchKernelExC with launch attribute " +
                       std::to_string(static_cast<int>(config->attrs[i].id)));
    }
    warpscope::cudart::launch(runtime, {function, config->gridDim, config->blockDim, arguments,
                                        config->dynamicSmemBytes, config->stream});
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return run_call([&](Runtime& runtime) {
    Function& kernel = runtime.registry.function(runtime.connection(), function);
    const DeviceDescription& device = runtime.connection().device();
    switch (attribute) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize: {
        const auto most = static_cast<std::int64_t>(device.shared_per_block_optin_bytes) -
                          kernel.description->static_shared_bytes;
        expect(value >= 0 && value <= most);
        kernel.dynamic_shared_limit_bytes = static_cast<std::uint32_t>(value);
        return;
      }
      case cudaFuncAttributePreferredSharedMemoryCarveout:  // a hint
        expect(value >= -1 && value <= 100);
        return;
      default:
        break;
    }
    warpscope::cudart::report_unsupported(
        runtime, "cudaFuncSetAttribute with attribute " + std::to_string(attribute));
  });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return run_call([&](Runtime& runtime) {
    expect(attributes != nullptr);
    const Function& kernel = runtime.registry.function(runtime.connection(), function);
    const DeviceDescription& device = runtime.connection().device();
    const KernelDescription& description = *kernel.description;
    *attributes = {};
    attributes->sharedSizeBytes = description.static_shared_bytes;
    attributes->localSizeBytes = description.local_bytes;
    attributes->maxThreadsPerBlock = static_cast<int>(description.max_threads_per_block);
    // PTX registers are virtual; ptxas would need fewer, and at most 255.
    attributes->numRegs = static_cast<int>(std::min(255U, description.registers));
    attributes->ptxVersion = static_cast<int>(device.compute_major * 10 + device.compute_minor);
    attributes->binaryVersion = attributes->ptxVersion;
    const std::uint32_t default_limit =
        device.shared_per_block_bytes -
        std::min(device.shared_per_block_bytes, description.static_shared_bytes);
    attributes->maxDynamicSharedSizeBytes =
        static_cast<int>(std::max(default_limit, kernel.dynamic_shared_limit_bytes));
    attributes->preferredShmemCarveout = -1;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int block_size,
                                                          std::size_t dynamic_shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, function, block_size, dynamic_shared_bytes, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int block_size,
                                                                   std::size_t dynamic_shared_bytes,
                                                                   unsigned /*flags*/) {
  return run_call([&](Runtime& runtime) {
    expect(blocks != nullptr && block_size > 0);
    const Function& kernel = runtime.registry.function(runtime.connection(), function);
    *blocks = warpscope::cudart::resident_blocks(runtime.connection().device(), *kernel.description,
                                                 static_cast<std::uint32_t>(block_size),
                                                 dynamic_shared_bytes);
  });
}
