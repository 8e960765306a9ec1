// What can be asked and set of a kernel, and how many of its blocks fit.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/devices/unsupported.h"
#include "vgpu/cudart/modules/registry.h"
#include "vgpu/protocol/launch_check.h"

using warpscope::cudart::Connection;
using warpscope::cudart::expect;
using warpscope::cudart::Function;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::device::DeviceDescription;
using warpscope::device::KernelDescription;

namespace {

Function& function_of(Runtime& runtime, const void* function) {
  return runtime.registry.function(runtime.devices.connection(), function);
}

/// How the host sees a Function that is passed to it as a handle.
template <typename Handle>
Handle handle_of(Function& function) {
  return reinterpret_cast<Handle>(&function);
}

std::uint32_t default_dynamic_limit(const DeviceDescription& device,
                                    const KernelDescription& kernel) {
  return device.sm.shared_per_block_bytes -
         std::min(device.sm.shared_per_block_bytes, kernel.static_shared_bytes);
}

std::uint32_t dynamic_limit(const Connection& connection, const Function& function) {
  return std::max(default_dynamic_limit(connection.device(), *function.description),
                  function.settings.of(connection).dynamic_shared_limit_bytes);
}

void set_attribute(Runtime& runtime, const Connection& connection, Function& kernel,
                   cudaFuncAttribute attribute, int value) {
  const DeviceDescription& device = connection.device();
  Function::Settings& settings = kernel.settings.of(connection);
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: {
      const auto most = static_cast<std::int64_t>(device.sm.shared_per_block_optin_bytes) -
                        kernel.description->static_shared_bytes;
      expect(value >= 0 && value <= most);
      settings.dynamic_shared_limit_bytes = static_cast<std::uint32_t>(value);
      return;
    }
    case cudaFuncAttributePreferredSharedMemoryCarveout:  // a hint
      expect(value >= -1 && value <= 100);
      settings.shared_carveout = value;
      return;
    case cudaFuncAttributeClusterDimMustBeSet:
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      warpscope::cudart::report_unsupported(
          runtime, "cudaFuncSetAttribute with attribute " + std::to_string(attribute));
    default:
      expect(false);
  }
}

/// The configuration of a cluster function. Every cluster is one block.
int clusters_of_one(Runtime& runtime, const void* function, const cudaLaunchConfig_t& config) {
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    if (attribute.id != cudaLaunchAttributeClusterDimension) continue;
    const auto& cluster = attribute.val.clusterDim;
    if (cluster.x != 1 || cluster.y != 1 || cluster.z != 1) return 0;
  }
  const DeviceDescription& device = runtime.devices.connection().device();
  const std::uint64_t threads =
      std::uint64_t{config.blockDim.x} * config.blockDim.y * std::uint64_t{config.blockDim.z};
  expect(threads > 0 && threads <= device.sm.max_threads_per_block);
  return static_cast<int>(device.sm_count * warpscope::device::resident_blocks(
                                                device, *function_of(runtime, function).description,
                                                static_cast<std::uint32_t>(threads),
                                                config.dynamicSmemBytes));
}

}  // namespace

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return run_call([&](Runtime& runtime) {
    set_attribute(runtime, runtime.devices.connection(), function_of(runtime, function), attribute,
                  value);
  });
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attribute,
                                            int value, int device) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.expect_device(device);
    set_attribute(runtime, runtime.devices.connection(device), function_of(runtime, kernel),
                  attribute, value);
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config) {
  return run_call([&](Runtime& runtime) {  // a hint
    function_of(runtime, function);
    expect(config >= cudaFuncCachePreferNone && config <= cudaFuncCachePreferEqual);
  });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig config) {
  return run_call([&](Runtime& runtime) {  // without effect since compute capability 5.0
    function_of(runtime, function);
    expect(config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte);
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return run_call([&](Runtime& runtime) {
    expect(name != nullptr);
    *name = function_of(runtime, function).name.c_str();
  });
}

cudaError_t cudaFuncGetParamInfo(const void* function, std::size_t index, std::size_t* offset,
                                 std::size_t* size) {
  return run_call([&](Runtime& runtime) {
    expect(offset != nullptr);
    const auto& parameters = function_of(runtime, function).description->parameters;
    expect(index < parameters.size());
    *offset = parameters[index].offset;
    if (size != nullptr) *size = parameters[index].size_bytes;
  });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, const void* symbol) {
  return run_call([&](Runtime& runtime) {
    expect(handle != nullptr && symbol != nullptr);
    *handle = handle_of<cudaFunction_t>(function_of(runtime, symbol));
  });
}

cudaError_t cudaGetKernel(cudaKernel_t* handle, const void* symbol) {
  return run_call([&](Runtime& runtime) {
    expect(handle != nullptr && symbol != nullptr);
    *handle = handle_of<cudaKernel_t>(function_of(runtime, symbol));
  });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return run_call([&](Runtime& runtime) {
    expect(attributes != nullptr);
    const Function& kernel = function_of(runtime, function);
    const DeviceDescription& device = runtime.devices.connection().device();
    const KernelDescription& description = *kernel.description;
    *attributes = {};
    attributes->sharedSizeBytes = description.static_shared_bytes;
    attributes->localSizeBytes = description.local_bytes;
    attributes->maxThreadsPerBlock = static_cast<int>(description.max_threads_per_block);
    // Without machine code: PTX registers are virtual. ptxas would need fewer: at most 255, and so
    // few that the largest block that the kernel allows has its registers on one SM, as CUDA
    // promises.
    const std::uint32_t most =
        std::min(warpscope::arch::kMaxRegistersPerThread,
                 device.sm.registers / std::max(1U, description.max_threads_per_block));
    attributes->numRegs = static_cast<int>(description.machine_registers != 0
                                               ? description.machine_registers
                                               : std::min(most, description.registers));
    attributes->ptxVersion = static_cast<int>(device.compute_major * 10 + device.compute_minor);
    attributes->binaryVersion = attributes->ptxVersion;
    attributes->maxDynamicSharedSizeBytes =
        static_cast<int>(dynamic_limit(runtime.devices.connection(), kernel));
    attributes->preferredShmemCarveout =
        kernel.settings.of(runtime.devices.connection()).shared_carveout;
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
                                                                   unsigned flags) {
  return run_call([&](Runtime& runtime) {
    expect(blocks != nullptr && block_size > 0 && flags <= cudaOccupancyDisableCachingOverride);
    const Function& kernel = function_of(runtime, function);
    *blocks = static_cast<int>(warpscope::device::resident_blocks(
        runtime.devices.connection().device(), *kernel.description,
        static_cast<std::uint32_t>(block_size), dynamic_shared_bytes));
  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function,
                                                      int blocks, int block_size) {
  return run_call([&](Runtime& runtime) {
    expect(bytes != nullptr && blocks > 0 && block_size > 0);
    const DeviceDescription& device = runtime.devices.connection().device();
    const KernelDescription& kernel = *function_of(runtime, function).description;
    const std::uint32_t fitting = warpscope::device::resident_blocks(
        device, kernel, static_cast<std::uint32_t>(block_size), 0);
    expect(static_cast<std::uint32_t>(blocks) <= fitting);
    // As an H200 answers: what an SM has, in equal shares, and no more than a launch may ask for.
    // What CUDA itself keeps of a block's share is not taken off.
    const std::uint32_t share = device.sm.shared_bytes / static_cast<std::uint32_t>(blocks) /
                                device.sm.shared_unit_bytes * device.sm.shared_unit_bytes;
    const std::uint32_t rest = share - std::min(share, kernel.static_shared_bytes);
    *bytes =
        std::min(rest, dynamic_limit(runtime.devices.connection(), function_of(runtime, function)));
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* cluster_size, const void* function,
                                                 const cudaLaunchConfig_t* config) {
  return run_call([&](Runtime& runtime) {
    expect(cluster_size != nullptr && config != nullptr);
    *cluster_size = clusters_of_one(runtime, function, *config) > 0 ? 1 : 0;
  });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const cudaLaunchConfig_t* config) {
  return run_call([&](Runtime& runtime) {
    expect(clusters != nullptr && config != nullptr);
    *clusters = clusters_of_one(runtime, function, *config);
  });
}
