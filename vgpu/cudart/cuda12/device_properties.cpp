#include "vgpu/cudart/cuda12/device_properties.h"

#include <array>
#include <cstring>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/device_figures.h"
#include "vgpu/cudart/devices/devices.h"

namespace warpscope::cudart::cuda12 {
namespace {

/// Neighbouring fields that lie in the same way in both structures.
struct FieldRun {
  std::size_t to = 0, from = 0, end = 0;  ///< offsets in CUDA 12's, in CUDA 13's, and its last byte
};
using Old = DeviceProperties;
using New = cudaDeviceProp;
constexpr std::array kRuns{
    FieldRun{offsetof(Old, name), offsetof(New, name), offsetof(New, totalConstMem)},
    FieldRun{offsetof(Old, totalConstMem), offsetof(New, totalConstMem),
             offsetof(New, multiProcessorCount)},
    FieldRun{offsetof(Old, multiProcessorCount), offsetof(New, multiProcessorCount),
             offsetof(New, integrated)},
    FieldRun{offsetof(Old, integrated), offsetof(New, integrated), offsetof(New, maxTexture1D)},
    FieldRun{offsetof(Old, maxTexture1D), offsetof(New, maxTexture1D), offsetof(New, maxTexture2D)},
    FieldRun{offsetof(Old, maxTexture2D), offsetof(New, maxTexture2D),
             offsetof(New, memoryBusWidth)},
    FieldRun{offsetof(Old, memoryBusWidth), offsetof(New, memoryBusWidth),
             offsetof(New, localL1CacheSupported) + sizeof(int)},
    FieldRun{offsetof(Old, sharedMemPerMultiprocessor), offsetof(New, sharedMemPerMultiprocessor),
             offsetof(New, pageableMemoryAccess)},
    FieldRun{offsetof(Old, pageableMemoryAccess), offsetof(New, pageableMemoryAccess),
             offsetof(New, cooperativeLaunch) + sizeof(int)},
    FieldRun{offsetof(Old, sharedMemPerBlockOptin), offsetof(New, sharedMemPerBlockOptin),
             offsetof(New, deviceNumaConfig)},
};

}  // namespace

DeviceProperties properties_of(const device::DeviceDescription& device, int ordinal) {
  const cudaDeviceProp now = cudart::properties_of(device, ordinal);
  DeviceProperties then{};
  const auto* source = reinterpret_cast<const std::byte*>(&now);
  auto* target = reinterpret_cast<std::byte*>(&then);
  for (const FieldRun& run : kRuns) {
    std::memcpy(target + run.to, source + run.from, run.end - run.from);
  }
  const auto of = [&](cudaDeviceAttr attribute) {
    return attribute_of(device, ordinal, attribute);
  };
  then.clockRate = of(cudaDevAttrClockRate);
  then.deviceOverlap = of(cudaDevAttrGpuOverlap);
  then.kernelExecTimeoutEnabled = of(cudaDevAttrKernelExecTimeout);
  then.computeMode = of(cudaDevAttrComputeMode);
  then.maxTexture1DLinear = of(cudaDevAttrMaxTexture1DLinearWidth);
  then.memoryClockRate = of(cudaDevAttrMemoryClockRate);
  then.singleToDoublePrecisionPerfRatio = of(cudaDevAttrSingleToDoublePrecisionPerfRatio);
  return then;
}

}  // namespace warpscope::cudart::cuda12

using warpscope::cudart::expect;
using warpscope::cudart::run_query;
using warpscope::cudart::Runtime;

extern "C" cudaError_t cudaGetDeviceProperties_v2(
    warpscope::cudart::cuda12::DeviceProperties* properties, int device) {
  return run_query([&](Runtime& runtime) {
    expect(properties != nullptr);
    const auto& description = runtime.devices.connection().device();
    runtime.devices.expect_device(device);
    *properties = warpscope::cudart::cuda12::properties_of(description, device);
  });
}
